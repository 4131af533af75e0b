#!/usr/bin/env python3
"""Play Easy Harp: python3 scripts/play.py [--port N] [--host NAME] [--no-browser] ...

The first start installs the game into .venv-play, later ones begin at once. Every argument goes to the game.
"""

import sys

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import environment

if __name__ == "__main__":
    environment.quietly(lambda: environment.play(sys.argv[1:]))
