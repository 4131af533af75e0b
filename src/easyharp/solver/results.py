"""Results: a file of outcomes, a line of JSON each, which a sweep can be continued from.

Lines are only ever added, each in one piece. So a sweep that is killed loses what it had not added, and leaves at
most its last line half-written; such a line is dropped when the file is opened again. Whatever else is not as it was
written is left as it is, and told.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, Self

from easyharp.deals import FIRST_DEAL, LAST_DEAL
from easyharp.errors import EasyHarpError, named
from easyharp.solver.sweep import VERDICT_NAMES, Outcome, VerdictName
from easyharp.streams import told_if_unwritable

LONGEST_LINE: Final = 1_000_000

_BEGINNING: Final = b'{"deal":#,"verdict":"'


def as_line(outcome: Outcome, *, with_actions: bool = True) -> str:
    """Return an outcome as a line of JSON."""
    members: dict[str, Any] = {"deal": outcome.deal, "verdict": outcome.verdict}
    if with_actions:
        members["actions"] = outcome.actions
    members |= {"moves": outcome.moves, "score": outcome.score, "nodes": outcome.nodes}
    members["seconds"] = round(outcome.seconds, 4)
    return json.dumps(members, separators=(",", ":")) + "\n"


class Results:
    """The outcomes in a file, which need not be there yet; a half-written last line is dropped.

    Raises:
        EasyHarpError: the file cannot be read and written, or is damaged; then it is as it was.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._verdicts = bytearray(LAST_DEAL + 1)  # by deal, 1 more than the index of its verdict's name
        with told_if_unwritable(self._name):
            if Path(name).exists() and not Path(name).is_file():
                raise EasyHarpError(f"{named(name)} is no file, so it cannot be continued later: name a file.")
            # Opened for writing first, and without a buffer: so a line is written in one piece, and at once.
            self._file = Path(name).open("ab", buffering=0)  # noqa: SIM115 (closed with this object's block)
        try:
            with told_if_unwritable(self._name):
                self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def verdict(self, deal: int) -> VerdictName | None:
        """Return the verdict on a deal, or ``None`` where the file has none."""
        index = self._verdicts[deal]
        return VERDICT_NAMES[index - 1] if index else None

    def add(self, outcome: Outcome, *, with_actions: bool = True) -> None:
        """Write an outcome to the file's end.

        Raises:
            EasyHarpError: it cannot be written.
        """
        line = as_line(outcome, with_actions=with_actions).encode()
        with told_if_unwritable(self._name):
            while line:
                line = line[self._file.write(line) :]
        self._note(outcome.deal, outcome.verdict)

    def _note(self, deal: int, verdict: VerdictName) -> None:
        self._verdicts[deal] = VERDICT_NAMES.index(verdict) + 1

    def _read(self) -> None:
        good = 0
        with Path(self._name).open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), start=1):
                if not line.endswith(b"\n") and len(line) < LONGEST_LINE and _is_half_written(line):
                    self._file.truncate(good)
                    return
                good += len(line)
                if line.strip():
                    try:
                        self._note(*_read_line(line))
                    except EasyHarpError as error:
                        raise EasyHarpError(
                            f"Line {number:,} of {named(self._name)} {error}; nothing has been changed. Mend or"
                            " remove the line, or name another file."
                        ) from None


def _is_half_written(line: bytes) -> bool:
    """Say whether a line begins as the lines do that are written here, as far as it goes."""
    plain = re.sub(rb'^(\{"deal":)[0-9]{1,6}', rb"\1#", line)[: len(_BEGINNING)]
    return _BEGINNING.startswith(plain)


def _read_line(line: bytes) -> tuple[int, VerdictName]:
    """Return the deal of a line, and its verdict.

    Raises:
        EasyHarpError: it is not a line such as `as_line` writes; the message goes on from its name.
    """
    if not line.endswith(b"\n"):
        raise EasyHarpError("does not end, and is none that a sweep has begun to write")
    try:
        outcome = json.loads(line)
    except (ValueError, RecursionError):
        raise EasyHarpError("is not JSON") from None
    if not isinstance(outcome, dict):
        raise EasyHarpError("is not a JSON object")
    deal, verdict = outcome.get("deal"), outcome.get("verdict")
    if not isinstance(deal, int) or isinstance(deal, bool) or not FIRST_DEAL <= deal <= LAST_DEAL:
        raise EasyHarpError("has no 'deal' from 1 to 999,999")
    if verdict not in VERDICT_NAMES:
        raise EasyHarpError("has no 'verdict' that is 'winnable', 'unwinnable' or 'undecided'")
    return deal, verdict
