"""Loading: how long a first visit takes until there is something to see and until there is something to play."""

from typing import TYPE_CHECKING

from easyharp.pages import PAGES
from measurements.running import SLOWNESS, WINDOW, running_browser, running_server, slowed
from measurements.samples import number, tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The app says that it can be played by a mark on the root; the frame after that is the first with the mark.
_PROBE = """
  new MutationObserver((_, observer) => {
    if (!document.documentElement?.matches("[data-ready]")) return;
    observer.disconnect();
    const ready = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.loaded = { ready, painted: performance.now() }; };
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, attributeFilter: ["data-ready"] });
"""
_STRETCHES = (
    ("the page's first byte is here", "answered"),
    ("first contentful paint", "seen"),
    ("ready to be played", "ready"),
    ("ready, and all cards in a painted frame", "painted"),
)


def load() -> None:
    """Open the page as on a first visit, and follow it until all cards are in a painted frame.

    Every visit has a new private window, with nothing cached and nothing kept, in a browser and from a server that
    have shown the page once before: starting them is in no figure. Times count from the page's own beginning of the
    navigation. The first contentful paint is told by the browser; at "ready" the deal's first frame is painted as far
    as the page does it, and the cards are on their way from the stock. Of the pages that teach the game the first
    contentful paint is all there is to wait for: they can be read then.
    """
    with running_server() as server, running_browser() as browser:
        _loaded(browser, server.address)
        for slow in (False, True):
            print(f"The page is slowed down {SLOWNESS} times." if slow else "At full speed.")
            visits = [_loaded(browser, server.address, slow=slow) for _ in range(number(20, brief=2))]
            for what, moment in _STRETCHES:
                tell(f"  {what}", [visit[moment] for visit in visits])
        print("The pages, at full speed.")
        for name in PAGES:
            seen = [_seen(browser, f"{server.address}pages/de/{name}.html") for _ in range(number(20, brief=2))]
            tell(f"  {name}: first contentful paint", seen)


def _seen(browser: "Browser", address: str) -> float:
    """Visit a page once; when its first contentful paint was, in milliseconds."""
    context = browser.new_context(**WINDOW)
    page = context.new_page()
    page.goto(address)
    moment: float = page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    ).json_value()
    context.close()
    return moment


def _loaded(browser: "Browser", address: str, *, slow: bool = False) -> dict[str, float]:
    """Visit once; when what happened, in milliseconds."""
    context = browser.new_context(**WINDOW)
    context.add_init_script(_PROBE)
    page = context.new_page()
    if slow:
        slowed(page)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    moments: dict[str, float] = page.wait_for_function(
        """() => {
          const [seen] = performance.getEntriesByName("first-contentful-paint");
          const [{ responseStart: answered }] = performance.getEntriesByType("navigation");
          return window.loaded && seen && { ...window.loaded, seen: seen.startTime, answered };
        }"""
    ).json_value()
    if page.locator(".card").count() != 104:  # noqa: PLR2004 (two packs)
        raise AssertionError("some cards are missing")
    context.close()
    return moments
