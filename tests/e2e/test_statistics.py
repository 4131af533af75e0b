"""What the table tells of the games played: statistics, history, calendar, the line about a win; and its forgetting."""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING, Any

import positions
import pytest
from interception import cut_off
from scanning import assert_no_violation

import easyharp
import golden_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator
    from table_page import TablePage

pytestmark = pytest.mark.browser

DAY = 86_400_000
NOON = 1_795_953_600_000
"""29 November 2026, 12:00 UTC."""


def played(number: int, **members: Any) -> dict[str, Any]:
    """Return a game of its own deal, won unless said otherwise, on the ``number``-th day before 29 November 2026."""
    day = time.strftime("%Y-%m-%d", time.gmtime((NOON - number * DAY) / 1_000))
    record = f'[Deal "{easyharp.Deal(number + 10).code}"]\n\n{" ".join(golden_data.WINS[0].actions[:200])}\n'
    return {
        "id": f"played {number}", "record": record, "deal": number + 10, "daily": None, "day": day,
        "started": NOON - number * DAY, "changed": NOON - number * DAY + 60_000, "won": True, "score": 1_000 + number,
        "moves": 200, "elapsed": 600_000, "undos": 0, "takeBacks": 0, "hints": 0,
    } | members  # fmt: skip


def some_games(count: int) -> list[dict[str, Any]]:
    chance = random.Random(count)  # noqa: S311 - games, no secret
    return [
        played(
            number, won=chance.random() < 0.6, score=chance.randrange(900, 1_500), moves=chance.randrange(150, 500),
            elapsed=chance.randrange(300_000, 3_000_000), undos=chance.choice([0, 3]), hints=chance.choice([0, 1]),
        )
        for number in range(count)
    ]  # fmt: skip


def keep_all(table: TablePage, games: list[dict[str, Any]]) -> None:
    table.keep("settings", {"motion": "off"}, *games)


def open_window(table: TablePage, name: str) -> Locator:
    if name == "calendar":
        table.page.locator("#new").click()
        table.page.locator("#deal-calendar").click()
    else:
        table.page.locator("#menu").click()
        table.page.locator(f"#{name}").click()
    dialog = table.page.locator(f"#{name}-dialog")
    dialog.wait_for(state="visible")
    return dialog


def totals(dialog: Locator) -> list[str]:
    return dialog.locator(".totals b").all_inner_texts()


# Statistics


def test_before_the_first_game_there_is_a_friendly_sentence(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    assert open_window(table, "statistics").locator("p").inner_text().startswith("Hier ist noch nichts zu zählen.")
    table.key("Escape")
    open_window(table, "history").get_by_text("sobald eines gewonnen oder beiseitegelegt ist").wait_for()
    assert not table.page.locator("#history-dialog .filters").is_visible()
    table.key("Escape")
    assert "Jeder Tag hat seine eigene Verteilung." in open_window(table, "calendar").inner_text()


def test_nothing_of_it_is_loaded_before_it_is_opened(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url.removeprefix(table.address)))
    table.reload()
    later = {"statistics_window.js", "statistics.js", "charts.js", "style/records.css"}
    assert not later & set(asked)
    table.key("s")
    table.page.wait_for_selector("#statistics-dialog")
    assert later <= set(asked)


@pytest.mark.parametrize("missing", ["statistics_window.js", "style/records.css"])
def test_what_cannot_be_loaded_is_said_and_loaded_later(open_table: Callable[..., TablePage], missing: str) -> None:
    table = open_table(5)
    cut_off(table.page, f"**/{missing}")
    table.key("s")
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert table.message().startswith("Das Spielprogramm ")
    assert [error for error in table.errors if "net::ERR_FAILED" not in error] == []
    table.errors.clear()
    table.page.unroute(f"**/{missing}")
    with table.page.expect_navigation():  # many a browser never asks for it again
        table.page.get_by_role("button", name="Neu laden").click()
    table.page.wait_for_selector("html[data-ready]")
    table.key("s")
    table.page.wait_for_selector("#statistics-dialog")


def test_of_two_windows_asked_for_at_once_the_later_one_opens(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    held = table.hold("**/statistics_window.js")
    table.key("s")
    held.wait(table.page)
    dialog = open_window(table, "history")
    held.release()
    table.page.wait_for_timeout(300)
    assert dialog.is_visible()
    assert table.page.locator("dialog[open]").count() == 1


def test_a_window_asked_for_twice_waits_for_what_it_looks_like(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    held = table.hold("**/style/records.css")
    table.key("s", "s")
    table.page.wait_for_timeout(500)
    assert table.page.locator("dialog[open]").count() == 0
    held.release()
    table.page.wait_for_selector("#statistics-dialog")


def test_figures_say_of_how_many_games_they_are(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    games = [
        played(0), played(1, undos=2), played(2, won=False), played(3, hints=1, score=1_500, elapsed=300_000, moves=90)
    ]  # fmt: skip
    keep_all(table, games)
    table.key("Space")
    table.settle()
    dialog = open_window(table, "statistics")
    assert totals(dialog) == ["5", "3", "75\N{NO-BREAK SPACE}%", "2", "2", "2", "3", "1"]
    bases = dialog.locator(".totals small").all_inner_texts()
    assert bases[1] == "von 4 beendeten oder beiseitegelegten Spielen"
    assert bases[4:] == ["aus 3 Siegen"] * 4
    rows = [row.split("\t")[1:] for row in dialog.locator(".wins tbody tr").all_inner_texts()]
    assert rows == [["1.500", "1.167", "1.001"], ["5:00", "8:20", "10:00"], ["90", "163", "200"]]
    assert dialog.locator("figure").count() == 4


def test_every_picture_has_its_table(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    games = some_games(40)
    keep_all(table, games)
    wins = sum(game["won"] for game in games)
    dialog = open_window(table, "statistics")
    for figure in dialog.locator("figure").all():
        title = figure.locator("figcaption").inner_text()
        assert figure.get_by_role("img", name=title).is_visible()
        figure.locator("summary").click()
        assert figure.get_by_role("table", name=title).is_visible()
        counts = [int(text) for text in figure.locator("td").all_inner_texts() if title.endswith("aller Siege")]
        assert sum(counts) in (0, wins)


def test_what_is_known_of_no_win_is_not_drawn(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, [played(number, elapsed=None) for number in range(3)])
    captions = open_window(table, "statistics").locator("figcaption").all_inner_texts()
    assert captions == ["Punkte aller Siege", "Punkte der letzten Siege"]


def test_history_is_cleared_only_after_a_question(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, some_games(12))
    table.key("Space")
    table.settle()
    record = table.record()
    for answer, left in (("no", 13), ("yes", 1)):
        open_window(table, "statistics").get_by_role("button", name="Verlauf löschen").click()
        question = table.page.locator("#forget-dialog")
        assert "12 Spiele mit ihrem Verlauf" in question.inner_text()
        assert_no_violation(table.page, "question before the history is cleared")
        question.locator(f"button[value={answer}]").click()
        question.wait_for(state="detached")
        table.page.wait_for_function(
            "(games) => document.querySelector('.totals b')?.textContent === String(games)", arg=left
        )
        assert len(table.kept_games()) == left
        table.key("Escape")
    assert not open_window(table, "statistics").get_by_role("button", name="Verlauf löschen").is_visible()
    table.key("Escape")
    assert table.record() == record
    table.reload()
    assert table.record() == record


def test_statistics_may_be_closed_before_the_history_is_cleared(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, some_games(12))
    open_window(table, "statistics").get_by_role("button", name="Verlauf löschen").click()
    table.page.evaluate(
        """() => {
             document.querySelector('#forget-dialog [value=yes]').click();
             document.querySelector('#statistics-dialog').close();
           }"""
    )
    table.page.locator("#statistics-dialog").wait_for(state="detached")
    table.page.wait_for_timeout(500)
    assert table.page.locator("dialog[open]").count() == 0
    assert len(table.kept_games()) == 1  # the one on the table


@pytest.mark.parametrize(("theme", "language"), [("light", "de"), ("dark", "nl"), ("contrast", "pl")])
@pytest.mark.parametrize("width", [320, 1366])
def test_no_violation_in_these_windows(
    open_table: Callable[..., TablePage], theme: str, language: str, width: int
) -> None:
    table = open_table(5, viewport={"width": width, "height": 700})
    daily = [played(number, daily=played(number)["day"], won=number % 2 == 0) for number in range(4)]
    table.keep("settings", {"motion": "off", "theme": theme, "language": language}, *some_games(20), *daily)
    for name in ("statistics", "history", "calendar"):
        dialog = open_window(table, name)
        for summary in dialog.locator("summary").all()[:2]:
            summary.click()
        assert_no_violation(table.page, name)
        assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
        table.key("Escape")
    for name in ("menu", "new"):
        table.page.locator(f"#{name}").click()
        assert_no_violation(table.page, name)
        table.key("Escape")


# History


def test_games_are_listed_latest_first_and_chosen_from(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, [played(2), played(0, won=False), played(1)])
    dialog = open_window(table, "history")
    names = dialog.locator(".games b")
    assert names.all_inner_texts() == ["Verteilung 10", "Verteilung 11", "Verteilung 12"]
    assert dialog.locator(".games summary").first.inner_text().split("\n")[1:] == [
        "Beiseitegelegt",
        "29.11.2026 · 1.000 Punkte · 200 Züge · 10:00",
    ]
    dialog.get_by_role("button", name="Gewonnene").click()
    assert names.all_inner_texts() == ["Verteilung 11", "Verteilung 12"]
    dialog.get_by_text("2 Spiele").wait_for()
    dialog.get_by_role("button", name="Beiseitegelegte").click()
    assert names.all_inner_texts() == ["Verteilung 10"]


def test_the_heading_casts_no_shade_on_what_is_below_it(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, [played(0)])
    dialog = open_window(table, "history")
    heading, filters = (dialog.locator(part).bounding_box() for part in (".heading", ".filters"))
    assert heading
    assert filters
    assert filters["y"] - heading["y"] - heading["height"] >= 16


def test_games_whose_time_is_not_known_are_listed_too(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, [played(0, changed=None), played(1, changed=None)])
    dialog = open_window(table, "history")
    dialog.get_by_text("2 Spiele").wait_for()
    assert dialog.locator(".games b").count() == 2
    assert not dialog.get_by_text("sobald eines gewonnen").is_visible()


def test_a_game_of_the_history_is_played_on(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    game = easyharp.Game.from_deal(7)
    game.play("tw")
    keep_all(table, [played(0, won=False, record=str(game.record), deal=7, moves=1), played(1)])
    dialog = open_window(table, "history")
    dialog.locator("summary").first.click()
    dialog.get_by_role("button", name="Weiterspielen").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '1'")
    table.settle()
    table.assert_shows(game)
    assert table.running_game()["id"] == "played 0"


def test_a_deal_of_the_history_is_played_again_and_its_record_taken_along(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5, permissions=["clipboard-read", "clipboard-write"])
    game = played(0, record='[Deal "EH1-N-AAAAAAH"]\n\ntw\n', deal=7)
    keep_all(table, [game])
    dialog = open_window(table, "history")
    dialog.locator("summary").first.click()
    assert dialog.get_by_role("button", name="Weiterspielen").count() == 0
    dialog.get_by_text("EH1-N-AAAAAAH").wait_for()
    dialog.get_by_role("button", name="Aufzeichnung kopieren").click()
    dialog.get_by_text("Kopiert.").wait_for()
    assert table.page.evaluate("navigator.clipboard.readText()") == game["record"]
    with table.page.expect_download() as download:
        dialog.get_by_role("button", name="Spiel in Datei sichern").click()
    assert download.value.suggested_filename == "EH1-N-AAAAAAH.txt"
    assert download.value.path().read_text(encoding="utf-8") == game["record"]
    dialog.get_by_role("button", name="Dieselbe Verteilung").click()
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(7))


def test_a_long_history_opens_with_its_beginning_and_shows_more_below(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    keep_all(table, some_games(5_000))
    open_window(table, "history")
    rows = table.page.locator(".games li")
    assert 20 <= rows.count() <= 100
    table.page.get_by_text("5.000 Spiele").wait_for()
    for _ in range(3):
        shown = rows.count()
        rows.last.scroll_into_view_if_needed()
        table.page.wait_for_function("(shown) => document.querySelectorAll('.games li').length > shown", arg=shown)


# Calendar


def test_a_past_day_s_deal_is_played_from_the_calendar(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce", timezone_id="Europe/Berlin")
    table.page.clock.install(time=NOON / 1_000)
    keep_all(
        table,
        [
            played(1, daily="2026-11-28"),
            played(2, daily="2026-11-25", won=True),
            played(3, daily="2026-11-20", won=False),
        ],
    )
    dialog = open_window(table, "calendar")
    labels = [label for day in dialog.locator("button.day").all() if (label := day.get_attribute("aria-label"))]
    assert len(labels) == 29
    assert labels[-1] == "29. November 2026, heute"
    assert labels[27] == "28. November 2026, gewonnen"
    assert labels[24] == "25. November 2026, später gewonnen"
    assert labels[19] == "20. November 2026, gespielt"
    assert dialog.locator("[aria-current=date]").inner_text() == "29"
    dialog.get_by_role("button", name="Voriger Monat").click()
    assert dialog.locator("h3").inner_text() == "Oktober 2026"
    assert dialog.locator("button.day").count() == 31
    dialog.get_by_role("button", name="3. Oktober 2026", exact=True).click()
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.settle()
    assert table.running_game()["daily"] == "2026-10-03"
    table.key("Space")
    table.settle()
    dialog = open_window(table, "calendar")
    dialog.get_by_role("button", name="Voriger Monat").click()
    assert dialog.get_by_role("button", name="3. Oktober 2026, gespielt").is_visible()


@pytest.mark.parametrize("width", [320, 568, 1366, 2560])
def test_days_are_round_and_their_names_fit(open_table: Callable[..., TablePage], width: int) -> None:
    table = open_table(5, viewport={"width": width, "height": 900})
    table.keep("settings", {"motion": "off", "language": "pl"}, played(1, daily=played(1)["day"]))
    dialog = open_window(table, "calendar")
    for day in dialog.locator("button.day").all():
        box = day.bounding_box()
        assert box
        assert abs(box["width"] - box["height"]) < 0.5
        assert box["width"] >= 30
    assert dialog.locator("th").evaluate_all("(names) => names.every((name) => name.scrollWidth <= name.clientWidth)")


def test_the_button_that_turns_no_further_keeps_the_focus(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    dialog = open_window(table, "calendar")
    month = dialog.locator("h3").inner_text()
    dialog.get_by_role("button", name="Voriger Monat").click()
    later = dialog.get_by_role("button", name="Nächster Monat")
    for disabled in ("false", "true", "true"):
        assert later.get_attribute("aria-disabled") == disabled
        later.focus()
        table.key("Enter")
        assert later.evaluate("(button) => button === document.activeElement")
        assert dialog.locator("h3").inner_text() == month


# A win


def win(table: TablePage, *games: dict[str, Any], **members: Any) -> str:
    """Win a game after those that are kept, and return what the window says of it."""
    keep_all(table, list(games))
    moment = positions.LAST_CARD
    record = f'[Deal "{easyharp.Deal(moment.deal).code}"]\n\n{moment.actions}\n'
    table.keep_running(record, **({"deal": moment.deal, "moves": moment.played, "started": NOON + DAY} | members))
    table.tap(positions.LAST_CARD_IN)
    table.page.locator("#win-dialog").wait_for(state="visible")
    assert_no_violation(table.page, "win")
    return table.page.locator("#win-compared").inner_text()


BETTER = {"score": 5_000, "elapsed": 1, "moves": 10}
WORSE = {"score": 1, "elapsed": 10**9, "moves": 10**6}


def test_a_first_win_is_called_so_and_the_browser_asked_to_keep_it(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    table.context.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { window.asked += 1; return false; };"
    )
    assert win(table, played(0, won=False)) == "Dein erster Sieg."
    table.page.wait_for_function("() => window.asked === 1")
    win(table)
    assert table.page.evaluate("window.asked") == 0


def test_a_win_better_than_all_before_says_in_what(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    said = win(table, played(0, won=True, **WORSE))
    assert said == "So gut wie noch nie: Punkte, Zeit und Züge. 2 Siege in Folge."


def test_a_win_better_than_others_of_this_deal_says_so(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    same = played(1, deal=positions.LAST_CARD.deal, **(WORSE | {"score": 5_000}))
    said = win(table, same, played(0, **BETTER), played(2, won=False))
    assert said == "So gut wie noch nie mit dieser Verteilung: Zeit und Züge. 3 Siege in Folge."


def test_a_win_like_others_says_what_there_is_to_beat(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    said = win(table, played(1, **BETTER), played(0, won=False))
    assert said == "Deine bisherigen Bestwerte: 5.000 Punkte, 0:00, 10 Züge."


def test_a_time_that_is_not_known_is_no_best_time(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    said = win(table, played(0, won=True, **WORSE), elapsed=None)
    assert said == "So gut wie noch nie: Punkte und Züge. 2 Siege in Folge."
    assert table.page.locator("#win-time").inner_text() == "\N{EN DASH}"
    assert math.isnan(table.running_game()["elapsed"])


# Hints


def test_a_hint_is_counted_when_it_names_a_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    positions.NEAR_WIN.open(table)
    for step, hints in (("Welche Karte?", 0), ("Wohin?", 1), ("", 1)):
        table.key("h")
        table.page.wait_for_function(
            "(step) => (document.querySelector('#message:not([hidden]) button')?.textContent ?? '') === step", arg=step
        )
        table.page.wait_for_timeout(300)
        assert table.running_game()["hints"] == hints
    table.reload()
    table.key("Space")
    table.settle()
    assert table.running_game()["hints"] == 1
