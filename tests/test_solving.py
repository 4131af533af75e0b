"""Solving: verdicts can be relied on, budgets are kept, and both kernels walk the same way."""

from __future__ import annotations

import threading
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from easyharp.actions import DRAW, REDEAL
from easyharp.deals import Deal
from easyharp.errors import PositionError
from easyharp.picture import read_picture
from easyharp.position import Position
from easyharp.refusals import refusal
from easyharp.solver import Budget, Solved, Undecided, Verdict, solve
from easyharp.solver.compiling import PLAIN, can_compile, compiled
from easyharp.solver.solving import checked
from played_games import games, tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from easyharp.game import Game

HARD = Position.from_deal(Deal(2038))


def check_win(position: Position, verdict: Verdict) -> None:
    """Play a win by the rules, without a look at how the solver checks it."""
    assert isinstance(verdict, Solved)
    points = 0
    for action in verdict.actions:
        assert refusal(position, action) is None
        step = position.after(action)
        assert step.action == action
        position = step.position
        points += step.points
    assert position.is_won
    assert points == verdict.points


@settings(max_examples=25)
@given(games())
def test_a_win_of_a_game_under_way_wins(game: Game) -> None:
    verdict = solve(game.position, Budget(nodes=100), kernel=PLAIN)
    if isinstance(verdict, Solved):
        check_win(game.position, verdict)


@settings(max_examples=60)
@given(tables(fewest_on_foundations=3))
def test_a_win_of_any_table_wins(position: Position) -> None:
    verdict = solve(position, Budget(nodes=200), kernel=PLAIN)
    if isinstance(verdict, Solved):
        check_win(position, verdict)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@settings(max_examples=15)
@given(games())
def test_both_kernels_come_to_the_same_verdict_and_win(game: Game) -> None:
    budget = Budget(nodes=150)
    assert solve(game.position, budget, kernel=compiled()) == solve(game.position, budget, kernel=PLAIN)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_both_kernels_stop_a_hard_deal_at_the_same_place() -> None:
    budget = Budget(nodes=1_500)
    assert solve(HARD, budget, kernel=compiled()) == solve(HARD, budget, kernel=PLAIN)


@pytest.mark.parametrize("nodes", [0, 1, 2, 199, 200, 201, 640])
def test_a_budget_of_nodes_is_spent_exactly(nodes: int) -> None:
    verdict = solve(HARD, Budget(nodes=nodes), kernel=PLAIN)
    assert isinstance(verdict, Undecided)
    assert (verdict.why, verdict.nodes) == ("nodes", nodes)


def test_no_time_is_no_search() -> None:
    assert solve(HARD, Budget(seconds=0), kernel=PLAIN) == Undecided("seconds", 36, 0)


def test_time_runs_out() -> None:
    verdict = solve(HARD, Budget(seconds=0.2), kernel=PLAIN)
    assert isinstance(verdict, Undecided)
    assert verdict.why == "seconds"
    assert verdict.nodes
    assert verdict.fewest_hidden < 36


def test_searches_that_need_too_much_memory_are_left_out() -> None:
    assert solve(HARD, Budget(bytes=1_000), kernel=PLAIN) == Undecided("bytes", 36, 0)
    little = solve(HARD, Budget(bytes=4_000_000), kernel=PLAIN)
    assert isinstance(little, Undecided)
    assert little.why == "bytes"
    assert little.nodes


def test_the_memory_of_all_searches_together_stays_within_the_budget() -> None:
    held = [0]
    most = [0]

    class Counted(list[int]):
        pass

    def counted(numbers: Iterable[int]) -> Counted:
        made = Counted(numbers)
        held[0] += len(made)
        most[0] = max(most[0], held[0])
        weakref.finalize(made, let_go, len(made))
        return made

    def let_go(size: int) -> None:
        held[0] -= size

    kernel = replace(PLAIN, words=counted, blank=lambda size: counted([0] * size))
    budget = 12_000_000
    verdict = solve(HARD, Budget(bytes=budget, nodes=40_000), kernel=kernel)
    assert isinstance(verdict, Undecided)
    assert budget / 4 < most[0] * PLAIN.word_size <= budget


def test_it_stops_when_asked_to() -> None:
    asked = iter([False, False, False, True])
    verdict = solve(HARD, kernel=PLAIN, stopped=lambda: next(asked))
    assert isinstance(verdict, Undecided)
    assert verdict.why == "stopped"
    assert 2 * PLAIN.pace < verdict.nodes <= 3 * PLAIN.pace


def test_another_thread_can_stop_it() -> None:
    enough = threading.Event()
    threading.Timer(0.3, enough.set).start()
    verdict = solve(HARD, Budget(seconds=60), kernel=PLAIN, stopped=enough.is_set)
    assert isinstance(verdict, Undecided)
    assert verdict.why == "stopped"


@settings(max_examples=30)
@given(tables(fewest_on_foundations=1))
def test_a_position_without_face_down_cards_is_won_without_a_search(position: Position) -> None:
    columns = tuple(replace(column, hidden=()) for column in position.columns)
    down = tuple(card for column in position.columns for card in column.hidden)
    position = replace(position, columns=columns, stock=position.stock + down)
    verdict = solve(position, Budget(nodes=0))
    check_win(position, verdict)
    assert verdict.nodes == 0


def test_a_position_that_lacks_cards_is_refused() -> None:
    with pytest.raises(PositionError, match="this one has 3, and Ac of pack 1 0 times"):
        solve(read_picture("1 9h\n2 (5d) Kc"))


@pytest.mark.parametrize("deal", [1, 2, 3, 5, 7, 11, 4711, 999_999])
def test_deals_are_won(deal: int) -> None:
    position = Position.from_deal(Deal(deal))
    check_win(position, solve(position, Budget(nodes=3_000), kernel=PLAIN))


def test_a_line_that_does_not_win_never_leaves_the_solver() -> None:
    position = Position.from_deal(Deal(5))
    with pytest.raises(AssertionError, match="does not win"):
        checked(position, [DRAW], 0)
    with pytest.raises(AssertionError, match="is not legal: wt"):
        checked(position, [REDEAL], 0)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_it_compiles_also_where_nothing_can_be_kept_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core import caching  # noqa: PLC0415 (it may be missing)

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert compiled.__wrapped__().name == "compiled"  # which fails where it has to be kept; to compile takes long
