"""Layouts: a position as the whole numbers that `kernel` searches.

A layout forgets what makes no difference to whether a game can be won: which twin a card is, and in which order stock
and waste lie, since any of their cards can be brought to the top of the waste.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from easyharp.cards import ACE, KING, PACKS, Suit
from easyharp.errors import PositionError
from easyharp.position import is_run
from easyharp.solver import kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from easyharp.cards import Card
    from easyharp.position import Position


class Face(NamedTuple):
    """A card as the kernel knows it: ``rank`` from 0 (ace), ``suit`` in the kernel's order."""

    rank: int
    suit: int


SUITS: Final = (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS)
"""The suits in the kernel's order: twice the colour, plus a bit."""

_FACES: Final = {card: Face(card.rank - 1, SUITS.index(card.suit)) for card in PACKS}


def face(card: Card) -> Face:
    """Return a card's face as the kernel knows it."""
    return _FACES[card]


@dataclass(frozen=True)
class Layout:
    """A position for the kernel.

    ``state``: the words of the state. ``turned``: by kind of face-down cards, the column whose last one has just been
    turned up. ``hidden``: by kind, how many cards that is. ``king``: the highest rank.
    """

    state: tuple[int, ...]
    turned: tuple[int, ...]
    hidden: tuple[int, ...]
    king: int

    @classmethod
    def of_position(cls, position: Position) -> Layout:
        """Return the layout of a position.

        Raises:
            PositionError: it has not all 104 cards, or they do not lie as play leaves them.
        """
        cards = [card for pile in position.piles for card in pile]
        if len(cards) != len(PACKS) or set(cards) != _FACES.keys():
            times = Counter(cards)
            card = next(card for card in PACKS if times[card] != 1)
            raise PositionError(
                f"Only a position with all 104 cards can be solved: this one has {len(cards)},"
                f" and {card} of pack {card.copy + 1} {times[card]} times."
            )
        if not _is_in_order(position):
            raise PositionError(
                "Only a position as play leaves it can be solved: face-up cards are a run, of at least one card where"
                " others lie face down, and foundations go up from the ace in their suit."
            )
        return cls.of_faces(
            [
                ([face(card) for card in column.hidden], [face(card) for card in column.shown])
                for column in position.columns
            ],
            [sorted(len(pile) for pile in position.foundations[2 * suit : 2 * suit + 2]) for suit in SUITS],
            [face(card) for card in (*position.stock, *position.waste)],
            KING - 1,
        )

    @classmethod
    def of_faces(
        cls,
        columns: Iterable[tuple[Sequence[Face], Sequence[Face]]],
        heights: Sequence[Sequence[int]],
        bag: Iterable[Face],
        king: int,
    ) -> Layout:
        """Return the layout of a game that may have fewer ranks, suits or columns than the real one.

        ``columns``: at most nine, each its face-down and its face-up cards from the base; those not given are spaces.
        ``heights``: by the kernel's suits, the lower and the taller foundation's height. ``bag``: stock and waste.
        ``king``: the highest rank.
        Of each suit, all ranks up to the king's have to be there twice, or all once.
        """
        kinds: dict[tuple[Face, ...], int] = {(): 0}
        turned, hidden = [0], [0]

        def kind(faces: tuple[Face, ...]) -> int:
            if faces not in kinds:
                below = kind(faces[:-1])
                rank, suit = faces[-1]
                kinds[faces] = len(turned)
                turned.append(below << kernel.KIND | kernel.laid(0, rank, suit >> 1, suit & 1))
                hidden.append(len(faces))
            return kinds[faces]

        state = [0] * kernel.STATE
        for place, (below, shown) in enumerate(columns):
            code = 0
            for rank, suit in shown:
                code = kernel.laid(code, rank, suit >> 1, suit & 1)
            state[place] = kind(tuple(below)) << kernel.KIND | code
            state[kernel.HIDDEN] += len(below)
        for suit, (lower, taller) in enumerate(heights):
            state[kernel.FOUNDATIONS] |= (taller << 4 | lower) << 8 * suit
        for rank, suit in bag:
            one = 1 << 13 * suit + rank
            state[kernel.TWICE] |= state[kernel.ONCE] & one
            state[kernel.ONCE] |= one
        return cls(tuple(state), tuple(turned), tuple(hidden), king)


def _is_in_order(position: Position) -> bool:
    """Say whether the cards lie as play leaves them: the kernel relies on it, and checks no bounds when compiled."""
    return all(is_run(column.shown) and (column.shown or not column.hidden) for column in position.columns) and all(
        (card.suit, card.rank) == (slot // 2, rank)
        for slot, pile in enumerate(position.foundations)
        for rank, card in enumerate(pile, start=ACE)
    )
