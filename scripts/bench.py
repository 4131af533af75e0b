#!/usr/bin/env python3
"""Measure how fast Easy Harp is: python3 scripts/bench.py [NAME ...] [--brief].

Without a name everything is measured. How each figure is come by stands in measurements/, and with the figure;
--brief takes few samples, to see that measuring works. No figure passes or fails: it depends on the machine.
"""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys

import browser
from environment import development, quietly, run

IN_BROWSER = ("load", "paint", "slow", "frames", "memory", "windows", "transfer", "site")
NAMES = ("replay", "server", "solver", *IN_BROWSER)
BRIEF = "--brief"


def main() -> int:
    """Measure what the arguments name."""
    names = [argument for argument in sys.argv[1:] if argument != BRIEF]
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        print(f"Nothing is called {', '.join(unknown)}: {', '.join(NAMES)} can be measured.")
        return 2
    names = names or list(NAMES)
    development()
    if set(names) & set(IN_BROWSER) and browser.bring():
        return 1
    return run("python", "scripts/measure.py", *names, *([BRIEF] if BRIEF in sys.argv else []))


if __name__ == "__main__":
    quietly(main)
