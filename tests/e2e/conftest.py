"""A real server and a real Chromium for the end-to-end tests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright
from table_page import TablePage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Playwright

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Opens = "Callable[..., TablePage]"


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Start the app as a player does and yield its address."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "easyharp", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/"
        for _ in range(100):
            try:
                with urllib.request.urlopen(address):
                    break
            except OSError:
                time.sleep(0.1)
        yield address
        process.terminate()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = os.environ.get("EASYHARP_CHROMIUM") or None
    browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def open_table(browser: Browser, server: str) -> Iterator[Callable[..., TablePage]]:
    """Return a function that opens the table in a private window.

    ``deal`` and the options of Playwright's ``new_context`` may be given: viewport, has_touch, locale,
    color_scheme, reduced_motion. Errors on the page fail the test.
    """
    opened: list[TablePage] = []

    def open_table(deal: int | None = None, **options: Any) -> TablePage:
        options = {"viewport": {"width": 1366, "height": 768}, "locale": "de-DE"} | options
        table = TablePage(browser.new_context(**options), server)
        opened.append(table)
        table.open(deal)
        return table

    yield open_table
    errors = [error for table in opened for error in table.errors]
    for table in opened:
        table.context.close()
    assert errors == []
