"""Two tabs of one window: both show the same game, and neither overwrites what the other has done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import positions
import pytest

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

OTHER_TAB = "In einem anderen Tab wurde weitergespielt. Hier liegt jetzt dasselbe Spiel."
KEYS = ("Space", "u", "Control+y")
ROUNDS = 12
SLOW_STORAGE = """() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
        for (let i = 0; i < 200; i += 1) get.call(this, key);
        return get.call(this, key);
    };
}"""


def wait_for_figure(table: TablePage, name: str, figure: int) -> None:
    table.page.wait_for_function(
        "([name, figure]) => document.querySelector(`#${name}`).textContent === String(figure)", arg=[name, figure]
    )
    table.settle()


def wait_for_moves(table: TablePage, moves: int) -> None:
    wait_for_figure(table, "moves", moves)


def wait_for_record(table: TablePage, record: str) -> None:
    """Wait until a tab shows the game of a record."""
    game = easyharp.Game.from_record(record)
    wait_for_moves(table, game.moves)
    wait_for_figure(table, "undo-left", game.undo_depth)
    table.assert_shows(game)


def press_in_both(one: TablePage, other: TablePage, keys: tuple[str, str], apart: int) -> None:
    """Press a key in each tab, the second one so many milliseconds after the first."""
    start = one.page.evaluate("Date.now()") + 150
    for table, key, moment in ((one, keys[0], start), (other, keys[1], start + apart)):
        table.page.evaluate(
            """([key, control, moment]) => {
                 window.pressed = new Promise((pressed) => setTimeout(() => {
                   document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: control, bubbles: true }));
                   pressed();
                 }, moment - Date.now()));
               }""",
            [" " if key == "Space" else key[-1], key.startswith("Control"), moment],
        )
    for table in (one, other):
        table.page.evaluate("window.pressed")
    one.page.wait_for_timeout(50)


def hide_and_show(table: TablePage) -> None:
    """Tell a tab that it was hidden or shown, upon which it keeps its game."""
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.page.wait_for_timeout(200)


@pytest.fixture
def tabs(open_table: Callable[..., TablePage]) -> tuple[TablePage, TablePage]:
    """Return two tabs that show the same game, in which two actions were played."""
    one = open_table(5, reduced_motion="reduce")
    one.drag("7", "4")
    one.key("Space")
    one.settle()
    return one, one.tab()


def test_a_second_tab_shows_the_same_game_and_follows(tabs: tuple[TablePage, TablePage]) -> None:
    one, other = tabs
    other.assert_shows(one.game())
    other.key("Space")
    other.settle()
    wait_for_record(one, other.record())
    one.key("u")
    one.settle()
    wait_for_record(other, one.record())
    assert len(one.kept_games()) == 1


@pytest.mark.parametrize("is_slow", [False, True], ids=["quick", "slow"])
def test_moves_in_both_tabs_at_once_never_overwrite_each_other(
    tabs: tuple[TablePage, TablePage], *, is_slow: bool
) -> None:
    one, other = tabs
    if is_slow:
        for table in tabs:
            table.page.evaluate(SLOW_STORAGE)
    record = one.record()
    for number in range(ROUNDS):
        keys = KEYS[number % 3], KEYS[(number + 1) % 3]
        press_in_both(one, other, keys, apart=number % 4)
        for table in tabs:
            table.settle()
        # What was kept stays, and goes on.
        before, record = record, one.record()
        assert record.rstrip().startswith(before.rstrip())
        assert record != before
        for table in tabs:
            wait_for_record(table, record)
    assert len(one.kept_games()) == 1


def test_the_tab_that_was_late_says_so(tabs: tuple[TablePage, TablePage]) -> None:
    one, other = tabs
    # What the other tab keeps is not told to this one.
    one.page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    other.page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    other.key("u")
    other.settle()
    one.key("Space")
    one.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert one.message() == OTHER_TAB
    assert one.record().split()[-3:] == ["74", "tw", "uu"]
    wait_for_record(one, one.record())


@pytest.mark.http
def test_a_tab_that_waits_to_follow_overwrites_nothing(tabs: tuple[TablePage, TablePage]) -> None:
    one, other = tabs
    held = one.hold("**/api/view")
    other.key("u")
    other.settle()
    kept = other.record()
    held.wait(one.page)
    one.key("Space")
    hide_and_show(one)
    assert other.record() == kept
    held.release()
    wait_for_record(one, kept)
    assert other.record() == kept


def test_another_game_started_in_one_tab_is_shown_in_both(tabs: tuple[TablePage, TablePage]) -> None:
    one, other = tabs
    left = one.record()
    other.page.locator("#new").click()
    other.page.locator("#deal-same").click()
    other.page.locator("#leave-dialog button[value=yes]").click()
    wait_for_moves(other, 0)
    wait_for_moves(one, 0)
    one.key("Space")
    one.settle()
    wait_for_moves(other, 1)
    assert [game["record"] for game in one.left_games()] == [left]


@pytest.mark.http
def test_a_tab_that_lags_behind_takes_no_other_game_off_the_table(tabs: tuple[TablePage, TablePage]) -> None:
    one, other = tabs
    held = one.hold("**/api/view")
    left = one.record()
    other.page.locator("#new").click()
    other.page.locator("#deal-new").click()
    other.page.locator("#leave-dialog button[value=yes]").click()
    wait_for_moves(other, 0)
    started = other.kept("running")
    held.wait(one.page)
    hide_and_show(one)
    assert other.kept("running") == started
    other.key("Space")
    other.settle()
    assert other.running_game()["moves"] == 1
    assert [game["record"] for game in other.left_games()] == [left]
    held.release()
    wait_for_moves(one, 1)
    assert other.kept("running") == started


def test_a_setting_changed_in_one_tab_outlives_another_one_changed_in_the_other(
    tabs: tuple[TablePage, TablePage],
) -> None:
    one, other = tabs
    one.choose(mirror=True)
    other.choose(four_colours=True)
    one.reload()
    kept = one.kept("settings")
    assert (kept["mirror"], kept["four_colours"]) == (True, True)


@pytest.mark.http
def test_two_tabs_begin_with_one_game(open_table: Callable[..., TablePage]) -> None:
    one = open_table(reduced_motion="reduce")
    one.forget()
    other = one.tab(is_opened=False)
    held = other.hold("**/api/new")
    other.page.goto(other.address)
    held.wait(other.page)
    one.open()
    one.page.wait_for_timeout(300)  # in which the other tab hears of that game
    held.release()
    other.page.wait_for_selector("html[data-ready]")
    other.key("Space")
    other.settle()
    wait_for_record(one, other.record())
    wait_for_record(other, other.record())
    assert one.left_games() == []


@pytest.fixture
def tabs_before_a_win(open_table: Callable[..., TablePage]) -> tuple[TablePage, TablePage]:
    """Return two tabs that show the same game, in each of which F wins it."""
    one = open_table(reduced_motion="reduce")
    positions.LAST_CARD.open(one)
    tabs = one, one.tab()
    for table in tabs:
        table.key(positions.LAST_CARD_IN)
    return tabs


def test_a_win_in_two_tabs_is_counted_once(tabs_before_a_win: tuple[TablePage, TablePage]) -> None:
    one, other = tabs_before_a_win
    moves = one.running_game()["moves"]
    press_in_both(one, other, ("f", "f"), apart=1)
    for table in (one, other):
        wait_for_moves(table, moves + 1)
        table.reload()  # the window of the win is only where it was won, and which tab was first is open
    games = [game for game in one.kept_games() if game["moves"]]
    assert [game["won"] for game in games] == [True]
    for table in (one, other):
        table.key("s")
        table.page.wait_for_selector("#statistics-dialog")
        assert table.page.locator("#statistics-dialog .totals b").all_inner_texts()[:2] == ["1", "1"]


@pytest.mark.http
def test_a_win_is_told_although_another_tab_has_it_already(tabs_before_a_win: tuple[TablePage, TablePage]) -> None:
    one, other = tabs_before_a_win
    held = other.hold("**/api/act")
    other.key("f")
    held.wait(other.page)
    one.key("f")
    one.page.wait_for_selector("#win-dialog")
    other.page.wait_for_timeout(300)  # in which it hears of that, and asks to follow once it is answered
    held.release()
    other.page.wait_for_selector("#win-dialog")
