"""Games: a record being played, with its position, score, move counter and bounded undo.

A game is nothing but what its record says: playing the same record again gives the same game, undo and
redo history included. The clock is not here; whoever keeps time hands it in as a tag of the record.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from easyharp.actions import REDEAL, REDO, UNDO, Action
from easyharp.deals import Deal
from easyharp.errors import RefusedError
from easyharp.legal import legal_actions
from easyharp.picture import picture
from easyharp.position import Position
from easyharp.record import Record
from easyharp.refusals import Refusal, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

UNDO_LIMIT: Final = 100
"""How many actions can be undone at most."""


class _Past(NamedTuple):
    """An action that can be undone, and what it was played on."""

    action: Action
    position: Position
    score: int


class Game:
    """One game of Easy Harp, from its deal on.

    ``position``, ``score`` (points), ``moves`` (accepted actions, undo not counted) and ``redeals`` (those
    not undone; the pass is one more) may be read at any time; only `play` changes them.

    >>> game = Game.from_deal(5)
    >>> game.play("74")
    Action(source='7', target='4', count=None)
    >>> game.score, game.moves
    (5, 1)
    """

    def __init__(self, deal: Deal, tags: Mapping[str, str] | None = None) -> None:
        self.deal = deal
        self.tags = dict(tags or {})
        self.position = Position.from_deal(deal)
        self.score = 0
        self.moves = 0
        self.redeals = 0
        self._actions: list[Action] = []
        self._past: deque[_Past] = deque(maxlen=UNDO_LIMIT)
        self._undone: list[Action] = []

    @classmethod
    def from_deal(cls, deal: Deal | int | str) -> Self:
        """Start the game of a deal, given as such, by its number or by its code.

        Raises:
            CodeError: there is no such deal.
            TypeError: it is given as something else.
        """
        if isinstance(deal, str):
            deal = Deal.from_text(deal)
        elif isinstance(deal, bool) or not isinstance(deal, Deal | int):
            raise TypeError(f"A deal is given as a Deal, by its number or by its code, not as {type(deal).__name__}.")
        return cls(deal if isinstance(deal, Deal) else Deal(deal))

    @classmethod
    def from_record(cls, record: Record | str) -> Self:
        """Play a whole record.

        Raises:
            RecordError: the text is not a record.
            RefusedError: one of its actions is not legal; `replay` gives the game up to there.
        """
        if isinstance(record, str):
            record = Record.from_text(record)
        game = cls(record.deal, record.tags)
        for action in record.actions:
            game.play(action)
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return Record(self.deal, tuple(self._actions), self.tags)

    @property
    def last_action(self) -> Action | None:
        """The last action of the record, or ``None`` at the beginning."""
        return self._actions[-1] if self._actions else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action but undo and redo."""
        return legal_actions(self.position)

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.position.is_won

    @property
    def undo_depth(self) -> int:
        """How many actions can be undone now: 0 to 100."""
        return len(self._past)

    @property
    def redo_depth(self) -> int:
        """How many undone actions can be played again now."""
        return len(self._undone)

    def refusal(self, action: Action | str) -> Refusal | None:
        """Say why an action, undo and redo included, is not allowed now, or ``None`` if it is legal.

        Raises:
            ActionError: the text is not an action.
            TypeError: it is neither a text nor an action.
        """
        return refusal(self.position, _action(action), undoable=self.undo_depth, redoable=self.redo_depth)

    def play(self, action: Action | str) -> Action:
        """Play an action, ``"uu"`` (undo) and ``"rr"`` (redo) included, and return it as recorded.

        Raises:
            ActionError: the text is not an action.
            RefusedError: the action is not legal. The game is then as it was.
            TypeError: it is neither a text nor an action.
        """
        action = _action(action)
        if refused := self.refusal(action):
            raise RefusedError(f"{action} is not legal: {refused}.\n{picture(self.position)}", refused)
        return self._accept(action)

    def undo(self) -> None:
        """Take back the last action. Position and score return, the move counter does not.

        Raises:
            RefusedError: nothing to undo, or the game is won.
        """
        self.play(UNDO)

    def redo(self) -> None:
        """Play the last undone action again, which counts as a move.

        Raises:
            RefusedError: nothing to redo, or the game is won.
        """
        self.play(REDO)

    def copy(self) -> Self:
        """Return an independent game in the same state."""
        twin = type(self)(self.deal, self.tags)
        twin.position, twin.score, twin.moves, twin.redeals = self.position, self.score, self.moves, self.redeals
        twin._actions = self._actions.copy()  # noqa: SLF001 - a twin is of this very class
        twin._past = self._past.copy()  # noqa: SLF001
        twin._undone = self._undone.copy()  # noqa: SLF001
        return twin

    def _accept(self, action: Action) -> Action:
        """Carry out and record an action known to be legal."""
        if action == UNDO:
            self._undo()
        elif action == REDO:
            self._do(self._undone.pop())
        else:
            self._undone.clear()
            action = self._do(action)
        self._actions.append(action)
        return action

    def _do(self, action: Action) -> Action:
        step = self.position.after(action)
        self._past.append(_Past(step.action, self.position, self.score))
        self.position = step.position
        self.score += step.points
        self.moves += 1
        self.redeals += step.action == REDEAL
        return step.action

    def _undo(self) -> None:
        action, self.position, self.score = self._past.pop()
        self.redeals -= action == REDEAL
        self._undone.append(action)

    def __repr__(self) -> str:
        return f"<Game {self.deal} score {self.score}, {self.moves} moves>\n{picture(self.position)}"


def _action(given: Action | str) -> Action:
    if isinstance(given, Action):
        return given
    if isinstance(given, str):
        return Action.from_text(given)
    raise TypeError(f"An action is an Action or its text, such as '74', not {type(given).__name__}.")


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """The action at which a replay stopped; ``index`` counts from 0."""

    index: int
    action: Action
    refusal: Refusal

    def __str__(self) -> str:
        return f"Action {self.index + 1}, {self.action}, is not legal: {self.refusal}."


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played from a record up to its end or to its first illegal action."""

    game: Game
    refused: RefusedAction | None = None


def replay(record: Record) -> Replay:
    """Play a record as far as it is legal; never raises."""
    game = Game(record.deal, record.tags)
    for index, action in enumerate(record.actions):
        if refused := game.refusal(action):
            return Replay(game, RefusedAction(index, action, refused))
        game._accept(action)  # noqa: SLF001 - judged in the line above
    return Replay(game)
