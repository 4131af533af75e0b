"""Whole games, from the deal to the win window: by mouse, by finger, by keys, by taps, at speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import positions
import pytest

import easyharp
import golden_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

COMPARED = 40
"""After so many actions the table is compared with the rules."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Player:
    """Plays actions on a page, never waiting for more than the cards that the next action is about."""

    def __init__(self, table: TablePage, deal: int) -> None:
        self.table = table
        self.page = table.page
        self.game = easyharp.Game.from_deal(deal)
        self.stock: tuple[float, float] | None = None

    def play(self, text: str) -> None:
        action = easyharp.Action.from_text(text)
        if text in ("tw", "wt"):
            self.draw()
        else:
            self.wait_for_ends(action)
            self.move(action)
            self.stock = None
        self.game.play(action)
        if self.game.moves % COMPARED == 0:
            self.compare()

    def compare(self) -> None:
        self.table.settle()
        self.table.assert_shows(self.game)

    def draw(self) -> None:
        raise NotImplementedError

    def move(self, action: easyharp.Action) -> None:
        raise NotImplementedError

    def stock_spot(self) -> tuple[float, float]:
        """Return the middle of the stock, which stays where it is while only draws are made."""
        if self.stock is None:
            box = self.table.pile_box("t")
            self.stock = box.x + box.width / 2, box.y + box.height / 2
        return self.stock

    def end(self, pile: str) -> easyharp.Card | None:
        """Return the last card of a pile."""
        cards = self.game.position.source_cards(pile)
        return cards[0] if cards else None

    def wait_for_ends(self, action: easyharp.Action) -> None:
        """Wait until source and target end on the page with the cards that they have by now."""
        places = self.game.deal.places
        ends = {pile: self.end(pile) for pile in (action.source, action.target)}
        self.page.wait_for_function(
            """(ends) => Object.entries(ends).every(([pile, place]) => {
                 const order = (card) => Number(card.style.zIndex);
                 const cards = [...document.querySelectorAll(`.card[data-in="${pile}"]`)];
                 const last = cards.sort((a, b) => order(a) - order(b)).at(-1);
                 return place === null ? !last : last?.dataset.place === String(place) && last.dataset.face !== '';
               })""",
            arg={pile: None if card is None else places[card] for pile, card in ends.items()},
        )

    def way(self, action: easyharp.Action) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where an action's first card is gripped and where the grip is when it lies on the target's end."""
        count = self.game.position.picked_up(action)
        boxes: list[dict[str, float]] = self.page.evaluate(
            """([source, target, count]) => {
                 const order = (card) => Number(card.style.zIndex);
                 const pile = (name) => [...document.querySelectorAll(`.card[data-in="${name}"]:not(.covered)`)]
                   .sort((a, b) => order(a) - order(b));
                 const spots = [pile(source).at(-count), pile(target).at(-1)
                   ?? document.querySelector(`[data-pile="${target}"]`)];
                 return spots.map((element) => {
                   const { x, y } = element.getBoundingClientRect();
                   const root = getComputedStyle(document.querySelector('#table'));
                   return { x, y, width: parseFloat(root.getPropertyValue('--card-width')),
                     height: parseFloat(root.getPropertyValue('--card-height')) };
                 });
               }""",
            [action.source, action.target, count],
        )
        start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.1) for box in boxes)
        return start, end

    def assert_won(self, win: golden_data.GoldenWin) -> None:
        dialog = self.page.locator("#win-dialog")
        dialog.wait_for(state="visible")
        assert self.figures("win-score", "win-moves") == [win.score, win.moves]
        self.compare()
        assert self.game.is_won
        assert str(self.table.game().record) == str(self.game.record)
        assert " ".join(map(str, self.game.record.actions)) == " ".join(win.actions)

    def figures(self, *names: str) -> list[int]:
        return [self.table.figure(name) for name in names]


class MousePlayer(Player):
    """Clicks on the stock and drags."""

    def draw(self) -> None:
        self.page.mouse.click(*self.stock_spot())

    def move(self, action: easyharp.Action) -> None:
        start, end = self.way(action)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=2)
        mouse.up()


class PatientMousePlayer(MousePlayer):
    """Lets every card arrive before it takes the next."""

    def move(self, action: easyharp.Action) -> None:
        self.table.settle()
        super().move(action)


class FingerPlayer(Player):
    """Taps the stock and drags with a finger."""

    def draw(self) -> None:
        self.page.touchscreen.tap(*self.stock_spot())

    def move(self, action: easyharp.Action) -> None:
        start, end = self.way(action)
        self.table.touch("touchStart", start)
        self.table.touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.table.touch("touchMove", end)
        self.table.touch("touchEnd")


class KeyPlayer(Player):
    """Never touches a pointer."""

    def draw(self) -> None:
        self.table.key("Space")

    def move(self, action: easyharp.Action) -> None:
        self.go_to(action.source)
        if action.target in "abcdefgh":
            self.table.key("f")
        else:
            self.table.key("Enter")
            self.go_to(action.target)
            self.table.key("Enter")

    def go_to(self, pile: str) -> None:
        if pile in "123456789":
            self.table.key(pile)
        elif pile == "w":
            self.table.key("1", "0")
        else:
            self.table.key("1", "0")
            passed: list[str] = []
            while (here := self.focused()) != pile:
                assert here not in passed, f"The arrows lead from {passed} back to {here}, not to {pile}."
                passed.append(here)
                self.table.key("ArrowRight")

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.dataset.pile"))


class TapPlayer(Player):
    """Plays without any drag: with the setting "tap to pick, tap to place" every move is two taps."""

    def draw(self) -> None:
        self.page.touchscreen.tap(*self.stock_spot())

    def move(self, action: easyharp.Action) -> None:
        for spot in self.way(action):
            self.page.touchscreen.tap(*spot)


class QuickPlayer(MousePlayer):
    """Taps what a tap can do and drags the rest.

    A second tap on the same pile within 300 ms counts for the card that was tapped first, so it is a drag then.
    """

    tapped = ""

    def move(self, action: easyharp.Action) -> None:
        if action.target in "abcdefgh" and action.source != self.tapped:
            self.tapped = action.source
            self.page.mouse.click(*self.way(action)[0])
        else:
            super().move(action)


def play_to_the_win(player: Player, deal: int) -> None:
    win = next(win for win in golden_data.WINS if win.deal == deal)
    for action in win.actions:
        player.play(action)
    player.assert_won(win)


def test_a_won_table_invites_to_nothing(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    buttons = [table.page.locator(f"#{name}") for name in ("undo", "redo")]
    signs = [table.page.locator(name) for name in (".stock-label", '[data-pile="t"] .outline')]
    positions.LAST_CARD.open(table)
    assert buttons[0].get_attribute("aria-disabled") == "false"
    assert table.page.locator("#undo-left").inner_text() == "100"
    assert all(sign.is_visible() for sign in signs)
    table.tap(positions.LAST_CARD_IN)
    table.page.locator("#win-dialog").wait_for(state="visible")
    table.key("Escape")
    assert [button.get_attribute("aria-disabled") for button in buttons] == ["true", "true"]
    assert buttons[0].get_attribute("aria-label") == "Zurück"
    assert table.page.locator("#undo-left").inner_text() == ""
    assert not any(sign.is_visible() for sign in signs)
    table.reload()
    assert not any(sign.is_visible() for sign in signs)
    table.page.locator("#new").click()
    table.page.locator("#deal-same").click()
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '0'")
    assert all(sign.is_visible() for sign in signs)


def test_a_game_is_won_by_dragging_with_the_mouse(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    table.choose(speed="fast")
    play_to_the_win(PatientMousePlayer(table, 1), 1)


def test_a_game_is_won_with_a_finger_on_a_phone(open_table: Callable[..., TablePage]) -> None:
    table = open_table(2, **PHONE, reduced_motion="reduce")
    play_to_the_win(FingerPlayer(table, 2), 2)


def test_a_game_is_won_by_keyboard_alone(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    play_to_the_win(KeyPlayer(table, 5), 5)


def test_a_game_is_won_without_any_drag(open_table: Callable[..., TablePage]) -> None:
    table = open_table(104, **PHONE, reduced_motion="reduce")
    table.choose(tap_selects=True)
    table.page.evaluate(
        """() => { window.held = 0; new MutationObserver(() => {
             window.held += document.querySelectorAll('.card.held').length;
           }).observe(document.querySelector('#table'), { subtree: true, attributeFilter: ['class'] }); }"""
    )
    play_to_the_win(TapPlayer(table, 104), 104)
    assert table.page.evaluate("window.held") == 0


@pytest.mark.parametrize("deal", [3, 4, 24, 4711])
def test_a_game_is_won_by_taps_and_drags_at_speed(open_table: Callable[..., TablePage], deal: int) -> None:
    table = open_table(deal, reduced_motion="reduce")
    play_to_the_win(QuickPlayer(table, deal), deal)
