"""New games: the window, codes, left games, links, no move left, finishing."""

from __future__ import annotations

import datetime
import http.client
import json
import urllib.parse
from typing import TYPE_CHECKING

import pytest
from interception import cut_off, intercept
from scanning import assert_no_violation

import easyharp
import golden_data
from played_games import NOTHING_LEFT, played_through

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route
    from table_page import TablePage

pytestmark = pytest.mark.browser

ACCEPTED = "Möglich ist eine Nummer von 1 bis 999.999 oder ein Code wie EH1-N-AAAAAAF."

FINISHABLE = 808
"""After so many actions of the golden win of deal 1 no face-down card is left."""


def actions(game: easyharp.Game) -> str:
    return " ".join(map(str, game.record.actions))


def golden(deal: int, played: int) -> str:
    win = next(win for win in golden_data.WINS if win.deal == deal)
    return " ".join(win.actions[:played])


def press(table: TablePage, name: str) -> None:
    table.page.locator(f"#{name}").click()
    if name == "new":
        table.page.locator("#new-dialog").wait_for(state="visible")


def start(table: TablePage, choice: str) -> None:
    """Choose something in the window "New game"."""
    press(table, "new")
    press(table, choice)


def wait_for_deal(table: TablePage, deal: int) -> None:
    """Wait until a deal's game has just begun."""
    table.page.locator("#new-dialog").wait_for(state="hidden")  # a code is looked up before it is left
    table.settle()  # the window tells which deal was on the table when it was opened
    press(table, "new")
    table.page.wait_for_function(
        "(code) => document.querySelector('#current-code').textContent.endsWith(code)", arg=easyharp.Deal(deal).code
    )
    table.key("Escape")
    table.settle()


def is_open(table: TablePage, name: str) -> bool:
    return table.page.locator(f"#{name}").is_visible()


def says(table: TablePage, text: str) -> str:
    """Return what the window says about a code, once it has looked at it."""
    field = table.page.locator("#code")
    field.fill("")
    table.page.wait_for_function("() => document.querySelector('#code-says').textContent === ''")
    field.fill(text)
    table.page.wait_for_function("() => document.querySelector('#code-says').textContent !== ''")
    return table.page.locator("#code-says").inner_text()


# The window


def test_a_new_deal_is_another_one(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    start(table, "deal-new")
    table.page.wait_for_function("() => document.querySelector('#new-dialog').open === false")
    table.settle()
    game = table.game()
    assert game.deal.number != 1  # once in a million runs
    table.assert_shows(game)
    assert game.record.tags == {}


@pytest.mark.parametrize(
    ("zone", "date", "shown"),
    [("Europe/Berlin", "2026-12-24", "24. Dezember 2026"), ("Pacific/Auckland", "2026-12-25", "25. Dezember 2026")],
)
def test_the_daily_deal_is_that_of_the_players_calendar(
    open_table: Callable[..., TablePage], zone: str, date: str, shown: str
) -> None:
    table = open_table(1, timezone_id=zone)
    table.page.clock.set_fixed_time(datetime.datetime(2026, 12, 24, 18, 30, tzinfo=datetime.UTC))
    press(table, "new")
    assert table.page.locator("#daily-date").inner_text() == shown
    press(table, "deal-daily")
    deal = easyharp.Deal.of_day(datetime.date.fromisoformat(date))
    wait_for_deal(table, deal.number)
    table.assert_shows(easyharp.Game.from_deal(deal))
    assert table.game().record.tags == {"Daily": date}
    table.tap("t")
    table.settle()
    table.page.clock.set_fixed_time(datetime.datetime(2026, 12, 25, 18, 30, tzinfo=datetime.UTC))
    table.reload()
    assert table.game().record.tags == {"Daily": date}


def test_the_same_deal_begins_anew(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    start(table, "deal-same")
    press(table, "leave-dialog button[value=yes]")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(5))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "Die Verteilung 0 gibt es nicht: Die Nummern gehen von 1 bis 999.999."),
        ("1000000", "Die Verteilung 1.000.000 gibt es nicht: Die Nummern gehen von 1 bis 999.999."),
        ("EH1-N-ZZZZZZZ", "Die Verteilung 8.031.810.175 gibt es nicht: Die Nummern gehen von 1 bis 999.999."),
        ("-5", "Das ist keine ganze Zahl von 1 bis 999.999."),
        ("1,5", "Das ist keine ganze Zahl von 1 bis 999.999."),
        ("EH2-N-AAAAAAF", "„EH2N“ am Anfang ist unbekannt: Codes beginnen mit EH1-N-."),
        ("EH1-N-AAAA4AF", "„4“ an Stelle 5 der Buchstaben kann nicht sein: Dort stehen nur A bis Z."),
        ("eh1 n aaäaaaf", "„ä“ an Stelle 3 der Buchstaben kann nicht sein: Dort stehen nur A bis Z."),
        ("EH1-N-AAAAAF", f"Der Code hat 6 Buchstaben, es sollten 7 sein. {ACCEPTED}"),
        ("EH1-N-A", f"Der Code hat 1 Buchstaben, es sollten 7 sein. {ACCEPTED}"),
        ("EH1-N-AAAAAAAF", f"Der Code hat 8 Buchstaben, es sollten 7 sein. {ACCEPTED}"),
        ("9" * 60, "Das ist keine ganze Zahl von 1 bis 999.999."),
        ("#", "Hier fehlt eine Nummer oder ein Code."),
    ],
)
def test_what_is_wrong_with_a_code_is_said(open_table: Callable[..., TablePage], text: str, sentence: str) -> None:
    table = open_table(5)
    press(table, "new")
    assert says(table, text) == sentence
    press(table, "deal-code")
    assert is_open(table, "new-dialog")
    assert says(table, "5") == "Verteilung 5 · EH1-N-AAAAAAF"
    table.key("Escape")
    table.assert_shows(easyharp.Game.from_deal(5))


@pytest.mark.parametrize("how", ["button", "key"])
def test_that_nothing_is_written_is_said_when_it_is_to_be_played(
    open_table: Callable[..., TablePage], how: str
) -> None:
    table = open_table(5)
    press(table, "new")
    assert table.page.locator("#code-says").inner_text() == ""
    if how == "button":
        press(table, "deal-code")
    else:
        table.page.locator("#code").press("Enter")
    table.page.wait_for_function("() => document.querySelector('#code-says').textContent !== ''")
    assert table.page.locator("#code-says").inner_text() == "Hier fehlt eine Nummer oder ein Code."
    table.page.wait_for_function("() => document.activeElement.id === 'code'")
    table.key("5")
    table.page.wait_for_selector("#code-says:text('Verteilung 5 · EH1-N-AAAAAAF')")


def test_the_running_deal_is_named_by_number_and_code(open_table: Callable[..., TablePage]) -> None:
    table = open_table(4711)
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(table, "new")
    assert table.page.locator("#current-code").inner_text() == "4.711 · EH1-N-AAAAGZF"
    press(table, "copy-code")
    table.page.wait_for_function("() => document.querySelector('#share-says').textContent !== ''")
    assert table.page.evaluate("navigator.clipboard.readText()") == "EH1-N-AAAAGZF"


def test_a_code_too_long_for_the_field_is_named_when_a_link_brings_it(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.page.evaluate("(text) => { location.hash = text; }", "A" * 201)
    table.page.wait_for_function("() => document.querySelector('#code-says').textContent !== ''")
    sentence = "Das ist zu lang für eine Nummer oder einen Code wie EH1-N-AAAAAAF."
    assert table.page.locator("#code-says").inner_text() == sentence


@pytest.mark.parametrize("text", ["4711", "4.711", "4 711", "EH1-N-AAAAGZF", "eh1naaaagzf", "aaaagzf", "AAA-AGZF"])
def test_a_code_is_the_same_deal_everywhere(open_table: Callable[..., TablePage], text: str) -> None:
    viewport = {"width": 390, "height": 844}
    table = open_table(locale="en-GB", viewport=viewport, has_touch=True)
    press(table, "new")
    assert says(table, text) == "Deal 4,711 · EH1-N-AAAAGZF"
    table.key("Enter")
    wait_for_deal(table, 4711)
    table.assert_shows(easyharp.Game.from_deal(4711))


# Games put aside


def test_a_game_under_way_is_put_aside_after_one_question(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    game = easyharp.Game.from_deal(5)
    game.play("74")
    start(table, "deal-same")
    press(table, "leave-dialog button[value=no]")
    table.settle()
    table.assert_shows(game)
    press(table, "new")
    assert not is_open(table, "left")
    press(table, "deal-new")
    press(table, "leave-dialog button[value=yes]")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    assert not is_open(table, "leave-dialog")
    press(table, "new")
    table.page.locator("#left-games li").wait_for()
    assert table.page.locator("#left-games li").all_text_contents() == ["Verteilung 5, 1 ZugWeiterspielen"]
    press(table, "left-games button")
    wait_for_deal(table, 5)
    table.assert_shows(game)
    press(table, "new")
    assert not is_open(table, "left")
    table.key("Escape")
    table.reload()
    table.assert_shows(game)


def test_a_left_game_outlives_a_reload(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.key("Space")
    table.settle()
    start(table, "deal-daily")
    press(table, "leave-dialog button[value=yes]")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()
    table.reload()
    table.key("Space")
    table.settle()
    press(table, "new")
    press(table, "left-games button")
    wait_for_deal(table, 5)
    assert actions(table.game()) == "74 tw"
    press(table, "new")
    table.page.locator("#left-games li").first.wait_for()
    assert table.page.locator("#left-games li").count() == 1


def test_an_untouched_game_is_not_asked_about(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    press(table, "new")
    says(table, "7")
    press(table, "deal-code")
    wait_for_deal(table, 7)
    assert not is_open(table, "leave-dialog")
    press(table, "new")
    assert not is_open(table, "left")


def test_a_finished_game_is_not_asked_about(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    win = golden_data.WINS[0]
    table.open_record(win.deal, golden(win.deal, win.moves - 1))
    table.drag(*win.actions[-1])
    press(table, "win-next")
    wait_for_deal(table, win.deal + 1)
    assert not is_open(table, "leave-dialog")
    press(table, "new")
    assert not is_open(table, "left")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1366, 768)], ids=str)
def test_new_and_restart_are_not_beside_undo(open_table: Callable[..., TablePage], size: tuple[int, int]) -> None:
    table = open_table(5, viewport={"width": size[0], "height": size[1]})
    boxes = [table.page.locator(name).bounding_box() for name in ("#new", "#undo", "#redo")]
    new, *others = [box for box in boxes if box is not None]
    assert len(others) == 2
    assert not table.page.locator("#deal-same, #stuck-same, #win-same").filter(visible=True).count()
    for other in others:
        aside = max(other["x"] - new["x"] - new["width"], new["x"] - other["x"] - other["width"])
        above = max(other["y"] - new["y"] - new["height"], new["y"] - other["y"] - other["height"])
        assert max(aside, above) > 88  # two buttons at least would fit in between


# Links


def test_a_link_in_mid_game_keeps_the_old_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    table.page.evaluate("location.hash = '#EH1-N-AAAAGZF'")
    press(table, "leave-dialog button[value=yes]")
    wait_for_deal(table, 4711)
    table.assert_shows(easyharp.Game.from_deal(4711))
    assert urllib.parse.urlsplit(table.page.url).fragment == ""
    press(table, "new")
    press(table, "left-games button")
    wait_for_deal(table, 5)
    assert actions(table.game()) == "74"


def test_a_link_opened_anew_asks_as_well(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    table.kept("running")
    table.page.goto("about:blank")
    table.page.goto(table.address + "#EH1-N-AAAAGZF")
    press(table, "leave-dialog button[value=no]")
    table.settle()
    assert actions(table.game()) == "74"


def test_a_link_to_the_running_deal_changes_nothing(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    table.page.evaluate("location.hash = '#EH1-N-AAAAAAF'")
    table.page.wait_for_function("() => location.hash === ''")
    table.settle()
    assert not is_open(table, "leave-dialog")
    assert actions(table.game()) == "74"


def test_a_link_to_the_deal_that_was_won_deals_it_anew(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    win = golden_data.WINS[0]
    table.open_record(win.deal, " ".join(win.actions))
    table.page.evaluate("(code) => { location.hash = code; }", easyharp.Deal(win.deal).code)
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(win.deal))


@pytest.mark.http
def test_a_link_outlives_an_engine_that_does_not_answer_at_first(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    table.forget()
    failed: list[Route] = []

    def fail_once(route: Route) -> None:
        failed.append(route)
        route.abort() if len(failed) == 1 else route.continue_()

    intercept(table.page, "**/api/describe", fail_once)
    table.page.goto(f"{table.address}#EH1-N-AAAAAAH")
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(7))
    assert len(failed) == 2
    table.errors.clear()


@pytest.mark.http
def test_a_game_asked_for_later_than_a_link_is_the_one_that_comes(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    held = table.hold("**/api/describe")
    table.page.evaluate("location.hash = '#EH1-N-AAAAAAH'")
    table.page.wait_for_selector("#message:text('Einen Moment noch')")
    assert_no_violation(table.page, "waiting")
    press(table, "new")
    table.page.locator("#deal-same").click()
    table.page.wait_for_timeout(300)
    held.release()
    table.page.wait_for_selector("#message", state="hidden")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(5))


@pytest.mark.http
def test_the_empty_places_have_names_before_the_first_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    table.forget()
    held = table.hold("**/api/new")
    table.page.goto(table.address)
    table.page.wait_for_selector("#message:text('Einen Moment noch')")
    assert_no_violation(table.page, "before the first game")
    assert (
        table.page.locator("[data-pile='1']").get_attribute("aria-label") == "Spalte 1, leer, wartet auf einen König."
    )
    held.release()
    table.page.wait_for_selector("html[data-ready]")


def test_finishing_stops_at_a_window_that_opens_late(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    held = table.hold("**/statistics_window.js")
    table.open_record(1, golden(1, FINISHABLE))
    table.key("s")
    held.wait(table.page)
    press(table, "finish")
    held.release()
    table.page.wait_for_selector("#statistics-dialog")
    table.settle()
    moves = table.figure("moves")
    table.page.wait_for_timeout(500)
    assert table.figure("moves") == moves


@pytest.mark.http
def test_that_the_engine_does_not_answer_is_said_where_a_code_is_written(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    cut_off(table.page, "**/api/describe")
    press(table, "new")
    assert "antwortet nicht" in says(table, "7")
    table.page.unroute("**/api/describe")
    assert says(table, "8").endswith("EH1-N-AAAAAAI")
    table.errors.clear()


@pytest.mark.parametrize("fragment", ["EH1-N-AAAA4AF", "%"])
def test_a_broken_link_is_named_and_a_game_is_there(open_table: Callable[..., TablePage], fragment: str) -> None:
    table = open_table()
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}#{fragment}")
    table.page.wait_for_function("() => document.querySelector('#code-says').textContent !== ''")
    assert table.page.locator("#code").input_value() == fragment
    table.key("Escape")
    table.settle()
    table.assert_shows(table.game())


# Numbers


@pytest.mark.http
def test_new_games_are_spread_over_all_numbers(server: str) -> None:
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(server).netloc)
    numbers = []
    for _ in range(1_000):
        connection.request("POST", "/api/new", "{}", {"Content-Type": "application/json"})
        numbers.append(json.load(connection.getresponse())["view"]["deal"])
    connection.close()
    assert len(set(numbers)) >= 990
    assert min(numbers) >= 1
    assert max(numbers) <= 999_999
    assert len({number * 10 // 1_000_000 for number in numbers}) == 10


# No move left


@pytest.mark.parametrize(("deal", "moves"), NOTHING_LEFT, ids=["deal 5", "deal 39"])
def test_no_move_left_is_said_if_it_is_so_and_undo_removes_it(
    open_table: Callable[..., TablePage], deal: int, moves: str
) -> None:
    game = played_through(deal, moves)
    assert not easyharp.has_move_left(game.position)
    *before, last = actions(game).split()
    table = open_table(reduced_motion="reduce")
    game = table.open_record(deal, " ".join(before))
    assert easyharp.has_move_left(game.position)
    assert not is_open(table, "stuck")
    table.drag(*last)
    table.settle()
    game.play(last)
    assert is_open(table, "stuck")
    assert "Kein Zug mehr möglich." in table.page.locator("#stuck").inner_text()
    assert table.spoken().endswith("Kein Zug mehr möglich.")
    for key in ["Space"] * 3:
        table.key(key)
        table.settle()
        game.play("tw" if game.position.stock else "wt")
        assert is_open(table, "stuck")
    table.reload()
    assert is_open(table, "stuck")
    table.assert_shows(game)
    for _ in range(4):
        assert is_open(table, "stuck")
        press(table, "stuck-undo")
        table.settle()
        game.play("uu")
    assert not is_open(table, "stuck")
    table.assert_shows(game)


def test_no_move_left_offers_the_same_deal(open_table: Callable[..., TablePage]) -> None:
    deal, moves = NOTHING_LEFT[0]
    table = open_table(reduced_motion="reduce")
    table.open_record(deal, actions(played_through(deal, moves)))
    press(table, "stuck-same")
    press(table, "leave-dialog button[value=yes]")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(deal))
    assert not is_open(table, "stuck")


@pytest.mark.parametrize("number", range(0, len(golden_data.RECORDS), 4))
def test_no_move_left_is_said_only_if_it_is_so(open_table: Callable[..., TablePage], number: int) -> None:
    record = golden_data.RECORDS[number]
    played = record.actions[: record.refused.index] if record.refused else record.actions
    table = open_table(reduced_motion="reduce")
    game = table.open_record(record.deal, " ".join(played))
    assert is_open(table, "stuck") == (not game.is_won and not easyharp.has_move_left(game.position))


# Finishing


def test_finish_appears_when_the_last_card_is_turned_up(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    last = golden(1, FINISHABLE).split()[-1]
    game = table.open_record(1, golden(1, FINISHABLE - 1))
    assert not is_open(table, "finish")
    table.drag(*last)
    table.settle()
    assert is_open(table, "finish")
    table.key("u")
    table.settle()
    assert not is_open(table, "finish")
    table.key("Control+y")
    table.settle()
    assert is_open(table, "finish")
    table.choose(offer_finish=False)
    assert not is_open(table, "finish")
    table.reload()
    assert not is_open(table, "finish")
    game.play(last)
    game.play("uu")
    game.play("rr")
    table.assert_shows(game)


def test_finish_plays_the_rest(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    before = golden(1, FINISHABLE + 15)
    table.open_record(1, before)
    press(table, "finish")
    table.page.locator("#win-dialog").wait_for(state="visible")
    game = table.game()
    assert game.is_won
    assert actions(game).startswith(before + " ")
    table.assert_shows(game)
    assert not is_open(table, "finish")
    assert table.figure("win-score") == game.score
    assert table.figure("win-moves") == game.moves


def stop_by_tap(table: TablePage) -> None:
    box = table.pile_box("a")
    table.page.mouse.click(box.x + 5, box.y + 5)


def stop_by_undo(table: TablePage) -> None:
    table.key("u")


def stop_by_resize(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 900, "height": 800})


def stop_by_button(table: TablePage) -> None:
    press(table, "finish")


def stop_by_hiding(table: TablePage) -> None:
    table.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.parametrize("stop", [stop_by_tap, stop_by_undo, stop_by_resize, stop_by_button, stop_by_hiding])
def test_finish_is_stopped_between_two_cards(
    open_table: Callable[..., TablePage], stop: Callable[[TablePage], None]
) -> None:
    table = open_table(reduced_motion="reduce")
    table.page.clock.install()
    before = golden(1, FINISHABLE)
    table.open_record(1, before)
    moves = table.figure("moves")
    press(table, "finish")
    assert table.page.locator("#finish").inner_text() == "Anhalten"
    table.page.wait_for_function(
        "(moves) => Number(document.querySelector('#moves').textContent) >= moves + 2", arg=moves
    )
    stop(table)
    table.page.wait_for_function("() => document.querySelector('#finish span').textContent === 'Fertig spielen'")
    table.settle()
    stopped = table.game()
    assert not stopped.is_won
    table.assert_shows(stopped)
    assert (actions(stopped).split()[-1] == "uu") == (stop is stop_by_undo)
    table.page.clock.run_for(5_000)
    table.settle()
    table.assert_shows(stopped)
    press(table, "finish")
    table.page.wait_for_function(
        "(moves) => Number(document.querySelector('#moves').textContent) > moves", arg=stopped.moves
    )
