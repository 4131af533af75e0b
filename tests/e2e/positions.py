"""Moments of the golden wins in which the browser tests begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import easyharp
import golden_data
from easyharp.actions import COLUMNS

if TYPE_CHECKING:
    from table_page import TablePage


@dataclass(frozen=True)
class Moment:
    """A moment of the golden win of a deal: after how many of its actions."""

    deal: int
    played: int

    @property
    def actions(self) -> str:
        won = next(win for win in golden_data.WINS if win.deal == self.deal)
        return " ".join(won.actions[: self.played])

    def open(self, table: TablePage) -> easyharp.Game:
        return table.open_record(self.deal, self.actions)


# What each has is asserted by the tests that rely on it.
KING_RUN = Moment(2, 381)  # column 5: face-down cards, a king and more on him; and a space
KING = Moment(1, 201)  # column 3: a king alone on face-down cards; and a space
FOUNDATION_OR_COLUMN = Moment(1, 116)  # the waste's top card goes to either
UNEQUAL_COLUMNS = Moment(1, 1)  # the waste's top card goes to columns of different lengths only
EQUAL_COLUMNS = Moment(2, 582)  # the waste's top card goes to two columns of equal length only
COVERED = Moment(1, 406)  # column 1: two face-up cards or more, the last goes to a foundation
TWO_IN_A_ROW = Moment(1, 104)  # the waste's top card goes to a foundation, and so does the one under it
TAKE_BACK = Moment(1, 202)  # the top card of foundation c goes back to column 3
TWINS = Moment(1, 106)  # columns 3 and 8 end with the same face, and it goes somewhere
BOTH_FOUNDATIONS = Moment(24, 838)  # column 9 ends with a card for which both foundations of its suit wait
LAST_CARD, LAST_CARD_IN = Moment(2, 753), "8"  # all other cards are on the foundations
NEAR_WIN = Moment(1, 808)  # no face-down card is left


def column(game: easyharp.Game, name: str) -> easyharp.Column:
    return game.position.columns[COLUMNS.index(name)]


def length(game: easyharp.Game, name: str) -> int:
    return len(column(game, name).hidden) + len(column(game, name).shown)


def spaces(game: easyharp.Game) -> str:
    return "".join(name for name in COLUMNS if not column(game, name).shown)


def targets(game: easyharp.Game, source: str, count: int = 1) -> str:
    """Return the piles to which the last ``count`` cards of a pile may go; ``a`` stands for the foundations."""
    tried = [easyharp.Action(source, target, count) for target in "a" + COLUMNS]
    return "".join(action.target for action in tried if game.refusal(action) is None)
