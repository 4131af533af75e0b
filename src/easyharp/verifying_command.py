"""The command ``verify``: plays records and the games of backups by the rules, and tells what came of each.

The arguments are read by the command line. A backup is what the app writes; docs/BACKUP.md has its format.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from easyharp.actions import FOUNDATIONS, UNDO
from easyharp.deals import Deal, read_date
from easyharp.errors import FileError, RecordError, TextError, quoted
from easyharp.game import Game, RefusedAction, replay
from easyharp.record import read_record
from easyharp.streams import LONGEST_INPUT, json_object, opened, text_of, write, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from easyharp.streams import Json

LONGEST_BACKUP: Final = 100_000_000
"""How many bytes a backup may have: some 25,000 games."""

_FORMAT: Final = "easyharp-backup"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that was played by the rules.

    ``number`` and ``identity`` are its place in a backup, from 1, and its name there; ``game`` is as far as it could be
    played, ``problem`` a sentence about what stopped it, ``claims`` the figures of the backup that are not true.
    """

    file: str
    number: int | None = None
    identity: str | None = None
    game: Game | None = None
    refused: RefusedAction | None = None
    problem: str | None = None
    claims: Json = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether all of it is legal and true."""
        return self.problem is None and not self.claims

    @property
    def name(self) -> str:
        """The file, and which game of it."""
        return self.file if self.number is None else f"{self.file}, game {self.number:,}"

    @property
    def complaint(self) -> str:
        """A sentence on what is not good."""
        claims = ", ".join(f"{name} {_shown(value)}" for name, value in self.claims.items())
        return " ".join(filter(None, (self.problem, claims and f"The backup claims {claims}.")))


@dataclass(slots=True)
class Found:
    """How many games were good and wrong, how many files could not be read, and a sentence about the worst of it."""

    good: int = 0
    wrong: int = 0
    unreadable: int = 0
    complaint: str | None = None


def verify(files: Iterable[str], *, as_json: bool) -> Found:
    """Check files one after another, and tell each of their games as soon as it is checked."""
    found = Found()
    first_wrong: str | None = None
    for file in files:
        try:
            for checked in _checked(file):
                found.good += checked.is_good
                found.wrong += not checked.is_good
                if not checked.is_good:
                    first_wrong = first_wrong or f"{checked.name}: {checked.complaint}"
                write_json(_members(checked)) if as_json else write(_line(checked))
        except TextError as error:
            found.unreadable += 1
            sentence = str(error) if isinstance(error, FileError) else f"{file}: {error}"
            found.complaint = found.complaint or sentence
            if as_json:
                write_json({"file": file, "error": str(error)})
    found.complaint = found.complaint or first_wrong
    if not as_json:
        write(_summary(found))
    return found


def _checked(file: str) -> Iterator[Checked]:
    """Yield the games of a file.

    Raises:
        FileError: it cannot be read.
        TextError: it is neither a record nor a backup.
    """
    with opened(file) as stream:
        data = stream.read(LONGEST_INPUT + 1)
        is_backup = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        if is_backup and len(data) > LONGEST_INPUT:
            data += stream.read(LONGEST_BACKUP + 1 - len(data))
    if not is_backup:
        yield _played(Checked(file), text_of(data))
        return
    for number, value in enumerate(_games(text_of(data, LONGEST_BACKUP, "backup")), start=1):
        yield _compared(file, number, value)


def _games(text: str) -> list[Any]:
    backup = json_object(text, '{"format": "easyharp-backup", "version": 1, "games": []}')
    if backup.get("format") != _FORMAT:
        raise RecordError(f"this is no backup: the member 'format' should be \"{_FORMAT}\".")
    if (version := backup.get("version")) != _VERSION:
        raise RecordError(f"this is a backup of version {_shown(version)}, and only version {_VERSION} is known here.")
    games = backup.get("games")
    if not isinstance(games, list):
        raise RecordError("this backup has no list 'games'.")
    return games


def _compared(file: str, number: int, value: object) -> Checked:
    """Check a game of a backup against what is claimed of it there."""
    told = value if isinstance(value, dict) else {}
    identity = told.get("id") if isinstance(told.get("id"), str) else None
    checked = Checked(file, number, identity)
    record = told.get("record")
    if not isinstance(record, str):
        return replace(checked, problem="It has no record.")
    try:
        checked = _played(checked, record)
    except TextError as error:
        return replace(checked, problem=str(error))
    figures = _figures(checked.game) if checked.game else {}
    claims = {
        name: told[name]
        for name, figure in figures.items()
        if name in told and told[name] is not None and (type(told[name]) is not type(figure) or told[name] != figure)
    }
    return replace(checked, claims=claims)


def _played(unplayed: Checked, text: str) -> Checked:
    """Play a record as far as it is good.

    Raises:
        TextError: not even its deal can be read.
    """
    reading = read_record(text)
    if reading.record is None:
        raise RecordError(reading.problem)
    played = replay(reading.record)
    problem = reading.problem if played.refused is None else str(played.refused)
    return replace(unplayed, game=played.game, refused=played.refused, problem=problem)


def _figures(game: Game) -> Json:
    """Return what a backup tells of a game and its record decides, under the names of the backup."""
    actions = game.record.actions
    return {
        "deal": game.deal.number,
        "daily": _daily(game),
        "won": game.is_won,
        "score": game.score,
        "moves": game.moves,
        "undos": sum(action == UNDO for action in actions),
        "takeBacks": sum(action.source in FOUNDATIONS for action in actions),
    }


def _daily(game: Game) -> str | None:
    """Return the date whose daily deal this is, if its record names it and is of that deal."""
    try:
        date = read_date(game.record.tags.get("Daily", ""))
    except TextError:
        return None
    return date.isoformat() if Deal.of_day(date) == game.deal else None


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else quoted(str(value)).strip("'")


def _line(checked: Checked) -> str:
    game = checked.game
    verdict = "good" if checked.is_good else "wrong"
    if game is None:
        return f"{checked.name}: {verdict}. {checked.complaint}\n"
    won = "won" if game.is_won else "not won"
    told = f"{verdict}: deal {game.deal.number}, score {game.score}, moves {game.moves}, {won}."
    return f"{checked.name}: {told} {checked.complaint}".rstrip() + "\n"


def _summary(found: Found) -> str:
    files = {0: "", 1: " 1 file cannot be read."}.get(found.unreadable, f" {found.unreadable:,} files cannot be read.")
    return f"{found.good:,} good, {found.wrong:,} wrong.{files}\n"


def _members(checked: Checked) -> Json:
    game, refused = checked.game, checked.refused
    return {
        "file": checked.file,
        "game": checked.number,
        "id": checked.identity,
        "good": checked.is_good,
        "deal": game and game.deal.number,
        "code": game and game.deal.code,
        "won": game and game.is_won,
        "score": game and game.score,
        "moves": game and game.moves,
        "refused": refused
        and {"index": refused.index, "action": str(refused.action), "reason": refused.refusal.code.value},
        "claims": checked.claims,
        "problem": checked.problem,
    }
