"""Actions: what a player does, as two characters.

An action names a source pile and a target pile. Whether it is allowed is for `refusals` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from easyharp.errors import ActionError, quoted

COLUMNS: Final = "123456789"
"""The nine columns; column 1 is ``COLUMNS[0]``."""

FOUNDATIONS: Final = "abcdefgh"
"""The eight foundations: a, b clubs; c, d diamonds; e, f hearts; g, h spades."""

STOCK: Final = "t"
WASTE: Final = "w"
PILES: Final = COLUMNS + FOUNDATIONS + STOCK + WASTE
"""Every pile's character."""

MOST_PICKED_UP: Final = 21
"""How many cards a column can hold, and give, at most: eight face-down ones under a run from king to ace."""


@dataclass(frozen=True, slots=True)
class Action:
    """A try to bring cards from one pile to another, or a draw, redeal, undo or redo.

    ``source`` and ``target`` are characters of `PILES` (both ``u`` for undo, both ``r`` for redo).

    ``count`` is how many cards are picked up: the grabbed card and all on top of it. Only columns give
    more than one. ``None`` means what the text form means: where the target is a space and the source
    column's face-up cards start with a king, all of them; otherwise the last card.

    Raises:
        ActionError: a pile that does not exist, or a count that no pile could give.
    """

    source: str
    target: str
    count: int | None = None

    def __post_init__(self) -> None:
        pair = self.source + self.target
        if (self.source, self.target) in (("u", "u"), ("r", "r")):
            if self.count is not None:
                raise ActionError(f"The action {pair} picks up no cards, so it has no count.")
            return
        if not all(len(pile) == 1 and pile in PILES for pile in (self.source, self.target)):
            raise _no_action(pair)
        most = MOST_PICKED_UP if self.source in COLUMNS else 1
        if self.count is not None and not 1 <= self.count <= most:
            gives = f"a column gives 1 to {most} at once" if most > 1 else "only a column gives more than 1"
            raise ActionError(f"The action {pair} cannot pick up {self.count} cards: {gives}.")

    @classmethod
    def from_text(cls, text: str) -> Action:
        """Read an action's two characters.

        Raises:
            ActionError: saying what would be an action.
        """
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise _no_action(text) from None

    def __str__(self) -> str:
        return self.source + self.target


def _no_action(text: str) -> ActionError:
    return ActionError(
        f"{quoted(text)} is not an action: an action is two characters, a source and a target pile of"
        " 1-9 (columns), a-h (foundations), t (stock) and w (waste), such as 'w3',"
        " or tw (draw), wt (redeal), uu (undo), rr (redo)."
    )


DRAW: Final = Action(STOCK, WASTE)
REDEAL: Final = Action(WASTE, STOCK)
UNDO: Final = Action("u", "u")
REDO: Final = Action("r", "r")

_BY_TEXT: Final = {
    str(action): action for action in (UNDO, REDO, *(Action(source, target) for source in PILES for target in PILES))
}
