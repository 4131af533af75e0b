"""Gestures with mouse, finger and pen: APP.md section 3 and what went wrong in other solitaires."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import positions
import pytest
from hands import KINDS, Hand
from positions import column, length, spaces, targets

import easyharp
from easyharp.actions import FOUNDATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hands import Kind, Point
    from table_page import Box, TablePage

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(params=KINDS)
def hand(request: pytest.FixtureRequest, open_table: Callable[..., TablePage]) -> Hand:
    """Return a hand of each kind on the table of deal 1."""
    kind: Kind = request.param
    return Hand(open_table(1, has_touch=kind == "touch"), kind)


def after(table: TablePage, game: easyharp.Game, *actions: str) -> None:
    """Check that these actions and no others were played, and that the table shows their result."""
    table.settle()
    expected = game.copy()
    for action in actions:
        expected.play(action)
    table.assert_shows(expected)
    assert str(table.game().record) == str(expected.record)
    assert table.page.locator(".held, .peeked").count() == 0


def centre(box: Box) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def over(start: Point, card: Box, x: float, y: float) -> Point:
    """Return where a pointer that gripped a card at ``start`` has to go for the card's corner to be at x, y."""
    return start[0] + x - card.x, start[1] + y - card.y


# The same with each kind of pointer.


def test_tap_on_the_stock_draws(hand: Hand) -> None:
    hand.tap(hand.table.grip("t"))
    after(hand.table, easyharp.Game.from_deal(1), "tw")


def test_tap_on_the_empty_stock_turns_the_waste_over(hand: Hand) -> None:
    game = hand.table.open_record(1, " ".join(["tw"] * 59))
    hand.tap(hand.table.grip("t"))
    after(hand.table, game, "wt")


def test_rapid_taps_on_the_stock_all_draw(hand: Hand) -> None:
    hand.tap(hand.table.grip("t"), times=12, apart=0.06)
    after(hand.table, easyharp.Game.from_deal(1), *["tw"] * 12)


def test_tap_sends_to_the_foundation(hand: Hand) -> None:
    hand.tap(hand.table.grip("7"))
    after(hand.table, easyharp.Game.from_deal(1), "7a")


def test_drag_to_a_column_to_a_foundation_and_back(hand: Hand) -> None:
    game = positions.TAKE_BACK.open(hand.table)
    hand.drag_card("8", "3")
    after(hand.table, game, "83")
    game.play("83")
    hand.table.key("u")
    hand.table.settle()
    game.play("uu")
    hand.drag_card("c", "3")
    after(hand.table, game, "c3")
    game.play("c3")
    hand.drag_card("3", "a")
    after(hand.table, game, "3c")


def test_double_tap_takes_the_longest_column(hand: Hand) -> None:
    game = positions.UNEQUAL_COLUMNS.open(hand.table)
    hosts = targets(game, "w")
    assert "a" not in hosts
    longest = max(hosts, key=lambda name: length(game, name))
    assert longest != hosts[0]
    hand.tap(hand.table.grip("w"), times=2)
    after(hand.table, game, f"w{longest}")


def test_drag_of_a_king_run_takes_all_its_cards(hand: Hand) -> None:
    game = positions.KING_RUN.open(hand.table)
    run = hand.table.seen()["5"][-2:]
    start, end = hand.table.grip("5", 2), hand.table.landing("2")
    hand.drag(start, end, drop=False)
    held = hand.table.seen()["5"][-2:]
    moved = [(now.box.x - was.box.x, now.box.y - was.box.y) for was, now in zip(run, held, strict=True)]
    assert moved == [pytest.approx((end[0] - start[0], end[1] - start[1]), abs=0.5)] * 2
    assert hand.table.page.locator(".held").count() == 2
    hand.up()
    after(hand.table, game, "52")


def test_refused_drop_glides_home(hand: Hand) -> None:
    hand.drag_card("8", "9")
    after(hand.table, easyharp.Game.from_deal(1))


def test_taps_on_a_foundation_card_move_nothing(hand: Hand) -> None:
    game = positions.TAKE_BACK.open(hand.table)
    assert targets(game, "c") == "3"
    hand.tap(hand.table.grip("c"))
    after(hand.table, game)
    hand.tap(hand.table.grip("c"), times=2)
    after(hand.table, game)


def test_second_tap_on_a_card_that_left_moves_nothing_else(hand: Hand) -> None:
    game = positions.TWO_IN_A_ROW.open(hand.table)
    then = game.copy()
    then.play("wa")
    assert "a" in targets(then, "w")
    hand.tap(hand.table.grip("w"), times=2)
    after(hand.table, game, "wa")


# Double tap.


def test_card_with_both_targets_makes_one_move(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.FOUNDATION_OR_COLUMN.open(table)
    assert targets(game, "w") == "a4"
    hand = Hand(table, "mouse")
    hand.tap(table.grip("w"))
    after(table, game, "wa")
    game = positions.FOUNDATION_OR_COLUMN.open(table)
    hand.tap(table.grip("w"), times=2)
    after(table, game, "wa")


def test_double_tap_takes_the_leftmost_of_equal_columns(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.EQUAL_COLUMNS.open(table)
    first, second = list(targets(game, "w"))
    assert length(game, first) == length(game, second)
    Hand(table, "mouse").tap(table.grip("w"), times=2)
    after(table, game, f"w{first}")


def test_double_tap_brings_a_king_to_an_empty_column(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.KING.open(table)
    assert column(game, "3").shown[0].face == "Ks"
    assert spaces(game) == "1"
    Hand(table, "mouse").tap(table.grip("3"), times=2)
    after(table, game, "31")


def test_double_tap_on_its_king_brings_a_run_to_an_empty_column(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.KING_RUN.open(table)
    assert [card.face for card in column(game, "5").shown] == ["Kc", "Qd"]
    Hand(table, "mouse").tap(table.grip("5", 2), times=2)
    after(table, game, "52")


def test_double_tap_on_the_last_card_of_a_king_run_moves_that_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.KING_RUN.open(table)
    Hand(table, "mouse").tap(table.grip("5"), times=2)
    after(table, game, "57")


def test_two_slow_taps_are_no_double_tap(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.UNEQUAL_COLUMNS.open(table)
    Hand(table, "mouse").tap(table.grip("w"), times=2, apart=0.35)
    after(table, game)


def test_double_tap_can_be_switched_off(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.UNEQUAL_COLUMNS.open(table)
    table.choose(double_tap=False)
    Hand(table, "mouse").tap(table.grip("w"), times=2)
    after(table, game)


def test_tap_on_a_covered_card_counts_for_the_last_one(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.COVERED.open(table)
    assert [card.face for card in column(game, "1").shown] == ["Ks", "Qh"]
    assert targets(game, "1") == "a"
    Hand(table, "mouse").tap(table.grip("1", 2))
    after(table, game, "1a")


@pytest.mark.parametrize(("seconds", "actions"), [(0.02, ["1a"]), (0.6, [])])
def test_how_long_a_card_was_pressed_is_told_by_the_pointer_however_late_the_page_hears_of_it(
    open_table: Callable[..., TablePage], seconds: float, actions: list[str]
) -> None:
    table = open_table(1)
    game = positions.COVERED.open(table)
    hand, pressed = Hand(table, "mouse"), time.time()
    hand.down(table.grip("1", 2), when=pressed)
    table.page.wait_for_selector(".card.peeked")
    hand.up(when=pressed + seconds)
    after(table, game, *actions)


@pytest.mark.parametrize("motion", ["on", "off"])
def test_landing_card_is_marked_for_a_second_and_named(open_table: Callable[..., TablePage], motion: str) -> None:
    table = open_table(1)
    table.keep("settings", {"motion": motion})
    table.page.evaluate(
        """() => {
             window.marks = [];
             const marked = new Map();
             new MutationObserver((changes) => {
               for (const {target} of changes) {
                 if (!target.matches?.('.card')) continue;
                 if (target.matches('.landed')) { if (!marked.has(target)) marked.set(target, performance.now()); }
                 else if (marked.has(target)) {
                   window.marks.push([Number(target.dataset.place), performance.now() - marked.get(target)]);
                   marked.delete(target);
                 }
               }
             }).observe(document.querySelector('#table'), {subtree: true, attributeFilter: ['class']});
           }"""
    )
    place = table.seen()["7"][-1].place
    # The second landing must not lose its mark to the end of the first one's.
    for _ in range(2):
        Hand(table, "mouse").tap(table.grip("7"))
        table.page.wait_for_selector(f'.card.landed[data-place="{place}"][data-in="a"]')
        table.settle()
        assert "Kreuz-Ass" in table.spoken()
        assert "Zielstapel Kreuz" in table.spoken()
        if not table.page.evaluate("window.again"):
            table.page.evaluate("window.again = true")
            table.key("u")
            table.settle()
    table.page.wait_for_selector(".card.landed", state="detached")
    (marked, milliseconds) = table.page.evaluate("window.marks.at(-1)")
    assert marked == place
    assert milliseconds >= 1_000


# Where a dragged card lands.


def test_king_run_lands_by_its_upper_third(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.KING_RUN.open(table)
    start, king, space = table.grip("5", 2), table.seen()["5"][-2].box, table.pile_box("2")
    Hand(table, "mouse").drag(start, over(start, king, space.x, space.y + space.height * 2 / 3))
    after(table, game, "52")


@pytest.mark.parametrize("from_top", [True, False])
@pytest.mark.parametrize("off", [-0.4, 0.4])
def test_place_of_the_card_counts_not_of_the_finger(
    open_table: Callable[..., TablePage], *, from_top: bool, off: float
) -> None:
    table = open_table(1)
    game = positions.TAKE_BACK.open(table)
    source = "8"
    card, host = table.seen()[source][-1].box, table.seen()["3"][-1].box
    grip = (card.x + 4, card.y + 4) if from_top else (card.x + card.width - 4, card.y + card.height - 4)
    end = over(grip, card, host.x + host.width * off, host.y + 20)
    hand = Hand(table, "mouse")
    hand.drag(grip, end, drop=False)
    held = table.seen()[source][-1].box
    assert (held.x - end[0], held.y - end[1]) == pytest.approx((card.x - grip[0], card.y - grip[1]), abs=0.5)
    hand.up()
    after(table, game, "83")


def test_small_overlap_with_the_legal_pile_is_enough(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.TAKE_BACK.open(table)
    assert targets(game, "8") == "3"
    start, card = table.grip("8"), table.seen()["8"][-1].box
    legal, wrong = table.pile_box("3"), table.pile_box("4")
    x = legal.x + 0.92 * legal.width
    assert x + card.width - wrong.x > 4 * (legal.x + legal.width - x)
    Hand(table, "mouse").drag(start, over(start, card, x, legal.y + 30))
    after(table, game, "83")


def test_dropped_anywhere_in_the_foundation_area_a_card_finds_its_foundation(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    hand = Hand(table, "mouse")
    start, card = table.grip("7"), table.seen()["7"][-1].box
    boxes = [table.pile_box(name) for name in FOUNDATIONS]
    spots = [(box.x, box.y) for box in boxes]
    spots += [((left.x + right.x) / 2, left.y - 0.6 * left.height) for left, right in pairwise(boxes)]
    for spot in spots:
        hand.drag(start, over(start, card, *spot))
        after(table, game, "7a")
        table.key("u")
        table.settle()
        game.play("7a")
        game.play("uu")


def test_dropped_on_its_own_pile_a_card_goes_home_silently(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    start, spoken = table.grip("8"), table.spoken()
    Hand(table, "mouse").drag(start, (start[0] + 20, start[1] + 60))
    after(table, easyharp.Game.from_deal(1))
    assert table.message() == ""
    assert table.spoken() == spoken
    assert asked == []


def test_dropped_on_nothing_a_card_goes_home_silently(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    start, gap = table.grip("1"), table.pile_box("w")
    card = table.seen()["1"][-1].box
    Hand(table, "mouse").drag(start, over(start, card, gap.x, gap.y - 2 * card.height))
    after(table, easyharp.Game.from_deal(1))
    assert table.message() == ""


# What must not break a drag.


def lose(table: TablePage, hand: Hand, how: str) -> None:
    if how == "pointercancel":
        hand.cancel()
    elif how == "blur":
        table.page.evaluate("dispatchEvent(new Event('blur'))")
    elif how == "tab switch":
        table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    elif how == "escape":
        table.key("Escape")
    else:
        hand.move((-40, -40))
        hand.up()


@pytest.mark.parametrize("how", ["pointercancel", "blur", "tab switch", "escape", "released outside"])
def test_lost_pointer_brings_the_card_home(open_table: Callable[..., TablePage], how: str) -> None:
    table = open_table(1, has_touch=how == "pointercancel")
    game = positions.TAKE_BACK.open(table)
    hand = Hand(table, "touch" if how == "pointercancel" else "mouse")
    hand.drag(table.grip("8"), table.landing("3"), drop=False)
    assert table.page.locator(".held").count() == 1
    lose(table, hand, how)
    after(table, game)
    if how not in ("pointercancel", "released outside"):
        # Still down, the pointer does nothing any more.
        hand.move(table.landing("3"))
        hand.up()
        after(table, game)
    hand.drag_card("8", "3")
    after(table, game, "83")


def test_card_that_is_no_longer_there_is_not_dropped(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    table.key(" ", " ")
    table.settle()
    game.play("tw")
    game.play("tw")
    hand = Hand(table, "mouse")
    hand.drag(table.grip("w"), table.landing("4"), drop=False)
    table.key("u")
    table.page.wait_for_selector("#undo-left:text('1')")
    hand.up()
    after(table, game, "uu")
    assert table.message() == ""


def test_second_finger_during_a_drag_is_ignored(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, has_touch=True)
    game = positions.TAKE_BACK.open(table)
    hand, start = Hand(table, "touch"), table.grip("8")
    other, stock = table.grip("7"), table.grip("t")
    hand.down(start)
    hand.move((start[0] + 30, start[1] + 30))
    hand.second_finger("touchStart", other)
    hand.second_finger("touchMove", (other[0], other[1] + 60))
    assert table.page.locator(".held").count() == 1
    hand.second_finger("touchEnd", (other[0], other[1] + 60))
    hand.second_finger("touchStart", stock)
    hand.second_finger("touchEnd", stock)
    assert table.page.locator(".held").count() == 1
    hand.move(table.landing("3"))
    hand.up()
    after(table, game, "83")


@pytest.mark.parametrize("where", ["table", "bar"])
def test_right_button_or_long_press_during_a_drag_opens_nothing(
    open_table: Callable[..., TablePage], where: str
) -> None:
    table = open_table(1)
    game = positions.TAKE_BACK.open(table)
    table.page.evaluate(
        """() => {
             window.menus = [];
             addEventListener('contextmenu', (event) => window.menus.push(event.defaultPrevented));
           }"""
    )
    mouse = table.page.mouse
    mouse.move(*table.grip("8"))
    mouse.down()
    mouse.move(*(table.landing("3") if where == "table" else (300, 12)))
    mouse.down(button="right")
    mouse.up(button="right")
    # A long press is one of 450 ms; there is nothing to wait for where none may come.
    table.page.wait_for_timeout(500)
    assert table.page.locator(".peeked").count() == 0
    assert table.page.locator(".held").count() == 1
    assert table.page.evaluate("window.menus") in ([], [True])
    mouse.move(*table.landing("3"))
    mouse.up()
    after(table, game, "83")


def test_context_menu_never_opens_on_the_table(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    table.page.evaluate("addEventListener('contextmenu', (event) => { window.prevented = event.defaultPrevented; })")
    for point in (table.grip("t"), table.grip("4"), centre(table.pile_box("a")), (700, 740)):
        table.page.evaluate("window.prevented = null")
        table.page.mouse.click(*point, button="right")
        assert table.page.evaluate("window.prevented") is True
    after(table, easyharp.Game.from_deal(1))


def test_dragging_never_scrolls_reloads_or_goes_back(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, **PHONE)
    page = table.page
    page.evaluate(
        """() => {
             window.stayed = true;
             window.moves = [];
             addEventListener('touchmove', (event) => window.moves.push(event.defaultPrevented), {passive: false});
           }"""
    )
    for name in ("html", "body"):
        assert page.eval_on_selector(name, "(element) => getComputedStyle(element).overscrollBehavior") == "none"
    stock = table.pile_box("t")
    for start, end in (
        ((200, 1), (200, 800)),
        ((stock.x + 5, stock.y + 2), (stock.x + 5, 800)),
        ((1, 500), (380, 500)),
        (table.grip("9"), (389, 40)),
    ):
        Hand(table, "touch").drag(start, end)
        table.settle()
        assert page.evaluate("window.stayed") is True
        assert page.evaluate("[scrollX, scrollY, visualViewport.pageTop, visualViewport.scale]") == [0, 0, 0, 1]
    assert page.evaluate("window.moves").count(True) >= 3
    after(table, easyharp.Game.from_deal(1))


# Zoom and scrolling.

# The touch actions that hold at a point: those that the element and all around it allow.
TOUCH_ACTIONS = """([x, y]) => {
  const found = [];
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    found.push(getComputedStyle(element).touchAction);
  }
  return found;
}"""


def test_double_tap_never_zooms_the_page(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, **PHONE)
    page, hand = table.page, Hand(table, "touch")
    undo, redo = (page.locator(name).bounding_box() for name in ("#undo", "#redo"))
    assert undo
    assert redo
    between = ((undo["x"] + undo["width"] + redo["x"]) / 2, undo["y"] + undo["height"] / 2)
    points = {
        "card": table.grip("9"),
        "foundation": centre(table.pile_box("d")),
        "felt": (200, 700),
        "button": (undo["x"] + 20, undo["y"] + 20),
        "between": between,
        "figures": centre_of(table, ".figures"),
    }
    zoomable = {
        name: actions
        for name, point in points.items()
        if not {"none", "manipulation"} & set(actions := page.evaluate(TOUCH_ACTIONS, point))
    }
    assert zoomable == {}
    for point in points.values():
        hand.tap(point, times=2)
    table.settle()
    assert page.evaluate("visualViewport.scale") == 1


def centre_of(table: TablePage, selector: str) -> Point:
    box = table.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_other_pages_scroll_and_zoom(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, **PHONE | {"viewport": {"width": 390, "height": 500}})
    page = table.page
    viewport = page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert "maximum-scale" not in viewport
    assert "user-scalable" not in viewport
    assert page.eval_on_selector("#table", "(table) => getComputedStyle(table).touchAction") == "none"
    page.locator("#menu").click()
    point = centre_of(table, "#menu-dialog legend")
    assert set(page.evaluate(TOUCH_ACTIONS, point)) <= {"auto", "manipulation"}
    before = page.eval_on_selector("#menu-dialog", "(dialog) => dialog.scrollTop")
    assert before == 0
    Hand(table, "touch").drag(point, (point[0], point[1] - 150))
    page.wait_for_function("() => document.querySelector('#menu-dialog').scrollTop > 50")


# Peeking.


def assert_whole(table: TablePage, pile: str) -> None:
    """Check that a card is seen whole, though others lie on it."""
    card = table.seen()[pile]
    peeked = table.page.locator(".peeked")
    assert peeked.count() == 1
    place = int(peeked.get_attribute("data-place") or -1)
    box = next(seen.box for seen in card if seen.place == place)
    for down in (0.1, 0.5, 0.9):
        point = [box.x + box.width / 2, box.y + box.height * down]
        seen_place = table.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('.card')?.dataset.place", point
        )
        assert seen_place == str(place)


def test_long_press_peeks_at_a_covered_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, has_touch=True)
    game = positions.COVERED.open(table)
    place = table.seen()["1"][-2].place
    hand = Hand(table, "touch")
    hand.down(table.grip("1", 2))
    table.page.wait_for_selector(f'.peeked[data-place="{place}"]')
    assert_whole(table, "1")
    hand.up()
    after(table, game)


def test_right_click_peeks_at_a_covered_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = positions.COVERED.open(table)
    place = table.seen()["1"][-2].place
    mouse = table.page.mouse
    mouse.move(*table.grip("1", 2))
    mouse.down(button="right")
    table.page.wait_for_selector(f'.peeked[data-place="{place}"]')
    assert_whole(table, "1")
    mouse.up(button="right")
    after(table, game)


def test_nobody_peeks_at_a_face_down_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    mouse = table.page.mouse
    mouse.move(*table.grip("9", 3))
    mouse.down(button="right")
    table.page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")
    assert table.page.locator(".peeked").count() == 0
    mouse.up(button="right")
    after(table, easyharp.Game.from_deal(1))


# Without dragging.


@pytest.mark.parametrize("kind", KINDS)
def test_taps_select_and_place(open_table: Callable[..., TablePage], kind: Kind) -> None:
    table = open_table(1, has_touch=kind == "touch")
    game = positions.TAKE_BACK.open(table)
    table.choose(tap_selects=True)
    hand = Hand(table, kind)
    hand.tap(table.grip("8"))
    table.settle()
    assert table.pile("8").get_attribute("aria-pressed") == "true"
    hand.tap(table.grip("3"))
    after(table, game, "83")
    assert table.pile("8").get_attribute("aria-pressed") == "false"
    game.play("83")
    table.key("u")
    game.play("uu")
    hand.tap(table.grip("c"))
    hand.tap(table.grip("3"))
    after(table, game, "c3")
    game.play("c3")
    hand.tap(table.grip("3"))
    hand.tap(centre(table.pile_box("h")))
    after(table, game, "3c")
    game.play("3c")
    hand.tap(table.grip("t"), times=2)
    after(table, game, "tw", "tw")


def test_taps_place_a_king_run_onto_an_empty_column(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, has_touch=True)
    game = positions.KING_RUN.open(table)
    table.choose(tap_selects=True)
    hand = Hand(table, "touch")
    hand.tap(table.grip("5"))
    hand.tap(centre(table.pile_box("2")))
    after(table, game, "52")


def test_a_third_quick_tap_moves_nothing_else(open_table: Callable[..., TablePage]) -> None:
    # Each tap comes when the one before is answered, and still within the time of a double tap.
    table = open_table(1)
    game = positions.Moment(1, 24).open(table)
    tapped = game.position.waste[-1]
    hand, point, first = Hand(table, "mouse"), table.grip("w"), time.time()
    for i in range(3):
        hand.down(point, when=first + i * 0.09)
        hand.up(when=first + i * 0.09 + 0.02)
        table.settle()
    assert table.figure("moves") == game.moves + 1
    played = table.game()
    assert tapped not in played.position.waste
    table.assert_shows(played)
