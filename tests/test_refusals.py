from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import easyharp
import golden_data
from easyharp.actions import DRAW, FOUNDATIONS, REDO, UNDO, Action
from easyharp.cards import Card, Suit
from easyharp.errors import ActionError
from easyharp.game import Game
from easyharp.picture import read_picture
from easyharp.refusals import Refusal, RefusalCode, refusal
from played_games import every_action, tables

if TYPE_CHECKING:
    from easyharp.position import Position

WON = "a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Ks"


def act(text: str) -> Action:
    """Read an action, with ``*3`` behind it when three cards are picked up."""
    pair, _, count = text.partition("*")
    return Action(pair[0], pair[1], int(count) if count else None)


@pytest.mark.parametrize("golden", golden_data.REFUSALS)
def test_a_golden_verdict_never_changes(golden: golden_data.GoldenRefusal) -> None:
    game = Game.from_deal(golden.deal)
    for action in golden.actions:
        game.play(action)
    refused = game.refusal(Action(golden.source, golden.target, golden.count))
    assert (refused and refused.code.value) == golden.code


@pytest.mark.parametrize(
    ("table", "action", "code", "sentence"),
    [
        (WON, "uu", "game_won", "the game is won"),
        (WON, "tw", "game_won", "the game is won"),
        ("1 Ks", "uu", "nothing_to_undo", "there is no action left that could be undone"),
        ("1 Ks", "rr", "nothing_to_redo", "there is no undone action that could be played again"),
        ("w Ks", "tw", "stock_empty", "the stock is empty; a redeal turns the waste over"),
        ("t (Ks)\nw Qs", "wt", "stock_not_empty", "the waste is turned over only when the stock is empty"),
        ("1 Ks", "wt", "nothing_to_redeal", "stock and waste are both empty"),
        ("1 Ks", "1w", "not_a_target", "no card ever goes back to the stock or the waste"),
        ("1 Ks", "1t", "not_a_target", "no card ever goes back to the stock or the waste"),
        ("a Ac\n1 Ks", "aw", "not_a_target", "no card ever goes back to the stock or the waste"),
        ("t (Ks)", "t1", "draw_first", "a stock card has to be drawn onto the waste first"),
        ("t (Ac)", "ta", "draw_first", "a stock card has to be drawn onto the waste first"),
        ("1 Ks", "21", "source_empty", "there is no card to pick up"),
        ("1 Ks", "w2", "source_empty", "there is no card to pick up"),
        ("1 Ks", "a2", "source_empty", "there is no card to pick up"),
        ("1 Ks", "11", "same_pile", "source and target are the same pile"),
        ("a Ac\n1 Ks", "aa", "same_pile", "source and target are the same pile"),
        ("a Ac\n1 Ks", "ab", "foundation_to_foundation", "a card never moves from one foundation to another"),
        ("1 (5d) Ks", "12*2", "hidden_card", "a face-down card cannot be picked up"),
        (
            "1 2h Ac",
            "1a*2",
            "one_card_to_foundation",
            "cards go to the foundations one at a time, and 2 were picked up",
        ),
        (
            "1 9h 8s 7d\n2 Tc",
            "12*3",
            "one_card_at_a_time",
            "cards move one at a time onto another card, and 3 were picked up",
        ),
        (
            "1 Ks Qh Jc",
            "12*2",
            "run_needs_king",
            "only a run that starts with a king moves as a whole, and this one starts with Qh",
        ),
        ("1 7h", "1e", "wrong_foundation_rank", "no foundation waits for 7h; the next of its suit is Ah"),
        (
            "1 7h\ne 3h\nf Th",
            "1c",
            "wrong_foundation_rank",
            "no foundation waits for 7h; the next of its suit is 4h or Jh",
        ),
        ("1 7h", "12", "space_needs_king", "an empty column takes only a king, and 7h is none"),
        (
            "1 7h\n2 9d",
            "12",
            "wrong_colour_and_rank",
            "7h does not fit on 9d, neither in colour nor in rank; it needs 8c or 8s",
        ),
        ("1 9h\n2 Td", "12", "same_colour", "9h does not fit on Td of the same colour; it needs Tc or Ts"),
        (
            "1 7s\n2 9d",
            "12",
            "wrong_rank",
            "7s does not fit on 9d, which has the wrong rank; it needs 8d or 8h",
        ),
        (
            "1 Ks\n2 9d",
            "12",
            "wrong_rank",
            "Ks does not fit on 9d, which has the wrong rank; it needs no card at all, only an empty column",
        ),
    ],
)
def test_every_reason_is_given_in_a_sentence(table: str, action: str, code: str, sentence: str) -> None:
    refused = refusal(read_picture(table), act(action))
    assert refused is not None
    assert refused.code == code
    assert str(refused) == sentence


def test_the_reasons_are_those_of_the_rules_in_their_order() -> None:
    assert [code.value for code in RefusalCode] == [
        "game_won",
        "nothing_to_undo",
        "nothing_to_redo",
        "stock_empty",
        "stock_not_empty",
        "nothing_to_redeal",
        "not_a_target",
        "draw_first",
        "source_empty",
        "same_pile",
        "foundation_to_foundation",
        "hidden_card",
        "one_card_to_foundation",
        "one_card_at_a_time",
        "run_needs_king",
        "wrong_foundation_rank",
        "space_needs_king",
        "wrong_colour_and_rank",
        "same_colour",
        "wrong_rank",
    ]


@pytest.mark.parametrize(
    ("table", "action", "first", "then"),
    [
        (WON, "uu", "game_won", "nothing_to_undo"),
        (WON, "rr", "game_won", "nothing_to_redo"),
        (WON, "tw", "game_won", "stock_empty"),
        (WON, "wt", "game_won", "nothing_to_redeal"),
        (WON, "aw", "game_won", "not_a_target"),
        (WON, "t1", "game_won", "draw_first"),
        (WON, "12", "game_won", "source_empty"),
        (WON, "aa", "game_won", "same_pile"),
        (WON, "ab", "game_won", "foundation_to_foundation"),
        ("t (Ks)", "wt", "stock_not_empty", "nothing_to_redeal: there is no waste"),
        ("t (Ks)", "tt", "not_a_target", "draw_first, same_pile"),
        ("1 Ks", "2w", "not_a_target", "source_empty"),
        ("w Ks", "ww", "not_a_target", "same_pile"),
        ("1 (5d) Ks", "1w*2", "not_a_target", "hidden_card"),
        ("1 Ks", "t1", "draw_first", "source_empty"),
        ("t (7h)", "ta", "draw_first", "wrong_foundation_rank"),
        ("t (7h)\n1 9c", "t1", "draw_first", "wrong_rank"),
        ("1 Ks", "22", "source_empty", "same_pile"),
        ("1 Ks", "aa", "source_empty", "same_pile, foundation_to_foundation"),
        ("1 Ks", "ab", "source_empty", "foundation_to_foundation"),
        ("1 Ks", "23", "source_empty", "space_needs_king"),
        ("1 Ks", "23*5", "source_empty", "more cards than there are"),
        ("a Ac\n1 Ks", "aa", "same_pile", "foundation_to_foundation"),
        ("1 (5d) Ks", "11*2", "same_pile", "hidden_card"),
        ("1 (5d) Ks", "11*3", "same_pile", "more cards than there are"),
        ("1 9h 8s", "11*2", "same_pile", "one_card_at_a_time"),
        ("1 9h", "11", "same_pile", "wrong_colour_and_rank"),
        ("c Ad\n1 Ks", "ca", "foundation_to_foundation", "wrong_foundation_rank"),
        ("1 (5d) Ks", "1a*2", "hidden_card", "one_card_to_foundation"),
        ("1 (5d) Ks\n2 Ad", "12*2", "hidden_card", "one_card_at_a_time"),
        ("1 (5d) Ks", "12*2", "hidden_card", "run_needs_king"),
        ("1 9h 8s", "1e*2", "one_card_to_foundation", "wrong_foundation_rank"),
        ("1 9h 8s\n2 Td", "12*2", "one_card_at_a_time", "same_colour"),
        ("1 9h 8s\n2 5c", "12*2", "one_card_at_a_time", "wrong_rank"),
        ("1 9h 8s\n2 5d", "12*2", "one_card_at_a_time", "wrong_colour_and_rank"),
        ("1 Ks Qh\n2 5d", "12*2", "one_card_at_a_time", "a king run may go only to a space"),
        ("1 9h 8s", "12*2", "run_needs_king", "space_needs_king"),
        ("1 9h\n2 9d", "12", "wrong_colour_and_rank", "same_colour, wrong_rank"),
    ],
)
def test_of_two_reasons_the_first_is_given(table: str, action: str, first: str, then: str) -> None:
    refused = refusal(read_picture(table), act(action))
    assert refused is not None
    assert refused.code == first, f"and not: {then}"


@pytest.mark.parametrize(
    ("table", "action", "cards", "onto", "wanted"),
    [
        ("1 Ks", "tw", "", None, ""),
        ("1 Ks", "21", "", None, ""),
        ("t (Ks)", "t1", "", None, ""),
        ("1 9h 8s", "11*2", "9h 8s", None, ""),
        ("a 2c\n1 Ks", "ab", "2c", None, ""),
        ("1 (5d) 9h 8s", "12*3", "9h 8s", None, ""),
        ("1 9h 8s", "1a*2", "9h 8s", None, ""),
        ("1 9h 8s\n2 Tc", "12*2", "9h 8s", "Tc", ""),
        ("1 9h 8s", "12*2", "9h 8s", None, ""),
        ("w 9c 7h", "w1", "7h", None, ""),
        ("w 7h", "we", "7h", None, "Ah"),
        ("w 7h\ne 3h", "wf", "7h", None, "4h Ah"),
        ("w 7h\ne 3h\nf 3h", "wa", "7h", None, "4h"),
        ("w 7h\ne Kh\nf 3h", "wf", "7h", None, "4h"),
        ("w 7h\nf Kh", "wf", "7h", None, "Ah"),
        ("w Ac\na Kc", "w1", "Ac", None, ""),
        ("w 7h\n1 9d", "w1", "7h", "9d", "8c 8s"),
        ("w 7h\n1 8d", "w1", "7h", "8d", "8c 8s"),
        ("w 7s\n1 (2d) Ts 9d", "w1", "7s", "9d", "8d 8h"),
        ("w Qs\n1 9d", "w1", "Qs", "9d", "Kd Kh"),
        ("w Ac\n1 9d", "w1", "Ac", "9d", "2d 2h"),
        ("w Kd\n1 9d", "w1", "Kd", "9d", ""),
        ("e 7h\n1 9d", "e1", "7h", "9d", "8c 8s"),
    ],
)
def test_a_refusal_tells_the_cards_it_speaks_of(
    table: str, action: str, cards: str, onto: str | None, wanted: str
) -> None:
    refused = refusal(read_picture(table), act(action))
    assert refused is not None
    assert [card.face for card in refused.cards] == cards.split()
    assert (refused.onto and refused.onto.face) == onto
    assert refused.wanted == tuple(wanted.split())


@pytest.mark.parametrize(
    ("table", "action"),
    [
        ("t (Ks)", "tw"),
        ("w Ks", "wt"),
        ("1 6s\n2 7d", "12"),
        ("1 6s\n2 7d", "12*1"),
        ("1 9h 8s 7h\n2 8c", "12"),
        ("w 6s\n2 7d", "w2"),
        ("g 6s\n2 7d", "g2"),
        ("w Ks", "w1"),
        ("t (5d)\ng Ks", "g1"),
        ("1 Ks", "12"),
        ("1 Ks Qh Jc", "12"),
        ("1 Ks Qh Jc", "12*3"),
        ("9 (5d) Ks Qh Jc", "91*3"),
        ("w Ac\n1 Ks", "wa"),
        ("1 2c\na Ac", "1h"),
    ],
)
def test_what_the_rules_allow_is_not_refused(table: str, action: str) -> None:
    assert refusal(read_picture(table), act(action)) is None


@pytest.mark.parametrize("target", FOUNDATIONS)
def test_any_foundation_target_means_the_foundation_area(target: str) -> None:
    assert refusal(read_picture("w As"), Action("w", target)) is None
    refused = refusal(read_picture("w 2s"), Action("w", target))
    assert refused is not None
    assert refused.wanted == ("As",)


def test_undo_and_redo_are_refused_only_where_there_is_nothing() -> None:
    position = read_picture("1 Ks")
    assert refusal(position, UNDO, undoable=1) is None
    assert refusal(position, REDO, redoable=1) is None
    assert refusal(position, UNDO, redoable=1) == Refusal(RefusalCode.NOTHING_TO_UNDO)
    assert refusal(position, REDO, undoable=1) == Refusal(RefusalCode.NOTHING_TO_REDO)
    assert refusal(read_picture(WON), UNDO, undoable=1) == Refusal(RefusalCode.GAME_WON)
    assert refusal(read_picture(WON), REDO, redoable=1) == Refusal(RefusalCode.GAME_WON)


def test_more_cards_than_a_column_has_are_no_action_at_all() -> None:
    position = read_picture("1 (5d) Ks")
    for target in "2a":
        with pytest.raises(ActionError) as wrong:
            refusal(position, Action("1", target, 3))
        assert str(wrong.value) == f"The action 1{target} cannot pick up 3 cards: column 1 has only 2."


def test_a_refusal_names_the_very_twin() -> None:
    position = read_picture("1 7s\n2 7s\n3 9d\n4 9d")
    refused = refusal(position, Action("2", "4"))
    assert refused == Refusal(
        RefusalCode.WRONG_RANK, (Card(Suit.SPADES, 7, 1),), Card(Suit.DIAMONDS, 9, 1), ("8d", "8h")
    )


@given(tables())
def test_repr_rebuilds_a_refusal_of_every_code(position: Position) -> None:
    found = {refused.code: refused for action in every_action(position) if (refused := refusal(position, action))}
    for refused in found.values():
        assert eval(repr(refused), dict(vars(easyharp))) == refused  # noqa: S307 - what repr is for
        assert "{" not in str(refused)


def test_repr_of_a_refusal_is_short() -> None:
    assert repr(refusal(read_picture("1 Ks"), DRAW)) == (
        "Refusal(code=RefusalCode.STOCK_EMPTY, cards=(), onto=None, wanted=())"
    )
