#!/usr/bin/env python3
"""Take the picture of the table for the README anew: python3 scripts/picture.py."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import contextlib
import os
import subprocess
import sys

import browser
from environment import ROOT, VARIABLES, development, quietly, run

PICTURE = ROOT / "docs" / "table.png"
ACTIONS = 420
"""How far into the golden win of deal 2 the picture is taken."""


def main() -> int:
    """Take the picture, in the development environment."""
    if "--taking" in sys.argv:
        take()
        return 0
    development()
    return browser.bring() or run("python", "scripts/picture.py", "--taking", **VARIABLES)


def take() -> None:
    """Open a game in the middle and take its picture."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (only the development environment has it)

    wins = (ROOT / "tests" / "golden" / "wins.tsv").read_text(encoding="utf-8").splitlines()
    actions = wins[2].split("\t")[4].split()[:ACTIONS]
    record = f'[Deal "2"]\n\n{" ".join(actions)}\n'
    command = [sys.executable, "-m", "easyharp", "--no-browser", "--port", "0"]
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8"))
        stack.callback(server.terminate)
        playwright = stack.enter_context(sync_playwright())
        address = next(word for word in (server.stdout.readline() if server.stdout else "").split() if "://" in word)
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get(browser.NAME) or None, args=["--no-sandbox", "--disable-gpu"]
        )
        page = chromium.new_page(viewport={"width": 960, "height": 600}, locale="en-GB", reduced_motion="reduce")
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.set_input_files("#record-file", {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()})
        page.wait_for_function(f"() => document.querySelector('#moves').textContent === '{ACTIONS}'")
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    quietly(main)
