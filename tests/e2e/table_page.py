"""The table as a player sees and handles it: reads it from the page, moves cards by mouse, finger and keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interception import Held

import easyharp
from easyharp.actions import COLUMNS, FOUNDATIONS, PILES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext, CDPSession, ConsoleMessage, Locator


PATIENCE = 120_000
"""How long to wait for what comes in the end, in milliseconds: a busy computer takes its time."""

NO_SERVICE_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
"""What a page begins with that is to have the static site as a browser that keeps none of it."""


@dataclass(frozen=True)
class Box:
    """A rectangle on the page, in CSS pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class SeenCard:
    """A card on the page: its place in the deal, its face where it shows one, and where it is seen."""

    place: int
    face: str | None
    box: Box


def expected(game: easyharp.Game) -> dict[str, list[tuple[int, str | None]]]:
    """Return what a table has to show of a game: by pile the cards in order, each with its place and the shown face."""
    position, places = game.position, game.deal.places
    piles: dict[str, list[tuple[int, str | None]]] = {}
    for name, column in zip(COLUMNS, position.columns, strict=True):
        piles[name] = [(places[card], None) for card in column.hidden]
        piles[name] += [(places[card], card.face) for card in column.shown]
    for name, cards in zip(FOUNDATIONS, position.foundations, strict=True):
        piles[name] = [(places[card], card.face) for card in cards]
    piles["t"] = [(places[card], None) for card in reversed(position.stock)]
    piles["w"] = [(places[card], card.face) for card in position.waste]
    return piles


class TablePage:
    """One private window with the app in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self._cdp: CDPSession | None = None

    def _note(self, entry: ConsoleMessage) -> None:
        # A page that is no HTML, such as the one `keep` goes through, makes the browser ask for this.
        if entry.type == "error" and not entry.location["url"].endswith("favicon.ico"):
            self.errors.append(entry.text)

    def open(self, deal: int | None = None) -> None:
        """Open the app, at a deal's link where one is given, and wait until it can be played."""
        self.page.goto(self.address + (f"#{easyharp.Deal(deal).code}" if deal else ""))
        self.page.wait_for_selector("html[data-ready]")
        self.settle()

    def tab(self, *, is_opened: bool = True) -> TablePage:
        """Open the app in another tab of the same window; its errors are this one's."""
        other = TablePage(self.context, self.address)
        other.errors = self.errors
        if is_opened:
            other.open()
        return other

    def close(self) -> None:
        """Close the window with all its tabs."""
        # What a test answers in the server's stead may still be under way, and would fail in the next test.
        self.context.unroute_all(behavior="ignoreErrors")
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")
        self.context.close()

    def reload(self) -> None:
        """Open the page again once what is on the table is kept."""
        self.kept("running")
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")
        self.settle()

    def settle(self) -> None:
        """Wait until every wish is answered and no card is under way."""
        self.page.wait_for_function(
            "() => !document.querySelector('#table').getAnimations({subtree: true}).length"
            " && document.querySelector('#table').ariaBusy !== 'true'"
        )

    def forget(self) -> None:
        """Clear what the browser keeps, as before a first visit, and leave the app: open it again."""
        # The app itself keeps the running game when it is left, so it must be gone before.
        self.page.goto(self.address + "icon.svg")
        self.page.evaluate("indexedDB.deleteDatabase('easyharp')")

    def paste(self, text: str) -> None:
        """Open the window for games that come in, and put a text there."""
        self.page.locator("#menu").click()
        self.page.locator("#open-record").click()
        self.page.locator("#open-text").fill(text)

    def hold(self, pattern: str, *, everywhere: bool = False) -> Held:
        """Hold back what the page asks for, or all in its window, workers and other tabs."""
        return Held(self.page, pattern, everywhere=everywhere)

    # Reading.

    def seen(self) -> dict[str, list[SeenCard]]:
        """Return the cards of every pile from the bottom up, as the page has them.

        The order is that in which the cards lie on each other on the page.
        """
        found: list[dict[str, Any]] = self.page.evaluate(
            """() => [...document.querySelectorAll('.card')].map((card) => {
                 const {m41, m42} = new DOMMatrix(getComputedStyle(card).transform);
                 const table = document.querySelector('#table').getBoundingClientRect();
                 return {
                   place: Number(card.dataset.place), pile: card.dataset.in,
                   order: Number(getComputedStyle(card).zIndex),
                   face: card.dataset.face || null,
                   x: table.x + m41, y: table.y + m42, width: parseFloat(getComputedStyle(card).width),
                   height: parseFloat(getComputedStyle(card).height),
                 };
               })"""
        )
        piles: dict[str, list[SeenCard]] = {pile: [] for pile in PILES}
        for card in sorted(found, key=lambda card: card["order"]):
            box = Box(card["x"], card["y"], card["width"], card["height"])
            piles[card["pile"]].append(SeenCard(card["place"], card["face"], box))
        return piles

    def record(self) -> str:
        """Return the record of the running game as the browser has kept it."""
        return str(self.running_game()["record"])

    def game(self) -> easyharp.Game:
        """Return the running game, played from its kept record by the rules."""
        return easyharp.Game.from_record(self.record())

    def figure(self, name: str) -> int:
        """Return one of the figures: ``score``, ``moves`` or ``undo-left``; 0 where there is none."""
        text = self.page.locator(f"#{name}").inner_text()
        return int("".join(c for c in text if c.isdigit()) or 0)

    def seconds(self) -> int:
        """Return the playing time that is shown, in seconds."""
        minutes, seconds = map(int, self.page.locator("#time").inner_text().split(":"))
        return 60 * minutes + seconds

    def message(self) -> str:
        """Return the sentence that is shown, without the link behind it, or an empty text."""
        message = self.page.locator("#message")
        sentence: str = message.evaluate("(element) => element.firstChild?.textContent ?? ''")
        return sentence if message.is_visible() else ""

    def spoken(self) -> str:
        """Return what the live region says."""
        return self.page.locator("#live").inner_text()

    def pile(self, name: str) -> Locator:
        return self.page.locator(f'[data-pile="{name}"]')

    def pile_box(self, name: str) -> Box:
        box = self.pile(name).bounding_box()
        assert box is not None
        return Box(**box)

    def assert_shows(self, game: easyharp.Game) -> None:
        """Compare the table on screen with a game: 104 cards, each in its pile, in its order, with its face."""
        seen = {name: [(card.place, card.face) for card in cards] for name, cards in self.seen().items()}
        assert seen == expected(game), easyharp.picture(game.position)
        assert self.figure("score") == game.score
        assert self.figure("moves") == game.moves
        assert self.figure("undo-left") == (0 if game.is_won else game.undo_depth)

    def assert_in_place(self, timeout: float | None = None) -> None:
        """Check that in the end, or so soon, nothing is under way and every card lies where its pile is.

        ``timeout`` is in milliseconds. A card lies at its pile's place, in a column ever further down, and above the
        one before.
        """
        self.page.wait_for_function(
            """() => {
                 const table = document.querySelector('#table');
                 if (table.ariaBusy === 'true' || table.getAnimations({subtree: true}).length) return false;
                 const place = (element) => {
                   const {transform} = element.matches('.covered') ? element.style : getComputedStyle(element);
                   const {m41, m42} = new DOMMatrix(transform);
                   return [m41, m42];
                 };
                 return [...table.querySelectorAll('.pile')].every((pile) => {
                   const [x, y] = place(pile);
                   const layer = (card) => getComputedStyle(card).zIndex;
                   const cards = [...table.querySelectorAll(`.card[data-in="${pile.dataset.pile}"]`)];
                   const places = cards.sort((a, b) => layer(a) - layer(b)).map(place);
                   return places.every(([cardX, cardY], i) => {
                     const further = i && pile.dataset.sort === 'column';
                     const lower = further ? cardY > places[i - 1][1] + 1 : Math.abs(cardY - y) < 0.5;
                     return lower && Math.abs(cardX - x) < 0.5;
                   });
                 });
               }""",
            timeout=timeout,
        )

    # Handling.

    def grip(self, pile: str, count: int = 1, *, down: float = 0.1) -> tuple[float, float]:
        """Return the point at which the ``count``-th card from a pile's end is gripped.

        ``down`` is the point's share of the card's height, which has to lie in the visible strip.
        """
        cards = self.seen()[pile]
        box = cards[-count].box if cards else self.pile_box(pile)
        return box.x + box.width / 2, box.y + box.height * down

    def landing(self, pile: str) -> tuple[float, float]:
        """Return the point to which a gripped card's own grip is brought for it to lie on a pile's end."""
        cards = self.seen()[pile]
        box = cards[-1].box if cards else self.pile_box(pile)
        return box.x + box.width / 2, box.y + box.height * 0.2

    def drag(self, source: str, target: str, count: int = 1, *, rest: float = 0) -> None:
        """Drag by mouse, without waiting for what comes of it; ``rest``, in milliseconds, before letting go."""
        start, end = self.grip(source, count), self.landing(target)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        if rest:
            self.page.wait_for_timeout(rest)
        mouse.up()

    def tap(self, pile: str, count: int = 1) -> None:
        """Tap by mouse on the ``count``-th card from a pile's end."""
        self.page.mouse.click(*self.grip(pile, count))

    def touch_drag(self, source: str, target: str, count: int = 1) -> None:
        """Drag with a finger; needs a context with ``has_touch``."""
        start, end = self.grip(source, count), self.landing(target)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.touch("touchStart", start)
        self.touch("touchMove", middle)
        self.touch("touchMove", end)
        self.touch("touchEnd")

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Send a raw touch event with the points that are down."""
        if self._cdp is None:
            self._cdp = self.context.new_cdp_session(self.page)
        touch_points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def saved(self, button: str, folder: Path) -> Path:
        """Press a button of the menu, which stays open, and return the file that the browser is handed."""
        self.page.locator("#menu").click()
        with self.page.expect_download() as download:
            self.page.locator(button).click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def choose(self, **settings: Any) -> None:
        """Change settings through the menu, as in ``choose(mirror=True, theme="dark")``."""
        self.page.locator("#menu").click()
        for name, value in settings.items():
            self.set(name, value)
        self.page.locator('#menu-dialog button[value="close"]').click()
        self.settle()

    def set(self, name: str, value: Any) -> None:
        """Change a setting in the open menu, by whatever control it has."""
        control = self.page.locator(f'#settings [name="{name}"]')
        if isinstance(value, bool):
            control.set_checked(value)
        elif control.first.get_attribute("type") == "radio":
            self.page.locator(f'#settings [name="{name}"][value="{value}"]').check()
        else:
            control.select_option(value)
            if name == "language" and value != "auto":
                self.page.wait_for_selector(f"html[lang={value}]")  # its words are loaded

    def keep(self, name: str, value: Any, *games: dict[str, Any]) -> None:
        """Put a value and games into the browser's storage, as if an earlier visit had, and open the app again."""
        # The app itself keeps the running game when it is left, so it must be gone before.
        self.page.goto(self.address + "icon.svg")
        self.page.evaluate(
            """([name, value, games]) => new Promise((resolve, reject) => {
                 const opening = indexedDB.open('easyharp');
                 opening.onerror = () => reject(opening.error);
                 opening.onsuccess = () => {
                   const transaction = opening.result.transaction(['kept', 'games'], 'readwrite');
                   transaction.objectStore('kept').put(value, name);
                   for (const game of games) transaction.objectStore('games').put(game);
                   transaction.oncomplete = () => { opening.result.close(); resolve(null); };
                 };
               })""",
            [name, json.loads(json.dumps(value)), json.loads(json.dumps(games))],
        )
        self.open()

    def keep_running(self, record: str, **members: Any) -> None:
        """Put a running game into the browser's storage, and open the app again."""
        game = {
            "id": "made up", "record": record, "deal": 5, "daily": None, "day": "2026-11-29", "started": 0,
            "changed": 0, "won": False, "score": 0, "moves": 3, "elapsed": 0, "undos": 0, "takeBacks": 0, "hints": 0,
        }  # fmt: skip
        self.keep("running", game["id"], game | members)

    def wait_until(self, question: str, argument: object = None) -> None:
        """Wait until a question is answered by yes; it may take time to answer, for which Playwright does not wait."""
        for _ in range(PATIENCE // 100):
            if self.page.evaluate(question, argument):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(question)

    def kept(self, name: str) -> Any:
        """Return what the browser's storage has under a name, or ``None``."""
        return self._stored("stores.kept.get(name)", name)

    def kept_games(self) -> list[dict[str, Any]]:
        """Return all games that the browser's storage has, the latest first."""
        games: list[dict[str, Any]] = self._stored("stores.games.getAll()", "")
        changed = [game.get("changed") for game in games]
        latest = [float(time) if isinstance(time, int | float) else 0 for time in changed]
        return [game for _, game in sorted(zip(latest, games, strict=True), key=lambda pair: -pair[0])]

    def running_game(self) -> dict[str, Any]:
        """Return the running game from the browser's storage."""
        identity = self.kept("running")
        return next(game for game in self.kept_games() if game["id"] == identity)

    def left_games(self) -> list[dict[str, Any]]:
        """Return the games in the browser's storage that can be taken up again, the latest first."""
        running = self.kept("running")
        left = [game for game in self.kept_games() if game["id"] != running]
        return [game for game in left if game.get("moves") and not game.get("won")]

    def _stored(self, request: str, name: str) -> Any:
        return self.page.evaluate(
            f"""(name) => new Promise((resolve, reject) => {{
                 const opening = indexedDB.open('easyharp');
                 opening.onerror = () => reject(opening.error);
                 opening.onsuccess = async () => {{
                   const {{ result: database }} = opening;
                   try {{
                     // The app keeps a game while the next one waits, which is then written before this is through.
                     const waiting = database.transaction(['kept', 'games']);
                     waiting.objectStore('kept').get('');
                     await new Promise((go) => {{ waiting.oncomplete = go; }});
                     const transaction = database.transaction(['kept', 'games']);
                     const [kept, games] = ['kept', 'games'].map((name) => transaction.objectStore(name));
                     const stores = {{ kept, games }};
                     const reading = {request};
                     reading.onsuccess = () => {{ database.close(); resolve(reading.result ?? null); }};
                   }} catch (error) {{
                     reject(error);
                   }}
                 }};
               }})""",
            name,
        )

    def open_record(self, deal: int, actions: str) -> easyharp.Game:
        """Open a game in the middle, as one that was kept, and return it."""
        record = easyharp.Record(easyharp.Deal(deal), tuple(map(easyharp.Action.from_text, actions.split())))
        game = easyharp.Game.from_record(record)
        self.keep_running(str(record), deal=deal, moves=game.moves, won=game.is_won)
        return game
