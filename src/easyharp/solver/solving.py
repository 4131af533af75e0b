"""Solving: one search after the other, each wider, until one decides."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Final

from easyharp.deals import Deal
from easyharp.position import Position
from easyharp.refusals import refusal
from easyharp.solver.compiling import PLAIN, can_compile, compiled
from easyharp.solver.kernel import EXHAUSTED, HIDDEN, PAUSED, WON
from easyharp.solver.layout import Layout
from easyharp.solver.lines import winning_line
from easyharp.solver.locks import locked_cards
from easyharp.solver.search import BUILDING, CLEARING, Search, Stage
from easyharp.solver.verdicts import Budget, Solved, Undecided, Unwinnable, Verdict, Why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from easyharp.actions import Action
    from easyharp.solver.compiling import Kernel

_STAGES: Final = (
    Stage(3),
    Stage(10),
    Stage(30),
    Stage(1_000, 3_000),
    Stage(100),
    Stage(300),
    Stage(300, evaluation=CLEARING),
    Stage(10_000, 30_000),
    Stage(1_000),
    Stage(1_000, evaluation=CLEARING),
    Stage(1_000, evaluation=BUILDING),
    Stage(3_000),
    Stage(3_000, evaluation=CLEARING),
    Stage(100_000, 300_000),
    Stage(10_000, evaluation=CLEARING),
    Stage(10_000, evaluation=BUILDING),
    Stage(600_000, 3_000_000),
    Stage(30_000, evaluation=CLEARING),
)
"""Narrow searches, which find nearly every win, and now and then a complete one, which may prove that there is none."""

UNLIMITED: Final = Budget()


def solve(
    position: Position,
    budget: Budget = UNLIMITED,
    *,
    kernel: Kernel | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Say whether a position can be won, and how.

    ``kernel`` is what to search with: by default the compiled one where Numba is installed. ``stopped`` is asked
    again and again whether to give up, so that another thread can.

    Raises:
        PositionError: the position has not all 104 cards, or they do not lie as play leaves them.
    """
    layout = Layout.of_position(position)
    if not layout.state[HIDDEN]:
        return checked(position, winning_line(position, layout, ()), 0)
    kernel = kernel or default_kernel()
    purse = _Purse(budget, stopped)
    nodes, fewest, narrow_saw_all = 0, layout.state[HIDDEN], False
    for stage in _STAGES:
        if (narrow_saw_all and not stage.states) or sum(stage.sizes.values()) * kernel.word_size > budget.bytes:
            continue
        search = Search(kernel, layout, stage)
        outcome = PAUSED
        while outcome == PAUSED:
            if why := purse.is_empty(nodes + search.nodes):
                return Undecided(why, min(fewest, search.fewest_hidden), nodes + search.nodes)
            outcome = search.advance(purse.some(kernel.pace, nodes + search.nodes))
        nodes += search.nodes
        fewest = min(fewest, search.fewest_hidden)
        if outcome == WON:
            return checked(position, winning_line(position, layout, search.best_moves), nodes)
        if stage == _STAGES[0] and (locked := locked_cards(position)):
            return Unwinnable(locked, 0, fewest, nodes)
        if outcome == EXHAUSTED and not search.was_cut:
            if stage.states:
                return Unwinnable((), search.states, fewest, nodes)
            narrow_saw_all = True  # wider ones would see no more
        del search  # its memory is for the next one
    return Undecided("bytes", fewest, nodes)


def default_kernel() -> Kernel:
    """Return the compiled kernel, ready for use, where Numba is installed; otherwise the plain one.

    The first time on a machine it is compiled, which takes some 15 seconds.
    """
    return _ready() if can_compile() else PLAIN


@functools.cache
def _ready() -> Kernel:
    """Return the compiled kernel after its first step, for which it is compiled, or what was compiled is loaded."""
    kernel = compiled()
    Search(kernel, Layout.of_position(Position.from_deal(Deal(1))), _STAGES[0]).advance(1)
    return kernel


def checked(position: Position, actions: Sequence[Action], nodes: int) -> Solved:
    """Return a win after playing it by the rules. One that does not win is the solver's error, and never leaves it."""
    points = 0
    for action in actions:
        if refused := refusal(position, action):
            raise AssertionError(f"The solver's line is not legal: {action}: {refused}.")
        step = position.after(action)
        position = step.position
        points += step.points
    if not position.is_won:
        raise AssertionError("The solver's line does not win.")
    return Solved(tuple(actions), points, nodes)


class _Purse:
    """A budget, and what is left of it."""

    def __init__(self, budget: Budget, stopped: Callable[[], bool]) -> None:
        self._nodes = budget.nodes
        self._deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        self._stopped = stopped

    def is_empty(self, nodes: int) -> Why | None:
        """Say why no more may be spent, if so, once ``nodes`` have been."""
        if self._stopped():
            return "stopped"
        if self._nodes is not None and nodes >= self._nodes:
            return "nodes"
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return "seconds"
        return None

    def some(self, pace: int, nodes: int) -> int:
        """Return how many nodes may be spent until the next look."""
        return pace if self._nodes is None else min(pace, self._nodes - nodes)
