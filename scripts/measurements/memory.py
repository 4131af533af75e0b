"""Memory: what a page holds after 100 and after 1,000 actions in one sitting. It measures no time."""

from typing import TYPE_CHECKING

from table_page import TablePage

import easyharp
from golden_data import WINS, GoldenWin
from measurements.records import record_of
from measurements.running import WINDOW, running_browser, running_server
from measurements.samples import number

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

_TOLD = {"JSHeapUsedSize": "bytes of scripts", "Nodes": "nodes", "JSEventListeners": "listeners"}
_MOVES, _UNDONE, _REFUSED = 60, 15, 10
"""A lap: so many moves, undone and redone, and drops that are refused; 100 actions in all."""


def memory() -> None:
    """Play at a table without ever reloading it, and weigh what the page holds after every 100 actions.

    "Sitting" is of many games: each 100 actions are a game taken up in its middle, with drags, taps, draws, undo, redo
    and refused drops, which is then left for a new one. "Game" is one game of draws, undone and redone every now and
    then: its record grows, and so do the views that undo leads back to, until there are as many as undo keeps.

    Weighed is right after collecting garbage: the scripts' heap, and the nodes and listeners of the document and of
    what scripts still hold of former ones. It is the browser's own figure, without pictures and layers. Compiled
    scripts are in it, which grow until all that is in use is compiled.
    """
    with running_server() as server, running_browser() as browser:
        for what, play in (("sitting", _play_lap), ("game", _play_on)):
            table = TablePage(browser.new_context(**WINDOW), server.address)
            table.open(WINS[0].deal)
            table.choose(speed="fast")
            session = table.context.new_cdp_session(table.page)
            weights = []
            for lap in range(number(10, brief=2)):
                play(table, WINS[lap % len(WINS)])
                weights.append(_weighed(session))
                told = ", ".join(f"{weights[-1][name]:,} {unit}" for name, unit in _TOLD.items())
                print(f"{what}, after {100 * (lap + 1):>5,} actions: {told}", flush=True)
            grown = (f"{weights[-1][name] - weights[0][name]:+,} {unit}" for name, unit in _TOLD.items())
            print(f"{what}, from the first to the last: {', '.join(grown)}")
            table.close()


def _weighed(session: "CDPSession") -> dict[str, int]:
    session.send("Performance.enable")
    for _ in range(2):  # what the first lets go of may have held something else
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: int(metric["value"]) for metric in metrics if metric["name"] in _TOLD}


def _play_lap(table: TablePage, win: GoldenWin) -> None:
    middle = len(win.actions) // 2
    game = _taken_up(table, win, middle)
    for action in map(easyharp.Action.from_text, win.actions[middle : middle + _MOVES]):
        count = game.position.picked_up(action)
        if action in (easyharp.DRAW, easyharp.REDEAL):
            table.key(" ")
        elif action.target in "abcdefgh":
            table.tap(action.source)
        else:
            table.drag(action.source, action.target, count)
        game.play(action)
        table.settle()
    for keys in (["Control+z"] * _UNDONE, ["Control+y"] * _UNDONE):
        table.key(*keys)
        table.settle()
    for _ in range(_REFUSED):
        table.drag("1", "2" if game.refusal(easyharp.Action("1", "2", 1)) else "t")
        table.settle()
    _new_game(table, easyharp.Deal(win.deal + 1))


def _taken_up(table: TablePage, win: GoldenWin, middle: int) -> easyharp.Game:
    """Open the record of a game from a text, which no page is loaded for."""
    record = record_of(win, win.actions[:middle])
    table.paste(record)
    table.page.locator("#open-dialog [data-act=play]").click()
    table.page.wait_for_function("(moves) => document.querySelector('#moves').textContent === moves", arg=str(middle))
    table.settle()
    return easyharp.replay(easyharp.Record.from_text(record)).game


def _new_game(table: TablePage, deal: easyharp.Deal) -> None:
    """Start a deal by its link, as a player who follows one in the middle of a game."""
    table.page.evaluate("(code) => { location.hash = code; }", deal.code)
    table.page.locator("#leave-dialog button[value=yes]").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    table.settle()


def _play_on(table: TablePage, _: GoldenWin) -> None:
    for keys in ([" "] * 50, ["Control+z"] * 25, ["Control+y"] * 25):
        table.key(*keys)
        table.settle()
