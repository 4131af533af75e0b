"""Positions: where the cards lie, and what an action makes of it.

A position is an immutable value that knows how to move cards, turn cards up and count points. It does
not judge: `refusals` says what is allowed, and only what that allows may be handed to `after`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, REDEAL, STOCK, WASTE, Action
from easyharp.cards import KING, Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from easyharp.deals import Deal

POINTS_TO_FOUNDATION: Final = 10
POINTS_WASTE_TO_COLUMN: Final = 5
POINTS_TURNED_UP: Final = 5


@dataclass(frozen=True, slots=True)
class Column:
    """A column from its base: face-down cards, then face-up cards; the end is the last one.

    ``shown`` is always a run: every card is one rank lower than the one before, in the other colour.
    """

    hidden: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()

    @property
    def size(self) -> int:
        """How many cards lie in the column."""
        return len(self.hidden) + len(self.shown)


class Step(NamedTuple):
    """What an action did.

    ``action`` is the action as a record writes it: a foundation target is the slot that received the
    card. ``position`` is the new position and ``points`` what the score gains.
    """

    action: Action
    position: Position
    points: int


@dataclass(frozen=True, slots=True)
class Position:
    """Where the cards lie.

    ``columns``: nine `Column`. ``foundations``: eight tuples of cards, ace first, in the order of
    `FOUNDATIONS`. ``stock``: next card to be drawn first. ``waste``: top card last. All cards are
    distinct; tests and solvers may use positions with fewer than 104.
    """

    columns: tuple[Column, ...]
    foundations: tuple[tuple[Card, ...], ...] = ((),) * 8
    stock: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()

    @classmethod
    def from_deal(cls, deal: Deal) -> Position:
        """Return the position that a deal's game starts from."""
        cards = deal.shuffled()
        columns, first = [], 0
        for length in range(1, len(COLUMNS) + 1):
            last = first + length - 1
            columns.append(Column(cards[first:last], (cards[last],)))
            first = last + 1
        return cls(tuple(columns), stock=cards[first:])

    @property
    def is_won(self) -> bool:
        """Whether every card is on a foundation."""
        return not (self.stock or self.waste or any(column.shown for column in self.columns))

    @property
    def is_finishable(self) -> bool:
        """Whether no face-down card is left in the columns of a game not yet won.

        From there the game can always be won, see `finishing_action`.
        """
        return not (any(column.hidden for column in self.columns) or self.is_won)

    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """All cards: each column's face-down and face-up ones, the foundations, the stock and the waste."""
        columns = [cards for column in self.columns for cards in (column.hidden, column.shown)]
        return (*columns, *self.foundations, self.stock, self.waste)

    def column(self, pile: str) -> Column:
        """Return the column that a character of `COLUMNS` names."""
        return self.columns[COLUMNS.index(pile)]

    def source_cards(self, source: str, count: int = 1) -> tuple[Card, ...]:
        """Return the ``count`` face-up cards at the end of a pile, or fewer where it has fewer.

        The stock shows none.
        """
        if source in COLUMNS:
            return self.column(source).shown[-count:]
        if source == WASTE:
            return self.waste[-1:]
        if source == STOCK:
            return ()
        return self.foundations[FOUNDATIONS.index(source)][-1:]

    def picked_up(self, action: Action) -> int:
        """Return how many cards an action picks up, by its count or by the rule of the text form."""
        if action.count is not None:
            return action.count
        if action.source in COLUMNS and action.target in COLUMNS:
            shown = self.column(action.source).shown
            if not self.column(action.target).shown and shown and shown[0].rank == KING:
                return len(shown)
        return 1

    def accepting_foundation(self, card: Card) -> str | None:
        """Return the first foundation that accepts a card: the left one where both would."""
        left = 2 * card.suit
        for slot in (left, left + 1):
            if len(self.foundations[slot]) == card.rank - 1:
                return FOUNDATIONS[slot]
        return None

    def after(self, action: Action) -> Step:
        """Carry out a legal action.

        The card that a column's last face-up card uncovers is turned up as part of the same action. The
        action must be one that `refusals.refusal` allows; otherwise the result is undefined.
        """
        source, target = action.source, action.target
        if source == STOCK:
            waste = (*self.waste, self.stock[0])
            return Step(DRAW, Position(self.columns, self.foundations, self.stock[1:], waste), 0)
        if target == STOCK:
            return Step(REDEAL, Position(self.columns, self.foundations, self.waste), 0)
        count = self.picked_up(action)
        cards = self.source_cards(source, count)
        columns, foundations, waste = list(self.columns), list(self.foundations), self.waste
        points = 0
        if source in COLUMNS:
            place = COLUMNS.index(source)
            columns[place], turned = _without_end(columns[place], count)
            points += POINTS_TURNED_UP * turned
        elif source == WASTE:
            waste = waste[:-1]
        else:
            slot = FOUNDATIONS.index(source)
            foundations[slot] = foundations[slot][:-1]
        if target in COLUMNS:
            place = COLUMNS.index(target)
            column = columns[place]
            columns[place] = Column(column.hidden, column.shown + cards)
            points += POINTS_WASTE_TO_COLUMN * (source == WASTE)
        else:
            target = self.accepting_foundation(cards[0]) or target
            slot = FOUNDATIONS.index(target)
            foundations[slot] = foundations[slot] + cards
            points += POINTS_TO_FOUNDATION
        position = Position(tuple(columns), tuple(foundations), self.stock, waste)
        return Step(Action.from_text(source + target), position, points)


def _without_end(column: Column, count: int) -> tuple[Column, bool]:
    """Take the last cards from a column and turn up the one they uncover, if any."""
    shown = column.shown[:-count]
    if shown or not column.hidden:
        return Column(column.hidden, shown), False
    return Column(column.hidden[:-1], column.hidden[-1:]), True


def is_run(cards: Sequence[Card]) -> bool:
    """Whether every card is one rank lower than the one before and of the other colour."""
    return all(fits(card, host) for host, card in pairwise(cards))


def fits(card: Card, host: Card) -> bool:
    """Whether a card may lie on a column's last card: one rank lower, of the opposite colour."""
    return card.rank == host.rank - 1 and card.is_red != host.is_red
