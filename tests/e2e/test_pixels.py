"""What is painted, pixel by pixel: no pile over another, rank and suit of every card in what is seen of it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import positions
import pytest
from made_up import longest, open_made_up, settled_at
from screenshots import count, far_from, screenshot
from test_layout import PHONES, SIZES

import easyharp
from easyharp.actions import COLUMNS, PILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image
    from screenshots import Area
    from table_page import Box, SeenCard, TablePage

pytestmark = pytest.mark.browser

LOOKED_AT = [size for size in SIZES if size != (3840, 2160)]


def open_start(open_table: Callable[..., TablePage], **options: Any) -> TablePage:
    return open_made_up(open_table, easyharp.Game.from_deal(5), **options)


def open_middle(open_table: Callable[..., TablePage], **options: Any) -> TablePage:
    moment = positions.COVERED
    record = easyharp.Record(easyharp.Deal(moment.deal), tuple(map(easyharp.Action.from_text, moment.actions.split())))
    return open_made_up(open_table, easyharp.Game.from_record(record), **options)


def open_longest(open_table: Callable[..., TablePage], **options: Any) -> TablePage:
    return open_made_up(open_table, longest("89"), **options)


GAMES = {"start": open_start, "middle": open_middle, "longest": open_longest}


# Each pile painted in one colour of its own, on black.

_LEVELS = (60, 150, 240)
COLOURS = dict(zip(PILES, ((r, g, b) for r in _LEVELS for g in _LEVELS for b in _LEVELS), strict=False))
ROUNDED = 30
"""By so much a pixel may be off its pile's colour: where edges lie within a pixel, and on an empty pile's ground."""


def paint(table: TablePage) -> None:
    """Paint the cards of every pile in its colour, the place of an empty one as well, and all else black."""
    table.page.evaluate(
        """(colours) => {
             const hide = 'body > :not(main), main > :not(#table), #table > :not(.pile, .card), .outline';
             for (const each of document.querySelectorAll(hide)) each.style.visibility = 'hidden';
             document.body.style.background = 'black';
             document.querySelector('#table').style.setProperty('--outline', 'transparent');
             for (const pile of document.querySelectorAll('.pile')) {
               // What is drawn for an empty pile lies under the cards of all others.
               if (!pile.matches('.empty')) pile.style.visibility = 'hidden';
               pile.style.background = `rgb(${colours[pile.dataset.pile]})`;
               pile.style.borderRadius = 0;
             }
             for (const card of document.querySelectorAll('.card')) {
               card.style.background = `rgb(${colours[card.dataset.in]})`;
               card.firstElementChild.style.visibility = 'hidden';
             }
           }""",
        {pile: list(colour) for pile, colour in COLOURS.items()},
    )


def around(box: Box) -> Area:
    """Return all pixels of a rectangle, if it is rounded to whole pixels, too: the browser rounds some, not all."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    return math.floor(left - 0.5), math.floor(top - 0.5), math.ceil(right + 0.5), math.ceil(bottom + 0.5)


def inside(box: Box) -> Area:
    """Return the pixels of a rectangle but those at its edge, which may be painted in part."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    return math.ceil(left) + 1, math.ceil(top) + 1, math.floor(right) - 1, math.floor(bottom) - 1


def faults(table: TablePage) -> list[str]:
    """Return the piles whose paint is missing somewhere in their rectangle, and whether any lies outside of all."""
    painted = screenshot(table.page)
    found = []
    for pile, colour in COLOURS.items():
        box = table.pile_box(pile)
        area = inside(box)
        if count(far_from(painted.crop(area), colour, ROUNDED)):
            found.append(f"pile {pile} is not all in {area}")
        painted.paste((0, 0, 0), around(box))
    beyond = far_from(painted, (0, 0, 0), ROUNDED).getbbox()
    return [*found, f"paint in {beyond}"] if beyond else found


@pytest.mark.parametrize("game", GAMES)
def test_every_pile_is_painted_in_its_own_rectangle_and_nowhere_else(
    open_table: Callable[..., TablePage], game: str
) -> None:
    table = GAMES[game](open_table)
    paint(table)
    for size in LOOKED_AT:
        settled_at(table, *size)
        assert faults(table) == [], size


@pytest.mark.http
def test_a_card_off_by_3_pixels_is_a_fault(open_table: Callable[..., TablePage]) -> None:
    table = open_middle(open_table)
    paint(table)
    settled_at(table, 390, 844)
    assert faults(table) == []
    table.page.evaluate("""() => { document.querySelector('.card[data-in="5"]').style.translate = '3px 0'; }""")
    assert any(fault.startswith("paint in") or "pile 5" in fault for fault in faults(table))


@pytest.mark.http
def test_a_pile_over_another_is_a_fault(open_table: Callable[..., TablePage]) -> None:
    table = open_middle(open_table)
    paint(table)
    settled_at(table, 390, 844)
    table.page.evaluate(
        """() => {
             const shift = document.querySelector('.pile[data-pile="2"]').getBoundingClientRect().x
               - document.querySelector('.pile[data-pile="1"]').getBoundingClientRect().x;
             for (const each of document.querySelectorAll('[data-in="1"], [data-pile="1"]')) {
               each.style.translate = `${shift / 2}px 0`;
             }
           }"""
    )
    assert any("pile 1 " in fault or "pile 2 " in fault for fault in faults(table))


# Rank and suit.

INK = 110
"""By so much a channel of ink differs from the paper; light colours of the court figures and shadows do not."""
SHADOW = 60
"""By so much the shadow of the next card may darken what lies just above it."""


def paper(table: TablePage) -> tuple[int, int, int]:
    """Return the colour of the cards as it is painted: the commonest of a card that lies open."""
    picture = screenshot(table.page.locator('.card[data-in="1"]').last)
    colours = picture.getcolors(picture.width * picture.height)
    assert colours
    colour = max(colours)[1]
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def lift(table: TablePage, places: list[int]) -> None:
    """Lift cards above all others, and lower those that were lifted before."""
    table.page.evaluate(
        """(places) => {
             for (const card of document.querySelectorAll('.card')) {
               const lifted = places.includes(Number(card.dataset.place));
               if (lifted) card.style.zIndex = Number(card.style.zIndex) + 1000;
               else if (card.style.zIndex > 1000) card.style.zIndex = Number(card.style.zIndex) - 1000;
             }
           }""",
        places,
    )


def covered(table: TablePage) -> list[list[tuple[SeenCard, float]]]:
    """Return the face-up cards with a card on them, and how much of each is seen; every other one, then the rest."""
    found: list[list[tuple[SeenCard, float]]] = [[], []]
    for pile, cards in table.seen().items():
        if pile in COLUMNS:
            for number, (card, on_it) in enumerate(pairwise(cards)):
                if card.face:
                    found[number % 2].append((card, on_it.box.y - card.box.y))
    return found


def card_area(box: Box, height: float, scale: int = 1) -> Area:
    """Return the upper part of a card, without its edge and the round of its corner."""
    edge = max(1.0, 0.02 * box.width)
    left, top, right, bottom = box.x + edge, box.y + edge, box.x + box.width - edge, box.y + height
    return round(left * scale), round(top * scale), round(right * scale), round(bottom * scale)


def index_area(card: Image.Image, face: str, kind: str, ground: tuple[int, int, int]) -> Area:
    """Return where rank and suit are in the picture of a card's upper part: the first rows of ink.

    On a classic face the index is at the left, and the frame of a court figure begins right beside it.
    """
    share = 1 if kind == "phone" else 0.4 if face[0] in "JQK" else 0.5
    ink = far_from(card, ground, INK).crop((0, 0, round(share * card.width), card.height))
    rows = [ink.crop((0, y, ink.width, y + 1)).getbbox() is not None for y in range(ink.height)]
    first = rows.index(True)
    last = rows.index(False, first)
    box = ink.crop((0, first, ink.width, last)).getbbox()
    assert box
    return box[0], first, box[2], last


def signs(index: Image.Image, ground: tuple[int, int, int]) -> list[Area]:
    """Return the signs of an index, from left to right: they are where columns of ink have none between them."""
    ink = far_from(index, ground, INK)
    columns = [ink.crop((x, 0, x + 1, ink.height)).getbbox() is not None for x in range(ink.width)] + [False]
    edges = [x for x, (before, now) in enumerate(pairwise([False, *columns])) if before != now]
    found = []
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        box = ink.crop((left, 0, right, ink.height)).getbbox()
        assert box
        found.append((left, box[1], right, box[3]))
    return found


def hidden_indices(table: TablePage) -> list[str]:
    """Return the covered face-up cards whose rank and suit are not all seen: those that change when it is lifted."""
    ground = paper(table)
    kind = table.page.locator("#table").get_attribute("data-kind") or ""
    seen = screenshot(table.page)
    found = []
    for cards in covered(table):
        lift(table, [card.place for card, _ in cards])
        whole = screenshot(table.page)
        lift(table, [])
        for card, strip in cards:
            assert card.face
            # The next lifted card lies two strips further down.
            area = card_area(card.box, 1.9 * strip)
            drawn = whole.crop(area)
            index = index_area(drawn, card.face, kind, ground)
            assert len(signs(drawn.crop(index), ground)) >= 2, f"{card.face}: no rank and suit found"
            both = drawn.crop(index), seen.crop(area).crop(index)
            if count(far_from(*both, SHADOW)):
                found.append(f"{card.face} at {card.box}: {index} within {strip:.1f} px")
    return found


@pytest.mark.http
@pytest.mark.parametrize("game", ["middle", "longest"])
def test_rank_and_suit_of_every_covered_card_are_seen(open_table: Callable[..., TablePage], game: str) -> None:
    table = GAMES[game](open_table)
    for size in LOOKED_AT:
        settled_at(table, *size)
        assert any(covered(table))
        assert hidden_indices(table) == [], size


@pytest.mark.http
def test_an_index_that_is_covered_is_found(open_table: Callable[..., TablePage]) -> None:
    table = open_longest(open_table)
    settled_at(table, 1366, 768)
    assert hidden_indices(table) == []
    ten, nine = table.seen()["9"][-10:-8]
    assert (ten.face, nine.face) == ("Td", "9c")
    up = 0.07 * nine.box.height
    table.page.locator(f'.card[data-place="{nine.place}"]').evaluate(
        "(card, up) => { card.style.translate = `0 ${-up}px`; }", up
    )
    assert [told[:2] for told in hidden_indices(table)] == ["Td"]


@pytest.mark.parametrize("game", ["start", "longest"])
def test_the_index_is_at_least_12_pixels_high_on_phones(open_table: Callable[..., TablePage], game: str) -> None:
    scale = 3
    table = GAMES[game](open_table, device_scale_factor=scale)
    for size in PHONES:
        settled_at(table, *size)
        card = table.seen()["1"][-1]
        assert card.face
        kind = table.page.locator("#table").get_attribute("data-kind") or ""
        picture = screenshot(table.page).crop(card_area(card.box, 0.5 * card.box.height, scale))
        ground = paper(table)
        index = picture.crop(index_area(picture, card.face, kind, ground))
        _, top, _, bottom = signs(index, ground)[0]
        assert (bottom - top) / scale >= 12, size
