"""Playing without a pointer: APP.md section 4, for keys and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import positions
import pytest
from positions import column, targets

import easyharp
from easyharp.actions import COLUMNS, FOUNDATIONS, PILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

SUITS = {"c": "Kreuz", "d": "Karo", "h": "Herz", "s": "Pik"}
RANKS = {"A": "-Ass", "J": "-Bube", "Q": "-Dame", "K": "-König", "T": " 10"}


BROWSER_KEYS = """
    Control+r Control+R Control+t Control+w Control+n Control+l Control+f Control+p Control+s Control+u Control+d
    Control+h Control+j Control+1 Control+9 Control+0 Control+- Control+a Control+c Control+v Control+Shift+r
    Control+Shift+t Control+Shift+n Control+Shift+y Meta+r Meta+t Meta+n Meta+1 Meta+f Alt+ArrowLeft Alt+ArrowRight
    Alt+1 Alt+f Alt+u Control+ArrowLeft Control+Enter Control+Tab Tab Shift+Tab F1 F3 F5 F6 F7 F10 F11 F12 PageDown
    PageUp Home End Backspace Delete
"""


def words(face: str) -> str:
    """Return a card as the German table says it."""
    return SUITS[face[1]] + RANKS.get(face[0], f" {face[0]}")


def pile_name(pile: str) -> str:
    if pile in COLUMNS:
        return f"Spalte {pile}"
    if pile in "tw":
        return {"t": "Talon", "w": "Ablagestapel"}[pile]
    place = FOUNDATIONS.index(pile)
    return f"{place % 2 + 1}. Zielstapel {SUITS['cdhs'[place // 2]]}"


def focused(table: TablePage) -> str:
    """Return the pile that has the focus, or the id of another element."""
    return str(table.page.evaluate("() => document.activeElement.dataset.pile ?? document.activeElement.id"))


def played(table: TablePage, game: easyharp.Game, *keys: str, then: str = "") -> None:
    """Press keys and check that exactly these actions came of it."""
    table.key(*keys)
    table.settle()
    for action in then.split():
        game.play(action)
    table.assert_shows(game)
    assert str(table.game().record) == str(game.record)


def listen(table: TablePage) -> None:
    """Note all that the live region says from now on, each time it is said, but that a slow computer takes a moment."""
    table.page.evaluate(
        """() => {
             window.said = [];
             const live = document.querySelector('#live');
             new MutationObserver(() => {
               if (live.textContent && live.textContent !== 'Einen Moment noch …') window.said.push(live.textContent);
             }).observe(live, {childList: true, characterData: true, subtree: true});
           }"""
    )


def said(table: TablePage) -> list[str]:
    """Return what was said since the last time."""
    found: list[str] = table.page.evaluate("() => window.said.splice(0)")
    return found


# Moving between piles.


@pytest.mark.parametrize(
    ("size", "mode", "mirror"),
    [
        ((1366, 768), "row", False),
        ((390, 844), "rows", False),
        ((844, 390), "rails", False),
        ((844, 390), "rails", True),
        ((1366, 768), "row", True),
    ],
)
def test_arrows_lead_from_every_pile_to_every_other(
    open_table: Callable[..., TablePage], size: tuple[int, int], mode: str, *, mirror: bool
) -> None:
    table = open_table(1, viewport={"width": size[0], "height": size[1]})
    table.keep("settings", {"mirror": mirror})
    assert table.page.locator("#table").get_attribute("data-mode") == mode
    steps: dict[str, set[str]] = {}
    for pile in PILES:
        here = table.pile_box(pile)
        for arrow, across, sign in (
            ("ArrowLeft", True, -1),
            ("ArrowRight", True, 1),
            ("ArrowUp", False, -1),
            ("ArrowDown", False, 1),
        ):
            table.pile(pile).focus()
            table.key(arrow)
            reached = focused(table)
            steps.setdefault(pile, set()).add(reached)
            if reached != pile:
                there = table.pile_box(reached)
                moved = there.x - here.x if across else there.y - here.y
                assert moved * sign > 0, f"{arrow} from {pile} leads to {reached}"
    for start in PILES:
        reachable, frontier = {start}, [start]
        while frontier:
            new = steps[frontier.pop()] - reachable
            reachable |= new
            frontier += new
        assert reachable == set(PILES), start


def test_digits_go_to_piles(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    for key in "591":
        table.key(key)
        assert focused(table) == key
    table.key("0")
    assert focused(table) == "w"
    table.key("0")
    assert focused(table) == "t"
    table.key("0")
    assert focused(table) == "w"


def test_tab_order(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    order = []
    for _ in range(5):
        table.key("Tab")
        order.append(focused(table))
    assert order == ["new", "menu", "1", "undo", "redo"]
    table.key("Shift+Tab", "Shift+Tab", "ArrowRight")
    assert focused(table) == "2"
    table.key("Tab", "Shift+Tab")
    assert focused(table) == "2"
    assert table.page.locator(".pile[tabindex='0']").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_focus_is_seen_on_every_pile(open_table: Callable[..., TablePage], theme: str) -> None:
    table = open_table(1)
    table.keep("settings", {"theme": theme})
    positions.TAKE_BACK.open(table)
    table.key("1")
    for pile in PILES:
        table.pile(pile).focus()
        style, width, colour, visible = table.page.evaluate(
            """() => {
                 const {outlineStyle, outlineWidth, outlineColor} = getComputedStyle(document.activeElement);
                 return [outlineStyle, parseFloat(outlineWidth), outlineColor,
                         document.activeElement.matches(':focus-visible')];
               }"""
        )
        assert visible
        assert style == "solid"
        assert width >= 2
        assert colour == "rgb(255, 255, 255)"


# Playing.


def test_enter_picks_and_places(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.TAKE_BACK.open(table)
    table.key("8", "Enter")
    assert table.pile("8").get_attribute("aria-pressed") == "true"
    assert table.spoken() == f"{words('7d')} aufgenommen. Wohin?"
    assert table.page.locator(".card.target").count() == 1
    played(table, game, "3", "Enter", then="83")
    assert table.page.locator("[aria-pressed='true'], .picked, .target").count() == 0
    played(table, game, "u", then="uu")
    # A foundation's card is taken back the same way.
    table.pile("c").focus()
    played(table, game, "Enter", "3", "Enter", then="c3")


def test_enter_brings_a_king_run_to_an_empty_column(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.KING_RUN.open(table)
    played(table, game, "5", "Enter", "2", "Enter", then="52")


def test_escape_lets_go(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.TAKE_BACK.open(table)
    table.key("8", "Enter", "Escape")
    assert table.page.locator("[aria-pressed='true'], .picked, .target").count() == 0
    assert table.spoken() == "Losgelassen."
    # Nothing is picked any more: this picks the target, and does not place.
    played(table, game, "3", "Enter")


def test_f_sends_to_the_foundation(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    played(table, game, "7", "f", then="7a")
    played(table, game, "5", "F", then="5e")
    played(table, game, "8", "f")
    assert table.message()


def test_undo_and_redo_keys(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    played(table, game, *[" "] * 6, then="tw " * 6)
    played(table, game, "u", then="uu")
    played(table, game, "Control+z", then="uu")
    played(table, game, "Control+y", then="rr")
    played(table, game, "Control+Shift+z", then="rr")
    # With Caps Lock a key prints the other letter.
    played(table, game, "U", then="uu")
    played(table, game, "Control+Z", then="uu")
    played(table, game, "Control+Y", then="rr")
    played(table, game, "Meta+z", then="uu")


def test_keys_are_compared_by_what_they_print(open_table: Callable[..., TablePage]) -> None:
    # On a German keyboard the key that prints Z is where others have Y.
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    played(table, game, " ", " ", then="tw tw")
    cdp = table.context.new_cdp_session(table.page)
    for key, code, action in (("z", "KeyY", "uu"), ("y", "KeyZ", "rr")):
        for kind in ("rawKeyDown", "keyUp"):
            cdp.send("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": code, "modifiers": 2})
        played(table, game, then=action)


def test_space_draws_one_and_neither_scrolls_nor_presses_the_last_button(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(1, viewport={"width": 844, "height": 390})
    game = easyharp.Game.from_deal(1)
    page = table.page
    played(table, game, " ", then="tw")
    page.locator("#undo").click()
    played(table, game, then="uu")
    page.locator("#redo").click()
    played(table, game, then="rr")
    played(table, game, " ", then="tw")
    page.locator("#undo").click()
    played(table, game, then="uu")
    played(table, game, " ", then="tw")
    for closing in ("Escape", "button"):
        page.locator("#menu").click()
        if closing == "Escape":
            table.key("Escape")
        else:
            page.locator('#menu-dialog button[value="close"]').click()
        played(table, game, " ", then="tw")
        assert page.locator("dialog[open]").count() == 0
    table.pile("3").focus()
    played(table, game, " ", then="tw")
    table.page.mouse.click(*table.grip("8"))
    played(table, game, " ", then="tw")
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_space_and_enter_press_a_button_that_tab_reached(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    played(table, game, " ", " ", then="tw tw")
    table.key("1", "Tab")
    assert focused(table) == "undo"
    played(table, game, " ", then="uu")
    played(table, game, "Enter", then="uu")
    table.key("Tab")
    played(table, game, " ", then="rr")


def test_n_and_question_mark_open_windows(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    for key in "nN":
        table.key(key)
        table.page.wait_for_selector("#new-dialog[open]")
        table.key("Escape")
        table.page.wait_for_selector("#new-dialog", state="hidden")
    table.key("?")
    table.page.wait_for_selector("#menu-dialog[open] #keys")
    assert table.page.locator("#keys").is_visible()
    assert table.page.locator("#keys tr").count() >= 10


def test_keys_do_nothing_in_windows_and_text_fields(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    played(table, game, " ", " ", then="tw tw")
    before = table.record()
    page = table.page
    page.locator("#new").click()
    page.wait_for_selector("#new-dialog[open]")
    page.locator("#code").focus()
    table.key("u", "f", "n", "?", " ", "1", "Control+z", "Control+y")
    assert table.page.locator("dialog[open]").count() == 1
    page.locator("#code").fill("")
    page.locator("#code").press_sequentially("eh1 n5?u")
    assert page.locator("#code").input_value() == "eh1 n5?u"
    table.key("Escape")
    page.locator("#menu").click()
    page.locator("#menu-dialog summary").first.focus()
    table.key("u", "f", "n", "5", "Control+z")
    assert page.locator("dialog[open]").get_attribute("id") == "menu-dialog"
    table.key("Escape")
    played(table, game)
    assert table.record() == before


def test_no_key_is_taken_from_the_browser(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    taken: list[str] = table.page.evaluate(
        """(keys) => keys.filter((text) => {
             const parts = text.split('+'), key = parts.pop();
             const event = new KeyboardEvent('keydown', {
               key, bubbles: true, cancelable: true,
               ctrlKey: parts.includes('Control'), altKey: parts.includes('Alt'),
               shiftKey: parts.includes('Shift'), metaKey: parts.includes('Meta'),
             });
             const onPile = document.querySelector('[data-pile="3"]');
             onPile.dispatchEvent(event);
             return event.defaultPrevented;
           })""",
        [*BROWSER_KEYS.split(), "u", "Control+z", " "],
    )
    # The last ones are the game's own: a key that is taken would be seen.
    assert taken == ["u", "Control+z", " "]


# Screen readers.


def test_every_pile_is_a_button_that_names_its_cards(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.COVERED.open(table)
    snapshot = table.page.locator("#table").aria_snapshot()
    assert snapshot.count('button "') == 19
    for pile in PILES:
        label = table.pile(pile).get_attribute("aria-label") or ""
        assert label.startswith(pile_name(pile)), label
        assert table.page.get_by_role("button", name=label, exact=True).count() == 1
        if pile in COLUMNS:
            shown = column(game, pile).shown
            hidden = len(column(game, pile).hidden)
            for card in shown:
                assert words(card.face) in label
            if hidden:
                assert f"{hidden} verdeckte Karte" in label
            for target in targets(game, pile):
                assert ("Zielstapel" if target == "a" else pile_name(target)) in label.partition("Kann auf: ")[2]
    top = game.position.waste[-1]
    assert words(top.face) in (table.pile("w").get_attribute("aria-label") or "")
    assert "18 Karten" in (table.pile("t").get_attribute("aria-label") or "")
    assert words(game.position.foundations[2][-1].face) in (table.pile("c").get_attribute("aria-label") or "")


def test_empty_piles_say_so(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    positions.KING.open(table)
    assert "wartet auf einen König" in (table.pile("1").get_attribute("aria-label") or "")
    assert "leer" in (table.pile("a").get_attribute("aria-label") or "").lower()


def test_nothing_hidden_is_spoken(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    for keys, actions in (((), ""), ((" ",) * 3, "tw tw tw"), (("7", "f"), "7a"), (("u",) * 3, "uu uu uu")):
        played(table, game, *keys, then=actions)
        position = game.position
        seen = {card.face for shown in position.columns for card in shown.shown} | {
            pile[-1].face for pile in (*position.foundations, position.waste) if pile
        }
        unseen = {card.face for card in game.deal.shuffled()} - seen
        spoken = table.page.locator("body").aria_snapshot()
        assert [face for face in seen if words(face) not in spoken] == []
        assert [face for face in unseen if words(face) in spoken] == []


def test_live_region_says_each_thing_once(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    assert table.page.locator("#live").get_attribute("aria-live") == "polite"
    listen(table)
    played(table, game, " ", then="tw")
    assert said(table) == [f"{words(game.position.waste[-1].face)} aufgedeckt."]
    played(table, game, "7", "f", then="7a")
    turned = column(game, "7").shown[-1].face
    assert said(table) == [f"{words('Ac')} auf 1. Zielstapel Kreuz. Aufgedeckt: {words(turned)}."]
    table.drag("8", "9")
    table.settle()
    (refusal,) = said(table)
    assert refusal == table.message()
    assert words("7d") in refusal
    assert words("Js") in refusal or "Pik-Buben" in refusal
    played(table, game, "u", then="uu")
    assert said(table) == [f"Zurückgenommen, noch 1 Schritt. {words('Ac')} auf Spalte 7."]
    assert table.message() == ""
    # Two twins drawn one after another, or the same refusal twice, are said twice.
    for _ in range(2):
        table.drag("8", "9")
        table.settle()
        assert said(table) == [refusal]


def test_first_refusal_is_gone_with_the_next_action(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    table.key("8", "f")
    table.settle()
    assert table.message()
    table.key("8", "Enter")
    assert table.message() == ""


def test_a_game_can_be_played_by_keys_alone(open_table: Callable[..., TablePage]) -> None:
    """Play the beginning of a golden win with keys, reading nothing but names and the live region."""
    table = open_table(4711)
    game = easyharp.Game.from_deal(4711)
    moment: Any = positions.Moment(4711, 60)
    for action in moment.actions.split():
        source, target = action
        if action in ("tw", "wt"):
            keys = [" "]
        elif target in FOUNDATIONS:
            keys = [source.replace("w", "0"), "f"]
        else:
            keys = [source, "Enter", target, "Enter"]
        if source == "w" and action != "wt":
            table.pile("w").focus()
            keys = keys[1:]
        table.key(*keys)
        game.play(action)
    table.settle()
    table.assert_shows(game)
    assert str(table.game().record) == str(game.record)
