"""A web host that serves a folder and nothing else, as those do that static sites are put on."""

from __future__ import annotations

import functools
import gzip
import http.server
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_COMPRESSED = (".html", ".js", ".mjs", ".css", ".svg", ".wasm", ".webmanifest")

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


class StaticHost:
    """Where a site is served, and what was asked for."""

    def __init__(self, folder: Path, path: str) -> None:
        self.folder = folder
        self.path = path
        self.asked: list[str] = []
        self.sent = 0
        self.refuses: Callable[[str], bool] = lambda _: False
        self.types = dict(_TYPES)
        self.address = ""


@contextmanager
def static_host(folder: Path, path: str = "/") -> Iterator[StaticHost]:
    """Serve a folder under a path of a host. The folder may be another one later: that is a deployment."""
    host = StaticHost(folder, path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, host)) as server:
        host.address = f"http://127.0.0.1:{server.server_port}{path}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield host
        server.shutdown()
        thread.join()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, host: StaticHost, *arguments: Any) -> None:
        self.host = host
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.host.asked.append(path)
        name = path.removeprefix(self.host.path) if path.startswith(self.host.path) else None
        if name is not None and (not name or name.endswith("/")):
            name += "index.html"
        file = None if name is None else self.host.folder / name
        if file is None or not file.is_file() or self.host.refuses(path):
            return self._send(404, b"Nothing is here.", {"Content-Type": "text/plain"})
        headers = {"Content-Type": self.host.types[file.suffix], "Cache-Control": "max-age=600"}
        content = file.read_bytes()
        if file.suffix in _COMPRESSED:
            content = _compressed(content)
            headers["Content-Encoding"] = "gzip"
        return self._send(200, content, headers)

    def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        self.host.sent += len(content)
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@functools.lru_cache(maxsize=1000)
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
