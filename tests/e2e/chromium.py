"""The Chromium that the browser tests use, and how it is started so that it can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

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


@contextmanager
def killable(profile: Path, playwright: Playwright) -> Iterator[tuple[BrowserContext, Callable[[], None]]]:
    """Start a browser with a profile of its own; yield its window, and what kills all its processes at once."""
    told = profile / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    path = PATH or playwright.chromium.executable_path
    command = [path, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}", *ARGUMENTS]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def kill() -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    try:
        while not (told.exists() and "\n" in told.read_text(encoding="utf-8")):
            time.sleep(0.05)
        port = told.read_text(encoding="utf-8").splitlines()[0]
        yield playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0], kill
    finally:
        kill()
