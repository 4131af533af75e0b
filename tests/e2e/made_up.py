"""Tables that are made up, because no game known leads to them, and windows of any size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from interception import intercept

import easyharp
from easyharp.actions import COLUMNS
from easyharp.protocol import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route
    from table_page import TablePage


def longest(columns: str = "9") -> easyharp.Game:
    """Make up a game in which some columns are as long as can be: all face-down cards, and king to ace."""
    game = easyharp.Game.from_deal(1)
    faces = {name: [f"{rank}{'cd'[i % 2]}" for i, rank in enumerate("KQJT98765432A")] for name in columns}
    if len(columns) > 1:
        faces[columns[0]] = [f"{rank}{'hs'[i % 2]}" for i, rank in enumerate("KQJT98765432A")]
    first, *dealt = game.deal.shuffled()
    runs = {
        name: tuple(next(card for card in dealt if card.face == face) for face in run) for name, run in faces.items()
    }
    rest = [card for card in dealt if not any(card in run for run in runs.values())]
    made = []
    for i, name in enumerate(COLUMNS):
        hidden = tuple(rest.pop() for _ in range(i))
        made.append(easyharp.Column(hidden, runs.get(name) or (rest.pop() if i else first,)))
    game.position = easyharp.Position(tuple(made), stock=tuple(rest[:-5]), waste=tuple(rest[-5:]))
    return game


def serve(table: TablePage, game: easyharp.Game, ask: str = "new") -> None:
    """Answer an ask with a made-up game."""
    # With figures as wide as they come, and all buttons there are.
    shown = view(game) | {"score": 1_300, "moves": 12_345, "undo": 100, "finishable": True}
    answer = {"record": str(game.record), "played": None, "refusal": None, "view": shown}

    def fulfil(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(answer))

    intercept(table.page, f"**/api/{ask}", fulfil)


def open_made_up(open_table: Callable[..., TablePage], game: easyharp.Game, **options: Any) -> TablePage:
    table = open_table(1, **options)
    serve(table, game)
    serve(table, game, "view")
    table.keep("settings", {"motion": "off"})
    return table


def settled_at(table: TablePage, width: int, height: int) -> None:
    """Give the window a size and wait until the table has taken it."""
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    table.settle()
