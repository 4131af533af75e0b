"""Backups: saved, brought back after a word, undone, damaged, too large for the storage; never a game lost."""

from __future__ import annotations

import datetime
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from scanning import assert_no_violation
from test_replay import golden, record

import easyharp
from easyharp.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from table_page import TablePage

pytestmark = pytest.mark.browser

Kept = dict[str, Any]


def kept(identity: str, text: str, **members: Any) -> Kept:
    game = easyharp.Game.from_record(text)
    return {
        "id": identity, "record": text, "deal": game.deal.number, "daily": None, "day": "2025-11-29", "started": 1_000,
        "changed": 2_000, "won": game.is_won, "score": game.score, "moves": game.moves, "elapsed": 60_000, "undos": 0,
        "takeBacks": 0, "hints": 0, "borrowed": False,
    } | members  # fmt: skip


ONE = kept("one", record(5, "74 71"))
FURTHER = kept("one", record(5, "74 71 7a"))
WON = kept("won", golden(1))


def backup(*games: Kept, settings: Kept | None = None) -> str:
    lines = ",\n".join(json.dumps(game) for game in games)
    head = '{"format":"easyharp-backup","version":1,"saved":"2026-12-24T18:30:00.000Z"'
    return f'{head},\n"settings":{json.dumps(settings or {})},\n"games":[\n{lines}\n]}}\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "backup.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def offer(table: TablePage, path: Path) -> list[str]:
    """Choose a backup to be brought back, and return what is said of it."""
    if not table.page.locator("#backup-dialog").count():
        table.page.locator("#menu").click()
        table.page.locator("#bring-back").click()
        table.page.wait_for_selector("#backup-dialog")
    table.page.evaluate("() => document.querySelector('#backup-says').replaceChildren()")
    table.page.locator("#backup-file").set_input_files(path)
    table.page.wait_for_function(
        """() => {
             const says = document.querySelector('#backup-says');
             return says.textContent && !says.textContent.startsWith('Geprüft');
           }"""
    )
    return says(table)


def says(table: TablePage) -> list[str]:
    return table.page.locator("#backup-says p").all_inner_texts()


def press(table: TablePage, name: str, sentence: str) -> None:
    """Press a button and wait for what is said then."""
    table.page.locator(f"#backup-{name}").click()
    table.page.wait_for_selector(f"#backup-says p:text-is('{sentence}')")


def stored(table: TablePage) -> dict[str, Kept]:
    return {game["id"]: game for game in table.kept_games() if game["moves"]}


def save(table: TablePage, folder: Path) -> Path:
    path = table.saved("#save-everything", folder)
    table.page.wait_for_selector("#backup-saved:not(:empty)")
    table.key("Escape")
    return path


@pytest.fixture
def table(open_table: Callable[..., TablePage]) -> TablePage:
    return open_table(2, reduced_motion="reduce")


def test_everything_is_saved_and_comes_back_elsewhere(
    open_table: Callable[..., TablePage], table: TablePage, tmp_path: Path
) -> None:
    table.keep("settings", {"mirror": True, "motion": "off"}, ONE, WON)
    table.tap("t")
    table.settle()
    path = save(table, tmp_path)
    assert path.name.startswith("easy-harp-20")
    assert path.suffix == ".json"
    assert main(["verify", str(path)]) == 0
    here = stored(table)
    assert len(here) == 3

    other = open_table(7, reduced_motion="reduce")
    other.tap("t")
    other.settle()
    mine = other.running_game()
    assert offer(other, path) == ["3 Spiele sind hier neu."]
    assert_no_violation(other.page, "bring back")
    press(other, "do", "Zurückgeholt.")
    there = stored(other)
    assert {name: there[name] for name in here} == here
    assert there[mine["id"]]["record"] == mine["record"]
    assert other.page.locator("#settings [name=mirror]").is_checked()
    other.key("Escape")
    other.assert_shows(easyharp.Game.from_record(mine["record"]))
    other.page.locator("#new").click()
    other.page.wait_for_selector("#left-games li")
    assert other.page.locator("#left-games li").count() == 2


def test_what_it_will_do_is_told_before_and_settings_can_be_left_out(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, ONE)
    path = written(tmp_path, backup(FURTHER, WON, kept("three", record(9, "tw")), settings={"four_colours": True}))
    assert offer(table, path) == [
        "2 Spiele sind hier neu.",
        "1 Spiel ist in der Sicherung weiter als hier.",
    ]
    assert stored(table)["one"]["moves"] == 2
    table.page.locator("#backup-settings").uncheck()
    press(table, "do", "Zurückgeholt.")
    assert stored(table)["one"] == FURTHER
    assert not table.page.locator("#settings [name=four_colours]").is_checked()
    assert offer(table, path) == ["3 Spiele sind schon hier und bleiben, wie sie sind."]


def test_it_is_undone(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, ONE)
    before = stored(table)
    offer(table, written(tmp_path, backup(FURTHER, WON, settings={"mirror": True})))
    press(table, "do", "Zurückgeholt.")
    table.key("Escape")
    table.page.locator("#menu").click()
    assert table.page.locator("#settings [name=mirror]").is_checked()
    table.page.locator("#bring-back").click()
    press(table, "undo", "Alles ist wieder, wie es war.")
    after = stored(table)
    assert after["one"] == ONE
    assert set(after) == set(before)
    assert not table.page.locator("#settings [name=mirror]").is_checked()
    assert not table.page.locator("#backup-undo").count()


def test_undoing_takes_nothing_that_was_done_since(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off", "felt": "blue"}, ONE)
    offer(table, written(tmp_path, backup(WON, settings={"theme": "dark", "mirror": True})))
    other = table.tab()
    other.page.evaluate("() => { document.querySelector('#settings [name=sound]').click(); }")
    assert other.kept("settings")["sound"]
    press(table, "do", "Zurückgeholt.")
    table.key("Escape")
    table.page.locator("#menu").click()
    table.page.locator("#settings [name=theme]").select_option("contrast")
    table.page.locator("#bring-back").click()
    press(table, "undo", "Alles ist wieder, wie es war.")
    table.page.wait_for_timeout(200)
    settings = table.kept("settings")
    found = {name: settings[name] for name in ("felt", "motion", "theme", "mirror", "sound")}
    assert found == {"felt": "blue", "motion": "off", "theme": "contrast", "mirror": False, "sound": True}
    assert table.page.locator("#settings [name=sound]").is_checked()


def test_no_game_comes_back_that_was_forgotten_since(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, ONE)
    offer(table, written(tmp_path, backup(FURTHER)))
    press(table, "do", "Zurückgeholt.")
    table.key("Escape")
    table.key("s")
    table.page.locator("#statistics-dialog").get_by_role("button", name="Verlauf löschen").click()
    table.page.locator("#forget-dialog button[value=yes]").click()
    table.page.locator("#statistics-dialog").get_by_text("Hier ist noch nichts zu zählen").wait_for()
    table.key("Escape")
    table.page.locator("#menu").click()
    table.page.locator("#bring-back").click()
    table.page.wait_for_selector("#backup-choose")
    assert not table.page.locator("#backup-undo").count()
    assert stored(table) == {}


def test_a_backup_that_is_behind_changes_nothing(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, FURTHER, WON)
    before = stored(table)
    behind = kept("won", record(1, "tw"), changed=9_000_000)
    sentences = offer(table, written(tmp_path, backup(ONE, behind)))
    assert sentences == [
        "2 Spiele sind schon hier und bleiben, wie sie sind.", "Sie enthält nichts, was hier fehlt.",
    ]  # fmt: skip
    assert not table.page.locator("#backup-do").count()
    assert stored(table) == before


def test_a_further_version_of_the_running_game_is_shown_at_once(table: TablePage, tmp_path: Path) -> None:
    table.keep_running(record(5, "74 71"), moves=2)
    offer(table, written(tmp_path, backup(FURTHER | {"id": table.running_game()["id"]})))
    press(table, "do", "Zurückgeholt.")
    table.key("Escape")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '3'")
    table.settle()
    game = easyharp.Game.from_record(FURTHER["record"])
    table.assert_shows(game)
    table.tap("t")
    table.settle()
    game.play("tw")
    table.assert_shows(game)
    assert table.message() == ""


def test_lies_do_not_replace_the_truth(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, FURTHER)
    lies = [
        kept("one", record(5, "74 71"), won=True, score=1_300, moves=500),
        kept("two", record(9, "tw")) | {"record": '[Deal "EH1-N-AAAAAAJ"]\n\ntw 1a\n'},
        kept("three", record(9, "tw tw"), won=True),
    ]
    assert offer(table, written(tmp_path, backup(*lies))) == [
        "Die Sicherung ist beschädigt. Ihr guter Teil lässt sich zurückholen.",
        "1 Spiel ist beschädigt und bleibt weg.",
        "1 Spiel ist hier neu.",
        "1 Spiel ist schon hier und bleibt, wie es ist.",
    ]
    table.errors.clear()
    press(table, "do", "Zurückgeholt.")
    after = stored(table)
    assert after["one"] == FURTHER
    assert "two" not in after
    assert (after["three"]["won"], after["three"]["moves"]) == (False, 2)


def test_only_a_game_of_a_day_s_deal_is_of_that_day(table: TablePage, tmp_path: Path) -> None:
    def tagged(deal: easyharp.Deal, date: str) -> str:
        return f'[Deal "{deal.code}"]\n[Daily "{date}"]\n\ntw\n'

    day = datetime.date(2025, 11, 29)
    right = kept("right", tagged(easyharp.Deal.of_day(day), str(day)), daily=str(day))
    wrong = [
        kept("deal", tagged(easyharp.Deal(5), str(day)), daily=str(day)),
        kept("tag", record(5, "tw"), daily=str(day)),
        kept("date", tagged(easyharp.Deal(5), "2025-99-99")),
        kept("figures", record(5, "tw"), day="2999-01-01", elapsed=1e12),
    ]
    offer(table, written(tmp_path, backup(right, *wrong)))
    table.errors = [error for error in table.errors if "422" not in error]
    press(table, "do", "Zurückgeholt.")
    after = stored(table)
    assert {name: after[name]["daily"] for name in after} == {
        "right": str(day), "deal": None, "tag": None, "date": None, "figures": None,
    }  # fmt: skip
    assert after["figures"]["day"] == ""


@pytest.mark.parametrize("text", ["", "Rezept: 3 Eier", "{}", '{"format":"easyharp-backup', "[1]", "\x00\x01"])
def test_a_file_that_is_no_backup_is_said(table: TablePage, tmp_path: Path, text: str) -> None:
    before = stored(table)
    assert offer(table, written(tmp_path, text))[0] == "Das ist keine Sicherung von Easy Harp."
    assert not table.page.locator("#backup-do").count()
    assert stored(table) == before


def test_a_backup_without_its_end_is_brought_back_as_far_as_it_goes(table: TablePage, tmp_path: Path) -> None:
    text = backup(ONE, WON)
    sentences = offer(table, written(tmp_path, text[: text.index('"id": "won"') + 30]))
    assert sentences[0] == "Die Sicherung ist beschädigt. Ihr guter Teil lässt sich zurückholen."
    assert "1 Spiel ist hier neu." in sentences
    press(table, "do", "Zurückgeholt.")
    assert stored(table)["one"] == ONE


def test_backups_damaged_at_random_never_replace_good_games(table: TablePage, tmp_path: Path) -> None:
    games = [ONE, WON, kept("three", record(9, "tw tw"))]
    table.keep("settings", {"motion": "off"}, *games)
    whole = backup(*games).encode()
    chance = random.Random(9)  # noqa: S311 - the same damage in every run
    for _ in range(12):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        offer(table, written(tmp_path, bytes(damaged)))
        if table.page.locator("#backup-do").count():
            press(table, "do", "Zurückgeholt.")
    after = stored(table)
    for game in games:
        now = after[game["id"]]
        assert now["won"] == game["won"]
        assert now["moves"] >= game["moves"]
        easyharp.Game.from_record(now["record"])
    table.errors = [error for error in table.errors if "422" not in error]


def test_too_little_room_is_said_and_nothing_is_changed(table: TablePage, tmp_path: Path) -> None:
    table.keep("settings", {"motion": "off"}, ONE)
    before = stored(table)
    offer(table, written(tmp_path, backup(FURTHER, WON)))
    table.page.evaluate(
        """() => {
             const put = IDBObjectStore.prototype.put;
             IDBObjectStore.prototype.put = function (value, ...rest) {
               if (value.id === 'won') throw new DOMException('full', 'QuotaExceededError');
               return put.call(this, value, ...rest);
             };
           }"""
    )
    press(table, "do", "Der Speicher dieses Browsers reicht nicht. Es ist alles geblieben, wie es war.")
    assert stored(table) == before


CLOSED = "Dieser Browser speichert gerade nichts. Es wurde nichts geändert."


@pytest.mark.parametrize("since", ["the start", "the middle"])
def test_where_nothing_is_kept_the_game_is_saved_and_the_reason_is_told(
    table: TablePage, tmp_path: Path, since: str
) -> None:
    if since == "the start":
        table.context.add_init_script(
            "IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError'); };"
        )
        table.page.goto("about:blank")
        table.open(2)
    table.tap("t")
    table.settle()
    if since == "the middle":
        table.page.evaluate(
            "() => new Promise((done) => { indexedDB.deleteDatabase('easyharp').onsuccess = () => done(null); })"
        )
    path = save(table, tmp_path)
    assert [game["record"] for game in json.loads(path.read_text())["games"]] == [record(2, "tw")]
    offer(table, written(tmp_path, backup(ONE)))
    press(table, "do", CLOSED)
    table.key("Escape")
    table.paste(record(5, "74 71"))
    table.page.locator("#open-dialog [data-act=play]").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '2'")
    table.page.wait_for_timeout(200)
    assert "Das bisherige Spiel" not in table.message()


def test_a_backup_is_known_where_a_game_is_opened(table: TablePage) -> None:
    table.paste(backup(ONE))
    table.page.locator("#open-dialog [data-act=back]").click()
    table.page.wait_for_selector("#backup-do")
    assert says(table) == ["1 Spiel ist hier neu."]


def test_a_long_backup_is_not_put_into_the_field(table: TablePage, tmp_path: Path) -> None:
    path = written(tmp_path, backup(ONE) + " " * 5_000_000)
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    table.page.locator("#record-file").set_input_files(path)
    table.page.locator("#open-says").get_by_text("Das ist eine Sicherung.").wait_for()
    assert table.page.locator("#open-text").input_value() == ""
    table.page.locator("#open-dialog [data-act=back]").click()
    table.page.wait_for_selector("#backup-do")
    assert says(table) == ["1 Spiel ist hier neu."]


def test_texts_of_damaged_games_are_saved_and_come_back_elsewhere(
    open_table: Callable[..., TablePage], table: TablePage, tmp_path: Path
) -> None:
    damaged = ["tw tw", '[Deal "EH1-N-AAAAAAF"]\n\n74 t? tw\n']
    table.keep("damaged", damaged, ONE)
    path = save(table, tmp_path)
    assert main(["verify", str(path)]) == 0
    other = open_table(7, reduced_motion="reduce")
    other.keep("damaged", ["mine", "tw tw"], ONE)
    assert offer(other, path) == [
        "1 Spiel ist schon hier und bleibt, wie es ist.",
        "1 beschädigtes Spiel kommt als Text dazu.",
    ]
    press(other, "do", "Zurückgeholt.")
    assert other.kept("damaged") == ["mine", *damaged]
    assert stored(other) == {"one": ONE}
    assert offer(other, path)[-1] == "Sie enthält nichts, was hier fehlt."


def test_an_empty_backup_is_said(table: TablePage, tmp_path: Path) -> None:
    assert offer(table, written(tmp_path, backup())) == ["Sie enthält nichts, was hier fehlt."]
