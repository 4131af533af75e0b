"""The static site: how long it takes to be seen and to be played, what it fetches, how fast its engine answers."""

import dataclasses
import math
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from chromium import killable
from playwright.sync_api import sync_playwright
from static_host import StaticHost, static_host
from table_page import TablePage

from easyharp.site import build
from environment import ROOT
from golden_data import WINS
from measurements.records import long_actions, record_of
from measurements.running import WINDOW
from measurements.samples import number, tell

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

# "Painted" is the frame in which all cards are on the table; "ready" when the engine has answered.
_PROBE = """
  window.site = {};
  const seen = () => {
    if (document.querySelectorAll(".card").length < 104) return requestAnimationFrame(seen);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.site.painted = performance.now(); };
    port2.postMessage(null);
  };
  requestAnimationFrame(seen);
  new MutationObserver((_, observer) => {
    if (!document.documentElement?.matches("[data-ready]")) return;
    observer.disconnect();
    window.site.ready = performance.now();
  }).observe(document, { subtree: true, attributeFilter: ["data-ready"] });
"""
_KEPT = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === "activated" && Boolean(navigator.serviceWorker.controller);
}"""
_REMEMBERED = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("easyharp-memory "));
  const [kept] = name ? await (await caches.open(name)).matchAll() : [];
  return Boolean(kept && (await kept.blob()).size);
}"""
_ANSWER = """async (record) => {
  const { pageBackend } = await import("./backends.js");
  const backend = pageBackend();
  const times = [];
  let { record: now } = await backend.ask("view", { record });
  for (let i = 0; i < 120; i += 1) {
    const begun = performance.now();
    const [ask, body] = i % 2 ? ["undo", {}] : ["tap", { pile: "t", count: 1 }];
    const answer = await backend.ask(ask, { record: now, ...body });
    times.push(performance.now() - begun);
    now = answer.record;
  }
  return times.slice(20);
}"""

_PLAIN = """<!doctype html><title>Pyodide as it is shipped</title><script type="module">
  import { loadPyodide } from "./pyodide.mjs";
  await loadPyodide();
  window.ready = performance.now();
</script>"""


def site() -> None:
    """Visit the static site on a host of this machine: first, with the browser started anew, and once more.

    A first visit has a new profile, and files that travel compressed by gzip. Later visits begin with a new browser
    process on the profile of the first one, which has played ten actions; the host is gone by then, so everything comes
    from the service worker. The second visit starts the engine from those files and keeps its memory, which later ones
    restore; "again" is one more visit in the same browser. Each visit begins when its browser has been still for two
    seconds, as its own start is none of the site's. Times count from the page's own beginning
    of the navigation; painted is the frame in which all cards are there. Fetched is all until the site is kept for use
    without a network. An answer late in a game is timed from the page: a draw or its undo after 1,500 actions, message
    there and back. Memory is the proportional set size, which only Linux tells. How fast the machine is
    tells the plain start: Pyodide as its package ships it and nothing of ours, from the browser's cache.
    """
    figures = _Figures()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch, "site")
        build(folder)
        plain = Path(scratch, "plain")
        shutil.copytree(ROOT / "node_modules" / "pyodide", plain)
        (plain / "index.html").write_text(_PLAIN, encoding="utf-8")
        for visit in range(number(5, brief=2)):
            profile = Path(scratch, f"profile-{visit}")
            profile.mkdir()
            with static_host(folder, "/easyharp/") as host:
                with killable(profile, playwright) as (context, _):
                    _visit_first(context, host, figures)
                host.refuses = lambda _: True
                with killable(profile, playwright) as (context, _):
                    _visit_second(context, host, figures)
                for _ in range(number(3, brief=1)):
                    with killable(profile, playwright) as (context, _):
                        _visit_later(context, host, figures)
            with static_host(plain) as host, killable(profile, playwright) as (context, _):
                figures.plain.append(_started_plainly(context, host))
    figures.tell()


@dataclasses.dataclass
class _Figures:
    """What was measured: times in milliseconds, sizes in megabytes."""

    visits: dict[str, list[dict[str, float]]] = dataclasses.field(
        default_factory=lambda: {"first visit": [], "second visit": [], "later visit": [], "again": []}
    )
    answers: list[float] = dataclasses.field(default_factory=list)
    hints: list[float] = dataclasses.field(default_factory=list)
    fetched: list[float] = dataclasses.field(default_factory=list)
    playing: list[float] = dataclasses.field(default_factory=list)
    thinking: list[float] = dataclasses.field(default_factory=list)
    plain: list[float] = dataclasses.field(default_factory=list)

    def tell(self) -> None:
        for name, visits in self.visits.items():
            tell(f"{name}: painted", [visit["painted"] for visit in visits])
            tell(f"{name}: engine ready", [visit["ready"] for visit in visits])
        tell("a plain start of Pyodide", self.plain)
        tell("an answer after 1,500 actions", self.answers)
        tell("first hint, its worker's start included", self.hints)
        print(f"a first visit fetches {max(self.fetched):.2f} MB")
        for what, sizes in (("that plays", self.playing), ("that has given a hint, too", self.thinking)):
            print(f"memory of a tab's process {what}: median {statistics.median(sizes):.0f} MB")


def _visit_first(context: "BrowserContext", host: StaticHost, figures: _Figures) -> None:
    table = TablePage(context, host.address)
    figures.visits["first visit"].append(_visited(table.page, host.address))
    while not table.page.evaluate(_KEPT):
        table.page.wait_for_timeout(100)
    figures.fetched.append(host.sent / 1e6)
    for _ in range(10):
        table.key(" ")
    table.settle()
    table.page.wait_for_timeout(1_000)
    _close(context)


def _visit_second(context: "BrowserContext", host: StaticHost, figures: _Figures) -> None:
    page = context.new_page()
    figures.visits["second visit"].append(_visited(page, host.address))
    while not page.evaluate(_REMEMBERED):
        page.wait_for_timeout(100)
    _close(context)


def _visit_later(context: "BrowserContext", host: StaticHost, figures: _Figures) -> None:
    page = context.new_page()
    figures.visits["later visit"].append(_visited(page, host.address))
    figures.answers += page.evaluate(_ANSWER, record_of(WINS[0], long_actions()))
    figures.playing.append(_memory(context))
    figures.hints.append(_hint(page))
    figures.thinking.append(_memory(context))
    figures.visits["again"].append(_visited(page, host.address))
    _close(context)


def _started_plainly(context: "BrowserContext", host: StaticHost) -> float:
    """Start Pyodide alone, with its files in the browser's cache; when it was ready, in milliseconds."""
    host.types[".json"] = "application/json"
    page = context.new_page()
    for _ in range(2):
        page.wait_for_timeout(2_000)
        page.goto(host.address)
        ready: float = page.wait_for_function("() => window.ready").json_value()
    _close(context)
    return ready


def _memory(context: "BrowserContext") -> float:
    """Return how many megabytes the processes of the open pages hold: alone, and their share of what is shared.

    Not a number where the system does not tell it.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return math.nan
    assert context.browser  # noqa: S101 (it was connected to)
    processes = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    size = 0
    for process in processes:
        if process["type"] == "renderer":
            text = Path(f"/proc/{process['id']}/smaps_rollup").read_text(encoding="ascii")
            size += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return size / 1_000


def _close(context: "BrowserContext") -> None:
    """End the browser politely: what it has cached is written then."""
    if context.browser:
        context.browser.new_browser_cdp_session().send("Browser.close")


def _visited(page: "Page", address: str) -> dict[str, float]:
    """Visit once; when it was painted and ready, in milliseconds."""
    page.set_viewport_size(WINDOW["viewport"])
    page.wait_for_timeout(2_000)
    page.add_init_script(f"if (!window.site) {{ {_PROBE} }}")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    moments: dict[str, float] = page.wait_for_function("() => window.site.painted && window.site").json_value()
    return moments


def _hint(page: "Page") -> float:
    """Ask for a hint; how long until it was told, in milliseconds."""
    taken: float = page.evaluate(
        """async () => {
          const begun = performance.now();
          document.querySelector("#hint").click();
          while (!document.querySelector("#message button") || document.querySelector("#hint").ariaBusy === "true") {
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          return performance.now() - begun;
        }"""
    )
    return taken
