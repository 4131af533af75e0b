"""Small games to compare the solver with brute force on: dealt at random, and some played on for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from brute_force import RANKS, SUITS, Rules, Table, card, children, rank, suit
from easyharp.solver.layout import Face, Layout

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable


NO_CARD = Face(12, 3)
"""A card far above the small games' kings: none of theirs fits onto it, and it fits nowhere."""


class Shape(NamedTuple):
    """A kind of small game: how many ranks, which suits, how many face-down cards under the end of each column."""

    ranks: int
    suits: str
    hidden: tuple[int, ...]
    built: int = 0
    """How many cards are on the foundations already, at most."""

    @property
    def king(self) -> int:
        return self.ranks - 1

    @property
    def cards(self) -> int:
        return 2 * self.ranks * len(self.suits)


SHAPES = [
    Shape(3, "cd", (1, 2, 2)),
    Shape(3, "csdh", (4, 4, 4)),
    Shape(3, "csdh", (4, 4, 4, 4)),
    Shape(3, "csdh", (3, 3, 3, 3, 4)),
    Shape(4, "cd", (1, 2)),
    Shape(4, "cd", (2, 3, 4)),
    Shape(4, "cs", (1, 2, 2)),
    Shape(4, "cdh", (4, 4, 4, 4)),
    Shape(4, "csdh", (4, 4, 4, 4), built=16),
    Shape(4, "csdh", (4, 4, 4, 4, 4), built=6),
    Shape(5, "cd", (3, 4)),
    Shape(5, "sh", (3, 4, 4)),
    Shape(5, "cdh", (4, 4, 4, 4), built=10),
    Shape(5, "csdh", (7, 7, 7), built=20),
    Shape(6, "cd", (2, 3, 4)),
    Shape(6, "ch", (3, 4, 4, 4)),
    Shape(6, "csdh", (6, 6, 6, 6), built=24),
    Shape(7, "sd", (3, 4, 4, 4), built=10),
]


def dealt(shape: Shape, chance: random.Random) -> Table:
    """Deal a small game; with ``built`` some of its cards lie on the foundations from the beginning."""
    pack = [card(face + a_suit) for a_suit in shape.suits for face in RANKS[: shape.ranks]] * 2
    heights = [0] * 8
    for _ in range(chance.randint(0, shape.built)):
        slot = 2 * SUITS.index(chance.choice(shape.suits)) + chance.randrange(2)
        if heights[slot] <= shape.king:
            pack.remove(card(RANKS[heights[slot]] + SUITS[slot // 2]))
            heights[slot] += 1
    chance.shuffle(pack)
    columns = []
    for hidden in shape.hidden:
        column = "".join(pack[: hidden + 1])
        del pack[: hidden + 1]
        columns.append((column[:-1], column[-1:]))
    return Table(tuple(columns), tuple(heights), "".join(pack), "")


def played(table: Table, king: int, steps: int, chance: random.Random) -> Table:
    """Play some random actions."""
    for _ in range(steps):
        after = list(children(table, Rules(king)))
        if not after:
            break
        table = chance.choice(after)
    return table


def layout(table: Table, king: int) -> Layout:
    """Return a small game as the solver takes it: a column that the game lacks holds a card that fits nowhere."""
    columns = [(_faces(hidden), _faces(shown)) for hidden, shown in table.columns]
    return Layout.of_faces(
        columns + [([], [NO_CARD])] * (9 - len(columns)),
        [sorted(table.heights[left : left + 2]) for left in range(0, 8, 2)],
        _faces(table.stock + table.waste),
        king,
    )


def _faces(pile: Iterable[str]) -> list[Face]:
    return [Face(rank(a_card), suit(a_card)) for a_card in pile]
