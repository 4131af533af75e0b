"""Undo and redo at the table: one step an action, nothing left behind, and as fast as fingers."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import positions
import pytest
from positions import column, targets

import easyharp
from easyharp.actions import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Response
    from table_page import TablePage

pytestmark = pytest.mark.browser

SUITS = {"c": "Kreuz", "d": "Karo", "h": "Herz", "s": "Pik"}
RANKS = {"A": "-Ass", "J": "-Bube", "Q": "-Dame", "K": "-König", "T": " 10"}


def words(face: str) -> str:
    """Return a card as the German table says it."""
    return SUITS[face[1]] + RANKS.get(face[0], f" {face[0]}")


def chance_game(deal: int, length: int) -> easyharp.Game:
    """Play a game at random, moves rather than draws."""
    game, chance = easyharp.Game.from_deal(deal), random.Random(deal)  # noqa: S311 - a game, no secret
    for _ in range(length):
        moves = [action for action in game.legal_actions if str(action) not in ("tw", "wt")]
        game.play(chance.choice(moves) if moves and chance.random() < 0.6 else game.legal_actions[0])
    return game


def actions(game: easyharp.Game) -> str:
    return " ".join(map(str, game.record.actions))


def slowness(table: TablePage) -> float:
    """Return how many times slower than a laptop this machine is now, by the time of an undo and a redo."""
    begun = time.monotonic()
    for key in ("u", "Control+y") * 5:
        table.key(key)
        table.page.wait_for_function("() => document.querySelector('#table').ariaBusy !== 'true'", polling=1)
    return max(1.0, (time.monotonic() - begun) / 10 / 0.03)


def assert_soon_shows(table: TablePage, game: easyharp.Game, slower: float) -> None:
    """Check that half a second after the last input the table stands still and shows the game."""
    table.assert_in_place(timeout=500 * slower)
    table.assert_shows(game)


def test_500_actions_undone_to_the_limit_and_redone(open_table: Callable[..., TablePage]) -> None:
    game = chance_game(77, 500)
    table = open_table(77)
    table.keep("settings", {"motion": "off"})
    table.open_record(77, actions(game))
    for key, undoing in (("u", True), ("Control+y", False)):
        for left in reversed(range(100)):
            table.key(key)
            game.play("uu" if undoing else "rr")
            table.settle()
            assert game.undo_depth == (left if undoing else 100 - left)
            table.assert_shows(game)
        # One more is refused, says so, and changes nothing.
        table.key(key)
        table.settle()
        assert ("nichts zurückzunehmen" if undoing else "zurückgenommenen") in table.message()
        table.assert_shows(game)
    assert str(table.game().record) == str(game.record)


@pytest.mark.http
def test_after_undoing_a_draw_its_face_is_nowhere(open_table: Callable[..., TablePage]) -> None:
    deal = next(
        deal
        for deal in range(1, 50)
        if (game := easyharp.Game.from_deal(deal)).position.stock[0].face
        not in [card.face for shown in game.position.columns for card in shown.shown]
    )
    game = easyharp.Game.from_deal(deal)
    card = game.position.stock[0]
    place, face = game.deal.places[card], card.face
    answers: list[Response] = []

    def note(response: Response) -> None:
        if "/api/" in response.url:
            answers.append(response)

    table = open_table(deal)
    table.page.on("response", note)
    for undo in ("u", "#undo"):
        table.key(" ")
        table.page.wait_for_selector(f'.card[data-place="{place}"][data-face="{face}"]', state="attached")
        assert words(face) in table.page.locator("body").aria_snapshot()
        table.settle()
        picture = table.page.locator(f'.card[data-place="{place}"] img').get_attribute("src") or ""
        assert picture in table.page.locator("#table").inner_html()
        answers.clear()
        with table.page.expect_response("**/api/*"):
            if undo == "u":
                table.key("u")
            else:
                table.page.locator(undo).click()
        table.page.wait_for_selector(f'.card[data-place="{place}"][data-in="t"]', state="attached")
        table.settle()
        (answer,) = (response.text() for response in answers)
        assert f'"place":{place}' in answer.replace(" ", "")
        assert f'"{face}"' not in answer
        assert picture not in table.page.locator("#table").inner_html()
        assert f'data-face="{face}"' not in table.page.locator("#table").inner_html()
        assert words(face) not in table.page.locator("body").aria_snapshot()
        assert words(face) not in table.page.evaluate("() => document.body.innerText")
        # It cannot be picked either.
        assert table.seen()["t"][-1].place == place
        table.drag("t", "1")
        table.settle()
        assert picture not in table.page.locator("#table").inner_html()
        assert table.figure("moves") == {"u": 1, "#undo": 2}[undo]


def test_a_second_pass_shows_the_same_order_and_a_redeal_can_be_undone(open_table: Callable[..., TablePage]) -> None:
    table = open_table(9)
    game = easyharp.Game.from_deal(9)

    def draw_all() -> list[int]:
        for _ in range(59):
            table.key(" ")
            game.play("tw")
        table.settle()
        table.assert_shows(game)
        return [card.place for card in table.seen()["w"]]

    first = draw_all()
    assert len(first) == 59
    table.key(" ")
    table.settle()
    game.play("wt")
    table.assert_shows(game)
    table.key("u")
    table.settle()
    game.play("uu")
    table.assert_shows(game)
    assert [card.place for card in table.seen()["w"]] == first
    table.key(" ")
    game.play("wt")
    assert draw_all() == first


def test_a_card_turned_up_is_turned_down_in_the_same_step(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    uncovered = table.seen()["7"][-2]
    assert uncovered.face is None
    table.tap("7")
    table.settle()
    game.play("7a")
    table.assert_shows(game)
    assert (table.figure("score"), table.figure("moves"), table.figure("undo-left")) == (15, 1, 1)
    assert table.seen()["7"][-1].face is not None
    table.page.locator("#undo").click()
    table.settle()
    game.play("uu")
    table.assert_shows(game)
    assert (table.figure("score"), table.figure("moves"), table.figure("undo-left")) == (0, 1, 0)
    assert table.seen()["7"][-2] == uncovered


def test_a_refused_action_touches_neither_figures_nor_undo_nor_redo(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    for key, action in ((" ", "tw"), (" ", "tw"), ("u", "uu")):
        table.key(key)
        game.play(action)
    table.settle()
    before = table.record()
    assert game.refusal("89")
    table.drag("8", "9")
    table.settle()
    assert table.message()
    table.assert_shows(game)
    assert table.record() == before
    table.page.locator("#redo").click()
    table.settle()
    game.play("rr")
    table.assert_shows(game)


@pytest.mark.parametrize("source", ["3", "8"])
def test_of_two_twins_the_right_one_moves_and_returns(open_table: Callable[..., TablePage], source: str) -> None:
    table = open_table(1)
    game = positions.TWINS.open(table)
    assert column(game, "3").shown[-1].face == column(game, "8").shown[-1].face == "7d"
    place = table.seen()[source][-1].place
    table.tap(source)
    table.page.wait_for_selector(f'.card.landed[data-place="{place}"][data-in="c"]')
    table.settle()
    game.play(f"{source}a")
    table.assert_shows(game)
    table.key("u")
    table.settle()
    game.play("uu")
    table.assert_shows(game)
    assert table.seen()[source][-1].place == place


def test_of_two_foundations_the_left_one_gets_the_card_and_gives_it_back(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(24)
    game = positions.BOTH_FOUNDATIONS.open(table)
    assert targets(game, "9") == "a"
    left, right = (len(game.position.foundations[slot]) for slot in (2, 3))
    assert left == right == 10
    for way in ("tap", "drag"):
        place = table.seen()["9"][-1].place
        if way == "tap":
            table.tap("9")
        else:
            table.drag("9", "d")
        table.settle()
        game.play("9c")
        table.assert_shows(game)
        assert table.seen()["c"][-1].place == place
        table.key("u")
        table.settle()
        game.play("uu")
        table.assert_shows(game)


def test_50_undos_and_50_redos_in_two_seconds_each(open_table: Callable[..., TablePage]) -> None:
    game = chance_game(5, 120)
    table = open_table(5)
    table.open_record(5, actions(game))
    slower = slowness(table)
    for action in ("uu", "rr") * 5:
        game.play(action)
    for key, action in (("u", "uu"), ("Control+y", "rr")):
        begun = time.monotonic()
        for i in range(1, 51):
            table.key(key)
            game.play(action)
            table.page.wait_for_timeout(max(0, begun + i * 0.04 * slower - time.monotonic()) * 1_000)
        assert_soon_shows(table, game, slower)


def test_undos_and_redos_mixed_with_taps(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = easyharp.Game.from_deal(1)
    table.key(" ")
    game.play("tw")
    slower = slowness(table)
    for action in ("uu", "rr") * 5:
        game.play(action)
    stock = table.grip("t")
    undo, redo = (table.page.locator(name).bounding_box() for name in ("#undo", "#redo"))
    assert undo
    assert redo
    chance = random.Random(1)  # noqa: S311 - a game, no secret
    begun = time.monotonic()
    for i in range(1, 51):
        what = chance.choice(["tw", "tw", "uu", "rr"])
        if game.refusal(what) is None:
            game.play(what)
        if what == "tw":
            table.page.mouse.click(*stock)
        else:
            box = undo if what == "uu" else redo
            table.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        table.page.wait_for_timeout(max(0, begun + i * 0.04 * slower - time.monotonic()) * 1_000)
    assert_soon_shows(table, game, slower)
    assert str(table.game().record) == str(game.record)


def test_card_is_grabbed_while_undo_still_brings_it_home(open_table: Callable[..., TablePage]) -> None:
    # It counts where it belongs, not where it is just seen.
    table = open_table(1)
    table.keep("settings", {"speed": "slow"})
    game = positions.TAKE_BACK.open(table)
    start, end = table.grip("8"), table.landing("3")
    for _ in range(3):
        table.page.mouse.move(*start)
        table.page.mouse.down()
        table.page.mouse.move(*end)
        table.page.mouse.up()
        table.key("u")
        game.play("83")
        game.play("uu")
        # Answered, but still on its way.
        table.page.wait_for_function("() => document.querySelector('#table').ariaBusy !== 'true'", polling=10)
    table.settle()
    table.assert_shows(game)


@pytest.mark.parametrize("button", ["undo", "redo"])
def test_button_held_down_repeats_until_released(open_table: Callable[..., TablePage], button: str) -> None:
    table = open_table(5)
    game = chance_game(5, 60)
    if button == "redo":
        for _ in range(60):
            game.play("uu")
    table.open_record(5, actions(game))
    box = table.page.locator(f"#{button}").bounding_box()
    assert box
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    reached = "<= 54" if button == "undo" else ">= 6"
    table.page.wait_for_function(f"() => Number(document.querySelector('#undo-left').textContent) {reached}")
    table.page.mouse.up()
    table.settle()
    left = table.figure("undo-left")
    for _ in range(60 - left if button == "undo" else left):
        game.play("uu" if button == "undo" else "rr")
    table.assert_shows(game)
    # The click that follows the release is not one more, and nothing repeats any longer.
    table.page.wait_for_timeout(250)
    table.settle()
    table.assert_shows(game)
    table.page.locator(f"#{button}").click()
    table.settle()
    game.play("uu" if button == "undo" else "rr")
    table.assert_shows(game)


def test_positions_of_all_cards_are_distinct_after_undo(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    game = chance_game(5, 80)
    table.open_record(5, actions(game))
    for _ in range(40):
        table.key("u")
        game.play("uu")
    table.settle()
    table.assert_shows(game)
    table.assert_in_place()
    spots = [(round(card.box.x), round(card.box.y)) for name in COLUMNS for card in table.seen()[name]]
    assert len(spots) == len(set(spots))


@pytest.mark.http
def test_a_key_held_down_wants_nothing_more_once_it_is_let_go(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = table.open_record(1, " ".join(["tw"] * 40))
    held = table.hold("**/api/undo")
    keyboard = table.page.keyboard
    for _ in range(20):
        keyboard.down("u")
    keyboard.up("u")
    table.page.wait_for_function("() => document.querySelector('#table').ariaBusy === 'true'")
    held.wait(table.page)
    held.release()
    table.settle()
    assert held.count == 1
    game.undo()
    table.assert_shows(game)
