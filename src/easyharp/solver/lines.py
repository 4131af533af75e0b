"""Lines: the actions of a player that carry out what a search found.

A search tells only what has to be done, as a partial order: on each column and each foundation cards come and go in a
certain order, and a card of the bag may come whenever it is its turn there. A line walks through the stock again and
again and plays everything that is due as soon as it can be played; so it draws little.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, REDEAL, WASTE, Action
from easyharp.cards import PACKS
from easyharp.solver import kernel
from easyharp.solver.layout import SUITS, Face, face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from easyharp.position import Position
    from easyharp.solver.layout import Layout


@dataclass(slots=True)
class _Step:
    """A card goes to another pile: a named one from the waste, or a column's end (or king run) or a foundation's top.

    Piles are characters of `COLUMNS` and `FOUNDATIONS`; a suit's two foundations may yet change places.
    """

    source: str
    target: str
    face: Face
    waits_for: int = 0
    then: list[int] = field(default_factory=list)


def winning_line(
    position: Position, layout: Layout, moves: Sequence[int], *, for_score: bool = False
) -> tuple[Action, ...]:
    """Return actions that win a position of this layout, where the kernel's ``moves`` turn up every card.

    ``for_score``: whether cards of the waste go to columns before they go up, where they can, as that gains points.
    """
    plan = _Plan(position, layout)
    for move in moves:
        plan.move(move)
    if for_score:
        plan.fill_columns(face(card) for card in (*position.stock, *position.waste))
    plan.finish()
    return tuple(_walk(position, plan.steps))


class _Plan:
    """The steps of a game, in an order in which they can be done."""

    def __init__(self, position: Position, layout: Layout) -> None:
        self.steps: list[_Step] = []
        self._columns = list(layout.state[: kernel.COLUMNS])
        self._turned = layout.turned
        self._king = layout.king
        self._heights = {slot: len(pile) for slot, pile in zip(FOUNDATIONS, position.foundations, strict=True)}
        self._latest: dict[str, int] = {}

    def move(self, move: int) -> None:
        """Add the steps of one of the kernel's moves."""
        source, target = move & 31, move >> kernel.TARGET & 15
        if source >= kernel.COLUMNS:
            suit = source - kernel.COLUMNS >> 1
            heights = [self._heights[slot] for slot in _slots(suit)]
            height = max(heights) if source - kernel.COLUMNS & 1 else min(heights)
            self._bridge(target, Face(height - 1, suit), move >> kernel.BRIDGE)
            self._take_back(target, Face(height - 1, suit))
            return
        code = self._columns[source]
        card = Face(code >> kernel.RANK & 15, kernel.end_suit(code))
        if target == kernel.TO_FOUNDATION:
            slot = max(
                (slot for slot in _slots(card.suit) if self._heights[slot] <= card.rank),
                key=self._heights.__getitem__,
            )
            for rank in range(self._heights[slot], card.rank):
                self._step(WASTE, slot, Face(rank, card.suit))
            self._lift(source, slot, card)
            self._heights[slot] = card.rank + 1
        elif move & kernel.WHOLE_RUN:
            self._step(COLUMNS[source], COLUMNS[target], card)
            self._columns[source] = self._turned[code >> kernel.KIND]
            self._columns[target] = code & (1 << kernel.KIND) - 1
        else:
            self._bridge(target, card, move >> kernel.BRIDGE)
            self._lift(source, COLUMNS[target], card)
            self._lay(target, card)

    def finish(self) -> None:
        """Add the steps that bring all cards to the foundations, once none lies face down: by rank, they are free."""
        for rank in range(self._king + 1):
            ends = defaultdict(list)
            for column, code in enumerate(self._columns):
                if code and code >> kernel.RANK & 15 == rank:
                    ends[kernel.end_suit(code)].append(column)
            for suit in range(len(SUITS)):
                for slot in _slots(suit):
                    if self._heights[slot] == rank:
                        if ends[suit]:
                            self._lift(ends[suit].pop(), slot, Face(rank, suit))
                        else:
                            self._step(WASTE, slot, Face(rank, suit))
                        self._heights[slot] += 1

    def fill_columns(self, bag: Iterable[Face]) -> None:
        """Add steps that bring what is left of the bag to columns, once no card lies face down.

        ``bag``: what it had at first. Where no card fits, the end card of a column goes up, if it may, and uncovers
        another host; a low one first.
        """
        left = Counter(bag)
        left.subtract(step.face for step in self.steps if step.source == WASTE)
        while self._fill_column(left) or self._clear_host():
            pass

    def _fill_column(self, bag: Counter[Face]) -> bool:
        for rank in range(self._king, -1, -1):
            for suit in range(len(SUITS)):
                card = Face(rank, suit)
                if bag[card] and (target := self._host(rank, suit)) is not None:
                    bag[card] -= 1
                    self._step(WASTE, COLUMNS[target], card)
                    self._lay(target, card)
                    return True
        return False

    def _host(self, rank: int, suit: int) -> int | None:
        for column, code in enumerate(self._columns):
            if code == 0:
                if rank == self._king:
                    return column
            elif code >> kernel.RANK & 15 == rank + 1 and code >> kernel.COLOUR & 1 != suit >> 1:
                return column
        return None

    def _clear_host(self) -> bool:
        for column, code in sorted(enumerate(self._columns), key=lambda item: item[1] >> kernel.RANK & 15):
            card = Face(code >> kernel.RANK & 15, kernel.end_suit(code))
            for slot in _slots(card.suit):
                if code and self._heights[slot] == card.rank:
                    self._lift(column, slot, card)
                    self._heights[slot] += 1
                    return True
        return False

    def _bridge(self, target: int, card: Face, bridge: int) -> None:
        """Add the steps that lay on a column what has to be under a card."""
        code = self._columns[target]
        top = (code >> kernel.RANK & 15) - 1 if code else self._king
        for rank in range(top, card.rank, -1):
            choice = bridge >> 2 * rank & 3
            colour = card.suit >> 1 ^ (rank - card.rank & 1)
            between = Face(rank, colour << 1 | choice & 1)
            if choice & kernel.TAKEN_BACK:
                self._take_back(target, between)
            else:
                self._step(WASTE, COLUMNS[target], between)
                self._lay(target, between)

    def _take_back(self, target: int, card: Face) -> None:
        slot = next(slot for slot in _slots(card.suit) if self._heights[slot] == card.rank + 1)
        self._step(slot, COLUMNS[target], card)
        self._heights[slot] -= 1
        self._lay(target, card)

    def _lift(self, source: int, target: str, card: Face) -> None:
        self._step(COLUMNS[source], target, card)
        self._columns[source] = kernel.lifted(self._columns[source], self._turned)

    def _lay(self, target: int, card: Face) -> None:
        self._columns[target] = kernel.laid(self._columns[target], card.rank, card.suit >> 1, card.suit & 1)

    def _step(self, source: str, target: str, card: Face) -> None:
        """Add a step, which has to wait for the latest ones on its piles; the waste, as a bag, waits for nothing."""
        step = _Step(source, target, card)
        for pile in (source, target):
            if pile != WASTE:
                if pile in self._latest:
                    self.steps[self._latest[pile]].then.append(len(self.steps))
                    step.waits_for += 1
                self._latest[pile] = len(self.steps)
        self.steps.append(step)


def _slots(suit: int) -> str:
    """Return the two foundations of a suit of the kernel."""
    left = 2 * SUITS[suit]
    return FOUNDATIONS[left : left + 2]


def _walk(position: Position, steps: Sequence[_Step]) -> Iterator[Action]:  # noqa: C901, PLR0912 (one loop)
    """Yield the actions of all steps, each as soon as it may be done, with the draws and redeals in between."""
    stock, waste = [face(card) for card in reversed(position.stock)], [face(card) for card in position.waste]
    slots = {slot: slot for slot in FOUNDATIONS}
    heights = {slot: len(pile) for slot, pile in zip(FOUNDATIONS, position.foundations, strict=True)}
    due: list[int] = []
    due_from_waste: defaultdict[Face, list[int]] = defaultdict(list)

    def arrived(number: int) -> None:
        step = steps[number]
        heapq.heappush(due_from_waste[step.face] if step.source == WASTE else due, number)

    for number, step in enumerate(steps):
        if not step.waits_for:
            arrived(number)
    left, turns = len(steps), 0
    while left:
        if turns > 2 * len(PACKS):
            raise AssertionError("The plan waits for a card that is not in the stock.")
        turns += 1
        if due:
            number = heapq.heappop(due)
        elif waste and due_from_waste[waste[-1]]:
            number = heapq.heappop(due_from_waste[waste.pop()])
        elif stock:
            waste.append(stock.pop())
            yield DRAW
            continue
        else:
            stock, waste = waste[::-1], []
            yield REDEAL
            continue
        step = steps[number]
        source, target = slots.get(step.source, step.source), slots.get(step.target, step.target)
        if step.source in FOUNDATIONS:
            heights[source] -= 1
        if step.target in FOUNDATIONS:
            pair = _slots(step.face.suit)
            # Of two that accept the card the left one gets it: then the two change places.
            if heights[pair[0]] == step.face.rank and target != pair[0]:
                slots[pair[0]], slots[pair[1]] = slots[pair[1]], slots[pair[0]]
                target = pair[0]
            heights[target] += 1
        yield Action.from_text(source + target)
        left, turns = left - 1, 0
        for after in step.then:
            steps[after].waits_for -= 1
            if not steps[after].waits_for:
                arrived(after)
