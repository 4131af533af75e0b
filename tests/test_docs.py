"""What the documentation claims is true: its examples run, its tables name what there is, its links lead somewhere."""

from __future__ import annotations

import asyncio
import contextlib
import doctest
import io
import json
import re
import shlex
import sys
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import pytest

import easyharp
from easyharp.app import create_app
from easyharp.cli import main
from easyharp.openapi import description
from easyharp.protocol import ASKS
from easyharp.refusals import RefusalCode
from easyharp.site import PYODIDE

ROOT = Path(__file__).parent.parent
DOCS = sorted(ROOT.glob("docs/*.md"))
FILES = sorted([*ROOT.glob("*.md"), *DOCS])
"""The texts for developers. The pages for players have links of their own kind, and tests: `test_pages.py`."""

SCHEMAS: dict[str, Any] = description()["components"]["schemas"]

EVERY_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


def doc(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def prose(text: str) -> str:
    """Return a text without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def sections(text: str) -> dict[str, str]:
    """Return what stands under each heading, up to the next of any level."""
    _, *parts = re.split(r"^#+ (.*)\n", prose(text), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def tables(section: str) -> dict[str, list[list[str]]]:
    """Return the rows of each table, by the heading of its first column."""
    found: dict[str, list[list[str]]] = {}
    for table in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
        head, _, *rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|\n"))] for line in table.splitlines()
        ]
        found[head[0]] = rows
    return found


def named(rows: list[list[str]]) -> list[str]:
    """Return the names in the first column."""
    return [name for first, *_ in rows for name in re.findall(r"`([^`]*)`", first)]


# --- Python


def in_place(text: str) -> str:
    """Return only the Python examples, each line where it was."""
    lines, inside = [], False
    for line in text.splitlines():
        inside = line == "```pycon" or (inside and line != "```")
        lines.append(line if inside and line != "```pycon" else "")
    return "\n".join(lines) + "\n"


@EVERY_FILE
def test_the_python_examples_are_true(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(in_place(text), {}, path.name, str(path), 0)
    assert len(examples.examples) == len(re.findall(r"^\s*>>> ", text, re.MULTILINE)), "an example is in no pycon block"
    complaints: list[str] = []
    results = doctest.DocTestRunner().run(examples, out=complaints.append)
    assert results.failed == 0, "".join(complaints)


def test_the_documents_that_are_to_have_python_examples_have_them() -> None:
    with_examples = {path.name for path in FILES if blocks(path.read_text(encoding="utf-8"), "pycon")}
    assert with_examples == {"README.md", "LIBRARY.md", "PROTOCOL.md", "RECORDS.md"}


# --- the library


def test_the_library_s_document_tells_every_name() -> None:
    text = doc("LIBRARY.md")
    code = " ".join([*blocks(text, "pycon"), *re.findall(r"`([^`]+)`", prose(text))])
    assert set(easyharp.__all__) <= set(re.findall(r"\w+", code))


def test_the_library_s_document_tells_every_refusal_in_order() -> None:
    assert named(tables(sections(doc("LIBRARY.md"))["Refusals"])["code"]) == [code.value for code in RefusalCode]


# --- the protocol


def test_the_protocol_s_document_tells_every_ask_and_no_other() -> None:
    assert [heading.strip("`") for heading in sections(doc("PROTOCOL.md")) if heading.startswith("`")] == list(ASKS)


@pytest.mark.parametrize("ask", ASKS)
def test_the_protocol_s_document_tells_the_members_of_every_ask(ask: str) -> None:
    rows = tables(sections(doc("PROTOCOL.md"))[f"`{ask}`"])["member"]
    assert named(rows) == [field.name for field in ASKS[ask].fields]
    for (_, kind, required, _), field in zip(rows, ASKS[ask].fields, strict=True):
        assert required == ("yes" if field.required else "no"), field.name
        if field.type == "integer":
            assert kind == f"number from {field.least} to {field.most:,}"
        else:
            assert kind == ("a pile" if field.choices else f"text, up to {field.most:,} characters")


@pytest.mark.parametrize(
    ("heading", "column", "schema"),
    [
        ("View", "member", SCHEMAS["View"]),
        ("State", "member", SCHEMAS["State"]),
        ("Card", "member", SCHEMAS["Card"]),
        ("Refusal", "member", SCHEMAS["Refusal"]),
        ("Problem", "member", SCHEMAS["Problem"]),
        ("`view`", "member of `problem`", SCHEMAS["Looked"]["properties"]["problem"]["oneOf"][0]),
        ("`hint`", "member of the answer", SCHEMAS["Hint"]),
        ("`hint`", "member of `action`", SCHEMAS["Hint"]["properties"]["action"]["oneOf"][0]),
        ("`describe`", "member of the answer", SCHEMAS["Described"]),
        ("`describe`", "member of `problem`", SCHEMAS["Described"]["properties"]["problem"]["oneOf"][0]),
    ],
)
def test_the_protocol_s_document_tells_the_members_of_answers(
    heading: str, column: str, schema: dict[str, Any]
) -> None:
    assert named(tables(sections(doc("PROTOCOL.md"))[heading])[column]) == list(schema["properties"])


def test_the_protocol_s_document_tells_every_status_of_the_description() -> None:
    told = {row[0] for row in tables(sections(doc("PROTOCOL.md"))["Problem"])["status"]}
    described = {name.removeprefix("Refused") for name in description()["components"]["responses"]}
    assert told - described == {"404", "405", "500"}
    assert described <= told


def test_the_protocol_s_exchanges_are_true() -> None:
    exchanges = [block.partition("\n\n") for block in blocks(doc("PROTOCOL.md"), "http")]
    assert len(exchanges) >= 4
    for (asked, _, question), (told, _, answer) in zip(exchanges[::2], exchanges[1::2], strict=True):
        first, *fields = asked.splitlines()
        method, path, _ = first.split(" ")
        response = fetch(method, path, dict(field.split(": ") for field in fields), question.strip())
        first, *fields = told.splitlines()
        assert response.status_code == int(first.split(" ")[1])
        for name, value in (field.split(": ") for field in fields):
            assert response.headers[name] == value
        expected = json.loads(answer)
        if "title" in expected:  # newer versions of Python call some statuses by newer names
            expected["title"] = HTTPStatus(response.status_code).phrase
        assert response.json() == expected


def fetch(method: str, path: str, headers: dict[str, str], body: str) -> httpx.Response:
    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{headers['Host']}") as client:
            return await client.request(method, path, headers=headers, content=body)

    return asyncio.run(go())


# --- the command line


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with what it shows."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def run(words: list[str]) -> tuple[int, str]:
    """Run ``easyharp`` as a shell would, and return its status and what a terminal shows."""
    shown = io.StringIO()
    stdin = b""
    if "<" in words:
        *words, _, file = words
        stdin = Path(file).read_bytes()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        status = main(words[1:])
    return status, shown.getvalue()


def test_the_shell_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    checker = doctest.OutputChecker()
    asked = set()
    status = 0
    for block in blocks(doc("COMMANDS.md"), "console"):
        for command, expected in commands(block):
            words = shlex.split(command)
            if words[0] == "cat":  # what it shows is what the file holds
                Path(words[1]).write_text(expected, encoding="utf-8")
                continue
            if words == ["echo", "$?"]:
                shown = f"{int(status)}\n"
            else:
                assert words[0] == "easyharp"
                asked.add(words[1])
                status, shown = run(words)
            assert checker.check_output(expected, shown, doctest.ELLIPSIS), f"$ {command}\n{shown}"
    assert asked == {"deal", "code", "daily", "replay", "solve", "verify", "site"}


# --- the static site


@pytest.mark.parametrize("name", ["SITE.md", "COMMANDS.md"])
def test_pyodide_is_installed_in_the_version_that_is_wanted(name: str) -> None:
    assert set(re.findall(r"pyodide@([\d.]+)", doc(name))) == {PYODIDE}


def test_the_checkout_brings_the_version_of_pyodide_that_is_wanted() -> None:
    for name in ("package.json", "package-lock.json"):
        packages = json.loads((ROOT / name).read_text(encoding="utf-8"))
        wanted = packages if name == "package.json" else packages["packages"][""]
        assert wanted["devDependencies"]["pyodide"] == PYODIDE
    assert packages["packages"]["node_modules/pyodide"]["version"] == PYODIDE


def test_the_site_s_section_tells_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["site", "--help"])
    options = set(re.findall(r"^  (--\w+)", capsys.readouterr().out, re.MULTILINE))
    told = named(tables(sections(doc("COMMANDS.md"))["site"])["option"])
    assert {option.partition(" ")[0] for option in told} == options


# --- backups


def test_the_backup_of_the_document_is_good(tmp_path: Path) -> None:
    text = doc("BACKUP.md")
    (example,) = blocks(text, "json")
    file = tmp_path / "backup.json"
    file.write_text(example, encoding="utf-8")
    status, shown = run(["easyharp", "verify", str(file)])
    assert status == 0, shown
    (game,) = json.loads(example)["games"]
    assert named(tables(text)["member of a game"]) == list(game)


# --- links


def anchors(text: str) -> set[str]:
    """Return the names under which the headings of a text can be linked to."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 1
        unique = name
        while unique in found:
            unique, number = f"{name}-{number}", number + 1
        found.add(unique)
    return found


@EVERY_FILE
def test_links_lead_to_what_is_there(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(path.read_text(encoding="utf-8"))):
        if re.match("[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


def test_every_document_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in DOCS:
        assert f"](docs/{path.name})" in readme
