"""Sharing and links: texts, share sheet, clipboard, links that open, are cut or damaged, and what the server sees."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import positions
import pytest
from interception import cut_off, intercept
from scanning import assert_no_violation
from test_replay import UNDOING, assert_replay_shows, golden, note, press, record, wait_for, watch

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Route
    from table_page import TablePage

pytestmark = pytest.mark.browser

CUT = "Dem Link fehlt das Ende. Zu sehen ist, was von dem Spiel da ist."
DAMAGED = "Dieser Link ist beschädigt und lässt sich nicht öffnen."


def packed(table: TablePage, text: str) -> str:
    """Return a record as the part of a link behind "#"."""
    link: str = table.page.evaluate("async (text) => (await import('./links.js')).packed(text)", text)
    return link


def follow(table: TablePage, fragment: str) -> None:
    """Follow a link in the open page."""
    table.page.evaluate("(hash) => { location.hash = hash; }", fragment)


def shared(table: TablePage, name: str) -> str:
    return table.page.locator(f"#share-{name}").input_value()


@pytest.fixture
def table(open_table: Callable[..., TablePage]) -> TablePage:
    return open_table(1, reduced_motion="reduce")


# Links


def test_a_link_opens_a_replay_and_the_running_game_stays(table: TablePage) -> None:
    table.tap("t")
    table.settle()
    follow(table, packed(table, golden(2)))
    wait_for(table, 0)
    assert table.page.url == table.address
    press(table, "last")
    wait_for(table, len(easyharp.Record.from_text(golden(2)).actions))
    assert_replay_shows(table, easyharp.Game.from_record(golden(2)))
    follow(table, packed(table, record(5, UNDOING)))  # another one while it is open
    wait_for(table, 0)
    press(table, "close")
    assert table.record() == record(1, "tw")
    assert table.left_games() == []


def test_a_link_opens_a_replay_on_the_first_visit(open_table: Callable[..., TablePage], table: TablePage) -> None:
    link = packed(table, record(5, UNDOING))
    other = open_table(1)
    other.page.goto("about:blank")
    other.page.goto(f"{other.address}#{link}")
    wait_for(other, 0)
    press(other, "close")
    other.reload()
    assert not other.page.locator("#replay").count()


def test_an_address_with_more_around_its_link_opens_the_game(table: TablePage) -> None:
    for actions, address in (("74 71", "%20{}"), (UNDOING, "{}."), ("tw", "{}%20have%20fun!")):
        follow(table, address.format(packed(table, record(5, actions))))
        table.page.wait_for_selector(f"#replay output:text-is('0 / {len(actions.split())}')")
        assert not table.page.locator("#replay .note").is_visible()
        press(table, "close")
        table.page.locator("#replay").wait_for(state="detached")


@pytest.mark.parametrize("lost", [3, 12, 30])
def test_a_link_without_its_end_opens_as_far_as_it_is_there(table: TablePage, lost: int) -> None:
    text = golden(1)
    follow(table, packed(table, text)[:-lost])
    wait_for(table, 0)
    assert note(table).startswith(CUT)
    press(table, "last")
    total = int(table.page.locator("#replay output").inner_text().split("/")[1])
    assert 0 < total <= len(easyharp.Record.from_text(text).actions)
    wait_for(table, total)
    actions = easyharp.Record.from_text(text).actions[:total]
    assert_replay_shows(table, easyharp.Game.from_record(record(1, " ".join(map(str, actions)))))


def test_a_damaged_link_is_said_and_changes_nothing(table: TablePage) -> None:
    link = packed(table, record(5, UNDOING))
    follow(table, link.replace("AAAAAAF", "AAAAAAG"))
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert table.message() == DAMAGED
    assert table.spoken() == DAMAGED
    assert not table.page.locator("#replay").count()
    table.assert_shows(easyharp.Game.from_deal(1))


def test_links_damaged_at_random_open_their_good_part_or_are_said(table: TablePage) -> None:
    link = packed(table, golden(1))
    chance = random.Random(7)  # noqa: S311 - the same damage in every run
    for _ in range(12):
        place = chance.randrange(6, len(link))
        damaged = (
            link[:place] + chance.choice(["", "A", "%", ".", "\N{SNOWMAN}"]) + link[place + chance.randint(0, 2) :]
        )
        follow(table, "")
        follow(table, damaged)
        table.page.wait_for_function(
            """() => !document.querySelector('#message').hidden
                 || document.querySelector('#replay output')?.textContent.startsWith('0')"""
        )
        if table.page.locator("#replay").count():
            press(table, "close")
            table.page.locator("#replay").wait_for(state="detached")
        else:
            table.key("Escape")
        table.page.wait_for_function("() => document.querySelector('#message').hidden")
    table.errors = [error for error in table.errors if "422" not in error]
    table.assert_shows(easyharp.Game.from_deal(1))


def test_the_game_in_a_link_never_reaches_the_server(table: TablePage) -> None:
    link = packed(table, record(5, UNDOING))
    seen: list[str] = []
    table.page.on("request", lambda request: seen.append(request.url + json.dumps(request.headers)))
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}#{link}")
    wait_for(table, 0)
    assert len(seen) > 30
    packing = link.split(".")[1]
    # Playwright tells the address with its "#": what goes over the wire is without it.
    wire = [request.split("#")[0] for request in seen]
    assert [request for request in wire if packing in request or "EH1-R" in request] == []


def test_a_link_of_a_deal_still_opens_the_deal(table: TablePage) -> None:
    follow(table, "EH1-N-AAAAAAF")
    table.page.wait_for_function("() => document.querySelector('[data-pile=\"1\"]').ariaLabel.includes('Herz-Bube')")
    table.settle()
    table.assert_shows(easyharp.Game.from_deal(5))


# Opening


def test_a_link_is_pasted_with_its_address(table: TablePage) -> None:
    watch(table, f"https://example.org/harp/#{packed(table, record(5, UNDOING))}\n")
    press(table, "last")
    wait_for(table, 8)
    assert_replay_shows(table, easyharp.Game.from_record(record(5, UNDOING)))


def test_what_is_played_on_from_a_pasted_link_is_borrowed(table: TablePage) -> None:
    link = packed(table, record(5, "74 71"))
    for text, moves, borrowed in ((link, 2, True), (record(5, "74 71 7a"), 3, False)):
        table.paste(text)
        table.page.locator("#open-dialog [data-act=play]").click()
        table.page.locator("#open-dialog").wait_for(state="detached")
        table.page.wait_for_function(
            "(moves) => document.querySelector('#moves').textContent === moves", arg=str(moves)
        )
        table.page.wait_for_timeout(200)
        assert ("zählt nicht in der Statistik" in table.message()) == borrowed
        assert table.running_game()["borrowed"] == borrowed


def test_a_game_of_one_s_own_goes_on_as_such_from_its_link(table: TablePage) -> None:
    table.tap("t")
    table.settle()
    before = table.running_game()["id"]
    link = packed(table, table.record())
    table.paste(link)
    table.page.locator("#open-dialog [data-act=play]").click()
    table.page.locator("#open-dialog").wait_for(state="detached")
    table.page.wait_for_timeout(200)
    assert (table.running_game()["id"], table.running_game()["borrowed"]) == (before, False)


def test_the_clipboard_is_pasted_at_a_button(table: TablePage) -> None:
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.page.evaluate("(text) => navigator.clipboard.writeText(text)", record(5, "74 71"))
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    table.page.locator("#open-paste").click()
    table.page.locator("#open-dialog [data-act=play]").click()
    table.page.locator("#open-dialog").wait_for(state="detached")
    table.page.wait_for_function("() => document.querySelector('#moves').textContent === '2'")
    table.settle()
    table.assert_shows(easyharp.Game.from_record(record(5, "74 71")))


def drop(table: TablePage, text: str, selector: str = "#table") -> None:
    """Drop a file onto the page."""
    table.page.evaluate(
        """([text, selector]) => {
             const data = new DataTransfer();
             data.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
             const target = document.querySelector(selector);
             for (const type of ['dragover', 'drop']) {
               target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
             }
           }""",
        [text, selector],
    )


def test_a_file_is_dropped_onto_the_page(table: TablePage) -> None:
    drop(table, record(5, UNDOING))
    table.page.wait_for_selector("#open-says:not(:empty)")
    assert table.page.locator("#open-says").inner_text() == "Verteilung 5, 6 Züge."
    table.page.locator("#open-dialog [data-act=watch]").click()
    wait_for(table, 0)


def test_a_file_is_dropped_onto_the_window_that_asks_for_one(table: TablePage) -> None:
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    table.page.wait_for_selector("#open-dialog")
    for selector, deal in (("#open-dialog", 5), ("#open-text", 7)):
        drop(table, record(deal, "tw"), selector)
        table.page.locator("#open-says").get_by_text(f"Verteilung {deal}, 1 Zug.").wait_for()
    assert table.page.locator("dialog[open]").count() == 1
    table.key("Escape")
    table.page.locator("#menu").click()
    table.page.locator("#bring-back").click()
    table.page.wait_for_selector("#backup-dialog")
    drop(table, '{"format":"easyharp-backup","version":1,"settings":{},"games":[]}', "#backup-dialog p")
    table.page.locator("#backup-says").get_by_text("Sie enthält nichts, was hier fehlt.").wait_for()


def test_that_a_file_cannot_be_read_is_said(table: TablePage, tmp_path: Path) -> None:
    unreadable = "Diese Datei lässt sich nicht lesen."
    table.page.evaluate(
        "() => { Blob.prototype.text = () => Promise.reject(new DOMException('gone', 'NotFoundError')); }"
    )
    drop(table, record(5, UNDOING))
    table.page.wait_for_function("() => !document.querySelector('#message').hidden")
    assert table.message() == unreadable
    path = tmp_path / "game.txt"
    path.write_text(record(5, UNDOING), encoding="utf-8")
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    table.page.locator("#record-file").set_input_files(path)
    table.page.locator("#open-says").get_by_text(unreadable).wait_for()
    assert not table.page.locator("#open-dialog [data-act=play]").is_visible()
    table.key("Escape")
    table.page.locator("#menu").click()
    table.page.locator("#bring-back").click()
    table.page.locator("#backup-file").set_input_files(path)
    table.page.locator("#backup-says").get_by_text(unreadable).wait_for()


def test_a_won_game_can_be_watched_only(table: TablePage) -> None:
    table.paste(golden(1))
    table.page.locator("#open-dialog [data-act=watch]").wait_for(state="visible")
    assert table.page.locator("#open-says").inner_text() == "Verteilung 1, 847 Züge. Gewonnen!"
    assert not table.page.locator("#open-dialog [data-act=play]").is_visible()


def test_files_damaged_at_random_are_opened_as_far_as_they_are_good(table: TablePage, tmp_path: Path) -> None:
    whole = golden(1).encode()
    chance = random.Random(8)  # noqa: S311 - the same damage in every run
    table.page.locator("#menu").click()
    table.page.locator("#open-record").click()
    table.page.locator("#open-text").wait_for()
    for number in range(15):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(25, len(damaged))] = chance.randrange(256)
        path = tmp_path / f"{number}.txt"
        path.write_bytes(damaged)
        table.page.evaluate("() => { document.querySelector('#open-says').textContent = ''; }")
        table.page.locator("#record-file").set_input_files(path)
        table.page.wait_for_selector("#open-says:not(:empty)")
        says = table.page.locator("#open-says").inner_text()
        assert says.startswith("Verteilung 1, "), says
    table.key("Escape")
    table.assert_shows(easyharp.Game.from_deal(1))


# Handing on


def win(table: TablePage) -> easyharp.Game:
    game = positions.LAST_CARD.open(table)
    table.tap(positions.LAST_CARD_IN)
    table.page.wait_for_selector("#win-dialog[open]")
    return game


def test_a_win_is_watched_again_and_shared(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, reduced_motion="reduce", locale="en-GB")
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    win(table)
    assert_no_violation(table.page, "won")
    table.page.locator("#win-replay").click()
    wait_for(table, 0)
    press(table, "last")
    table.page.wait_for_function("() => document.querySelector('#replay .says').textContent.includes('You won!')")
    press(table, "close")
    assert table.page.locator("#win-dialog").is_visible()
    table.page.locator("#win-share").click()
    table.page.wait_for_selector("#share-dialog")
    score, moves = (table.page.locator(f"#win-{name}").inner_text() for name in ("score", "moves"))
    first, second, third = shared(table, "share_result").split("\n")
    assert first == "Easy Harp · Deal 2 · EH1-N-AAAAAAC"
    assert second.startswith(f"You won! Score {score} · Moves {moves}")
    assert third == "EH1-N-AAAAAAC"
    table.page.locator("#share-dialog [name=copy-share_result]").click()
    table.page.wait_for_selector("#share-dialog-says:text('Copied.')")
    assert table.page.evaluate("navigator.clipboard.readText()") == shared(table, "share_result")
    table.page.locator("#share-dialog [name=copy-share_record]").click()
    table.wait_until(
        "async () => await navigator.clipboard.readText() === document.querySelector('#share-share_record').value"
    )
    assert easyharp.Game.from_record(shared(table, "share_record")).is_won


def test_a_shared_link_is_the_game(open_table: Callable[..., TablePage], table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    press(table, "share")
    link = shared(table, "replay_title")
    assert link.startswith("EH1-R-AAAAAAF.")  # this computer's own address would lead nobody else anywhere
    other = open_table(1, reduced_motion="reduce")
    watch(other, link)
    press(other, "last")
    wait_for(other, 8)
    assert_replay_shows(other, easyharp.Game.from_record(record(5, UNDOING)))


def test_asked_for_twice_there_is_one_window_and_later_it_is_of_the_later_game(table: TablePage) -> None:
    twice = "() => { for (let i = 0; i < 2; i += 1) document.querySelector('#replay [name=share]').click(); }"
    for actions in (UNDOING, "74 71"):
        watch(table, record(5, actions))
        table.page.evaluate(twice)
        table.page.wait_for_selector("#share-dialog")
        table.page.wait_for_timeout(200)
        assert table.page.locator("dialog[id=share-dialog]").count() == 1
        assert shared(table, "share_record") == record(5, actions)
        table.key("Escape")
        table.page.locator("#share-dialog").wait_for(state="detached")
        assert table.page.evaluate("document.activeElement.name") == "play"
        table.key("Escape")
        table.page.locator("#replay").wait_for(state="detached")


def test_where_the_window_for_sharing_does_not_come_the_replay_says_so(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    cut_off(table.page, "**/share_window.js")
    press(table, "share")
    table.page.wait_for_selector("#replay .note:not([hidden])")
    table.errors.clear()  # the browser notes the failed request
    press(table, "next")
    wait_for(table, 1)
    assert table.page.locator("#replay .note").is_hidden()


@pytest.mark.http
def test_a_replay_shared_before_it_is_open_is_shared_once_it_is(table: TablePage) -> None:
    watch(table, record(5, "74 71"))
    table.key("Escape")
    table.paste(record(5, UNDOING))
    table.page.wait_for_selector("#open-dialog [data-act=watch]:not([disabled])")
    held = table.hold("**/api/view")
    table.page.locator("#open-dialog [data-act=watch]").click()
    table.page.wait_for_selector("#replay")
    assert table.page.locator("#replay output").inner_text() == ""  # nothing of the game before
    press(table, "share")
    held.release()
    table.page.wait_for_selector("#share-dialog")
    assert shared(table, "share_record") == record(5, UNDOING)


def test_a_window_that_is_loaded_slowly_gives_way_to_the_one_asked_for_later(table: TablePage) -> None:
    held = table.hold("**/style/exchange.css")
    table.page.locator("#menu").click()
    table.page.evaluate("() => document.querySelector('#open-record').click()")
    table.page.locator("#menu").click()
    table.page.evaluate("() => document.querySelector('#bring-back').click()")
    table.page.wait_for_timeout(300)
    held.release()
    table.page.wait_for_selector("#backup-dialog")
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("() => [...document.querySelectorAll('dialog[open]')].map(({ id }) => id)") == [
        "backup-dialog"
    ]


def test_an_address_that_leads_others_here_is_in_the_links(table: TablePage) -> None:
    elsewhere = "http://harp.example/"

    def served(route: Route) -> None:
        headers = {name: value for name, value in route.request.headers.items() if name not in ("host", "origin")}
        route.fulfill(response=route.fetch(url=route.request.url.replace(elsewhere, table.address), headers=headers))

    intercept(table.page, f"{elsewhere}**", served, everywhere=True)
    table.page.goto(elsewhere)
    table.page.wait_for_selector("html[data-ready]")
    watch(table, record(5, UNDOING))
    press(table, "share")
    assert shared(table, "share_result").split("\n")[-1] == f"{elsewhere}#EH1-N-AAAAAAF"
    link = shared(table, "replay_title")
    assert link.startswith(f"{elsewhere}#EH1-R-AAAAAAF.")
    table.key("Escape", "Escape")
    table.page.goto("about:blank")
    table.page.goto(link)
    wait_for(table, 0)
    press(table, "last")
    wait_for(table, 8)
    table.errors.clear()  # a page that is not served securely asks for nothing, but the browser may complain


def test_the_system_s_share_sheet_is_used_where_there_is_one(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, reduced_motion="reduce")
    table.context.add_init_script(
        "window.shared = []; navigator.share = async (data) => { window.shared.push(data); };"
    )
    table.reload()
    watch(table, record(5, UNDOING))
    press(table, "share")
    table.page.locator("#share-dialog [name=hand-share_result]").click()
    table.page.locator("#share-dialog [name=hand-replay_title]").click()
    table.page.wait_for_function("() => window.shared.length === 2")
    result, link = table.page.evaluate("window.shared")
    assert result["text"] == shared(table, "share_result")
    assert link["text"] == shared(table, "replay_title")


def test_where_neither_works_the_text_can_be_selected(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1, reduced_motion="reduce")
    table.context.add_init_script(
        "delete Navigator.prototype.share;Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    )
    table.reload()
    watch(table, record(5, UNDOING))
    press(table, "share")
    assert not table.page.locator("#share-dialog [name=hand-replay_title]").count()
    table.page.locator("#share-dialog [name=copy-replay_title]").click()
    table.page.wait_for_selector("#share-dialog-says:not(:empty)")
    assert "markieren" in table.page.locator("#share-dialog-says").inner_text()
    table.page.locator("#share-replay_title").focus()
    selected = table.page.evaluate(
        "() => { const a = document.activeElement; return a.selectionEnd - a.selectionStart; }"
    )
    assert selected == len(shared(table, "replay_title"))


def test_no_card_is_in_the_result(table: TablePage) -> None:
    watch(table, record(5, UNDOING))
    press(table, "share")
    assert shared(table, "share_result").split("\n") == [
        "Easy Harp · Verteilung 5 · EH1-N-AAAAAAF", "Punkte 25 · Züge 6", "EH1-N-AAAAAAF",
    ]  # fmt: skip
