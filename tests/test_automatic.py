from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import golden_data
from easyharp.actions import COLUMNS, FOUNDATIONS, PILES, Action
from easyharp.automatic import double_tap_action, finishing_action, tap_action
from easyharp.game import Game
from easyharp.legal import legal_actions
from easyharp.picture import read_picture
from easyharp.position import Column, Position
from easyharp.refusals import refusal
from played_games import games, tables

if TYPE_CHECKING:
    from collections.abc import Callable

NO_SPACE = "5 9d\n6 9h\n7 7d\n8 7h\n9 7d"


@pytest.mark.parametrize(
    ("table", "pile", "count", "action"),
    [
        pytest.param("t (2d)\nw 5c", "t", 1, "tw", id="stock draws"),
        pytest.param("w 5c", "t", 1, "wt", id="empty stock redeals"),
        pytest.param("w 2d Ac", "w", 1, "wa", id="waste to foundation"),
        pytest.param("w Ac 2d", "w", 1, None, id="only the top of the waste"),
        pytest.param("", "w", 1, None, id="empty waste"),
        pytest.param("1 5h 4s\ng 3s", "1", 1, "1g", id="column to foundation"),
        pytest.param("1 As\ng As", "1", 1, "1h", id="the foundation that accepts it"),
        pytest.param("1 2s\ng As\nh As", "1", 1, "1g", id="the left one of two that accept it"),
        pytest.param("1 6s\n2 7d", "1", 1, None, id="no foundation, and a column is not for one tap"),
        pytest.param("1 (5d) Ks", "1", 1, None, id="a space is not for one tap"),
        pytest.param("", "1", 1, None, id="empty column"),
        pytest.param("1 2h Ac", "1", 2, "1a", id="a covered card counts for the last"),
        pytest.param("1 3s 2d\ng 2s", "1", 2, None, id="a covered card never goes itself"),
        pytest.param("1 (5d) Ks Qh\ne Jh", "1", 2, None, id="a king run tapped on its king waits for a second tap"),
        pytest.param("1 (5d) Ks Qh\ne Jh", "1", 1, "1e", id="a king run tapped on its end"),
        pytest.param("1 Ks Qh\ne Jh", "1", 2, "1e", id="a king run that starts its column has nothing to do"),
        pytest.param(f"1 (5d) Ks Qh\n2 3d\n3 3h\n4 5h\n{NO_SPACE}\ne Jh", "1", 2, "1e", id="full"),
        pytest.param("a Ac\n1 2h", "a", 1, None, id="foundation never"),
        pytest.param("a Kc\n1 2h", "a", 1, None, id="foundation never, not even a king"),
    ],
)
def test_a_tap(table: str, pile: str, count: int, action: str | None) -> None:
    chosen = tap_action(read_picture(table), pile, count)
    assert (chosen and str(chosen)) == action


@pytest.mark.parametrize(
    ("table", "pile", "count", "action"),
    [
        pytest.param("1 6s\n2 7d", "1", 1, "12", id="a column"),
        pytest.param("w 6s\n2 7d", "w", 1, "w2", id="waste to column"),
        pytest.param("1 Ac\n2 2h", "1", 1, "1a", id="a foundation comes first"),
        pytest.param("1 6s\n2 7d\n3 8c 7h", "1", 1, "13", id="the longest column"),
        pytest.param("1 6s\n2 8c 7h\n3 7d", "1", 1, "12", id="the longest column, left"),
        pytest.param("1 6s\n2 8c 7d\n3 (2c 3c) 7h", "1", 1, "13", id="face-down cards count"),
        pytest.param("9 6s\n4 7d\n5 7h", "9", 1, "94", id="the leftmost of equals"),
        pytest.param("1 7d\n2 7h\n3 8c 7d\n4 8c 7h\n9 6s", "9", 1, "93", id="the leftmost of the longest"),
        pytest.param("1 6s\n2 7s", "1", 1, None, id="nothing fits"),
        pytest.param("w Ks\n1 5d\n2 6d", "w", 1, "w3", id="king from the waste to the leftmost space"),
        pytest.param("4 (5d) Ks", "4", 1, "41", id="king off a face-down card"),
        pytest.param("4 Ks", "4", 1, None, id="a king that starts its column stays"),
        pytest.param("w Qs\n1 5d", "w", 1, None, id="a space is for kings"),
        pytest.param("w Ks\n" + NO_SPACE + "\n1 5h\n2 3d\n3 3h\n4 9d", "w", 1, None, id="a king without a space"),
        pytest.param("4 (5d) Ks Qh", "4", 2, "41", id="king run tapped on its king"),
        pytest.param("4 (5d) Ks Qh", "4", 1, None, id="king run tapped on its end"),
        pytest.param("4 (5d) Ks Qh\n1 Kc", "4", 1, "41", id="the end of a king run fits elsewhere"),
        pytest.param("4 (5d) Ks Qh\n1 Kc", "4", 2, "42", id="king run tapped on its king, not its end"),
        pytest.param("4 (5d) Ks Qh Jc", "4", 2, None, id="king run tapped in its middle"),
        pytest.param("4 (5d) Ks Qh Jc\n1 Qd", "4", 2, "41", id="a covered card counts for the last"),
        pytest.param("4 Ks Qh\n1 Kc", "4", 2, "41", id="a king run that starts its column stays, its end fits"),
        pytest.param("4 (5d) 9h 8s", "4", 2, None, id="a run without a king stays"),
        pytest.param("4 (5d) Ks", "4", 2, "41", id="a face-down card counts for the last"),
        pytest.param("4 (5d) Ks Qh", "4", 3, None, id="a face-down card under a king run counts for the last"),
        pytest.param("4 (5d) Ks Qh\n1 Kc", "4", 3, "41", id="a face-down card under a king run, the last fits"),
        pytest.param("4 (5d) Ks Qh\ne Jh", "4", 2, "41", id="king run tapped on its king, though its end could go"),
        pytest.param("t (6s)\n1 7d", "t", 1, None, id="stock"),
        pytest.param("a Ac\n1 2h", "a", 1, None, id="foundation never"),
        pytest.param("1 2h", "2", 1, None, id="empty column"),
        pytest.param("1 2h", "w", 1, None, id="empty waste"),
    ],
)
def test_a_double_tap(table: str, pile: str, count: int, action: str | None) -> None:
    chosen = double_tap_action(read_picture(table), pile, count)
    assert (chosen and str(chosen)) == action


def best_by_trying(position: Position, pile: str) -> Action | None:
    """Choose a double tap's action by what the design says, from the legal ones."""
    targets = [action.target for action in legal_actions(position) if action.source == pile and action.target != "t"]

    def length(target: str) -> int:
        return position.column(target).size

    if foundation := [target for target in targets if target in FOUNDATIONS]:
        return Action(pile, foundation[0])
    if columns := sorted(
        (target for target in targets if length(target)), key=lambda target: (-length(target), target)
    ):
        return Action(pile, columns[0])
    starts_its_column = pile in COLUMNS and not position.column(pile).hidden
    spaces = [target for target in targets if position.picked_up(Action(pile, target)) == 1]
    return Action(pile, spaces[0]) if spaces and not starts_its_column else None


def check_taps(position: Position) -> None:
    for pile in PILES.replace("t", ""):
        tapped = tap_action(position, pile)
        double_tapped = double_tap_action(position, pile)
        if pile in FOUNDATIONS:
            assert (tapped, double_tapped) == (None, None)
            continue
        best = best_by_trying(position, pile)
        assert double_tapped == best
        assert tapped == (best if best and best.target in FOUNDATIONS else None)
    for column in COLUMNS:
        shown = position.column(column).shown
        for count in range(2, len(shown) + 1):
            for action in (tap_action(position, column, count), double_tap_action(position, column, count)):
                assert action is None or refusal(position, action) is None
                if action is not None and position.picked_up(action) > 1:
                    assert position.picked_up(action) == count == len(shown)


@given(games())
def test_taps_choose_the_best_legal_action_in_games(game: Game) -> None:
    check_taps(game.position)


@given(tables())
def test_taps_choose_the_best_legal_action_on_tables_no_game_leads_to(position: Position) -> None:
    check_taps(position)


def finish(position: Position, play: Callable[[Action], Position]) -> None:
    """Repeat the finishing action to the win, which is never more than 104 passes away."""
    for _ in range(104 * 105):
        action = finishing_action(position)
        if action is None:
            break
        assert action in legal_actions(position)
        position = play(action)
    assert position.is_won


@pytest.mark.parametrize("win", golden_data.WINS, ids=lambda win: f"deal {win.deal}")
def test_finishing_wins_from_where_a_golden_win_turned_its_last_card_up(win: golden_data.GoldenWin) -> None:
    game = Game.from_deal(win.deal)
    for action in win.actions:
        if game.position.is_finishable:
            break
        assert finishing_action(game.position) is None
        game.play(action)

    def play(action: Action) -> Position:
        assert game.play(action) == action
        return game.position

    finish(game.position, play)
    assert game.is_won


@given(tables())
def test_finishing_wins_every_table_without_a_face_down_card(position: Position) -> None:
    turned = [card for column in position.columns for card in column.hidden]
    columns = tuple(Column((), column.shown) for column in position.columns)
    table = Position(columns, position.foundations, position.stock, (*position.waste, *turned))
    assert table.is_finishable or table.is_won
    current = [table]

    def play(action: Action) -> Position:
        current.append(current.pop().after(action).position)
        return current[0]

    finish(table, play)


@pytest.mark.parametrize(
    ("table", "action"),
    [
        ("1 2c Ah\n2 3d\na Ac", "1e"),
        ("1 3d\n2 2c\na Ac\nw Ad", "2a"),
        ("1 3d\nw Ad", "wc"),
        ("1 3d\nw 2d\nt (Ad)", "tw"),
        ("1 3d\nw Ad 2d", "wt"),
        ("1 (3d) Ac", None),
        ("a Kc\nb Kc\nc Kd\nd Kd\ne Kh\nf Kh\ng Ks\nh Ks", None),
    ],
)
def test_finishing_goes_to_a_foundation_or_draws_or_redeals(table: str, action: str | None) -> None:
    chosen = finishing_action(read_picture(table))
    assert (chosen and str(chosen)) == action
