"""Hypothesis tries the same examples in every run, so that a failure comes from a change.

``--hypothesis-profile=search`` tries many new ones. ``--engine=worker`` runs the browser tests on the static site.
"""

import pytest
from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the browser tests be run with either engine; they hear of it only here, where pytest looks first."""
    where = "where the engine of the browser tests runs: behind the local server, or in a worker of the static site"
    parser.addoption("--engine", choices=["server", "worker"], default="server", help=where)
