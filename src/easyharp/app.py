"""The ASGI application: carries the protocol over HTTP.

Everything about requests is here: what may reach the protocol, how an error is told, how long and how large a
request may be, who may ask. No rule of the game is here, and no game: the protocol's dictionaries pass
through unread, so any process can answer any request.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.resources
import ipaddress
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NoReturn

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

import easyharp
from easyharp.errors import EasyHarpError, RefusedError, RequestError, TextError
from easyharp.files import Files
from easyharp.openapi import description
from easyharp.pages import PATHS, page
from easyharp.protocol import ASKS, Engine, Json

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = "127.0.0.1"

PATIENCE: Final = 10.0
"""Seconds that a part of a request may take to arrive."""

LARGEST_BODY: Final = 2**20
"""Bytes of a request's body: the longest record, four bytes a character, and room for escapes."""

_LARGEST_AT_ONCE: Final = 2**14
"""Bytes of a body that is answered in the event loop. A game of 5,000 actions fits, and answering it takes
less time than a thread costs to wake; larger ones could hold up everybody else for half a second."""

_STATUS: Final[dict[type[EasyHarpError], int]] = {
    EasyHarpError: 400,
    TextError: 422,
    RefusedError: 409,
    RequestError: 422,
}
"""The error tree's status codes; the nearest ancestor counts."""

_DETAILS: Final = {
    404: "Nothing is at this address.",
    405: "This address is asked in another way: the header Allow tells how.",
    500: "Easy Harp has made a mistake: what it was is told where the server runs.",
}

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(),"
        " microphone=(), midi=(), payment=(), usb=()"
    ),
}
RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
"""What every answer carries, as ASGI wants it."""

_encoder: Final = json.JSONEncoder(separators=(",", ":"))


def create_app(
    host: str = LOOPBACK,
    *,
    engine: Engine | None = None,
    web: Traversable | None = None,
    patience: float = PATIENCE,
) -> ASGIApp:
    """Make the ASGI application.

    ``host`` is the address that it listens on and decides which Host headers are believed, see `_believed`.
    ``engine`` answers the asks. ``web`` is the folder of the card table's files, by default the package's own.
    ``patience`` is how many seconds a body may take to arrive.
    """
    api = _Api(engine or Engine(), patience)
    routes = [Route(f"/{name}", functools.partial(api.answer, name), methods=["POST"]) for name in ASKS]
    routes += [Route("/health", _health), Route("/openapi.json", _described)]
    pages = {path: functools.partial(_encoded, *names) for path, names in PATHS.items()}
    files = Files(importlib.resources.files("easyharp") / "web" if web is None else web, pages)
    app = Starlette(
        routes=[Mount("/api", Router(routes, redirect_slashes=False)), Route("/{path:path}", files.answer)],
        exception_handlers={HTTPException: _http_problem, EasyHarpError: _asked_badly, Exception: _our_mistake},
    )
    app.router.redirect_slashes = False
    return _Guard(app, _believed(host))


def _encoded(language: str, name: str) -> bytes:
    return page(language, name).encode()


def _believed(host: str) -> Callable[[str], bool]:
    """Return the test for the host names that a request may be addressed to.

    A page of another site can give its own name our address (DNS rebinding), and its requests then count as
    of the same origin; but they still name that site in the Host header. So on a loopback address only the
    names of loopback are believed. On any other address IP addresses are believed, because no foreign site's
    name is one, and the names of this machine; and what was given as host, always.
    """
    names = {"localhost", "127.0.0.1", "::1", plain_host(host)}
    if _is_loopback(host):
        return names.__contains__
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    names |= {machine, short, f"{short}.local"}
    return lambda name: name in names or _address(name) is not None


def plain_host(host: str) -> str:
    """Return a host name or address in the one form that it is compared in."""
    plain = host.lower().removeprefix("[").removesuffix("]").removesuffix(".")
    return str(_address(plain) or plain)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _address(plain_host(host))
    return plain_host(host) == "localhost" if address is None else address.is_loopback


class _Guard:
    """ASGI middleware around everything: turns foreigners away and signs every response.

    It adds the security headers, ends the connection after an answer whose request has not been read to its
    end, and leaves out the body of answers to HEAD.
    """

    def __init__(self, app: ASGIApp, believes: Callable[[str], bool]) -> None:
        self._app = app
        self._believes = believes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        method = scope["method"]
        unread = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"

        async def received() -> Message:
            nonlocal unread
            message = await receive()
            unread = unread and message.get("more_body", False)
            return message

        async def signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                end = [(b"connection", b"close")] if unread else []
                message = {**message, "headers": [*message["headers"], *RAW_HEADERS, *end]}
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        app = self._foreign(headers, writes=method not in ("GET", "HEAD", "OPTIONS")) or self._app
        await app(scope, received, signed)

    def _foreign(self, headers: Headers, *, writes: bool) -> Response | None:
        """Return the answer to a request that is not meant for us or not made by us, or ``None``."""
        hosts = headers.getlist("host")
        host = (
            re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:[0-9]{1,5})?", hosts[0], re.ASCII) if len(hosts) == 1 else None
        )
        if host is None:
            return _problem(400, "The header Host should name this server once, as in 'localhost:8104'.")
        if not self._believes(plain_host(host[1])):
            return _problem(421, "The header Host names another server. Use the address that Easy Harp prints.")
        if writes and not _is_of_same_origin(headers, hosts[0]):
            return _problem(403, "Only pages of this server may ask it.")
        return None


def _is_of_same_origin(headers: Headers, host: str) -> bool:
    """Say whether a request comes from our own pages, or from no page at all."""
    own = {f"http://{host}".lower(), f"https://{host}".lower()}
    origins = {origin.lower() for origin in headers.getlist("origin")}
    return origins <= own and set(headers.getlist("sec-fetch-site")) <= {"same-origin", "none"}


class _Api:
    """Reads requests within bounds of size and time, has them answered, and writes the answers."""

    def __init__(self, engine: Engine, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        # Playing a record is work for one processor. More threads would only take turns with each other.
        self._players = ThreadPoolExecutor(max_workers=2, thread_name_prefix="easyharp")

    async def answer(self, ask: str, request: Request) -> Response:
        """Answer one request to ``/api/<ask>``."""
        text = await self._read(request)
        _check_type(request.headers)
        if len(text) <= _LARGEST_AT_ONCE:
            return _json(self._answer(ask, text))
        return _json(await asyncio.get_running_loop().run_in_executor(self._players, self._answer, ask, text))

    def _answer(self, ask: str, text: bytes) -> bytes:
        return _encoder.encode(self._engine.answer(ask, _decoded(text))).encode("ascii")

    async def _read(self, request: Request) -> bytes:
        """Read a body.

        One that is somewhat too large is read to its end nevertheless: most clients look for an answer only
        when they have sent everything. A client that waits for our consent to send it gets the answer at once.

        Raises:
            HTTPException: 413, 408, or that the client has gone, which nobody will hear.
        """
        if "expect" in request.headers and _declared_size(request.headers) > LARGEST_BODY:
            raise _too_large()
        body, size = bytearray(), 0
        try:
            async with asyncio.timeout(self._patience):
                more = True
                while more and size <= 8 * LARGEST_BODY:
                    message = await request.receive()
                    if message["type"] == "http.disconnect":
                        raise HTTPException(400, "The connection ended before the body did.")
                    part, more = message.get("body", b""), message.get("more_body", False)
                    size += len(part)
                    if size <= LARGEST_BODY:
                        body += part
        except TimeoutError:
            if size <= LARGEST_BODY:
                detail = f"The body has not arrived within {self._patience:g} seconds."
                raise HTTPException(408, detail) from None
        if size > LARGEST_BODY:
            raise _too_large()
        return bytes(body)


def _too_large() -> HTTPException:
    return HTTPException(413, f"The body is larger than {LARGEST_BODY:,} bytes.")


def _declared_size(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if re.fullmatch("[0-9]{1,20}", length) else 0


def _check_type(headers: Headers) -> None:
    """Raise unless a body is JSON in UTF-8, so that no form of another page can be taken for a request."""
    kind, _, parameters = headers.get("content-type", "").lower().partition(";")
    charset = re.search(r"charset\s*=\s*\"?([^\s;\"]*)", parameters)
    if kind.strip() != "application/json" or (charset and charset[1] not in ("utf-8", "utf8")):
        raise HTTPException(415, "The body should be application/json in UTF-8, and its Content-Type say so.")
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise HTTPException(415, "The body should not be compressed.")


def _decoded(text: bytes) -> object:
    """Read JSON.

    Raises:
        HTTPException: 400; it is not UTF-8, not JSON, or JSON that means different things to different readers.
    """
    try:
        return _decoder.decode(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        detail = f"The body is not UTF-8: byte {error.start} cannot be there."
    except json.JSONDecodeError as error:
        detail = f"The body is not JSON: {error.msg}, in line {error.lineno}, column {error.colno}."
    except RecursionError:
        detail = "The body is nested too deeply: no request is more than one object."
    except ValueError as error:
        detail = f"The body is not JSON that can be read: {error}."
    raise HTTPException(400, detail)


def _members(pairs: list[tuple[str, Any]]) -> Json:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has two members of the same name")
    return members


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_decoder: Final = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_number)


async def _health(_request: Request) -> Response:
    """Tell who is here: by this an Easy Harp that finds its port taken knows another."""
    return _json(_encoder.encode({"app": "easyharp", "version": easyharp.__version__}).encode("ascii"))


async def _described(_request: Request) -> Response:
    return _json(_description())


@functools.cache
def _description() -> bytes:
    return _encoder.encode(description()).encode("ascii")


def _json(body: bytes) -> Response:
    return Response(body, headers={"Content-Type": "application/json", "Cache-Control": "no-store"})


def _problem(status: int, detail: str, pointer: str = "") -> Response:
    """Return a problem document (RFC 9457)."""
    headers = {"Content-Type": "application/problem+json", "Cache-Control": "no-store"}
    return Response(problem_text(status, detail, pointer), status, headers)


def problem_text(status: int, detail: str, pointer: str = "") -> bytes:
    """Return the JSON of a problem document; ``pointer`` is a JSON pointer to what is wrong in the body."""
    problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return _encoder.encode(problem | ({"pointer": pointer} if pointer else {})).encode("ascii")


async def _asked_badly(_request: Request, error: Exception) -> Response:
    status = next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)
    return _problem(status, str(error), error.where if isinstance(error, RequestError) else "")


async def _http_problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it is registered for
    response = _problem(error.status_code, _DETAILS.get(error.status_code, error.detail))
    response.headers.update(error.headers or {})
    return response


async def _our_mistake(_request: Request, _error: Exception) -> Response:
    return _problem(500, _DETAILS[500])
