"""The kernel to search with: compiled by Numba, or as plain Python.

Both come from the same source and walk the same way. Numba is an extra (``pip install "easyharp[solver]"``), and its
first compilation takes some 15 seconds, so it is imported only when somebody asks for the compiled kernel; what it
compiled is kept on disk for the next process, where there is a place that may be written to.
"""

from __future__ import annotations

import functools
import importlib.util
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

from easyharp.solver import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True)
class Kernel:
    """The kernel's two entries, and what they work on.

    ``words`` makes an array of given numbers, ``blank`` one of zeros; a number takes ``word_size`` bytes. ``pace``: how
    many nodes take some hundredths of a second.
    """

    name: str
    begin: Callable[..., None]
    advance: Callable[..., int]
    words: Callable[[Iterable[int]], Any]
    blank: Callable[[int], Any]
    word_size: int
    pace: int


PLAIN = Kernel("plain", kernel.begin, kernel.advance, list, lambda size: [0] * size, word_size=40, pace=200)
"""The kernel as plain Python: everywhere at once, a hundred times as slow."""


def can_compile() -> bool:
    """Say whether Numba is installed, without importing it."""
    return importlib.util.find_spec("numba") is not None


@functools.cache
def compiled() -> Kernel:
    """Return the compiled kernel; the first time on a machine it takes some 15 seconds, later some tenths of one.

    Raises:
        ImportError: Numba is not installed.
    """
    import numba  # noqa: PLC0415 (it takes long, and may be missing)
    import numpy as np  # noqa: PLC0415

    def entry(function: FunctionType) -> Any:
        try:
            return numba.njit(function, cache=True, nogil=True)
        except RuntimeError:  # neither the package's folder nor the user's for caches can be written to
            return numba.njit(function, nogil=True)

    namespace: dict[str, Any] = dict(vars(kernel))
    for name, function in vars(kernel).items():
        if isinstance(function, FunctionType):
            # A function of its own, whose calls find the compiled others.
            own = FunctionType(function.__code__, namespace, name)
            own.__module__ = kernel.__name__
            namespace[name] = entry(own)
    return Kernel(
        "compiled",
        namespace["begin"],
        namespace["advance"],
        lambda numbers: np.array(numbers, np.int64),
        lambda size: np.zeros(size, np.int64),
        word_size=8,
        pace=20_000,
    )
