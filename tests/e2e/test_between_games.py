"""Nothing of one game reaches into another, and no game is lost to another tab or to a server in trouble."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from interception import cut_off, intercept
from table_page import TablePage

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

pytestmark = pytest.mark.browser


def go_to(table: TablePage, deal: int) -> None:
    """Follow a link to a deal inside the open app, and wait until it is on the table."""
    code = easyharp.Deal(deal).code
    table.page.evaluate("(code) => { location.hash = code; }", code)
    place = easyharp.Game.from_deal(deal).position.columns[0].shown[0].face
    table.page.wait_for_selector(f'.card[data-in="1"][data-face="{place}"]', state="attached")
    table.settle()


def test_what_is_picked_is_let_go_with_its_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(7)
    table.key("7", "Enter")
    assert table.pile("7").get_attribute("aria-pressed") == "true"
    go_to(table, 5)
    assert table.pile("7").get_attribute("aria-pressed") == "false"
    table.key("4", "Enter")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(5))


def test_a_held_card_is_let_go_with_its_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(7)
    start, end = table.grip("8"), table.landing("6")
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move(start[0] + 20, start[1] + 20)
    assert table.page.locator(".card.held").count() == 1
    go_to(table, 26)
    assert table.page.locator(".card.held").count() == 0
    table.page.mouse.move(*end)
    table.page.mouse.up()
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(26))


def test_two_tabs_show_the_same_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.drag("7", "4")
    table.settle()
    other = TablePage(table.context, table.address)
    other.open()
    game = easyharp.Game.from_deal(5)
    game.play("74")
    other.assert_shows(game)
    for _ in range(3):
        other.key(" ")
        game.play("tw")
    other.settle()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '4'")
    table.page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    table.settle()
    table.assert_shows(game)
    table.key("u")
    game.play("uu")
    table.settle()
    table.kept("running")
    assert str(other.game().record) == str(game.record)
    assert other.errors == []


@pytest.mark.http
@pytest.mark.parametrize("status", [403, 404, 408, 429, 500, 503])
def test_a_server_in_trouble_costs_no_game(open_table: Callable[..., TablePage], status: int) -> None:
    table = open_table(5)
    game = easyharp.Game.from_deal(5)
    table.drag("7", "4")
    table.settle()
    game.play("74")

    def trouble(route: Route) -> None:
        route.fulfill(status=status, body="{}", content_type="application/problem+json")

    intercept(table.page, "**/api/view", trouble)
    table.kept("running")
    table.page.reload()
    table.page.wait_for_selector("#message:not([hidden])")
    table.page.unroute("**/api/view")
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    table.assert_shows(game)
    table.errors.clear()  # the browser notes each failed request


@pytest.mark.http
def test_moves_made_while_a_new_game_waits_for_the_server_are_put_aside_with_the_old_one(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5)
    table.key(" ", " ", " ")
    table.settle()
    cut_off(table.page, "**/api/new")
    table.page.locator("#new").click()
    table.page.locator("#deal-new").click()
    table.page.locator("#leave-dialog button[value=yes]").click()
    table.page.wait_for_selector("#message:not([hidden])")
    table.key(" ", " ", " ", " ")
    table.settle()
    table.page.unroute("**/api/new")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()
    table.page.locator("#new").click()
    table.page.locator("#left-games button").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '7'")
    table.errors.clear()  # the browser notes each failed request


@pytest.mark.http
def test_of_two_games_taken_up_while_the_server_is_away_the_last_one_comes_and_the_other_is_kept(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5)
    for deal in (6, 7):
        table.key(" ", " ")
        table.settle()
        table.page.evaluate("(code) => { location.hash = code; }", easyharp.Deal(deal).code)
        table.page.locator("#leave-dialog button[value=yes]").click()
        table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
        table.settle()
    cut_off(table.page, "**/api/view")
    for wanted in ("Verteilung 5", "Verteilung 6"):
        table.page.locator("#new").click()
        table.page.locator("#left-games li", has_text=wanted).locator("button").click()
        table.page.wait_for_selector("#message:not([hidden])")
    table.page.unroute("**/api/view")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '2'")
    table.settle()
    assert easyharp.Record.from_text(table.record()).deal.number == 6
    table.page.locator("#new").click()
    table.page.wait_for_selector("#left-games li")
    texts = table.page.locator("#left-games li").all_text_contents()
    assert [text.split(",")[0] for text in texts] == ["Verteilung 5"]
    table.errors.clear()  # the browser notes each failed request
