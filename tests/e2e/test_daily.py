"""Daily deals around midnight, in three time zones and over their clock changes, through the page."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import positions
import pytest

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

ZONES = {
    "Europe/Berlin": ["2026-03-29", "2026-10-25", "2026-12-24"],
    "Pacific/Auckland": ["2026-04-05", "2026-09-27", "2026-12-24"],
    "America/Los_Angeles": ["2026-03-08", "2026-11-01", "2026-12-24"],
}
"""Two days on which the clocks change, and one like any other."""

ON_THE_DAY = [(zone, day) for zone, days in ZONES.items() for day in days]


def next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def at(table: TablePage, zone: str, day: str, time: str) -> None:
    """Open the app anew at a local time."""
    moment = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZoneInfo(zone))
    table.page.clock.install(time=moment)
    table.reload()


def past_midnight(table: TablePage) -> None:
    """Let twenty minutes pass: ten minutes before midnight it is ten minutes past."""
    table.page.clock.fast_forward(1_200_000)


def start_daily(table: TablePage) -> None:
    table.page.locator("#new").click()
    table.page.locator("#deal-daily").click()
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.settle()


def draw(table: TablePage) -> dict[str, Any]:
    """Draw a card, and return the game as it is kept then."""
    moves = table.figure("moves")
    table.key("Space")
    table.page.wait_for_function("(moves) => Number(document.querySelector('#moves').textContent) > moves", arg=moves)
    table.settle()
    return table.running_game()


def day_in_calendar(table: TablePage, day: str) -> str:
    """Return what the calendar says of a day in the month that it opens with."""
    table.page.locator("#new").click()
    table.page.locator("#deal-calendar").click()
    table.page.wait_for_selector("#calendar-dialog")
    days = table.page.locator("#calendar-dialog button.day").all()
    text = next(each.get_attribute("aria-label") or "" for each in days if each.inner_text() == str(int(day[8:])))
    table.key("Escape")
    return text


@pytest.mark.parametrize(("zone", "day"), ON_THE_DAY)
def test_a_daily_deal_counts_for_the_day_of_its_first_action(
    open_table: Callable[..., TablePage], zone: str, day: str
) -> None:
    table = open_table(timezone_id=zone, reduced_motion="reduce")
    at(table, zone, day, "23:50:00")
    start_daily(table)
    game = draw(table)
    assert (game["daily"], game["day"]) == (day, day)
    assert game["deal"] == easyharp.Deal.of_day(date.fromisoformat(day)).number
    past_midnight(table)
    game = draw(table)
    assert (game["daily"], game["day"]) == (day, day)
    # The next day's deal is another one, and counts for its own day.
    table.page.locator("#new").click()
    table.page.locator("#deal-daily").click()
    table.page.locator("#leave-dialog button[value=yes]").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    game = draw(table)
    assert (game["daily"], game["day"]) == (next_day(day), next_day(day))


def test_a_deal_opened_before_midnight_and_begun_after_it_is_late(open_table: Callable[..., TablePage]) -> None:
    table = open_table(timezone_id="Europe/Berlin", reduced_motion="reduce")
    at(table, "Europe/Berlin", "2026-12-24", "23:50:00")
    start_daily(table)
    past_midnight(table)
    game = draw(table)
    assert (game["daily"], game["day"]) == ("2026-12-24", "2026-12-25")


def test_a_window_open_over_midnight_deals_the_day_that_it_shows(open_table: Callable[..., TablePage]) -> None:
    table = open_table(timezone_id="Europe/Berlin", reduced_motion="reduce")
    at(table, "Europe/Berlin", "2026-12-24", "23:50:00")
    table.page.locator("#new").click()
    shown = table.page.locator("#daily-date")
    assert shown.inner_text().startswith("24.")
    past_midnight(table)
    table.page.wait_for_function("() => document.querySelector('#daily-date').textContent.startsWith('25.')")
    table.page.locator("#deal-daily").click()
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.settle()
    assert draw(table)["daily"] == "2026-12-25"


def test_a_calendar_open_over_midnight_begins_the_new_month(open_table: Callable[..., TablePage]) -> None:
    table = open_table(timezone_id="Europe/Berlin", reduced_motion="reduce")
    at(table, "Europe/Berlin", "2026-12-31", "23:50:00")
    table.page.locator("#new").click()
    table.page.locator("#deal-calendar").click()
    dialog = table.page.locator("#calendar-dialog")
    later = dialog.get_by_role("button", name="Nächster Monat")
    assert later.get_attribute("aria-disabled") == "true"
    dialog.get_by_role("button", name="30. Dezember 2026").focus()
    past_midnight(table)
    dialog.locator("button.day:not(.today)", has_text="31").wait_for()
    assert table.page.evaluate("document.activeElement.textContent") == "30"
    later.click()
    assert dialog.locator("h3").inner_text() == "Januar 2027"
    assert dialog.locator("[aria-current=date]").inner_text() == "1"
    assert dialog.locator("button.day").count() == 1


@pytest.mark.parametrize(("zone", "day"), ON_THE_DAY)
def test_a_win_after_midnight_is_one_of_the_day_before(
    open_table: Callable[..., TablePage], zone: str, day: str
) -> None:
    table = open_table(timezone_id=zone, reduced_motion="reduce")
    before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    record = (
        f'[Deal "{easyharp.Deal(positions.LAST_CARD.deal).code}"]\n[Daily "{day}"]\n\n{positions.LAST_CARD.actions}\n'
    )
    at(table, zone, day, "23:50:00")
    yesterday = won(before)
    table.keep("settings", {}, yesterday)
    table.keep_running(record, daily=day, day=day, deal=positions.LAST_CARD.deal, moves=753, started=2)
    past_midnight(table)
    table.tap(positions.LAST_CARD_IN)
    table.page.locator("#win-dialog").wait_for(state="visible")
    table.key("Escape")
    game = table.running_game()
    assert (game["won"], game["daily"], game["day"]) == (True, day, day)
    if next_day(day)[:7] == day[:7]:
        assert day_in_calendar(table, day).endswith("gewonnen")
        assert "heute" in day_in_calendar(table, next_day(day))
    table.page.locator("#new").click()
    table.page.locator("#deal-calendar").click()
    table.page.wait_for_selector("#calendar-dialog")
    assert "Zurzeit 2 Tage in Folge" in table.page.locator("#calendar-dialog").inner_text()


def won(day: str) -> dict[str, Any]:
    return {
        "id": f"won {day}", "record": f'[Deal "5"]\n[Daily "{day}"]\n\ntw\n', "deal": 5, "daily": day, "day": day,
        "started": 1, "changed": 1, "won": True, "score": 1_000, "moves": 300, "elapsed": 600_000, "undos": 0,
        "takeBacks": 0, "hints": 0,
    }  # fmt: skip


@pytest.mark.parametrize("zone", ZONES)
def test_a_journey_takes_no_day_from_a_streak(open_table: Callable[..., TablePage], zone: str) -> None:
    table = open_table(timezone_id=zone, reduced_motion="reduce")
    moment = datetime.fromisoformat("2026-12-24T23:30").replace(tzinfo=ZoneInfo("Pacific/Auckland"))
    table.page.clock.install(time=moment)
    table.keep("settings", {}, *(won(f"2026-12-{number}") for number in (21, 22, 23, 24)))
    table.page.locator("#new").click()
    table.page.locator("#deal-calendar").click()
    table.page.wait_for_selector("#calendar-dialog")
    assert "Zurzeit 4 Tage in Folge" in table.page.locator("#calendar-dialog").inner_text()
