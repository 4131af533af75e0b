"""Cards: two packs of 52, and the two characters that name a face.

Here is what a card is. Not here: where cards lie and which card goes onto which.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from easyharp.errors import CardTextError, quoted

RANKS: Final = "A23456789TJQK"
"""The rank letters from ace to king; rank ``r`` (1..13) is written ``RANKS[r - 1]``."""

_SUITS: Final = "cdhs"

ACE: Final = 1
KING: Final = 13


class Suit(IntEnum):
    """The four suits in the order of the deal and of the foundations."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's letter in every text form: c, d, h or s."""
        return _SUITS[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in _RED

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


_RED: Final = frozenset((Suit.DIAMONDS, Suit.HEARTS))


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 104 cards.

    ``rank`` runs from 1 (ace) to 13 (king). ``copy`` is the pack, 0 or 1: it tells apart twins, the
    two cards with the same face. No rule looks at it.
    """

    suit: Suit
    rank: int
    copy: int = 0

    def __post_init__(self) -> None:
        if not (ACE <= self.rank <= KING and self.copy in (0, 1)):
            raise CardTextError(
                f"There is no card of rank {self.rank}, copy {self.copy}:"
                " ranks run from 1 (ace) to 13 (king), copies are 0 and 1."
            )

    @classmethod
    def from_text(cls, text: str, copy: int = 0) -> Card:
        """Read a face such as ``"Th"`` (ten of hearts).

        Raises:
            CardTextError: the text is not a rank and a suit.
        """
        rank, suit = text[:1], text[1:]
        if not (rank and rank in RANKS and len(suit) == 1 and suit in _SUITS):
            raise CardTextError(
                f"{quoted(text)} is not a card: a card is a rank of {RANKS} and a suit of cdhs,"
                " as in 'Th' for the ten of hearts."
            )
        return cls(Suit(_SUITS.index(suit)), RANKS.index(rank) + 1, copy)

    @property
    def is_red(self) -> bool:
        """Whether the card is a heart or a diamond."""
        return self.suit in _RED  # judging moves asks this most; by way of the suit it takes ten times as long

    @property
    def face(self) -> str:
        """Rank and suit in two characters, as in ``"Th"``; the same for twins."""
        return RANKS[self.rank - 1] + _SUITS[self.suit]

    def __str__(self) -> str:
        return self.face


PACKS: Final = tuple(Card(suit, rank, copy) for copy in (0, 1) for suit in Suit for rank in range(ACE, KING + 1))
"""All 104 cards in the order that the shuffle starts from: pack by pack, suit by suit, ace to king."""
