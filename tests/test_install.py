"""The game as others get it: the wheel in a clean environment, and a checkout started by ``scripts/play.py``."""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "easyharp"
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
LONGEST_START = 2.0
"""Seconds from a later start of ``play.py`` to the server's first answer."""

pytestmark = pytest.mark.install


def test_the_wheel_holds_the_game_and_plays_in_a_clean_environment(tmp_path: Path) -> None:
    wheel_folder, environment = tmp_path / "wheel", tmp_path / "environment"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheel_folder, ROOT], check=True)
    (wheel,) = wheel_folder.iterdir()
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    programs = environment / PROGRAMS
    install = ["install", "--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run([str(programs / "python"), *pip[1:], *install], check=True)

    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    files = {path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    assert expected <= inside
    assert "easyharp/py.typed" in expected
    assert any(name.startswith("easyharp/web/") for name in expected)
    assert [name for name in inside if name.endswith(".dist-info/licenses/LICENSE")]
    with playing([str(programs / "easyharp")], tmp_path):
        pass


def test_the_second_start_of_a_checkout_is_fast(tmp_path: Path) -> None:
    checkout = tmp_path / "a checkout"
    for folder in ("src", "scripts"):
        shutil.copytree(ROOT / folder, checkout / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, checkout)
    command = [sys.executable, str(checkout / "scripts" / "play.py")]
    with playing(command, tmp_path):
        pass
    later = []
    for _ in range(3):
        with playing(command, tmp_path) as seconds:
            later.append(seconds)
    assert min(later) < LONGEST_START  # the least, as other tests may keep the machine busy


@contextlib.contextmanager
def playing(command: list[str], folder: Path) -> Iterator[float]:
    """Start the game, give the seconds to its first answer, then press Ctrl+C and expect a quiet end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    start = time.monotonic()
    arguments = ["--no-browser", "--port", str(port)]
    with subprocess.Popen([*command, *arguments], cwd=folder, stderr=subprocess.PIPE, text=True) as game:
        try:
            while _status(port, "/api/health") is None:
                assert game.poll() is None, game.communicate()[1]
                assert time.monotonic() - start < 120
                time.sleep(0.02)
            yield time.monotonic() - start
            assert _status(port, "/api/health") == 200
            assert _status(port, "/") == 200
        finally:
            if os.name == "nt":  # where a program cannot press Ctrl+C for just one other
                game.kill()
            else:
                game.send_signal(signal.SIGINT)
            _, complaints = game.communicate(timeout=10)
    if os.name != "nt":
        assert game.returncode == 0
        assert "Traceback" not in complaints


def _status(port: int, path: str) -> int | None:
    """The status of an answer; None while nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()
