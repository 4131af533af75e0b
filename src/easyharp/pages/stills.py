"""Stills: a position as an SVG picture, for pages without a script and for paper.

The cards are those of the card table, in the plain face of small cards. Shapes and letters are read from the file in
which the table keeps them, so each is written once.
"""

from __future__ import annotations

import functools
import html
import importlib.resources
import json
import re
from typing import TYPE_CHECKING, Any, Final

from easyharp.actions import COLUMNS
from easyharp.cards import Suit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from easyharp.position import Position

# All lengths in units of the picture, in which a card is 50 wide and 70 high.
_WIDTH, _HEIGHT, _GAP, _EDGE = 50.0, 70.0, 8.0, 10.0
_PITCH: Final = _WIDTH + _GAP
_TOTAL: Final = 2 * _EDGE + len(COLUMNS) * _PITCH - _GAP
_FOUNDATIONS: Final = _EDGE + _HEIGHT + 10
_TABLEAU: Final = _FOUNDATIONS + _HEIGHT + 14
_HIDDEN, _SHOWN = 8.0, 21.0
"""How much of a covered card shows in a column."""


@functools.cache
def _symbols() -> dict[str, Any]:
    """Return what `web/symbols.js` exports, by name."""
    text = (importlib.resources.files("easyharp") / "web" / "symbols.js").read_text(encoding="utf-8")
    exports = re.findall(r"export const (\w+) = (?:/\*\*.*?\*/ \()?(\{.*?\n\})", text, re.DOTALL)
    return {name: json.loads(value) for name, value in exports}


def index_letters(language: str) -> Mapping[str, str]:
    """Return the letters on the cards of a language where they differ from those of the text forms."""
    letters: Mapping[str, str] = _symbols()["INDEX_LETTERS"].get(language, {})
    return letters


def definitions() -> str:
    """Return the shapes that all stills of a page share; they stand in the page once."""
    paths = _symbols()["SUIT_PATHS"]
    shapes = "".join(f'<path id="suit-{suit}" d="{path}"/>' for suit, path in paths.items())
    return f'<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>{shapes}</defs></svg>'


def still(position: Position, language: str, description: str) -> str:
    """Draw a position as it is seen, as the text of an SVG element.

    ``description`` is for those who do not see the picture.
    """
    letters = index_letters(language)
    parts = [*_rows(position, letters), *_tableau(position, letters)]
    height = _TABLEAU + max(_column_height(position, pile) for pile in COLUMNS) + _EDGE
    return (
        f'<svg class="still" viewBox="0 0 {_TOTAL:g} {height:g}" role="img" aria-label="{html.escape(description)}">'
        f"{''.join(parts)}</svg>"
    )


def _rows(position: Position, letters: Mapping[str, str]) -> Iterator[str]:
    """Draw stock, waste and foundations."""
    yield _back(_EDGE, _EDGE) if position.stock else _place(_EDGE, _EDGE)
    waste = _EDGE + _PITCH
    yield _card(waste, _EDGE, position.waste[-1].face, letters) if position.waste else _place(waste, _EDGE)
    for number, foundation in enumerate(position.foundations):
        x = _EDGE + (number + 1) * _PITCH
        top = foundation[-1].face if foundation else None
        yield _card(x, _FOUNDATIONS, top, letters) if top else _place(x, _FOUNDATIONS, Suit(number // 2).letter)


def _tableau(position: Position, letters: Mapping[str, str]) -> Iterator[str]:
    for number, pile in enumerate(COLUMNS):
        column = position.column(pile)
        x, y = _EDGE + number * _PITCH, _TABLEAU
        if not column.size:
            yield _place(x, y)
        for _ in column.hidden:
            yield _back(x, y)
            y += _HIDDEN
        for card in column.shown:
            yield _card(x, y, card.face, letters)
            y += _SHOWN


def _column_height(position: Position, pile: str) -> float:
    column = position.column(pile)
    return _HEIGHT + len(column.hidden) * _HIDDEN + max(0, len(column.shown) - 1) * _SHOWN


def _sheet(x: float, y: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.5g}" y="{y:.5g}" width="{_WIDTH:g}" height="{_HEIGHT:g}" rx="3"/>'


def _back(x: float, y: float) -> str:
    return (
        f'{_sheet(x, y, "sheet")}<rect class="pattern" x="{x + 3:.5g}" y="{y + 3:.5g}"'
        f' width="{_WIDTH - 6:g}" height="{_HEIGHT - 6:g}" rx="2"/>'
    )


def _place(x: float, y: float, suit: str = "") -> str:
    sign = _suit(x + _WIDTH / 2, y + _HEIGHT / 2, 20, suit, "sign") if suit else ""
    return _sheet(x, y, "place") + sign


def _card(x: float, y: float, face: str, letters: Mapping[str, str]) -> str:
    rank, suit = face[0], face[1]
    ink = "red" if suit in "dh" else "black"
    text = "10" if rank == "T" else letters.get(rank, rank)
    return (
        f'{_sheet(x, y, "sheet")}<text class="{ink}" x="{x + 3:.5g}" y="{y + 18:.5g}">{text}</text>'
        f"{_suit(x + 38, y + 11.5, 17, suit, ink)}{_suit(x + _WIDTH / 2, y + 45, 40, suit, ink)}"
    )


def _suit(x: float, y: float, size: float, suit: str, kind: str) -> str:
    return f'<use class="{kind}" href="#suit-{suit}" transform="translate({x:.5g} {y:.5g}) scale({size / 100:g})"/>'
