"""The Chromium that the browser tests use, and how it is started so that it can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from playwright.sync_api import Error as Unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Playwright

PATH = os.environ.get("EASYHARP_CHROMIUM") or None
"""Where it is; without it, Playwright's own is taken."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PORT = "DevToolsActivePort"
"""The file of a profile in which its browser tells where it can be reached."""

TRIES = 3
"""How often a browser is started: now and then one that follows another on the same profile answers to nobody."""


@contextmanager
def killable(profile: Path, playwright: Playwright) -> Iterator[tuple[BrowserContext, Callable[[], None]]]:
    """Start a browser with a profile of its own; yield its window, and what kills all its processes at once."""
    for left in reversed(range(TRIES)):
        process = _started(profile, playwright)
        kill = partial(_kill, process)
        try:
            context = _connected(profile, playwright)
            break
        except Unanswered:
            kill()
            if not left:
                raise
    try:
        yield context, kill
    finally:
        kill()


def _started(profile: Path, playwright: Playwright) -> subprocess.Popen[bytes]:
    (profile / PORT).unlink(missing_ok=True)
    path = PATH or playwright.chromium.executable_path
    command = [path, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}", *ARGUMENTS]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def _connected(profile: Path, playwright: Playwright) -> BrowserContext:
    told = profile / PORT
    latest = time.monotonic() + 30
    while not (told.exists() and "\n" in told.read_text(encoding="utf-8")):
        if time.monotonic() > latest:
            raise Unanswered("the browser does not tell where it can be reached")
        time.sleep(0.05)
    port = told.read_text(encoding="utf-8").splitlines()[0]
    return playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0]


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
