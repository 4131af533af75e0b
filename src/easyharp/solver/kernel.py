"""The kernel: states as whole numbers, moves between them, and the search, a layer after the other.

Only whole numbers below 2**63 and flat arrays of them are used, and no function of any library: so the same source
runs compiled (`compiling`) and as plain Python, and both walk the same way. What the numbers mean stands here; `layout`
writes them. Why the few moves made here are enough stands in docs/solver.md.

**Cards.** A rank is 0 (ace) to ``king`` (12; less in the small games of the tests). A suit is twice its colour (black
0, red 1) plus a bit: clubs 0, spades 1, diamonds 2, hearts 3. A card's place in a set of faces is 13 x suit + rank.

**Columns.** A column is one number, its code; 0 is a space. As its face-up cards are always a run, end card, length and
each card's suit bit say all about them. Which face-down cards lie under them is a number, too, their kind: 0 is none.

**States.** The nine columns, the foundations (a byte a suit: the taller height times 16, plus the lower height), the
faces that are in the bag once or twice, those that are there twice, and how many cards lie face down. The bag is stock
and waste.

**Moves.** A card, column's end or foundation's top, goes to its place together with the cards from the bag that have to
lie under it. The bits of a move: source, target, and two for each rank of the cards in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    Words = MutableSequence[int]

# A column's code: suit bits of its face-up cards (the end card's is the lowest), how many these are, the end card's
# rank and colour, and the kind of what lies face down.
SUIT_BITS: Final = 0x1FFF
LENGTH: Final = 13
RANK: Final = 17
COLOUR: Final = 21
KIND: Final = 22

# The words of a state.
COLUMNS: Final = 9
FOUNDATIONS: Final = 9
ONCE: Final = 10
TWICE: Final = 11
HIDDEN: Final = 12
STATE: Final = 13

# The bits of a move. Sources 0-8 are columns, 9-16 foundations: 9 + 2 x suit, plus 1 for the taller one.
# Targets 0-8 are columns, 9 the foundations. Two bits a rank say how it is bridged: the card's suit bit, and whether it
# is taken back. The last bit says that a king run goes to a space as a whole.
TARGET: Final = 5
BRIDGE: Final = 9
WHOLE_RUN: Final = 1 << 35
TO_FOUNDATION: Final = 9
TAKEN_BACK: Final = 2

# The words of a candidate, which is a state that might belong to the next layer, told by what differs from its parent.
PARENT: Final = 0
MOVE: Final = 1
ORDER: Final = 2
VALUE: Final = 3
HASH: Final = 4
NEW_SOURCE: Final = 5
NEW_TARGET: Final = 6
NEW_FOUNDATIONS: Final = 7
NEW_ONCE: Final = 8
NEW_TWICE: Final = 9
CANDIDATE: Final = 10

MANY_MOVES: Final = 400
"""Candidates there should be room for before a state's moves are made; a complete search may find more, and say so."""

# The weights of a state's value, of which less is better.
OVER_HIDDEN: Final = 0  # a face-up card over face-down ones
ON_TABLEAU: Final = 1  # a face-up card
KING_OVER_HIDDEN: Final = 2  # a king run over face-down cards, instead of OVER_HIDDEN for each of its cards
NO_KING: Final = 3  # a run without face-down cards and without a king: no space yet
LACKING: Final = 4  # a rank of which a colour is not in the bag
TALLER: Final = 5  # a card on the taller foundation of a suit
LOWER: Final = 6  # a card on the lower one
FEW_MOVES: Final = 7  # each move by which the parent had fewer than ENOUGH_MOVES
ENOUGH_MOVES: Final = 8
END_RANK: Final = 9  # thirteen: an end card of each rank

# The words in which a search keeps how far it has come.
WIDTH: Final = 0
COMPLETE: Final = 1
TAKES_BACK: Final = 2  # whether cards may be taken back from foundations
ROOM: Final = 3  # candidates that there is room for
TABLE: Final = 4  # keys that there is room for, a power of 2, less 1
TRAIL_ROOM: Final = 5  # states that there is room for on the trail
DEEPEST: Final = 6  # how many layers there may be
COUNT: Final = 7  # states in the present layer
NEXT: Final = 8  # states in the next one
HALF: Final = 9  # which half of the layers is the present one
TRAIL: Final = 10  # length of the trail
NODES: Final = 11  # states whose moves have been made
DEPTH: Final = 12  # moves from the root to the present layer
CUT: Final = 13  # whether a state was ever left out
FEWEST: Final = 14  # the fewest face-down cards seen
BEST: Final = 15  # where on the trail that was
DONE: Final = 16  # states of the present layer whose moves have been made
MADE: Final = 17  # candidates there are
CONTROL: Final = 18

# What a search comes back with: it may go on; no face-down card is left at the trail's end; no state is left; no room.
PAUSED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
FULL: Final = 3

EVEN_RANKS: Final = 0b1010101010101
LOW_31: Final = (1 << 31) - 1
LOW_62: Final = (1 << 62) - 1


def end_suit(code: int) -> int:
    """Return the suit of a column's last card."""
    return (code >> COLOUR & 1) << 1 | code & 1


def laid(code: int, rank: int, colour: int, bit: int) -> int:
    """Return a column with one card more."""
    if code == 0:
        return colour << COLOUR | rank << RANK | 1 << LENGTH | bit
    suits = (code & SUIT_BITS) << 1 & SUIT_BITS | bit
    return code >> KIND << KIND | colour << COLOUR | rank << RANK | ((code >> LENGTH & 15) + 1) << LENGTH | suits


def lifted(code: int, turned: Sequence[int]) -> int:
    """Return a column without its last card; ``turned`` has, by kind, the column once the card under it is turned."""
    length = code >> LENGTH & 15
    if length == 1:
        return turned[code >> KIND]
    colour = code >> COLOUR & 1 ^ 1
    rank = (code >> RANK & 15) + 1
    return code >> KIND << KIND | colour << COLOUR | rank << RANK | (length - 1) << LENGTH | (code & SUIT_BITS) >> 1


def restacked(foundations: int, suit: int, old: int, new: int) -> int:
    """Return the foundations with one of a suit's two heights changed."""
    pair = foundations >> 8 * suit & 255
    other = pair & 15 if pair >> 4 == old else pair >> 4
    changed = new << 4 | other if new >= other else other << 4 | new
    return foundations ^ (pair ^ changed) << 8 * suit


def mixed(number: int) -> int:
    """Return 62 bits that look random, for a number below 2**34; no step exceeds 63 bits."""
    number = (number & 0x1FFFF) * 0xB492B66FBE9 + (number >> 17) * 0x9E3779B97F5
    number ^= number >> 31
    number = (number & LOW_31) * 0x6C8E9CF5 + (number >> 31) * 0x4F2EC1B3
    return (number ^ number >> 29) & LOW_62


def mixed_again(number: int) -> int:
    """Return 62 other bits, for the second half of a key on which a proof rests."""
    number = (number & 0x1FFFF) * 0xD1B54A32D19 + (number >> 17) * 0x8CB92BA72F3
    number ^= number >> 30
    number = (number & LOW_31) * 0x5851F42D + (number >> 31) * 0x7A4F19E5
    return (number ^ number >> 28) & LOW_62


def foundations_number(foundations: int) -> int:
    """Return a number for the foundations that no column's code is."""
    return foundations | 1 << 33


def second_key(states: Sequence[int], at: int) -> int:
    """Return the second half of a state's key."""
    key = mixed_again(foundations_number(states[at + FOUNDATIONS]))
    for column in range(COLUMNS):
        key = key + mixed_again(states[at + column]) & LOW_62
    return key


def bits_set(number: int) -> int:
    """Count the bits of a number below 2**26."""
    number -= number >> 1 & 0x1555555
    number = (number & 0x3333333) + (number >> 2 & 0x3333333)
    number = number + (number >> 4) & 0x0F0F0F0F
    number += number >> 16
    return number + (number >> 8) & 31


def column_value(code: int, king: int, kind_values: Sequence[int], weights: Sequence[int]) -> int:
    """Return what a column adds to a state's value."""
    if code == 0:
        return 0
    length = code >> LENGTH & 15
    rank = code >> RANK & 15
    value = weights[END_RANK + rank] + length * weights[ON_TABLEAU]
    begins_with_king = rank + length == king + 1
    if code >> KIND == 0:
        return value if begins_with_king else value + weights[NO_KING]
    value += kind_values[code >> KIND]
    return value + (weights[KING_OVER_HIDDEN] if begins_with_king else length * weights[OVER_HIDDEN])


def bag_value(once: int, weights: Sequence[int]) -> int:
    """Return what the bag adds to a state's value, but for a constant."""
    return -weights[LACKING] * bits_set((once | once >> 13) & SUIT_BITS | ((once >> 26 | once >> 39) & SUIT_BITS) << 13)


def foundations_value(foundations: int, weights: Sequence[int]) -> int:
    """Return what the foundations add to a state's value."""
    taller = foundations >> 4 & 0x0F0F0F0F
    lower = foundations & 0x0F0F0F0F
    taller += taller >> 16
    lower += lower >> 16
    return weights[TALLER] * (taller + (taller >> 8) & 255) + weights[LOWER] * (lower + (lower >> 8) & 255)


def may_take_back(foundations: int, suit: int, rank: int) -> bool:
    """Say whether a card of this suit and rank lies on top of a foundation."""
    pair = foundations >> 8 * suit & 255
    return pair >> 4 == rank + 1 or pair & 15 == rank + 1


def chain_variants(top: int, rank: int, colour: int, once: int) -> int:
    """Return in how many ways the bag can bridge from rank ``top`` down to the one above ``rank``."""
    ways = 1
    for between in range(top, rank, -1):
        place = 26 * (colour ^ between - rank & 1) + between
        if once >> place & once >> place + 13 & 1:
            ways *= 2
    return ways


def bridged(
    code: int, top: int, rank: int, colour: int, foundations: int, once: int, twice: int, variant: int
) -> tuple[int, int, int, int, int]:
    """Lay cards of the ranks from ``top`` down to the one above ``rank`` on a column, ready for a card of ``rank``.

    They come from the bag, or from foundations where the bag has none. Where it has both suits, the bits of
    ``variant`` choose; if it is negative, the suit of which more is left, else the one whose foundation is lower.

    Return the column, the bridge as a move tells it, and the foundations and bag that are left.
    """
    bridge = 0
    for between in range(top, rank, -1):
        shade = colour ^ between - rank & 1
        place = 26 * shade + between
        first = (once >> place & 1) + (twice >> place & 1)
        second = (once >> place + 13 & 1) + (twice >> place + 13 & 1)
        if first + second == 0:
            choice = 0 if may_take_back(foundations, 2 * shade, between) else 1
            foundations = restacked(foundations, 2 * shade + choice, between + 1, between)
            bridge |= (choice | TAKEN_BACK) << 2 * between
        else:
            if first == 0 or second == 0:
                choice = 0 if second == 0 else 1
            elif variant >= 0:
                choice = variant & 1
                variant >>= 1
            elif first == second:
                heights = foundations >> 16 * shade
                choice = 1 if heights >> 12 & 15 < heights >> 4 & 15 else 0
            else:
                choice = 1 if second > first else 0
            one = 1 << place + 13 * choice
            if twice & one:
                twice ^= one
            else:
                once ^= one
            bridge |= choice << 2 * between
        code = laid(code, between, shade, choice)
    return code, bridge, foundations, once, twice


def propose(
    candidates: Words, at: int, states: Sequence[int], base: int, value: int, key: int, move: int,
    source_code: int, target_code: int, foundations: int, once: int, twice: int,
    king: int, kind_values: Sequence[int], weights: Sequence[int],
) -> None:  # fmt: skip
    """Write a child of the state at ``base`` as the candidate at ``at``, but for its parent.

    Value and key are the parent's, changed where the child differs from it.
    """
    source = move & 31
    target = move >> TARGET & 15
    if source < COLUMNS:
        code = states[base + source]
        value += column_value(source_code, king, kind_values, weights) - column_value(code, king, kind_values, weights)
        key = key + mixed(source_code) - mixed(code) & LOW_62
    if target < COLUMNS:
        code = states[base + target]
        value += column_value(target_code, king, kind_values, weights) - column_value(code, king, kind_values, weights)
        key = key + mixed(target_code) - mixed(code) & LOW_62
    was = states[base + FOUNDATIONS]
    if foundations != was:
        value += foundations_value(foundations, weights) - foundations_value(was, weights)
        key = key + mixed(foundations_number(foundations)) - mixed(foundations_number(was)) & LOW_62
    value += bag_value(once, weights) - bag_value(states[base + ONCE], weights)
    candidates[at + MOVE] = move
    candidates[at + VALUE] = value
    candidates[at + HASH] = key
    candidates[at + NEW_SOURCE] = source_code
    candidates[at + NEW_TARGET] = target_code
    candidates[at + NEW_FOUNDATIONS] = foundations
    candidates[at + NEW_ONCE] = once
    candidates[at + NEW_TWICE] = twice


def expand(
    states: Sequence[int], base: int, value: int, key: int, complete: bool, takes_back: bool, candidates: Words,
    made: int, room: int, king: int, turned: Sequence[int], kind_values: Sequence[int], weights: Sequence[int],
) -> int:  # fmt: skip
    """Make the moves of the state at ``base``; write the children behind the ``made`` candidates there are.

    Return how many there are then, or -1 if there is no room for all. A complete search tries every bridge from the
    bag, and taking a card back is a move of its own; otherwise one bridge is tried, with cards taken back where the bag
    has none.
    """
    foundations = states[base + FOUNDATIONS]
    once = states[base + ONCE]
    twice = states[base + TWICE]
    black = (once | once >> 13) & SUIT_BITS
    red = (once >> 26 | once >> 39) & SUIT_BITS
    if takes_back and not complete:
        for suit in range(4):
            pair = foundations >> 8 * suit & 255
            tops = (1 << (pair >> 4) | 1 << (pair & 15)) >> 1
            if suit >> 1:
                red |= tops
            else:
                black |= tops
    # By the parity of rank and colour, which one run shares: the ranks that can be bridged.
    bridges_even = black & EVEN_RANKS | red & ~EVEN_RANKS
    bridges_odd = black & ~EVEN_RANKS | red & EVEN_RANKS
    space = -1
    for column in range(COLUMNS):
        if states[base + column] == 0:
            space = column
            break
    for source in range(COLUMNS + 8 if complete and takes_back else COLUMNS):
        left = foundations
        if source < COLUMNS:
            code = states[base + source]
            if code == 0:
                continue
            suit = end_suit(code)
            rank = code >> RANK & 15
            length = code >> LENGTH & 15
            uncovered = lifted(code, turned)
            pair = foundations >> 8 * suit & 255
            height = pair >> 4 if pair >> 4 <= rank else pair & 15
            wanted = (1 << rank) - (1 << height) << 13 * suit if height <= rank else -1
            if wanted >= 0 and once & wanted == wanted:
                propose(
                    candidates, made * CANDIDATE, states, base, value, key, source | TO_FOUNDATION << TARGET,
                    uncovered, 0, restacked(foundations, suit, height, rank + 1), once & (twice | ~wanted),
                    twice & ~wanted, king, kind_values, weights,
                )  # fmt: skip
                made += 1
            if space >= 0 and rank + length == king + 1 and code >> KIND:
                propose(
                    candidates, made * CANDIDATE, states, base, value, key, source | space << TARGET | WHOLE_RUN,
                    turned[code >> KIND], code & (1 << KIND) - 1, foundations, once, twice, king, kind_values, weights,
                )  # fmt: skip
                made += 1
            if rank == king:
                continue
        else:
            suit = source - COLUMNS >> 1
            pair = foundations >> 8 * suit & 255
            taller = source - COLUMNS & 1
            height = pair >> 4 if taller else pair & 15
            if height == 0 or (not taller and pair >> 4 == height):
                continue
            rank = height - 1
            uncovered = 0
            left = restacked(foundations, suit, height, rank)
        colour = suit >> 1
        parity = rank + colour & 1
        bridges = bridges_odd if parity else bridges_even
        reach = rank + 1
        while bridges >> reach & 1:
            reach += 1
        for target in range(COLUMNS):
            code = states[base + target]
            if target == source:
                continue
            if code == 0:
                if target != space or reach <= king:
                    continue
                top = king
            else:
                above = code >> RANK & 15
                if above > reach or above <= rank or (above + (code >> COLOUR) & 1) != parity:
                    continue
                top = above - 1
            variants = chain_variants(top, rank, colour, once) if complete else 1
            if made + variants > room:
                return -1
            for variant in range(variants):
                host, bridge, kept, kept_once, kept_twice = bridged(
                    code, top, rank, colour, left, once, twice, variant if complete else -1
                )
                move = source | target << TARGET | bridge << BRIDGE
                propose(
                    candidates, made * CANDIDATE, states, base, value, key, move, uncovered,
                    laid(host, rank, colour, suit & 1), kept, kept_once, kept_twice, king, kind_values, weights,
                )  # fmt: skip
                made += 1
    return made


def remembered(control: Sequence[int], table: Words, states: Sequence[int], base: int, key: int) -> bool:
    """Say whether the key of the state at ``base`` is in the table, and put it there.

    A proof rests on two keys, so those of a complete search are pairs and take two words.
    """
    room = control[TABLE]
    pair = control[COMPLETE] != 0
    first = max(key, 1)
    second = second_key(states, base) if pair else 0
    at = (first ^ first >> 25) & room
    while True:
        place = 2 * at if pair else at
        found = table[place]
        if found == 0:
            table[place] = first
            if pair:
                table[place + 1] = second
            return False
        if found == first and (not pair or table[place + 1] == second):
            return True
        at = at + 1 & room


def sort(candidates: Sequence[int], made: int, order: Words, buckets: Words) -> None:
    """Write the candidates' numbers in the order of their worth, equal ones as they were made."""
    lowest = highest = candidates[ORDER]
    for number in range(1, made):
        worth = candidates[number * CANDIDATE + ORDER]
        lowest = min(lowest, worth)
        highest = max(highest, worth)
    span = highest - lowest + 1
    for bucket in range(span + 1):
        buckets[bucket] = 0
    for number in range(made):
        buckets[candidates[number * CANDIDATE + ORDER] - lowest + 1] += 1
    for bucket in range(span):
        buckets[bucket + 1] += buckets[bucket]
    for number in range(made):
        bucket = candidates[number * CANDIDATE + ORDER] - lowest
        order[buckets[bucket]] = number
        buckets[bucket] += 1


def keep_best(candidates: Words, made: int, keep: int, order: Sequence[int]) -> int:
    """Keep the ``keep`` best of sorted candidates, in the order in which they were made; return how many that is."""
    if made <= keep:
        return made
    last = order[keep - 1]
    worst = candidates[last * CANDIDATE + ORDER]
    kept = 0
    for number in range(made):
        worth = candidates[number * CANDIDATE + ORDER]
        if worth < worst or (worth == worst and number <= last):
            for word in range(CANDIDATE):
                candidates[kept * CANDIDATE + word] = candidates[number * CANDIDATE + word]
            kept += 1
    return kept


def admit(
    candidates: Sequence[int], at: int, control: Words, states: Words, values: Words, keys: Words, table: Words,
    trail: Words,
) -> bool:  # fmt: skip
    """Put a candidate into the next layer unless its like was there before; say whether that wins."""
    width = control[WIDTH]
    parent = candidates[at + PARENT]
    move = candidates[at + MOVE]
    target = move >> TARGET & 15
    source = move & 31
    base = (control[HALF] * width + parent) * STATE
    row = (1 - control[HALF]) * width + control[NEXT]
    new = row * STATE
    for word in range(STATE):
        states[new + word] = states[base + word]
    if source < COLUMNS:
        if states[base + source] >> KIND != candidates[at + NEW_SOURCE] >> KIND:
            states[new + HIDDEN] -= 1
        states[new + source] = candidates[at + NEW_SOURCE]
    if target < COLUMNS:
        states[new + target] = candidates[at + NEW_TARGET]
    states[new + FOUNDATIONS] = candidates[at + NEW_FOUNDATIONS]
    states[new + ONCE] = candidates[at + NEW_ONCE]
    states[new + TWICE] = candidates[at + NEW_TWICE]
    key = candidates[at + HASH]
    if remembered(control, table, states, new, key):
        return False
    values[row] = candidates[at + VALUE]
    keys[row] = key
    step = control[TRAIL]
    trail[2 * step] = step - control[NEXT] - control[COUNT] + parent
    trail[2 * step + 1] = move
    control[TRAIL] += 1
    control[NEXT] += 1
    if states[new + HIDDEN] < control[FEWEST]:
        control[FEWEST] = states[new + HIDDEN]
        control[BEST] = step
    return states[new + HIDDEN] == 0


def begin(
    control: Words, states: Words, values: Words, keys: Words, table: Words, trail: Words,
    king: int, kind_values: Sequence[int], weights: Sequence[int],
) -> None:  # fmt: skip
    """Make the state at the beginning of ``states`` the first layer. All else is blank but the words up to DEEPEST."""
    value = bag_value(states[ONCE], weights) + foundations_value(states[FOUNDATIONS], weights)
    key = mixed(foundations_number(states[FOUNDATIONS]))
    for column in range(COLUMNS):
        value += column_value(states[column], king, kind_values, weights)
        key = key + mixed(states[column]) & LOW_62
    values[0] = value
    keys[0] = key
    remembered(control, table, states, 0, keys[0])
    trail[0] = -1
    trail[1] = 0
    control[COUNT] = 1
    control[TRAIL] = 1
    control[FEWEST] = states[HIDDEN]


def advance(
    control: Words, states: Words, values: Words, keys: Words, candidates: Words, order: Words, buckets: Words,
    table: Words, trail: Words, nodes: int, king: int, turned: Sequence[int], kind_values: Sequence[int],
    weights: Sequence[int],
) -> int:  # fmt: skip
    """Search on, layer by layer, until it is decided or ``nodes`` more states had their moves made.

    A layer keeps the ``WIDTH`` best states. In a complete search a layer that has no room for all ends it.
    """
    complete = control[COMPLETE] != 0
    takes_back = control[TAKES_BACK] != 0
    width = control[WIDTH]
    last = control[NODES] + nodes
    while control[COUNT]:
        # Without the states of the next layer, which may have been admitted before a pause.
        trail_before = control[TRAIL] - control[NEXT]
        if control[DEPTH] >= control[DEEPEST] or trail_before + width > control[TRAIL_ROOM]:
            return FULL
        count = control[COUNT]
        made = control[MADE]
        for parent in range(control[DONE], count):
            if control[NODES] >= last:
                control[DONE] = parent
                control[MADE] = made
                return PAUSED
            control[NODES] += 1
            row = control[HALF] * width + parent
            before = made
            made = expand(
                states, row * STATE, values[row], keys[row], complete, takes_back, candidates, made,
                control[ROOM] - 2 * COLUMNS, king, turned, kind_values, weights,
            )  # fmt: skip
            if made < 0:
                return FULL
            lacking = max(0, weights[ENOUGH_MOVES] - (made - before)) * weights[FEW_MOVES]
            for number in range(before, made):
                candidates[number * CANDIDATE + PARENT] = parent
                candidates[number * CANDIDATE + ORDER] = candidates[number * CANDIDATE + VALUE] + lacking
            if made + MANY_MOVES <= control[ROOM]:
                continue
            if complete:
                for number in range(made):
                    if control[NEXT] == width:
                        return FULL
                    if admit(candidates, number * CANDIDATE, control, states, values, keys, table, trail):
                        return WON
                made = 0
            else:
                sort(candidates, made, order, buckets)
                kept = keep_best(candidates, made, control[ROOM] // 2, order)
                if kept < made:
                    control[CUT] = 1
                made = kept
        if made:
            sort(candidates, made, order, buckets)
        for place in range(made):
            if control[NEXT] == width:
                control[CUT] = 1
                if complete:
                    return FULL
                break
            if admit(candidates, order[place] * CANDIDATE, control, states, values, keys, table, trail):
                return WON
        control[HALF] = 1 - control[HALF]
        control[COUNT] = control[NEXT]
        control[DEPTH] += 1
        control[NEXT] = control[DONE] = control[MADE] = 0
    return EXHAUSTED
