"""Better wins: shorter ones, and ones with a higher score.

The search for a win is so quick that many different ones can be had, by changing how states are valued: the best of
them is taken. Chance comes from a fixed seed, so the same tries give the same win.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, NamedTuple

from easyharp.position import POINTS_TO_FOUNDATION, POINTS_TURNED_UP, POINTS_WASTE_TO_COLUMN
from easyharp.solver.kernel import WON
from easyharp.solver.layout import Layout
from easyharp.solver.lines import winning_line
from easyharp.solver.search import HOLDING, KEEPING, Evaluation, Search, Stage
from easyharp.solver.solving import checked, default_kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from easyharp.position import Position
    from easyharp.solver.compiling import Kernel
    from easyharp.solver.verdicts import Solved

TRIES: Final = 40
_WIDTHS: Final = (3, 10, 30)
_ENOUGH: Final = 10_000  # nodes: a narrow search ends long before
_SEED: Final = 8104


def shortened(
    position: Position,
    win: Solved,
    *,
    tries: int = TRIES,
    kernel: Kernel | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Solved:
    """Return a win with fewer actions, draws and redeals included, if one turns up in so many tries; else the same."""
    return max((win, *_wins(_FEW_ACTIONS, position, tries, kernel, stopped)), key=_FEW_ACTIONS.worth)


def highest_score(
    position: Position,
    *,
    tries: int = TRIES,
    kernel: Kernel | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Solved | None:
    """Return the win without take-backs that gains most points, of so many tries, or ``None`` if no try wins.

    Of equals it is the shortest. `most_points` is a bound.
    """
    wins = _wins(_MANY_POINTS, position, tries, kernel, stopped)
    return max(wins, key=_MANY_POINTS.worth, default=None)


def most_points(position: Position) -> int:
    """Return a bound on what a win without take-backs can gain from a position.

    Every card goes to its foundation, every face-down card is turned up, and at best every card of stock and waste goes
    to a column first.
    """
    bag = len(position.stock) + len(position.waste)
    hidden = sum(len(column.hidden) for column in position.columns)
    tableau = sum(column.size for column in position.columns)
    return POINTS_TO_FOUNDATION * (bag + tableau) + POINTS_TURNED_UP * hidden + POINTS_WASTE_TO_COLUMN * bag


class _Aim(NamedTuple):
    """What makes a win better, and the evaluations to try in turn."""

    evaluations: tuple[Evaluation, ...]
    for_score: bool
    worth: Callable[[Solved], tuple[int, ...]]


_FEW_ACTIONS: Final = _Aim((KEEPING,), for_score=False, worth=lambda win: (-len(win.actions),))
_MANY_POINTS: Final = _Aim(
    (HOLDING, HOLDING, HOLDING, KEEPING), for_score=True, worth=lambda win: (win.points, -len(win.actions))
)


def _wins(
    aim: _Aim, position: Position, tries: int, kernel: Kernel | None, stopped: Callable[[], bool]
) -> Iterator[Solved]:
    """Yield the wins that searches find which value states somewhat differently each time."""
    layout = Layout.of_position(position)
    kernel = kernel or default_kernel()
    chance = random.Random(_SEED)  # noqa: S311 (no secret)
    for number in range(tries):
        if stopped():
            return
        evaluation = _varied(aim.evaluations[number % len(aim.evaluations)], chance)
        stage = Stage(_WIDTHS[number % len(_WIDTHS)], evaluation=evaluation, takes_back=not aim.for_score)
        search = Search(kernel, layout, stage)
        if search.advance(_ENOUGH) == WON:
            line = winning_line(position, layout, search.best_moves, for_score=aim.for_score)
            yield checked(position, line, search.nodes)


def _varied(evaluation: Evaluation, chance: random.Random) -> Evaluation:
    """Return an evaluation like another one, but with each weight changed by up to a half."""
    weights = (round(weight * chance.uniform(0.5, 1.5)) + chance.randint(-4, 4) for weight in evaluation.weights)
    return Evaluation(evaluation.hidden_card, tuple(weights))
