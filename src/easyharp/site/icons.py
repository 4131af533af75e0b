"""The app's icon as the pictures that systems ask for when it is installed, drawn from `web/icon.svg`."""

from __future__ import annotations

import importlib.resources
import re
from typing import Final

from easyharp.errors import EasyHarpError

_GROUND: Final = "#17523a"

SIZES: Final = (192, 512)
"""Edges in pixels of what Android and desktops want."""

_APPLE: Final = 180


def icons() -> dict[str, bytes]:
    """Return the pictures by their paths in the site.

    Raises:
        EasyHarpError: the library that draws them is missing.
    """
    try:
        import resvg_py  # noqa: PLC0415 (an extra: only who builds a site needs it)
    except ImportError:
        raise EasyHarpError(
            "The site's icons are drawn with resvg-py, which is missing: 'pip install \"easyharp[site]\"' brings it."
        ) from None

    def drawn(svg: str, size: int) -> bytes:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))

    plain = (importlib.resources.files("easyharp") / "web" / "icon.svg").read_text(encoding="utf-8")
    full = _full(plain)
    return {
        **{f"icons/{size}.png": drawn(plain, size) for size in SIZES},
        f"icons/maskable-{SIZES[-1]}.png": drawn(full, SIZES[-1]),
        "icons/apple.png": drawn(full, _APPLE),
    }


def _full(svg: str) -> str:
    """Return the icon on a ground that runs to every edge, so much smaller that any mask leaves it whole."""
    shapes = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 42 42">'
        f'<rect x="-5" y="-5" width="42" height="42" fill="{_GROUND}"/>{shapes}</svg>'
    )
