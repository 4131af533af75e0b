"""The examples of the pages: what they claim of every step, and that each shows what it is there to show."""

from __future__ import annotations

import tomllib
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import easyharp
from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, REDEAL, Action
from easyharp.cards import ACE, KING, Card
from easyharp.errors import RefusedError
from easyharp.game import Game
from easyharp.legal import legal_actions
from easyharp.position import fits
from easyharp.refusals import refusal

if TYPE_CHECKING:
    from easyharp.position import Position

_TOML = Path(easyharp.__file__).parent / "pages" / "examples.toml"
_TABLES: list[dict[str, Any]] = tomllib.loads(_TOML.read_text(encoding="utf-8"))["example"]
TABLES = {table["id"]: table for table in _TABLES}
EVERY_EXAMPLE = pytest.mark.parametrize("name", TABLES)


@dataclass(frozen=True)
class Step:
    """A step of an example as the rules see it: what it does, on what, and what becomes of it."""

    action: Action
    position: Position
    after: Position

    @property
    def cards(self) -> tuple[Card, ...]:
        """The face-up cards that are picked up; drawing and turning the waste over pick up none."""
        if self.action in (DRAW, REDEAL):
            return ()
        return self.position.source_cards(self.action.source, self.position.picked_up(self.action))

    @property
    def card(self) -> Card:
        return self.cards[0]

    @property
    def onto(self) -> Card | None:
        return None if self.action in (DRAW, REDEAL) else top(self.position, self.action.target)

    @property
    def turned(self) -> Card | None:
        source = self.action.source
        if self.action == DRAW:
            return self.after.waste[-1]
        if source not in COLUMNS or self.position.column(source).hidden == self.after.column(source).hidden:
            return None
        return top(self.after, source)

    @property
    def code(self) -> str | None:
        refused = refusal(self.position, self.action)
        return refused.code.value if refused else None

    @property
    def claims(self) -> dict[str, str | int]:
        """Everything that `examples.toml` has to say of this step."""
        claims = {
            "try" if self.code else "play": str(self.action),
            "count": self.action.count,
            "card": str(self.card) if self.cards else None,
            "onto": str(self.onto) if self.onto else None,
            "turns": str(self.turned) if self.turned else None,
            "refused": self.code,
        }
        return {key: value for key, value in claims.items() if value is not None}


def top(position: Position, pile: str) -> Card | None:
    cards = position.source_cards(pile)
    return cards[-1] if cards else None


def begun(name: str) -> Game:
    game = Game.from_deal(TABLES[name]["deal"])
    for action in TABLES[name]["before"].split():
        game.play(action)
    return game


def steps(name: str) -> list[Step]:
    """Play an example: what is to be played is legal, what is tried is refused and changes nothing."""
    game, seen = begun(name), []
    for table in TABLES[name]["steps"]:
        text = table["play"] if "play" in table else table["try"]
        action, position = Action(text[0], text[1], table.get("count")), game.position
        with nullcontext() if "play" in table else pytest.raises(RefusedError):
            assert str(game.play(action)) == text
        seen.append(Step(action, position, game.position))
    return seen


def codes(name: str) -> list[str | None]:
    return [step.code for step in steps(name)]


def allowed(position: Position, source: str, target: str) -> bool:
    return refusal(position, Action(source, target)) is None


def waiting(position: Position, card: Card) -> list[str]:
    """Return the foundations of a card's suit that wait for its rank."""
    slots = FOUNDATIONS[2 * card.suit : 2 * card.suit + 2]
    return [slot for slot in slots if len(position.foundations[FOUNDATIONS.index(slot)]) == card.rank - 1]


def would_turn_up(step: Step) -> bool:
    column = step.position.column(step.action.source)
    return bool(column.hidden) and len(column.shown) == len(step.cards)


def is_space(position: Position, pile: str) -> bool:
    return not position.column(pile).shown


def test_every_example_has_a_name_and_a_deal_of_its_own() -> None:
    assert len(_TABLES) == len(TABLES) == len({table["deal"] for table in _TABLES}) == 20


@EVERY_EXAMPLE
def test_an_example_begins_where_its_record_leads(name: str) -> None:
    table = TABLES[name]
    before = table["before"].split()
    assert list(table) == ["id", "deal", "before", "steps"]
    assert [str(action) for action in begun(name).record.actions] == before
    assert "uu" not in before
    assert len(before) <= 100


@EVERY_EXAMPLE
def test_a_step_is_all_that_it_claims_and_nothing_else(name: str) -> None:
    assert [step.claims for step in steps(name)] == TABLES[name]["steps"]


def test_building() -> None:
    first, second = steps("building")
    assert first.action.target == second.action.target
    assert first.after.column(first.action.target).shown == (first.onto, first.card)
    assert second.after.column(second.action.target).shown == (first.onto, first.card, second.card)


def test_twins() -> None:
    first, second = steps("twins")
    assert first.onto
    assert second.onto
    assert first.card != second.card
    assert first.card.face == second.card.face
    assert first.onto != second.onto
    assert first.onto.face == second.onto.face
    pair = (first.action, second.action)
    assert all(allowed(first.position, one.source, other.target) for one in pair for other in pair)


def test_four_places() -> None:
    (step,) = steps("four-places")
    places = [pile for pile in COLUMNS if allowed(step.position, step.action.source, pile)]
    assert step.card.face == "6c"
    assert Counter(str(top(step.position, pile)) for pile in places) == {"7d": 2, "7h": 2}


def test_turning_up() -> None:
    first, second = steps("turning-up")
    assert first.turned == second.card
    assert second.turned


def test_waste_top() -> None:
    first, second = steps("waste-top")
    *_, covered, uppermost = first.position.waste
    assert len(first.position.waste) >= 3
    assert (uppermost, covered) == (first.card, second.card)
    host = top(first.position, second.action.target)
    assert host
    assert fits(covered, host)


def test_draw() -> None:
    *draws, play = steps("draw")
    assert [step.action for step in draws] == [DRAW] * 3
    assert all(legal_actions(step.position) == (DRAW,) for step in draws)
    assert play.card == draws[-1].turned


def test_redeal() -> None:
    last, redeal, first, play, second = steps("redeal")
    assert len(last.position.stock) == 1
    assert redeal.action == REDEAL
    assert redeal.after.stock == redeal.position.waste
    assert (first.turned, second.turned) == redeal.position.waste[:2]
    assert play.card == first.turned


def test_foundation_one() -> None:
    (step,) = steps("foundation-one")
    assert step.card.rank > ACE
    assert waiting(step.position, step.card) == [step.action.target]


def test_foundation_two() -> None:
    left, right = steps("foundation-two")
    assert left.card.rank > ACE
    assert left.card.face == right.card.face
    assert waiting(left.position, left.card) == [left.action.target, right.action.target]


def test_reserved() -> None:
    (step,) = steps("reserved")
    free = [slot for slot, pile in zip(FOUNDATIONS, step.position.foundations, strict=True) if not pile]
    assert step.card.rank == ACE
    assert len(free) == 7
    assert free[0] not in waiting(step.position, step.card)
    assert waiting(step.position, step.card)[0] == step.action.target


def test_take_back() -> None:
    back, build, play = steps("take-back")
    assert back.action.source in FOUNDATIONS
    assert not any(action.source == build.action.source for action in legal_actions(back.position))
    assert build.onto == back.card
    assert build.turned == play.card
    assert play.turned


def test_king_to_space() -> None:
    (step,) = steps("king-to-space")
    assert is_space(step.position, step.action.target)
    assert [card.rank for card in step.cards] == [KING]
    assert step.turned


def test_king_run_to_space() -> None:
    (step,) = steps("king-run-to-space")
    assert is_space(step.position, step.action.target)
    assert [card.rank for card in step.cards] == [KING, 12, 11, 10]
    assert step.turned


def test_same_colour() -> None:
    attempt, play = steps("same_colour")
    assert codes("same_colour") == ["same_colour", None]
    assert attempt.onto
    assert play.onto
    assert attempt.card == play.card
    assert attempt.onto.rank == play.onto.rank
    assert attempt.card.suit == attempt.onto.suit


def test_wrong_rank() -> None:
    assert codes("wrong_rank") == ["wrong_rank", "wrong_colour_and_rank", None]
    assert len({step.card for step in steps("wrong_rank")}) == 1


def test_space_needs_king() -> None:
    attempt, play = steps("space_needs_king")
    assert codes("space_needs_king") == ["space_needs_king", None]
    assert would_turn_up(attempt)
    assert is_space(attempt.position, attempt.action.target)
    assert attempt.action.target == play.action.target
    assert play.card.rank == KING


def test_one_card_at_a_time() -> None:
    attempt, *rest = steps("one_card_at_a_time")
    assert codes("one_card_at_a_time") == ["one_card_at_a_time", *[None] * 5]
    source, target = attempt.action.source, attempt.action.target
    assert attempt.position.column(source).shown == attempt.cards
    assert [(card.rank, card.is_red) for card in attempt.cards] == [(8, False), (7, True), (6, False)]
    assert attempt.onto
    assert (attempt.onto.rank, attempt.onto.is_red) == (9, True)
    assert all(len(step.cards) == 1 for step in rest)
    assert rest[-1].after.column(target).shown == (attempt.onto, *attempt.cards)
    assert any(step.turned for step in rest if step.action.source == source)


def test_run_needs_king() -> None:
    attempt, play = steps("run_needs_king")
    assert codes("run_needs_king") == ["run_needs_king", None]
    assert would_turn_up(attempt)
    assert is_space(attempt.position, attempt.action.target)
    assert attempt.action.target == play.action.target
    assert play.card.rank == KING
    assert len(attempt.cards) > len(play.cards) > 1


def test_wrong_foundation_rank() -> None:
    attempt, between, play = steps("wrong_foundation_rank")
    assert codes("wrong_foundation_rank") == ["wrong_foundation_rank", None, None]
    assert attempt.action == play.action
    assert play.onto == between.card


def test_one_card_to_foundation() -> None:
    attempt, *rest = steps("one_card_to_foundation")
    assert codes("one_card_to_foundation") == ["one_card_to_foundation", None, None]
    assert all(step.action.target in FOUNDATIONS for step in rest)
    assert [step.card for step in rest] == list(reversed(attempt.cards))
