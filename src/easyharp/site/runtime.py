"""What runs the engine in a browser: Pyodide, its Python library, and this package, ready to be loaded fast.

Compiling the library at every start would take longer than all the rest of it. So Pyodide's own Python compiles it
here, in Node.
"""

from __future__ import annotations

import importlib.resources
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from easyharp.errors import EasyHarpError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PYODIDE: Final = "314.0.7"
"""The version of the npm package `pyodide` that the site is made and tested with."""

_SCRIPTS: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LIBRARY: Final = "python_stdlib.zip"

_HOW_TO_GET: Final = (
    f"Install it with 'npm install pyodide@{PYODIDE}', or name the folder of the unpacked package with --pyodide."
)

_NEEDLESS_NAMES: Final = """
_pyrepl bdb bz2 cProfile calendar cmd code compileall compression ctypes curses doctest email/mime ensurepip ftplib
getopt html http/cookiejar http/server idlelib imaplib lib2to3 logging/config lzma mailbox modulefinder
multiprocessing optparse pdb pickletools plistlib poplib profile pstats pty pydoc pydoc_data smtplib socketserver
sqlite3 symtable tabnanny tarfile tkinter tomllib trace turtle turtledemo tty unittest urllib/robotparser venv wave
webbrowser wsgiref xml xmlrpc zipapp zoneinfo
"""
"""Packages and modules of Python's library that the engine and Pyodide do without: half of its size."""

_NEEDLESS: Final = frozenset(_NEEDLESS_NAMES.split())

_ENCODINGS: Final = frozenset(
    {"__init__", "aliases", "ascii", "latin_1", "utf_8", "idna", "punycode", "unicode_escape"}
)

_NOT_IN_A_BROWSER: Final = frozenset({"pages", "site", "web"})
"""Folders of this package that the engine has no use for."""


def runtime(pyodide: Path | None) -> dict[str, bytes]:
    """Return the files that a browser needs to run the engine, by their paths in the site.

    ``pyodide`` is the folder of the npm package, by default the one in the nearest ``node_modules``.

    Raises:
        EasyHarpError: Pyodide is missing, or of another version, or does not compile; or Node is missing.
    """
    folder = _found(pyodide)
    files = {f"pyodide/{name}": (folder / name).read_bytes() for name in _SCRIPTS}
    with tempfile.TemporaryDirectory() as scratch:
        library, engine = Path(scratch, "library"), Path(scratch, "engine")
        try:
            with zipfile.ZipFile(folder / _LIBRARY) as archive:
                archive.extractall(library, [name for name in archive.namelist() if _is_needed(name)])
        except (zipfile.BadZipFile, zlib.error):
            raise EasyHarpError(f"{folder / _LIBRARY} is damaged. {_HOW_TO_GET}") from None
        _copy_modules(importlib.resources.files("easyharp"), engine / "easyharp")
        _compile(folder, Path(scratch))
        return files | {f"python/{part.name}.zip": _zipped(part) for part in (library, engine)}


def _found(pyodide: Path | None) -> Path:
    """Return the folder of Pyodide once it is known to be whole, and the version that is wanted."""
    here = Path.cwd()
    places = [pyodide] if pyodide else [place / "node_modules" / "pyodide" for place in (here, *here.parents)]
    folder = next((place for place in places if place.is_dir()), None)
    if folder is None:
        where = f"There is no folder {pyodide}." if pyodide else "It is in no folder node_modules here or above."
        raise EasyHarpError(f"The site needs Pyodide {PYODIDE}, which runs Python in a browser. {where} {_HOW_TO_GET}")
    if missing := [name for name in ("package.json", *_SCRIPTS, _LIBRARY) if not (folder / name).is_file()]:
        raise EasyHarpError(
            f"{folder} is not the npm package pyodide: {', '.join(missing)} is not in it. {_HOW_TO_GET}"
        )
    try:
        version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    except (ValueError, KeyError, TypeError):
        raise EasyHarpError(f"{folder / 'package.json'} tells no version. {_HOW_TO_GET}") from None
    if version != PYODIDE:
        raise EasyHarpError(f"{folder} holds Pyodide {version}; the site is made for {PYODIDE}. {_HOW_TO_GET}")
    return folder


def _is_needed(name: str) -> bool:
    """Say whether a file of Python's library may be imported in the browser."""
    module = name.removesuffix(".py")
    if module == name:
        return False  # no Python
    if module.startswith("encodings/"):
        return module.removeprefix("encodings/") in _ENCODINGS
    parts = module.split("/")
    return not any("/".join(parts[:length]) in _NEEDLESS for length in range(1, len(parts) + 1))


def _copy_modules(package: Traversable, folder: Path) -> None:
    folder.mkdir(parents=True)
    for entry in package.iterdir():
        if entry.is_dir() and entry.name not in _NOT_IN_A_BROWSER and not entry.name.startswith("__"):
            _copy_modules(entry, folder / entry.name)
        elif entry.name.endswith(".py"):
            (folder / entry.name).write_bytes(entry.read_bytes())


def _compile(pyodide: Path, folder: Path) -> None:
    """Compile each file of a folder, with its .pyc beside it."""
    beside_python = str(Path(sys.executable).parent)
    node = shutil.which("node", path=os.pathsep.join([beside_python, os.environ.get("PATH", os.defpath)]))
    if node is None:
        raise EasyHarpError("The site needs Node to compile Python: 'pip install \"easyharp[site]\"' brings it.")
    with importlib.resources.as_file(importlib.resources.files("easyharp.site") / "compile.mjs") as script:
        command = [node, str(script), str(pyodide.resolve()), str(folder)]
        ended = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    if ended.returncode:
        words = next((line for line in ended.stderr.splitlines() if "Error: " in line), "for no reason that it tells")
        raise EasyHarpError(f"Pyodide in {pyodide} could not compile Python's library: {words.strip().rstrip('.')}.")


def _zipped(folder: Path) -> bytes:
    """Put what was compiled into a zip: the same files make the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*.pyc"), key=Path.as_posix):
            archive.writestr(
                zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED
            )
    return target.getvalue()
