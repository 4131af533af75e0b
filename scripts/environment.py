"""What the scripts run in: folders in the checkout, made when they are missing or out of date.

``.venv-play`` holds what the game needs, ``.venv-dev`` the tools as well, ``node_modules`` the type checker of the
client. Whatever else is in the checkout, a ``.venv`` of the developer's own for one, is left alone.
"""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLAY = ROOT / ".venv-play"
DEVELOPMENT = ROOT / ".venv-dev"
PROGRAMS = "Scripts" if os.name == "nt" else "bin"

# Where PYTHONDONTWRITEBYTECODE is set, every start would compile everything again.
VARIABLES = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def play(arguments: Sequence[str]) -> int:
    """Run the game with these arguments, in an environment that holds what it needs and no more."""
    _make(PLAY, _installed(), lambda: _install(PLAY, []))
    command = [str(PLAY / PROGRAMS / "python"), "-m", "easyharp", *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command[0], command, VARIABLES)  # noqa: S606 (this process becomes the game, signals and all)
    with subprocess.Popen(command, env=VARIABLES) as game:
        while True:
            try:
                return game.wait()
            except KeyboardInterrupt:  # the game has it, too, and ends
                continue


def development() -> None:
    """Make the environment with the tools, and put its programs first on the path."""
    tools = PROJECT["dependency-groups"]["dev"]
    _make(DEVELOPMENT, _installed(), lambda: _install(DEVELOPMENT, tools))
    VARIABLES["PATH"] = os.pathsep.join([str(DEVELOPMENT / PROGRAMS), VARIABLES.get("PATH", os.defpath)])
    _make(ROOT / "node_modules", (ROOT / "package-lock.json").read_text(encoding="utf-8"), _install_node_packages)


def run(*command: str, **variables: str) -> int:
    """Run a program of the development environment in the checkout; its exit status."""
    search = VARIABLES["PATH"]
    # Windows looks a program up on this process's path, not on the one it is given, and only with its suffix.
    program = shutil.which(command[0], path=search) or command[0]
    try:
        return subprocess.run([program, *command[1:]], cwd=ROOT, env={**VARIABLES, **variables}, check=False).returncode
    except OSError as error:
        print(f"{command[0]} does not start: {error.strerror}")
        return 1


def quietly(main: Callable[[], int]) -> None:
    """Run a script's main function and exit with its status; Ctrl+C ends it without a traceback."""
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130  # what a shell reports for a program that Ctrl+C ended
    sys.exit(status)


def _installed() -> str:
    """Everything that decides what is in an environment; the settings of tools do not."""
    project = {table: PROJECT[table] for table in sorted(PROJECT) if table != "tool"}
    python = [os.path.realpath(sys.executable), sys.version]
    return repr([project, (ROOT / "constraints.txt").read_text(encoding="utf-8"), python])


def _make(folder: Path, source: str, make: Callable[[], None]) -> None:
    """Make a folder anew, unless its stamp says that it was made of this source, here, to the end."""
    stamp = folder / "made-of"
    wanted = hashlib.sha256(repr([str(folder), source]).encode()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    try:
        if folder.exists():
            shutil.rmtree(folder)
    except OSError as error:
        sys.exit(f"{folder} is out of date and cannot be removed: {error}\nEnd what still runs in it and start again.")
    make()
    stamp.write_text(wanted, encoding="utf-8")


def _install(folder: Path, tools: Sequence[str]) -> None:
    """Make a virtual environment with the project, so that it follows the checkout, and these tools."""
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        sys.exit(
            "This Python cannot make virtual environments: its modules venv and ensurepip are missing.\n"
            "On Debian and Ubuntu, `apt install python3-venv` adds them; then start again."
        )
    print(f"Installing into {folder.name}; once, and again when what is needed has changed ...", flush=True)
    python = str(folder / PROGRAMS / "python")
    # By relative name and as variables: so pip holds the packages that build the project to it, too.
    pins = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in ([sys.executable, "-m", "venv", str(folder)], [*pip, "--editable", ".", *tools]):
        # Their words are kept back: most are no matter, and Ctrl+C would show where they were just then.
        ended = subprocess.run(
            command,
            cwd=ROOT,
            env={**VARIABLES, **pins},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if ended.returncode and "connection broken by" in ended.stdout:
            sys.exit("The package index does not answer. The first start needs the network: check it and start again.")
        if ended.returncode:
            sys.exit(f"{ended.stdout}\nEasy Harp could not be installed; the reason stands above.")


def _install_node_packages() -> None:
    if run("npm", "ci", "--loglevel=error"):
        sys.exit("The packages of package-lock.json could not be installed: check the network and start again.")
