"""The static site as it is built: whole, checked by hashes, at home under any path, and never half written."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import posixpath
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from command_line import Runner
from easyharp.errors import EasyHarpError
from easyharp.pages import PATHS
from easyharp.service import Service
from easyharp.site import PYODIDE, build, building

ROOT = Path(__file__).parent.parent
REAL_PYODIDE = ROOT / "node_modules" / "pyodide"
STANDING_FOR_PYTHON = {
    "pyodide/pyodide.mjs": b"// runs",
    "pyodide/pyodide.asm.mjs": b"// runs as well",
    "pyodide/pyodide.asm.wasm": b"\0asm",
    "python/engine.zip": b"PK",
    "python/library.zip": b"PK",
}
PAGES = ["index.html", *PATHS]
LINKS = {"a": "href", "link": "href", "script": "src", "img": "src"}


@dataclass
class Elements(HTMLParser):
    """The elements of a page, and the text of its inline scripts."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    inline: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if tag == "script" and "src" not in attributes and data.strip():
            self.inline.append((attributes.get("type", ""), data))


def elements(file: Path) -> Elements:
    read = Elements()
    read.feed(file.read_text(encoding="utf-8"))
    read.close()
    return read


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def sha(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def release(folder: Path) -> Any:
    """Return what the service worker has been told of its release."""
    text = (folder / "service_worker.js").read_text(encoding="utf-8")
    beginning = "const RELEASE = "
    assert text.startswith(beginning)
    return json.JSONDecoder().raw_decode(text, len(beginning))[0]


def png(width: int, height: int) -> bytes:
    """Return as much of a picture as is looked at."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def size(content: bytes) -> str:
    assert content.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", content[16:24]))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sites be built without the seconds that compiling takes."""
    monkeypatch.setattr(building, "runtime", lambda _: dict(STANDING_FOR_PYTHON))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("building")
    pictures = [folder / "wide.png", folder / "narrow.png"]
    for picture, shape in zip(pictures, [(1280, 720), (540, 1080)], strict=True):
        picture.write_bytes(png(*shape))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "runtime", lambda _: dict(STANDING_FOR_PYTHON))
        build(folder / "site", screenshots=pictures)
    return folder / "site"


# --- what is built


def test_the_service_worker_knows_every_other_file_by_its_hash(site: Path) -> None:
    files = tree(site)
    del files["service_worker.js"]
    assert release(site)["files"] == {path: sha(content) for path, content in files.items()}


@pytest.mark.parametrize(
    ("path", "is_of_engine"),
    [*dict.fromkeys([*STANDING_FOR_PYTHON, "engine.js", "memory.js"], True).items(), ("app.js", False)],
)
def test_the_name_of_the_engine_is_of_all_that_its_memory_depends_on_and_nothing_else(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, *, is_of_engine: bool
) -> None:
    files = STANDING_FOR_PYTHON | building.client()
    files[path] += b"\n"
    monkeypatch.setattr(building, "runtime", lambda _: files)
    monkeypatch.setattr(building, "client", dict)
    build(tmp_path / "site")
    names = [(folder / "engine.js").read_bytes().partition(b"\n")[0] for folder in (site, tmp_path / "site")]
    assert all(name.startswith(b'const ENGINE = "') for name in names)
    assert (names[0] != names[1]) == is_of_engine


def test_the_client_the_pages_and_python_are_in_it(site: Path) -> None:
    files = tree(site)
    web = ROOT / "src" / "easyharp" / "web"
    assert {path.relative_to(web).as_posix() for path in web.rglob("*") if path.is_file()} <= set(files)
    assert set(PATHS) | set(STANDING_FOR_PYTHON) <= set(files)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_that_its_engine_is_in_the_browser(site: Path, page: str) -> None:
    (html,) = [attributes for tag, attributes in elements(site / page).tags if tag == "html"]
    assert html["data-engine"] == "worker"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_runs_nothing_but_what_its_policy_names(site: Path, page: str) -> None:
    read = elements(site / page)
    (policy,) = [values["content"] for _, values in read.tags if values.get("http-equiv") == "Content-Security-Policy"]
    directives = {
        name: sources.split() for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))
    }
    assert directives["default-src"] == ["'none'"]
    hashes = [f"'{sha(text.encode())}'" for _, text in read.inline]
    assert directives["script-src"] == ["'self'", "'wasm-unsafe-eval'", *hashes]
    assert not re.search(r"'unsafe|https?:|\*", policy)
    assert [kind for kind, _ in read.inline] == (["importmap"] if page == "index.html" else [])
    assert not any(name.startswith("on") or name == "style" for _, values in read.tags for name in values)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_its_policy_before_anything_that_it_loads(site: Path, page: str) -> None:
    tags = elements(site / page).tags
    place = next(i for i, (_, values) in enumerate(tags) if values.get("http-equiv") == "Content-Security-Policy")
    assert not any(tag in ("script", "link", "style") for tag, _ in tags[:place])


@pytest.mark.parametrize("page", PAGES)
def test_every_script_and_stylesheet_of_a_page_is_checked_by_its_hash(site: Path, page: str) -> None:
    checked = 0
    for tag, values in elements(site / page).tags:
        if (tag == "script" and "src" in values) or values.get("rel") in ("stylesheet", "modulepreload"):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), values[LINKS[tag]]))
            assert values["integrity"] == sha((site / target).read_bytes()), target
            checked += 1
    assert checked


def test_every_module_that_a_page_may_import_is_checked_by_its_hash(site: Path) -> None:
    ((_, text),) = elements(site / "index.html").inline
    modules = {path: content for path, content in tree(site).items() if path.endswith(".js")}
    del modules["service_worker.js"]
    assert json.loads(text) == {"integrity": {f"./{path}": sha(content) for path, content in modules.items()}}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_files_of_the_site_and_names_them_from_where_it_is(site: Path, page: str) -> None:
    for tag, values in elements(site / page).tags:
        link = values.get(LINKS.get(tag, ""))
        if link is None or link.startswith("#"):
            continue
        assert not re.match(r"/|[a-z]+:", link), link
        target = (site / page).parent / link.partition("#")[0]
        target = target / "index.html" if target.is_dir() else target
        assert target.is_file(), link
        assert target.resolve().is_relative_to(site.resolve()), link


def test_the_manifest_offers_an_app_with_pictures_that_are_there(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_bytes())
    assert manifest["display"] == "standalone"
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["./"] * 3
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    for picture in pictures:
        content = (site / picture["src"]).read_bytes()
        if picture["type"] == "image/png":
            assert picture["sizes"] == size(content), picture
        else:
            assert (picture["type"], picture["sizes"]) == ("image/svg+xml", "any")
    plain = {icon["sizes"] for icon in manifest["icons"] if icon.get("purpose", "any") == "any"}
    assert {"192x192", "512x512"} <= plain
    assert [icon["sizes"] for icon in manifest["icons"] if icon.get("purpose") == "maskable"] == ["512x512"]
    shown = {(picture["form_factor"], picture["sizes"]) for picture in manifest["screenshots"]}
    assert shown == {("wide", "1280x720"), ("narrow", "540x1080")}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_leads_to_the_manifest(site: Path, page: str) -> None:
    links = {values.get("rel"): values.get("href") for tag, values in elements(site / page).tags if tag == "link"}
    to_root = "../" * page.count("/")
    assert links["manifest"] == f"{to_root}manifest.webmanifest"
    assert links["apple-touch-icon"] == f"{to_root}icons/apple.png"


# --- built again


@pytest.mark.usefixtures("quick")
def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = build(tmp_path / "one"), build(tmp_path / "other")
    assert one == other
    files = tree(tmp_path / "one")
    assert files == tree(tmp_path / "other")
    assert (one.files, one.size) == (len(files), sum(map(len, files.values())))
    assert one.release == release(tmp_path / "one")["name"]


@pytest.mark.usefixtures("quick")
def test_the_order_in_which_a_file_system_lists_files_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = build(tmp_path / "site")
    client = building.client()
    monkeypatch.setattr(building, "client", lambda: dict(reversed(client.items())))
    assert build(tmp_path / "site") == before


@pytest.mark.parametrize("changed", ["index.html", "app.js", "words/pl.js", "service_worker.js", "icon.svg"])
@pytest.mark.usefixtures("quick")
def test_whatever_changes_makes_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    before = build(tmp_path / "site").release
    client = building.client()
    client[changed] += b" "
    monkeypatch.setattr(building, "client", lambda: client)
    assert build(tmp_path / "site").release != before


@pytest.mark.usefixtures("quick")
def test_an_earlier_site_is_replaced_to_its_last_file(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    build(folder)
    expected = tree(folder)
    (folder / "of_an_earlier_release.js").write_text("// gone", encoding="utf-8")
    (folder / "app.js").write_text("// old", encoding="utf-8")
    build(folder)
    assert tree(folder) == expected
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("place", ["new", "a/new/one", "empty"])
@pytest.mark.usefixtures("quick")
def test_a_site_goes_into_a_new_or_an_empty_folder(tmp_path: Path, place: str) -> None:
    (tmp_path / "empty").mkdir()
    build(tmp_path / place)
    assert (tmp_path / place / "index.html").is_file()


@pytest.mark.usefixtures("quick")
def test_a_full_disk_leaves_the_earlier_site_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    build(folder)
    before = tree(folder)
    write = Path.write_bytes

    def full(self: Path, content: bytes) -> int:
        if self.name == "index.html":
            raise OSError(28, "No space left on device")
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(EasyHarpError, match=r"cannot be written into .*: No space left on device\.$"):
        build(folder)
    assert tree(folder) == before
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.usefixtures("quick")
def test_where_the_new_site_cannot_take_its_place_the_earlier_one_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    build(folder)
    before = tree(folder)
    rename = Path.rename

    def refused(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(EasyHarpError, match="Permission denied"):
        build(folder)
    assert tree(folder) == before


# --- refused


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.mark.usefixtures("quick")
def test_the_command_says_what_was_built_and_where(tmp_path: Path, run: Runner) -> None:
    answer = run("site", str(tmp_path / "site"))
    assert answer.status == 0
    name = release(tmp_path / "site")["name"]
    assert re.fullmatch(rf"Easy Harp as a static site, release {name}: \d+ files, [\d.]+ MB, in .*site\n", answer.out)


@pytest.mark.usefixtures("quick")
def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, run: Runner) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    run("site", str(tmp_path)).assert_bad("holds something that is no Easy Harp site")
    assert tree(tmp_path) == {"thesis.txt": b"years of work"}


@pytest.mark.usefixtures("quick")
def test_the_folder_that_somebody_stands_in_is_not_replaced(
    tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    for folder in (".", "..", str(tmp_path)):
        run("site", folder).assert_bad("is where this command runs", "give a folder in it")
    assert tree(tmp_path) == {}
    assert run("site", "in it").status == 0


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
@pytest.mark.usefixtures("quick")
def test_of_a_link_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    link = tmp_path / "link"
    link.symlink_to("site")
    build(link)
    assert link.is_symlink()
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.usefixtures("quick")
def test_another_app_with_a_service_worker_is_left_alone(tmp_path: Path, run: Runner) -> None:
    (tmp_path / "service_worker.js").write_text("// of another app", encoding="utf-8")
    run("site", str(tmp_path)).assert_bad("holds something that is no Easy Harp site")
    assert tree(tmp_path) == {"service_worker.js": b"// of another app"}


@pytest.mark.usefixtures("quick")
def test_pictures_of_one_name_are_both_shown(tmp_path: Path) -> None:
    pictures = [tmp_path / folder / "the table.png" for folder in ("wide", "narrow")]
    for picture, shape in zip(pictures, [(1280, 720), (540, 1080)], strict=True):
        picture.parent.mkdir()
        picture.write_bytes(png(*shape))
    build(tmp_path / "site", screenshots=pictures)
    manifest = json.loads((tmp_path / "site" / "manifest.webmanifest").read_bytes())
    assert [picture["sizes"] for picture in manifest["screenshots"]] == ["1280x720", "540x1080"]
    assert all(re.fullmatch(r"[\w./]+", picture["src"]) for picture in manifest["screenshots"])


@pytest.mark.parametrize(("place", "word"), [("file", "is no folder"), ("file/site", "cannot be written")])
@pytest.mark.usefixtures("quick")
def test_a_file_is_left_alone(tmp_path: Path, run: Runner, place: str, word: str) -> None:
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    run("site", str(tmp_path / place)).assert_bad(word)
    assert tree(tmp_path) == {"file": b"a file"}


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param(None, "cannot be read", id="missing"),
        pytest.param(b"", "is no PNG file", id="empty"),
        pytest.param(b"GIF89a", "is no PNG file", id="of another kind"),
        pytest.param(png(1280, 720)[:20], "is no PNG file", id="cut off"),
    ],
)
@pytest.mark.usefixtures("quick")
def test_a_broken_picture_is_refused(tmp_path: Path, run: Runner, content: bytes | None, word: str) -> None:
    picture = tmp_path / "wide.png"
    if content is not None:
        picture.write_bytes(content)
    before = tree(tmp_path)
    run("site", str(tmp_path / "site"), "--screenshot", str(picture)).assert_bad(str(picture), word)
    assert tree(tmp_path) == before


def fake_pyodide(folder: Path, version: object = PYODIDE) -> Path:
    """Make a folder that looks like the npm package."""
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"name": "pyodide", "version": version}), encoding="utf-8")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        (folder / name).write_bytes(b"")
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as archive:
        archive.writestr("this.py", "")
    return folder


def assert_not_built(run: Runner, folder: Path, *words: str, arguments: tuple[str, ...] = ()) -> None:
    """Build a site in the place of an earlier one, and see that this fails with a sentence and leaves it."""
    folder.mkdir()
    (folder / "service_worker.js").write_text("const RELEASE = {};", encoding="utf-8")
    run("site", str(folder), *arguments).assert_bad(*words)
    assert tree(folder) == {"service_worker.js": b"const RELEASE = {};"}


HOW_TO_GET = f"npm install pyodide@{PYODIDE}"


def test_without_pyodide_it_is_said_how_to_get_it(tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert_not_built(run, tmp_path / "site", "in no folder node_modules here or above", HOW_TO_GET)


def test_a_folder_for_pyodide_that_is_not_there_is_told(tmp_path: Path, run: Runner) -> None:
    nowhere = str(tmp_path / "nowhere")
    assert_not_built(run, tmp_path / "site", "no folder", "nowhere", HOW_TO_GET, arguments=("--pyodide", nowhere))


def test_what_is_not_the_whole_package_is_told_with_what_is_missing(tmp_path: Path, run: Runner) -> None:
    folder = fake_pyodide(tmp_path / "package")
    (folder / "pyodide.asm.wasm").unlink()
    assert_not_built(run, tmp_path / "site", "pyodide.asm.wasm is not in it", arguments=("--pyodide", str(folder)))


@pytest.mark.parametrize("version", ["314.0.6", "0.29.0", 314])
def test_another_version_of_pyodide_is_refused(tmp_path: Path, run: Runner, version: object) -> None:
    folder = fake_pyodide(tmp_path / "package", version)
    words = (f"holds Pyodide {version}", PYODIDE)
    assert_not_built(run, tmp_path / "site", *words, arguments=("--pyodide", str(folder)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '"314"', "null"])
def test_a_package_that_tells_no_version_is_refused(tmp_path: Path, run: Runner, text: str) -> None:
    folder = fake_pyodide(tmp_path / "package")
    (folder / "package.json").write_text(text, encoding="utf-8")
    assert_not_built(run, tmp_path / "site", "tells no version", arguments=("--pyodide", str(folder)))


def test_the_package_in_a_folder_above_is_found(tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_pyodide(tmp_path / "node_modules" / "pyodide", "1.0.0")
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert_not_built(run, tmp_path / "site", "holds Pyodide 1.0.0")


@pytest.mark.parametrize(("name", "word"), [("python_stdlib.zip", "is damaged"), ("pyodide.mjs", "could not compile")])
def test_a_damaged_package_is_told(tmp_path: Path, run: Runner, name: str, word: str) -> None:
    folder = fake_pyodide(tmp_path / "package")
    (folder / name).write_bytes(b"// half of it")
    assert_not_built(run, tmp_path / "site", word, arguments=("--pyodide", str(folder)))


def test_without_node_it_is_said_what_brings_it(tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fake_pyodide(tmp_path / "package")
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    words = ("needs Node", 'pip install "easyharp[site]"')
    assert_not_built(run, tmp_path / "site", *words, arguments=("--pyodide", str(folder)))


@pytest.mark.usefixtures("quick")
def test_without_the_library_that_draws_icons_it_is_said_what_brings_it(
    tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert_not_built(run, tmp_path / "site", "resvg-py", 'pip install "easyharp[site]"')


# --- with the real Pyodide

IN_NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, ...asks] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${site}/pyodide/`,
  stdLibURL: `${site}/python/library.zip`,
  lockFileContents: {
    info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {},
  },
  packages: [],
});
python.FS.writeFile("/lib/easyharp.zip", readFileSync(`${site}/python/engine.zip`));
python.pyimport("sys").path.append("/lib/easyharp.zip");
const service = python.pyimport("easyharp.service").Service();
for (const ask of asks) {
  const [name, text] = JSON.parse(ask);
  const reply = service.answer(name, text);
  console.log(JSON.stringify([reply.get(0), reply.get(1)]));
}
"""


@pytest.mark.skipif(not REAL_PYODIDE.is_dir(), reason="node_modules/pyodide is missing: scripts/test.py brings it")
def test_all_that_the_engine_imports_is_in_the_site_and_it_answers_as_here(tmp_path: Path) -> None:
    site, script = tmp_path / "site", tmp_path / "in_node.mjs"
    build(site, REAL_PYODIDE)
    for part in ("library", "engine"):
        with zipfile.ZipFile(site / "python" / f"{part}.zip") as archive:
            names = archive.namelist()
        assert all(name.endswith(".pyc") for name in names)
        assert names == sorted(names)
    record = '[Deal "EH1-N-AAAAAAF"]\n\n74 71 7a tw uu\n'
    asks = [
        ("new", '{"deal": "5"}'),
        ("new", '{"date": "2026-12-24"}'),
        ("new", '{"deal": "5", "deal": "5"}'),
        ("view", json.dumps({"record": record, "at": 2})),
        ("act", json.dumps({"record": record, "source": "9", "target": "5"})),
        ("undo", json.dumps({"record": record})),
        ("describe", '{"text": "eh1 n aaaaaag"}'),
        ("hint", json.dumps({"record": record, "seconds": 20})),
    ]
    script.write_text(IN_NODE, encoding="utf-8")
    node = shutil.which("node")
    assert node
    command = [node, str(script), str(site), *map(json.dumps, asks)]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == 0, ended.stderr
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    *others, (status, hint) = answers
    assert others == [list(Service().answer(*ask)) for ask in asks[:-1]]
    assert status == 200, hint
    assert json.loads(hint)["verdict"] == "winnable"  # by another way perhaps, as that depends on how fast it is
