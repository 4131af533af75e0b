"""A real server and a real Chromium for the end-to-end tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from typing import TYPE_CHECKING, Any

import chromium
import pytest
from playwright.sync_api import sync_playwright
from static_host import static_host
from table_page import NO_SERVICE_WORKER, TablePage

from easyharp.site import build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

Opens = "Callable[..., TablePage]"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that need to stand between a page and the server where there is none."""
    if config.getoption("--engine") == "worker":
        kept = [item for item in items if not item.get_closest_marker("http")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the static site, built."""
    folder = tmp_path_factory.mktemp("site") / "easyharp"
    build(folder)
    return folder


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of the app: of the static site on a host, or of the server, started as a player does."""
    if request.config.getoption("--engine") == "worker":
        with static_host(request.getfixturevalue("site"), "/games/easyharp/") as host:
            yield host.address
        return
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "easyharp", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/"
        while process.poll() is None:
            try:
                with urllib.request.urlopen(address):
                    break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.fail("the server has ended at once")
        yield address
        process.terminate()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium.PATH, args=chromium.ARGUMENTS)
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
        context = browser.new_context(**options)
        context.add_init_script(NO_SERVICE_WORKER)  # `test_site` is about those that have one
        table = TablePage(context, server)
        opened.append(table)
        table.open(deal)
        return table

    yield open_table
    errors = [error for table in opened for error in table.errors]
    for table in opened:
        table.close()
    assert errors == []
