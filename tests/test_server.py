"""The server: what it carries, whom it answers, and that nothing that reaches it brings it down."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gzip
import http.client
import importlib.resources
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import easyharp
from easyharp import server
from easyharp.actions import Action
from easyharp.app import create_app
from easyharp.errors import ActionError, CodeError, EasyHarpError, RecordError, RefusedError, RequestError
from easyharp.protocol import ASKS, LONGEST_RECORD, Engine
from easyharp.refusals import Refusal, RefusalCode
from json_values import bodies
from played_games import NOTHING_LEFT, played_through

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from starlette.types import ASGIApp, Message

    from easyharp.position import Position

Json = dict[str, Any]

FIVE = '[Deal "EH1-N-AAAAAAF"]\n\n'
DRAW: Json = {"record": FIVE, "source": "t", "target": "w"}
APP = create_app()
NOTHING: Message = {"type": "http.request", "body": b"", "more_body": False}
EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing is bound to it
JSON_TYPE = {"content-type": "application/json"}
AS_LONG_AS_CAN_BE = FIVE + (" ".join(["tw"] * 59 + ["wt"]) + " ") * ((LONGEST_RECORD - len(FIVE)) // 180)


def send(
    method: str, path: str, *, app: ASGIApp | None = None, base: str = "127.0.0.1:8104", **more: Any
) -> httpx.Response:
    """Make a request of an app in this process. What the app raises is raised here."""

    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(APP if app is None else app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{base}") as client:
            return await client.request(method, path, **more)

    response = asyncio.run(go())
    check(response)
    return response


def post(ask: str, content: object, **more: Any) -> httpx.Response:
    """Ask with bytes as they are, or with something as JSON."""
    if not isinstance(content, bytes):
        content = json.dumps(content).encode()
    return send("POST", f"/api/{ask}", content=content, **({"headers": JSON_TYPE} | more))


def call(app: ASGIApp, method: str, path: str, headers: list[tuple[bytes, bytes]], message: Message) -> list[Message]:
    """Call an app as a server does, without the good manners of an HTTP client, and return what it sends."""
    sent: list[Message] = []

    async def receive() -> Message:
        return message

    async def hear(message: Message) -> None:
        sent.append(message)

    async def go() -> None:
        scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}
        await app(scope, receive, hear)

    asyncio.run(go())
    return sent


def check(response: httpx.Response) -> None:
    """Assert what holds for every response."""
    assert response.status_code < 500
    assert "Traceback" not in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in response.headers["permissions-policy"]
    assert "default-src 'none'; script-src 'self'" in response.headers["content-security-policy"]
    assert "server" not in response.headers
    if response.status_code >= 400 and response.request.method != "HEAD":
        check_problem(response.status_code, response.headers["content-type"], response.content)


def check_problem(status: int, kind: str, content: bytes) -> None:
    problem = json.loads(content)
    assert kind == "application/problem+json"
    assert problem["status"] == status
    assert problem["type"] == "about:blank"
    assert problem["title"]
    assert problem["detail"].endswith(".")


# What it carries


@pytest.mark.parametrize(
    ("ask", "body"),
    [
        ("new", {"deal": "5"}),
        ("new", {"date": "2026-12-24"}),
        ("view", {"record": FIVE + "74 xx"}),
        ("act", DRAW),
        ("act", {"record": FIVE, "source": "1", "target": "1"}),
        ("tap", {"record": FIVE, "pile": "t", "count": 1}),
        ("double_tap", {"record": FIVE, "pile": "7", "count": 1}),
        ("undo", {"record": FIVE + "74"}),
        ("redo", {"record": FIVE + "74 uu"}),
        ("finish", {"record": FIVE}),
        ("hint", {"record": str(played_through(*NOTHING_LEFT[0]).record)}),
        ("describe", {"text": "\ud800"}),
        ("describe", {"text": "4 711"}),
    ],
)
def test_the_protocol_s_answers_pass_through_unchanged(ask: str, body: Json) -> None:
    response = post(ask, body)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert response.json() == Engine().answer(ask, body)
    assert b": " not in response.content.replace(b"\\n", b"").split(b'"detail"')[0]


def test_the_longest_record_is_answered_in_a_thread() -> None:
    engine = Engine()
    threads = set()
    ask = engine.answer

    def watched(name: str, body: object, stopped: Callable[[], bool]) -> Json:
        threads.add(threading.current_thread())
        return ask(name, body, stopped)

    engine.answer = watched  # type: ignore[method-assign,assignment]
    app = create_app(engine=engine)
    assert post("view", {"record": AS_LONG_AS_CAN_BE}, app=app).json()["problem"] is None
    assert threading.current_thread() not in threads
    post("view", {"record": FIVE}, app=app)
    assert threading.current_thread() in threads


def test_the_longest_record_fits_however_it_is_written() -> None:
    tag = '[Note "' + "\N{PLAYING CARD BACK}" * (LONGEST_RECORD - len(FIVE) - 10) + '"]\n'
    record = '[Deal "EH1-N-AAAAAAF"]\n' + tag
    response = post("view", json.dumps({"record": record}, ensure_ascii=False).encode())
    assert response.status_code == 200
    assert response.json()["problem"] is None


def test_health_names_the_app_and_its_version() -> None:
    response = send("GET", "/api/health")
    assert response.json() == {"app": "easyharp", "version": easyharp.__version__}


@pytest.mark.parametrize("path", ["/api/health", "/api/openapi.json"])
def test_head_is_get_without_a_body(path: str) -> None:
    got, head = send("GET", path), send("HEAD", path)
    assert head.content == b""
    assert head.headers == got.headers


# Thinking


class Slow:
    """An adviser that thinks until nobody waits any more, or it is told to know."""

    verdict = "unknown"
    action = None

    def __init__(self) -> None:
        self.begun, self.ended, self.knows = threading.Semaphore(0), threading.Semaphore(0), threading.Event()
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()

    def advise(self, _position: Position, _seconds: float, stopped: Callable[[], bool]) -> Slow:
        with self.lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.begun.release()
        while not (stopped() or self.knows.is_set()):
            time.sleep(0.005)
        with self.lock:
            self.at_once -= 1
        self.ended.release()
        return self


@pytest.fixture
def slow() -> Iterator[Slow]:
    adviser = Slow()
    yield adviser
    adviser.knows.set()


async def begun(adviser: Slow) -> None:
    """Wait until somebody thinks."""
    assert await asyncio.to_thread(adviser.begun.acquire, timeout=20)


def thinking_client(adviser: Slow) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_app(engine=Engine(adviser)))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8104")


def test_actions_are_answered_while_somebody_thinks(slow: Slow) -> None:
    async def go() -> None:
        async with thinking_client(slow) as client:
            hints = [asyncio.create_task(client.post("/api/hint", json={"record": FIVE})) for _ in range(5)]
            await begun(slow)
            await begun(slow)
            for body in (DRAW, DRAW | {"record": AS_LONG_AS_CAN_BE}):
                assert (await client.post("/api/act", json=body)).status_code == 200
            assert not any(hint.done() for hint in hints)
            slow.knows.set()
            answers = [(await hint).json() for hint in hints]
        assert answers == [{"verdict": "unknown", "move_left": True, "action": None}] * 5
        assert slow.most_at_once == 2

    asyncio.run(go())


def test_thinking_stops_when_the_client_has_gone(slow: Slow) -> None:
    app = create_app(engine=Engine(slow))
    body = json.dumps({"record": FIVE}).encode()
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/hint", "headers": headers, "query_string": b""}

    async def go() -> None:
        messages: Iterator[Message] = iter(
            [{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}]
        )

        async def receive() -> Message:
            message = next(messages)
            if message["type"] == "http.disconnect":
                await begun(slow)
            return message

        async def send(_message: Message) -> None:
            pass

        await app(scope, receive, send)
        assert slow.ended.acquire(timeout=20)

    asyncio.run(go())


def test_nothing_is_played_for_a_client_who_has_gone_before_its_turn(slow: Slow) -> None:
    class Counting(Engine):
        def look(self, text: str) -> tuple[easyharp.Game, dict[str, Any] | None]:
            played.append(text)
            return super().look(text)

    played: list[str] = []
    engine = Counting(slow)

    async def go() -> None:
        transport = httpx.ASGITransport(create_app(engine=engine))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8104") as client:
            hints = [asyncio.create_task(client.post("/api/hint", json={"record": FIVE})) for _ in range(2)]
            await begun(slow)
            await begun(slow)
            hints += [asyncio.create_task(client.post("/api/hint", json={"record": FIVE})) for _ in range(9)]
            await asyncio.sleep(0.1)
            for hint in hints[2:]:
                hint.cancel()
            await asyncio.wait(hints[2:])
            slow.knows.set()
            await asyncio.wait(hints[:2])
            assert (await client.post("/api/hint", json={"record": FIVE})).status_code == 200

    asyncio.run(go())
    assert len(played) == 3


def test_thinking_stops_when_the_server_ends(slow: Slow) -> None:
    async def go() -> None:
        async with thinking_client(slow) as client:
            hint = asyncio.create_task(client.post("/api/hint", json={"record": FIVE}))
            await begun(slow)
            hint.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hint
        assert await asyncio.to_thread(slow.ended.acquire, timeout=20)

    asyncio.run(go())


def test_the_server_s_own_adviser_is_the_solver() -> None:
    answer = post("hint", {"record": FIVE}).json()
    assert answer["verdict"] == "winnable"
    assert easyharp.Game.from_deal(5).refusal(Action(**answer["action"])) is None


# What it refuses


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON"),
        (b"{", "line 1, column 2"),
        (b"{'record': 1}", "not JSON"),
        (b'{"record": "x"} {}', "not JSON"),
        (b'{"record": "a\nb"}', "not JSON"),
        (b'{"record": "\x00"}', "not JSON"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b'{"record": "\xed\xa0\x80"}', "not UTF-8"),
        (b'{"record": "\xc0\xae"}', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"record": NaN}', "NaN is no number"),
        (b'{"count": -Infinity}', "-Infinity is no number"),
        (b'{"count": ' + b"1" * 5000 + b"}", "can be read"),
        (b'{"record": "x", "record": "y"}', "two members of the same name"),
        (b'{"record": {"a": 1, "a": 1}}', "two members of the same name"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_is_no_json_is_400(content: bytes, says: str) -> None:
    response = post("view", content)
    assert response.status_code == 400
    assert says in response.json()["detail"]


@pytest.mark.parametrize(
    ("ask", "content", "pointer"),
    [
        ("view", [], None),
        ("view", None, None),
        ("view", "record", None),
        ("view", {}, "/record"),
        ("view", {"record": 5}, "/record"),
        ("view", {"record": "\ud800"}, "/record"),
        ("view", {"record": FIVE, "\ud800/~": 1}, "/\ud800~1~0"),
        ("view", {"record": "x" * (LONGEST_RECORD + 1)}, "/record"),
        ("act", DRAW | {"source": "\ud800"}, "/source"),
        ("act", DRAW | {"source": "\x00"}, "/source"),
        ("act", DRAW | {"count": 10**400}, "/count"),
        ("act", DRAW | {"count": 1e300}, "/count"),
        ("act", DRAW | {"count": 2}, "/count"),
        ("act", DRAW | {"record": FIVE + "1a"}, "/record"),
        ("new", {"deal": "\ud800"}, "/deal"),
        ("new", {"date": "\ud800"}, "/date"),
        ("new", {"deal": "5", "date": "2026-12-24"}, None),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_the_protocol_does_not_know_is_422_and_pointed_at(ask: str, content: object, pointer: str | None) -> None:
    response = post(ask, content)
    assert response.status_code == 422
    assert response.json().get("pointer") == pointer


def test_an_overflowing_number_is_refused_as_any_other() -> None:
    response = post("act", b'{"record": "x", "source": "t", "target": "w", "count": 1e999}')
    assert response.status_code == 422
    assert response.json()["pointer"] == "/count"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "application/json; charset=UTF-8"}, 200),
        ({"content-type": 'Application/JSON;charset="utf-8"'}, 200),
        ({"content-type": "application/json", "content-encoding": "identity"}, 200),
        ({}, 415),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "application/json; charset=utf-16"}, 415),
        ({"content-type": "application/jsonp"}, 415),
        ({"content-type": "application/json", "content-encoding": "gzip"}, 415),
    ],
)
def test_only_json_in_utf_8_is_read(headers: dict[str, str], status: int) -> None:
    assert post("act", DRAW, headers=headers).status_code == status


@pytest.mark.parametrize(
    "path", ["/nothing", "/api", "/api/", "/api/cheat", "/api/act/", "/api/health/", "/a%0Ab", "/API/act"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_unknown_addresses_are_404(method: str, path: str) -> None:
    assert send(method, path).status_code == 404


def test_unknown_asks_are_404_for_every_method() -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "BREW"):
        assert send(method, "/api/cheat").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/api/act", {"POST"}),
        ("HEAD", "/api/act", {"POST"}),
        ("PUT", "/api/act", {"POST"}),
        ("OPTIONS", "/api/act", {"POST"}),
        ("POST", "/api/health", {"GET", "HEAD"}),
        ("POST", "/", {"GET", "HEAD"}),
        ("DELETE", "/index.html", {"GET", "HEAD"}),
        ("BREW", "/api/openapi.json", {"GET", "HEAD"}),
    ],
)
def test_wrong_methods_are_405_and_the_right_ones_are_named(method: str, path: str, allow: set[str]) -> None:
    response = send(method, path)
    assert response.status_code == 405
    assert {verb.strip() for verb in response.headers["allow"].split(",")} == allow


# Bounds


async def in_parts(part: bytes, times: int, pause: float = 0) -> AsyncIterator[bytes]:
    for _ in range(times):
        yield part
        await asyncio.sleep(pause)


@pytest.mark.parametrize(
    "headers", [{}, {"content-length": "5"}, {"content-length": "nonsense"}, {"content-length": "9" * 5000}]
)
def test_a_body_is_measured_whatever_it_claims(headers: dict[str, str]) -> None:
    for times, status in ((15, 400), (17, 413), (1_000_000, 413)):
        response = send("POST", "/api/view", content=in_parts(b"x" * 2**16, times), headers=JSON_TYPE | headers)
        assert response.status_code == status
    assert "1,048,576 bytes" in response.json()["detail"]
    assert response.headers["connection"] == "close"


def test_a_client_that_asks_before_it_sends_too_much_is_told_at_once() -> None:
    headers = JSON_TYPE | {"expect": "100-continue", "content-length": str(2**21)}
    assert send("POST", "/api/view", content=in_parts(b"", 10, 3600), headers=headers).status_code == 413


def test_a_body_that_does_not_arrive_is_408() -> None:
    app = create_app(patience=0.05)
    response = send("POST", "/api/view", app=app, content=in_parts(b"x", 10, 3600), headers=JSON_TYPE)
    assert response.status_code == 408
    assert response.headers["connection"] == "close"
    endless = in_parts(b"x" * (2**20 + 1), 10, 3600)
    assert send("POST", "/api/view", app=app, content=endless, headers=JSON_TYPE).status_code == 413


def test_a_client_that_goes_away_leaves_nothing_behind() -> None:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"9")]
    start, *_ = call(APP, "POST", "/api/act", headers, {"type": "http.disconnect"})
    assert start["status"] == 400


# Who may ask


@pytest.mark.parametrize(
    ("bound", "host", "status"),
    [
        ("127.0.0.1", "127.0.0.1:8104", 200),
        ("127.0.0.1", "127.0.0.1", 200),
        ("127.0.0.1", "LOCALHOST:1", 200),
        ("127.0.0.1", "localhost.:8104", 200),
        ("127.0.0.1", "[::1]:8104", 200),
        ("127.0.0.1", "[0:0:0:0:0:0:0:1]:8104", 200),
        ("127.0.0.1", "192.168.1.5:8104", 421),
        ("127.0.0.1", "evil.example:8104", 421),
        ("127.0.0.1", "localhost.evil.example", 421),
        ("127.0.0.1", "127.0.0.1.evil.example", 421),
        ("127.0.0.1", "127.0.0.1:8104@evil.example", 400),
        ("127.0.0.1", "", 400),
        ("127.0.0.1", "a b", 400),
        ("127.0.0.1", "[::1", 400),
        ("127.0.0.1", "localhost:port", 400),
        ("127.0.0.1", "l\u00f6calhost", 400),
        ("127.0.0.2", "127.0.0.2:8104", 200),
        ("::1", "[::1]:8104", 200),
        ("[::1]", "localhost:8104", 200),
        ("::1", "192.168.1.5", 421),
        (EVERYWHERE, "192.168.1.5:8104", 200),
        (EVERYWHERE, "[fe80::1]:8104", 200),
        ("::", "192.168.1.5", 200),
        (EVERYWHERE, "localhost:8104", 200),
        (EVERYWHERE, "evil.example:8104", 421),
        ("192.168.1.5", "evil.example", 421),
        ("harp.example", "harp.example:8104", 200),
        ("harp.example", "evil.example:8104", 421),
    ],
)
def test_the_host_has_to_be_this_server(bound: str, host: str, status: int) -> None:
    response = send("GET", "/api/health", app=create_app(bound), headers={"host": host.encode("latin-1")})
    assert response.status_code == status


def test_the_machine_s_own_name_is_known_when_others_can_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Harfe.fritz.box")
    for host in ("harfe", "harfe.local", "harfe.fritz.box"):
        assert send("GET", "/api/health", app=create_app(EVERYWHERE), headers={"host": host}).status_code == 200
        assert send("GET", "/api/health", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("hosts", [[], ["localhost", "localhost"], ["localhost", "evil.example"]])
def test_the_host_is_named_once(hosts: list[str]) -> None:
    start, *_ = call(APP, "GET", "/api/health", [(b"host", host.encode()) for host in hosts], NOTHING)
    assert start["status"] == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://127.0.0.1:8104"}, 200),
        ({"origin": "HTTP://127.0.0.1:8104", "sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"origin": "http://127.0.0.1:8105"}, 403),
        ({"origin": "http://localhost:8104"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://127.0.0.1:8104", "sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_only_our_own_pages_may_ask(headers: dict[str, str], status: int) -> None:
    assert post("act", DRAW, headers=JSON_TYPE | headers).status_code == status


def test_a_link_from_elsewhere_opens_the_table(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Harp</title>")
    headers = {"sec-fetch-site": "cross-site", "origin": "http://evil.example"}
    assert send("GET", "/", app=create_app(web=tmp_path), headers=headers).status_code == 200


# Anything at all


@given(st.sampled_from(sorted(ASKS)), bodies)
def test_any_json_gets_an_answer_or_a_problem(ask: str, body: object) -> None:
    assert post(ask, body, app=APP).status_code in (200, 400, 422)


@given(st.sampled_from(sorted(ASKS)), st.binary(max_size=200))
def test_any_bytes_get_an_answer_or_a_problem(ask: str, body: bytes) -> None:
    assert post(ask, body, app=APP).status_code in (200, 400, 422)


@given(
    st.sampled_from(["GET", "HEAD", "POST", "PUT", "OPTIONS", "X"]),
    st.text(max_size=30),
    st.dictionaries(
        st.sampled_from(
            ["accept-encoding", "if-none-match", "content-type", "origin", "expect", "content-length", "host"]
        ),
        st.binary(max_size=30),
    ),
)
def test_any_address_and_header_get_an_answer_or_a_problem(method: str, path: str, headers: dict[str, bytes]) -> None:
    raw = [(name.encode(), value) for name, value in ({"host": b"localhost"} | headers).items()]
    body: Message = {"type": "http.request", "body": b"{}", "more_body": False}
    start, rest = call(APP, method, f"/{path}", raw, body)
    assert start["status"] < 500
    assert start["status"] < 400 or method == "HEAD" or b'"detail"' in rest["body"]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (RequestError("No."), 422),
        (ActionError("No."), 422),
        (CodeError("No.", "empty"), 422),
        (RecordError("No."), 422),
        (RefusedError("No.", Refusal(RefusalCode.GAME_WON)), 409),
        (EasyHarpError("No."), 400),
    ],
)
def test_the_whole_tree_of_errors_has_a_status(error: EasyHarpError, status: int) -> None:
    engine = Engine()

    def fail(_ask: str, _body: object, _stopped: object) -> Json:
        raise error

    engine.answer = fail  # type: ignore[method-assign,assignment]
    assert post("view", {}, app=create_app(engine=engine)).status_code == status


def test_our_own_mistake_is_a_problem_without_a_traceback() -> None:
    engine = Engine()

    def fail(_ask: str, _body: object) -> Json:
        raise KeyError("secret")

    engine.answer = fail  # type: ignore[method-assign,assignment]

    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(engine=engine), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/api/view", json={})

    response = asyncio.run(go())
    assert response.status_code == 500
    check_problem(500, response.headers["content-type"], response.content)
    assert "secret" not in response.text
    assert "content-security-policy" in response.headers


# Files


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "words").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Easy Harp</title>" * 50)
    (folder / "words" / "index.html").write_text("words")
    (folder / "table.js").write_text("export {};" * 100)
    (folder / "face.svg").write_text("<svg/>")
    (folder / "style.css").write_text("a{}")
    (folder / "words" / "de.js").write_text("export {};")
    (folder / ".hidden.js").write_text("no")
    (folder / "notes.md").write_text("no")
    (tmp_path / "secret.txt").write_text("no")
    return folder


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/words/", "text/html; charset=utf-8"),
        ("/table.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/face.svg", "image/svg+xml"),
        ("/words/de.js", "text/javascript; charset=utf-8"),
    ],
)
def test_files_have_their_types(web: Path, path: str, kind: str) -> None:
    app = create_app(web=web)
    response = send("GET", path, app=app)
    assert response.status_code == 200
    assert response.headers["content-type"] == kind
    assert response.headers["cache-control"] == "no-cache"
    assert response.content == (web / (path[1:] + "index.html" * path.endswith("/"))).read_bytes()
    head = send("HEAD", path, app=app)
    assert head.headers == response.headers
    assert head.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/words/../../secret.txt",
        "/words/%2e%2e/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/c:/secret.txt",
        "/.hidden.js",
        "/notes.md",
        "/words",
        "/table.js/",
        "/table.js%00",
        "/table.js%00.js",
        "/table.js::$DATA",
        "/missing.js",
        "/" + "a" * 5000 + ".js",
        "/" + "a/" * 2000 + "b.js",
        "/%ff.js",
    ],
)
def test_nothing_but_the_folder_s_own_files_is_served(web: Path, path: str) -> None:
    assert send("GET", path, app=create_app(web=web)).status_code == 404


def test_a_kept_file_is_not_sent_again_until_it_changes(web: Path) -> None:
    app = create_app(web=web)
    for encoding in ("identity", "gzip"):
        first = send("GET", "/table.js", app=app, headers={"accept-encoding": encoding})
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            headers = {"accept-encoding": encoding, "if-none-match": known}
            response = send("GET", "/table.js", app=app, headers=headers)
            assert response.status_code == 304
            assert response.content == b""
            assert {name: response.headers[name] for name in ("etag", "cache-control", "vary")} == {
                "etag": tag,
                "cache-control": "no-cache",
                "vary": "Accept-Encoding",
            }
    (web / "table.js").write_text("import {};" * 100)
    changed = send("GET", "/table.js", app=app, headers={"accept-encoding": "gzip", "if-none-match": tag})
    assert changed.status_code == 200
    assert changed.text == "import {};" * 100


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("br, GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0", None),
        ("gzip; q=0.000", None),
        ("br", None),
        ("identity", None),
        ("", None),
        (";q=;,,;", None),
    ],
)
def test_text_is_compressed_for_those_who_accept_it(web: Path, accepted: str, coding: str | None) -> None:
    app = create_app(web=web)
    response = send("GET", "/table.js", app=app, headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == coding
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.text == "export {};" * 100
    assert int(response.headers["content-length"]) == (
        len(gzip.compress(response.content, mtime=0)) if coding else len(response.content)
    )


def test_the_package_s_own_files_are_served() -> None:
    shipped = importlib.resources.files("easyharp") / "web"
    with importlib.resources.as_file(shipped) as folder:
        paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert "index.html" in paths
    for path in paths:
        assert send("GET", f"/{path}").status_code == 200, path


# On a real port

SCRIPT = """
import sys
from easyharp import server
from easyharp.actions import Action
server.PATIENCE = 0.5
raise SystemExit(server.serve("127.0.0.1", 0, open_browser=False))
"""


@dataclass
class Running:
    process: subprocess.Popen[str]
    port: int

    def end(self, number: signal.Signals) -> None:
        """Ask it to end, and assert that it does so quietly."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        assert out == ""
        assert "Traceback" not in err
        assert "Exception" not in err

    def say(self, text: bytes, *, then_end: bool = False) -> bytes:
        """Send bytes and return all that comes back until the server ends the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(text)
                if then_end:
                    connection.shutdown(socket.SHUT_WR)
            return received(connection)

    def is_well(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", "/api/health")
        found = connection.getresponse()
        body = json.loads(found.read())
        connection.close()
        return found.status == 200 and body["app"] == "easyharp"


def received(connection: socket.socket) -> bytes:
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(2**16):
            parts.append(part)
    return b"".join(parts)


def start() -> Running:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"Easy Harp is running: http://127\.0\.0\.1:([0-9]+)/ \(Ctrl\+C ends it\)\n", line)
    assert found, line
    return Running(process, int(found[1]))


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    one = start()
    yield one
    one.end(signal.SIGTERM)


HOST = b"Host: localhost\r\n"
ASK = b"POST /api/act HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


def statuses(answer: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.1 ([0-9]{3})", answer)]


@pytest.mark.parametrize(
    "text",
    [
        b"\x00\xff\x00\xff\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"A" * 100_000,
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"bad header\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100),
        ASK + b"Content-Length: -1\r\n\r\n",
        ASK + b"Content-Length: 1, 2\r\n\r\n",
        ASK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        ASK + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
        ASK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        ASK + b"Transfer-Encoding: gzip\r\n\r\n{}",
        ASK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        ASK + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffffffff\r\n{}",
        b"POST /api/none HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /api/none HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n",
    ],
    ids=lambda text: repr(text)[:40],
)
def test_what_is_not_http_is_400(running: Running, text: bytes) -> None:
    answer = running.say(text)
    assert set(statuses(answer)) <= {400, 404}
    head, _, body = answer[answer.rindex(b"HTTP/1.1 ") :].partition(b"\r\n\r\n")
    assert b"content-security-policy: " in head.lower()
    check_problem(int(head.split()[1]), "application/problem+json", body)
    assert running.is_well()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"OPTIONS * HTTP/1.1\r\n" + HOST, 404),
        (b"CONNECT localhost:1 HTTP/1.1\r\n" + HOST, 404),
        (b"GET /none HTTP/9.9\r\n" + HOST, 404),
        (b"TRACE / HTTP/1.1\r\n" + HOST, 405),
        (b"GET http://evil.example/ HTTP/1.1\r\n" + HOST, 404),
        (b"GET /api/health HTTP/1.0\r\n", 400),
        (b"GET /api/health HTTP/1.0\r\n" + HOST, 200),
        (b"GET /api/health HTTP/1.1\r\nHost: evil.example\r\n", 421),
        (b"GET /%00%0d%0aX:%20y HTTP/1.1\r\n" + HOST, 404),
        (b"GET /api/health HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n", 200),
    ],
    ids=lambda text: repr(text)[:40],
)
def test_odd_http_gets_its_answer(running: Running, text: bytes, expected: int) -> None:
    assert statuses(running.say(text + b"Connection: close\r\n\r\n", then_end=True)) == [expected]
    assert running.is_well()


def test_requests_may_come_in_one_go(running: Running) -> None:
    one = ASK + f"Content-Length: {len(json.dumps(DRAW))}\r\n\r\n{json.dumps(DRAW)}".encode()
    last = b"GET /api/health HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    answer = running.say(one + one + last)
    assert statuses(answer) == [200, 200, 200]
    assert answer.count(b'"played":"tw"') == 2


@pytest.mark.parametrize("text", [b"G", b"GET / HTTP/1.1\r\nHost:", b"GET / HTTP/1.1\r\n" + HOST])
def test_a_head_that_does_not_arrive_is_408(running: Running, text: bytes) -> None:
    assert statuses(running.say(text)) == [408]


def test_a_connection_over_which_nothing_comes_is_ended(running: Running) -> None:
    assert running.say(b"") == b""


def test_the_second_head_has_no_longer_than_the_first(running: Running) -> None:
    whole = b"GET /api/health HTTP/1.1\r\n" + HOST + b"\r\n"
    assert statuses(running.say(whole + whole[:20])) == [200, 408]


def test_a_slow_body_is_408(running: Running) -> None:
    assert statuses(running.say(ASK + b"Content-Length: 10\r\n\r\n{")) == [408]
    assert statuses(running.say(ASK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")) == [408]


@pytest.mark.parametrize("framing", [b"Transfer-Encoding: chunked", b"Content-Length: 20000000"])
def test_a_large_body_is_413(running: Running, framing: bytes) -> None:
    chunk = b"10000\r\n" + b"x" * 2**16 + b"\r\n" if b"chunked" in framing else b"x" * 2**16
    assert statuses(running.say(ASK + framing + b"\r\n\r\n" + chunk * 300)) == [413]
    assert running.is_well()


def test_a_client_that_waits_for_consent_gets_it(running: Running) -> None:
    content = json.dumps(DRAW).encode()
    asked = ASK + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as connection:
        connection.sendall(asked % len(content))
        assert statuses(connection.recv(2**16)) == [100]
        connection.sendall(content)
        assert statuses(received(connection)) == [200]
    assert statuses(running.say(asked % 2**30)) == [413]


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            [ASK, HOST, b"GET / HTTP/1.1\r\n", b"\r\n", b"Transfer-Encoding: chunked\r\n", b"5\r\n", b"0\r\n\r\n"]
        )
        | st.binary(max_size=50),
        max_size=12,
    )
)
def test_any_bytes_are_answered_or_cut_off(running: Running, parts: list[bytes]) -> None:
    answer = running.say(b"".join(parts), then_end=True)
    assert all(status < 500 for status in statuses(answer))
    assert b"Traceback" not in answer


def test_many_clients_at_once(running: Running) -> None:
    long = {"record": AS_LONG_AS_CAN_BE[:30_000]}

    def play(number: int) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
        body = long if number % 4 == 0 else DRAW
        connection.request("POST", "/api/view" if body is long else "/api/act", json.dumps(body), JSON_TYPE)
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        return answer.status == 200 and found["view"]["deal"] == 5

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(play, range(24)))


def test_connections_are_not_endless(running: Running) -> None:
    with contextlib.ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=20)) for _ in range(300)
        ]
        assert all(received(connection) == b"" for connection in connections)
    assert running.is_well()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no way to send another process Ctrl+C alone")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly_even_while_it_is_asked(number: signal.Signals) -> None:
    one = start()
    with contextlib.ExitStack() as stack:
        for text in (b"", b"GET / HT", ASK + b"Content-Length: 10\r\n\r\n{", ASK + b"Content-Length: 2\r\n\r\n{}"):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", one.port), timeout=20))
            connection.sendall(text)
        assert one.is_well()
        one.end(number)


# Starting


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let no browser open, and return the addresses that one would have opened."""
    urls: list[str] = []

    class Browser:
        name = "easyharp-test"

        def open(self, url: str) -> bool:
            urls.append(url)
            return True

    monkeypatch.setattr(webbrowser, "get", Browser)
    return urls


def test_a_second_start_opens_the_first(
    running: Running, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"http://127.0.0.1:{running.port}/"
    assert server.serve("127.0.0.1", running.port) == 0
    assert opened == [url]
    assert capsys.readouterr() == (f"Easy Harp {easyharp.__version__} is running already: {url}\n", "")
    assert server.serve("127.0.0.1", running.port, open_browser=False) == 0
    assert opened == [url]


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        b'HTTP/1.1 200 OK\r\ncontent-length: 19\r\n\r\n{"app": "easyharp"}',
        b'HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n["app","version"',
        b'HTTP/1.1 200 OK\r\n\r\n{"app": "other", "version": "1"}',
        b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\xff" * 100_000,
        b"",
    ],
    ids=lambda answer: repr(answer)[:40],
)
def test_a_port_taken_by_another_program_is_told(
    answer: bytes, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def reply() -> None:
            connection, _ = other.accept()
            with connection, contextlib.suppress(ConnectionError):
                connection.recv(2**16)
                connection.sendall(answer)

        thread = threading.Thread(target=reply)
        thread.start()
        assert server.serve("127.0.0.1", port) == 2
        thread.join()
    out, err = capsys.readouterr()
    assert (out, opened) == ("", [])
    assert err.count("\n") == 1
    assert f"Port {port} of 127.0.0.1 is taken by another program" in err
    assert "--port" in err


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", -1, "There is no port -1"),
        ("127.0.0.1", 65_536, "There is no port 65536"),
        ("a..b", 0, "There is no host 'a..b'"),
        ("a\x00b", 0, "There is no host 'a\\x00b'"),
        ("", 0, "There is no host ''"),
        ("no such host", 0, "There is no host 'no such host'"),
        ("x" * 300, 0, "There is no host"),
        ("192.0.2.1", 0, "192.0.2.1 is not an address of this computer"),
    ],
)
def test_where_nothing_can_listen_is_told_in_a_sentence(
    host: str, port: int, says: str, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert server.serve(host, port) == 2
    out, err = capsys.readouterr()
    assert (out, opened) == ("", [])
    assert says in err
    assert err.endswith(".\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("number", "says"), [(errno.EACCES, "may not be used"), (errno.EMFILE, "Nothing can listen")])
def test_a_forbidden_port_is_told(
    number: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(socket, "create_server", forbid)
    assert server.serve("127.0.0.1", 80) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8104/"),
        ("localhost", "http://localhost:8104/"),
        (EVERYWHERE, "http://127.0.0.1:8104/"),
        ("::", "http://[::1]:8104/"),
        ("[::1]", "http://[::1]:8104/"),
    ],
)
def test_the_address_is_one_for_a_browser_on_this_computer(host: str, url: str) -> None:
    assert server._url(host, 8104) == url  # noqa: SLF001 - not every machine can listen on all of these


def run_until_open(monkeypatch: pytest.MonkeyPatch, browser: type, host: str) -> list[str]:
    """Serve in a thread until a browser has been opened, and return what it was shown."""
    shown: list[str] = []
    is_open = threading.Event()
    servers: list[Any] = []
    begin = server._Server.startup  # noqa: SLF001 - to get hold of what serve() runs

    async def startup(self: Any, sockets: list[socket.socket] | None = None) -> None:
        servers.append(self)
        await begin(self, sockets)

    def get() -> Any:
        found = browser()
        open_it = found.open

        def watched(url: str) -> None:
            shown.append(url)
            try:
                open_it(url)
            finally:
                is_open.set()

        found.open = watched
        return found

    monkeypatch.setattr(server._Server, "startup", startup)  # noqa: SLF001
    monkeypatch.setattr(webbrowser, "get", get)
    with ThreadPoolExecutor(1) as pool:
        status = pool.submit(server.serve, host, 0)
        assert is_open.wait(30)
        servers[0].should_exit = True
        assert status.result(30) == 0
    return shown


def test_the_browser_is_opened_when_the_server_is_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Browser:
        name = "any"

        def open(self, url: str) -> None:
            answer = httpx.get(f"{url}api/health", trust_env=False)
            assert answer.json()["app"] == "easyharp"

    (url,) = run_until_open(monkeypatch, Browser, "localhost")
    assert capsys.readouterr().out == f"Easy Harp is running: {url} (Ctrl+C ends it)\n"


@pytest.mark.parametrize("host", [EVERYWHERE, "[::]"])
def test_who_else_can_open_it_is_told(
    host: str, opened: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(self: Any, sockets: list[socket.socket]) -> None:
        self._when_started()
        sockets[0].close()

    monkeypatch.setattr(server._Server, "run", run)  # noqa: SLF001 - as if it had started, and ended again
    monkeypatch.setattr(server, "_listener", lambda *_: socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr(socket, "gethostname", lambda: "harp")
    assert server.serve(host, open_browser=False) == 0
    first, second, end = capsys.readouterr().out.split("\n")
    assert first.startswith("Easy Harp is running: http://")
    assert re.fullmatch(r"Other devices reach it at .* such as http://harp:[0-9]+/, and so does everybody .*\.", second)
    assert (end, opened) == ("", [])


def test_a_machine_without_a_browser_serves_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    class Browser:
        name = "any"

        def open(self, _url: str) -> None:
            raise webbrowser.Error("none")

    assert run_until_open(monkeypatch, Browser, "127.0.0.1")


def test_a_browser_that_would_take_the_terminal_is_opened_only_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    urls: list[str] = []

    class Browser:
        name = "w3m"

        def open(self, url: str) -> None:
            urls.append(url)

    monkeypatch.setattr(webbrowser, "get", Browser)
    monkeypatch.delenv("BROWSER", raising=False)
    server._browse("http://localhost/")  # noqa: SLF001
    assert urls == []
    monkeypatch.setenv("BROWSER", "w3m")
    server._browse("http://localhost/")  # noqa: SLF001
    assert urls == ["http://localhost/"]
