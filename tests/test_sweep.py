from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import easyharp
from easyharp.errors import EasyHarpError
from easyharp.solver import Budget
from easyharp.solver.results import Results, as_line
from easyharp.solver.sweep import Outcome, _shared, solved_deal, sweep

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SMALL = Budget(nodes=400)
WON = Outcome(5, "winnable", "74 71", 2, 10, 118, 0.01234)
OPEN = Outcome(6, "undecided", None, None, None, 7, 0.5)


def timeless(outcomes: Iterable[Outcome]) -> list[Outcome]:
    return [replace(outcome, seconds=0) for outcome in outcomes]


# --- sweeping


def test_an_outcome_is_what_its_actions_come_to() -> None:
    outcome = solved_deal(5)
    assert outcome.actions is not None
    game = easyharp.Game.from_record(f'[Deal "5"]\n\n{outcome.actions}')
    assert game.is_won
    assert (outcome.deal, outcome.verdict, outcome.moves, outcome.score) == (5, "winnable", game.moves, game.score)
    assert outcome.nodes > 0
    assert outcome.seconds > 0


def test_one_job_solves_in_order() -> None:
    deals = [7, 3, 5]
    assert timeless(sweep(deals, SMALL)) == timeless(solved_deal(deal, SMALL) for deal in deals)


def test_two_jobs_find_what_one_finds() -> None:
    deals = range(1, 60)
    together = sorted(timeless(sweep(deals, SMALL, jobs=2)), key=lambda outcome: outcome.deal)
    assert together == timeless(sweep(deals, SMALL))


@pytest.mark.parametrize("deals", [[], [5], list(range(1, 10))])
def test_few_deals_and_many_jobs(deals: list[int]) -> None:
    assert sorted(outcome.deal for outcome in sweep(deals, SMALL, jobs=3)) == deals


def test_few_deals_are_shared_and_each_is_told_as_it_is_solved() -> None:
    pipes = [multiprocessing.Pipe() for _ in range(2)]
    outcomes = _shared([near for near, _ in pipes], [5, 6, 7])
    (_, first), (_, second) = pipes
    first.send(None)  # it is ready
    first.send(WON)
    assert next(outcomes) == WON
    assert [first.recv() for _ in range(3)] == [None, 5, 7]
    assert second.recv() == 6


@pytest.mark.skipif(sys.platform == "win32", reason="needs masks of signals")
def test_ctrl_c_does_not_reach_a_worker_that_starts() -> None:
    code = (
        "import signal; from multiprocessing import resource_tracker\n"
        "from easyharp.solver.sweep import _without_interrupts\n"
        "with _without_interrupts():\n"
        "    resource_tracker.ensure_running()\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
        "print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.split() == [b"True", b"False"]


def test_workers_end_with_the_sweep() -> None:
    outcomes = sweep(iter(range(1, 1_000_000)), SMALL, jobs=2)
    next(outcomes)
    assert len(multiprocessing.active_children()) == 2
    outcomes.close()
    assert not multiprocessing.active_children()


def test_deals_are_asked_for_as_they_are_needed() -> None:
    asked: list[int] = []

    def deals() -> Iterable[int]:
        for deal in range(1, 1_000_000):
            asked.append(deal)
            yield deal

    outcomes = sweep(deals(), SMALL, jobs=2)
    next(outcomes)
    outcomes.close()
    assert len(asked) < 100


def test_a_worker_that_dies_is_told() -> None:
    outcomes = sweep(iter(range(1, 1_000_000)), SMALL, jobs=2)
    next(outcomes)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(EasyHarpError, match="has died"):
        list(outcomes)
    assert not multiprocessing.active_children()


# --- the file


def test_a_line_has_what_an_outcome_has() -> None:
    assert as_line(WON) == (
        '{"deal":5,"verdict":"winnable","actions":"74 71","moves":2,"score":10,"nodes":118,"seconds":0.0123}\n'
    )
    assert as_line(OPEN, with_actions=False) == (
        '{"deal":6,"verdict":"undecided","moves":null,"score":null,"nodes":7,"seconds":0.5}\n'
    )


def written(file: Path, *outcomes: Outcome) -> bytes:
    with Results(str(file)) as results:
        for outcome in outcomes:
            results.add(outcome)
    return file.read_bytes()


def test_a_file_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    first = written(file, WON)
    with Results(str(file)) as results:
        assert [results.verdict(deal) for deal in (5, 6)] == ["winnable", None]
        results.add(OPEN)
        assert [results.verdict(deal) for deal in (5, 6)] == ["winnable", "undecided"]
        assert file.read_bytes() == first + as_line(OPEN).encode()  # at once, not at the end


@pytest.mark.parametrize("kept", range(1, 20))
def test_a_half_written_line_is_dropped_wherever_it_ends(tmp_path: Path, kept: int) -> None:
    file = tmp_path / "deals.jsonl"
    whole = written(file, WON)
    line = as_line(OPEN).encode()
    places = [*range(1, 18), len(line) - 2, len(line) - 1]
    file.write_bytes(whole + line[: places[kept - 1]])
    with Results(str(file)) as results:
        assert [results.verdict(deal) for deal in (5, 6)] == ["winnable", None]
        assert file.read_bytes() == whole
        results.add(OPEN)
    assert [json.loads(line)["deal"] for line in file.read_bytes().splitlines()] == [5, 6]


DAMAGE = {
    "text": (b"hello\n", "is not JSON"),
    "half in the middle": (b'{"deal":6,"verd\n', "is not JSON"),
    "zeros": (b"\0" * 100 + b"\n", "is not JSON"),
    "not UTF-8": (b'{"deal":6,"verdict":"\xff"}\n', "is not JSON"),
    "deep": (b"[" * 100_000 + b"\n", "is not JSON"),
    "array": (b"[6]\n", "is not a JSON object"),
    "no deal": (b'{"verdict":"winnable"}\n', "has no 'deal'"),
    "unknown deal": (b'{"deal":0,"verdict":"winnable"}\n', "has no 'deal'"),
    "no number": (b'{"deal":true,"verdict":"winnable"}\n', "has no 'deal'"),
    "no verdict": (b'{"deal":6}\n', "has no 'verdict'"),
    "unknown verdict": (b'{"deal":6,"verdict":"lost"}\n', "has no 'verdict'"),
    "verdict of another kind": (b'{"deal":6,"verdict":["winnable"]}\n', "has no 'verdict'"),
    "games to be replayed": (b'{"deal": 6, "actions": "74"}', "does not end"),
    "another text": (b"no newline at the end", "does not end"),
    "endless": (b'{"deal":6,"verdict":"' + b"x" * 2_000_000, "does not end"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_other_damage_is_told_with_its_line_and_changes_nothing(tmp_path: Path, name: str) -> None:
    damage, word = DAMAGE[name]
    file = tmp_path / "deals.jsonl"
    data = written(file, WON, OPEN) + damage
    file.write_bytes(data)
    with pytest.raises(EasyHarpError, match=f"Line 3 of '.*' {word}.*nothing has been changed"):
        Results(str(file))
    assert file.read_bytes() == data


def test_blank_lines_and_deals_that_stand_there_twice_are_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(written(file, WON, OPEN) + b"\n \r\n" + as_line(replace(OPEN, verdict="winnable")).encode())
    with Results(str(file)) as results:
        assert [results.verdict(deal) for deal in (5, 6)] == ["winnable", "winnable"]


def test_files_that_cannot_be_continued(tmp_path: Path) -> None:
    with pytest.raises(EasyHarpError, match="No such file or directory"):
        Results(str(tmp_path / "missing" / "deals.jsonl"))
    for name in (str(tmp_path), "/dev/null"):
        with pytest.raises(EasyHarpError, match="is no file"):
            Results(name)
    with pytest.raises(EasyHarpError, match="cannot be written: File name too long"):
        Results("x" * 5_000)


def test_a_file_of_every_deal_is_read_in_seconds(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(as_line(replace(WON, deal=deal), with_actions=False) for deal in range(1, 1_000_000))
    assert file.stat().st_size < 100_000_000
    begun = time.monotonic()
    with Results(str(file)) as results:
        assert results.verdict(999_999) == "winnable"
    assert time.monotonic() - begun < 60  # seconds; a bound that keeps a hang from going on
