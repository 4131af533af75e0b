from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import easyharp
from easyharp.actions import DRAW, PILES, REDEAL, REDO, UNDO, Action
from easyharp.errors import ActionError

_WHAT_WOULD_BE_RIGHT = (
    " is not an action: an action is two characters, a source and a target pile of 1-9 (columns), a-h (foundations),"
    " t (stock) and w (waste), such as 'w3', or tw (draw), wt (redeal), uu (undo), rr (redo)."
)
_ALL_TEXTS = ["uu", "rr", *(source + target for source in PILES for target in PILES)]


def test_there_are_nineteen_piles() -> None:
    assert PILES == "123456789abcdefghtw"


def test_every_pair_of_piles_and_undo_and_redo_are_actions() -> None:
    actions = [Action.from_text(text) for text in _ALL_TEXTS]
    assert [str(action) for action in actions] == _ALL_TEXTS
    assert len(set(actions)) == 19 * 19 + 2
    assert all(action.count is None for action in actions)


@pytest.mark.parametrize(("action", "text"), [(DRAW, "tw"), (REDEAL, "wt"), (UNDO, "uu"), (REDO, "rr")])
def test_draw_redeal_undo_and_redo_have_names(action: Action, text: str) -> None:
    assert str(action) == text
    assert Action.from_text(text) == action


@pytest.mark.parametrize("text", ["", "w", "w33", "0a", "ai", "W3", "ur", "u1", "1u", "r1", "w ", "x1", "tw ", "47:3"])
def test_what_is_nearly_an_action_is_none(text: str) -> None:
    with pytest.raises(ActionError) as wrong:
        Action.from_text(text)
    assert str(wrong.value) == repr(text) + _WHAT_WOULD_BE_RIGHT


@given(st.text(max_size=3))
def test_any_text_is_an_action_or_says_what_would_be_one(text: str) -> None:
    if text in _ALL_TEXTS:
        assert str(Action.from_text(text)) == text
    else:
        with pytest.raises(ActionError, match="is not an action: an action is two characters"):
            Action.from_text(text)


@pytest.mark.parametrize(("source", "target"), [("", "12"), ("12", ""), ("1", "x"), ("0", "1"), ("u", "r"), ("", "")])
def test_an_action_has_one_source_and_one_target_pile(source: str, target: str) -> None:
    with pytest.raises(ActionError, match="is not an action"):
        Action(source, target)


@pytest.mark.parametrize(("source", "count"), [("1", 1), ("9", 21), ("a", 1), ("w", 1), ("t", 1), ("5", None)])
def test_a_column_gives_up_to_21_cards_and_every_other_pile_one(source: str, count: int | None) -> None:
    assert Action(source, "2", count).count == count


@pytest.mark.parametrize(
    ("source", "count", "gives"),
    [
        ("1", 0, "a column gives 1 to 21 at once"),
        ("1", -1, "a column gives 1 to 21 at once"),
        ("9", 22, "a column gives 1 to 21 at once"),
        ("a", 2, "only a column gives more than 1"),
        ("w", 2, "only a column gives more than 1"),
        ("t", 0, "only a column gives more than 1"),
    ],
)
def test_no_pile_gives_more_cards_than_it_ever_can(source: str, count: int, gives: str) -> None:
    with pytest.raises(ActionError) as wrong:
        Action(source, "2", count)
    assert str(wrong.value) == f"The action {source}2 cannot pick up {count} cards: {gives}."


@pytest.mark.parametrize("pair", ["uu", "rr"])
def test_undo_and_redo_have_no_count(pair: str) -> None:
    with pytest.raises(ActionError) as wrong:
        Action(pair[0], pair[1], 1)
    assert str(wrong.value) == f"The action {pair} picks up no cards, so it has no count."


@given(st.sampled_from(PILES), st.sampled_from(PILES), st.sampled_from([None, 1]))
def test_repr_rebuilds_an_action(source: str, target: str, count: int | None) -> None:
    for action in (Action(source, target, count), Action("1", target, 21), UNDO, REDO):
        assert eval(repr(action), dict(vars(easyharp))) == action  # noqa: S307 - what repr is for
