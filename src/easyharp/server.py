"""The local server: listens, tells where, and ends quietly.

Everything about addresses, sockets, signals and browsers is here. What is answered is for `app`.
"""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import HANDLED_SIGNALS

from easyharp.app import LOOPBACK, PATIENCE, RAW_HEADERS, create_app, plain_host
from easyharp.service import problem

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

DEFAULT_HOST: Final = LOOPBACK
DEFAULT_PORT: Final = 8104
_LAST_PORT: Final = 65_535
"""Fixed, because a browser keeps saved games by origin; 104 cards."""

_EVERYWHERE: Final = {"0.0.0.0": DEFAULT_HOST, "::": "::1"}  # noqa: S104 - not bound
"""The hosts that stand for every address of this computer, and where it reaches itself then."""

_TURN: Final = 0.0005
"""Seconds that a thread which thinks may keep the interpreter while an action is to be answered, which takes several
turns: with Python's own 5 ms an answer came three times as late."""

_KEEP_ALIVE: Final = 60
_MOST_CONNECTIONS: Final = 256


def serve(host: str = DEFAULT_HOST, port: int = DEFAULT_PORT, *, open_browser: bool = True) -> int:
    """Run the server until Ctrl+C or SIGTERM, and return the exit status.

    ``port`` 0 takes any free port. If an Easy Harp is running at the port already, the browser is opened
    there. The status is 0, or 2 with a sentence on stderr where nothing can listen at this address.
    """
    with contextlib.suppress(KeyboardInterrupt):
        return _serve(host, port, open_browser=open_browser)
    return 0


def _serve(host: str, port: int, *, open_browser: bool) -> int:
    try:
        listener = _listener(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and (version := _version_running_at(host, port)):
            url = _url(host, port)
            print(f"Easy Harp {version} is running already: {url}", flush=True)  # noqa: T201 - a command's answer
            if open_browser:
                _browse(url)
            return 0
        sys.stderr.write(f"{_trouble(error, host, port)}\n")
        return 2
    port = listener.getsockname()[1]
    url = _url(host, port)
    config = uvicorn.Config(
        create_app(host, patience=PATIENCE),  # by this module's name, which tests set to less
        http=_Connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=2,
    )

    def started() -> None:
        print(f"Easy Harp is running: {url} (Ctrl+C ends it)", flush=True)  # noqa: T201 - a command's answer
        if plain_host(host) in _EVERYWHERE:
            print(_invitation(port), flush=True)  # noqa: T201 - a command's answer
        if open_browser:
            # A thread, because some browsers keep the one who starts them waiting.
            threading.Thread(target=_browse, args=(url,), daemon=True).start()

    sys.setswitchinterval(_TURN)
    _Server(config, started).run([listener])
    return 0


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: nothing can listen there.
    """
    if not 0 <= port <= _LAST_PORT:
        raise OSError(errno.EDOM, "no such port")
    try:
        found = socket.getaddrinfo(plain_host(host) or "?", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except ValueError as error:  # a name that could be none, such as a..b
        raise socket.gaierror(socket.EAI_NONAME, str(error)) from None
    # A name such as localhost has an address of each kind; IPv4 is the one that every machine has.
    family, *_, address = min(found, key=lambda info: info[0] != socket.AF_INET)
    both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(address, family=family, dualstack_ipv6=both)


def _trouble(error: OSError, host: str, port: int) -> str:
    """Say in a sentence why nothing can listen at an address, and what to do."""
    if error.errno == errno.EDOM:
        return f"There is no port {port}: ports run from 1 to 65535, and 0 takes any that is free."
    if isinstance(error, socket.gaierror):
        return f"There is no host {host!r}: give --host an address of this computer, such as {DEFAULT_HOST}."
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < _LAST_PORT else port - 1
        return f"Port {port} of {host} is taken by another program: choose another with --port, such as {other}."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this computer: give --host one that is, such as {DEFAULT_HOST}."
    if error.errno == errno.EACCES:
        return f"Port {port} of {host} may not be used: choose another with --port, such as {DEFAULT_PORT}."
    return f"Nothing can listen at port {port} of {host}: {error.strerror or error}."


def _url(host: str, port: int) -> str:
    """Return the address for a browser on this computer."""
    plain = plain_host(host)
    plain = _EVERYWHERE.get(plain, plain)
    return f"http://{f'[{plain}]' if ':' in plain else plain}:{port}/"


def _invitation(port: int) -> str:
    """Say who else can come, and how, where the server listens at every address of this computer."""
    return (
        f"Other devices reach it at this computer's name or address, such as http://{socket.gethostname()}:{port}/,"
        " and so does everybody else in your network."
    )


def _version_running_at(host: str, port: int) -> str | None:
    """Return the version of the Easy Harp at a port, or ``None`` if something else is there."""
    authority = _url(host, port).removeprefix("http://").removesuffix("/")
    connection = http.client.HTTPConnection(authority, timeout=2)
    try:
        connection.request("GET", "/api/health")
        found = json.loads(connection.getresponse().read(1000))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    match found:
        case {"app": "easyharp", "version": str(version)}:
            return version
        case _:
            return None


def _browse(url: str) -> None:
    """Open a browser, if there is one with windows; one that would write all over the terminal is none."""
    with contextlib.suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        if "BROWSER" in os.environ or browser.name not in ("www-browser", "links", "elinks", "lynx", "w3m"):
            browser.open(url)


class _Server(uvicorn.Server):
    """uvicorn's server, with a word when it is up, and a quiet end."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, then say so."""
        await super().startup(sockets)
        self._when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop. Requests that are still being answered are given up after a moment, and nobody needs to hear."""
        logging.getLogger("uvicorn.error").disabled = True
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take Ctrl+C and SIGTERM as the wish to end, and do not raise them again afterwards, as uvicorn does."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _Connection(H11Protocol):
    """uvicorn's connection, with the bounds that it lacks.

    A request's head has to arrive in time, an answer has to be fetched in time, and there are only so many
    connections. What is not HTTP gets a problem document as well.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many."""
        super().connection_made(transport)
        # asyncio does this only for sockets of its own; without it each answer waits 40 ms for an acknowledgement.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > _MOST_CONNECTIONS:
            transport.abort()
        else:
            self._deadline = self.loop.call_later(PATIENCE, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let no deadline outlive the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Give a head that has begun its time."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request, or end."""
        super().on_response_complete()
        self._watch()
        if self.transport.is_closing():
            self._close()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection over which nothing has come for long."""
        self._close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        self._refuse(400, msg)

    def _watch(self) -> None:
        """See to it that time runs while a head has begun and not ended, and only then."""
        if not self._has_part_of_a_head():
            self._stop_waiting()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._give_up)

    def _has_part_of_a_head(self) -> bool:
        return self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self._has_part_of_a_head():
            self._refuse(408, f"The head of the request has not arrived within {PATIENCE:g} seconds.")
        else:
            self._close()

    def _refuse(self, status: int, detail: str) -> None:
        """Answer in the application's place and end, also in the middle of a request."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            body = problem(status, detail).text.encode("ascii")
            kind = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
            headers = [*kind, *RAW_HEADERS, (b"connection", b"close")]
            reason = HTTPStatus(status).phrase.encode()
            for event in (
                h11.Response(status_code=status, headers=headers, reason=reason),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self._close()

    def _close(self) -> None:
        """Send what is left to send, if the client takes it in time."""
        self.transport.close()
        self.loop.call_later(PATIENCE, self.transport.abort)
