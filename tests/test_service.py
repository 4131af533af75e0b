"""The protocol as text: what comes in and goes out is JSON, whoever carries it."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from easyharp.app import create_app
from easyharp.errors import EasyHarpError
from easyharp.game import Game
from easyharp.protocol import ASKS, Engine
from easyharp.service import Reply, Service, problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from easyharp.position import Position
    from easyharp.solver.advising import Advice

RECORD = '[Deal "EH1-N-AAAAAAF"]\n\n74 71\n'
ILLEGAL = '[Deal "EH1-N-AAAAAAF"]\n\n74 42\n'


def answer(ask: str, body: object) -> Reply:
    return Service().answer(ask, body if isinstance(body, str) else json.dumps(body))


def told(reply: Reply) -> Any:
    return json.loads(reply.text)


def assert_problem(reply: Reply, status: int, *words: str, pointer: str | None = None) -> None:
    document = told(reply)
    assert reply.status == status
    assert set(document) == {"type", "title", "status", "detail"} | (set() if pointer is None else {"pointer"})
    assert document["type"] == "about:blank"
    assert document["title"] == HTTPStatus(status).phrase
    assert document["status"] == status
    assert document.get("pointer") == pointer
    assert document["detail"].endswith(".")
    for word in words:
        assert word in document["detail"]


def test_a_good_ask_is_answered_as_the_engine_does() -> None:
    reply = answer("new", {"deal": "5"})
    assert reply.status == HTTPStatus.OK
    assert told(reply) == Engine().answer("new", {"deal": "5"})


def test_an_answer_is_ascii_on_one_line() -> None:
    reply = answer("describe", {"text": "Zürich\n"})
    assert reply.status == HTTPStatus.OK
    assert reply.text.isascii()
    assert "\n" not in reply.text
    assert "ü" in told(reply)["problem"]["detail"]


def test_a_move_that_is_not_allowed_is_an_answer_and_no_problem() -> None:
    reply = answer("act", {"record": RECORD, "source": "9", "target": "5"})
    assert reply.status == HTTPStatus.OK
    assert told(reply)["played"] is None
    assert told(reply)["refusal"]["source"] == "9"


def test_an_unknown_ask_is_told_what_can_be_asked() -> None:
    assert_problem(answer("peek", {}), 422, "'peek'", *ASKS)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("", "line 1, column 1", id="nothing"),
        pytest.param('{"deal": ', "line 1, column 10", id="cut off"),
        pytest.param('{"deal":\n 5x}', "line 2, column 3", id="a slip in the second line"),
        pytest.param('{"deal": "5", "deal": "6"}', "two members of the same name", id="a member twice"),
        pytest.param('{"at": NaN}', "NaN is no number", id="NaN"),
        pytest.param('{"at": -Infinity}', "-Infinity is no number", id="infinity"),
        pytest.param('{"at": ' + "9" * 5_000 + "}", "The body is not JSON that can be read", id="a number without end"),
        pytest.param("[" * 200_000, "nested too deeply", id="nested without end"),
    ],
)
def test_what_is_not_one_json_value_is_told_so(text: str, word: str) -> None:
    assert_problem(answer("new", text), 400, "The body is", word)


@pytest.mark.parametrize(
    ("ask", "body", "pointer"),
    [
        ("new", {"deal": 5}, "/deal"),
        ("new", {"deal": "0"}, "/deal"),
        ("new", {"date": "yesterday"}, "/date"),
        ("new", {"colour": "green"}, "/colour"),
        ("new", {"a/b~c": 1}, "/a~1b~0c"),
        ("act", {"record": RECORD, "source": "x", "target": "1"}, "/source"),
        ("act", {"record": RECORD, "source": "7", "target": "4", "count": 99}, "/count"),
        ("tap", {"record": RECORD, "pile": "1"}, "/count"),
        ("hint", {"record": RECORD, "seconds": 0}, "/seconds"),
        ("undo", {}, "/record"),
        ("undo", {"record": "no record"}, "/record"),
        ("undo", {"record": ILLEGAL}, "/record"),
    ],
)
def test_a_wrong_member_is_pointed_to(ask: str, body: dict[str, Any], pointer: str) -> None:
    assert_problem(answer(ask, body), 422, pointer=pointer)


@pytest.mark.parametrize("body", [[], 5, "text", None, {"deal": "5", "date": "2026-12-24"}])
def test_what_is_wrong_as_a_whole_has_no_pointer(body: object) -> None:
    assert_problem(answer("new", json.dumps(body)), 422)


def test_the_good_beginning_of_an_illegal_record_is_looked_at() -> None:
    reply = answer("view", {"record": ILLEGAL})
    assert reply.status == HTTPStatus.OK
    assert told(reply)["problem"]["kept"] == 1
    assert told(reply)["view"]["moves"] == 1


def fail() -> None:
    raise EasyHarpError("No room.")


def refuse() -> None:
    Game.from_deal(5).play("95")


@pytest.mark.parametrize(("failing", "status"), [(fail, 400), (refuse, 409)])
def test_every_error_of_the_package_has_a_status(
    failing: Callable[[], None], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "answer", lambda *_: failing())
    reply = answer("new", {})
    assert reply.status == told(reply)["status"] == status


def test_a_problem_without_a_pointer_has_no_such_member() -> None:
    assert_problem(problem(404, "Nothing is here."), 404, "Nothing is here.")
    assert_problem(problem(422, "It is wrong.", "/deal"), 422, "It is wrong.", pointer="/deal")


def test_who_thinks_long_is_told_when_nobody_waits_any_more() -> None:
    asked: list[Callable[[], bool]] = []

    class Adviser:
        def advise(self, _position: Position, _seconds: float, stopped: Callable[[], bool]) -> Advice:
            asked.append(stopped)
            raise EasyHarpError("Given up.")

    def gone() -> bool:
        return True

    reply = Service(Engine(Adviser())).answer("hint", json.dumps({"record": RECORD}), gone)
    assert_problem(reply, 400, "Given up.")
    assert asked == [gone]


# --- the same over HTTP

BODIES: list[tuple[str, str]] = [
    ("new", '{"deal": "5"}'),
    ("new", '{"deal": 5}'),
    ("new", '{"deal": "5", "deal": "5"}'),
    ("new", '{"deal": NaN}'),
    ("new", "[]"),
    ("new", "{"),
    ("view", json.dumps({"record": ILLEGAL})),
    ("act", json.dumps({"record": RECORD, "source": "9", "target": "5"})),
    ("act", json.dumps({"record": ILLEGAL, "source": "9", "target": "5"})),
    ("tap", json.dumps({"record": RECORD, "pile": "t", "count": 1})),
    ("undo", json.dumps({"record": RECORD})),
    ("hint", json.dumps({"record": RECORD, "seconds": 0})),
    ("describe", '{"text": "4,711"}'),
]


@pytest.mark.parametrize(("ask", "text"), BODIES)
def test_http_carries_the_same_texts(ask: str, text: str) -> None:
    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8104") as client:
            return await client.post(f"/api/{ask}", headers={"Content-Type": "application/json"}, content=text)

    response = asyncio.run(go())
    assert Service().answer(ask, text) == Reply(response.status_code, response.text)
