"""The golden files: deals, games and refusals that hold for ever, read into values."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class GoldenDeal:
    number: int
    code: str
    faces: tuple[str, ...]


@dataclass(frozen=True)
class GoldenDay:
    date: datetime.date
    number: int


@dataclass(frozen=True)
class GoldenWin:
    deal: int
    score: int
    moves: int
    take_backs: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class RefusedAt:
    index: int
    action: str
    reason: str


@dataclass(frozen=True)
class GoldenRecord:
    deal: int
    actions: tuple[str, ...]
    code: str
    columns: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Of each column the faces of the face-down cards and of the face-up ones."""
    foundations: tuple[int, ...]
    """How many cards lie on each."""
    stock: tuple[str, ...]
    waste: tuple[str, ...]
    score: int
    moves: int
    undo_depth: int
    won: bool
    refused: RefusedAt | None


@dataclass(frozen=True)
class GoldenRefusal:
    deal: int
    actions: tuple[str, ...]
    source: str
    target: str
    count: int
    code: str | None


def _lines(name: str) -> Iterator[str]:
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def _deal(line: str) -> GoldenDeal:
    number, code, faces = line.split("\t")
    return GoldenDeal(int(number), code, tuple(faces.split()))


def _day(line: str) -> GoldenDay:
    date, number = line.split("\t")
    return GoldenDay(datetime.date.fromisoformat(date), int(number))


def _win(line: str) -> GoldenWin:
    deal, score, moves, take_backs, actions = line.split("\t")
    return GoldenWin(int(deal), int(score), int(moves), int(take_backs), tuple(actions.split()))


def _record(line: str) -> GoldenRecord:
    game: dict[str, Any] = json.loads(line)
    expect = game["expect"]
    assert expect["deal"] == game["deal"]
    return GoldenRecord(
        deal=game["deal"],
        actions=tuple(game["actions"].split()),
        code=expect["code"],
        columns=tuple((tuple(column["hidden"]), tuple(column["shown"])) for column in expect["columns"]),
        foundations=tuple(expect["foundations"]),
        stock=tuple(expect["stock"]),
        waste=tuple(expect["waste"]),
        score=expect["score"],
        moves=expect["moves"],
        undo_depth=expect["undo_depth"],
        won=expect["won"],
        refused=RefusedAt(**expect["refused"]) if expect["refused"] else None,
    )


def _refusal(line: str) -> GoldenRefusal:
    judged: dict[str, Any] = json.loads(line)
    actions = tuple(judged["actions"].split())
    return GoldenRefusal(
        judged["deal"], actions, judged["source"], judged["target"], judged["count"], judged["refusal"]
    )


DEALS = tuple(map(_deal, _lines("deals.tsv")))
DAYS = tuple(map(_day, _lines("daily.tsv")))
WINS = tuple(map(_win, _lines("wins.tsv")))
RECORDS = tuple(map(_record, _lines("records.jsonl")))
REFUSALS = tuple(map(_refusal, _lines("refusals.jsonl")))
