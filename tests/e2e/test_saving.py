"""Nothing is lost: reloading, undoing after it, damaged records, blocked storage, a server that is gone, files."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from interception import cut_off, intercept

import easyharp
import golden_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Route
    from table_page import TablePage

pytestmark = pytest.mark.browser

NO_MORE_UNDO = "Es gibt nichts zurückzunehmen (höchstens die letzten 100 Züge)."
UNREACHABLE = "Das Spielprogramm antwortet nicht."
NOT_KEPT = "Dieser Browser speichert gerade nichts"
PUT_ASIDE = "Das bisherige Spiel liegt unter „Neues Spiel“."
CUT = "Das Spiel ist beschädigt. Der gute Anfang, 3 Züge, ist geöffnet."
BROKEN = "Das zuletzt gespielte Spiel ist beschädigt und lässt sich nicht öffnen."

BLOCKED = {
    "throws": "IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError'); };",
    "fails": """IDBFactory.prototype.open = () => {
        const request = { error: new DOMException('blocked', 'UnknownError') };
        queueMicrotask(() => request.onerror?.(new Event('error')));
        return request;
    };""",
    "is full": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
}


def actions(game: easyharp.Game) -> list[str]:
    return list(map(str, game.record.actions))


# Reloading


def fifty_actions() -> list[str]:
    """Return actions of every sort from late in a golden win, undone and redone ones among them."""
    win = golden_data.WINS[0]
    todo: list[str] = []
    for number, action in enumerate(win.actions[LATE:]):
        todo.append(action)
        if number % 5 == 4:
            todo += ["uu", "rr"]
    return todo[:50]


LATE = 600


def reload_stopped(table: TablePage) -> None:
    """Open the page again while its clock stands still but for the frame that paints the kept game."""
    table.page.reload()
    table.page.wait_for_selector(".card[data-face]", state="attached")
    table.page.clock.run_for(20)
    table.page.wait_for_selector("html[data-ready]")
    table.settle()


def test_a_reload_after_every_action_changes_nothing(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    game = table.open_record(1, " ".join(golden_data.WINS[0].actions[:LATE]))
    keys = {"tw": "Space", "wt": "Space", "uu": "u", "rr": "Control+y"}
    todo = fifty_actions()
    assert {"tw", "uu", "rr"} < set(todo)
    assert {"c" if action[1] in "123456789" else action[1] for action in todo} > {"c", "w"}
    table.page.clock.install()
    table.page.clock.pause_at(table.page.evaluate("Date.now()") + 60_000)
    reload_stopped(table)
    elapsed = table.running_game()["elapsed"]
    for action in todo:
        table.page.clock.run_for(1_080)
        if action in keys:
            table.key(keys[action])
        else:
            table.drag(action[0], action[1], game.position.picked_up(easyharp.Action.from_text(action)))
        table.page.clock.run_for(20)  # the engine is asked after the frame that shows the action
        table.settle()
        game.play(action)
        before, elapsed = elapsed, table.running_game()["elapsed"]
        assert 1_080 <= round(elapsed - before) <= 1_100
        reload_stopped(table)
        table.assert_shows(game)
        assert actions(table.game()) == actions(game)
        assert table.running_game()["elapsed"] == pytest.approx(elapsed)
        seconds = round(elapsed) // 1_000
        assert table.page.locator("#time").inner_text() == f"{seconds // 60}:{seconds % 60:02}"


def test_101_actions_and_101_undos(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, reduced_motion="reduce")
    game = easyharp.Game.from_deal(1)
    for _ in range(101):
        table.key("Space")
        game.play("tw" if game.position.stock else "wt")
    table.settle()
    table.assert_shows(game)
    assert table.figure("undo-left") == 100
    table.reload()
    table.assert_shows(game)
    for _ in range(40):
        table.key("u")
        game.play("uu")
    table.settle()
    table.reload()
    table.assert_shows(game)
    assert table.figure("undo-left") == 60
    for _ in range(60):
        table.key("u")
        game.play("uu")
    table.settle()
    assert table.message() == ""
    assert table.figure("undo-left") == 0
    table.assert_shows(game)
    table.key("u")
    table.settle()
    assert table.message() == NO_MORE_UNDO
    assert table.spoken() == NO_MORE_UNDO
    table.assert_shows(game)
    assert len(game.position.waste) == 1  # the first action is the one that cannot be undone
    table.reload()
    for _ in range(100):
        table.key("Control+y")
        game.play("rr")
    table.settle()
    table.assert_shows(game)


# Damage


def test_the_good_beginning_of_a_damaged_record_is_opened(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    damaged = '[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw t? tw\n'
    table.keep_running(damaged)
    assert table.message() == CUT
    assert table.spoken() == CUT
    game = easyharp.Game.from_record('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw\n')
    table.assert_shows(game)
    assert table.kept("damaged")[0] == damaged
    table.key("Space")
    table.settle()
    game.play("tw")
    assert table.message() == ""
    table.reload()
    assert table.message() == ""
    table.assert_shows(game)
    assert table.kept("damaged")[0] == damaged


def test_the_legal_beginning_of_a_record_is_opened(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    damaged = '[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw 74 tw\n'
    table.keep_running(damaged)
    assert table.message() == CUT
    table.assert_shows(easyharp.Game.from_record('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw\n'))
    assert table.kept("damaged")[0] == damaged


@pytest.mark.parametrize("damaged", ["", "tw tw tw", '[Deal "EH9-N-AAAAAAF"]\n\ntw\n', "\x00\x01"])
def test_a_record_that_cannot_be_read_is_said_and_kept(open_table: Callable[..., TablePage], damaged: str) -> None:
    table = open_table(1)
    table.keep_running(damaged)
    forget_failed_requests(table, 422)
    assert BROKEN in table.message()
    assert table.spoken() == table.message()
    assert table.kept("damaged")[0] == damaged
    table.key("Space")
    table.settle()
    assert actions(table.game()) == ["tw"]
    assert table.message() == ""


def test_a_left_game_that_cannot_be_read_leaves_the_running_one(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = table.open_record(5, "74 tw")
    left = table.running_game() | {"id": "left", "record": "tw tw", "changed": 1}
    table.keep("settings", {}, left)
    table.page.locator("#new").click()
    table.page.locator("#left-games button").click()
    table.page.wait_for_function(
        "(text) => document.querySelector('#message').innerText.includes(text)", arg="Dieses Spiel ist beschädigt"
    )
    forget_failed_requests(table, 422)
    table.assert_shows(game)
    assert table.kept("damaged")[0] == "tw tw"
    assert table.running_game()["id"] == "made up"
    assert [left["id"] for left in table.left_games()] == ["left"]
    table.key("Space")
    table.settle()
    game.play("tw")
    table.reload()
    table.assert_shows(game)


def test_damaged_settings_fall_back(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.keep("settings", {"language": "tlh", "mirror": "yes", "interactive": None, "four_colours": True})
    table.assert_shows(easyharp.Game.from_deal(5))
    assert table.page.locator("html").get_attribute("lang") == "de"
    assert table.page.locator('#settings [name="four_colours"]').is_checked()
    assert not table.page.locator('#settings [name="mirror"]').is_checked()


# Storage that does not keep


@pytest.mark.parametrize("how", BLOCKED)
def test_blocked_storage_is_said_once_and_the_game_can_be_played(
    open_table: Callable[..., TablePage], how: str
) -> None:
    table = open_table(reduced_motion="reduce")
    table.context.add_init_script(BLOCKED[how])
    table.page.goto("about:blank")
    table.open(5)
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert NOT_KEPT in table.message()
    game = easyharp.Game.from_deal(5)
    table.drag("7", "4")
    table.key("Space", "Space", "u")
    table.settle()
    for action in ("74", "tw", "tw", "uu"):
        game.play(action)
    table.assert_shows(game)
    assert table.message() == ""


# A server that is gone


@pytest.mark.http
def test_what_is_wanted_while_the_kept_game_cannot_be_opened_is_done_later(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5, reduced_motion="reduce")
    game = easyharp.Game.from_deal(5)
    for action in ["tw"] * 7:
        game.play(action)
    table.key(*[" "] * 4)
    table.settle()
    table.kept("running")
    failed: list[Route] = []

    def fail_once(route: Route) -> None:
        failed.append(route)
        route.abort() if len(failed) == 1 else route.continue_()

    intercept(table.page, "**/api/view", fail_once)
    table.page.reload()
    table.page.wait_for_selector(".card[data-face]", state="attached")
    table.key(*[" "] * 3)
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    table.assert_shows(game)
    assert actions(table.game()) == actions(game)
    forget_failed_requests(table)


def test_a_page_of_which_a_part_does_not_come_says_so(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    assert table.page.locator("#late").count() == 0
    cut_off(table.page, "**/table.js")
    table.page.reload()
    table.page.locator("#late").wait_for(state="visible")
    table.page.unroute("**/table.js")
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(5))
    table.errors.clear()


def test_words_that_do_not_come_leave_the_app_in_another_language(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, locale="en-GB")
    cut_off(table.page, "**/words/fr.js")
    table.keep("settings", {"language": "fr"})
    table.page.wait_for_selector("#message button:text('Reload')")
    table.assert_shows(easyharp.Game.from_deal(5))
    table.page.unroute("**/words/fr.js")
    with table.page.expect_navigation():
        table.page.get_by_role("button", name="Reload").click()
    table.page.wait_for_selector("html[lang=fr][data-ready]")
    table.errors.clear()


def test_where_nothing_is_kept_no_reload_is_offered(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    table.context.add_init_script(next(iter(BLOCKED.values())))
    table.page.goto("about:blank")
    table.open(5)
    table.key(" ")
    table.settle()
    cut_off(table.page, "**/statistics_window.js")
    table.key("s")
    table.page.wait_for_selector("#message:not([hidden])")
    assert table.message().startswith("Das Spielprogramm ")
    assert table.page.locator("#message button").count() == 0
    table.errors.clear()


@pytest.mark.http
def test_the_kept_game_is_opened_although_another_one_was_asked_for_in_vain(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.key(" ")
    table.settle()
    game = table.game()
    left = table.running_game() | {"id": "left", "record": "tw tw", "changed": 1}
    table.keep("settings", {}, left)
    cut_off(table.page, "**/api/view")
    table.page.reload()
    table.page.wait_for_selector("#message:not([hidden])")
    table.page.locator("#new").click()
    table.page.locator("#left-games button").click()
    table.page.wait_for_timeout(300)
    table.page.unroute("**/api/view")
    table.page.wait_for_selector("html[data-ready]")
    table.key(" ")
    table.settle()
    game.play("tw")
    table.assert_shows(game)
    assert actions(table.game()) == actions(game)
    table.errors.clear()


@pytest.mark.http
def test_a_player_who_waits_long_is_told_so_until_the_answer_comes(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    held = table.hold("**/api/*")
    table.key(" ")
    table.page.wait_for_selector("#message:text('Einen Moment noch')")
    held.release()
    table.page.wait_for_selector("#message", state="hidden")
    table.settle()
    assert table.running_game()["moves"] == 1


@pytest.mark.http
def test_the_clock_of_the_kept_game_stands_until_it_is_open(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.keep_running(table.record(), elapsed=3_725_000)
    table.key(" ")
    table.settle()
    held = table.hold("**/api/view")
    table.page.reload()
    table.page.wait_for_selector(".card[data-face]", state="attached")
    shown = table.page.locator("#time").inner_text()
    assert shown.startswith("1:02:")
    table.page.wait_for_timeout(2_100)
    assert table.page.locator("#time").inner_text() == shown
    held.release()
    table.page.wait_for_function("(shown) => document.querySelector('#time').textContent > shown", arg=shown)
    assert table.page.locator("#time").inner_text().startswith("1:02:")


def forget_failed_requests(table: TablePage, status: int | None = None) -> None:
    """Check that the page's only errors are the browser's own about requests that failed, and forget them.

    A worker is asked by no request, so there are none.
    """
    expected = f"status of {status}" if status else "net::ERR_FAILED"
    assert [error for error in table.errors if expected not in error] == []
    table.errors.clear()


@pytest.mark.http
def test_a_server_gone_in_mid_game_is_said_and_the_game_goes_on(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    game = easyharp.Game.from_deal(5)
    table.drag("7", "4")
    table.settle()
    game.play("74")
    cut_off(table.page, "**/api/**")
    acts: list[Callable[[], None]] = [
        lambda: table.tap("t"),
        lambda: table.drag("7", "1"),
        lambda: table.key("u"),
    ]
    for act in acts:
        act()
        table.settle()
        assert UNREACHABLE in table.message()
        assert table.spoken() == table.message()
        table.assert_shows(game)
    forget_failed_requests(table)
    table.page.unroute("**/api/**")
    table.tap("t")
    table.settle()
    game.play("tw")
    assert table.message() == ""
    table.assert_shows(game)
    table.reload()
    table.assert_shows(game)


@pytest.mark.http
def test_a_new_game_waits_for_the_server(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.drag("7", "4")
    table.settle()
    cut_off(table.page, "**/api/**")
    table.page.locator("#new").click()
    table.page.locator("#deal-same").click()
    table.page.locator("#leave-dialog button[value=yes]").click()
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert UNREACHABLE in table.message()
    forget_failed_requests(table)
    table.page.unroute("**/api/**")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.errors.clear()  # it may have tried again in between
    table.settle()
    assert table.message() == ""
    table.assert_shows(easyharp.Game.from_deal(5))
    assert [game["record"].split()[-1] for game in table.left_games()] == ["74"]


# Files


def save(table: TablePage, folder: Path) -> Path:
    path = table.saved("#save-record", folder)
    table.page.locator('#menu-dialog button[value="close"]').click()
    return path


def choose_file(table: TablePage, path: Path) -> str:
    """Choose a file in the window for opening a game, and return what is said of it."""
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    with table.page.expect_file_chooser() as chooser:
        table.page.locator("#open-file").click()
    chooser.value.set_files(path)
    table.page.wait_for_selector("#open-says:not(:empty)")
    return table.page.locator("#open-says").inner_text()


def open_file(table: TablePage, path: Path) -> None:
    """Play on the game of a file."""
    choose_file(table, path)
    table.page.locator("#open-dialog [data-act=play]").click()
    table.page.locator("#open-dialog").wait_for(state="detached")
    table.settle()


def test_a_game_is_saved_to_a_file_and_opened_from_it(open_table: Callable[..., TablePage], tmp_path: Path) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.drag("7", "4")
    table.key("Space", "Space", "u")
    table.settle()
    game = table.game()
    path = save(table, tmp_path)
    assert path.name == "EH1-N-AAAAAAF.txt"
    assert path.read_text(encoding="utf-8") == str(game.record)

    other = open_table(1, reduced_motion="reduce")
    other.key("Space")
    other.settle()
    begun = time.monotonic()
    open_file(other, path)
    other.page.wait_for_function("() => document.querySelector('#moves').textContent === '3'")
    other.assert_shows(game)
    other.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert other.message() == PUT_ASIDE
    assert other.seconds() <= time.monotonic() - begun
    other.reload()
    other.assert_shows(game)
    assert [left["deal"] for left in other.left_games()] == [1]
    other.key("Control+y")
    other.settle()
    game.play("rr")
    other.assert_shows(game)


@pytest.mark.parametrize("text", ["\x00", "Rezept: 3 Eier", '[Event "Kasparov"]\n\n1. e4 e5\n'])
def test_a_file_that_is_no_game_is_said_and_the_game_goes_on(
    open_table: Callable[..., TablePage], tmp_path: Path, text: str
) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    game = table.game()
    path = tmp_path / "file.txt"
    path.write_text(text, encoding="utf-8")
    assert choose_file(table, path).startswith("Das ist kein Spiel von Easy Harp.")
    forget_failed_requests(table, 422)
    assert not table.page.locator("#open-dialog [data-act]:visible").count()
    table.key("Escape")
    table.page.locator("#open-dialog").wait_for(state="detached")
    table.assert_shows(game)
    assert table.left_games() == []
    table.reload()
    table.assert_shows(game)


def test_the_good_beginning_of_a_damaged_file_is_opened(open_table: Callable[..., TablePage], tmp_path: Path) -> None:
    table = open_table(1)
    path = tmp_path / "file.txt"
    path.write_text('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw \N{SNOWMAN}\n', encoding="utf-8")
    open_file(table, path)
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert table.message() == CUT
    table.assert_shows(easyharp.Game.from_record('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw\n'))
    assert path.read_text(encoding="utf-8").endswith("\N{SNOWMAN}\n")
    table.key("Space")
    table.settle()
    open_file(table, path)
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert table.message() == f"{CUT} {PUT_ASIDE}"


def test_a_file_of_the_running_game_puts_nothing_aside(open_table: Callable[..., TablePage], tmp_path: Path) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    open_file(table, save(table, tmp_path))
    assert table.message() == ""
    assert table.left_games() == []
