"""Records: the text of one game, its save file, share format, wire format and test format.

    [Deal "EH1-N-AAAAAAF"]
    [Date "2026-11-29"]

    74 71 61 uu rr tw

Tag pairs come first, the deal's before all others; then a blank line and the actions, separated by
white space. A record holds every accepted action, undo and redo included. Here is its text; playing it
is for `game`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from easyharp.actions import Action
from easyharp.deals import Deal
from easyharp.errors import RecordError, TextError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ACTIONS_PER_LINE: Final = 25
_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\["\\])*)"\]')
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Record:
    """A deal, the actions played on it, and optional tags (name to one line of text).

    ``str(record)`` writes it and ``Record.from_text`` reads it back.
    """

    deal: Deal
    actions: tuple[Action, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", dict(self.tags))  # the record's own: who gave them may change theirs
        for name, value in self.tags.items():
            if name == "Deal" or not _TAG_NAME.fullmatch(name):
                raise RecordError(f"{quoted(name)} cannot name a tag: letters, digits and _ can, except 'Deal'.")
            if not value.isprintable():
                raise RecordError(f"The tag {name} cannot hold {quoted(value)}: a tag's value is one printable line.")

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a whole record.

        Raises:
            RecordError: the text is not a record from beginning to end; `read_record` gives its good part.
        """
        reading = read_record(text)
        if reading.problem is not None or reading.record is None:
            raise RecordError(reading.problem)
        return reading.record

    def __str__(self) -> str:
        tags = {"Deal": self.deal.code, **self.tags}
        lines = ['[{} "{}"]'.format(name, re.sub(r'(["\\])', r"\\\1", value)) for name, value in tags.items()]
        return "\n".join([*lines, "", *lines_of_actions(self.actions)]) + "\n"


def lines_of_actions(actions: Sequence[Action]) -> list[str]:
    """Return the lines in which a record writes its actions."""
    return [
        " ".join([action.source + action.target for action in actions[first : first + _ACTIONS_PER_LINE]])
        for first in range(0, len(actions), _ACTIONS_PER_LINE)
    ]


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a text as a record gave.

    ``record`` is the record up to the first thing that is wrong, or ``None`` where not even the deal can be
    read; ``problem`` is a sentence about that first thing, or ``None``.
    """

    record: Record | None
    problem: str | None = None


def read_record(text: str) -> Reading:
    """Read as much of a record as is good; never raises."""
    lines = text.removeprefix("\N{BYTE ORDER MARK}").splitlines()
    first = next((i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("[")), len(lines))
    tags: dict[str, str] = {}
    deal: Deal | None = None
    for number, line in enumerate(lines[:first], start=1):
        if not line.strip():
            continue
        try:
            name, value = _read_tag(line.strip())
            if deal is None:
                deal = _deal(name, value)
            else:
                Record(deal, tags={name: value})
                tags[name] = value
        except TextError as error:
            return Reading(None if deal is None else Record(deal, tags=tags), f"Line {number}: {error}")
    if deal is None:
        return Reading(None, 'A record begins with its deal, such as [Deal "EH1-N-AAAAAAF"], and here is none.')
    return _read_actions(deal, tags, lines, first)


def _read_tag(line: str) -> tuple[str, str]:
    tag = _TAG.fullmatch(line)
    if tag is None:
        raise RecordError(f'{quoted(line)} is not a tag such as [Deal "EH1-N-AAAAAAF"].')
    return tag[1], re.sub(r"\\(.)", r"\1", tag[2])


def _deal(name: str, value: str) -> Deal:
    if name != "Deal":
        raise RecordError(f"the first tag of a record is Deal, not {quoted(name)}.")
    return Deal.from_text(value)


def _read_actions(deal: Deal, tags: dict[str, str], lines: list[str], first: int) -> Reading:
    actions: list[Action] = []
    for number, line in enumerate(lines[first:], start=first + 1):
        for text in line.split():
            try:
                actions.append(Action.from_text(text))
            except TextError as error:
                problem = f"Line {number}, action {len(actions) + 1}: {error}"
                return Reading(Record(deal, tuple(actions), tags), problem)
    return Reading(Record(deal, tuple(actions), tags))
