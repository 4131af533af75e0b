"""Reference pictures: reduced, all of a state on one sheet, and how a new picture is compared with one.

Knows nothing of how a state comes about.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageFilter
from screenshots import far_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from screenshots import Area

FOLDER = Path(__file__).parent / "pictures"
LONGEST = 240
"""The longer side of a reduced picture, in pixels; a card is then 9 to 14 of them wide."""
CELL = 256
"""What a picture has on its sheet: whole blocks of the lossy format, so that no picture stains its neighbour."""
QUALITY = 80

# Chosen from what was measured. A picture against its own lossy reference, and against one with other hinting and
# letters set wider by 0.15 px: at most 7 pixels of a square. Seen without its glow, its stock's label, one suit sign
# or the sign on "undo", with a pile off by 6 px even in the largest window, or with red as grey: 15 and more.
LEVELS = 36
"""By so much of 255 the colours of a pixel have to differ to count, each mixed with those around it."""
SQUARE = 13
SPARED = 10
"""So many pixels may differ in any square of 13 x 13."""


def reduced(picture: Image.Image) -> Image.Image:
    share = LONGEST / max(picture.size)
    size = round(picture.width * share), round(picture.height * share)
    return picture.resize(size, Image.Resampling.BOX)


def _sheet(name: str) -> Path:
    return FOLDER / f"{name}.webp"


def _cell(row: int, place: int, size: tuple[int, int]) -> Area:
    return CELL * place, CELL * row, CELL * place + size[0], CELL * row + size[1]


def write(name: str, rows: Iterable[Iterable[Image.Image]]) -> None:
    """Write a state's sheet of reduced pictures."""
    cells = [(row, place, each) for row, pictures in enumerate(rows) for place, each in enumerate(pictures)]
    width = max(place for _, place, _ in cells) + 1
    height = max(row for row, _, _ in cells) + 1
    sheet = Image.new("RGB", (CELL * width, CELL * height))
    for row, place, picture in cells:
        sheet.paste(picture, _cell(row, place, picture.size))
    FOLDER.mkdir(exist_ok=True)
    sheet.save(_sheet(name), quality=QUALITY, method=6)


def reference(name: str, row: int, place: int, size: tuple[int, int]) -> Image.Image:
    """Return one reduced picture of a state's sheet."""
    with Image.open(_sheet(name)) as sheet:
        return sheet.convert("RGB").crop(_cell(row, place, size))


def difference(one: Image.Image, other: Image.Image) -> tuple[int, Image.Image]:
    """Return how many pixels differ in the square where most do, and the mask of all that do."""
    mixed = ImageFilter.BoxBlur(1)
    mask = far_from(one.filter(mixed), other.filter(mixed), LEVELS)
    shares = mask.filter(ImageFilter.BoxBlur(SQUARE // 2)).histogram()
    return round(max(level for level, pixels in enumerate(shares) if pixels) / 255 * SQUARE**2), mask


def beside(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """Return pictures of one size side by side, twice as large."""
    width, height = next(iter(pictures.values())).size
    row = Image.new("RGB", (len(pictures) * (width + 8), height), "white")
    for i, picture in enumerate(pictures.values()):
        row.paste(picture, (i * (width + 8), 0))
    return row.resize((2 * row.width, 2 * row.height), Image.Resampling.NEAREST)


def marked(picture: Image.Image, mask: Image.Image) -> Image.Image:
    """Return a picture, darkened but for what differs."""
    return ImageChops.composite(picture, picture.point([level // 4 for level in range(256)] * 3), mask)
