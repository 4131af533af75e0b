"""Measuring works; what is measured is nobody's business here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"


def test_the_replay_of_wins_is_measured() -> None:
    command = [sys.executable, str(SCRIPTS / "measure.py"), "replay", "--brief"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert len(re.findall(r"median [1-9][0-9,]*.* actions per second of one core", ended.stdout)) == 2


def test_the_solver_is_measured() -> None:
    command = [sys.executable, str(SCRIPTS / "measure.py"), "solver", "--brief"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert len(re.findall(r"mean [0-9.,]+, median [0-9.,]+, p90 .* ms \([1-9]", ended.stdout)) == 6
    assert len(re.findall(r"mean .* nodes \([1-9]", ended.stdout)) == 3
    assert re.search(r"peak memory of a process .*: [1-9][0-9]* MiB", ended.stdout)
    assert re.search(r"two against one, turn by turn: median [0-9]", ended.stdout)


def test_what_cannot_be_measured_is_told() -> None:
    command = [sys.executable, str(SCRIPTS / "bench.py"), "luck"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "luck" in ended.stdout
    assert "replay, server, solver, load, paint, slow, frames, memory, windows, transfer" in ended.stdout


def mark(name: str, moment: int) -> dict[str, Any]:
    return {"name": name, "ph": "I", "pid": 1, "tid": 1, "ts": moment}


def report(frame: int, state: str, begin: int, end: int, process: int = 1) -> list[dict[str, Any]]:
    told = {"frame_sequence": frame, "state": f"STATE_{state}"}
    both = {"name": "PipelineReporter", "pid": process, "tid": 2, "id2": {"local": f"{process}.{begin}.{state}"}}
    return [{**both, "ph": "b", "ts": begin, "args": {"frame_reporter": told}}, {**both, "ph": "e", "ts": end}]


def test_the_frames_of_a_motion_are_counted_from_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from measurements.motions import BEGINS, ENDS, Motions  # noqa: PLC0415

    events = [
        *report(1, "DROPPED", 1_000, 2_000),  # before anything moves
        mark(BEGINS, 10_000),
        *report(2, "PRESENTED_ALL", 16_000, 30_000),
        *report(3, "PRESENTED_PARTIAL", 32_000, 47_000),
        *report(3, "PRESENTED_ALL", 32_000, 64_000),  # what the page changed came later, with the next
        *report(4, "PRESENTED_ALL", 48_000, 64_000),
        *report(5, "DROPPED", 64_000, 80_000),
        *report(6, "NO_UPDATE_DESIRED", 80_000, 90_000),
        *report(7, "DROPPED", 80_000, 90_000, process=9),  # of another page
        {"name": "Layout", "ph": "X", "pid": 1, "tid": 1, "ts": 20_000, "dur": 9_000, "tdur": 3_000},
        mark(ENDS, 110_000),
        *report(8, "DROPPED", 112_000, 120_000),
    ]
    motions = Motions()
    motions.add(json.dumps({"traceEvents": events[::-1]}).encode())
    assert (motions.time, motions.wanted, motions.presented, motions.late) == (100, 4, 3, 1)
    assert motions.gaps == [17, 17]
    assert motions.work["layout"] == 3
