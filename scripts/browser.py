"""A Chromium for the tests: the one that is here, or one that can be installed."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import os
import platform
import subprocess
import sys

from environment import VARIABLES, run

NAME = "EASYHARP_CHROMIUM"
"""The variable that tells the tests a Chromium's path; empty, they take the one of Playwright."""


def bring() -> int:
    """Find or install a Chromium and name it to the tests; an exit status."""
    path = os.environ.get(NAME)
    if path is None:
        path = _here()
    if path is None and _is_debian_root():
        # Debian's own comes before Playwright's: that one is no package of a registry, and needs libraries besides.
        run("apt-get", "update", "--quiet")
        install = ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends"]
        run(*install, "chromium", "fonts-liberation", DEBIAN_FRONTEND="noninteractive")
        path = _here()
    if path is None and not run("playwright", "install", "chromium"):
        if sys.platform == "linux" and os.geteuid() == 0:
            run("playwright", "install-deps", "chromium")
        path = ""
    if path is None:
        print(f"No Chromium is here and none could be installed: install one, or put the path of one into {NAME}.")
        return 1
    print(f"The tests use {path or 'the Chromium of Playwright'}.")
    VARIABLES[NAME] = path
    return 0


def _here() -> str | None:
    for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"):
        try:  # on Ubuntu, some of these only say that a snap has to be installed
            answer = subprocess.run([path, "--version"], capture_output=True, check=False)
        except OSError:
            continue
        if not answer.returncode:
            return path
    return None


def _is_debian_root() -> bool:
    try:
        return platform.freedesktop_os_release()["ID"] == "debian" and os.geteuid() == 0
    except OSError:  # no Linux
        return False
