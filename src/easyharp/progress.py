"""Progress: one line on a terminal that tells how far long work has come, and is gone at its end.

It shows only on a terminal, only once the work has taken a moment, and changes twice a second. It does not know what
the work is.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING, Final, Self, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_AFTER: Final = 1.0
_EVERY: Final = 0.5
_USUAL_COLUMNS: Final = 80


class Progress:
    """While the ``with`` block runs, show on standard error what ``told`` returns; nothing, where that is empty."""

    def __init__(self, told: Callable[[], str]) -> None:
        self._told = told
        self._over = threading.Event()
        self._shown = 0
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Self:
        if is_terminal(sys.stderr):
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Show nothing any more; leaving the block does this."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
            self._write("")

    def _show(self) -> None:
        pause = _FIRST_AFTER
        while not self._over.wait(pause):
            pause = _EVERY
            self._write(self._told())

    def _write(self, text: str) -> None:
        """Write over what is shown; without escape codes, as not every terminal knows them."""
        text = text[: _columns() - 1]
        if text or self._shown:
            with contextlib.suppress(OSError):
                sys.stderr.write("\r" + text.ljust(self._shown) + "\r" + text)
                sys.stderr.flush()
        self._shown = len(text)


def _columns() -> int:
    """Return how wide the terminal is: a line that it has to break would not be gone at the end."""
    with contextlib.suppress(OSError):
        if columns := os.get_terminal_size(sys.stderr.fileno()).columns:
            return columns
    return _USUAL_COLUMNS


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether a standard stream, which may be missing, is a terminal."""
    return stream is not None and stream.isatty()


def in_time(seconds: float) -> str:
    """Return a time as people read it: ``9 s``, ``1:05`` or ``2:00:00``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"
