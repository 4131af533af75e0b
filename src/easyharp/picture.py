"""Pictures: a table as text, for terminals, error messages and tests.

    t 59
    w 9c 5h
    a 3c   b --   c Ad   d --   e --   f --   g --   h --
    1 6h
    2 ## Jc
    3 ## ## Ks Qh

One line for the stock (how many cards), one for the waste (top card last), one for the foundations (top
cards), one for each column from base to end; ``##`` is a face-down card. A picture with ``faces`` shows the
stock's cards (next one first) and the face-down ones in parentheses, and can be read back:

    t (2s 7d)
    2 (7h) Jc
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from easyharp.actions import COLUMNS, FOUNDATIONS, PILES, STOCK, WASTE
from easyharp.cards import ACE, RANKS, Card, Suit
from easyharp.errors import CardTextError, PictureError, quoted
from easyharp.position import Column, Position, is_run

_EMPTY: Final = "--"


def picture(position: Position, *, faces: bool = False) -> str:
    """Draw a position; ``faces`` also tells the cards that lie face down."""
    stock = f"({_row(position.stock)})" if faces and position.stock else str(len(position.stock))
    foundations = "   ".join(
        f"{slot} {pile[-1] if pile else _EMPTY}" for slot, pile in zip(FOUNDATIONS, position.foundations, strict=True)
    )
    lines = [f"{STOCK} {stock}", f"{WASTE} {_row(position.waste) or _EMPTY}", foundations]
    for name, column in zip(COLUMNS, position.columns, strict=True):
        hidden = f"({_row(column.hidden)})" if faces else " ".join("##" for _ in column.hidden)
        parts = [hidden if column.hidden else "", _row(column.shown)]
        lines.append(f"{name} {' '.join(filter(None, parts)) or _EMPTY}")
    return "\n".join(lines)


def read_picture(text: str) -> Position:
    """Read a picture drawn with ``faces``.

    Piles that are not mentioned are empty. Of twins the one mentioned first in the order columns,
    foundations, stock, waste gets copy 0.

    Raises:
        PictureError: naming the pile and what is wrong with it.
    """
    piles: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        for name, cards in _piles(line):
            if name in piles:
                raise PictureError(f"The picture tells pile {name} twice.")
            piles[name] = cards
    reader = _Reader()
    columns = tuple(reader.column(name, piles.get(name, _EMPTY)) for name in COLUMNS)
    foundations = tuple(reader.foundation(name, piles.get(name, _EMPTY)) for name in FOUNDATIONS)
    stock = reader.cards(STOCK, piles.get(STOCK, _EMPTY).strip("()"))
    waste = reader.cards(WASTE, piles.get(WASTE, _EMPTY))
    return Position(columns, foundations, stock, waste)


def _row(cards: tuple[Card, ...]) -> str:
    return " ".join(card.face for card in cards)


def _piles(line: str) -> list[tuple[str, str]]:
    """Split a line into piles: one, or foundations side by side."""
    parts = re.split(r"\s{2,}(?=[a-h]\s)", line)
    piles = [(part[:1], part[1:].strip()) for part in parts]
    for name, _ in piles:
        if name not in PILES:
            raise PictureError(f"{quoted(line)} is no pile: a pile begins with one of {PILES} and a space.")
    return piles


class _Reader:
    """Reads piles one after another, counting twins."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def cards(self, pile: str, text: str) -> tuple[Card, ...]:
        return () if text in (_EMPTY, "0") else tuple(self._card(pile, face) for face in text.split())

    def column(self, pile: str, text: str) -> Column:
        match = re.fullmatch(r"(?:\(([^()]*)\))?([^()]*)", text)
        if match is None:
            raise PictureError(
                f"Column {pile} is {quoted(text)}: face-down cards come first, in one pair of parentheses."
            )
        hidden, shown = self.cards(pile, match[1] or ""), self.cards(pile, match[2])
        if hidden and not shown:
            raise PictureError(f"Column {pile} has only face-down cards: its last card is always face up.")
        if not is_run(shown):
            raise PictureError(f"Column {pile}'s face-up cards are no run: {_row(shown)}.")
        return Column(hidden, shown)

    def foundation(self, pile: str, text: str) -> tuple[Card, ...]:
        if text == _EMPTY:
            return ()
        suit = Suit(FOUNDATIONS.index(pile) // 2)
        top = self._card(pile, text)
        if top.suit != suit:
            raise PictureError(f"Foundation {pile} cannot hold {top}: it is reserved for {suit.name.lower()}.")
        below = tuple(self._card(pile, RANKS[rank - 1] + suit.letter) for rank in range(ACE, top.rank))
        return (*below, top)

    def _card(self, pile: str, face: str) -> Card:
        copy = self._seen[face]
        self._seen[face] += 1
        if copy > 1:
            raise PictureError(f"Pile {pile} has a third {quoted(face)}: there are two of each card.")
        try:
            return Card.from_text(face, copy)
        except CardTextError as error:
            raise PictureError(f"Pile {pile}: {error}") from None
