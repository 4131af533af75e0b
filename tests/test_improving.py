"""Better wins: never worse than the first, of the rules, within their bound, and the same every time."""

from __future__ import annotations

import itertools

import pytest

from easyharp.actions import COLUMNS, FOUNDATIONS, WASTE
from easyharp.deals import Deal
from easyharp.position import Position
from easyharp.solver import Solved, highest_score, most_points, shortened, solve
from easyharp.solver.compiling import PLAIN, can_compile, compiled

DEALS = range(101, 107)


def win_of(position: Position) -> Solved:
    verdict = solve(position)
    assert isinstance(verdict, Solved)
    return verdict


@pytest.mark.parametrize("number", DEALS)
def test_a_shortened_win_is_not_longer(number: int) -> None:
    position = Position.from_deal(Deal(number))
    win = win_of(position)
    better = shortened(position, win, tries=12)
    assert len(better.actions) <= len(win.actions)
    assert shortened(position, win, tries=12) == better
    assert shortened(position, win, tries=0) == win


def test_most_wins_become_shorter() -> None:
    wins = [(position, win_of(position)) for position in map(Position.from_deal, map(Deal, DEALS))]
    assert sum(len(shortened(position, win).actions) < len(win.actions) for position, win in wins) >= len(wins) - 1


@pytest.mark.parametrize("number", DEALS)
def test_a_high_score_comes_from_the_waste_and_without_take_backs(number: int) -> None:
    position = Position.from_deal(Deal(number))
    best = highest_score(position, tries=12)
    assert best is not None
    assert not [action for action in best.actions if action.source in FOUNDATIONS]
    from_waste = [action for action in best.actions if action.source == WASTE and action.target in COLUMNS]
    assert best.points == 1220 + 5 * len(from_waste)
    assert best.points <= most_points(position) == 1515


def test_the_bound_falls_with_what_can_still_be_gained() -> None:
    position = Position.from_deal(Deal(101))
    best = highest_score(position, tries=4)
    assert best is not None
    gained, bounds = 0, [most_points(position)]
    for action in best.actions:
        step = position.after(action)
        position, gained = step.position, gained + step.points
        bounds.append(gained + most_points(position))
    assert all(after <= before for before, after in itertools.pairwise(bounds))
    assert bounds[-1] == gained


def test_nothing_is_tried_once_it_is_stopped() -> None:
    position = Position.from_deal(Deal(101))
    win = win_of(position)
    assert shortened(position, win, stopped=lambda: True) == win
    assert highest_score(position, stopped=lambda: True) is None


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_both_kernels_find_the_same() -> None:
    position = Position.from_deal(Deal(101))
    assert highest_score(position, tries=3, kernel=PLAIN) == highest_score(position, tries=3, kernel=compiled())
