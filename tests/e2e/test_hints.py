"""Hints: a step further with each press, by button, key and in words; given up with the next action; never a circle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from interception import cut_off, intercept
from scanning import assert_no_violation

import easyharp
from easyharp.actions import COLUMNS, FOUNDATIONS
from played_games import NOTHING_LEFT, played_by_chance, played_through

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route
    from table_page import TablePage

pytestmark = pytest.mark.browser

WAY = "Von hier aus ist das Spiel zu gewinnen."
MOVE = {"verdict": "winnable", "move_left": True, "action": {"source": "7", "target": "4", "count": 1}}
DRAW = {"verdict": "winnable", "move_left": True, "action": {"source": "t", "target": "w", "count": 1}}
UNKNOWN = {"verdict": "unknown", "move_left": True, "action": None}


class Engine:
    """An engine that answers hints when the test lets it, or at once with what the test knows."""

    def __init__(self, table: TablePage, *answers: dict[str, Any]) -> None:
        self.table = table
        self.answers = list(answers)
        self.waiting: list[Route] = []
        self.asked: list[dict[str, Any]] = []
        self.given_up = 0
        intercept(table.page, "**/api/hint", self._asked)
        table.page.on("requestfailed", self._failed)

    def _asked(self, route: Route) -> None:
        self.asked.append(json.loads(route.request.post_data or ""))
        if self.answers:
            route.fulfill(json=self.answers.pop(0))
        else:
            self.waiting.append(route)

    def _failed(self, request: Any) -> None:
        self.given_up += request.url.endswith("/api/hint")

    def answer(self, hint: dict[str, Any]) -> None:
        """Answer the oldest question that is still open."""
        self.wait(lambda: bool(self.waiting))
        self.waiting.pop(0).fulfill(json=hint)

    def wait(self, until: Callable[[], bool]) -> None:
        for _ in range(1_500):
            if until():
                return
            self.table.page.wait_for_timeout(20)
        pytest.fail("it has not come to that")


def marked(table: TablePage, mark: str) -> list[str]:
    """Return the piles that have a mark; each card at their end has it, too."""
    piles = table.page.locator(f".pile.{mark}").all()
    names = [str(pile.get_attribute("data-pile")) for pile in piles]
    filled = [name for name in names if table.seen()[name]]
    assert {card.get_attribute("data-in") for card in table.page.locator(f".card.{mark}").all()} == set(filled)
    return names


def wait_for_message(table: TablePage, text: str) -> None:
    table.page.wait_for_function(
        "(text) => { const m = document.querySelector('#message'), live = document.querySelector('#live');"
        " return !m.hidden && m.firstChild.textContent === text && live.textContent === text; }",
        arg=text,
    )


def is_open(table: TablePage, name: str) -> bool:
    return table.page.locator(f"#{name}").is_visible()


# Three steps


@pytest.mark.http
@pytest.mark.parametrize("by", ["button", "key", "message"])
def test_a_hint_goes_a_step_further_each_time_and_moves_nothing(open_table: Callable[..., TablePage], by: str) -> None:
    table = open_table(5)
    engine = Engine(table, MOVE)
    before = table.record()

    def further() -> None:
        if by == "key":
            table.key("h")
        elif by == "button" or not is_open(table, "message"):
            table.page.locator("#hint").click()
        else:
            table.page.locator("#message button").click()

    further()
    wait_for_message(table, WAY)
    assert marked(table, "hinted") == marked(table, "hinted-target") == []
    further()
    wait_for_message(table, "Die nächste Karte: Kreuz-Dame (Spalte 7).")
    assert marked(table, "hinted") == ["7"]
    assert marked(table, "hinted-target") == []
    further()
    wait_for_message(table, "Die Kreuz-Dame passt auf den Karo-König (Spalte 4).")
    assert marked(table, "hinted") == ["7"]
    assert marked(table, "hinted-target") == ["4"]
    assert not table.page.locator("#message button").count()
    assert len(engine.asked) == 1
    assert table.record() == before
    table.assert_shows(easyharp.Game.from_deal(5))
    table.drag("7", "4")
    table.settle()
    assert marked(table, "hinted") == marked(table, "hinted-target") == []
    assert table.message() == ""
    assert table.game().moves == 1


@pytest.mark.http
def test_who_presses_the_message_s_button_by_key_keeps_a_place_to_go_on_from(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(5)
    Engine(table, MOVE)
    table.key("h")
    wait_for_message(table, WAY)
    table.page.locator("#message button").focus()
    table.key("Tab", "Shift+Tab", "Enter")
    wait_for_message(table, "Die nächste Karte: Kreuz-Dame (Spalte 7).")
    table.key("Enter")
    wait_for_message(table, "Die Kreuz-Dame passt auf den Karo-König (Spalte 4).")
    assert table.page.evaluate("() => document.activeElement.dataset.pile") == "7"


@pytest.mark.http
def test_a_hint_to_draw_names_no_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, locale="en-GB")
    Engine(table, DRAW)
    table.key("h")
    wait_for_message(table, "There is a way to win from here.")
    for _ in range(2):
        table.key("h")
        wait_for_message(table, "Draw the next card from the stock.")
        assert marked(table, "hinted") == ["t"]
        assert marked(table, "hinted-target") == []
    assert not table.page.locator("#message button").count()


@pytest.mark.http
def test_the_hint_of_a_king_s_run_marks_the_whole_run(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    Engine(table, MOVE | {"action": {"source": "7", "target": "4", "count": 2}})
    table.key("h")
    wait_for_message(table, WAY)
    table.key("h")
    table.page.wait_for_selector(".card.hinted")
    assert table.page.locator(".card.hinted").count() == 2


@pytest.mark.http
def test_whether_it_can_still_be_won_is_told_by_key_and_in_the_menu(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    engine = Engine(table, MOVE)
    for _ in range(2):
        table.key("w")
        wait_for_message(table, WAY)
    table.page.locator("#menu").click()
    assert table.message() == WAY
    engine.answers.append(MOVE)
    table.page.locator("#winnable").click()
    engine.wait(lambda: len(engine.asked) == 2)
    wait_for_message(table, WAY)
    assert not is_open(table, "menu-dialog")


def test_the_keys_of_hints_are_listed(open_table: Callable[..., TablePage]) -> None:
    table = open_table()
    table.key("?")
    text = table.page.locator("#keys").inner_text()
    assert "Tipp, jedes Mal einen Schritt weiter" in text
    assert "W\tFragen, ob das Spiel noch zu gewinnen ist" in text


# Thinking


@pytest.mark.http
def test_a_quick_answer_is_not_announced(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    # Answered within the page: on a busy computer nothing else is quick enough.
    table.page.evaluate(
        """(hint) => {
             const fetch = window.fetch;
             window.fetch = (url, how) =>
               String(url).endsWith('/api/hint') ? Promise.resolve(Response.json(hint)) : fetch(url, how);
             globalThis.said = [];
             new MutationObserver(() => said.push(document.querySelector('#live').textContent))
               .observe(document.querySelector('#live'), {childList: true, characterData: true, subtree: true});
           }""",
        MOVE,
    )
    table.key("h")
    wait_for_message(table, WAY)
    assert table.page.evaluate("() => said") == [WAY]


@pytest.mark.http
def test_thinking_is_shown_calmly_and_ends_with_the_answer(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    engine = Engine(table)
    table.key("h")
    wait_for_message(table, "Ich überlege …")
    button = table.page.locator("#hint")
    assert button.get_attribute("aria-busy") == "true"
    assert button.evaluate("(element) => element.getAnimations().length") == 1
    assert_no_violation(table.page, "thinking")
    engine.answer(MOVE)
    wait_for_message(table, WAY)
    assert button.get_attribute("aria-busy") == "false"
    assert button.evaluate("(element) => element.getAnimations().length") == 0


@pytest.mark.http
def test_nothing_breathes_where_motion_is_not_wanted(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5, reduced_motion="reduce")
    Engine(table)
    table.key("h")
    wait_for_message(table, "Ich überlege …")
    assert table.page.locator("#hint").evaluate("(element) => element.getAnimations().length") == 0


@pytest.mark.http
@pytest.mark.parametrize("by", ["draw", "drag", "undo", "escape", "button", "new game"])
def test_the_next_action_gives_the_hint_up_and_a_late_answer_is_never_shown(
    open_table: Callable[..., TablePage], by: str
) -> None:
    table = open_table(5)
    table.key(" ")
    table.settle()
    engine = Engine(table)
    table.key("h")
    wait_for_message(table, "Ich überlege …")
    if by == "drag":
        table.drag("7", "4")
    elif by == "button":
        table.page.locator("#message button").click()
    elif by == "new game":
        table.page.evaluate("(code) => { location.hash = code; }", easyharp.Deal(6).code)
        table.page.locator("#leave-dialog button[value=yes]").click()
    else:
        table.key({"draw": " ", "undo": "u", "escape": "Escape"}[by])
    engine.wait(lambda: engine.given_up == 1)
    engine.answer(MOVE)
    table.settle()
    table.page.wait_for_timeout(300)
    assert table.message() == ""
    assert table.page.locator("#hint").get_attribute("aria-busy") == "false"
    assert marked(table, "hinted") == []
    engine.answers.append(DRAW)
    table.key("h")
    wait_for_message(table, WAY)
    assert engine.asked[-1]["record"] == table.record()


@pytest.mark.http
def test_what_is_not_known_yet_can_be_thought_on_and_given_up(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    engine = Engine(table, UNKNOWN)
    table.key("h")
    wait_for_message(table, "Das weiß ich noch nicht.")
    assert_no_violation(table.page, "unknown")
    table.page.get_by_role("button", name="Weiter überlegen").press("Enter")
    wait_for_message(table, "Ich überlege …")
    assert table.page.evaluate("document.activeElement.textContent") == "Abbrechen"
    engine.wait(lambda: len(engine.asked) == 2)
    assert [asked["seconds"] for asked in engine.asked] == [1, 20]
    table.key("Escape")
    assert table.message() == ""
    assert table.page.evaluate("document.activeElement.id") == "hint"
    engine.wait(lambda: engine.given_up == 1)
    engine.waiting.clear()
    engine.answers += [UNKNOWN, UNKNOWN]
    table.key("h")
    wait_for_message(table, "Das weiß ich noch nicht.")
    table.key("h")
    wait_for_message(table, "Auch nach längerem Suchen weiß ich es nicht.")
    table.key("h")
    engine.answer(MOVE)
    wait_for_message(table, WAY)


@pytest.mark.http
def test_an_engine_that_does_not_answer_costs_no_game(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    cut_off(table.page, "**/api/hint")
    table.key("h")
    # On a busy computer it is first said that this takes a moment.
    table.page.locator("#message", has_text="Das Spielprogramm antwortet nicht.").wait_for()
    table.page.unroute("**/api/hint")
    table.key("h")
    wait_for_message(table, WAY)
    table.errors.clear()  # the browser notes the failed request


# Dead ends


def test_a_game_that_cannot_be_won_is_told_kindly_with_ways_on(open_table: Callable[..., TablePage]) -> None:
    lost = played_by_chance(1, 150)
    table = open_table()
    table.open_record(1, " ".join(map(str, lost.record.actions)))
    assert not is_open(table, "stuck")
    table.key("h")
    table.page.wait_for_selector("#stuck:not([hidden])")
    title = "Von hier aus ist das Spiel nicht mehr zu gewinnen."
    assert table.page.locator("#stuck-title").inner_text() == title
    assert table.spoken().startswith(title)
    assert_no_violation(table.page, "unwinnable")
    for by_key in (True, False):
        if by_key:
            table.key("Escape")
        else:
            table.page.locator("#stuck-title").click()
        assert not is_open(table, "stuck")
        table.key("w")
        table.page.wait_for_selector("#stuck:not([hidden])")
    table.page.locator("#stuck-undo").click()
    table.settle()
    assert not is_open(table, "stuck")
    lost.play("uu")
    table.assert_shows(lost)


def test_36_in_a_position_with_no_move_the_hint_says_so_and_offers_undo_same_deal_new_game(
    open_table: Callable[..., TablePage],
) -> None:
    deal, moves = NOTHING_LEFT[0]
    stuck = played_through(deal, moves)
    table = open_table()
    table.open_record(deal, " ".join(map(str, stuck.record.actions)))
    table.key("h")
    table.page.wait_for_function("() => document.querySelector('#live').textContent.startsWith('Kein Zug')")
    assert table.spoken() == "Kein Zug mehr möglich. Keine Karte passt mehr irgendwohin."
    assert [button.inner_text() for button in table.page.locator("#stuck button").all()] == [
        "Zurück",
        "Dieselbe Verteilung",
        "Neue Verteilung",
    ]
    assert table.page.locator("#stuck").inner_text().startswith("Kein Zug mehr möglich.")
    table.key("Escape")
    assert is_open(table, "stuck")
    assert_no_violation(table.page, "stuck")


@pytest.mark.http
def test_a_won_game_needs_no_hint(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    Engine(table, {"verdict": "won", "move_left": False, "action": None})
    table.key("h")
    wait_for_message(table, "Dieses Spiel ist schon gewonnen.")


# A whole game


def test_37_following_only_hints_wins_and_never_repeats_a_position(open_table: Callable[..., TablePage]) -> None:
    table = open_table(7, reduced_motion="reduce")
    game = easyharp.Game.from_deal(7)
    seen = {game.position}
    while not game.is_won:
        table.key("h")
        wait_for_message(table, WAY)
        table.key("h", "h")
        table.page.wait_for_selector(".pile.hinted", state="attached")
        source, target = table.page.evaluate(
            """() => ['hinted', 'hinted-target'].map((mark) => document.querySelector(`.pile.${mark}`)?.dataset.pile)"""
        )
        if target is None:
            table.key(" ")
            action = "tw" if game.position.stock else "wt"
        else:
            go_to(table, source)
            table.key("Enter")
            go_to(table, target)
            table.key("Enter")
            action = source + target
        table.page.wait_for_function("() => !document.querySelector('.pile.hinted')")
        table.page.wait_for_function("() => document.querySelector('#table').ariaBusy !== 'true'")
        game.play(action)
        assert game.position not in seen
        seen.add(game.position)
    table.settle()
    assert table.game().is_won


def go_to(table: TablePage, pile: str) -> None:
    """Go to a pile by key: a column by its digit, the waste by 0; a foundation has none."""
    if pile in COLUMNS:
        table.key(pile)
    elif pile in FOUNDATIONS:
        table.pile(pile).focus()
    else:
        table.key("1", "0")
