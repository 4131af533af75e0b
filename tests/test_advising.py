"""Advice: who follows it wins and never sees a position twice; what is not proved is not claimed; thinking ends."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import golden_data
from easyharp.actions import DRAW, REDEAL
from easyharp.deals import Deal
from easyharp.legal import legal_actions
from easyharp.position import Position
from easyharp.solver import advising, solve
from easyharp.solver.advising import Advice, Adviser
from easyharp.solver.compiling import PLAIN
from easyharp.solver.verdicts import Budget, Solved
from played_games import played_by_chance, won_up_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from easyharp.solver.verdicts import Verdict

LOST = played_by_chance(1, 150).position  # a card still fits somewhere
PATIENT = 60


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Make an adviser that compiles nothing, and so takes its time on a busy machine."""
    monkeypatch.setattr(advising, "_SHORT", PATIENT)
    return Adviser()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """Note every position that is searched from."""
    searched: list[Position] = []

    def noted(position: Position, budget: Budget, **how: object) -> Verdict:
        searched.append(position)
        return solve(position, budget, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(advising, "solve", noted)
    return searched


def start(deal: int) -> Position:
    return Position.from_deal(Deal(deal))


def followed(adviser: Adviser, position: Position) -> list[Position]:
    """Follow the advice to the win, and return every position on the way."""
    seen = [position]
    while not position.is_won:
        advice = adviser.advise(position, PATIENT)
        assert advice.verdict == "winnable"
        assert advice.action in legal_actions(position)
        position = position.after(advice.action).position
        seen.append(position)
        assert len(seen) < 2_000
    return seen


@pytest.mark.parametrize("deal", range(1, 21))
def test_following_only_advice_wins_and_never_repeats_a_position(
    adviser: Adviser, searches: list[Position], deal: int
) -> None:
    seen = followed(adviser, start(deal))
    assert len(set(seen)) == len(seen)
    assert len(searches) == 1


def test_undo_back_onto_the_line_keeps_it(adviser: Adviser, searches: list[Position]) -> None:
    way = followed(adviser, start(5))
    for position in way[300:100:-7]:
        adviser.advise(position, 1)
    assert followed(adviser, way[100]) == way[100:]
    assert len(searches) == 1


def test_a_step_aside_costs_one_search_and_the_way_from_there_repeats_nothing(
    adviser: Adviser, searches: list[Position]
) -> None:
    way = followed(adviser, start(5))[:50]
    position = way[-1]
    advised = adviser.advise(position, 1).action
    aside = next(action for action in legal_actions(position) if action != advised)
    onward = followed(adviser, position.after(aside).position)
    assert len(set(onward)) == len(onward)
    assert len(searches) <= 2


def test_a_line_that_comes_to_a_position_again_is_cut_short(adviser: Adviser, monkeypatch: pytest.MonkeyPatch) -> None:
    position = won_up_to(0, 100).position
    while position.stock:
        position = position.after(DRAW).position
    around = (REDEAL, *[DRAW] * len(position.waste))
    won = solve(position, kernel=PLAIN)
    assert isinstance(won, Solved)
    roundabout = replace(won, actions=(*around, *around, *won.actions))
    monkeypatch.setattr(advising, "solve", lambda *_args, **_how: roundabout)
    seen = followed(adviser, position)
    assert len(seen) <= len(won.actions) + 1
    assert len(set(seen)) == len(seen)


def test_a_won_position_is_winnable_and_there_is_nothing_to_do(adviser: Adviser) -> None:
    won = won_up_to(0, len(golden_data.WINS[0].actions)).position
    assert adviser.advise(won, 1) == Advice("winnable")


def test_a_dead_end_is_proved_once(adviser: Adviser, searches: list[Position]) -> None:
    assert legal_actions(LOST)
    for _ in range(3):
        assert adviser.advise(LOST, PATIENT) == Advice("unwinnable")
    assert len(searches) == 1


def test_what_a_think_does_not_decide_is_unknown_and_thought_about_again(
    adviser: Adviser, searches: list[Position]
) -> None:
    for _ in range(2):
        assert adviser.advise(start(1), 0) == Advice("unknown")
    assert adviser.advise(start(1), PATIENT).verdict == "winnable"
    assert len(searches) == 3


def test_thinking_ends_as_soon_as_it_is_stopped(adviser: Adviser, monkeypatch: pytest.MonkeyPatch) -> None:
    enough = threading.Event()

    def endless(position: Position, _budget: Budget, *, stopped: Callable[[], bool], **_how: object) -> Verdict:
        threading.Timer(0.2, enough.set).start()
        while not stopped():
            time.sleep(0.01)
        return solve(position, Budget(seconds=0), kernel=PLAIN)

    monkeypatch.setattr(advising, "solve", endless)
    assert adviser.advise(start(1), PATIENT, enough.is_set) == Advice("unknown")
    assert enough.is_set()


def test_who_has_gone_before_it_was_his_turn_costs_no_search(adviser: Adviser, searches: list[Position]) -> None:
    assert adviser.advise(start(1), 1, lambda: True) == Advice("unknown")
    assert searches == []


def test_a_long_think_may_use_the_compiled_kernel_and_a_short_one_does_not(
    adviser: Adviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = []

    def noted(position: Position, _budget: Budget, *, kernel: object, **_how: object) -> Verdict:
        used.append(kernel)
        return solve(position, Budget(seconds=0), kernel=PLAIN)

    monkeypatch.setattr(advising, "solve", noted)
    monkeypatch.setattr(advising, "_SHORT", 1)
    adviser.advise(start(1), 1)
    adviser.advise(start(1), 20)
    assert used == [PLAIN, None]


def test_only_so_many_lines_are_remembered_and_the_one_used_last_is_among_them(
    adviser: Adviser, searches: list[Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "_REMEMBERED_LINES", 3)
    for deal in (7, 9, 12, 7, 17):
        adviser.advise(start(deal), PATIENT)
    assert len(searches) == 4
    for deal in (7, 12, 17):
        adviser.advise(start(deal), PATIENT)
    assert len(searches) == 4
    adviser.advise(start(9), PATIENT)
    assert len(searches) == 5


def test_threads_may_share_an_adviser(adviser: Adviser) -> None:
    ways: list[list[Position]] = []
    threads = [threading.Thread(target=lambda: ways.append(followed(adviser, start(7)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ways) == 4
    assert all(len(set(way)) == len(way) for way in ways)


def test_neither_the_server_nor_a_short_think_imports_what_compiles() -> None:
    program = """
import sys
import easyharp.server
assert not any(name.startswith("easyharp.solver") for name in sys.modules), "the start does not wait for the solver"
from easyharp.protocol import Engine
from easyharp.app import create_app
create_app()
from easyharp.solver.advising import Adviser
engine = Engine(Adviser())
assert engine.answer("hint", engine.answer("new", {"deal": "7"}) and {"record": '[Deal "7"]'})["verdict"] == "winnable"
assert not {"numba", "numpy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
