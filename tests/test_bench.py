"""Measuring works; what is measured is nobody's business here."""

import re
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parent.parent / "scripts"


def test_the_replay_of_wins_is_measured() -> None:
    command = [sys.executable, str(SCRIPTS / "measure.py"), "replay", "--brief"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert len(re.findall(r"median [1-9][0-9,]*.* actions per second of one core", ended.stdout)) == 2


def test_what_cannot_be_measured_is_told() -> None:
    command = [sys.executable, str(SCRIPTS / "bench.py"), "luck"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "luck" in ended.stdout
    assert "replay, server, paint, transfer" in ended.stdout
