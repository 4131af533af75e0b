from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import golden_data
from easyharp.actions import DRAW, FOUNDATIONS, PILES, REDEAL, Action
from easyharp.game import Game
from easyharp.legal import has_move_left, legal_actions
from easyharp.picture import read_picture
from easyharp.refusals import refusal
from played_games import every_action, games, tables

if TYPE_CHECKING:
    from easyharp.position import Position


def as_recorded(position: Position, action: Action) -> Action:
    """Return a legal action as a record would write it."""
    return position.after(action).action


def tried_out(position: Position) -> set[Action]:
    """Return the legal actions by trying every pair of piles."""
    pairs = [Action(source, target) for source in PILES for target in PILES]
    return {as_recorded(position, action) for action in pairs if refusal(position, action) is None}


def check_legal_actions(position: Position) -> None:
    legal = legal_actions(position)
    assert Counter(legal) == Counter(tried_out(position))
    for action in every_action(position):
        if action.count is not None and refusal(position, action) is None:
            assert as_recorded(position, action) in legal
            assert position.after(action) == position.after(Action(action.source, action.target))


def has_move_by_drawing_through(position: Position) -> bool:
    """Draw and redeal through two whole passes, and look for any other legal action on the way."""
    for _ in range(2 * (len(position.stock) + len(position.waste) + 1)):
        turning = tried_out(position) & {DRAW, REDEAL}
        if tried_out(position) - turning:
            return True
        for action in turning:
            position = position.after(action).position
    return False


@given(games())
def test_legal_actions_are_what_is_not_refused_in_games(game: Game) -> None:
    check_legal_actions(game.position)
    assert game.legal_actions == legal_actions(game.position)


@given(tables())
def test_legal_actions_are_what_is_not_refused_on_tables_no_game_leads_to(position: Position) -> None:
    check_legal_actions(position)


@pytest.mark.parametrize("win", golden_data.WINS, ids=lambda win: f"deal {win.deal}")
def test_every_action_of_a_golden_win_is_among_the_legal_ones(win: golden_data.GoldenWin) -> None:
    game = Game.from_deal(win.deal)
    for action in win.actions:
        assert Action.from_text(action) in game.legal_actions
        assert has_move_left(game.position)
        game.play(action)
    assert not game.legal_actions
    assert not has_move_left(game.position)


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        ("", ""),
        ("t (5d)", "tw"),
        ("w 5d", "wt"),
        ("t (5d)\nw 7c", "tw"),
        ("w Ac\n1 2d\n2 2h", "wt wa w1 w2"),
        ("1 6s\n2 7d\n3 7h", "12 13"),
        ("1 9h 8s\n2 9d\n3 Tc", "12 23"),
        ("1 (5d) Ks Qh", "12 13 14 15 16 17 18 19"),
        ("1 (5d) Ks Qh\n2 Kc\n3 9d\n4 9h\n5 7d\n6 7h\n7 5d\n8 5h\n9 3d", "12"),
        ("1 (5d) Ks Qh\n2 Qd\n3 9d\n4 9h\n5 7d\n6 7h\n7 5d\n8 5h\n9 3d", ""),
        ("1 2c\na Ac\nb Ac", "1a"),
        ("1 2h\na Ac\nb Ac", "a1 b1"),
        ("1 Qd\n2 9d\n3 9h\n4 7d\n5 7h\n6 5d\n7 5h\n8 3d\na Kc\nw Kd", "wt w9 a9"),
    ],
)
def test_the_legal_actions_of_small_tables(table: str, actions: str) -> None:
    assert " ".join(map(str, legal_actions(read_picture(table)))) == actions


NINE_RED = "1 9h\n2 9d\n3 7h\n4 7d\n5 9h\n6 7h\n7 5h\n8 5d\n9 7d"


@pytest.mark.parametrize(
    ("table", "has_move"),
    [
        pytest.param(NINE_RED, False, id="nothing but red odd cards"),
        pytest.param(f"t (2d 3d)\nw 3h\n{NINE_RED}", False, id="nothing in stock or waste fits"),
        pytest.param(f"t (2d 3d 6s)\n{NINE_RED}", True, id="the last stock card fits"),
        pytest.param(f"w 6s 2d 3d\n{NINE_RED}", True, id="the lowest waste card fits"),
        pytest.param(f"t (3d)\nw 6s 2d\n{NINE_RED}", True, id="a covered waste card fits"),
        pytest.param(f"w 2d As 3d\n{NINE_RED}", True, id="a covered ace in the waste"),
        pytest.param(f"t (8c)\nw Td\n{NINE_RED}", True, id="8c fits onto 9h"),
        pytest.param(f"t (Tc)\nw Jd\n{NINE_RED}", False, id="stock and waste fit only each other"),
        pytest.param(f"t (Kd)\nw Ks\n{NINE_RED}", False, id="kings without a space"),
        pytest.param("t (Kd)\n1 9h", True, id="a king in the stock and a space"),
        pytest.param("w Kd 3h\n1 9h", True, id="a covered king in the waste and a space"),
        pytest.param("t (Qs)\nw 3h\n1 9h", False, id="spaces, but no king"),
        pytest.param("1 9h 8s", False, id="a run may not move to a space without a king"),
        pytest.param("1 9h 8s\n2 Tc", False, id="a run may not move as a whole"),
        pytest.param("1 (As 6c) 7h", False, id="face-down cards fit nowhere"),
        pytest.param("e 6h\n1 7s", True, id="a foundation's top fits onto a column"),
        pytest.param("e 6h\n1 7d", False, id="a foundation's top fits nowhere"),
        pytest.param("e Kh\n1 5d", True, id="a king from a foundation to a space"),
        pytest.param(f"e Kh\n{NINE_RED.replace('9h', '9c').replace('7h', '7c').replace('5h', '5s')}", False, id="full"),
        pytest.param("1 2h\ne Ah", True, id="a column's end fits onto a foundation"),
        pytest.param("1 2h\ne 2h", False, id="a column's end waits for its ace"),
        pytest.param("1 Ks", True, id="a king to another space, pointless but legal"),
        pytest.param("1 (5d) Kd Qs Jh", True, id="a king run to a space"),
        pytest.param("1 6s\n2 7d", True, id="column to column"),
        pytest.param("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Ks", False, id="won"),
        pytest.param("t (5d)", False, id="only drawing"),
        pytest.param("w 5d 2c", False, id="only redealing"),
    ],
)
def test_whether_a_move_is_left_is_known_exactly(table: str, has_move: bool) -> None:  # noqa: FBT001
    position = read_picture(table)
    assert has_move_by_drawing_through(position) == has_move
    assert has_move_left(position) == has_move


@given(games())
def test_a_move_is_left_in_a_game_where_drawing_through_finds_one(game: Game) -> None:
    assert has_move_left(game.position) == has_move_by_drawing_through(game.position)


@given(tables() | tables(fewest_on_foundations=9))
def test_a_move_is_left_on_a_table_where_drawing_through_finds_one(position: Position) -> None:
    assert has_move_left(position) == has_move_by_drawing_through(position)


@given(st.data())
def test_a_move_is_left_on_a_small_table_where_drawing_through_finds_one(data: st.DataObject) -> None:
    faces = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
    piles = st.lists(st.sampled_from(faces), unique=True, max_size=5).map(" ".join)
    columns = data.draw(st.lists(st.sampled_from(faces), unique=True, max_size=9))
    heights = data.draw(st.lists(st.sampled_from("-A9K"), min_size=8, max_size=8))
    lines = [f"{place} {face}" for place, face in enumerate(columns, start=1)]
    used = set(columns)
    for slot, top in zip(FOUNDATIONS, heights, strict=True):
        suit = "cdhs"[FOUNDATIONS.index(slot) // 2]
        below = {rank + suit for rank in "A23456789TJQK"["A23456789TJQK".find(top) :: -1] if top != "-"}
        if not used & below:
            used |= below
            lines += [f"{slot} {top}{suit}"] if below else []
    for pile in "tw":
        lines.append(f"{pile} {' '.join(face for face in data.draw(piles).split() if face not in used) or '--'}")
    position = read_picture("\n".join(lines))
    assert has_move_left(position) == has_move_by_drawing_through(position)
    check_legal_actions(position)
