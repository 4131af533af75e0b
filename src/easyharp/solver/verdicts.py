"""What a solver may spend, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from easyharp.actions import Action
    from easyharp.cards import Card


@dataclass(frozen=True, slots=True)
class Budget:
    """What a solver may spend: ``None`` is no limit.

    ``nodes``: states of which the moves are made; the only one that gives the same answer on every machine.
    ``seconds``: of elapsed time; where the kernel still has to be compiled, from then on. ``bytes``: of memory for the
    search's arrays.
    """

    nodes: int | None = None
    seconds: float | None = None
    bytes: int = 600_000_000


@dataclass(frozen=True, slots=True)
class Solved:
    """The position can be won: ``actions`` win it, draws and redeals included, and have been played by the rules.

    ``points``: what they add to the score.
    """

    actions: tuple[Action, ...]
    points: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Unwinnable:
    """The position cannot be won, which is proved.

    ``locked``: cards that lock each other, see `locks`. Where there are none, the search has seen all of ``states``
    different states that can be reached, and none wins. ``fewest_hidden``: the fewest face-down cards left in any state
    seen.
    """

    locked: tuple[Card, ...]
    states: int
    fewest_hidden: int
    nodes: int


Why = Literal["nodes", "seconds", "bytes", "stopped"]


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nothing was found and nothing proved: ``why`` names what the budget ran out of.

    ``fewest_hidden``: the fewest face-down cards that were left in any state seen.
    """

    why: Why
    fewest_hidden: int
    nodes: int


Verdict = Solved | Unwinnable | Undecided
