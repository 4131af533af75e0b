"""Windows that have much to show: the history and the statistics of thousands of games, a replay late in a long one."""

from typing import TYPE_CHECKING, Any

from table_page import TablePage

from golden_data import WINS
from measurements.records import long_actions, record_of
from measurements.running import WINDOW, running_browser, running_server
from measurements.samples import number, tell

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = 5_000

# From the press to the frame in which something is there, or is another.
_TAKEN = """([button, shown]) => new Promise((resolve) => {
  const text = () => document.querySelector(shown)?.textContent;
  const before = text();
  const begun = performance.now();
  const look = () => {
    if (text() === before) requestAnimationFrame(look);
    else requestAnimationFrame(() => resolve(performance.now() - begun));
  };
  document.querySelector(button).click();
  requestAnimationFrame(look);
})"""


def windows() -> None:
    """Open the history and the statistics of 5,000 games, and step back in a replay after 1,500 actions.

    Timed in the page, from the press of the button to the frame after the one in which the first game, the first figure
    or the step before is there. The first time a window is opened, its module is loaded; it is not counted.
    """
    with running_server() as server, running_browser() as browser:
        table = TablePage(browser.new_context(**WINDOW), server.address)
        table.open(WINS[0].deal)
        table.keep("settings", {"motion": "off"}, *map(_game, range(GAMES)))
        for name, shown in (("history", ".games li"), ("statistics", "#statistics-dialog .totals")):
            samples = [_opened(table, name, shown) for _ in range(number(20, brief=2) + 1)]
            tell(f"{name} of {GAMES:,} games", samples[1:])
        table.paste(record_of(WINS[0], long_actions()))
        table.page.locator("#open-dialog [data-act=watch]").click()
        table.page.wait_for_selector("#replay:not(.opening)")
        table.key("End")
        table.page.wait_for_selector("#replay [name=next][aria-disabled=true]")
        steps = number(50, brief=3)
        tell(
            "a step back in a replay",
            [_taken(table.page, "#replay [name=back]", "#replay output") for _ in range(steps)],
        )
        table.close()


def _opened(table: TablePage, name: str, shown: str) -> float:
    table.page.locator("#menu").click()
    taken = _taken(table.page, f"#{name}", shown)
    table.key("Escape")
    table.page.locator(f"#{name}-dialog").wait_for(state="detached")
    return taken


def _taken(page: "Page", button: str, shown: str) -> float:
    taken: float = page.evaluate(_TAKEN, [button, shown])
    return taken


def _game(place: int) -> dict[str, Any]:
    """Return one of many games as it is kept, two thirds of them won, no two alike."""
    win = WINS[place % len(WINS)]
    moment = 1_700_000_000_000 + place * 3_600_000
    return {
        "id": f"measured {place}", "record": record_of(win, win.actions[:200]), "deal": win.deal, "daily": None,
        "day": "2026-11-29", "started": moment, "changed": moment + 600_000, "won": place % 3 > 0,
        "score": 900 + place % 500, "moves": 200 + place % 300, "elapsed": 300_000 + 500 * place,
        "undos": place % 4, "takeBacks": 0, "hints": place % 2,
    }  # fmt: skip
