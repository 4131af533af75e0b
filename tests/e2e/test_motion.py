"""Motion: what travels, for how long, what stays still, and that time only passes while somebody plays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import positions
import pytest

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

SEEN_OF_STACK = 3
ANIMATIONS = """() => {
  window.animations = [];
  const original = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = original.apply(this, how);
    const {delay, duration, endTime} = animation.effect.getComputedTiming();
    const card = this.closest('.card');
    const travels = this === card && !how[1].pseudoElement;
    window.animations.push({place: Number(card?.dataset.place), travels, delay, duration, endTime});
    return animation;
  };
}"""


def watched(table: TablePage) -> None:
    """Note every animation from now on."""
    table.page.evaluate(ANIMATIONS)


def animations(table: TablePage) -> list[dict[str, float]]:
    """Return the animations since the last call."""
    found: list[dict[str, float]] = table.page.evaluate("() => window.animations.splice(0)")
    return found


def assert_only_tops_are_drawn(table: TablePage, game: easyharp.Game) -> None:
    """Of stacked piles just the top cards are drawn, and no other."""
    drawn = set(table.page.eval_on_selector_all(".card:not(.covered)", "cards => cards.map(c => +c.dataset.place)"))
    for name, cards in table.seen().items():
        for i, card in enumerate(cards):
            expected = name.isdigit() or i >= len(cards) - SEEN_OF_STACK
            assert (card.place in drawn) == expected, (name, i)
    table.assert_shows(game)


def test_the_deal_takes_less_than_900_milliseconds_and_comes_card_by_card(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    watched(table)
    table.page.locator("#new").click()
    table.page.locator("#deal-same").click()
    table.settle()
    dealt = [animation for animation in animations(table) if animation["travels"]]
    assert len(dealt) == 45
    assert len({animation["delay"] for animation in dealt}) == 45
    assert max(animation["endTime"] for animation in dealt) < 900
    assert_only_tops_are_drawn(table, easyharp.Game.from_deal(1))


def test_a_drawn_card_travels_once_and_is_turned_on_the_way(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    watched(table)
    place = table.seen()["t"][-1].place
    table.tap("t")
    table.settle()
    seen = animations(table)
    assert [(animation["place"], animation["duration"]) for animation in seen if animation["travels"]] == [(place, 180)]
    assert table.seen()["w"][-1].place == place
    game = easyharp.Game.from_deal(1)
    game.play("tw")
    assert_only_tops_are_drawn(table, game)


def test_redeal_takes_a_quarter_of_a_second_and_the_waste_is_seen_to_go(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = table.open_record(1, " ".join(["tw"] * 59))
    before, after = table.seen()["w"], list(reversed(table.seen()["w"]))
    watched(table)
    for action in ("wt", "uu", "rr"):
        table.key({"wt": " ", "uu": "u", "rr": "Control+y"}[action])
        table.settle()
        game.play(action)
        travelling = [animation for animation in animations(table) if animation["travels"]]
        expected = {card.place for card in (*before[-SEEN_OF_STACK:], *after[-SEEN_OF_STACK:])}
        assert {animation["place"] for animation in travelling} == expected
        assert max(animation["endTime"] for animation in travelling) <= 250
        assert_only_tops_are_drawn(table, game)


def test_bursts_through_the_stock_leave_just_the_tops_drawn(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    game = table.open_record(1, " ".join(["tw"] * 58))
    for key in [*[" "] * 4, *["u"] * 4, "Control+y"] * 3:
        table.key(key)
        draw = "tw" if game.position.stock else "wt"
        game.play({" ": draw, "u": "uu", "Control+y": "rr"}[key])
    table.settle()
    assert_only_tops_are_drawn(table, game)


@pytest.mark.parametrize("by", ["system", "setting"])
def test_with_reduced_motion_nothing_travels_and_the_win_is_a_still_picture(
    open_table: Callable[..., TablePage], by: str
) -> None:
    table = open_table(1, reduced_motion="reduce" if by == "system" else "no-preference")
    if by == "setting":
        table.choose(motion="off")
    watched(table)
    for keys in ([" "], ["7", "f"], ["u"], ["Control+y"], ["8", "f"]):
        table.key(*keys)
        table.settle()
    table.drag("8", "9")
    table.settle()
    assert table.message()
    assert animations(table) == []
    positions.LAST_CARD.open(table)
    watched(table)
    table.tap(positions.LAST_CARD_IN)
    table.page.wait_for_selector("#win-dialog[open]")
    assert animations(table) == []
    assert table.page.locator(".celebrating").count() == 0


@pytest.mark.parametrize("skip", [True, False])
def test_the_harp_is_played_after_a_win_and_can_be_skipped(open_table: Callable[..., TablePage], *, skip: bool) -> None:
    table = open_table(1)
    game = positions.LAST_CARD.open(table)
    watched(table)
    table.tap(positions.LAST_CARD_IN)
    table.page.wait_for_selector(".celebrating")
    cards, is_told = table.page.evaluate(
        "() => [document.querySelectorAll('.card').length, document.querySelector('#win-dialog').open]"
    )
    assert cards == 104
    assert not is_told
    played = [animation for animation in animations(table) if animation["duration"] > 1_000]
    assert len(played) == 104
    assert max(animation["endTime"] for animation in played) < 3_000
    if skip:
        table.page.mouse.click(500, 500)
    table.page.wait_for_selector("#win-dialog[open]")
    assert table.page.locator(".celebrating").count() == 0
    game.play(f"{positions.LAST_CARD_IN}a")
    table.settle()
    assert_only_tops_are_drawn(table, game)


# Time


def hidden(table: TablePage, *, is_hidden: bool) -> None:
    """Have the tab put behind another one, or brought back."""
    table.page.evaluate(
        """(hidden) => {
             Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
             document.dispatchEvent(new Event('visibilitychange'));
           }""",
        is_hidden,
    )


def test_time_passes_from_the_first_action_and_only_while_the_table_is_seen(
    open_table: Callable[..., TablePage],
) -> None:
    table = open_table(1)
    clock = table.page.clock
    clock.install()
    table.reload()

    def passed(seconds: int) -> str:
        clock.run_for(seconds * 1_000)
        return table.page.locator("#time").inner_text()

    assert passed(30) == "0:00", "nothing was done yet"
    begun = time.monotonic()
    table.key(" ")
    table.settle()
    clock.run_for(1_000)  # it is running by the next tick
    assert table.seconds() <= 1 + time.monotonic() - begun
    minutes, seconds = map(int, passed(65).split(":"))
    assert 64 <= minutes * 60 + seconds <= 67
    for away in ("behind the menu", "in a hidden tab"):
        if away == "behind the menu":
            table.page.locator("#menu").click()
        else:
            hidden(table, is_hidden=True)
        clock.run_for(1_000)
        stopped = table.page.locator("#time").inner_text()
        assert passed(600) == stopped, away
        table.key("Escape")
        hidden(table, is_hidden=False)
        clock.run_for(1_000)
        assert passed(10) > stopped
    before = table.page.locator("#time").inner_text()
    clock.fast_forward(3_600_000)  # a sleeping computer fires no timer meanwhile
    minutes, seconds = map(int, table.page.locator("#time").inner_text().split(":"))
    assert minutes * 60 + seconds <= sum(int(n) * f for n, f in zip(before.split(":"), (60, 1), strict=True)) + 2
