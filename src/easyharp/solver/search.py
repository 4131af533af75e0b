"""One search: the arrays that `kernel` works on, and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from easyharp.solver import kernel

if TYPE_CHECKING:
    from easyharp.solver.compiling import Kernel
    from easyharp.solver.layout import Layout

_DEEPEST: Final = 150

BUCKETS: Final = 1 << 15
"""The values of a layer's states have to lie within so many of each other: compiled code checks no bounds."""


class Evaluation(NamedTuple):
    """How a state is valued, of which less is better: ``weights`` in the kernel's order, and for a face-down card."""

    hidden_card: int
    weights: tuple[int, ...]


KEEPING: Final = Evaluation(110, (44, 13, 37, 57, 19, 7, -3, 7, 25, 10, 0, 0, 0, 0, 0, 0, 3, 0, 0, 11, 1, 13))
"""Found by a hill climb over random deals; it keeps cards off the foundations, which suits nearly every deal."""

CLEARING: Final = Evaluation(60, (10, 6, 37, 60, 40, 0, 0, 7, 11, 16, -9, 10, -1, -14, 9, -15, -3, -22, -7, 8, 15, 21))
"""It clears columns whatever becomes of the foundations, and wins most of the others."""

BUILDING: Final = Evaluation(
    60, (21, 19, 51, 37, 40, -20, 5, 10, 11, 19, -10, 4, -2, -3, 8, -7, 3, -10, -10, 1, 11, 20)
)
"""It builds the foundations, without which a few deals cannot be won."""

HOLDING: Final = Evaluation(110, (44, 13, 37, 57, 40, 25, 20, 7, 25, 10, 0, 0, 0, 0, 0, 0, 3, 0, 0, 11, 1, 13))
"""It holds cards back from the foundations even more, so that many go from the waste to a column: that scores."""


@dataclass(frozen=True)
class Stage:
    """How to search.

    ``width``: how many states a layer may have. ``states``: how many there may be in all, for a complete search, which
    leaves nothing out; 0 for a narrow one, which keeps the best of each layer. ``takes_back``: whether cards may be
    taken back from foundations.
    """

    width: int
    states: int = 0
    evaluation: Evaluation = KEEPING
    takes_back: bool = True

    @property
    def trail(self) -> int:
        """How many states the trail has room for."""
        return self.states or self.width * (_DEEPEST + 1) + 1

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The arrays that a search of this stage needs, each with its size in words."""
        room = 20_000 if self.states else 16 * self.width + 4_000
        keys = 1 << (2 * self.trail).bit_length()
        return {
            "states": 2 * self.width * kernel.STATE,
            "values": 2 * self.width,
            "keys": 2 * self.width,
            "candidates": room * kernel.CANDIDATE,
            "order": room,
            "buckets": BUCKETS,
            "table": 2 * keys if self.states else keys,
            "trail": 2 * self.trail,
        }


class Search:
    """A search from one layout, which can be paused."""

    def __init__(self, code: Kernel, layout: Layout, stage: Stage) -> None:
        self._code = code
        self._arrays = {name: code.blank(size) for name, size in stage.sizes.items()}
        self._arrays["states"][: kernel.STATE] = code.words(layout.state)
        self._control = code.blank(kernel.CONTROL)
        keys = stage.sizes["table"] // (2 if stage.states else 1)
        self._control[: kernel.COUNT] = code.words(
            (
                stage.width,
                int(stage.states > 0),
                int(stage.takes_back),
                stage.sizes["order"],
                keys - 1,
                stage.trail,
                stage.states or _DEEPEST,
            )
        )
        self._turned = code.words(layout.turned)
        self._kind_values = code.words([stage.evaluation.hidden_card * cards for cards in layout.hidden])
        self._weights = code.words(stage.evaluation.weights)
        self._king = layout.king
        arrays = self._arrays
        code.begin(
            self._control, arrays["states"], arrays["values"], arrays["keys"], arrays["table"], arrays["trail"],
            self._king, self._kind_values, self._weights,
        )  # fmt: skip

    def advance(self, nodes: int) -> int:
        """Make the moves of at most ``nodes`` states more; return one of the kernel's words for how it stands."""
        arrays = self._arrays
        return int(
            self._code.advance(
                self._control, arrays["states"], arrays["values"], arrays["keys"], arrays["candidates"],
                arrays["order"], arrays["buckets"], arrays["table"], arrays["trail"], nodes, self._king, self._turned,
                self._kind_values, self._weights,
            )
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        """How many states had their moves made."""
        return int(self._control[kernel.NODES])

    @property
    def states(self) -> int:
        """How many different states were kept."""
        return int(self._control[kernel.TRAIL])

    @property
    def was_cut(self) -> bool:
        """Whether a state was left out."""
        return bool(self._control[kernel.CUT])

    @property
    def fewest_hidden(self) -> int:
        """The fewest face-down cards that any state had."""
        return int(self._control[kernel.FEWEST])

    @property
    def best_moves(self) -> tuple[int, ...]:
        """The kernel's moves that lead to a state with the fewest face-down cards."""
        moves = []
        step = int(self._control[kernel.BEST])
        trail = self._arrays["trail"]
        while step > 0:
            moves.append(int(trail[2 * step + 1]))
            step = int(trail[2 * step])
        return tuple(reversed(moves))
