"""Building: gathers the files of a site, gives each its hash, and puts them where they are wanted, all or none."""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import json
import posixpath
import re
import shutil
import struct
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from easyharp.errors import EasyHarpError
from easyharp.pages import PATHS, page
from easyharp.site.icons import SIZES, icons
from easyharp.site.runtime import runtime

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

_WORKER: Final = "service_worker.js"
_ENGINE: Final = "engine.js"
_INDEX: Final = "index.html"
_MANIFEST: Final = "manifest.webmanifest"

_ENGINE_PARTS: Final = ("pyodide/", "python/", "memory.js", _ENGINE)
"""What an engine's memory depends on: where one of these changes, those that are kept are void."""

_RELEASE: Final = "const RELEASE = "
"""What our service worker begins with, by which it is known."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{inline}; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the pages may load and run: their own files and WebAssembly, nothing made of text, nothing from elsewhere."""


class Built(NamedTuple):
    """What was built: the name of the release, how many files it has, and their bytes."""

    release: str
    files: int
    size: int


def build(folder: Path, pyodide: Path | None = None, screenshots: Sequence[Path] = ()) -> Built:
    """Write a static site into a folder, in the place of one that was built there before.

    ``pyodide`` is the folder of the npm package, by default the one in the nearest ``node_modules``; ``screenshots``
    are PNG files to be shown where the app is offered for installation.

    Raises:
        EasyHarpError: the folder holds something else, Pyodide or a picture is wrong, or nothing can be written.
    """
    folder = folder.resolve()  # of a link what it leads to
    _assert_ours(folder)
    files = (
        runtime(pyodide)
        | icons()
        | client()
        # Numbered: two of them may have one name, and a name may have characters that addresses have not.
        | {f"screenshots/{number}.png": _picture(path) for number, path in enumerate(screenshots, 1)}
    )
    files[_MANIFEST] = _manifest(files)
    engine = {path: _hash(content) for path, content in files.items() if path.startswith(_ENGINE_PARTS)}
    files[_ENGINE] = _told("const ENGINE = ", _name_of(engine)) + files[_ENGINE]
    # Sorted: file systems list folders in orders of their own.
    hashes = {path: _hash(files[path]) for path in sorted(files)}
    for path in [path for path in files if path.endswith(".html")]:
        files[path] = _safe_page(path, files[path].decode(), hashes).encode()
        hashes[path] = _hash(files[path])
    release = _name_of(hashes)
    kept = {path: value for path, value in hashes.items() if path != _WORKER}
    files[_WORKER] = _told(_RELEASE, {"name": release, "files": kept}) + files[_WORKER]
    _write(folder, files)
    return Built(release, len(files), sum(map(len, files.values())))


def _assert_ours(folder: Path) -> None:
    """Make sure that nothing but an earlier site is replaced."""
    if Path.cwd().is_relative_to(folder):
        raise EasyHarpError(f"{folder} is where this command runs, and would be replaced: give a folder in it.")
    if folder.is_dir() and any(folder.iterdir()) and not _is_site(folder):
        raise EasyHarpError(f"{folder} holds something that is no Easy Harp site: give a new or an empty folder.")
    if folder.exists() and not folder.is_dir():
        raise EasyHarpError(f"{folder} is no folder: give a new or an empty one.")


def _is_site(folder: Path) -> bool:
    """Say whether a folder is an earlier site: other apps, too, have a service worker of this name, but not ours."""
    try:
        return (folder / _WORKER).read_bytes().startswith(_RELEASE.encode())
    except OSError:
        return False


def client() -> dict[str, bytes]:
    """Return the files of the card table and of the pages that teach the game."""
    files = _tree(importlib.resources.files("easyharp") / "web", "")
    return files | {path: page(*names).encode() for path, names in PATHS.items()}


def _tree(folder: Traversable, prefix: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for entry in folder.iterdir():
        path = prefix + entry.name
        files |= _tree(entry, path + "/") if entry.is_dir() else {path: entry.read_bytes()}
    return files


def _picture(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        _size(content)
    except OSError as error:
        raise EasyHarpError(f"The picture {path} cannot be read: {error.strerror}.") from None
    except (ValueError, struct.error):
        raise EasyHarpError(f"The picture {path} is no PNG file.") from None
    return content


def _size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG picture (its header chunk is always the first)."""
    if not png.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _manifest(files: Mapping[str, bytes]) -> bytes:
    pictures = [f"icons/{size}.png" for size in SIZES]
    maskable = f"icons/maskable-{SIZES[-1]}.png"
    manifest: dict[str, Any] = {
        "id": "./",
        "name": "Easy Harp",
        "short_name": "Easy Harp",
        "description": "Patience mit zwei Kartenspielen. Solitaire with two packs of cards.",
        "lang": "de",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "orientation": "any",
        "theme_color": "#17523a",
        "background_color": "#17523a",
        "categories": ["games", "entertainment"],
        "icons": [
            {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"},
            *({"src": path, "type": "image/png", "sizes": _sizes(files[path])} for path in pictures),
            {"src": maskable, "type": "image/png", "sizes": _sizes(files[maskable]), "purpose": "maskable"},
        ],
        "screenshots": [
            {"src": path, "type": "image/png", "sizes": _sizes(content), "form_factor": _form(content)}
            for path, content in sorted(files.items())
            if path.startswith("screenshots/")
        ],
    }
    return json.dumps(manifest, indent=2).encode()


def _sizes(png: bytes) -> str:
    return "{}x{}".format(*_size(png))


def _form(png: bytes) -> str:
    width, height = _size(png)
    return "wide" if width > height else "narrow"


def _safe_page(path: str, text: str, hashes: Mapping[str, str]) -> str:
    """Give a page what the local server gives it by headers, and the hash of everything that it loads."""
    to_root = "../" * path.count("/")

    def with_hash(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
        return f'{found[1]}"{found[2]}" integrity="{hashes[target]}"'

    inline = ""
    links = {"manifest": _MANIFEST, "apple-touch-icon": "icons/apple.png"}
    head = "".join(f'<link rel="{kind}" href="{to_root}{target}">\n' for kind, target in links.items())
    text = re.sub(
        r'(<script type="module" (?:async )?src=|<link rel="(?:stylesheet|modulepreload)" href=)"([^"]+)"',
        with_hash,
        text,
    )
    if path == _INDEX:
        modules = {f"./{name}": value for name, value in hashes.items() if name.endswith(".js") and name != _WORKER}
        scripts = json.dumps({"integrity": modules}, separators=(",", ":"))
        inline = f" '{_hash(scripts.encode())}'"
        head += f'<script type="importmap">{scripts}</script>\n'
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(inline=inline)}">\n'
    text, wholes = re.subn("<html ", '<html data-engine="worker" ', text, count=1)
    text, heads = re.subn('(?=<link rel="icon")', policy + head, text, count=1)
    assert wholes == heads == 1, path  # noqa: S101 - our own pages have both
    return text


def _hash(content: bytes) -> str:
    """Return a hash as the web writes it (Subresource Integrity)."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def _name_of(hashes: Mapping[str, str]) -> str:
    """Return a name for files of these hashes, by their paths."""
    return hashlib.sha256(json.dumps(sorted(hashes.items())).encode()).hexdigest()[:16]


def _told(beginning: str, value: object) -> bytes:
    """Return the beginning of a script to which the build tells a value."""
    return f"{beginning}{json.dumps(value, indent=1)};\n\n".encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the site beside its place, then put it there: nobody ever meets half of one."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as scratch:
            new, old = Path(scratch, "new"), Path(scratch, "old")
            for path, content in files.items():
                target = new / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            if folder.exists():
                folder.rename(old)
            try:
                new.rename(folder)
            except OSError:
                if old.exists():
                    old.rename(folder)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise EasyHarpError(f"The site cannot be written into {folder}: {error.strerror}.") from None
