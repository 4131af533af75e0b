"""The static site as a player has it: on a phone in the train, after an update, on a host that is half there."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import chromium
import pytest
from static_host import StaticHost, static_host
from table_page import NO_SERVICE_WORKER, TablePage

import easyharp
from easyharp.site import building

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

    Visit = Callable[..., TablePage]

pytestmark = pytest.mark.browser

IS_KEPT = """async (release) => {
  const registration = await navigator.serviceWorker.getRegistration();
  const names = (await caches.keys()).filter((name) => name.startsWith("easyharp "));
  return registration?.active?.state === "activated" && Boolean(navigator.serviceWorker.controller)
    && names.length === 1 && names[0].endsWith(release);
}"""


MEMORY = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("easyharp-memory "));
  const cache = await caches.open(name ?? "");
  const [request] = await cache.keys();
  const kept = request && await cache.match(request);
  if (!kept) return null;
  const bytes = new Uint8Array(await kept.arrayBuffer());
  const headers = Object.fromEntries(kept.headers);
  if (headers["x-browser"] !== navigator.userAgent) return null;
  const hash = async () => String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  %s
  return await hash() === headers["x-hash"] ? bytes.length : null;
}"""
"""Return the size of the engine's memory that is kept, or null where none is that is whole and of this browser."""

CHANGED = "await cache.put(request, new Response(bytes, { headers }));"

DAMAGES = {
    "a bit": "bytes[5_000_000] ^= 1",
    "another browser's": "headers['x-browser'] = 'another one'",
    "cut": "await cache.put(request, new Response(bytes.subarray(0, 1_000_000), { headers })); return 0",
    "without its hash": "delete headers['x-hash']",
}

OTHER_WORDS = """
  const ours = new TextEncoder().encode("The request has no ");
  const theirs = new TextEncoder().encode("THE REQUEST HAS NO ");
  for (let at = bytes.indexOf(ours[0]); at >= 0; at = bytes.indexOf(ours[0], at + 1)) {
    if (ours.every((byte, i) => bytes[at + i] === byte)) bytes.set(theirs, at);
  }
  headers["x-hash"] = await hash();"""

DROP = """async (path) => {
  const name = (await caches.keys()).find((name) => name.startsWith("easyharp "));
  await (await caches.open(name)).delete(path);
}"""
"""Have the browser lose a file of the release that it keeps."""

ENGINE_SAYS = """async () => {
  const { pageBackend } = await import("./backends.js");
  return pageBackend().ask("describe", {}).catch(({ message }) => message);
}"""

HAS_FAILED = """async () => {
  const { installing, waiting } = await navigator.serviceWorker.getRegistration();
  return !installing && !waiting;
}"""

HINTED = "() => document.querySelector('#message button')?.textContent === 'Welche Karte?'"


def release(site: Path) -> str:
    """Return the name of the release in a folder."""
    text = (site / "service_worker.js").read_text(encoding="utf-8")
    listed = text[text.index("{") : text.index("};") + 1]
    return str(json.loads(listed)["name"])


def build_with(folder: Path, site: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """Build a site of the same parts but for a change to them."""
    with pytest.MonkeyPatch.context() as patch:
        files = building.client() | {
            f"{part}/{path.name}": path.read_bytes()
            for part in ("pyodide", "python")
            for path in (site / part).iterdir()
        }
        change(files)
        patch.setattr(building, "runtime", lambda _: files)
        patch.setattr(building, "client", dict)
        building.build(folder)


@pytest.fixture(scope="session")
def next_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a later release: another title on the page, and a file that the one before had not."""

    def change(files: dict[str, bytes]) -> None:
        files["words/de.js"] = files["words/de.js"].replace(b'title: "Easy Harp', b'title: "Easier Harp')
        files["later.js"] = b"// new\n"

    folder = tmp_path_factory.mktemp("next") / "easyharp"
    build_with(folder, site, change)
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    with static_host(site, "/games/easyharp/") as host:
        yield host


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., TablePage]]:
    """Return a function that opens a host's site in a private window of its own, service worker and all."""
    opened: list[TablePage] = []

    def visit(host: StaticHost, *, is_opened: bool = True, **options: Any) -> TablePage:
        context = browser.new_context(**({"locale": "de-DE", "reduced_motion": "reduce"} | options))
        table = TablePage(context, host.address)
        opened.append(table)
        if is_opened:
            table.open()
        return table

    yield visit
    for table in opened:
        table.close()


def wait_until_kept(table: TablePage, site: Path) -> None:
    """Wait until a release is kept on the device, and no other."""
    table.wait_until(IS_KEPT, release(site))


def play(table: TablePage, count: int) -> str:
    """Draw some cards; return the record."""
    for _ in range(count):
        table.key(" ")
    table.settle()
    return table.record()


# The first visit, and those after


def test_a_first_visit_plays_asks_only_this_host_and_stays_small(site: Path, host: StaticHost, visit: Visit) -> None:
    table = visit(host)
    elsewhere: list[str] = []
    table.page.on("request", lambda request: elsewhere.append(request.url))
    game = easyharp.Game.from_record(play(table, 3))
    table.assert_shows(game)
    table.page.locator("#hint").click()
    table.page.wait_for_function(HINTED)
    wait_until_kept(table, site)
    assert [url for url in elsewhere if not url.startswith(host.address)] == []
    assert all(path.startswith(host.path) for path in host.asked)
    assert table.errors == []
    assert host.sent < 8_000_000


def test_without_a_network_everything_goes_on(site: Path, host: StaticHost, visit: Visit) -> None:
    table = visit(host)
    record = play(table, 5)
    wait_until_kept(table, site)
    table.context.set_offline(offline=True)
    table.reload()
    assert table.record() == record
    table.page.keyboard.press("h")
    table.page.wait_for_function(HINTED)
    assert play(table, 1) != record
    table.page.locator("#menu").click()
    table.page.locator("#statistics").click()
    table.page.wait_for_selector("#statistics-dialog[open]")
    table.page.goto(f"{host.address}pages/de/rules.html")
    assert table.page.locator("h1").inner_text()
    table.page.locator("a.home").click()
    table.page.wait_for_selector("html[data-ready]")
    assert table.errors == []


def test_a_question_in_the_address_leads_to_the_release_that_is_kept(
    site: Path, next_site: Path, host: StaticHost, visit: Visit
) -> None:
    table = visit(host)
    record = play(table, 3)
    wait_until_kept(table, site)
    deploy(host, next_site)
    for offline in (False, True):
        table.context.set_offline(offline=offline)
        table.page.goto(f"{host.address}?from=mail")
        table.page.wait_for_selector("html[data-ready]")
        assert table.page.title().startswith("Easy Harp")
        assert table.record() == record
    assert table.errors == []


def test_the_table_is_there_before_the_engine_and_what_is_wanted_meanwhile_is_done(
    host: StaticHost, visit: Visit
) -> None:
    table = visit(host, is_opened=False)
    table.context.add_init_script(NO_SERVICE_WORKER)  # it would have what is to be held
    table.open()
    game = easyharp.Game.from_record(play(table, 4))
    held = table.hold("**/python/library.zip", everywhere=True)
    table.page.reload()
    table.page.wait_for_selector(".card[data-face]", state="attached")
    table.assert_shows(game)
    assert table.page.locator("html[data-ready]").count() == 0
    for _ in range(3):
        table.key(" ")
    table.page.wait_for_timeout(200)
    table.assert_shows(game)  # nothing is done before the engine says so
    held.release()
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    for _ in range(3):
        game.play("tw")
    assert table.record() == str(game.record)
    table.assert_shows(game)
    assert table.errors == []


def test_a_first_visit_that_loads_slowly_shows_the_places_and_says_so(host: StaticHost, visit: Visit) -> None:
    table = visit(host, is_opened=False)
    held = table.hold("**/python/library.zip", everywhere=True)
    table.page.goto(host.address)
    table.page.wait_for_selector("#message:text('beim ersten Mal etwa 7')")
    rectangles = table.page.locator(".pile").evaluate_all("piles => piles.map(pile => pile.getBoundingClientRect().y)")
    assert len(set(rectangles)) == 2  # all are laid out, in their rows
    assert table.page.locator(".card").count() == 0
    table.key(" ")  # of what there is no game yet nothing comes
    held.release()
    table.page.wait_for_selector("html[data-ready]")
    table.page.wait_for_selector("#message", state="hidden")
    table.settle()
    assert table.running_game()["moves"] == 0
    assert table.errors == []


def test_damage_to_what_was_last_seen_is_put_right_by_the_engine(host: StaticHost, visit: Visit) -> None:
    table = visit(host)
    game = easyharp.Game.from_record(play(table, 4))
    for change in (
        "seen.view.piles.w = []",
        "seen.view = 7",
        "seen.view.piles['1'][0].face = 'Kx'",
        "delete seen.view.taps",
        "seen.view.piles.w.push({ place: 999, face: 'Kh' })",
        "seen.view.piles.w.push({ place: -1, face: null })",
    ):
        table.page.evaluate(
            f"""() => new Promise((resolve) => {{
              const opening = indexedDB.open('easyharp');
              opening.onsuccess = () => {{
                const kept = opening.result.transaction('kept', 'readwrite').objectStore('kept');
                const asked = kept.get('seen');
                asked.onsuccess = () => {{
                  const seen = asked.result;
                  {change};
                  kept.put(seen, 'seen').onsuccess = resolve;
                }};
              }};
            }})"""
        )
        table.reload()
        table.assert_shows(game)
    assert table.errors == []


def test_cleared_storage_gives_a_new_game_and_a_working_app(site: Path, host: StaticHost, visit: Visit) -> None:
    table = visit(host)
    record = play(table, 3)
    wait_until_kept(table, site)
    cdp = table.context.new_cdp_session(table.page)
    cdp.send("Storage.clearDataForOrigin", {"origin": host.address.removesuffix(host.path), "storageTypes": "all"})
    table.open()
    assert table.record() != record
    wait_until_kept(table, site)


def test_two_tabs_of_the_site_show_one_game(host: StaticHost, visit: Visit) -> None:
    one = visit(host)
    other = one.tab()
    record = play(one, 3)
    other.page.wait_for_function(
        "(moves) => document.querySelector('#moves').textContent === moves",
        arg=str(easyharp.Game.from_record(record).moves),
    )
    record = play(other, 2)
    one.page.wait_for_function(
        "(moves) => document.querySelector('#moves').textContent === moves",
        arg=str(easyharp.Game.from_record(record).moves),
    )
    assert one.record() == other.record() == record
    assert one.errors == []


@pytest.mark.parametrize("path", ["/", "/games/easyharp/"])
def test_the_site_works_under_any_path_and_touches_nothing_beside_it(site: Path, visit: Visit, path: str) -> None:
    with static_host(site, path) as host:
        table = visit(host)
        play(table, 1)
        wait_until_kept(table, site)
        scopes = table.page.evaluate(
            "async () => (await navigator.serviceWorker.getRegistrations()).map(({scope}) => scope)"
        )
        assert scopes == [host.address]
        beside = table.page.evaluate("async () => (await fetch('/elsewhere')).status")
        assert beside == 404
        assert "/elsewhere" in host.asked


def test_it_can_be_installed(site: Path, host: StaticHost, playwright: Playwright, tmp_path: Path) -> None:
    with chromium.killable(tmp_path, playwright) as (context, _):
        table = TablePage(context, host.address)
        table.open()
        wait_until_kept(table, site)
        cdp = context.new_cdp_session(table.page)
        assert cdp.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = cdp.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["display"] == "standalone"


# The engine's memory


def memory(table: TablePage, change: str = "") -> int | None:
    """Return the size of the engine's memory as the device keeps it, after changing it by a script."""
    size: int | None = table.page.evaluate(MEMORY % (change and f"{change};{CHANGED}"))
    return size


def wait_for_memory(table: TablePage, is_wanted: Callable[[int | None], bool] = bool) -> int:
    """Wait until the engine's memory is kept, of a size that is wanted; return its size."""
    for _ in range(100):
        size = memory(table)
        if is_wanted(size):
            return size or 0
        table.page.wait_for_timeout(100)
    raise AssertionError


@pytest.fixture
def remembered(site: Path, host: StaticHost, visit: Visit) -> TablePage:
    """Return a table in its second visit, which keeps the engine's memory."""
    table = visit(host)
    play(table, 4)
    wait_until_kept(table, site)
    assert memory(table) is None  # nothing that came unchecked is kept
    table.reload()
    wait_for_memory(table)
    return table


def test_the_engine_is_restored_from_its_memory_and_plays(remembered: TablePage) -> None:
    table = remembered
    game = table.game()
    assert 5_000_000 < wait_for_memory(table) < 30_000_000
    assert table.page.evaluate(ENGINE_SAYS).startswith("The request has no 'text'")
    # An engine that speaks with other words can only be one with the memory in which they are.
    memory(table, OTHER_WORDS)
    table.reload()
    assert table.page.evaluate(ENGINE_SAYS).startswith("THE REQUEST HAS NO 'text'")
    table.assert_shows(game)
    for key, action in ((" ", "tw"), ("u", "uu"), ("Control+y", "rr")):
        table.key(key)
        game.play(action)
    table.settle()
    table.assert_shows(game)
    table.page.locator("#hint").click()
    table.page.wait_for_function(HINTED)
    assert table.errors == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_memory_that_is_not_as_it_was_kept_is_made_anew(remembered: TablePage, damage: str) -> None:
    table = remembered
    record = table.record()
    memory(table, f"{OTHER_WORDS};{DAMAGES[damage]}")
    for _ in range(2):
        table.reload()
        assert table.page.evaluate(ENGINE_SAYS).startswith("The request has no 'text'")
        assert table.record() == record
        wait_for_memory(table)
    assert table.errors == []


@pytest.mark.parametrize("damage", ["bytes.fill(0)", "bytes.fill(0, new Uint32Array(bytes.buffer, 0, 2)[1])"])
def test_where_a_memory_cannot_be_restored_the_engine_starts_without(remembered: TablePage, damage: str) -> None:
    table = remembered
    record = table.record()
    memory(table, f"{damage}; headers['x-hash'] = await hash()")
    for _ in range(2):
        table.reload()
        assert table.record() == record
        record = play(table, 1)
        wait_for_memory(table, lambda size: size == 0)  # and it is not tried again
    assert table.errors == []


def test_another_engine_does_not_take_the_memory_of_the_one_before(
    site: Path, host: StaticHost, remembered: TablePage, tmp_path: Path
) -> None:
    table = remembered
    assert "ENGINE" in (site / "engine.js").read_text(encoding="utf-8").split("\n")[0]
    memory(table, OTHER_WORDS)
    other = tmp_path / "other"
    build_with(other, site, lambda files: files.update({"python/engine.zip": files["python/engine.zip"] + b"\n"}))
    deploy(host, other)
    look_for_update(table)
    with table.page.expect_navigation():
        table.page.locator("#message button", has_text="Jetzt nehmen").click()
    table.page.wait_for_selector("html[data-ready]")
    assert table.page.evaluate(ENGINE_SAYS).startswith("The request has no 'text'")


# An engine that does not come


def test_an_engine_that_has_not_come_is_asked_for_again(host: StaticHost, visit: Visit) -> None:
    refused: list[str] = []

    def refuses(path: str) -> bool:
        if not path.endswith(".zip") or len(refused) == 2:
            return False
        refused.append(path)
        return True

    host.refuses = refuses
    table = visit(host)
    assert refused
    play(table, 1)
    assert table.figure("moves") == 1


def test_what_is_wanted_while_an_engine_fails_is_done_by_the_next_one(
    site: Path, host: StaticHost, visit: Visit
) -> None:
    table = visit(host)
    game = easyharp.Game.from_record(play(table, 4))
    wait_until_kept(table, site)
    table.page.evaluate(DROP, "python/engine.zip")
    table.context.new_cdp_session(table.page).send("Network.clearBrowserCache")
    host.refuses = lambda path: path.endswith("engine.zip")
    table.page.reload()
    table.page.wait_for_selector(".card[data-face]", state="attached")
    for _ in range(3):
        table.key(" ")
        game.play("tw")
    # On a busy computer it is first said that this takes a moment.
    table.page.locator("#message", has_text="lädt nicht").wait_for()
    host.refuses = lambda _: False
    table.page.wait_for_selector("html[data-ready]")
    table.settle()
    table.assert_shows(game)
    assert table.record() == str(game.record)


def test_what_the_browser_has_dropped_of_a_release_is_fetched_and_kept_again(
    site: Path, host: StaticHost, visit: Visit
) -> None:
    table = visit(host)
    record = play(table, 4)
    wait_until_kept(table, site)
    for path in ("engine.js", "python/engine.zip", "words/de.js"):
        table.page.evaluate(DROP, path)
    table.reload()
    table.context.new_cdp_session(table.page).send("Network.clearBrowserCache")
    table.context.set_offline(offline=True)
    table.reload()
    assert table.record() == record
    assert table.errors == []


def test_a_host_with_another_type_for_webassembly_serves_as_well(site: Path, host: StaticHost, visit: Visit) -> None:
    host.types[".wasm"] = "application/octet-stream"
    table = visit(host)
    record = play(table, 1)
    wait_until_kept(table, site)
    table.context.set_offline(offline=True)
    table.reload()
    assert table.record() == record
    assert play(table, 1) != record


# TROUBLES 41: a new version is deployed while the old one is open


def deploy(host: StaticHost, site: Path) -> None:
    """Put another release on the host, and have it noticed: pages look for one when they are seen again."""
    host.folder = site


def look_for_update(table: TablePage) -> None:
    table.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => null)")


def test_41_an_update_waits_until_it_is_wanted_and_then_shows_the_same_game(
    site: Path, next_site: Path, host: StaticHost, visit: Visit
) -> None:
    table = visit(host)
    other = table.tab()
    wait_until_kept(table, site)
    record = play(table, 4)
    deploy(host, next_site)
    host.asked.clear()
    look_for_update(table)
    update = table.page.locator("#message button", has_text="Jetzt nehmen")
    update.wait_for()
    fetched = {path.removeprefix(host.path) for path in host.asked}
    assert {"later.js", "words/de.js", "index.html"} <= fetched
    assert "pyodide/pyodide.asm.wasm" not in fetched  # what has not changed is not fetched again
    record = play(table, 2)  # the running game goes on
    assert table.page.title().startswith("Easy Harp")
    table.reload()  # the old release again, whole, although the host has the new one
    assert table.page.title().startswith("Easy Harp")
    assert table.record() == record
    table.page.locator("#menu").click()
    with table.page.expect_navigation(), other.page.expect_navigation():
        table.page.locator("#take-update").click()
    for tab in (table, other):
        tab.page.wait_for_selector("html[data-ready]")
        tab.settle()
        assert tab.page.title().startswith("Easier Harp")
        assert tab.record() == record
    wait_until_kept(table, next_site)
    assert table.errors == []


def test_41_a_half_downloaded_update_never_replaces_a_good_one(
    site: Path, next_site: Path, host: StaticHost, visit: Visit
) -> None:
    table = visit(host)
    wait_until_kept(table, site)
    record = play(table, 3)
    deploy(host, next_site)
    host.refuses = lambda path: path.endswith("later.js")
    look_for_update(table)
    table.wait_until(HAS_FAILED)
    table.context.set_offline(offline=True)
    table.reload()
    assert table.page.title().startswith("Easy Harp")
    assert table.record() == record
    table.context.set_offline(offline=False)
    host.refuses = lambda _: False
    update = table.page.locator("#message button", has_text="Jetzt nehmen")
    for _ in range(20):  # while the browser is still about the download that fails, no other one begins
        look_for_update(table)
        table.page.wait_for_timeout(500)
        if update.is_visible():
            break
    update.wait_for()


def test_41_a_file_that_is_not_what_the_release_says_is_refused(
    site: Path, next_site: Path, host: StaticHost, visit: Visit, tmp_path: Path
) -> None:
    table = visit(host)
    wait_until_kept(table, site)
    mixed = tmp_path / "mixed"
    shutil.copytree(next_site, mixed)
    (mixed / "words" / "de.js").write_bytes((site / "words" / "de.js").read_bytes())
    deploy(host, mixed)
    look_for_update(table)
    table.wait_until(HAS_FAILED)
    wait_until_kept_beside = "async (name) => (await caches.keys()).some((key) => key.endsWith(name))"
    assert table.page.evaluate(wait_until_kept_beside, release(site))
    table.reload()
    assert table.page.title().startswith("Easy Harp")
