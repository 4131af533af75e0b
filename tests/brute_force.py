"""Small games searched without a thought: every position that the plain rules lead to, until one is won.

Written from RULES.md; it shares nothing with the solver, which is compared with it. A small game has fewer ranks,
suits or columns than the real one. Its stock is as it is in the real game, or a bag: thrown together with the waste,
so that each of the cards can be played at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Value = TypeVar("Value")

RANKS = "A23456789TJQK"
SUITS = "csdh"
"""Two black ones, then two red ones."""

FACES = [rank + suit for suit in SUITS for rank in RANKS]


Columns = tuple[tuple[str, str], ...]


class Table(NamedTuple):
    """Where the cards lie. A card is one character, so a pile is a text, from its base to its end.

    ``columns``: face-down and face-up cards. ``heights``: of the two foundations of each suit. The stock's first card
    is drawn first, the waste's last one is its top; a bag is a waste of which each card is the top.
    """

    columns: Columns
    heights: tuple[int, ...]
    stock: str
    waste: str


def card(face: str) -> str:
    return chr(ord("0") + FACES.index(face))


def cards(faces: str) -> str:
    return "".join(map(card, faces.split()))


def rank(a_card: str) -> int:
    return (ord(a_card) - ord("0")) % 13


def suit(a_card: str) -> int:
    return (ord(a_card) - ord("0")) // 13


_HOSTS: Mapping[str, frozenset[str]] = {
    card(face): frozenset(
        card(host)
        for host in FACES
        if RANKS.index(host[0]) == RANKS.index(face[0]) + 1 and (host[1] in "dh") != (face[1] in "dh")
    )
    for face in FACES
}
_TOPS = {card(face): (RANKS.index(face[0]), SUITS.index(face[1])) for face in FACES}
_CARD_OF = {place: a_card for a_card, place in _TOPS.items()}


class Rules(NamedTuple):
    """What is played: ``king`` is the highest rank; the others can be left out, to see what depends on them."""

    king: int
    bag: bool = True
    take_backs: bool = True
    king_runs: bool = True
    """Whether a king may leave a column for another one."""


def can_be_won(table: Table, rules: Rules, most: int = 10**9) -> bool | None:
    """Say whether all cards can be brought to the foundations; ``None`` after ``most`` positions."""
    if rules.bag:
        table = _sorted(table._replace(stock="", waste=table.stock + table.waste))
    seen = {table}
    ahead = [table]
    while ahead:
        if len(seen) > most:
            return None
        here = ahead.pop()
        if not (here.stock or here.waste or any(shown for _, shown in here.columns)):
            return True
        for after in children(here, rules):
            child = _sorted(after) if rules.bag else after
            if child not in seen:
                seen.add(child)
                ahead.append(child)
    return False


def _sorted(table: Table) -> Table:
    """Return the table with columns, foundations and bag in one order of all, as order makes no difference to it."""
    pairs = (sorted(table.heights[left : left + 2]) for left in range(0, 8, 2))
    heights = tuple(height for pair in pairs for height in pair)
    return Table(tuple(sorted(table.columns)), heights, "", "".join(sorted(table.waste)))


def children(table: Table, rules: Rules) -> Iterator[Table]:
    """Yield what each legal action makes of a table; the last ones are the most hopeful."""
    if table.stock:
        yield table._replace(stock=table.stock[1:], waste=table.waste + table.stock[0])
    elif table.waste and not rules.bag:
        yield table._replace(stock=table.waste, waste="")
    if rules.take_backs:
        yield from _from_foundations(table, rules)
    yield from _from_waste(table, rules)
    yield from _from_columns(table, rules)


def _from_foundations(table: Table, rules: Rules) -> Iterator[Table]:
    for slot, height in enumerate(table.heights):
        if height:
            for columns in _grown(table.columns, _CARD_OF[height - 1, slot // 2], rules):
                yield table._replace(columns=columns, heights=_changed(table.heights, slot, height - 1))


def _from_waste(table: Table, rules: Rules) -> Iterator[Table]:
    for a_card in sorted(set(table.waste)) if rules.bag else table.waste[-1:]:
        place = table.waste.rindex(a_card)
        waste = table.waste[:place] + table.waste[place + 1 :]
        for columns in _grown(table.columns, a_card, rules):
            yield table._replace(columns=columns, waste=waste)
        for heights in _built(table.heights, a_card):
            yield table._replace(heights=heights, waste=waste)


def _from_columns(table: Table, rules: Rules) -> Iterator[Table]:
    for source, (_, shown) in enumerate(table.columns):
        if not shown:
            continue
        for target, (hidden_there, shown_there) in enumerate(table.columns):
            if shown_there:
                moved = shown[-1] if shown_there[-1] in _HOSTS[shown[-1]] else ""
            else:
                moved = shown if rules.king_runs and rank(shown[0]) == rules.king else ""
            if moved and source != target:
                columns = _changed(table.columns, target, (hidden_there, shown_there + moved))
                yield table._replace(columns=_shortened(columns, source, len(moved)))
        for heights in _built(table.heights, shown[-1]):
            yield table._replace(columns=_shortened(table.columns, source, 1), heights=heights)


def _grown(columns: Columns, a_card: str, rules: Rules) -> Iterator[Columns]:
    """Yield the columns after each column that accepts a card got it."""
    for target, (hidden, shown) in enumerate(columns):
        if (shown[-1] in _HOSTS[a_card]) if shown else rank(a_card) == rules.king:
            yield _changed(columns, target, (hidden, shown + a_card))


def _shortened(columns: Columns, source: int, count: int) -> Columns:
    """Return the columns without the last cards of one, where a face-down card is turned up if need be."""
    hidden, shown = columns[source]
    shown = shown[:-count]
    return _changed(columns, source, (hidden, shown) if shown else (hidden[:-1], hidden[-1:]))


def _built(heights: tuple[int, ...], a_card: str) -> Iterator[tuple[int, ...]]:
    """Yield the heights after each foundation that accepts a card got it."""
    rank_needed, its_suit = _TOPS[a_card]
    for slot in (2 * its_suit, 2 * its_suit + 1):
        if heights[slot] == rank_needed:
            yield _changed(heights, slot, rank_needed + 1)


def _changed(values: Sequence[Value], place: int, value: Value) -> tuple[Value, ...]:
    return (*values[:place], value, *values[place + 1 :])
