"""The whole game once more, slow and plain, written from RULES.md alone: what the product is compared with.

It shares no line and no way of thinking with the product: a table is one dictionary from card to place, history is
a list of whole tables, a refusal is the first line that applies of one list. It imports nothing of Easy Harp.

A card is its number in the unshuffled two packs, 0 to 103, so twins are different cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COLUMNS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
FOUNDATIONS = ["a", "b", "c", "d", "e", "f", "g", "h"]
PILES = [*COLUMNS, *FOUNDATIONS, "t", "w"]
MORE_THAN_THERE_ARE = "more cards than the column has"


class Place(NamedTuple):
    """Where a card lies: ``height`` counts from the pile's base; the stock's card 0 is drawn first."""

    pile: str
    height: int
    face_up: bool


def face(card: int) -> str:
    return "A23456789TJQK"[card % 13] + "cdhs"[card // 13 % 4]


def random_numbers(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        yield z ^ (z >> 31)


def random_below(numbers: Iterator[int], m: int) -> int:
    for x in numbers:
        if x < 2**64 - (2**64 % m):
            return x % m
    raise AssertionError


def shuffled(deal: int) -> list[int]:
    cards = list(range(104))
    numbers = random_numbers(deal)
    for i in reversed(range(1, 104)):
        j = random_below(numbers, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def daily(ordinal: int) -> int:
    return 1 + random_below(random_numbers(0x45484441 * 2**32 + ordinal), 999999)


def code(deal: int) -> str:
    return "EH1-N-" + "".join(chr(65 + deal // 26**power % 26) for power in (6, 5, 4, 3, 2, 1, 0))


def dealt(deal: int) -> dict[int, Place]:
    cards = iter(shuffled(deal))
    table = {}
    for column in range(1, 10):
        for index in range(column):
            table[next(cards)] = Place(str(column), index, index == column - 1)
    for index, card in enumerate(cards):
        table[card] = Place("t", index, face_up=False)
    return table


class Oracle:
    """A game; ``table`` says where each card lies, ``recorded`` the accepted actions."""

    def __init__(self, table: Mapping[int, Place]) -> None:
        self.table = dict(table)
        self.score = 0
        self.moves = 0
        self.recorded: list[str] = []
        self.before: list[tuple[dict[int, Place], int]] = []
        self.undone: list[tuple[dict[int, Place], int]] = []

    @classmethod
    def of_deal(cls, deal: int) -> Oracle:
        return cls(dealt(deal))

    def pile(self, name: str) -> list[int]:
        """Return the cards of a pile from its base, the stock's in the order in which they are drawn."""
        cards = [(height, card) for card, (pile, height, _) in self.table.items() if pile == name]
        return [card for _, card in sorted(cards)]

    @property
    def won(self) -> bool:
        return all(self.table[card].pile in FOUNDATIONS for card in self.table)

    def accepting(self, card: int) -> str | None:
        """Return the left one of the foundations of a card's suit that wait for its rank."""
        suit = "cdhs".index(face(card)[1])
        for slot in FOUNDATIONS[2 * suit : 2 * suit + 2]:
            if len(self.pile(slot)) == card % 13:
                return slot
        return None

    def refusal(self, source: str, target: str, count: int | None = None) -> str | None:
        """Go through section 6 line by line."""
        if source == target == "u":
            return "game_won" if self.won else None if self.before else "nothing_to_undo"
        if source == target == "r":
            return "game_won" if self.won else None if self.undone else "nothing_to_redo"
        stock, waste, cards, there = (self.pile(name) for name in ("t", "w", source, target))
        picked = cards[-self.picked_up(source, target, count) :]
        grabbed = face(picked[0]) if picked else "??"
        end = face(there[-1]) if there else "??"
        to_column, to_foundation = target in COLUMNS, target in FOUNDATIONS
        several = len(picked) > 1
        draw, redeal = source + target == "tw", source + target == "wt"
        ranks = "A23456789TJQK"
        fits_rank = ranks.find(end[0]) == ranks.find(grabbed[0]) + 1
        fits_colour = (end[1] in "dh") != (grabbed[1] in "dh")
        reasons = [
            ("game_won", self.won),
            ("stock_empty", draw and not stock),
            (None, draw),
            ("stock_not_empty", redeal and stock),
            ("nothing_to_redeal", redeal and not waste),
            (None, redeal),
            ("not_a_target", target in ("t", "w")),
            ("draw_first", source == "t"),
            ("source_empty", not cards),
            ("same_pile", source == target),
            ("foundation_to_foundation", source in FOUNDATIONS and to_foundation),
            (MORE_THAN_THERE_ARE, count is not None and count > len(cards)),
            ("hidden_card", any(not self.table[card].face_up for card in picked)),
            ("one_card_to_foundation", several and to_foundation),
            ("one_card_at_a_time", several and to_column and there),
            ("run_needs_king", several and to_column and not there and grabbed[0] != "K"),
            ("wrong_foundation_rank", to_foundation and picked and self.accepting(picked[0]) is None),
            ("space_needs_king", to_column and not there and grabbed[0] != "K"),
            ("wrong_colour_and_rank", to_column and there and not fits_rank and not fits_colour),
            ("same_colour", to_column and there and not fits_colour),
            ("wrong_rank", to_column and there and not fits_rank),
            (None, True),
        ]
        return next(reason for reason, applies in reasons if applies)

    def picked_up(self, source: str, target: str, count: int | None = None) -> int:
        """Return the count, or what the text form means."""
        if count is not None:
            return count
        face_up = [card for card in self.pile(source) if self.table[card].face_up]
        to_space = source in COLUMNS and target in COLUMNS and not self.pile(target)
        return len(face_up) if to_space and face_up and face(face_up[0])[0] == "K" else 1

    def play(self, source: str, target: str, count: int | None = None) -> str:
        """Carry out an action that is not refused, and return it as a record has it."""
        if source == "u":
            self.undone.append((self.table, self.score))
            self.table, self.score = self.before.pop()
            self.recorded.append("uu")
            return "uu"
        self.before = [*self.before, (self.table.copy(), self.score)][-100:]
        self.moves += 1
        if source == "r":
            self.table, self.score = self.undone.pop()
            self.recorded.append("rr")
            return "rr"
        self.undone = []
        if source + target == "wt":
            for index, card in enumerate(self.pile("w")):
                self.table[card] = Place("t", index, face_up=False)
        elif source + target == "tw":
            self.table[self.pile("t")[0]] = Place("w", len(self.pile("w")), face_up=True)
        else:
            target = self._move(source, target, count)
        self.recorded.append(source + target)
        return source + target

    def _move(self, source: str, target: str, count: int | None) -> str:
        cards = self.pile(source)[-self.picked_up(source, target, count) :]
        if target in FOUNDATIONS:
            target = self.accepting(cards[0]) or "?"
            self.score += 10
        elif source == "w":
            self.score += 5
        for card in cards:
            self.table[card] = Place(target, len(self.pile(target)), face_up=True)
        left = self.pile(source)
        if source in COLUMNS and left and not self.table[left[-1]].face_up:
            self.table[left[-1]] = self.table[left[-1]]._replace(face_up=True)
            self.score += 5
        return target

    def play_all(self, actions: Sequence[str]) -> None:
        """Play actions that are known to be legal."""
        for action in actions:
            self.play(action[0], action[1])

    def piles(self) -> dict[str, list[tuple[int, bool]]]:
        """Return the whole table: each pile's cards in order, and which of them lie face up."""
        table: dict[str, list[tuple[int, bool]]] = {name: [] for name in PILES}
        for pile, _, card, face_up in sorted(
            (pile, height, card, up) for card, (pile, height, up) in self.table.items()
        ):
            table[pile].append((card, face_up))
        return table
