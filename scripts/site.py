#!/usr/bin/env python3
"""Build the app as a static site for a web host: python3 scripts/site.py [DIR].

Without DIR it goes into the folder site of the checkout. docs/SITE.md tells how it gets onto a host.
"""

# ruff: noqa: A005 (nothing imports it by its name: that is the library's)

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys
import tempfile
from pathlib import Path

import browser
from environment import ROOT, development, quietly, run
from picture import Shot, take

USUAL = ROOT / "site"
TAKING = "--taking"

SIZES = {"wide": (1280, 720), "narrow": (540, 1080)}
"""The windows whose pictures are shown where the app is offered for installation: as on a computer, as on a phone."""


def main() -> int:
    """Take pictures of the table, then build the site, all in the development environment."""
    arguments = sys.argv[1:]
    if arguments[:1] == [TAKING]:
        folder = Path(arguments[1])
        take([Shot(folder / f"{name}.png", *size, "de-DE") for name, size in SIZES.items()])
        return 0
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print("The only argument can be a folder, as in: python3 scripts/site.py public")
        return 2
    folder = Path(arguments[0]).absolute() if arguments else USUAL
    development()
    if browser.bring():
        return 1
    with tempfile.TemporaryDirectory(prefix="easyharp-screenshots-") as scratch:
        status = run("python", "scripts/site.py", TAKING, scratch)
        shown = [f"--screenshot={Path(scratch, name)}.png" for name in SIZES]
        status = status or run("python", "-m", "easyharp", "site", str(folder), *shown)
    if not status:
        print(f"To look at it: python3 -m http.server --directory {folder}, then open http://localhost:8000/")
    return status


if __name__ == "__main__":
    quietly(main)
