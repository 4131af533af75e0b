"""Screenshots as pictures whose pixels can be looked at. Knows nothing of the game."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Area = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels of a picture."""


def screenshot(of: Page | Locator) -> Image.Image:
    """Return what is painted; an animation is shown at its end, and no caret."""
    return Image.open(BytesIO(of.screenshot(animations="disabled"))).convert("RGB")


def far_from(picture: Image.Image, other: Image.Image | tuple[int, int, int], by: int) -> Image.Image:
    """Return the mask of the pixels with a channel that differs by more from another picture, or from one colour."""
    if isinstance(other, tuple):
        other = Image.new("RGB", picture.size, other)
    red, green, blue = ImageChops.difference(picture, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if level > by else 0 for level in range(256)])


def count(mask: Image.Image) -> int:
    """Return how many pixels a mask holds."""
    return mask.histogram()[255]
