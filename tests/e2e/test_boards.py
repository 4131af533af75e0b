"""The pages in a browser: with and without their script, stepped through, played on, and back to the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from interception import cut_off
from scanning import assert_no_violation

import easyharp
from easyharp.pages import EXAMPLES, LANGUAGES, PAGES, Example
from easyharp.refusals import RefusalCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize
    from table_page import TablePage

pytestmark = pytest.mark.browser

DESKTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=DESKTOP, locale="de-DE", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def examples(context: BrowserContext, server: str) -> Iterator[Page]:
    """The Examples page in German; errors of its script fail the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server}pages/de/examples.html")
    yield page
    assert errors == []


def figure_of(page: Page, example: Example) -> Locator:
    figure = page.locator(f'figure[data-example*="{example.deal.code}"]')
    figure.scroll_into_view_if_needed()
    figure.locator(".table[aria-busy=false]").wait_for()
    return figure


def shown(figure: Locator) -> dict[str, list[str]]:
    """Return the face-up cards of every pile, lowest first, as they stand in the document."""
    cards: list[tuple[str, int, str]] = figure.evaluate(
        """(figure) => [...figure.querySelectorAll(".card")]
             .filter((card) => card.dataset.face)
             .map((card) => [card.dataset.in, Number(card.style.zIndex), card.dataset.face])"""
    )
    piles: dict[str, list[str]] = {}
    for pile, _, face in sorted(cards):
        piles.setdefault(pile, []).append(face)
    return piles


def expected(game: easyharp.Game) -> dict[str, list[str]]:
    position = game.position
    piles = {str(i + 1): [card.face for card in column.shown] for i, column in enumerate(position.columns)}
    piles |= {"abcdefgh"[i]: [card.face for card in pile] for i, pile in enumerate(position.foundations)}
    piles["w"] = [card.face for card in position.waste]
    return {pile: faces for pile, faces in piles.items() if faces}


def press(figure: Locator, name: str) -> None:
    figure.get_by_role("button", name=name, exact=True).click()
    figure.locator(".table[aria-busy=false]").wait_for()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_stepped_through_and_back(examples: Page, name: str) -> None:
    example = EXAMPLES[name]
    figure = figure_of(examples, example)
    game = example.begun()
    before = [expected(game)]
    assert shown(figure) == before[0]
    told = ""
    for step in example.steps:
        press(figure, "Weiter")
        said = figure.locator(".says").inner_text()
        assert said != told, step
        told = said
        if step.legal:
            game.play(step.action)
        assert shown(figure) == expected(game), step
        before.append(expected(game))
    assert figure.locator(".count").inner_text() == f"Schritt {len(example.steps)} von {len(example.steps)}"
    assert figure.get_by_role("button", name="Weiter").get_attribute("aria-disabled") == "true"
    for at in reversed(before[:-1]):
        press(figure, "Zurück")
        assert shown(figure) == at


def test_the_reader_plays_on_by_mouse_and_by_keyboard_and_comes_back(examples: Page) -> None:
    example = EXAMPLES["building"]
    figure = figure_of(examples, example)
    press(figure, "Selbst probieren")
    game = example.begun()
    action = example.steps[0].action
    figure.locator(f'[data-pile="{action.source}"]').focus()
    examples.keyboard.press("Enter")
    figure.locator(f'[data-pile="{action.target}"]').focus()
    examples.keyboard.press("Enter")
    figure.locator(".table[aria-busy=false]").wait_for()
    game.play(action)
    assert shown(figure) == expected(game)
    press(figure, "Zurück")
    assert shown(figure) == expected(example.begun())
    figure.locator('[data-pile="t"]').scroll_into_view_if_needed()
    box = figure.locator('[data-pile="t"]').bounding_box()
    assert box is not None
    examples.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    figure.locator(".card[data-in=w]").first.wait_for(state="attached")
    press(figure, "Zurück zum Beispiel")
    assert shown(figure) == expected(example.begun())
    assert figure.locator(".count").inner_text() == f"Schritt 0 von {len(example.steps)}"


def test_until_the_reader_plays_a_board_is_a_picture(examples: Page) -> None:
    example = EXAMPLES["building"]
    figure = figure_of(examples, example)
    box = figure.locator('[data-pile="t"]').bounding_box()
    assert box is not None
    examples.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    examples.wait_for_timeout(300)
    assert shown(figure) == expected(example.begun())


def test_an_assistive_technology_cannot_play_on_a_picture(examples: Page) -> None:
    example = EXAMPLES["building"]
    figure = figure_of(examples, example)
    for pile in ("t", "9"):
        figure.locator(f'[data-pile="{pile}"]').dispatch_event("click")
    examples.wait_for_timeout(300)
    assert shown(figure) == expected(example.begun())
    assert figure.locator("[aria-pressed=true]").count() == 0


@pytest.mark.http
def test_a_board_without_an_engine_stays_a_still(context: BrowserContext, server: str) -> None:
    page = context.new_page()
    cut_off(page, "**/api/**")
    page.goto(f"{server}pages/de/examples.html")
    figure = page.locator("figure[data-example]").first
    figure.scroll_into_view_if_needed()
    figure.locator(".table[aria-busy=false]").wait_for(state="attached")
    assert figure.locator(".still").is_visible()
    assert not figure.locator(".felt").is_visible()
    assert not figure.locator(".controls").is_visible()


@pytest.mark.http
def test_a_step_that_the_engine_does_not_answer_is_not_taken(examples: Page) -> None:
    example = EXAMPLES["building"]
    figure = figure_of(examples, example)
    cut_off(examples, "**/api/**")
    press(figure, "Weiter")
    assert figure.locator(".says").inner_text().startswith("Das Spielprogramm antwortet nicht.")
    assert figure.locator(".count").inner_text() == f"Schritt 0 von {len(example.steps)}"
    assert shown(figure) == expected(example.begun())
    examples.unroute("**/api/**")
    game = example.begun()
    for step in example.steps:
        press(figure, "Weiter")
        game.play(step.action)
    assert shown(figure) == expected(game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_without_a_script_and_fits_a_phone(
    browser: Browser, server: str, name: str, language: str
) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}pages/{language}/{name}.html")
    assert page.locator("h1").inner_text()
    for still in page.locator(".still").all():
        box = still.bounding_box()
        assert box is not None
        assert box["width"] > 300
        assert box["height"] > 180
    context.close()
    # Whether something sticks out only a script can tell.
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{server}pages/{language}/{name}.html")
    for figure in page.locator("figure[data-example]").all()[:2]:
        figure.scroll_into_view_if_needed()
        figure.locator(".controls").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_an_accessibility_violation(
    browser: Browser, server: str, name: str, language: str, scheme: str
) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{server}pages/{language}/{name}.html")
    for figure in page.locator("figure[data-example]").all():
        figure.scroll_into_view_if_needed()
        figure.locator(".table[aria-busy=false]").wait_for()
    assert_no_violation(page, f"{name} {language} {scheme}")
    context.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_page_prints_light_with_stills_and_without_controls(examples: Page, paper: str) -> None:
    figure = figure_of(examples, EXAMPLES["building"])
    examples.emulate_media(media="print", color_scheme="dark")
    assert figure.locator(".still").is_visible()
    assert not figure.locator(".felt").is_visible()
    assert not examples.get_by_role("navigation").first.is_visible()
    ink = examples.evaluate("getComputedStyle(document.body).color")
    assert max(int(part) for part in ink[4:-1].split(",")) < 100
    pages = examples.pdf(format=paper).count(b"/Type /Page\n")
    assert 5 <= pages <= 25


def test_from_the_table_to_a_page_and_back_to_the_same_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    table.tap("t")
    table.settle()
    record = table.record()
    table.page.locator("#menu").click()
    table.page.get_by_role("link", name="Beispiele").click()
    table.page.locator("h1").wait_for()
    assert table.page.url.endswith("/pages/de/examples.html")
    table.page.go_back()
    table.page.wait_for_selector("html[data-ready]")
    assert table.record() == record
    table.page.goto(table.page.url + "pages/de/faq.html")
    table.page.locator(".home").click()
    table.page.wait_for_selector("html[data-ready]")
    assert table.record() == record


def test_a_refusal_leads_to_its_example(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    game = easyharp.Game.from_deal(5)
    refused = [
        (source, target)
        for source in "123456789"
        for target in "123456789"
        if (refusal := game.refusal(easyharp.Action(source, target))) and refusal.code is RefusalCode.SAME_COLOUR
    ]
    source, target = refused[0]
    table.drag(source, target)
    table.settle()
    table.page.get_by_role("link", name="Beispiel", exact=True).click()
    table.page.locator("figure.live").first.wait_for()
    table.page.wait_for_timeout(500)
    assert table.page.url.endswith("/pages/de/examples.html#same_colour")
    box = table.page.locator("#same_colour").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < table.page.evaluate("innerHeight")
