"""Legal actions, and whether any move is left.

Everything here follows from `refusals.refusal`, and the tests hold it to that; it is written out only
because trying every pair of piles would be slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, REDEAL, WASTE, Action
from easyharp.cards import KING
from easyharp.position import fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from easyharp.cards import Card
    from easyharp.position import Position


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action, as a record would write it; undo and redo are not among them.

    A foundation target is the slot that would receive the card, so each card has one foundation action.
    """
    return tuple(_legal_actions(position))


def _legal_actions(position: Position) -> Iterator[Action]:
    if position.is_won:
        return
    if position.stock:
        yield DRAW
    elif position.waste:
        yield REDEAL
    for source, card in _tops(position):
        if source not in FOUNDATIONS and (slot := position.accepting_foundation(card)):
            yield Action.from_text(source + slot)
        yield from (Action.from_text(source + target) for target in _accepting_columns(position, source, card))


def _tops(position: Position) -> Iterator[tuple[str, Card]]:
    """Yield the card that each column, the waste and each foundation gives, with its pile."""
    for source, column in zip(COLUMNS, position.columns, strict=True):
        if column.shown:
            yield source, column.shown[-1]
    if position.waste:
        yield WASTE, position.waste[-1]
    for source, pile in zip(FOUNDATIONS, position.foundations, strict=True):
        if pile:
            yield source, pile[-1]


def _accepting_columns(position: Position, source: str, card: Card) -> Iterator[str]:
    """Yield the columns that accept the end card of ``source``, or its king run."""
    for target, column in zip(COLUMNS, position.columns, strict=True):
        if column.shown:
            if fits(card, column.shown[-1]):
                yield target
        elif card.rank == KING or (source in COLUMNS and position.column(source).shown[0].rank == KING):
            yield target


def has_move_left(position: Position) -> bool:
    """Say whether any card fits anywhere, now or after drawing and redealing; exact.

    Drawing and redealing alone are no moves. As passes are unlimited, every card of stock and waste comes
    to the top of the waste sooner or later, so all of them are tried. A won game has no move left.
    """
    if any(action not in (DRAW, REDEAL) for action in _legal_actions(position)):
        return True
    return any(
        position.accepting_foundation(card) or any(_accepting_columns(position, WASTE, card))
        for card in position.stock + position.waste
    )
