"""Nothing is lost: reloading, undoing after it, damaged records, blocked storage, a server that is gone, files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import easyharp
import golden_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def kept(table: TablePage, key: str) -> Any:
    """Return what the browser's storage has under a key."""
    return table.page.evaluate(
        """(key) => new Promise((resolve, reject) => {
             const opening = indexedDB.open('easyharp');
             opening.onerror = () => reject(opening.error);
             opening.onsuccess = () => {
               const reading = opening.result.transaction('kept').objectStore('kept').get(key);
               reading.onsuccess = () => { opening.result.close(); resolve(reading.result ?? null); };
             };
           })""",
        key,
    )


def actions(game: easyharp.Game) -> list[str]:
    return list(map(str, game.record.actions))


def keep_record(table: TablePage, record: str) -> None:
    game = {"record": record, "deal": 5, "moves": 3, "elapsed": 61_000, "won": False, "changed": 0}
    table.keep("game", game)


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


def test_a_reload_after_every_action_changes_nothing(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    game = table.open_record(1, " ".join(golden_data.WINS[0].actions[:LATE]))
    keys = {"tw": "Space", "wt": "Space", "uu": "u", "rr": "Control+y"}
    todo = fifty_actions()
    assert {"tw", "uu", "rr"} < set(todo)
    assert {"c" if action[1] in "123456789" else action[1] for action in todo} > {"c", "w"}
    table.page.clock.install()
    table.page.clock.pause_at(table.page.evaluate("Date.now()") + 60_000)
    table.reload()
    elapsed = kept(table, "game")["elapsed"]
    for action in todo:
        table.page.clock.run_for(1_080)
        if action in keys:
            table.key(keys[action])
        else:
            table.drag(action[0], action[1], game.position.picked_up(easyharp.Action.from_text(action)))
        table.page.clock.run_for(20)  # the engine is asked after the frame that shows the action
        table.settle()
        game.play(action)
        before, elapsed = elapsed, kept(table, "game")["elapsed"]
        assert 1_080 <= round(elapsed - before) <= 1_100
        table.reload()
        table.assert_shows(game)
        assert actions(table.game()) == actions(game)
        assert kept(table, "game")["elapsed"] == pytest.approx(elapsed)
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
    keep_record(table, damaged)
    assert table.message() == CUT
    assert table.spoken() == CUT
    game = easyharp.Game.from_record('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw\n')
    table.assert_shows(game)
    assert kept(table, "damaged")[0] == damaged
    table.key("Space")
    table.settle()
    game.play("tw")
    assert table.message() == ""
    table.reload()
    assert table.message() == ""
    table.assert_shows(game)
    assert kept(table, "damaged")[0] == damaged


def test_the_legal_beginning_of_a_record_is_opened(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    damaged = '[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw 74 tw\n'
    keep_record(table, damaged)
    assert table.message() == CUT
    table.assert_shows(easyharp.Game.from_record('[Deal "EH1-N-AAAAAAF"]\n\n74 tw tw\n'))
    assert kept(table, "damaged")[0] == damaged


@pytest.mark.parametrize("damaged", ["", "tw tw tw", '[Deal "EH9-N-AAAAAAF"]\n\ntw\n', "\x00\x01"])
def test_a_record_that_cannot_be_read_is_said_and_kept(open_table: Callable[..., TablePage], damaged: str) -> None:
    table = open_table(1)
    keep_record(table, damaged)
    forget_failed_requests(table, 422)
    assert BROKEN in table.message()
    assert table.spoken() == table.message()
    assert kept(table, "damaged")[0] == damaged
    table.key("Space")
    table.settle()
    assert actions(table.game()) == ["tw"]
    assert table.message() == ""


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


def forget_failed_requests(table: TablePage, status: int | None = None) -> None:
    """Check that the page's only errors are the browser's own about requests that failed, and forget them."""
    expected = f"status of {status}" if status else "net::ERR_FAILED"
    assert table.errors != []
    assert [error for error in table.errors if expected not in error] == []
    table.errors.clear()


def test_a_server_gone_in_mid_game_is_said_and_the_game_goes_on(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    game = easyharp.Game.from_deal(5)
    table.drag("7", "4")
    table.settle()
    game.play("74")
    table.page.route("**/api/**", lambda route: route.abort())
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


def test_a_new_game_waits_for_the_server(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.drag("7", "4")
    table.settle()
    table.page.route("**/api/**", lambda route: route.abort())
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
    assert [game["record"].split()[-1] for game in kept(table, "left")] == ["74"]


# Files


def save(table: TablePage, folder: Path) -> Path:
    table.page.locator("#menu").click()
    with table.page.expect_download() as download:
        table.page.locator("#save-record").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    table.page.locator('#menu-dialog button[value="close"]').click()
    return path


def open_file(table: TablePage, path: Path) -> None:
    table.page.locator("#menu").click()
    with table.page.expect_file_chooser() as chooser:
        table.page.locator("#open-record").click()
    chooser.value.set_files(path)
    table.page.locator("#menu-dialog").wait_for(state="hidden")
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
    open_file(other, path)
    other.page.wait_for_function("() => document.querySelector('#moves').textContent === '3'")
    other.assert_shows(game)
    assert other.message() == PUT_ASIDE
    assert other.page.locator("#time").inner_text() == "0:00"
    other.reload()
    other.assert_shows(game)
    assert [left["deal"] for left in kept(other, "left")] == [1]
    other.key("Control+y")
    other.settle()
    game.play("rr")
    other.assert_shows(game)


@pytest.mark.parametrize("text", ["", "Rezept: 3 Eier", '[Event "Kasparov"]\n\n1. e4 e5\n'])
def test_a_file_that_is_no_game_is_said_and_the_game_goes_on(
    open_table: Callable[..., TablePage], tmp_path: Path, text: str
) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    game = table.game()
    path = tmp_path / "file.txt"
    path.write_text(text, encoding="utf-8")
    open_file(table, path)
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    forget_failed_requests(table, 422)
    assert table.message().startswith("Diese Datei ist kein Spiel von Easy Harp.")
    table.assert_shows(game)
    assert kept(table, "left") is None
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
    assert not kept(table, "left")
