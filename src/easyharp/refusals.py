"""Refusals: the one statement of what the rules forbid.

`refusal` judges an action in a position. Everything else asks it: legal actions are tested equal to it,
a game raises what it says, and the table shows its reason in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from easyharp.actions import DRAW, FOUNDATIONS, REDEAL, REDO, STOCK, UNDO, WASTE, Action
from easyharp.cards import KING, RANKS, Card, Suit
from easyharp.errors import ActionError
from easyharp.position import fits

if TYPE_CHECKING:
    from easyharp.position import Column, Position


class RefusalCode(StrEnum):
    """Why an action is not allowed, in the order in which the reasons are looked for."""

    GAME_WON = "game_won"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    NOTHING_TO_REDEAL = "nothing_to_redeal"
    NOT_A_TARGET = "not_a_target"
    DRAW_FIRST = "draw_first"
    SOURCE_EMPTY = "source_empty"
    SAME_PILE = "same_pile"
    FOUNDATION_TO_FOUNDATION = "foundation_to_foundation"
    HIDDEN_CARD = "hidden_card"
    ONE_CARD_TO_FOUNDATION = "one_card_to_foundation"
    ONE_CARD_AT_A_TIME = "one_card_at_a_time"
    RUN_NEEDS_KING = "run_needs_king"
    WRONG_FOUNDATION_RANK = "wrong_foundation_rank"
    SPACE_NEEDS_KING = "space_needs_king"
    WRONG_COLOUR_AND_RANK = "wrong_colour_and_rank"
    SAME_COLOUR = "same_colour"
    WRONG_RANK = "wrong_rank"

    def __repr__(self) -> str:
        return f"RefusalCode.{self.name}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason, and the cards it speaks of.

    ``cards``: the face-up cards that were picked up, grabbed card first. ``onto``: the last card of the
    target column. ``wanted``: the faces that would be right instead. For the column codes these are the
    cards that would carry the grabbed one (none would carry a king); for ``wrong_foundation_rank`` the cards
    that the foundations of the suit wait for.
    """

    code: RefusalCode
    cards: tuple[Card, ...] = ()
    onto: Card | None = None
    wanted: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = {
            "card": self.cards[0] if self.cards else "the card",
            "count": len(self.cards),
            "onto": self.onto,
            "wanted": " or ".join(self.wanted) or "no card at all, only an empty column",
        }
        return _SENTENCES[self.code].format(**words)


_SENTENCES: Final = {
    RefusalCode.GAME_WON: "the game is won",
    RefusalCode.NOTHING_TO_UNDO: "there is no action left that could be undone",
    RefusalCode.NOTHING_TO_REDO: "there is no undone action that could be played again",
    RefusalCode.STOCK_EMPTY: "the stock is empty; a redeal turns the waste over",
    RefusalCode.STOCK_NOT_EMPTY: "the waste is turned over only when the stock is empty",
    RefusalCode.NOTHING_TO_REDEAL: "stock and waste are both empty",
    RefusalCode.NOT_A_TARGET: "no card ever goes back to the stock or the waste",
    RefusalCode.DRAW_FIRST: "a stock card has to be drawn onto the waste first",
    RefusalCode.SOURCE_EMPTY: "there is no card to pick up",
    RefusalCode.SAME_PILE: "source and target are the same pile",
    RefusalCode.FOUNDATION_TO_FOUNDATION: "a card never moves from one foundation to another",
    RefusalCode.HIDDEN_CARD: "a face-down card cannot be picked up",
    RefusalCode.ONE_CARD_TO_FOUNDATION: "cards go to the foundations one at a time, and {count} were picked up",
    RefusalCode.ONE_CARD_AT_A_TIME: "cards move one at a time onto another card, and {count} were picked up",
    RefusalCode.RUN_NEEDS_KING: "only a run that starts with a king moves as a whole, and this one starts with {card}",
    RefusalCode.WRONG_FOUNDATION_RANK: "no foundation waits for {card}; the next of its suit is {wanted}",
    RefusalCode.SPACE_NEEDS_KING: "an empty column takes only a king, and {card} is none",
    RefusalCode.WRONG_COLOUR_AND_RANK: "{card} does not fit on {onto}, neither in colour nor in rank; it needs {wanted}",
    RefusalCode.SAME_COLOUR: "{card} does not fit on {onto} of the same colour; it needs {wanted}",
    RefusalCode.WRONG_RANK: "{card} does not fit on {onto}, which has the wrong rank; it needs {wanted}",
}


def refusal(position: Position, action: Action, *, undoable: int = 0, redoable: int = 0) -> Refusal | None:
    """Say why an action is not allowed in a position, or ``None`` if it is legal.

    ``undoable`` and ``redoable`` are how many actions a game could undo and redo; a bare position has none.

    Raises:
        ActionError: the action picks up more cards than its column has.
    """
    source, target = action.source, action.target
    if position.is_won:
        return Refusal(RefusalCode.GAME_WON)
    if source == UNDO.source:
        return None if undoable else Refusal(RefusalCode.NOTHING_TO_UNDO)
    if source == REDO.source:
        return None if redoable else Refusal(RefusalCode.NOTHING_TO_REDO)
    if target in (STOCK, WASTE):
        return _turning_refusal(position, source, target)
    if source == STOCK:
        return Refusal(RefusalCode.DRAW_FIRST)
    return _move_refusal(position, action)


def _turning_refusal(position: Position, source: str, target: str) -> Refusal | None:
    """Judge draw, redeal, and everything else that ends on the stock or the waste."""
    if (source, target) == (DRAW.source, DRAW.target):
        return None if position.stock else Refusal(RefusalCode.STOCK_EMPTY)
    if (source, target) == (REDEAL.source, REDEAL.target):
        if position.stock:
            return Refusal(RefusalCode.STOCK_NOT_EMPTY)
        return None if position.waste else Refusal(RefusalCode.NOTHING_TO_REDEAL)
    return Refusal(RefusalCode.NOT_A_TARGET)


def _move_refusal(position: Position, action: Action) -> Refusal | None:
    """Judge a move from column, waste or foundation to column or foundation."""
    source, target = action.source, action.target
    count = position.picked_up(action)
    cards = position.source_cards(source, count)
    if not cards:
        return Refusal(RefusalCode.SOURCE_EMPTY)
    if source == target:
        return Refusal(RefusalCode.SAME_PILE, cards)
    if source in FOUNDATIONS and target in FOUNDATIONS:
        return Refusal(RefusalCode.FOUNDATION_TO_FOUNDATION, cards)
    if len(cards) < count:
        column = position.column(source)
        if count > column.size:
            raise ActionError(
                f"The action {action} cannot pick up {count} cards: column {source} has only {column.size}."
            )
        return Refusal(RefusalCode.HIDDEN_CARD, cards)
    if target in FOUNDATIONS:
        if count > 1:
            return Refusal(RefusalCode.ONE_CARD_TO_FOUNDATION, cards)
        if position.accepting_foundation(cards[0]):
            return None
        return Refusal(RefusalCode.WRONG_FOUNDATION_RANK, cards, wanted=_awaited(position, cards[0].suit))
    return _column_refusal(position.column(target), cards)


def _column_refusal(target: Column, cards: tuple[Card, ...]) -> Refusal | None:
    grabbed = cards[0]
    if not target.shown:
        if grabbed.rank == KING:
            return None
        code = RefusalCode.RUN_NEEDS_KING if len(cards) > 1 else RefusalCode.SPACE_NEEDS_KING
        return Refusal(code, cards)
    host = target.shown[-1]
    if len(cards) > 1:
        return Refusal(RefusalCode.ONE_CARD_AT_A_TIME, cards, host)
    if fits(grabbed, host):
        return None
    if grabbed.is_red != host.is_red:
        code = RefusalCode.WRONG_RANK
    elif grabbed.rank == host.rank - 1:
        code = RefusalCode.SAME_COLOUR
    else:
        code = RefusalCode.WRONG_COLOUR_AND_RANK
    return Refusal(code, cards, host, _hosts(grabbed))


def _hosts(card: Card) -> tuple[str, ...]:
    """Return the faces that a card may lie on."""
    if card.rank == KING:
        return ()
    return tuple(RANKS[card.rank] + suit.letter for suit in Suit if suit.is_red != card.is_red)


def _awaited(position: Position, suit: Suit) -> tuple[str, ...]:
    """Return the faces that the foundations of a suit wait for, each once."""
    heights = [len(position.foundations[slot]) for slot in (2 * suit, 2 * suit + 1)]
    return tuple(dict.fromkeys(RANKS[height] + suit.letter for height in heights if height < KING))
