#!/usr/bin/env python3
"""Check the code without running it: python3 scripts/check.py."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from environment import development, quietly, run


class Step(NamedTuple):
    """A name for the summary, and what gives the exit status."""

    name: str
    run: Callable[[], int]


TSC = "node_modules/typescript/bin/tsc"

STATIC = [
    Step("ruff check", partial(run, "ruff", "check")),
    Step("ruff format", partial(run, "ruff", "format", "--check")),
    Step("mypy", partial(run, "mypy")),
    Step("import-linter", partial(run, "lint-imports")),
    Step("tsc", partial(run, "node", TSC)),
    Step("tsc for the workers", partial(run, "node", TSC, "--project", "tsconfig.workers.json")),
]


def run_all(steps: Sequence[Step]) -> int:
    """Run every step, whatever the ones before it gave, then print a summary; 1 if one failed."""
    summary = []
    for step in steps:
        print(f"\n== {step.name}", flush=True)
        start = time.monotonic()
        status = step.run()
        summary.append((step.name, status, time.monotonic() - start))
    print("\n== summary")
    for name, status, seconds in summary:
        print(f"{name:<24} {'FAILED' if status else 'passed'} {seconds:>7.1f} s")
    return int(any(status for _, status, _ in summary))


def main() -> int:
    """Run the static checks."""
    development()
    return run_all(STATIC)


if __name__ == "__main__":
    quietly(main)
