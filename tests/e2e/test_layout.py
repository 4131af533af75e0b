"""The table at every size that is promised: nothing covered, nothing cut off, everything readable."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import positions
import pytest
from made_up import longest, open_made_up, serve, settled_at

import easyharp
from easyharp.actions import COLUMNS, FOUNDATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import Box, TablePage

pytestmark = pytest.mark.browser

PHONES = [(320, 568), (360, 640), (390, 844), (844, 390), (667, 375)]
SIZES = [*PHONES, (768, 1024), (1366, 768), (2560, 1440), (3840, 2160)]


def rects(table: TablePage, selector: str) -> dict[str, tuple[float, float, float, float]]:
    """Return left, top, right and bottom of every element."""
    found: dict[str, tuple[float, float, float, float]] = table.page.evaluate(
        """(selector) => Object.fromEntries(
           [...document.querySelectorAll(selector)].filter((element) => element.offsetWidth)
             .map((element, i) => {
               const {left, top, right, bottom} = element.getBoundingClientRect();
               return [element.dataset.pile ?? (element.id || `${element.tagName} ${i}`), [left, top, right, bottom]];
             }))""",
        selector,
    )
    return found


def overlaps(found: dict[str, tuple[float, float, float, float]]) -> list[tuple[str, str]]:
    names = list(found)
    return [
        (one, other)
        for i, one in enumerate(names)
        for other in names[i + 1 :]
        if min(found[one][2], found[other][2]) - max(found[one][0], found[other][0]) > 0.1
        and min(found[one][3], found[other][3]) - max(found[one][1], found[other][1]) > 0.1
    ]


def assert_fits(table: TablePage) -> None:
    """Check that no pile, card, bar or button covers another or is cut off, and that nothing scrolls."""
    size = table.page.viewport_size
    assert size
    width, height = size["width"], size["height"]
    assert overlaps(rects(table, ".pile")) == []
    assert len(rects(table, ".pile")) == 19
    assert overlaps(rects(table, "main, .bar, .actions")) == []
    assert overlaps(rects(table, ".tool, .figures > div")) == []
    for name, (left, top, right, bottom) in rects(table, "main, .bar, .actions, .tool, .figures > div").items():
        assert left >= -0.1, name
        assert top >= -0.1, name
        assert right <= width + 0.1, name
        assert bottom <= height + 0.1, name
    left, top, right, bottom = next(iter(rects(table, "#table").values()))
    for pile, cards in table.seen().items():
        for card in cards[-3:] if pile not in COLUMNS else cards:
            assert card.box.x >= left - 0.1, pile
            assert card.box.x + card.box.width <= right + 0.1, pile
            assert card.box.y >= top - 0.1, pile
            assert card.box.y + card.box.height <= bottom + 0.1, pile
    scrolled = table.page.evaluate(
        """() => {
             scrollTo(200, 200);
             const root = document.documentElement;
             return [scrollX, scrollY, innerWidth - root.clientWidth, innerHeight - root.clientHeight,
                     root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight,
                     ...['body', 'main', '#table'].flatMap((name) => {
                       const element = document.querySelector(name);
                       return [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
                     })];
           }"""
    )
    assert scrolled == [0] * 12


def assert_readable(table: TablePage, *, phone: bool) -> None:
    """Check that rank and suit of every face-up card lie in what is seen of it, and are large enough."""
    kind, strip, low, index, suit_low = table.page.evaluate(
        """async () => {
             const {STRIP, picture} = await import('./faces.js');
             const {kind} = document.querySelector('#table').dataset;
             const options = {letters: {}, kind, four: false, contrast: false};
             const drawn = new DOMParser().parseFromString(picture('Kc', options), 'image/svg+xml');
             const letter = drawn.querySelector('g svg');
             const y = Number(letter.getAttribute('y')), height = Number(letter.getAttribute('height'));
             // The suit beside the index: the first path that is set to a place at the index's own height.
             const suit = [...drawn.querySelectorAll('path[transform]')].map((path) => path.getAttribute('transform'))
               .map((text) => text.match(/^translate\\(\\S+ (\\S+)\\) scale\\((\\S+)\\)$/)).filter(Boolean)
               .map(([, at, scale]) => [Number(at), Number(scale)]).find(([at]) => at > y && at < y + height);
             return [kind, STRIP[kind], (y + height) / 350, height / 350, (suit[0] + 50 * suit[1]) / 350];
           }"""
    )
    for pile in COLUMNS:
        cards = table.seen()[pile]
        for card, covering in pairwise(cards):
            seen = covering.box.y - card.box.y
            assert seen >= 1
            if card.face:
                assert seen >= strip * card.box.height - 0.05, f"column {pile}: {seen} px of {card.box.height}, {kind}"
                assert seen >= low * card.box.height, pile
                assert seen >= suit_low * card.box.height - 0.05, pile
            if card.face and phone:
                assert index * card.box.height >= 12
    box = table.seen()["1"][-1].box
    assert index * box.height >= 12 or not phone


def assert_shows(table: TablePage, game: easyharp.Game) -> None:
    """Check that the columns of a made-up game are on the table."""
    seen = table.seen()
    for name, column in zip(COLUMNS, game.position.columns, strict=True):
        faces = [None] * len(column.hidden) + [card.face for card in column.shown]
        assert [card.face for card in seen[name]] == faces


@pytest.mark.http
@pytest.mark.parametrize("columns", ["9", "89"])
def test_longest_columns_at_every_size(open_table: Callable[..., TablePage], columns: str) -> None:
    game = longest(columns)
    assert len(game.position.columns[8].hidden) + len(game.position.columns[8].shown) == 21
    table = open_made_up(open_table, game)
    for width, height in SIZES:
        settled_at(table, width, height)
        assert_fits(table)
        assert_readable(table, phone=(width, height) in PHONES)
        assert_shows(table, game)


@pytest.mark.http
@pytest.mark.parametrize("columns", ["9", "89"])
def test_longest_columns_at_200_percent_zoom(open_table: Callable[..., TablePage], columns: str) -> None:
    game = longest(columns)
    table = open_made_up(open_table, game, viewport={"width": 683, "height": 384}, device_scale_factor=2)
    assert_fits(table)
    assert_readable(table, phone=True)
    assert_shows(table, game)


@pytest.mark.http
def test_longest_columns_on_a_phone_with_english_and_mirrored_table(open_table: Callable[..., TablePage]) -> None:
    game = longest("89")
    table = open_made_up(open_table, game, locale="en-GB", is_mobile=True, has_touch=True, device_scale_factor=3)
    table.keep("settings", {"motion": "off", "mirror": True})
    for width, height in PHONES:
        settled_at(table, width, height)
        assert_fits(table)
        assert_readable(table, phone=True)


@pytest.mark.http
@pytest.mark.parametrize("start", [True, False])
def test_any_size_in_between(open_table: Callable[..., TablePage], *, start: bool) -> None:
    game = easyharp.Game.from_deal(1) if start else longest("89")
    table = open_made_up(open_table, game)
    chance = random.Random(start)  # noqa: S311 - sizes, no secret
    for _ in range(20):
        short, long = chance.randint(320, 1_200), chance.randint(568, 2_000)
        width, height = chance.choice([(short, max(short, long)), (max(short, long), short)])
        settled_at(table, width, height)
        assert_fits(table)
        assert_readable(table, phone=False)


@pytest.mark.parametrize(
    ("size", "mode"),
    [
        ((390, 844), "rows"),
        ((320, 568), "rows"),
        ((768, 1024), "rows"),
        ((844, 390), "rails"),
        ((1024, 400), "rails"),
        ((1366, 768), "row"),
        ((1920, 1080), "row"),
    ],
)
def test_layout_follows_the_room(open_table: Callable[..., TablePage], size: tuple[int, int], mode: str) -> None:
    table = open_table(1, viewport={"width": size[0], "height": size[1]})
    assert table.page.locator("#table").get_attribute("data-mode") == mode
    stock, waste = table.pile_box("t"), table.pile_box("w")
    columns = [table.pile_box(name) for name in COLUMNS]
    foundations = [table.pile_box(name) for name in FOUNDATIONS]
    if mode == "rails":
        assert stock.x == waste.x < min(box.x for box in columns)
        assert max(box.x + box.width for box in columns) < min(box.x for box in foundations)
    elif mode == "rows":
        assert stock.y == waste.y < foundations[0].y < columns[0].y
    else:
        assert stock.y == waste.y == foundations[0].y == foundations[7].y < columns[0].y


@pytest.mark.http
@pytest.mark.parametrize(
    ("size", "insets"),
    [((390, 844), {"top": 47, "bottom": 34}), ((844, 390), {"left": 47, "right": 47, "bottom": 21})],
)
def test_nothing_lies_under_the_notch_or_the_home_bar(
    open_table: Callable[..., TablePage], size: tuple[int, int], insets: dict[str, int]
) -> None:
    game = longest("89")
    table = open_made_up(open_table, game, viewport={"width": size[0], "height": size[1]})
    table.context.new_cdp_session(table.page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    settled_at(table, *size)
    assert_fits(table)
    assert_readable(table, phone=True)
    found = rects(table, "main, .bar, .actions, .tool").values()
    assert min(left for left, *_ in found) >= insets.get("left", 0)
    assert min(top for _, top, *_ in found) >= insets.get("top", 0)
    assert max(right for *_, right, _ in found) <= size[0] - insets.get("right", 0)
    assert max(bottom for *_, bottom in found) <= size[1] - insets.get("bottom", 0)


def test_figures_stand_centred_under_their_names_where_the_bar_is_narrow(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, viewport={"width": 360, "height": 640})
    table.page.evaluate("() => { for (const id of ['score', 'moves']) document.getElementById(id).textContent = '5'; }")
    middles = table.page.evaluate(
        """() => {
             const middle = (part) => {
               const range = document.createRange();
               range.selectNodeContents(part);
               const {x, width} = range.getBoundingClientRect();
               return x + width / 2;
             };
             return [...document.querySelectorAll('.bar .figures div')].map(({children}) => [...children].map(middle));
           }"""
    )
    assert len(middles) == 3
    for name, number in middles:
        assert number == pytest.approx(name, abs=1)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl", "pl", "pt"])
@pytest.mark.parametrize("width", [320, 360])
def test_keys_and_buttons_fit_the_windows_of_a_narrow_phone(
    open_table: Callable[..., TablePage], language: str, width: int
) -> None:
    table = open_table(5, viewport={"width": width, "height": 640}, locale=language)
    table.drag("7", "4")
    table.settle()
    table.key("?")
    assert_inside(table, "#keys", "#menu-dialog > form")
    table.key("Escape", "n")
    table.page.locator("#deal-new").click()
    assert_inside(table, "#leave-dialog button", "#leave-dialog > form")
    no, yes = rects(table, "#leave-dialog button").values()
    assert no[0] == yes[0]
    assert no[2] == yes[2]
    assert yes[1] > no[3]


def assert_inside(table: TablePage, parts: str, window: str) -> None:
    table.page.locator(window).wait_for(state="visible")
    ((left, _, right, _),) = rects(table, window).values()
    found = rects(table, parts).values()
    assert found
    for part in found:
        assert left <= part[0]
        assert part[2] <= right


def test_mirror_turns_the_table_around(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    for width, height in ((1366, 768), (390, 844), (844, 390)):
        settled_at(table, width, height)
        table.choose(mirror=False)
        before = {pile: cards[-1].box for pile, cards in table.seen().items() if cards}
        table.choose(mirror=True)
        after = {pile: cards[-1].box for pile, cards in table.seen().items() if cards}
        assert set(after) == set(before)
        for pile, box in after.items():
            assert box.x == pytest.approx(width - before[pile].x - box.width, abs=0.5), pile
            assert box.y == before[pile].y
        assert_fits(table)
        table.drag("7", "g")
        table.settle()
        game.play("7a")
        table.assert_shows(game)
        table.key("u")
        table.settle()
        game.play("uu")


# Turning and resizing while something happens.


def test_turning_the_window_in_mid_animation(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, viewport={"width": 390, "height": 844})
    table.keep("settings", {"speed": "slow"})
    game = positions.TAKE_BACK.open(table)
    for width, height, action in ((844, 390, "83"), (390, 844, "uu"), (1366, 768, "83"), (320, 568, "uu")):
        table.page.evaluate(
            """() => { window.moved = new Promise((moved) => {
                 const look = () => document.querySelector('#table').getAnimations({subtree: true}).length ? moved()
                   : requestAnimationFrame(look);
                 look();
               }); }"""
        )
        if action == "uu":
            table.key("u")
        else:
            table.drag("8", "3")
        table.page.evaluate("window.moved")
        table.page.set_viewport_size({"width": width, "height": height})
        game.play(action)
        settled_at(table, width, height)
        table.assert_in_place()
        table.assert_shows(game)
        assert_fits(table)


def carried(start: Box, pointer: tuple[float, float], target: Box) -> tuple[float, float]:
    """Return where the pointer has to go for a card that is held to lie over a pile."""
    return pointer[0] + target.x - start.x, pointer[1] + target.y + 20 - start.y


@pytest.mark.parametrize("drop", [True, False])
def test_turning_the_window_in_mid_drag(open_table: Callable[..., TablePage], *, drop: bool) -> None:
    table = open_table(1, viewport={"width": 390, "height": 844})
    game = positions.TAKE_BACK.open(table)
    mouse = table.page.mouse
    pointer = table.grip("8")
    mouse.move(*pointer)
    mouse.down()
    mouse.move(pointer[0] - 40, pointer[1] + 40)
    assert table.page.locator(".held").count() == 1
    width = table.seen()["8"][-1].box.width
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.wait_for_selector("#table[data-mode='rails']")
    pointer = (400, 200)
    mouse.move(*pointer)
    held = table.seen()["8"][-1].box
    assert held.width == width
    if drop:
        pointer = carried(held, pointer, table.seen()["3"][-1].box)
        mouse.move(*pointer)
    else:
        table.key("Escape")
    mouse.up()
    table.settle()
    if drop:
        game.play("83")
    table.assert_in_place()
    table.assert_shows(game)
    assert_fits(table)
    assert table.page.locator(".held").count() == 0


@pytest.mark.http
def test_card_size_does_not_jump_while_a_card_is_held(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, viewport={"width": 1366, "height": 768})
    table.keep("settings", {"motion": "off"})
    table.key(" ")
    table.settle()
    grown = longest("9")
    serve(table, grown, "undo")
    mouse = table.page.mouse
    mouse.move(*table.grip("1"))
    mouse.down()
    mouse.move(70, 600)
    before = table.seen()["1"][-1].box
    table.key("u")
    table.page.wait_for_function("() => document.querySelectorAll('.card[data-in=\"9\"]').length === 21")
    for cards in table.seen().values():
        assert [card.box.width for card in cards] == [pytest.approx(before.width, abs=0.05)] * len(cards)
    mouse.up()
    table.settle()
    assert table.seen()["9"][-1].box.width < before.width
    table.assert_in_place()
    assert_fits(table)
