#!/usr/bin/env python3
"""Put the Python code into its format: python3 scripts/format.py."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
from environment import development, quietly, run


def main() -> int:
    """Format, and mend what the linter can mend by itself."""
    development()
    return run("ruff", "check", "--fix") | run("ruff", "format")


if __name__ == "__main__":
    quietly(main)
