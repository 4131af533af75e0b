"""The solver's searches and brute force over the plain rules agree on thousands of small games."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import Rules, Table, can_be_won
from easyharp.solver import kernel
from easyharp.solver.compiling import PLAIN, Kernel, can_compile, compiled
from easyharp.solver.search import Search, Stage
from small_games import SHAPES, Shape, dealt, layout, played

Answers = dict[Stage, tuple[bool | None, int, int]]

NARROW = [Stage(1), Stage(4)]
COMPLETE = Stage(200, 1_000)
MOST = 1_000
"""How many positions brute force looks at; a game of more is not compared."""

GAMES = {2: 80, 3: 30, 4: 30}
"""How many games of a shape are compared, by its suits."""


def game(shape: Shape, seed: int) -> Table:
    """Return a small game: every other one has been played for a while."""
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    return played(dealt(shape, chance), shape.king, seed % 2 * chance.randint(1, 40), chance)


def said(table: Table, king: int, code: Kernel) -> Answers:
    """Return what each search says about whether a game can be won, and how many nodes and states it took."""
    answers = {}
    start = layout(table, king)
    for stage in (*NARROW, COMPLETE):
        search = Search(code, start, stage)
        outcome = search.advance(100_000) if start.state[kernel.HIDDEN] else kernel.WON
        proved = outcome == kernel.EXHAUSTED and stage is COMPLETE and not search.was_cut
        answers[stage] = (True if outcome == kernel.WON else False if proved else None, search.nodes, search.states)
    return answers


def verdicts_of(answers: Answers) -> set[bool]:
    return {verdict for verdict, _, _ in answers.values() if verdict is not None}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_searches_agree_with_brute_force(shape: Shape) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES[len(shape.suits)]):
        table = game(shape, seed)
        winnable = can_be_won(table, Rules(shape.king), MOST)
        if winnable is not None:
            verdicts = verdicts_of(said(table, shape.king, PLAIN))
            assert verdicts <= {winnable}, (shape, seed)
            seen[f"{winnable} and {'said so' if verdicts else 'not said'}"] += 1
    assert seen["True and said so"]
    assert seen["False and said so"]
    assert not seen["False and not said"]
    assert seen["True and not said"] <= seen["True and said so"] // 4


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_compiled_kernel_walks_as_the_plain_one(shape: Shape) -> None:
    for seed in range(10):
        table = game(shape, seed)
        assert said(table, shape.king, compiled()) == said(table, shape.king, PLAIN)


@settings(max_examples=40)
@given(st.sampled_from(SHAPES), st.integers(400, 2**32))
def test_the_searches_agree_with_brute_force_on_any_game(shape: Shape, seed: int) -> None:
    table = game(shape, seed)
    winnable = can_be_won(table, Rules(shape.king), MOST)
    if winnable is not None:
        assert verdicts_of(said(table, shape.king, PLAIN)) <= {winnable}


TAKE_BACKS_NEEDED = [
    (5, 9),
    (5, 72),
    (5, 99),
    (7, 41),
    (10, 25),
    (11, 67),
    (12, 23),
    (12, 49),
    (12, 56),
    (13, 11),
    (14, 72),
    (15, 13),
]
KING_RUNS_NEEDED = [
    (0, 18),
    (0, 53),
    (1, 23),
    (2, 5),
    (2, 23),
    (2, 29),
    (3, 9),
    (3, 62),
    (3, 69),
    (5, 10),
    (5, 30),
    (5, 31),
]
"""By shape and seed: games that are lost to one who takes no card back, or moves no king run."""


@pytest.mark.parametrize(("number", "seed"), TAKE_BACKS_NEEDED)
def test_a_win_that_needs_a_card_taken_back_is_found(number: int, seed: int) -> None:
    check_only_won_with(SHAPES[number], seed, Rules(SHAPES[number].king, take_backs=False))


@pytest.mark.parametrize(("number", "seed"), KING_RUNS_NEEDED)
def test_a_win_that_needs_a_king_run_moved_is_found(number: int, seed: int) -> None:
    check_only_won_with(SHAPES[number], seed, Rules(SHAPES[number].king, king_runs=False))


def check_only_won_with(shape: Shape, seed: int, without: Rules) -> None:
    table = game(shape, seed)
    assert can_be_won(table, Rules(shape.king))
    assert not can_be_won(table, without)
    assert True in verdicts_of(said(table, shape.king, PLAIN))


@pytest.mark.parametrize("hidden", [(1, 2), (2, 2, 2), (0, 1, 3)], ids=str)
@pytest.mark.parametrize(("ranks", "suits"), [(3, "cd"), (4, "c"), (3, "sh"), (2, "cdh")])
def test_stock_and_waste_are_a_bag(ranks: int, suits: str, hidden: tuple[int, ...]) -> None:
    shape = Shape(ranks, suits, hidden)
    seen: Counter[bool | None] = Counter()
    for seed in range(20):
        table = dealt(shape, random.Random(seed))  # noqa: S311 - a game, no secret
        winnable = can_be_won(table, Rules(shape.king, bag=False))
        assert can_be_won(table, Rules(shape.king)) == winnable
        seen[winnable] += 1
    assert seen[True]
