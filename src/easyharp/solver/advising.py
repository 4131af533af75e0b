"""Advice at the table: whether a position can be won, and the next action of a win that has been checked.

Advice that came from a new search each time could lead in circles: every line would be right, and following a bit of
each would win nothing. So the lines found are remembered, and a position that lies on one is answered from it.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from easyharp.solver.compiling import PLAIN
from easyharp.solver.solving import solve
from easyharp.solver.verdicts import Budget, Solved, Unwinnable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from easyharp.actions import Action
    from easyharp.position import Position

_SHORT: Final = 1
"""Seconds of a think for which compiling the kernel is not worth while: that alone may take fifteen."""

_BYTES: Final = 400_000_000
"""Memory for one search. Only the widest ones need so much, which a short think never comes to."""

_REMEMBERED_LINES: Final = 200
"""Each takes some 60 kB."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of a position.

    ``verdict``: "winnable" where a win has been found and played by the rules, "unwinnable" where it is proved that
    there is none. ``action``: the next one of that win; ``None`` where there is none to play.
    """

    verdict: Literal["winnable", "unwinnable", "unknown"]
    action: Action | None = None


class Adviser:
    """Advises, and remembers the lines it found. Any number of threads may share one.

    Whoever follows only its advice wins, and never sees a position twice.
    """

    def __init__(self) -> None:
        # By the key of the position it was found for: the advice for every position on the line. The one used last is
        # the last. Where it is proved that there is no line, the position stands alone.
        self._lines: OrderedDict[bytes, dict[bytes, Advice]] = OrderedDict()
        self._lock = threading.Lock()

    def advise(self, position: Position, seconds: float, stopped: Callable[[], bool] = lambda: False) -> Advice:
        """Advise on a position after at most so many seconds.

        ``stopped`` is asked again and again whether to give up.

        Raises:
            PositionError: the position has not all 104 cards, or they do not lie as play leaves them.
        """
        if position.is_won:
            return Advice("winnable")
        key = _key(position)
        if known := self._remembered(key):
            return known
        if stopped():
            return Advice("unknown")
        kernel = PLAIN if seconds <= _SHORT else None
        verdict = solve(position, Budget(seconds=seconds, bytes=_BYTES), kernel=kernel, stopped=stopped)
        if isinstance(verdict, Solved):
            return self._remember(key, _line(position, verdict.actions))
        if isinstance(verdict, Unwinnable):
            return self._remember(key, {key: Advice("unwinnable")})
        return Advice("unknown")

    def _remembered(self, key: bytes) -> Advice | None:
        with self._lock:
            start = next((start for start in reversed(self._lines) if key in self._lines[start]), None)
            if start is None:
                return None
            self._lines.move_to_end(start)
            return self._lines[start][key]

    def _remember(self, key: bytes, line: dict[bytes, Advice]) -> Advice:
        with self._lock:
            self._lines[key] = line
            self._lines.move_to_end(key)
            if len(self._lines) > _REMEMBERED_LINES:
                self._lines.popitem(last=False)
        return line[key]


def _line(position: Position, actions: Iterable[Action]) -> dict[bytes, Advice]:
    """Return the advice for every position on a line.

    Where the line comes to a position again, what it does there last counts: so all that lay between is left out.
    """
    line = {}
    for action in actions:
        line[_key(position)] = Advice("winnable", action)
        position = position.after(action).position
    return line


def _key(position: Position) -> bytes:
    """Return a short name of a position: the same for positions that differ only in twins, as actions name piles."""
    text = " ".join("".join(card.face for card in pile) for pile in position.piles)
    return hashlib.blake2b(text.encode(), digest_size=16).digest()
