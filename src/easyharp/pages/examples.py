"""The examples: positions from real deals that show a rule, and the steps that show it.

`examples.toml` holds them as data. What it claims of each step, the cards that move, what they land on and which card
turns up, is proved by the tests.
"""

from __future__ import annotations

import importlib.resources
import tomllib
from dataclasses import dataclass, replace
from typing import Any, Final

from easyharp.actions import Action
from easyharp.deals import Deal
from easyharp.game import Game


@dataclass(frozen=True, slots=True)
class Attempt:
    """One step of an example: an action that is legal, or an attempt that is refused with a code."""

    action: Action
    card: str | None
    """The face of the first card that is picked up; ``None`` for drawing and turning the waste over."""
    onto: str | None
    """The face of the card that it lands on or was to land on, if any."""
    turns: str | None
    """The face of the card that turns up, if any."""
    refused: str | None
    """The code of the refusal; ``None`` where the action is legal."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position of a real deal and what is shown on it."""

    id: str
    deal: Deal
    before: tuple[Action, ...]
    """The actions that lead from the deal to where the example begins."""
    steps: tuple[Attempt, ...]

    def begun(self) -> Game:
        """Play the deal up to where the example begins."""
        game = Game(self.deal)
        for action in self.before:
            game.play(action)
        return game

    @property
    def faces(self) -> frozenset[str]:
        """The faces of all cards that its steps are about."""
        steps = self.steps
        return frozenset(face for step in steps for face in (step.card, step.onto, step.turns) if face is not None)


def _read(table: dict[str, Any]) -> Example:
    before = tuple(Action.from_text(text) for text in table["before"].split())
    steps = tuple(
        Attempt(
            replace(Action.from_text(step.get("play") or step["try"]), count=step.get("count")),
            step.get("card"),
            step.get("onto"),
            step.get("turns"),
            step.get("refused"),
        )
        for step in table["steps"]
    )
    return Example(table["id"], Deal(table["deal"]), before, steps)


_TOML: Final = importlib.resources.files("easyharp.pages") / "examples.toml"

EXAMPLES: Final = {
    example.id: example for example in map(_read, tomllib.loads(_TOML.read_text(encoding="utf-8"))["example"])
}
"""All examples by name, in the order of the Examples page."""
