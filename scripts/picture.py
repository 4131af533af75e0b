#!/usr/bin/env python3
"""Take the picture of the table for the README anew: python3 scripts/picture.py."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import browser
from environment import ROOT, development, quietly, run

PICTURE = ROOT / "docs" / "table.png"
DEAL, ACTIONS = 2, 420
"""The golden win that pictures are from, and how far into it."""


def main() -> int:
    """Take the picture, in the development environment."""
    if "--taking" in sys.argv:
        take([Shot(PICTURE, 960, 600, "en-GB")])
        return 0
    development()
    return browser.bring() or run("python", "scripts/picture.py", "--taking")


class Shot(NamedTuple):
    """Where a picture of the table goes to, the size of its window, and what language is spoken there."""

    path: Path
    width: int
    height: int
    locale: str


def take(shots: Sequence[Shot]) -> None:
    """Open a game in the middle in each of these windows and take its picture; for the development environment."""
    # Only that has what they need.
    from measurements.running import running_browser, running_server  # noqa: PLC0415

    # isort: split
    from table_page import TablePage  # noqa: PLC0415 (found by way of measurements)

    from golden_data import WINS  # noqa: PLC0415

    win = next(win for win in WINS if win.deal == DEAL)
    actions = " ".join(win.actions[:ACTIONS])
    with running_server() as server, running_browser() as chromium:
        for path, width, height, locale in shots:
            window: Any = {"viewport": {"width": width, "height": height}, "locale": locale}
            table = TablePage(chromium.new_context(**window, reduced_motion="reduce"), server.address)
            table.open()
            table.assert_shows(table.open_record(DEAL, actions))
            table.page.screenshot(path=path)
            table.close()


if __name__ == "__main__":
    quietly(main)
