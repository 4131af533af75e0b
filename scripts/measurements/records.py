"""Records of won games to be measured with: a whole one, a part of one, a long one. No figure."""

from collections.abc import Sequence

import easyharp
from golden_data import WINS, GoldenWin


def record_of(win: GoldenWin, actions: Sequence[str] | None = None, **tags: str) -> str:
    """Return a record's text of a won game's deal with these actions, by default all that won it."""
    played = map(easyharp.Action.from_text, win.actions if actions is None else actions)
    return str(easyharp.Record(easyharp.Deal(win.deal), tuple(played), tags))


def long_actions(length: int = 1_500) -> list[str]:
    """Return the actions of a long game, a few dozen actions before its win: some were undone and redone."""
    win = WINS[0]
    repeated = (length - len(win.actions)) // 2 + 20
    actions = [
        step for i, action in enumerate(win.actions) for step in (action, "uu", "rr")[: 3 if i < repeated else 1]
    ]
    return actions[:length]
