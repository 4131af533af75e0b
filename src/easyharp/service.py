"""The protocol as text: the JSON of a request in, the JSON of its answer and an HTTP status out.

HTTP carries these texts to a server, messages carry them to a worker inside a browser; what is said is the same.
"""

from __future__ import annotations

import functools
import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from easyharp.errors import EasyHarpError, RefusedError, RequestError, TextError
from easyharp.protocol import Engine, Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from easyharp.position import Position
    from easyharp.solver.advising import Advice, Adviser

_STATUS: Final[dict[type[EasyHarpError], int]] = {
    EasyHarpError: 400,
    TextError: 422,
    RefusedError: 409,
    RequestError: 422,
}
"""The error tree's status codes; the nearest ancestor counts."""


class Reply(NamedTuple):
    """An HTTP status, and the answer as JSON in ASCII: where the status is no 200, a problem document (RFC 9457)."""

    status: int
    text: str


class Service:
    """Answers requests. Any number of threads may share one.

    ``engine`` answers the asks; by default one that the solver advises.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or Engine(_Solver())

    def answer(self, ask: str, text: str, stopped: Callable[[], bool] = lambda: False) -> Reply:
        """Answer one request, an ask's name and its body.

        An ask that takes long asks ``stopped`` again and again whether nobody waits for the answer any more.
        """
        try:
            return Reply(HTTPStatus.OK, as_json(self._engine.answer(ask, _decoded(text), stopped)))
        except _UnreadableError as error:
            return problem(HTTPStatus.BAD_REQUEST, str(error))
        except EasyHarpError as error:
            status = next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)
            return problem(status, str(error), error.where if isinstance(error, RequestError) else "")


def problem(status: int, detail: str, pointer: str = "") -> Reply:
    """Return a problem document; ``pointer`` is a JSON pointer to what is wrong in the body."""
    members = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return Reply(status, as_json(members | ({"pointer": pointer} if pointer else {})))


class _Solver:
    """The solver as an adviser, imported when it is first asked: so the start never waits for it."""

    @functools.cached_property
    def _adviser(self) -> Adviser:
        from easyharp.solver.advising import Adviser  # noqa: PLC0415 (see above)

        return Adviser()

    def advise(self, position: Position, seconds: float, stopped: Callable[[], bool]) -> Advice:
        return self._adviser.advise(position, seconds, stopped)


class _UnreadableError(Exception):
    """A text is not JSON, or JSON that means different things to different readers."""


def _decoded(text: str) -> object:
    """Read JSON.

    Raises:
        _UnreadableError: it is none, or means different things to different readers.
    """
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        detail = f"The body is not JSON: {error.msg}, in line {error.lineno}, column {error.colno}."
    except RecursionError:
        detail = "The body is nested too deeply: no request is more than one object."
    except ValueError as error:
        detail = f"The body is not JSON that can be read: {error}."
    raise _UnreadableError(detail)


def _members(pairs: list[tuple[str, Any]]) -> Json:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has two members of the same name")
    return members


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_decoder: Final = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_number)

as_json: Final = json.JSONEncoder(separators=(",", ":")).encode
"""Write JSON, in ASCII and as short as it can be."""
