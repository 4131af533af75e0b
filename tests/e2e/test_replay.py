"""The replay: every moment as the rules have it, by hand, by key and by itself, and nothing played by accident."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import positions
import pytest
from interception import cut_off
from scanning import assert_no_violation
from table_page import expected

import easyharp
import golden_data
from easyharp.actions import PILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator
    from table_page import TablePage

pytestmark = pytest.mark.browser

UNDOING = "74 71 7a tw uu uu rr tw"
LINK = "EH1-R-AAAAAAF.qyitZWBiYgYA.2026-12-24.a2e06aeb"
SLIDER = "#replay input[type=range]"


def record(deal: int, actions: str) -> str:
    return str(easyharp.Game.from_record(f'[Deal "{deal}"]\n\n{actions}').record)


def golden(deal: int) -> str:
    win = next(win for win in golden_data.WINS if win.deal == deal)
    return record(deal, " ".join(win.actions))


def watch(table: TablePage, text: str) -> None:
    """Open a replay by pasting a record."""
    table.paste(text)
    table.page.locator("#open-dialog [data-act=watch]").click()
    wait_for(table, 0)


def wait_for(table: TablePage, at: int) -> None:
    table.page.wait_for_function(
        "(at) => document.querySelector('#replay output')?.textContent.replaceAll('.', '').startsWith(at)",
        arg=f"{at} /",
    )


def press(table: TablePage, name: str) -> None:
    # Playwright waits for ever for a button that says of itself that it does nothing now.
    table.page.locator(f"#replay [name={name}]").click(force=True)


def says(table: TablePage) -> str:
    return table.page.locator("#replay .says").inner_text()


def note(table: TablePage) -> str:
    return table.page.locator("#replay .note").inner_text()


def close(table: TablePage) -> None:
    press(table, "close")
    table.page.locator("#replay").wait_for(state="detached")


def assert_replay_shows(table: TablePage, game: easyharp.Game) -> None:
    found: list[dict[str, Any]] = table.page.evaluate(
        """() => [...document.querySelectorAll('#replay .card')].map((card) => ({
             place: Number(card.dataset.place), pile: card.dataset.in, face: card.dataset.face || null,
             order: Number(getComputedStyle(card).zIndex) }))"""
    )
    piles: dict[str, list[tuple[int, str | None]]] = {pile: [] for pile in PILES}
    for card in sorted(found, key=lambda card: card["order"]):
        piles[card["pile"]].append((card["place"], card["face"]))
    assert piles == expected(game)
    figures = [table.page.locator(f"#replay [data-figure={name}]").inner_text() for name in ("score", "moves", "undo")]
    assert [int(text.replace(".", "")) for text in figures] == [game.score, game.moves, game.undo_depth]


@pytest.fixture
def table(open_table: Callable[..., TablePage]) -> TablePage:
    return open_table(1, reduced_motion="reduce")


def test_every_step_is_shown_as_it_was_and_told(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    told = [
        "So beginnt das Spiel.",
        "Kreuz-Dame auf Spalte 4. Aufgedeckt: Pik 10.",
        "Pik 10 auf Spalte 1. Aufgedeckt: Kreuz-Ass.",
        "Kreuz-Ass auf 1. Zielstapel Kreuz. Aufgedeckt: Pik-Dame.",
        "Karo 4 aufgedeckt.",
        "Zurückgenommen, noch 3 Schritte.",
        "Zurückgenommen, noch 2 Schritte. Kreuz-Ass auf Spalte 7.",
        "Wiederholt. Kreuz-Ass auf 1. Zielstapel Kreuz. Aufgedeckt: Pik-Dame.",
        "Karo 4 aufgedeckt.",
    ]
    game = easyharp.Game.from_deal(5)
    for at, sentence in enumerate(told):
        if at:
            press(table, "next")
            wait_for(table, at)
            game.play(UNDOING.split()[at - 1])
        assert_replay_shows(table, game)
        assert says(table) == sentence
    assert table.page.locator("#replay [name=next]").get_attribute("aria-disabled") == "true"
    press(table, "next")
    for at in range(len(told) - 2, -1, -1):
        press(table, "back")
        wait_for(table, at)
        assert says(table) == told[at]
    assert_replay_shows(table, easyharp.Game.from_deal(5))
    assert table.errors == []


def test_any_moment_of_a_long_game_is_jumped_to(table: TablePage) -> None:
    text = golden(1)
    actions = easyharp.Record.from_text(text).actions
    watch(table, text)
    for at in (500, 37, 811, len(actions)):
        table.page.locator(SLIDER).fill(str(at))
        wait_for(table, at)
        assert_replay_shows(table, easyharp.Game.from_record(record(1, " ".join(map(str, actions[:at])))))
    assert "Gewonnen!" in says(table)
    assert table.page.locator("#replay [name=from]").get_attribute("aria-disabled") == "true"
    press(table, "first")
    wait_for(table, 0)
    press(table, "last")
    wait_for(table, len(actions))


def test_keys_step_jump_and_play(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    table.key("ArrowRight", "ArrowRight")
    wait_for(table, 2)
    table.key("ArrowLeft")
    wait_for(table, 1)
    table.key("End")
    wait_for(table, 8)
    table.key("Home")
    wait_for(table, 0)
    table.page.locator(SLIDER).focus()
    table.key("ArrowRight")
    wait_for(table, 1)
    assert table.page.locator(SLIDER).get_attribute("aria-valuetext") == "Schritt 1 von 8"
    table.page.locator("#replay select").select_option("fastest")
    table.page.locator("#replay [name=play]").focus()
    table.key(" ")
    wait_for(table, 8)
    table.key("Escape")
    table.page.locator("#replay").wait_for(state="detached")
    table.assert_shows(easyharp.Game.from_deal(1))


def test_it_plays_by_itself_stops_and_goes_on(table: TablePage) -> None:
    watch(table, record(5, " ".join(["tw"] * 30)))
    table.page.locator("#replay select").select_option("fast")
    assert table.page.locator("#replay [name=play]").get_attribute("aria-label") == "Abspielen"
    press(table, "play")
    assert table.page.locator("#replay [name=play]").get_attribute("aria-label") == "Anhalten"
    assert table.page.locator("#replay .says").get_attribute("aria-live") == "off"
    table.page.wait_for_function("() => parseInt(document.querySelector('#replay output').textContent) >= 3")
    press(table, "play")
    assert table.page.locator("#replay .says").get_attribute("aria-live") == "polite"
    table.page.wait_for_timeout(700)  # what it was about to show comes yet
    at = table.page.locator("#replay output").inner_text()
    table.page.wait_for_timeout(700)
    assert table.page.locator("#replay output").inner_text() == at
    table.page.locator("#replay select").select_option("fastest")
    press(table, "play")
    wait_for(table, 30)
    table.page.wait_for_function("() => document.querySelector('#replay [name=play]').ariaLabel === 'Abspielen'")
    table.page.locator("#replay select").select_option("slow")
    press(table, "play")  # from the beginning again
    wait_for(table, 1)
    close(table)


def test_nothing_can_be_played_and_the_running_game_is_untouched(table: TablePage) -> None:
    table.tap("t")
    table.settle()
    before = table.running_game()
    watch(table, record(5, UNDOING))
    press(table, "next")
    wait_for(table, 1)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    replayed: Locator = table.page.locator("#replay [data-pile]")
    for pile in replayed.all():
        assert pile.get_attribute("aria-disabled") == "true"
        assert pile.get_attribute("tabindex") == "-1"
    for name in ("t", "w", "4", "7"):
        table.page.locator(f'#replay [data-pile="{name}"]').click(force=True)
    table.key("u", "f", "h", "n", "1", "Enter")
    box = table.page.locator('#replay [data-pile="4"]').bounding_box()
    assert box
    table.page.mouse.move(box["x"] + 20, box["y"] + 80)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 300, box["y"] + 120, steps=4)
    table.page.mouse.up()
    assert [url for url in asked if "/api/" in url and not url.endswith("/view")] == []
    close(table)
    game = easyharp.Game.from_deal(1)
    game.play("tw")
    table.assert_shows(game)
    after = table.running_game()
    assert (after["id"], after["record"]) == (before["id"], before["record"])
    table.key("Space")
    table.settle()
    game.play("tw")
    table.assert_shows(game)


def test_no_hidden_card_is_on_the_page(table: TablePage) -> None:
    watch(table, record(5, "74 71 7a tw uu uu uu uu"))
    press(table, "last")
    wait_for(table, 8)
    assert_replay_shows(table, easyharp.Game.from_record(record(5, "74 71 7a tw uu uu uu uu")))
    label = table.page.locator('#replay [data-pile="7"]').get_attribute("aria-label")
    assert label == "Spalte 7, 6 verdeckte Karten, Kreuz-Dame."
    stock = table.page.locator('#replay [data-pile="t"]').get_attribute("aria-label")
    assert stock == "Talon, 59 Karten, 1. Durchgang."


def test_a_game_is_played_on_from_a_moment(table: TablePage) -> None:
    table.tap("t")
    table.settle()
    watch(table, record(5, UNDOING))
    table.page.locator(SLIDER).fill("3")
    wait_for(table, 3)
    press(table, "from")
    table.page.locator("#leave-dialog button[value=no]").click()
    assert table.page.locator("#replay").is_visible()
    press(table, "from")
    table.page.locator("#leave-dialog button[value=yes]").click()
    table.page.locator("#replay").wait_for(state="detached")
    game = easyharp.Game.from_record(record(5, "74 71 7a"))
    table.settle()
    table.assert_shows(game)
    assert [left["deal"] for left in table.left_games()] == [1]
    table.key("u")
    table.settle()
    game.play("uu")
    table.assert_shows(game)
    table.reload()
    table.assert_shows(game)


def test_a_win_that_is_played_on_from_a_replay_does_not_count(table: TablePage) -> None:
    sentence = "Aus einem Spielverlauf weitergespielt: Dieses Spiel zählt nicht in der Statistik."
    moment = positions.LAST_CARD
    watch(table, golden(moment.deal))
    table.page.locator(SLIDER).fill(str(moment.played))
    wait_for(table, moment.played)
    press(table, "from")
    table.page.locator("#replay").wait_for(state="detached")
    table.settle()
    assert table.message() == sentence
    table.tap(positions.LAST_CARD_IN)
    table.page.locator("#win-dialog").wait_for(state="visible")
    assert table.page.locator("#win-compared").inner_text() == sentence
    table.key("Escape")
    table.key("s")
    assert table.page.locator("#statistics-dialog p").first.inner_text().startswith("Hier ist noch nichts zu zählen.")
    table.key("Escape")
    table.page.locator("#menu").click()
    table.page.locator("#history").click()
    table.page.locator("#history-dialog").get_by_text("aus einem Spielverlauf").wait_for()
    assert (table.running_game()["won"], table.running_game()["borrowed"]) == (True, True)


@pytest.mark.parametrize(
    ("rest", "kept", "sentence"),
    [
        (" 74 tw", 8, "Schritt 9 lassen die Regeln nicht zu. Bis dorthin ist das Spiel zu sehen."),
        (" {x} tw", 8, "Schritt 9 ist nicht zu lesen. Bis dorthin ist das Spiel zu sehen."),
    ],
)
def test_a_broken_record_is_shown_as_far_as_it_is_good(table: TablePage, rest: str, kept: int, sentence: str) -> None:
    watch(table, record(5, UNDOING).strip() + rest)
    assert note(table) == sentence
    press(table, "last")
    wait_for(table, kept)
    assert_replay_shows(table, easyharp.Game.from_record(record(5, UNDOING)))
    assert note(table) == sentence


def test_a_game_without_actions_is_a_still_picture(table: TablePage) -> None:
    watch(table, record(5, ""))
    for name in ("next", "back", "first", "last", "play"):
        press(table, name)
    assert_replay_shows(table, easyharp.Game.from_deal(5))
    assert table.page.locator("#replay output").inner_text() == "0 / 0"


@pytest.mark.http
def test_a_server_that_is_gone_is_said_and_the_replay_goes_on_later(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    cut_off(table.page, "**/api/**")
    press(table, "next")
    table.page.wait_for_selector("#replay .note:not([hidden])")
    assert "antwortet nicht" in note(table)
    table.errors.clear()
    table.page.unroute("**/api/**")
    press(table, "next")
    wait_for(table, 1)
    assert note(table) == ""


@pytest.mark.http
def test_where_the_server_is_gone_playing_on_is_told_and_does_not_come_later(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    press(table, "next")
    wait_for(table, 1)
    cut_off(table.page, "**/api/**")
    press(table, "from")
    table.page.wait_for_selector("#replay .note:not([hidden])")
    assert "antwortet nicht" in note(table)
    table.errors.clear()
    table.page.unroute("**/api/**")
    table.page.wait_for_timeout(1_500)
    assert table.page.locator("#replay").is_visible()
    press(table, "from")
    table.page.locator("#replay").wait_for(state="detached")
    table.settle()
    table.assert_shows(easyharp.Game.from_record(record(5, "74")))


@pytest.mark.http
def test_playing_on_is_asked_for_once_however_often_it_is_pressed(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    press(table, "next")
    wait_for(table, 1)
    held = table.hold("**/api/view")
    for _ in range(3):
        press(table, "from")
    table.page.wait_for_selector("#replay .note:text('Einen Moment noch')")
    held.release()
    table.page.locator("#replay").wait_for(state="detached")
    table.settle()
    assert held.count == 1
    table.assert_shows(easyharp.Game.from_record(record(5, "74")))


@pytest.mark.parametrize("missing", ["reading.js", "replay_window.js", "style/replay.css"])
def test_a_link_whose_window_does_not_come_is_opened_after_the_reload(table: TablePage, missing: str) -> None:
    cut_off(table.page, f"**/{missing}")
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}#{LINK}")
    table.page.wait_for_selector("#message button:text('Neu laden')")
    table.errors.clear()
    table.page.unroute(f"**/{missing}")
    with table.page.expect_navigation():
        table.page.get_by_role("button", name="Neu laden").click()
    wait_for(table, 0)
    table.page.wait_for_function("() => location.hash === ''")


@pytest.mark.http
def test_of_the_game_watched_before_nothing_is_seen_while_another_one_opens(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    table.key("Escape")
    table.paste(record(7, "tw"))
    table.page.wait_for_selector("#open-dialog [data-act=watch]:not([disabled])")
    cut_off(table.page, "**/api/view")
    table.page.locator("#open-dialog [data-act=watch]").click()
    table.page.wait_for_selector("#replay .note:not([hidden])")
    assert table.page.locator("#replay .table").is_hidden()
    assert "5" not in table.page.locator("#replay").inner_text()
    table.errors.clear()
    table.page.unroute("**/api/view")
    press(table, "next")
    wait_for(table, 0)
    assert table.page.locator("#replay .table").is_visible()
    assert_replay_shows(table, easyharp.Game.from_deal(7))


@pytest.mark.http
def test_where_the_server_is_gone_the_slider_stays_where_the_game_is(table: TablePage) -> None:
    watch(table, golden(1))
    press(table, "next")
    wait_for(table, 1)
    cut_off(table.page, "**/api/**")
    table.page.locator(SLIDER).fill("700")
    table.page.wait_for_selector("#replay .note:not([hidden])")
    assert table.page.locator(SLIDER).input_value() == "1"
    table.errors.clear()
    table.page.unroute("**/api/**")
    table.page.locator(SLIDER).fill("700")
    wait_for(table, 700)
    assert note(table) == ""


@pytest.mark.http
def test_a_replay_that_could_not_be_opened_is_opened_at_the_next_button(table: TablePage) -> None:
    table.paste(record(5, UNDOING))
    table.page.locator("#open-dialog [data-act=watch]").wait_for(state="visible")
    cut_off(table.page, "**/api/**")
    table.page.locator("#open-dialog [data-act=watch]").click()
    for name in ("play", "next"):
        table.page.wait_for_selector("#replay .note:not([hidden])")
        assert "antwortet nicht" in note(table)
        with table.page.expect_event("requestfailed"):
            press(table, name)
    table.page.wait_for_timeout(200)
    table.errors.clear()
    table.page.unroute("**/api/**")
    press(table, "last")
    wait_for(table, 0)
    assert note(table) == ""
    press(table, "last")
    wait_for(table, 8)


def test_motion_is_left_out_where_less_is_wanted(open_table: Callable[..., TablePage]) -> None:
    for motion, travels in (("reduce", False), ("no-preference", True)):
        table = open_table(1, reduced_motion=motion)
        watch(table, record(5, UNDOING))
        table.page.evaluate(
            """() => { window.travels = new Promise((resolve) => {
                 const root = document.querySelector('#replay .table');
                 const end = performance.now() + 1000;
                 const look = () => root.getAnimations({subtree: true}).length ? resolve(true)
                   : performance.now() > end ? resolve(false) : requestAnimationFrame(look);
                 look();
               }); }"""
        )
        press(table, "next")
        assert table.page.evaluate("window.travels") == travels
        table.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        (320, 568, "de"), (360, 640, "de"), (844, 390, "de"), (768, 1024, "de"), (1366, 768, "de"), (2560, 1440, "de"),
        (320, 480, "nl"), (480, 320, "fr"), (480, 320, "nl"), (568, 320, "de"), (640, 400, "pl"), (800, 360, "nl"),
    ],
)  # fmt: skip
def test_everything_is_in_sight(open_table: Callable[..., TablePage], width: int, height: int, language: str) -> None:
    table = open_table(1, viewport={"width": width, "height": height}, reduced_motion="reduce")
    table.keep("settings", {"language": language})
    watch(table, golden(1) + " xx")
    table.page.locator(SLIDER).fill("300")
    wait_for(table, 300)
    cut = table.page.locator("#replay :is(button, h2, output)").evaluate_all(
        "(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent)"
    )
    assert cut == []
    boxes: dict[str, dict[str, float]] = table.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(
             '#replay :is(button[name], select, input, output, h2, .figures, .stage)',
           )].map((element, i) => {
             const { x, y, right, bottom } = element.getBoundingClientRect();
             return [`${i} ${element.name || element.tagName}`, { x, y, right, bottom }];
           }))"""
    )
    for name, box in boxes.items():
        assert box["x"] >= -0.5, name
        assert box["y"] >= -0.5, name
        assert box["right"] <= width + 0.5, name
        assert box["bottom"] <= height + 0.5, name
    names = list(boxes)
    for i, name in enumerate(names):
        for other in names[i + 1 :]:
            a, b = boxes[name], boxes[other]
            wide = min(a["right"], b["right"]) - max(a["x"], b["x"])
            high = min(a["bottom"], b["bottom"]) - max(a["y"], b["y"])
            assert wide <= 1 or high <= 1, (name, other)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_no_violation(open_table: Callable[..., TablePage], theme: str) -> None:
    table = open_table(1, viewport={"width": 390, "height": 844} if theme == "dark" else {"width": 1366, "height": 768})
    table.keep("settings", {"theme": theme, "motion": "off"})
    table.paste(record(5, UNDOING).strip() + " xx")
    table.page.locator("#open-dialog [data-act=watch]").wait_for(state="visible")
    assert_no_violation(table.page, "open a game")
    table.page.locator("#open-dialog [data-act=watch]").click()
    wait_for(table, 0)
    press(table, "next")
    wait_for(table, 1)
    assert_no_violation(table.page, "replay")
    press(table, "share")
    table.page.wait_for_selector("#share-dialog")
    assert_no_violation(table.page, "share")
