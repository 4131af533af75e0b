"""Locks: cards that can never move, because each of them has to wait for another one of them.

What is proved here is proved by being generous: a card that was uncovered once counts as a host for ever, and as good
for its foundation, however many cards need it. Whatever can be done in a game can then be done here as well, so a
card that stays face down here stays so in every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from easyharp.cards import ACE, KING, Suit

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from easyharp.cards import Card
    from easyharp.position import Position


def locked_cards(position: Position) -> tuple[Card, ...]:
    """Return the cards that lock a position: they lie on face-down cards, and none can be the first of them to move.

    Such a position cannot be won. That there are none proves nothing.
    """
    hidden = [list(column.hidden) for column in position.columns]
    shown = [list(column.shown) for column in position.columns]
    free = (*position.foundations, position.stock, position.waste)
    uncovered = {(card.suit, card.rank) for pile in free for card in pile}
    while True:
        uncovered |= {(cards[-1].suit, cards[-1].rank) for cards in shown if cards}
        has_space = not all(shown)
        moving = [place for place, cards in enumerate(shown) if cards and _may_move(cards, uncovered, has_space)]
        if not moving:
            return tuple(cards[-1] for cards, below in zip(shown, hidden, strict=True) if below)
        for place in moving:
            if has_space and shown[place][0].rank == KING:
                # In its new place the run may come apart.
                uncovered |= {(card.suit, card.rank) for card in shown[place]}
                shown[place].clear()
            else:
                shown[place].pop()
            if hidden[place] and not shown[place]:
                shown[place].append(hidden[place].pop())


def _may_move(cards: Sequence[Card], uncovered: Collection[tuple[Suit, int]], has_space: bool) -> bool:  # noqa: FBT001
    """Say whether the last of a column's face-up cards, or all of them, could go to another place."""
    end = cards[-1]
    return (
        any((suit, end.rank + 1) in uncovered for suit in Suit if suit.is_red != end.is_red)
        or all((end.suit, rank) in uncovered for rank in range(ACE, end.rank))
        or (has_space and cards[0].rank == KING)
    )
