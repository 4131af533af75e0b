"""No axe violation in any state, theme and language; a strict policy that is kept; no other host."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import positions
import pytest
from interception import intercept
from scanning import assert_no_violation

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route
    from table_page import TablePage

pytestmark = pytest.mark.browser

DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
}

POLICY = 'meta[http-equiv="Content-Security-Policy"]'
"""Where a page has its policy that no host sends with it."""


def without_moves(route: Route) -> None:
    """Tell the table that no move is left."""
    answer = route.fetch().json()
    answer["view"]["move_left"] = False
    route.fulfill(status=200, content_type="application/json", body=json.dumps(answer))


def close(table: TablePage) -> None:
    table.key("Escape")
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")


@pytest.mark.http
@pytest.mark.parametrize(
    ("device", "theme", "language"),
    [
        ("desktop", "light", "de"),
        ("desktop", "dark", "en"),
        ("desktop", "contrast", "de"),
        ("phone", "light", "en"),
        ("phone", "dark", "de"),
        ("phone", "contrast", "en"),
    ],
)
def test_no_violation_in_any_state(
    open_table: Callable[..., TablePage], device: str, theme: str, language: str
) -> None:
    table = open_table(1, **DEVICES[device])
    page = table.page
    table.keep("settings", {"theme": theme, "language": language, "motion": "off"})
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("data-theme") == theme
    assert_no_violation(table.page, "start")

    positions.COVERED.open(table)
    assert_no_violation(table.page, "mid-game")
    table.drag("8", "9")
    table.settle()
    assert table.message()
    assert_no_violation(table.page, "message")
    table.key("8", "Enter")
    assert page.locator(".pile.picked").count() == 1
    assert_no_violation(table.page, "picked pile")
    table.key("Escape")

    page.locator("#new").click()
    page.locator("#code").fill("EH1-N-AAA1AAF")
    page.wait_for_selector("#code-says.wrong")
    assert_no_violation(table.page, "new game with an error")
    page.locator("#code").fill("5")
    page.wait_for_selector("#code-says:not(.wrong)")
    page.locator("#deal-code").click()
    page.wait_for_selector("#leave-dialog[open]")
    assert_no_violation(table.page, "leave")
    page.locator('#leave-dialog button[value="yes"]').click()
    page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.settle()
    page.locator("#new").click()
    page.wait_for_selector("#left-games li")
    assert_no_violation(table.page, "new game with a game put aside")
    close(table)
    page.locator("#menu").click()
    for details in page.locator("#menu-dialog details").all():
        details.evaluate("(details) => { details.open = true; }")
    assert_no_violation(table.page, "menu")
    close(table)

    intercept(page, "**/api/tap", without_moves)
    table.key(" ")
    page.wait_for_selector("#stuck:not([hidden])")
    assert_no_violation(table.page, "no move left")
    page.unroute("**/api/tap")

    positions.NEAR_WIN.open(table)
    page.wait_for_selector("#finish:not([hidden])")
    assert_no_violation(table.page, "finish offered")
    positions.LAST_CARD.open(table)
    table.tap(positions.LAST_CARD_IN)
    page.wait_for_selector("#win-dialog[open]")
    assert_no_violation(table.page, "won")
    close(table)
    assert_no_violation(table.page, "won table")


def test_the_device_s_dark_scheme_and_more_contrast(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, color_scheme="dark", contrast="more", forced_colors="none")
    assert table.page.locator("html").get_attribute("data-theme") == "auto"
    assert_no_violation(table.page, "dark by the device")
    table.page.locator("#menu").click()
    assert_no_violation(table.page, "menu, dark by the device")


def test_language_attribute_follows_the_language(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, locale="en-GB")
    html = table.page.locator("html")
    assert html.get_attribute("lang") == "en"
    assert "solitaire" in table.page.title()
    table.choose(language="de")
    table.page.wait_for_selector("html[lang='de']")
    assert "Patience" in table.page.title()
    assert (
        table.pile("t").get_attribute("aria-label")
        == "Talon, 59 Karten, 1. Durchgang. Aktivieren deckt die nächste Karte auf."
    )
    table.choose(language="en")
    table.page.wait_for_selector("html[lang='en']")
    assert table.pile("t").get_attribute("aria-label") == "Stock, 59 cards, pass 1. Activate to draw the next card."


def test_policy_is_kept_and_no_other_host_is_asked(open_table: Callable[..., TablePage]) -> None:
    table = open_table()
    page = table.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(
        "window.violations = [];"
        "addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));"
    )
    response = page.goto(table.address)
    assert response
    sent = response.headers.get("content-security-policy")
    # Only the static site, which no host's header goes with, runs WebAssembly.
    policy = sent or (page.locator(POLICY).get_attribute("content") or "").replace(" 'wasm-unsafe-eval'", "")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    table.reload()
    positions.COVERED.open(table)
    table.tap("1")
    table.drag("8", "9")
    table.choose(theme="dark", language="en", four_colours=True, mirror=True)
    page.locator("#new").click()
    page.locator("#code").fill("x")
    page.wait_for_selector("#code-says.wrong")
    close(table)
    positions.LAST_CARD.open(table)
    table.tap(positions.LAST_CARD_IN)
    page.wait_for_selector("#win-dialog[open]")
    assert page.evaluate("window.violations") == []
    assert len(asked) > 30
    assert [url for url in asked if not url.startswith((table.address, "blob:"))] == []
    # The watch itself works: what the policy forbids is reported.
    page.evaluate("() => { document.body.append(Object.assign(document.createElement('script'), {text: '1'})); }")
    page.wait_for_function("() => window.violations.length === 1")
    assert len(table.errors) == 1
    table.errors.clear()
