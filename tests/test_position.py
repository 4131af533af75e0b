from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import easyharp
import golden_data
from easyharp.actions import DRAW, REDEAL, Action
from easyharp.cards import PACKS, Card
from easyharp.deals import Deal
from easyharp.picture import picture, read_picture
from easyharp.position import Column, Position, fits, is_run
from played_games import games, tables

if TYPE_CHECKING:
    from easyharp.game import Game


def drawn(text: str) -> str:
    """Return a table in the full form of a picture."""
    return picture(read_picture(text), faces=True)


def cards(faces: str) -> tuple[Card, ...]:
    return tuple(Card.from_text(face) for face in faces.split())


def everywhere(position: Position) -> list[Card]:
    piles = [position.stock, position.waste, *position.foundations]
    piles += [column.hidden + column.shown for column in position.columns]
    return [card for pile in piles for card in pile]


@pytest.mark.parametrize("golden", golden_data.DEALS, ids=lambda golden: golden.code)
def test_a_deal_fills_nine_columns_and_the_stock(golden: golden_data.GoldenDeal) -> None:
    position = Position.from_deal(Deal(golden.number))
    faces = list(golden.faces)
    for length, column in enumerate(position.columns, start=1):
        lie, faces = faces[:length], faces[length:]
        assert [card.face for card in column.hidden] == lie[:-1]
        assert [card.face for card in column.shown] == lie[-1:]
    assert [card.face for card in position.stock] == faces
    assert len(position.stock) == 59
    assert not position.waste
    assert position.foundations == ((),) * 8


@pytest.mark.parametrize(
    ("before", "action", "after", "points"),
    [
        pytest.param("t (2s 7d)\nw Kh", "tw", "t (7d)\nw Kh 2s", 0, id="draw"),
        pytest.param("t (2s)", "tw", "w 2s", 0, id="draw the last card"),
        pytest.param("w Kh 2s 7d", "wt", "t (Kh 2s 7d)", 0, id="redeal keeps the order"),
        pytest.param("1 6s\n2 7d", "12", "2 7d 6s", 0, id="column to column"),
        pytest.param("1 9h 8s 7h\n2 8c", "12", "1 9h 8s\n2 8c 7h", 0, id="only the last card"),
        pytest.param("1 (As 6c) 6s\n2 7d", "12", "1 (As) 6c\n2 7d 6s", 5, id="column to column, card turned up"),
        pytest.param("w 5h 6s\n2 7d", "w2", "w 5h\n2 7d 6s", 5, id="waste to column"),
        pytest.param("w Ks", "w4", "4 Ks", 5, id="king from waste to space"),
        pytest.param("w Ks Ah", "we", "w Ks\ne Ah", 10, id="waste to foundation"),
        pytest.param("1 3h 2c\na Ac", "1a", "1 3h\na 2c", 10, id="column to foundation"),
        pytest.param("1 (3h) 2c\na Ac", "1a", "1 3h\na 2c", 15, id="column to foundation, card turned up"),
        pytest.param("1 2c\na Ac", "1a", "a 2c", 10, id="last card of a column"),
        pytest.param("1 3h\na 2c", "a1", "1 3h 2c\na Ac", 0, id="take back"),
        pytest.param("a Ac\n1 2h", "a1", "1 2h Ac", 0, id="take back an ace"),
        pytest.param("a Kc", "a3", "3 Kc\na Qc", 0, id="take back a king to a space"),
        pytest.param("1 Ks Qh Jc", "12", "2 Ks Qh Jc", 0, id="king run to space"),
        pytest.param("9 (5c 2d) Ks Qh Jc", "91", "1 Ks Qh Jc\n9 (5c) 2d", 5, id="king run to space, card turned up"),
        pytest.param("9 (5c) Kd", "92", "2 Kd\n9 5c", 5, id="king to space, card turned up"),
    ],
)
def test_an_action_moves_cards_turns_one_up_and_gains_points(before: str, action: str, after: str, points: int) -> None:
    step = read_picture(before).after(Action.from_text(action))
    assert picture(step.position, faces=True) == drawn(after)
    assert step.points == points
    assert step.action == Action.from_text(action)


@pytest.mark.parametrize("named", "abcdefgh")
def test_a_foundation_target_is_recorded_as_the_slot_that_received_the_card(named: str) -> None:
    step = read_picture("1 2h\ne 3h\nf Ah").after(Action("1", named))
    assert step.action == Action("1", "f")
    assert picture(step.position) == drawn("e 3h\nf 2h")


@pytest.mark.parametrize(
    ("table", "card", "slot"),
    [
        ("", "Ac", "a"),
        ("a Ac", "Ac", "b"),
        ("b Ac", "Ac", "a"),
        ("a Ac\nb Ac", "Ac", None),
        ("a Ac\nb Ac", "2c", "a"),
        ("a 2c\nb Ac", "2c", "b"),
        ("a 2c\nb Ac", "3c", "a"),
        ("a 2c\nb Ac", "4c", None),
        ("", "2c", None),
        ("g Qs\nh Qs", "Ks", "g"),
        ("g Ks\nh Qs", "Ks", "h"),
        ("c 4d", "5h", None),
        ("c 4d", "5d", "c"),
        ("f 4h", "5h", "f"),
    ],
)
def test_a_card_goes_to_the_left_foundation_of_its_suit_that_waits_for_it(
    table: str, card: str, slot: str | None
) -> None:
    assert read_picture(table).accepting_foundation(Card.from_text(card)) == slot


@pytest.mark.parametrize(
    ("table", "action", "count"),
    [
        ("1 Ks Qh Jc", Action("1", "2"), 3),
        ("1 Ks Qh Jc", Action("1", "2", 1), 1),
        ("1 Ks Qh Jc", Action("1", "2", 2), 2),
        ("1 (5d) Ks", Action("1", "2"), 1),
        ("1 Qh Jc", Action("1", "2"), 1),
        ("1 Ks Qh Jc\n2 Qd", Action("1", "2"), 1),
        ("1 Ks Qh Jc", Action("1", "a"), 1),
        ("w Qs Ks", Action("w", "2"), 1),
        ("a Kc", Action("a", "2"), 1),
        ("", Action("1", "2"), 1),
    ],
)
def test_the_text_form_moves_a_whole_king_run_to_a_space_and_otherwise_one_card(
    table: str, action: Action, count: int
) -> None:
    assert read_picture(table).picked_up(action) == count


@pytest.mark.parametrize(
    ("pile", "count", "faces"),
    [
        ("1", 1, "Jc"),
        ("1", 3, "Ks Qh Jc"),
        ("1", 4, "Ks Qh Jc"),
        ("2", 1, ""),
        ("w", 1, "6d"),
        ("a", 1, "2c"),
        ("b", 1, ""),
        ("t", 1, ""),
    ],
)
def test_a_pile_gives_its_face_up_cards_and_the_stock_none(pile: str, count: int, faces: str) -> None:
    position = read_picture("t (9h 8d)\nw 5c 6d\na 2c\n1 (3h) Ks Qh Jc")
    assert position.source_cards(pile, count) == cards(faces)


def test_a_pile_gives_its_last_card_unless_told_otherwise() -> None:
    assert read_picture("1 (3h) Ks Qh Jc").source_cards("1") == cards("Jc")


@pytest.mark.parametrize(
    ("table", "is_won", "is_finishable"),
    [
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Ks", True, False),
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Qs\n1 Ks", False, True),
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Qs\nw Ks", False, True),
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Qs\nt (Ks)", False, True),
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Js\n7 (Qs) Ks", False, False),
    ],
)
def test_won_is_when_all_lie_on_foundations_and_finishable_when_none_is_face_down_in_a_column(
    table: str,
    is_won: bool,  # noqa: FBT001
    is_finishable: bool,  # noqa: FBT001
) -> None:
    position = read_picture(table)
    assert position.is_won == is_won
    assert position.is_finishable == is_finishable


@pytest.mark.parametrize(
    ("card", "host", "is_fit"),
    [
        ("6s", "7d", True),
        ("6s", "7h", True),
        ("6s", "7c", False),
        ("6s", "7s", False),
        ("6s", "5d", False),
        ("6s", "8d", False),
        ("6s", "6d", False),
        ("Ah", "2c", True),
        ("Qd", "Ks", True),
        ("Ks", "Ad", False),
        ("Kc", "Qd", False),
    ],
)
def test_a_card_fits_onto_one_of_the_other_colour_one_rank_higher(
    card: str,
    host: str,
    is_fit: bool,  # noqa: FBT001
) -> None:
    assert fits(Card.from_text(card), Card.from_text(host)) == is_fit


@pytest.mark.parametrize("faces", ["", "5d", "Ks Qh Jc Td", "4d 3s 2h Ac"])
def test_a_run_descends_by_one_in_alternating_colours(faces: str) -> None:
    assert is_run(cards(faces))


@pytest.mark.parametrize("faces", ["Ks Qs", "Ks Jh", "Qh Ks", "Ks Qh Jd", "2h Ac Kd"])
def test_what_does_not_descend_by_one_in_alternating_colours_is_no_run(faces: str) -> None:
    assert not is_run(cards(faces))


@given(games())
def test_in_any_game_104_cards_lie_in_one_place_each_and_face_up_cards_are_runs(game: Game) -> None:
    position = game.position
    assert sorted(everywhere(position), key=PACKS.index) == list(PACKS)
    for place, column in enumerate(position.columns):
        assert is_run(column.shown)
        assert bool(column.shown) or not column.hidden
        assert len(column.hidden) <= place
        assert column.size <= 21
        assert all(card.rank < 13 for card in column.shown[1:])
    for slot, pile in enumerate(position.foundations):
        assert [card.rank for card in pile] == list(range(1, len(pile) + 1))
        assert {card.suit for card in pile} <= {slot // 2}


@given(tables())
def test_drawing_through_a_whole_stock_and_redealing_gives_the_same_stock(position: Position) -> None:
    bag = position.waste + position.stock
    while position.stock:
        position = position.after(DRAW).position
    assert position.waste == bag
    if position.waste:
        position = position.after(REDEAL).position
        assert (position.stock, position.waste) == (bag, ())


@given(tables())
def test_repr_rebuilds_a_position_and_its_columns(position: Position) -> None:
    assert eval(repr(position), dict(vars(easyharp))) == position  # noqa: S307 - what repr is for
    for column in position.columns:
        assert eval(repr(column), dict(vars(easyharp))) == column  # noqa: S307


def test_a_space_has_no_cards() -> None:
    assert read_picture("").columns == (Column(),) * 9
