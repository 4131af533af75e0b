"""The files of the card table, over HTTP.

How a browser keeps them, asks whether they have changed, and gets them compressed. What is in them is no
concern of this module.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

    from starlette.datastructures import Headers
    from starlette.requests import Request

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is shipped. Written out, because what the `mimetypes` module says depends on the machine."""

_SEGMENT: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class _Content:
    """What a file holds: as it is, compressed, and its digest."""

    plain: bytes
    zipped: bytes
    digest: str


class Files:
    """Serves a folder, and beside its files what is made when it is asked for, by its path.

    Browsers keep every file and ask each time whether it has changed (``no-cache`` and an ETag of the
    content), so that a new version is never mixed with an old one.
    """

    def __init__(self, folder: Traversable, made: Mapping[str, Callable[[], bytes]]) -> None:
        self._folder = folder
        self._made = made
        self._contents: dict[str, _Content] = {}

    async def answer(self, request: Request) -> Response:
        """Answer with the file that a path names."""
        path = request.path_params["path"]
        if path == "" or path.endswith("/"):
            path += "index.html"
        suffix = path[path.rfind(".") :]
        content = self._content(path) if suffix in _TYPES else None
        if content is None:
            raise HTTPException(404)
        zipped = _accepts_gzip(request.headers)
        tag = f'"{content.digest}{"-gzip" if zipped else ""}"'
        headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
        if _is_known(request.headers, tag):
            return Response(status_code=304, headers=headers)
        headers["Content-Type"] = _TYPES[suffix]
        if zipped:
            headers["Content-Encoding"] = "gzip"
        return Response(content.zipped if zipped else content.plain, headers=headers)

    def _content(self, path: str) -> _Content | None:
        """Read a file. It is read again each time, so that an edited one is seen; compressing it is what takes long."""
        segments = path.split("/")
        if not all(_SEGMENT.fullmatch(segment) for segment in segments):
            return None
        made = self._made.get(path)
        try:
            plain = made() if made else self._folder.joinpath(*segments).read_bytes()
        except OSError:
            return None
        digest = hashlib.sha256(plain).hexdigest()[:32]
        known = self._contents.get(path)
        if known is None or known.digest != digest:
            known = self._contents[path] = _Content(plain, gzip.compress(plain, mtime=0), digest)
        return known


def _is_known(headers: Headers, tag: str) -> bool:
    """Say whether the client has what the tag stands for; tags are compared weakly (RFC 9110, 13.1.2)."""
    known = [known.strip().removeprefix("W/") for known in headers.get("if-none-match", "").split(",")]
    return tag in known or "*" in known


def _accepts_gzip(headers: Headers) -> bool:
    codings = [coding.replace(" ", "").split(";q=") for coding in headers.get("accept-encoding", "").lower().split(",")]
    return any(name in ("gzip", "*") and not re.fullmatch(r"0(\.0*)?", "".join(q)) for name, *q in codings)
