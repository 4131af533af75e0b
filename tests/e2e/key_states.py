"""The key states of the table in every size and look that is reviewed by eye. Knows nothing of references."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import positions
from made_up import longest, serve, settled_at
from screenshots import screenshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL.Image import Image
    from table_page import TablePage

SIZES = [(360, 640), (844, 390), (768, 1024), (1366, 768), (2560, 1440)]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light", "language": "de", "motion": "off"},
    "dark": {"theme": "dark", "language": "en", "motion": "off"},
}
"""The settings of every look, by its theme."""

WINDOW: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "locale": "de-DE"}
"""What the browser's window is opened with."""

START = positions.Moment(5, 0)
MIDDLE = positions.COVERED  # the waste's top card does not fit on column 1, the last card of column 9 does


@dataclass(frozen=True)
class State:
    """How a state is brought about on the table at hand, and how it is left again."""

    come: Callable[[TablePage], None] = lambda _: None
    leave: Callable[[TablePage], None] = lambda _: None


def open_window(button: str) -> Callable[[TablePage], None]:
    def come(table: TablePage) -> None:
        table.page.locator(f"#{button}").click()
        table.page.wait_for_selector("dialog[open]")

    return come


def close_window(table: TablePage) -> None:
    table.key("Escape")
    table.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    table.page.evaluate(
        "() => document.activeElement.blur()"
    )  # the button it was opened with, framed as by the keyboard


def be_refused(table: TablePage) -> None:
    table.drag("w", "1")
    table.page.wait_for_selector("#message:not([hidden])")
    table.settle()


def forget_message(table: TablePage) -> None:
    table.page.locator("#message").click()


def hold(table: TablePage) -> None:
    """Hold a card, a little off its column."""
    x, y = table.grip("9")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x - 30, y + 30)
    table.page.wait_for_selector(".card.held")
    table.page.wait_for_selector(".pile.target")


def let_go(table: TablePage) -> None:
    table.key("Escape")
    table.page.mouse.up()
    table.settle()


def open_start(table: TablePage) -> None:
    START.open(table)


def open_middle(table: TablePage) -> None:
    MIDDLE.open(table)


def open_longest(table: TablePage) -> None:
    serve(table, longest(), "view")
    START.open(table)


def win(table: TablePage) -> None:
    positions.LAST_CARD.open(table)
    table.tap(positions.LAST_CARD_IN)
    table.page.wait_for_selector("#win-dialog[open]")


GAMES: dict[str, tuple[Callable[[TablePage], object], dict[str, State]]] = {
    "start": (
        open_start,
        {
            "start": State(),
            "new-game": State(open_window("new"), close_window),
            "menu": State(open_window("menu"), close_window),
        },
    ),
    "middle": (
        open_middle,
        {"middle": State(), "refused": State(be_refused, forget_message), "held": State(hold, let_go)},
    ),
    "longest": (open_longest, {"longest": State()}),
    "won": (win, {"won": State()}),
}
"""How each game is opened, and the states that are looked at in it."""

NAMES = [name for _, states in GAMES.values() for name in states]


def dress(table: TablePage, look: str) -> None:
    """Give an open table a look."""
    table.keep("settings", LOOKS[look])


@contextmanager
def in_state(table: TablePage, state: State, size: tuple[int, int]) -> Iterator[None]:
    """Bring the opened game into a state while the block runs."""
    settled_at(table, *size)
    state.come(table)
    still(table)
    yield
    state.leave(table)


def still(table: TablePage) -> None:
    """Hide what tells the time and the day, and take letters that are equally wide on every system."""
    table.page.evaluate(
        """() => {
             for (const id of ['time', 'win-time', 'daily-date']) document.getElementById(id).style.opacity = 0;
             document.documentElement.style.setProperty('--text', "Arial, 'Liberation Sans', Arimo, Helvetica");
           }"""
    )


def pictures(table: TablePage, game: str, look: str) -> Iterator[tuple[str, tuple[int, int], Image]]:
    """Take the pictures of a game's states: name, size and picture."""
    dress(table, look)
    come, states = GAMES[game]
    come(table)
    for size in SIZES:
        for name, state in states.items():
            with in_state(table, state, size):
                picture = screenshot(table.page)
            yield name, size, picture
