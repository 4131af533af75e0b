"""Lines: they win by the rules, whatever the order of stock and waste, and never go on for ever."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from easyharp.actions import DRAW, REDEAL
from easyharp.deals import Deal
from easyharp.position import Position
from easyharp.solver import Solved, solve
from easyharp.solver.compiling import PLAIN
from easyharp.solver.kernel import WON
from easyharp.solver.layout import Layout
from easyharp.solver.lines import winning_line
from easyharp.solver.search import Search, Stage
from easyharp.solver.solving import checked


def moves_of(layout: Layout) -> tuple[int, ...]:
    search = Search(PLAIN, layout, Stage(30))
    assert search.advance(100_000) == WON
    return search.best_moves


@pytest.mark.parametrize("seed", range(5))
def test_the_same_moves_win_however_the_stock_lies(seed: int) -> None:
    position = Position.from_deal(Deal(7))
    layout = Layout.of_position(position)
    moves = moves_of(layout)
    chance = random.Random(seed)  # noqa: S311 (no secret)
    cards = list(position.stock)
    chance.shuffle(cards)
    drawn = chance.randrange(len(cards) + 1)
    shuffled = replace(position, stock=tuple(cards[drawn:]), waste=tuple(cards[:drawn]))
    assert Layout.of_position(shuffled) == layout
    assert checked(shuffled, winning_line(shuffled, layout, moves), 0).actions


def test_nothing_is_drawn_that_need_not_be() -> None:
    position = Position.from_deal(Deal(7))
    layout = Layout.of_position(position)
    actions = winning_line(position, layout, moves_of(layout))
    assert actions[-1] not in (DRAW, REDEAL)
    assert (REDEAL, REDEAL) not in itertools.pairwise(actions)


def test_a_line_for_the_score_plays_more_cards_from_the_waste_to_columns() -> None:
    position = Position.from_deal(Deal(7))
    layout = Layout.of_position(position)
    moves = moves_of(layout)
    plain, high = (checked(position, winning_line(position, layout, moves, for_score=way), 0) for way in (False, True))
    assert high.points > plain.points


def test_a_finished_tableau_needs_no_search() -> None:
    win = solve(Position.from_deal(Deal(7)), kernel=PLAIN)
    assert isinstance(win, Solved)
    position = Position.from_deal(Deal(7))
    for action in win.actions:
        if position.is_finishable:
            break
        position = position.after(action).position
    rest = solve(position, kernel=PLAIN)
    assert isinstance(rest, Solved)
    assert rest.nodes == 0


def test_moves_that_do_not_win_end_in_an_error() -> None:
    position = Position.from_deal(Deal(7))
    with pytest.raises(AssertionError, match="waits for a card that is not in the stock"):
        winning_line(position, Layout.of_position(position), ())
