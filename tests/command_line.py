"""The command line as tests run it: in this process, or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from easyharp.cli import Status, main

if TYPE_CHECKING:
    import pytest


class Answer:
    """What a run gave: exit status, standard output and standard error."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def value(self) -> Any:
        (value,) = self.lines
        return value

    def assert_bad(self, *words: str) -> None:
        assert self.status == Status.BAD_INPUT
        self.assert_complaint(*words)

    def assert_complaint(self, *words: str) -> None:
        assert "Traceback" not in self.err
        (sentence,) = self.err.splitlines()
        assert sentence.startswith("easyharp: ")
        assert sentence.endswith(".")
        assert len(sentence) < 400
        for word in words:
            assert word in sentence


class Runner:
    """Calls `main` in this process, with bytes or text as standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *args: str, stdin: bytes | str = b"") -> Answer:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        self._capsys.readouterr()
        status = main(args)
        return Answer(status, *self._capsys.readouterr())


def start(*args: str, **options: Any) -> subprocess.Popen[bytes]:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "easyharp", *args], **(pipes | options))


def run_process(*args: str, stdin: bytes = b"", **options: Any) -> Answer:
    with start(*args, **options) as process:
        out, err = process.communicate(stdin, timeout=60)
    return Answer(process.returncode, (out or b"").decode(), (err or b"").decode())


def record(deal: object, actions: str) -> str:
    return f'[Deal "{deal}"]\n\n{actions}\n'
