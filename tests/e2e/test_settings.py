"""The settings window: everything in it acts at once, stays, can be reset, and is handled by eye, finger and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import positions
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}

CHOSEN = """() => Object.fromEntries(
  [...document.querySelectorAll('#settings :is(select, input[type=checkbox], input[type=radio]:checked)')].map(
    (control) => [control.name, control.type === 'checkbox' ? control.checked : control.value]))"""

FELT = "() => getComputedStyle(document.body).backgroundImage"
FACE = "() => document.querySelector('.card[data-face=\"Qh\"] img').src"
BACK = "() => document.querySelector('.card[data-face=\"\"] img').src"


def open_menu(table: TablePage) -> None:
    table.page.locator("#menu").click()


def close_menu(table: TablePage) -> None:
    table.page.locator('#menu-dialog button[value="close"]').click()
    table.settle()


# What is chosen, and what of it is seen on the page.
SEEN = [
    ("show_time", False, "() => document.querySelector('#figure-time').checkVisibility()"),
    ("show_score", False, "() => document.querySelector('#figure-score').checkVisibility()"),
    ("theme", "dark", FELT),
    ("felt", "blue", FELT),
    ("felt", "grey", "() => document.querySelector('meta[name=theme-color]').content"),
    ("back", "rings", BACK),
    ("back", "strings", BACK),
    ("face", "phone", FACE),
    ("letters", "nl", FACE),
    ("four_colours", True, FACE),
    ("mirror", True, "() => document.querySelector('[data-pile=\"t\"]').style.transform"),
    ("language", "en", "() => document.querySelector('#undo').title"),
]


def test_a_choice_is_seen_at_once_and_stays_until_the_reset(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3)
    page = table.page
    views = [seen for _, _, seen in SEEN]
    before = [page.evaluate(seen) for seen in views]
    open_menu(table)
    for name, value, seen in SEEN:
        was = page.evaluate(seen)
        table.set(name, value)
        page.wait_for_function(f"(was) => ({seen})() !== was", arg=was)
    close_menu(table)
    after = [page.evaluate(seen) for seen in views]
    table.reload()
    assert [page.evaluate(seen) for seen in views] == after
    open_menu(table)
    page.locator("#reset-settings").click()
    page.wait_for_selector('html[lang="de"]')
    assert [page.evaluate(seen) for seen in views] == before


def test_every_setting_stays_and_is_reset(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3)
    page = table.page
    open_menu(table)
    defaults = page.evaluate(CHOSEN)
    assert len(defaults) > 15
    # The language last: it writes the window anew.
    for name in sorted(defaults, key=lambda name: name == "language"):
        controls = page.locator(f'#settings [name="{name}"]')
        if isinstance(defaults[name], bool):
            table.set(name, not defaults[name])
        elif controls.first.get_attribute("type") == "radio":
            controls.last.check()
        else:
            controls.select_option(controls.locator("option").last.get_attribute("value"))
    page.wait_for_selector('html[lang="pt"]')
    chosen = page.evaluate(CHOSEN)
    assert [name for name in defaults if chosen[name] == defaults[name]] == []
    close_menu(table)
    table.reload()
    open_menu(table)
    assert page.evaluate(CHOSEN) == chosen
    page.locator("#reset-settings").click()
    page.wait_for_selector('html[lang="de"]')
    assert page.evaluate(CHOSEN) == defaults
    close_menu(table)
    table.reload()
    open_menu(table)
    assert page.evaluate(CHOSEN) == defaults


def test_high_contrast_has_a_table_of_its_own(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3)
    open_menu(table)
    faint = table.page.evaluate(FACE)
    table.set("theme", "contrast")
    table.page.wait_for_selector("html[data-theme=contrast]")
    assert table.page.evaluate(FACE) != faint
    before = table.page.evaluate(FELT)
    table.set("felt", "blue")
    table.page.wait_for_selector("html[data-felt=blue]")
    assert table.page.evaluate(FELT) == before


@pytest.mark.parametrize(
    ("language", "group", "names"),
    [
        ("de", "Tisch", ["Grün", "Blau", "Grau"]),
        ("de", "Rückseite", ["Blaues Gitter", "Rote Ringe", "Grüne Saiten"]),
        ("en", "Card back", ["Blue lattice", "Red rings", "Green strings"]),
    ],
)
def test_samples_have_names_and_are_chosen_by_keys(
    open_table: Callable[..., TablePage], language: str, group: str, names: list[str]
) -> None:
    table = open_table(3, locale=language)
    open_menu(table)
    samples = table.page.get_by_role("group", name=group, exact=True).get_by_role("radio")
    assert samples.count() == len(names)
    first, second, _ = (table.page.get_by_role("radio", name=name, exact=True) for name in names)
    assert first.is_checked()
    first.focus()
    table.key("ArrowRight")
    assert second.is_checked()
    assert table.page.evaluate("() => document.activeElement.value") == second.get_attribute("value")
    table.key("ArrowLeft")
    assert first.is_checked()


def test_controls_are_large_enough_for_a_finger(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3, **PHONE)
    open_menu(table)
    small = table.page.evaluate(
        """() => [...document.querySelectorAll('#settings label')].map((label) => {
             const {width, height} = label.getBoundingClientRect();
             return [label.textContent, width, height];
           }).filter(([, width, height]) => width < 44 || height < 44)"""
    )
    assert small == []
    page = table.page
    scrolled = page.eval_on_selector("#menu-dialog", "(dialog) => dialog.scrollWidth - dialog.clientWidth")
    assert scrolled == 0
    felt = page.get_by_role("radio", name="Grau", exact=True)
    felt.tap()
    assert felt.is_checked()


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1366, 768)])
@pytest.mark.parametrize(("window", "first"), [("menu", ""), ("new", "deal-new"), ("win", "win-new")])
def test_the_way_out_is_always_in_reach(
    open_table: Callable[..., TablePage], window: str, first: str, size: tuple[int, int]
) -> None:
    table = open_table(3, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page = table.page
    if window == "win":
        positions.LAST_CARD.open(table)
        table.tap(positions.LAST_CARD_IN)
    else:
        page.locator(f"#{window}").click()
    dialog = page.locator(f"#{window}-dialog")
    dialog.wait_for(state="visible")
    assert page.evaluate("document.activeElement.id") == first
    button = dialog.locator(":is([value=close], [value=cancel])")
    for share in (0, 0.5, 1):
        dialog.evaluate("(dialog, share) => dialog.scrollTo(0, share * dialog.scrollHeight)", share)
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= size[1] - box["height"]
        button.click(trial=True)
    button.click()
    dialog.wait_for(state="hidden")


def test_what_has_the_focus_is_never_under_the_close_button(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3, viewport={"width": 360, "height": 640})
    page = table.page
    open_menu(table)
    page.locator("#open-record").focus()
    visited = 0
    while not page.evaluate("() => document.activeElement.value === 'close'"):
        assert page.evaluate(
            """() => {
                 const {x, y, width, height} = document.activeElement.getBoundingClientRect();
                 return document.elementFromPoint(x + width / 2, y + height / 2) === document.activeElement;
               }"""
        ), page.evaluate("() => document.activeElement.name || document.activeElement.id")
        # Backwards, towards the button: forwards the browser scrolls no further than it has to.
        table.key("Shift+Tab")
        visited += 1
        assert visited < 40
    assert visited > 15


def test_vibration_is_offered_only_where_the_device_has_it(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3)
    haptics = table.page.locator('#settings [name="haptics"]')
    assert haptics.count() == 1
    table.context.add_init_script("delete Navigator.prototype.vibrate;")
    table.reload()
    assert haptics.count() == 0
    assert table.page.locator('#settings [name="sound"]').count() == 1


def test_the_stock_s_label_fits_a_small_card_with_a_classic_face(open_table: Callable[..., TablePage]) -> None:
    table = open_table(3, **PHONE)
    open_menu(table)
    table.set("face", "classic")
    close_menu(table)
    assert table.page.locator("#table").get_attribute("data-kind") == "classic"
    label = table.page.locator(".stock-label span").bounding_box()
    assert label is not None
    assert label["width"] <= table.pile_box("t").width
