#!/usr/bin/env python3
"""Run every check and test: python3 scripts/test.py [--fast] [arguments for pytest].

--fast leaves out the tests that need a browser or install the game anew. With arguments for pytest, which may select
a few tests, coverage is not judged.
"""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys
from functools import partial

import browser
from check import STATIC, Step, run_all
from environment import PROJECT, ROOT, development, quietly, run

FAST = "--fast"

ON_THE_SITE = [f"tests/e2e/test_{name}.py" for name in ("table", "undo", "hints", "saving", "tabs")]
"""What is played on the static site as well, in every run. All browser tests can be: CONTRIBUTING.md tells how."""


def main() -> int:
    """Run the steps that the arguments leave in."""
    fast = FAST in sys.argv
    selected = [argument for argument in sys.argv[1:] if argument != FAST]
    client = sorted(str(path) for path in ROOT.glob("tests/web/*.test.mjs"))
    development()
    steps = [*STATIC, Step("client in Node", partial(run, "node", "--test", *client))]
    if not fast:
        steps.append(Step("browser", browser.bring))
    if selected:
        steps.append(_pytest("tests", "not browser and not install" if fast else "", *selected))
        return run_all(steps)
    computing = "not browser and not install" if fast else "not browser"
    steps.append(_pytest("tests", computing, "--numprocesses=auto", "--cov=easyharp", "--cov-report="))
    steps.append(Step("coverage", partial(run, "coverage", "report", "--skip-covered")))
    steps.append(Step("coverage of the rules", _cover_rules))
    if not fast:
        steps.append(_pytest("tests in the browser", "browser", "--numprocesses=auto"))
        on_the_site = ("--engine=worker", "--numprocesses=auto", *ON_THE_SITE)
        steps.append(_pytest("tests on the static site", "browser and not http", *on_the_site))
    return run_all(steps)


def _pytest(name: str, marked: str, *arguments: str) -> Step:
    return Step(name, partial(run, "pytest", "-m", marked, *arguments))


def _cover_rules() -> int:
    """Every line and branch of the rules is tested; the rules are what the import contract calls pure."""
    pure = next(contract for contract in PROJECT["tool"]["importlinter"]["contracts"] if contract["id"] == "pure")
    files = ",".join(f"src/{module.replace('.', '/')}.py" for module in pure["source_modules"])
    return run("coverage", "report", f"--include={files}", "--fail-under=100")


if __name__ == "__main__":
    quietly(main)
