"""Suits and the two colour families for eyes that see colours otherwise, as Chromium simulates them."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops
from screenshots import count, far_from, screenshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

SIGHTS = ["none", "protanopia", "deuteranopia", "achromatopsia"]
BLACK, RED = "cs", "dh"
SUITS = "cdhs"
RANKS = "A7Q"
WIDTHS = {"phone": 34, "classic": 66}
"""The smallest cards on which each kind of face is promised, in CSS pixels."""
SCALE = 6
"""Pixels to a CSS pixel: shapes are compared, not how they are rounded to pixels."""

Colour = tuple[int, int, int]
Seen = dict[str, Image.Image]
"""The pictures of cards by their faces."""

# Where the suit of an index is on each kind of face, as shares of the card: a box that holds it and no more of ink.
SIGNS = {
    "phone": dict.fromkeys(RANKS, (0.56, 0.02, 0.97, 0.29)),
    "classic": {"A": (0.23, 0.03, 0.47, 0.19), "7": (0.18, 0.03, 0.42, 0.19), "Q": (0.22, 0.03, 0.425, 0.19)},
}


def lay_out(table: TablePage, kind: str, *, four: bool) -> None:
    """Lay the faces on a sheet of the cards' own paper, above all else."""
    table.page.evaluate(
        """async ([faces, kind, four, width]) => {
             const {picture} = await import('./faces.js');
             document.querySelector('#laid-out')?.remove();
             const sheet = document.createElement('div');
             sheet.id = 'laid-out';
             Object.assign(sheet.style, {
               position: 'fixed', top: 0, left: 0, zIndex: 9999, display: 'grid', background: 'var(--card)',
               gridTemplateColumns: `repeat(4, ${width}px)`,
             });
             for (const face of faces) {
               const image = new Image();
               const options = {letters: {}, kind, four, contrast: false};
               image.src = `data:image/svg+xml,${encodeURIComponent(picture(face, options))}`;
               Object.assign(image.style, {display: 'block', width: `${width}px`, height: `${width * 1.4}px`});
               sheet.append(image);
             }
             document.body.append(sheet);
             await Promise.all([...sheet.children].map((image) => image.decode()));
           }""",
        [[rank + suit for rank in RANKS for suit in SUITS], kind, four, WIDTHS[kind]],
    )


def seen(table: TablePage, kind: str, *, four: bool) -> dict[str, Seen]:
    """Return the pictures of the faces as each sight has them."""
    lay_out(table, kind, four=four)
    session = table.context.new_cdp_session(table.page)
    width, height = WIDTHS[kind] * SCALE, round(WIDTHS[kind] * 1.4 * SCALE)
    found = {}
    for sight in SIGHTS:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        sheet = screenshot(table.page.locator("#laid-out"))
        found[sight] = {
            rank + suit: sheet.crop((width * column, height * row, width * (column + 1), height * (row + 1)))
            for row, rank in enumerate(RANKS)
            for column, suit in enumerate(SUITS)
        }
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return found


FAR = 60
"""So far from its ground in one channel, of 255, is what counts as ink."""


def commonest(picture: Image.Image, *, but: Colour | None = None) -> Colour:
    colours = picture.getcolors(picture.width * picture.height)
    assert colours
    colour = max((number, colour) for number, colour in colours if colour != but)[1]
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def sign(card: Image.Image, kind: str, rank: str) -> Image.Image:
    """Return the picture of the suit in a card's index."""
    left, top, right, bottom = SIGNS[kind][rank]
    width, height = card.size
    return card.crop((round(left * width), round(top * height), round(right * width), round(bottom * height)))


def luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG 2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (level / 255 for level in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: Colour) -> float:
    """Return CIE L*, from 0, black, to 100: equal steps look equally large."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def ink(picture: Image.Image) -> Colour:
    """Return the colour in which a sign is filled: the commonest that is not its ground."""
    blank = (0, 255, 0)  # no card has it
    mask = far_from(picture, commonest(picture), FAR)
    return commonest(Image.composite(picture, Image.new("RGB", picture.size, blank), mask), but=blank)


def shape(picture: Image.Image) -> Image.Image:
    """Return a sign without its colours: the mask of its ink, cut off around it and brought to one size."""
    grey = picture.convert("L").convert("RGB")
    mask = far_from(grey, commonest(grey), FAR)
    box = mask.getbbox()
    assert box
    cut = mask.crop(box).resize((48, 48), Image.Resampling.BOX)
    return cut.point([255 if level > 127 else 0 for level in range(256)])


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Return the share of two shapes that only one of them has."""
    either = ImageChops.lighter(one, other)
    return count(ImageChops.difference(one, other)) / count(either)


# What is asked. A lightness (CIE L*) is a number from 0 to 100, and 2 is what is just noticed side by side.
NOT_ALIKE = 0.14
"""What the signs of two suits do not share, at least; two signs of one suit, on other ranks, differ by half of it."""
READABLE = {"none": 4.5, "protanopia": 3.0, "deuteranopia": 3.0, "achromatopsia": 3.0}
"""The contrast of ink on its ground: as of text, and for simulated sights as of a sign that carries meaning."""
FAMILIES_APART = 20
"""The step in lightness from black to red ink."""
INKS_APART, GROUNDS_APART = 10, 4
"""With four colours, the step between the nearest inks of the two families, or else between the grounds they lie on."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("kind", "four"), list(product(WIDTHS, [False, True])))
def test_suits_and_families_stay_apart(
    open_table: Callable[..., TablePage], kind: str, theme: str, *, four: bool
) -> None:
    table = open_table(device_scale_factor=SCALE, viewport={"width": 400, "height": 400}, reduced_motion="reduce")
    table.choose(theme=theme)
    for sight, cards in seen(table, kind, four=four).items():
        signs = {face: sign(card, kind, face[0]) for face, card in cards.items()}
        shapes = {face: shape(picture) for face, picture in signs.items()}
        for one, other in combinations(signs, 2):
            if one[1] == other[1]:
                assert unlike(shapes[one], shapes[other]) < NOT_ALIKE / 2, (sight, one, other)
            elif one[0] == other[0]:
                assert unlike(shapes[one], shapes[other]) > NOT_ALIKE, (sight, one, other)
        inks = {face: ink(picture) for face, picture in signs.items()}
        grounds = {face: commonest(picture) for face, picture in signs.items()}
        for face, colour in inks.items():
            assert contrast(colour, grounds[face]) >= READABLE[sight], (sight, face, colour, grounds[face])
        for rank, black, red in product(RANKS, BLACK, RED):
            one, other = rank + black, rank + red
            by_ink = lightness(inks[other]) - lightness(inks[one])
            by_ground = abs(lightness(grounds[one]) - lightness(grounds[other]))
            apart = by_ink >= INKS_APART or by_ground >= GROUNDS_APART if four else by_ink >= FAMILIES_APART
            assert apart, f"{sight}: {one} and {other}: {by_ink:.1f} by ink, {by_ground:.1f} by ground"
