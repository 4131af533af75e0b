"""The scripts parse on a Python that is too old, and say what is wrong there."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"
GUARDED = sorted(path for path in SCRIPTS.glob("*.py") if "import python_version" in path.read_text(encoding="utf-8"))
STARTED = sorted(path.name for path in SCRIPTS.glob("*.py") if path.read_text(encoding="utf-8").startswith("#!"))


@pytest.mark.parametrize("script", GUARDED, ids=lambda path: path.name)
def test_a_guarded_script_parses_on_pythons_that_are_too_old(script: Path) -> None:
    ast.parse(script.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("script", STARTED)
def test_a_python_that_is_too_old_is_told_so(script: str) -> None:
    old = f"import runpy, sys; sys.version_info = (3, 9, 2); sys.path[0] = {str(SCRIPTS)!r}; sys.argv = ['{script}']"
    start = f"{old}; runpy.run_path({str(SCRIPTS / script)!r}, run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("Easy Harp needs Python 3.11 or newer, and this is Python 3.9")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("arguments", [["one", "other"], ["--help"], ["public", "--pyodide"]])
def test_the_site_s_script_takes_one_folder_and_begins_nothing_with_other_arguments(arguments: list[str]) -> None:
    command = [sys.executable, str(SCRIPTS / "site.py"), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stdout == "The only argument can be a folder, as in: python3 scripts/site.py public\n"
    assert ended.stderr == ""
