"""Positions with answers that were proved: dead ends, and positions in which few moves keep the win.

`data/dead_ends.jsonl` has an entry a line, with the record that leads there from a real deal:

- ``stuck``: no card fits anywhere.
- ``lost``: moves are left, but no win.
- ``winnable``: of the ``moves`` (a card placed, after drawing if need be) those in ``keep`` keep the win, all others
  lose it; a move is told by the card's face and the pile it comes from and goes to.

``tried``: as many positions brute force over the plain rules, independent of the solver, has seen without a win.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from brute_force import Rules, Table, can_be_won, card
from easyharp.actions import COLUMNS, FOUNDATIONS, WASTE
from easyharp.game import Game
from easyharp.legal import has_move_left, legal_actions
from easyharp.position import Position
from easyharp.solver import Budget, Solved, Undecided, Verdict, solve
from easyharp.solver.advising import Adviser
from easyharp.solver.compiling import can_compile
from easyharp.solver.locks import locked_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from easyharp.cards import Card

ENTRIES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "dead_ends.jsonl").read_text(encoding="utf-8").splitlines()
]
ENOUGH = Budget(nodes=100_000)
MANY = 150
"""Brute force has tried ``tried`` positions without a win; where these are more, the test does not do it again."""
EVERY_ENTRY = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['kind']} {entry['deal']}")


def position_of(entry: dict[str, Any]) -> Position:
    game = Game.from_deal(entry["deal"])
    for action in entry["actions"].split():
        game.play(action)
    return game.position


def moves(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield every move: its name, and the position after it, with stock and waste in any order."""
    for action in legal_actions(position):
        if action.source in COLUMNS + FOUNDATIONS:
            yield f"{position.source_cards(action.source)[-1].face} {action}", position.after(action).position
    bag = position.stock + position.waste
    for face in sorted({a_card.face for a_card in bag}):
        place = next(place for place, a_card in enumerate(bag) if a_card.face == face)
        drawn = Position(position.columns, position.foundations, bag[:place] + bag[place + 1 :], (bag[place],))
        for action in legal_actions(drawn):
            if action.source == WASTE and action.target in COLUMNS + FOUNDATIONS:
                yield f"{face} {action}", drawn.after(action).position


def table_of(position: Position) -> Table:
    """Return a position for the brute force."""

    def pile(cards: Iterable[Card]) -> str:
        return "".join(card(a_card.face) for a_card in cards)

    columns = tuple((pile(column.hidden), pile(column.shown)) for column in position.columns)
    heights = {slot: len(cards) for slot, cards in zip(FOUNDATIONS, position.foundations, strict=True)}
    return Table(columns, tuple(heights[slot] for slot in "abghcdef"), pile(position.stock), pile(position.waste))


def says(verdict: Verdict) -> bool | None:
    return None if isinstance(verdict, Undecided) else isinstance(verdict, Solved)


def test_there_are_entries_of_each_kind() -> None:
    kinds = Counter(entry["kind"] for entry in ENTRIES)
    assert kinds.total() >= 200
    assert set(kinds) == {"stuck", "lost", "winnable"}
    assert len({(entry["deal"], entry["actions"]) for entry in ENTRIES}) == len(ENTRIES)


@EVERY_ENTRY
def test_the_solver_and_the_rules_know_it(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    assert has_move_left(position) == (entry["kind"] != "stuck")
    assert says(solve(position, ENOUGH)) == (entry["kind"] == "winnable")
    if entry["kind"] == "winnable":
        assert not locked_cards(position)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if "keep" in entry], ids=lambda entry: entry["deal"])
def test_only_the_moves_that_are_said_to_keep_the_win_keep_it(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    verdicts = {name: says(solve(after, ENOUGH)) for name, after in moves(position)}
    assert len(verdicts) == entry["moves"]
    assert None not in verdicts.values()
    assert sorted(name for name, winnable in verdicts.items() if winnable) == entry["keep"]


@pytest.mark.parametrize(
    "entry", [entry for entry in ENTRIES if entry.get("tried", MANY) < MANY], ids=lambda entry: entry["deal"]
)
def test_brute_force_finds_no_win_either(entry: dict[str, Any]) -> None:
    assert can_be_won(table_of(position_of(entry)), Rules(12)) is False


def test_the_adviser_knows_it() -> None:
    adviser = Adviser()
    for entry in ENTRIES[::8]:
        advice = adviser.advise(position_of(entry), seconds=60)
        assert advice.verdict == ("winnable" if entry["kind"] == "winnable" else "unwinnable")
        assert (advice.action is None) == (entry["kind"] != "winnable")


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("deal", [2038, 3500])
def test_the_hardest_deals_known_are_won(deal: int) -> None:
    assert says(solve(Game.from_deal(deal).position, Budget(nodes=400_000)))
