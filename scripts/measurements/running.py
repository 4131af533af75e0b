"""What measurements run: a server, a Chromium, and a page that is slowed down. It measures nothing."""

import contextlib
import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from browser import NAME as CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

WINDOW: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "locale": "de-DE"}


class Server(NamedTuple):
    """A server in a process of its own, started as players start it."""

    port: int

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"http://127.0.0.1:{self.port}/"

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection that is kept alive."""
        return http.client.HTTPConnection("127.0.0.1", self.port)


@contextlib.contextmanager
def running_server() -> Iterator[Server]:
    """Run a server while the block runs."""
    command = [sys.executable, "-m", "easyharp", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            line = process.stdout.readline() if process.stdout else ""  # it says its address when it can be asked
            yield Server(int(line.partition("127.0.0.1:")[2].partition("/")[0]))
        finally:
            process.terminate()


@contextlib.contextmanager
def running_browser() -> Iterator["Browser"]:
    """Run a Chromium while the block runs."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the other measurements do without it

    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        path = os.environ.get(CHROMIUM) or None
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        print(f"Chromium {browser.version}, without a graphics processor", flush=True)
        yield browser
        browser.close()


@contextlib.contextmanager
def awake() -> Iterator[None]:
    """Keep every core from sleeping while the block runs, with work that gives way to any other.

    Between two actions of a player nothing happens. A virtual machine gives its idle cores back to its host, and has
    to wait for them when the next action comes: that would be measured instead of the page. Only Linux knows work that
    always gives way; elsewhere nothing is done.
    """
    if not hasattr(os, "SCHED_IDLE"):
        yield
        return
    idling = (
        "import os; os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)); parent = os.getppid()\n"
        "while os.getppid() == parent: pass"  # and never longer than that
    )
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(os.cpu_count() or 1):
            processes.append(subprocess.Popen([sys.executable, "-c", idling]))  # noqa: PERF401 (what began has to end)
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


SLOWNESS = 6
"""So many times as long takes what a slowed page does."""


def slowed(page: "Page") -> "CDPSession":
    """Slow a page down, also over what it loads later.

    The browser does so by stopping the page's own thread again and again: scripts, styles, layout and painting take
    longer. The compositor and the drawing of pixels have threads of their own and keep their speed.
    """
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
    return session
