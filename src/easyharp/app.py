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
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

import easyharp
from easyharp.files import Files
from easyharp.openapi import description
from easyharp.pages import PATHS, page
from easyharp.protocol import ASKS
from easyharp.service import Reply, Service, as_json, problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from easyharp.protocol import Engine

LOOPBACK: Final = "127.0.0.1"

PATIENCE: Final = 10.0
"""Seconds that a part of a request may take to arrive."""

LARGEST_BODY: Final = 2**20
"""Bytes of a request's body: the longest record, four bytes a character, and room for escapes."""

_LARGEST_AT_ONCE: Final = 2**14
"""Bytes of a body that is answered in the event loop. A game of 5,000 actions fits, and answering it takes
less time than a thread costs to wake; larger ones could hold up everybody else for half a second."""

_DETAILS: Final = {
    404: "Nothing is at this address.",
    405: "This address is asked in another way: the header Allow tells how.",
    500: "Easy Harp has made a mistake: what it was is told where the server runs.",
}

_UNHEARD: Final = Reply(200, "")

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


def create_app(
    host: str = LOOPBACK,
    *,
    engine: Engine | None = None,
    web: Traversable | None = None,
    patience: float = PATIENCE,
) -> ASGIApp:
    """Make the ASGI application.

    ``host`` is the address that it listens on and decides which Host headers are believed, see `_believed`.
    ``engine`` answers the asks; by default one that the solver advises. ``web`` is the folder of the card table's
    files, by default the package's own. ``patience`` is how many seconds a body may take to arrive.
    """
    api = _Api(Service(engine), patience)
    routes = [Route(f"/{name}", functools.partial(api.answer, name), methods=["POST"]) for name in ASKS]
    routes += [Route("/health", _health), Route("/openapi.json", _described)]
    pages = {path: functools.partial(_encoded, *names) for path, names in PATHS.items()}
    files = Files(importlib.resources.files("easyharp") / "web" if web is None else web, pages)
    app = Starlette(
        routes=[Mount("/api", Router(routes, redirect_slashes=False)), Route("/{path:path}", files.answer)],
        exception_handlers={HTTPException: _http_problem, Exception: _our_mistake},
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
            return _response(problem(400, "The header Host should name this server once, as in 'localhost:8104'."))
        if not self._believes(plain_host(host[1])):
            return _response(
                problem(421, "The header Host names another server. Use the address that Easy Harp prints.")
            )
        if writes and not _is_of_same_origin(headers, hosts[0]):
            return _response(problem(403, "Only pages of this server may ask it."))
        return None


def _is_of_same_origin(headers: Headers, host: str) -> bool:
    """Say whether a request comes from our own pages, or from no page at all."""
    own = {f"http://{host}".lower(), f"https://{host}".lower()}
    origins = {origin.lower() for origin in headers.getlist("origin")}
    return origins <= own and set(headers.getlist("sec-fetch-site")) <= {"same-origin", "none"}


class _Api:
    """Reads requests within bounds of size and time, has them answered, and writes the answers."""

    def __init__(self, service: Service, patience: float) -> None:
        self._service = service
        self._patience = patience
        # Playing a record is work for one processor. More threads would only take turns with each other.
        self._players = ThreadPoolExecutor(max_workers=2, thread_name_prefix="easyharp")
        # Who thinks for seconds keeps nobody waiting who plays; further thinks wait for their turn.
        self._thinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="easyharp-thinks")

    async def answer(self, ask: str, request: Request) -> Response:
        """Answer one request to ``/api/<ask>``."""
        body = await self._read(request)
        _check_type(request.headers)
        text = _as_text(body)
        if ASKS[ask].thinks:
            return _response(await self._thought(ask, text, request))
        if len(body) <= _LARGEST_AT_ONCE:
            return _response(self._service.answer(ask, text))
        running = asyncio.get_running_loop()
        return _response(await running.run_in_executor(self._players, self._service.answer, ask, text))

    async def _thought(self, ask: str, text: str, request: Request) -> Reply:
        """Answer an ask that takes long, and stop thinking as soon as the client has gone or the server ends."""
        stopped = threading.Event()
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._thinkers, self._think, ask, text, stopped)
        leaving = asyncio.ensure_future(request.receive())  # after the body nothing comes but the client's going
        try:
            await asyncio.wait((thinking, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.set()
            leaving.cancel()
        return await thinking

    def _think(self, ask: str, text: str, stopped: threading.Event) -> Reply:
        """Answer an ask that takes long, unless nobody waits for it any more by the time that it is its turn."""
        return _UNHEARD if stopped.is_set() else self._service.answer(ask, text, stopped.is_set)

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


def _as_text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise HTTPException(400, f"The body is not UTF-8: byte {error.start} cannot be there.") from None


async def _health(_request: Request) -> Response:
    """Tell who is here: by this an Easy Harp that finds its port taken knows another."""
    return _response(Reply(200, as_json({"app": "easyharp", "version": easyharp.__version__})))


async def _described(_request: Request) -> Response:
    return _response(_description())


@functools.cache
def _description() -> Reply:
    return Reply(200, as_json(description()))


def _response(reply: Reply) -> Response:
    kind = "application/json" if reply.status == HTTPStatus.OK else "application/problem+json"
    return Response(reply.text, reply.status, {"Content-Type": kind, "Cache-Control": "no-store"})


async def _http_problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it is registered for
    response = _response(problem(error.status_code, _DETAILS.get(error.status_code, error.detail)))
    response.headers.update(error.headers or {})
    return response


async def _our_mistake(_request: Request, _error: Exception) -> Response:
    return _response(problem(500, _DETAILS[500]))
