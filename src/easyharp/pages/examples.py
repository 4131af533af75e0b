"""The examples: positions from real deals that show a rule, and the steps that show it.

`examples.toml` holds them as data. What it claims of each step besides, the cards that move, what they land on, which
card turns up and why it is refused, is for the authors of the texts, and the tests prove it.
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
class Step:
    """One step of an example: an action that is legal, or one that is refused."""

    action: Action
    legal: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A position of a real deal and what is shown on it."""

    id: str
    deal: Deal
    before: tuple[Action, ...]
    """The actions that lead from the deal to where the example begins."""
    steps: tuple[Step, ...]

    def begun(self) -> Game:
        """Play the deal up to where the example begins."""
        game = Game(self.deal)
        for action in self.before:
            game.play(action)
        return game


def _read(table: dict[str, Any]) -> Example:
    before = tuple(Action.from_text(text) for text in table["before"].split())
    steps = tuple(
        Step(replace(Action.from_text(step.get("play") or step["try"]), count=step.get("count")), "play" in step)
        for step in table["steps"]
    )
    return Example(table["id"], Deal(table["deal"]), before, steps)


_TOML: Final = importlib.resources.files("easyharp.pages") / "examples.toml"

EXAMPLES: Final = {
    example.id: example for example in map(_read, tomllib.loads(_TOML.read_text(encoding="utf-8"))["example"])
}
"""All examples by name, in the order of the Examples page."""
