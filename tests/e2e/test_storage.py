"""What the browser's storage can do to a player: an older version's data, damage, no room, a killed process."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import chromium
import pytest
from table_page import TablePage

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Playwright

pytestmark = pytest.mark.browser

NOT_KEPT = "Dieser Browser speichert gerade nichts"

RUNNING: dict[str, Any] = {
    "record": '[Deal "EH1-N-AAAAAAF"]\n[Daily "2026-11-29"]\n\n74 tw tw uu\n', "deal": 5, "moves": 3, "elapsed": 61_000,
    "won": False, "changed": 1_795_900_000_000,
}  # fmt: skip
LEFT = [
    {"record": f'[Deal "{easyharp.Deal(deal).code}"]\n\ntw tw\n', "deal": deal, "moves": 2, "elapsed": 5_000,
     "won": False, "changed": 1_795_000_000_000 - deal}
    for deal in (1, 2, 3)
]  # fmt: skip
FIRST_VERSION = {"game": RUNNING, "left": LEFT, "settings": {"language": "en", "four_colours": True}}

MAKE_FIRST_VERSION = """(kept) => new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('easyharp');
    deleting.onerror = reject;
    deleting.onsuccess = () => {
        const opening = indexedDB.open('easyharp', 1);
        opening.onupgradeneeded = () => {
            const store = opening.result.createObjectStore('kept');
            for (const [name, value] of Object.entries(kept)) store.put(value, name);
        };
        opening.onerror = reject;
        opening.onsuccess = () => { window.database = opening.result; resolve(null); };
    };
})"""


def make_first_version(table: TablePage, kept: dict[str, Any]) -> None:
    """Leave the storage as the first version of the app left it; the page holds it open."""
    table.page.goto(table.address + "icon.svg")
    table.page.evaluate(MAKE_FIRST_VERSION, kept)


# An older version


def assert_taken_over(table: TablePage, since: float) -> None:
    """Check that the running game and all others are there; it may have gone on ``since`` the table was opened."""
    table.assert_shows(easyharp.Game.from_record(RUNNING["record"]))
    running = table.running_game()
    assert running["daily"] == "2026-11-29"
    assert running["record"].split() == RUNNING["record"].split()
    assert (running["undos"], running["takeBacks"]) == (1, 0)
    assert 61 <= table.seconds() <= 61 + time.monotonic() - since
    assert [(game["deal"], game["moves"], game["elapsed"]) for game in table.left_games()] == [
        (1, 2, 5_000),
        (2, 2, 5_000),
        (3, 2, 5_000),
    ]
    assert table.page.locator("html").get_attribute("lang") == "en"
    assert table.kept("settings")["four_colours"]


def test_what_the_first_version_kept_is_taken_over_whole(open_table: Callable[..., TablePage]) -> None:
    table = open_table()
    make_first_version(table, FIRST_VERSION)
    begun = time.monotonic()
    table.open()
    assert_taken_over(table, begun)
    assert table.kept("game") is None
    table.reload()
    assert_taken_over(table, begun)


@pytest.mark.parametrize(
    "damage", [{"left": "none"}, {"left": [None, 5, "x", *LEFT]}, {"game": 5}, {"game": {}, "left": [{}]}]
)
def test_damage_in_it_costs_only_what_is_damaged(open_table: Callable[..., TablePage], damage: dict[str, Any]) -> None:
    table = open_table()
    make_first_version(table, FIRST_VERSION | damage)
    table.open()
    table.errors.clear()  # a record that is none is refused by the engine, which the browser notes
    if "game" not in damage:
        table.assert_shows(easyharp.Game.from_record(RUNNING["record"]))
    known = [game["deal"] for game in table.left_games()]
    assert known == ([1, 2, 3] if damage.get("left") not in ("none", [{}]) else [])
    table.key("Space")
    table.settle()
    assert table.running_game()["moves"] >= 1


def test_an_older_version_in_another_tab_is_waited_for_by_nobody(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    make_first_version(table, FIRST_VERSION)
    newer = table.tab()
    newer.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert NOT_KEPT in newer.message()
    newer.key("Space")
    newer.settle()
    assert newer.figure("moves") == 1
    table.page.close()
    newer.page.close()
    begun = time.monotonic()
    assert_taken_over(newer.tab(), begun)


# No room


@pytest.mark.parametrize(
    "fails",
    [
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        """IDBObjectStore.prototype.put = function (...values) {
             const request = window.put.apply(this, values);
             this.transaction.abort();
             return request;
           }""",
    ],
    ids=["at once", "at the end"],
)
def test_a_storage_full_for_a_while_loses_nothing(open_table: Callable[..., TablePage], fails: str) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.drag("7", "4")
    table.settle()
    kept = table.record()
    table.page.evaluate("() => { window.put = IDBObjectStore.prototype.put; }")
    table.page.evaluate(f"() => {{ {fails} }}")
    table.key("Space")
    table.settle()
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert NOT_KEPT in table.message()
    for _ in range(3):
        table.key("Space")
        table.settle()
    assert table.message() == ""
    assert table.record() == kept
    table.page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    table.key("u")
    table.settle()
    game = easyharp.Game.from_deal(5)
    for action in ("74", "tw", "tw", "tw", "tw", "uu"):
        game.play(action)
    table.assert_shows(game)
    assert table.record().split() == str(game.record).split()
    assert table.message() == ""
    table.reload()
    table.assert_shows(game)


# Damage

WRONG: list[Any] = [None, -1, 1e300, "", "x" * 300, [], {}, True, "2026-02-30"]


def damaged(chance: random.Random, number: int) -> dict[str, Any]:
    """Return a game of which some members are wrong or missing."""
    game: dict[str, Any] = {
        "id": f"damaged {number}", "record": '[Deal "EH1-N-AAAAAAF"]\n\n74 tw\n', "deal": 5, "daily": "2026-11-29",
        "day": "2026-11-29", "started": 1_795_900_000_000 + number, "changed": 1_795_900_100_000 + number,
        "won": number % 2 == 0, "score": 100, "moves": 2, "elapsed": 1_000, "undos": 0, "takeBacks": 0, "hints": 0,
    }  # fmt: skip
    for name in chance.sample([name for name in game if name != "id"], k=chance.randrange(1, 4)):
        if chance.random() < 0.3:
            del game[name]
        else:
            game[name] = chance.choice(WRONG)
    return game


def test_damaged_games_never_stop_anything(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.key("Space")
    table.settle()
    chance = random.Random(6)  # noqa: S311 - games, no secret
    running = table.kept("running")
    table.keep("running", running, *(damaged(chance, number) for number in range(150)))
    assert table.figure("moves") == 1
    for buttons in (("menu", "statistics"), ("menu", "history"), ("new", "deal-calendar")):
        for name in buttons:
            table.page.locator(f"#{name}").click()
        dialog = table.page.locator("dialog[open]")
        dialog.locator("h2").wait_for()
        assert "NaN" not in dialog.inner_text()
        assert "undefined" not in dialog.inner_text()
        table.key("Escape")
    table.key("Space")
    table.settle()
    assert table.running_game()["moves"] == 2


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_running_game_is_played_on_from_its_record(open_table: Callable[..., TablePage], seed: int) -> None:
    table = open_table(5, reduced_motion="reduce")
    record = '[Deal "EH1-N-AAAAAAF"]\n\n74 tw\n'
    chance = random.Random(seed)  # noqa: S311 - games, no secret
    game = damaged(chance, 1) | {"record": record, "won": False}
    begun = time.monotonic()
    table.keep("running", game["id"], game)
    table.assert_shows(easyharp.Game.from_record(record))
    assert table.seconds() <= 1 + time.monotonic() - begun
    table.key("Space")
    table.settle()
    kept = table.running_game()
    assert (kept["id"], kept["moves"], kept["deal"]) == (game["id"], 3, 5)


@pytest.mark.parametrize("running", [5, {}, [], "gone", None])
def test_a_damaged_name_of_the_running_game_loses_no_game(open_table: Callable[..., TablePage], running: Any) -> None:
    table = open_table(5, reduced_motion="reduce")
    table.key("Space")
    table.settle()
    record = table.record()
    table.keep("running", running)
    assert table.message() == ""
    assert [game["record"] for game in table.left_games()] == [record]


# A killed process

ACTIONS = 200
KILLS = 6


COUNT_KEPT = "window.kept = 0; new BroadcastChannel('easyharp').onmessage = () => { window.kept += 1; };"
"""Counts, in the page itself, what its app tells other tabs to have kept."""


def test_a_killed_browser_loses_at_most_the_action_in_flight(
    playwright: Playwright, server: str, tmp_path: Path
) -> None:
    chance = random.Random(9)  # noqa: S311 - games, no secret
    game: easyharp.Game | None = None
    others: list[dict[str, Any]] = []
    played = 0
    for last in [*sorted(chance.sample(range(5, ACTIONS - 5), KILLS)), ACTIONS]:
        with chromium.killable(tmp_path, playwright) as (context, kill):
            context.add_init_script(COUNT_KEPT)
            table = TablePage(context, server)
            table.open()
            if game is None:
                table.keep("settings", {"language": "en", "motion": "off"}, *kept_before())
                others = [kept for kept in table.kept_games() if kept["id"].startswith("before")]
                assert len(others) == 20
                game = table.game()
            found = [str(action) for action in table.game().record.actions]
            expected = [str(action) for action in game.record.actions]
            assert expected[: len(found)] == found
            assert len(found) >= played
            assert [kept for kept in table.kept_games() if kept["id"].startswith("before")] == others
            assert table.kept("settings") == table.kept("settings") | {"language": "en", "motion": "off"}
            game = table.game()
            table.assert_shows(game)
            played = len(found)
            while played < last:
                kept = table.page.evaluate("window.kept")
                table.key("Space" if chance.random() < 0.8 or not game.undo_depth else "u")
                table.page.wait_for_function("(kept) => window.kept > kept", arg=kept)
                played += 1
                if played % 20 == 0:
                    game = table.game()
            game = table.game()
            assert len(game.record.actions) == played
            # One more is under way when the browser dies.
            table.key("Space")
            game.play("tw" if game.position.stock else "wt")
            time.sleep(chance.random() * 0.03)
            kill()


def kept_before() -> list[dict[str, Any]]:
    """Return games that were put aside long before."""
    return [
        {
            "id": f"before {number}", "record": LEFT[0]["record"], "deal": 1, "daily": None, "day": "2026-11-01",
            "started": number, "changed": number, "won": False, "score": 0, "moves": 2, "elapsed": 10, "undos": 0,
            "takeBacks": 0, "hints": 0,
        }
        for number in range(20)
    ]  # fmt: skip
