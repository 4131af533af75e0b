#!/usr/bin/env python3
"""Take the picture of the table for the README anew: python3 scripts/picture.py."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys

import browser
from environment import ROOT, development, quietly, run

PICTURE = ROOT / "docs" / "table.png"
DEAL, ACTIONS = 2, 420
"""The golden win that the picture is from, and how far into it."""


def main() -> int:
    """Take the picture, in the development environment."""
    if "--taking" in sys.argv:
        take()
        return 0
    development()
    return browser.bring() or run("python", "scripts/picture.py", "--taking")


def take() -> None:
    """Open a game in the middle and take its picture."""
    # Only the development environment has what they need.
    from measurements.records import record_of  # noqa: PLC0415
    from measurements.running import running_browser, running_server  # noqa: PLC0415

    # isort: split
    from golden_data import WINS  # noqa: PLC0415 (found by way of measurements)

    win = next(win for win in WINS if win.deal == DEAL)
    record = record_of(win, win.actions[:ACTIONS])
    with running_server() as server, running_browser() as chromium:
        page = chromium.new_page(viewport={"width": 960, "height": 600}, locale="en-GB", reduced_motion="reduce")
        page.goto(server.address)
        page.wait_for_selector("html[data-ready]")
        page.set_input_files("#record-file", {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()})
        page.wait_for_function(f"() => document.querySelector('#moves').textContent === '{ACTIONS}'")
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    quietly(main)
