"""The protocol: what a table may ask, plain dictionary in, plain dictionary out.

A table sends the record of its game and what the player did; it gets the new record and a view, which is
all that a player may see. Face-down cards are in a view only as places in the deal: no face of one leaves
this module. Server, static site and tests carry these dictionaries without looking into them. A hint names
piles, never a card: where it says to draw, nobody learns what.

Nothing is kept here that a request needs. The last few games are remembered only because the next request
would have to play their records again.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from easyharp.actions import COLUMNS, FOUNDATIONS, MOST_PICKED_UP, PILES, REDO, STOCK, UNDO, WASTE, Action
from easyharp.automatic import double_tap_action, finishing_action, tap_action
from easyharp.deals import FIRST_DEAL, LAST_DEAL, LONGEST_TEXT, Deal, read_date
from easyharp.errors import ActionError, CodeError, RefusedError, RequestError, TextError, quoted
from easyharp.game import Game, replay
from easyharp.legal import has_move_left, legal_actions
from easyharp.record import read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from easyharp.cards import Card
    from easyharp.position import Position
    from easyharp.refusals import Refusal

Json = dict[str, Any]
"""A JSON object."""

LONGEST_RECORD: Final = 200_000
"""How many characters a record in a request may have: some 66,000 actions."""

MOST_ACTIONS: Final = LONGEST_RECORD // 3
"""How many actions fit into such a record at most."""

LONGEST_THINK: Final = 60
"""How many seconds may be thought about a hint."""

_SHORT_THINK: Final = 1

_REMEMBERED_GAMES: Final = 64


class Advice(Protocol):
    """What an adviser knows of a position: "winnable", "unwinnable" or "unknown", and the next action of a win."""

    @property
    def verdict(self) -> str:
        """Whether the position can be won."""

    @property
    def action(self) -> Action | None:
        """What to do next on the way to a win."""


class Adviser(Protocol):
    """Who is asked for hints: `easyharp.solver.advising` has one."""

    def advise(self, position: Position, seconds: float, stopped: Callable[[], bool]) -> Advice:
        """Advise on a position after at most so many seconds, or as soon as ``stopped`` says so."""


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a request: its name, meaning, JSON type and bounds."""

    name: str
    meaning: str
    type: str
    least: int = 0
    most: int = 0
    choices: str = ""
    required: bool = True

    def read(self, body: Mapping[str, Any]) -> Any:
        """Return the member's value, ``None`` where it may be missing and is.

        Raises:
            RequestError: it is missing, or not of its type, or out of bounds.
        """
        where = f"/{self.name}"
        value = body.get(self.name)
        if value is None:
            if self.required:
                raise RequestError(f"The request has no '{self.name}': {self.meaning}", where)
            return None
        if self.type == "integer":
            if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
                raise RequestError(f"'{self.name}' should be a whole number from {self.least} to {self.most}.", where)
        elif not isinstance(value, str):
            raise RequestError(f"'{self.name}' should be text: {self.meaning}", where)
        elif self.choices:
            if len(value) != 1 or value not in self.choices:
                raise RequestError(f"'{self.name}' is {quoted(value)}; it should be one of {self.choices}.", where)
        elif len(value) > self.most:
            raise RequestError(f"'{self.name}' is longer than {self.most:,} characters.", where)
        return value


_RECORD: Final = Field("record", "The record of the game so far.", "string", most=LONGEST_RECORD)
_COUNT: Final = Field(
    "count", "How many cards are picked up: the grabbed card and all on it.", "integer", 1, MOST_PICKED_UP
)
_PILE: Final = Field("pile", "The pile that was tapped.", "string", choices=PILES)


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing a table may ask: its name, meaning, request members and how it is answered.

    ``thinks``: whether the answer may take seconds, and the one who wants it may give up meanwhile.
    """

    name: str
    meaning: str
    fields: tuple[Field, ...]
    answer: Callable[..., Json]
    thinks: bool = False


class Engine:
    """Answers what tables ask. Any number of threads may share one.

    ``adviser`` thinks about hints; without one a hint knows only what is plain to see.
    """

    def __init__(self, adviser: Adviser | None = None) -> None:
        self.adviser = adviser
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, ask: str, body: object, stopped: Callable[[], bool] = lambda: False) -> Json:
        """Answer one request.

        ``ask`` is a name in `ASKS`, ``body`` the decoded JSON of the request. An ask that ``thinks`` asks
        ``stopped`` again and again whether nobody waits for the answer any more.

        Raises:
            RequestError: the request does not follow the protocol; the message says what would be right.
        """
        if ask not in ASKS:
            raise RequestError(f"A table cannot ask {quoted(ask)}: it can ask {', '.join(ASKS)}.")
        if not isinstance(body, dict):
            raise RequestError("A request is a JSON object.")
        fields = ASKS[ask].fields
        names = [field.name for field in fields]
        for name in body:
            if name not in names:
                where = "/" + str(name).replace("~", "~0").replace("/", "~1")
                raise RequestError(f"'{ask}' has no member {quoted(str(name))}: it has {', '.join(names)}.", where)
        members = {field.name: field.read(body) for field in fields}
        return ASKS[ask].answer(self, members, stopped) if ASKS[ask].thinks else ASKS[ask].answer(self, members)

    def game(self, text: str) -> Game:
        """Return a game of one's own, played from the text of a record.

        Raises:
            RequestError: the record is broken, or one of its actions is illegal.
        """
        game, problem = self.look(text)
        if problem is not None:
            raise RequestError(problem["detail"], "/record")
        return game

    def look(self, text: str) -> tuple[Game, Json | None]:
        """Return a game of one's own, played from the good beginning of a record, and what is wrong with the rest.

        Raises:
            RequestError: not even the deal can be read.
        """
        with self._lock:
            known = self._games.get(text)
        return _replayed(text) if known is None else (known.copy(), None)

    def remember(self, text: str, game: Game) -> None:
        """Keep a game at hand for the next request about it."""
        with self._lock:
            self._games[text] = game
            self._games.move_to_end(text)
            if len(self._games) > _REMEMBERED_GAMES:
                self._games.popitem(last=False)

    def state(self, game: Game, played: Action | None = None, refused: Json | None = None) -> Json:
        """Return the answer to whatever concerns a game."""
        record = str(game.record)
        self.remember(record, game)
        return {
            "record": record,
            "played": None if played is None else str(played),
            "refusal": refused,
            "view": view(game),
        }

    def attempt(self, game: Game, action: Action | None) -> Json:
        """Play an action if it is legal, and tell what came of it; ``None`` plays nothing."""
        if action is None:
            return self.state(game)
        try:
            played = game.play(action)
        except RefusedError as error:
            return self.state(game, refused=_refusal(action, error.refusal))
        except ActionError as error:
            raise RequestError(str(error), "/count") from None
        return self.state(game, played)


def _replayed(text: str) -> tuple[Game, Json | None]:
    """Play a record as far as it is good, and say what is wrong with the rest."""
    reading = read_record(text)
    if reading.record is None:
        raise RequestError(reading.problem or "There is no record.", "/record")
    replayed = replay(reading.record)
    if refused := replayed.refused:
        detail = f"Action {refused.index + 1} of the record, {refused.action}, is not legal: {refused.refusal}."
        return replayed.game, {"kept": refused.index, "reason": "illegal", "detail": detail}
    if reading.problem:
        return replayed.game, {"kept": len(reading.record.actions), "reason": "unreadable", "detail": reading.problem}
    return replayed.game, None


def view(game: Game) -> Json:
    """Return what a player may see of a game.

    ``piles`` has the cards of each pile from the bottom up (the stock's top card is its last), each with its
    ``place`` in the deal, by which a table knows it again, and its ``face``, which is ``null`` while it lies
    face down. ``targets`` has, by source pile and by number of cards picked up, the piles where they may go,
    and ``taps`` the pile to which a tap on the last card sends it.
    """
    position = game.position
    return {
        "deal": game.deal.number,
        "code": game.deal.code,
        "next_deal": game.deal.next_number,
        "piles": _piles(game),
        "targets": _targets(position),
        "taps": _taps(position),
        "score": game.score,
        "moves": game.moves,
        "undo": game.undo_depth,
        "redo": game.redo_depth,
        "pass": game.redeals + 1,
        "won": game.is_won,
        "finishable": position.is_finishable,
        "move_left": has_move_left(position),
    }


def _piles(game: Game) -> dict[str, list[Json]]:
    position = game.position
    places = game.deal.places

    def shown(cards: tuple[Card, ...]) -> list[Json]:
        return [{"place": places[card], "face": card.face} for card in cards]

    def hidden(cards: tuple[Card, ...]) -> list[Json]:
        return [{"place": places[card], "face": None} for card in cards]

    piles = {
        name: hidden(column.hidden) + shown(column.shown)
        for name, column in zip(COLUMNS, position.columns, strict=True)
    }
    piles |= {name: shown(cards) for name, cards in zip(FOUNDATIONS, position.foundations, strict=True)}
    return piles | {STOCK: hidden(position.stock[::-1]), WASTE: shown(position.waste)}


def _targets(position: Position) -> dict[str, dict[str, list[str]]]:
    targets: dict[str, dict[str, list[str]]] = {}
    for action in legal_actions(position):
        count = position.picked_up(action)
        targets.setdefault(action.source, {}).setdefault(str(count), []).append(action.target)
    return targets


def _taps(position: Position) -> dict[str, str]:
    taps = {pile: tap_action(position, pile) for pile in (STOCK, WASTE, *COLUMNS)}
    # A tap on the empty stock turns the waste over: that moves no card of the tapped pile.
    return {pile: action.target for pile, action in taps.items() if action and action.source == pile}


def _refusal(action: Action, refused: Refusal) -> Json:
    return {
        "code": refused.code.value,
        "source": action.source,
        "target": action.target,
        "cards": [card.face for card in refused.cards],
        "onto": None if refused.onto is None else refused.onto.face,
        "wanted": list(refused.wanted),
    }


def _new(engine: Engine, body: Json) -> Json:
    if body["deal"] is not None and body["date"] is not None:
        raise RequestError("A new game has a 'deal' or a 'date', not both.")
    if body["date"] is not None:
        try:
            date = read_date(body["date"])
        except TextError as error:
            raise RequestError(str(error), "/date") from None
        return engine.state(Game(Deal.of_day(date), {"Daily": date.isoformat()}))
    if body["deal"] is not None:
        try:
            return engine.state(Game.from_deal(body["deal"]))
        except CodeError as error:
            raise RequestError(str(error), "/deal") from None
    return engine.state(Game(Deal(FIRST_DEAL + secrets.randbelow(LAST_DEAL))))


def _view(engine: Engine, body: Json) -> Json:
    game, problem = engine.look(body["record"])
    record = game.record
    told = {"problem": problem, "actions": len(record.actions)}
    if body["at"] is None:
        return engine.state(game) | told
    if problem is None:
        engine.remember(body["record"], game)  # whoever looks at one moment is going to look at others
    moment = engine.game(str(replace(record, actions=record.actions[: body["at"]])))
    return engine.state(moment, moment.last_action) | told


def _act(engine: Engine, body: Json) -> Json:
    try:
        action = Action(body["source"], body["target"], body["count"])
    except ActionError as error:
        raise RequestError(str(error), "/count") from None
    return engine.attempt(engine.game(body["record"]), action)


def _tap(engine: Engine, body: Json) -> Json:
    game = engine.game(body["record"])
    return engine.attempt(game, tap_action(game.position, body["pile"], body["count"]))


def _double_tap(engine: Engine, body: Json) -> Json:
    game = engine.game(body["record"])
    return engine.attempt(game, double_tap_action(game.position, body["pile"], body["count"]))


def _undo(engine: Engine, body: Json) -> Json:
    return engine.attempt(engine.game(body["record"]), UNDO)


def _redo(engine: Engine, body: Json) -> Json:
    return engine.attempt(engine.game(body["record"]), REDO)


def _finish(engine: Engine, body: Json) -> Json:
    game = engine.game(body["record"])
    return engine.attempt(game, finishing_action(game.position))


def _hint(engine: Engine, body: Json, stopped: Callable[[], bool]) -> Json:
    game = engine.game(body["record"])
    position = game.position
    move_left = has_move_left(position)
    verdict, action = "won" if game.is_won else "unknown" if move_left else "unwinnable", None
    if move_left and engine.adviser:
        advice = engine.adviser.advise(position, body["seconds"] or _SHORT_THINK, stopped)
        verdict, action = advice.verdict, advice.action
    return {"verdict": verdict, "move_left": move_left, "action": action and _advised(position, action)}


def _advised(position: Position, action: Action) -> Json:
    return {"source": action.source, "target": action.target, "count": position.picked_up(action)}


def _describe(_engine: Engine, body: Json) -> Json:
    try:
        deal = Deal.from_text(body["text"])
    except CodeError as error:
        problem = {"reason": error.reason, "found": error.found, "place": error.place, "detail": str(error)}
        return {"deal": None, "code": None, "problem": problem}
    return {"deal": deal.number, "code": deal.code, "problem": None}


ASKS: Final[Mapping[str, Ask]] = {
    ask.name: ask
    for ask in (
        Ask(
            "new",
            "Start a game: of a deal, of a day's deal, or, with neither, of a random deal.",
            (
                Field("deal", "A deal's number or code.", "string", most=LONGEST_TEXT, required=False),
                Field(
                    "date", "The calendar date of a daily deal, as in 2026-12-24.", "string", most=10, required=False
                ),
            ),
            _new,
        ),
        Ask(
            "view",
            "Look at a game, or at what it was earlier. Of a damaged record the good beginning is played.",
            (
                _RECORD,
                Field(
                    "at",
                    "After how many of its actions the game is looked at; without it, after all.",
                    "integer",
                    most=MOST_ACTIONS,
                    required=False,
                ),
            ),
            _view,
        ),
        Ask(
            "act",
            "Try to bring cards from one pile to another. A foundation target means the foundation area.",
            (
                _RECORD,
                Field("source", "The pile the cards come from.", "string", choices=PILES),
                Field("target", "The pile they should go to.", "string", choices=PILES),
                replace(_COUNT, required=False),
            ),
            _act,
        ),
        Ask("tap", "Do what a tap on a pile's card does, if anything.", (_RECORD, _PILE, _COUNT), _tap),
        Ask(
            "double_tap",
            "Do what a second tap on the same card does, if anything.",
            (_RECORD, _PILE, _COUNT),
            _double_tap,
        ),
        Ask("undo", "Take back the last action.", (_RECORD,), _undo),
        Ask("redo", "Play the last undone action again.", (_RECORD,), _redo),
        Ask("finish", "Play one action of finishing: the table repeats it as often as it likes.", (_RECORD,), _finish),
        Ask(
            "hint",
            "Think about whether the game can still be won, and what to do next on the way to a win.",
            (
                _RECORD,
                Field(
                    "seconds",
                    "How many seconds may be thought at most; without it, 1.",
                    "integer",
                    1,
                    LONGEST_THINK,
                    required=False,
                ),
            ),
            _hint,
            thinks=True,
        ),
        Ask(
            "describe",
            "Read a deal's number or code as a person wrote it.",
            (Field("text", "What was written.", "string", most=LONGEST_RECORD),),
            _describe,
        ),
    )
}
"""Everything a table may ask, by name."""
