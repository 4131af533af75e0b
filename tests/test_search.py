"""One search: it can be paused anywhere, and its keys lose no state."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from easyharp.deals import Deal
from easyharp.game import Game
from easyharp.position import Position
from easyharp.solver import kernel
from easyharp.solver.compiling import PLAIN, can_compile, compiled
from easyharp.solver.improving import _varied
from easyharp.solver.layout import Layout
from easyharp.solver.search import BUCKETS, BUILDING, HOLDING, KEEPING, Evaluation, Search, Stage
from small_games import SHAPES, dealt, layout

if TYPE_CHECKING:
    from collections.abc import Iterator


def state_key(state: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(state[: kernel.COLUMNS]), state[kernel.FOUNDATIONS])


def children(start: Layout, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the states that the kernel's moves lead to, without a key."""
    room = 2_000
    candidates = [0] * (room * kernel.CANDIDATE)
    values = [KEEPING.hidden_card * cards for cards in start.hidden]
    every = True
    made = kernel.expand(
        state, 0, 0, 0, every, every, candidates, 0, room, start.king, start.turned, values, KEEPING.weights
    )  # fmt: skip
    for at in range(0, made * kernel.CANDIDATE, kernel.CANDIDATE):
        after = list(state)
        source, target = candidates[at + kernel.MOVE] & 31, candidates[at + kernel.MOVE] >> kernel.TARGET & 15
        if source < kernel.COLUMNS:
            after[kernel.HIDDEN] -= after[source] >> kernel.KIND != candidates[at + kernel.NEW_SOURCE] >> kernel.KIND
            after[source] = candidates[at + kernel.NEW_SOURCE]
        if target < kernel.COLUMNS:
            after[target] = candidates[at + kernel.NEW_TARGET]
        after[kernel.FOUNDATIONS] = candidates[at + kernel.NEW_FOUNDATIONS]
        after[kernel.ONCE], after[kernel.TWICE] = candidates[at + kernel.NEW_ONCE], candidates[at + kernel.NEW_TWICE]
        yield tuple(after)


def test_a_complete_search_keeps_as_many_states_as_there_are() -> None:
    ends: Counter[int] = Counter()
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311 - a game, no secret
        shape = chance.choice(SHAPES)
        start = layout(dealt(shape, chance), shape.king)
        search = Search(PLAIN, start, Stage(150, 500))
        outcome = search.advance(10_000)
        ends[outcome] += 1
        if outcome != kernel.EXHAUSTED:
            continue
        seen, ahead = {state_key(start.state)}, [start.state]
        while ahead:
            for after in children(start, ahead.pop()):
                if state_key(after) not in seen:
                    seen.add(state_key(after))
                    ahead.append(after)
        assert search.states == len(seen), seed
    assert ends[kernel.EXHAUSTED] >= 10


@pytest.mark.parametrize("stage", [Stage(5), Stage(300, 900), Stage(5, takes_back=False)], ids=str)
def test_a_search_can_be_paused_after_each_node(stage: Stage) -> None:
    start = Layout.of_position(Position.from_deal(Deal(2038)))
    once, often = Search(PLAIN, start, stage), Search(PLAIN, start, stage)
    outcome = once.advance(10_000)
    while (paused := often.advance(1)) == kernel.PAUSED:
        pass
    assert (paused, often.nodes, often.states, often.was_cut) == (outcome, once.nodes, once.states, once.was_cut)
    assert (often.fewest_hidden, often.best_moves) == (once.fewest_hidden, once.best_moves)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_a_pause_within_a_layer_takes_no_room_away() -> None:
    lines = (Path(__file__).parent / "data" / "dead_ends.jsonl").read_text(encoding="utf-8").splitlines()
    entry = next(entry for entry in map(json.loads, lines) if entry["deal"] == 296271)
    game = Game.from_record(f'[Deal "{entry["deal"]}"]\n\n{entry["actions"]}')
    start, stage = Layout.of_position(game.position), Stage(10_000, 30_000)
    once, often = Search(compiled(), start, stage), Search(compiled(), start, stage)
    outcome = once.advance(100_000)
    while (paused := often.advance(50)) == kernel.PAUSED:
        pass
    assert (paused, often.nodes, often.states) == (outcome, once.nodes, once.states)


@pytest.mark.parametrize(
    ("keep", "kept"), [(1, [1]), (2, [5, 1]), (3, [5, 5, 1]), (4, [5, 5, 1, 5]), (9, [5, 5, 1, 7, 5])]
)
def test_the_best_candidates_are_kept_and_of_equal_ones_the_first(keep: int, kept: list[int]) -> None:
    worths = [5, 5, 1, 7, 5]
    candidates = [0] * (len(worths) * kernel.CANDIDATE)
    candidates[kernel.ORDER :: kernel.CANDIDATE] = worths
    order = [0] * len(worths)
    kernel.sort(candidates, len(worths), order, [0] * 10)
    count = kernel.keep_best(candidates, len(worths), keep, order)
    assert candidates[kernel.ORDER :: kernel.CANDIDATE][:count] == kept


def furthest_apart(evaluation: Evaluation) -> int:
    """Return a bound on how far the values of two states are apart, whatever lies where."""
    weights = evaluation.weights
    on_tableau = weights[kernel.ON_TABLEAU]
    on_foundation = (weights[kernel.TALLER], weights[kernel.LOWER])
    card = (0, evaluation.hidden_card, on_tableau, on_tableau + weights[kernel.OVER_HIDDEN], *on_foundation)
    run = (0, weights[kernel.NO_KING], weights[kernel.KING_OVER_HIDDEN])
    end = (0, *weights[kernel.END_RANK :])
    return (
        104 * (max(card) - min(card))
        + kernel.COLUMNS * (max(run) - min(run) + max(end) - min(end))
        + 26 * abs(weights[kernel.LACKING])
        + max(0, weights[kernel.ENOUGH_MOVES]) * abs(weights[kernel.FEW_MOVES])
    )


def test_there_are_buckets_for_all_values_of_a_layer() -> None:
    chance = random.Random(1)  # noqa: S311 - no secret
    evaluations = [KEEPING, BUILDING, HOLDING]
    evaluations += [_varied(evaluation, chance) for evaluation in (KEEPING, HOLDING) for _ in range(2_000)]
    assert max(map(furthest_apart, evaluations)) < BUCKETS - 1


def test_a_complete_search_that_has_no_room_says_so() -> None:
    start = Layout.of_position(Position.from_deal(Deal(5)))
    assert Search(PLAIN, start, Stage(20, 100)).advance(10_000) == kernel.FULL
    assert Search(PLAIN, start, Stage(20, 30)).advance(10_000) == kernel.FULL


def codes() -> list[int]:
    """Return the columns that a game may have, but for long runs on most kinds of face-down cards."""
    return [
        kind << kernel.KIND | colour << kernel.COLOUR | rank << kernel.RANK | length << kernel.LENGTH | suits
        for kind in range(0, 37, 3)
        for colour in range(2)
        for rank in range(13)
        for length in range(1, 14 - rank if kind % 12 == 0 else min(5, 14 - rank))
        for suits in range(1 << length)
    ]


def test_no_two_columns_and_no_two_exchanges_of_a_suit_count_the_same_in_a_key() -> None:
    for mixed in (kernel.mixed, kernel.mixed_again):
        numbers = {code: mixed(code) for code in codes()}
        assert len(set(numbers.values())) == len(numbers)
        for bit in (1, 2, 4, 8):
            pairs = [(code, code ^ bit) for code in numbers if not code & bit and code ^ bit in numbers]
            assert len({numbers[other] - numbers[code] for code, other in pairs}) == len(pairs)
