"""Automatic targets: what a tap, a double tap and "finish" choose at the player's word.

Each function names one ordinary action or none; nothing here is ever done unasked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, REDEAL, STOCK, WASTE, Action
from easyharp.cards import KING
from easyharp.position import fits

if TYPE_CHECKING:
    from easyharp.position import Position


def tap_action(position: Position, pile: str, count: int = 1) -> Action | None:
    """Choose the action for a tap on a pile's card, the ``count``-th from its end.

    The stock draws, the empty stock redeals (which is refused where the waste is empty as well). A column's
    or the waste's last card goes to the foundation that accepts it. A tap on a covered card counts for the last
    one, unless the card has something to do itself: a king run that could go to a space. Foundations give
    nothing.
    """
    if pile == STOCK:
        return DRAW if position.stock else REDEAL
    if pile in FOUNDATIONS or (count > 1 and _king_run_action(position, pile, count)):
        return None
    return _to_foundation(position, pile)


def double_tap_action(position: Position, pile: str, count: int = 1) -> Action | None:
    """Choose the action for a second tap on the same card, which the first tap left where it was.

    A foundation comes first; then the longest column that accepts the card (the leftmost of equals);
    then a space for a king, or for a king run tapped on its king. A king that already starts its column
    stays. As for a tap, a covered card counts for the last one, and foundations give nothing.
    """
    if pile == STOCK or pile in FOUNDATIONS:
        return None
    if count > 1 and (run := _king_run_action(position, pile, count)):
        return run
    return _to_foundation(position, pile) or _to_longest_column(position, pile) or _king_run_action(position, pile, 1)


def finishing_action(position: Position) -> Action | None:
    """Choose the next action of "finish": to a foundation where a card can go, otherwise draw or redeal.

    ``None`` unless `Position.is_finishable`. Repeated, it always wins: of the lowest cards that are not yet
    on a foundation each is accepted by one, and lies at a column's end or comes up in the waste.
    """
    if not position.is_finishable:
        return None
    for pile in (*COLUMNS, WASTE):
        if action := _to_foundation(position, pile):
            return action
    return DRAW if position.stock else REDEAL


def _to_foundation(position: Position, pile: str) -> Action | None:
    for card in position.source_cards(pile):
        if slot := position.accepting_foundation(card):
            return Action.from_text(pile + slot)
    return None


def _to_longest_column(position: Position, pile: str) -> Action | None:
    for card in position.source_cards(pile):
        fitting = [
            target
            for target, column in zip(COLUMNS, position.columns, strict=True)
            if column.shown and fits(card, column.shown[-1])
        ]
        if fitting:
            return Action.from_text(pile + max(fitting, key=lambda target: position.column(target).size))
    return None


def _king_run_action(position: Position, pile: str, count: int) -> Action | None:
    """Choose the leftmost space for a king, or for a whole king run of ``count`` cards, that is worth moving."""
    cards = position.source_cards(pile, count)
    if len(cards) != count or cards[0].rank != KING:
        return None
    if pile in COLUMNS and not position.column(pile).hidden:
        return None
    for target, column in zip(COLUMNS, position.columns, strict=True):
        if not column.shown:
            return Action.from_text(pile + target)
    return None
