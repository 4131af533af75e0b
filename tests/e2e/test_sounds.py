"""Sounds and vibration: nothing of the audio system is touched while they are off; what is played stays quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import positions
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

WATCH = """
    window.heard = { contexts: 0, started: 0 };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      window.heard.started += 1;
      return start.apply(this, when);
    };
    window.AudioContext = class extends AudioContext {
      constructor(...options) {
        super(...options);
        window.heard.contexts += 1;
        window.audio = this;
      }
    };
    window.felt = [];
    navigator.vibrate = (pattern) => Boolean(window.felt.push(pattern));
"""


def watched(open_table: Callable[..., TablePage], **options: object) -> TablePage:
    """Open a table on which it is counted what is played and what vibrates."""
    table = open_table(1, **options)
    table.page.add_init_script(WATCH)
    table.reload()
    return table


def heard(table: TablePage) -> tuple[int, int]:
    """Return how many audio contexts were made and how many sounds were started in them."""
    contexts, started = table.page.evaluate("() => [window.heard.contexts, window.heard.started]")
    return contexts, started


def felt(table: TablePage) -> list[int | list[int]]:
    """Return what has vibrated since the last time."""
    found: list[int | list[int]] = table.page.evaluate("() => window.felt.splice(0)")
    return found


def actions(table: TablePage) -> int:
    return len(table.game().record.actions)


def test_no_audio_context_is_made_while_sound_is_off(open_table: Callable[..., TablePage]) -> None:
    table = watched(open_table)
    positions.COVERED.open(table)
    table.key("u", "u", " ")
    table.drag("8", "9")
    table.settle()
    assert actions(table) == positions.COVERED.played + 3
    table.choose(sound=True)
    table.choose(sound=False)
    table.key("u")
    table.settle()
    assert heard(table) == (0, 0)


def test_with_sound_on_every_action_is_heard(open_table: Callable[..., TablePage]) -> None:
    table = watched(open_table)
    table.choose(sound=True)
    assert heard(table) == (0, 0)
    for sounds, (keys, played) in enumerate([(" ", 1), ("7f", 2), ("8f", 2), ("u", 3), ("u", 4)], start=1):
        table.key(*keys)
        table.settle()
        assert actions(table) == played
        assert heard(table) == (1, sounds)
        # Two that begin at the same moment would count for one.
        since = table.page.evaluate("() => window.audio.currentTime")
        table.page.wait_for_function("(since) => window.audio.currentTime > since + 0.05", arg=since)


def test_a_win_is_heard_on_eight_strings(open_table: Callable[..., TablePage]) -> None:
    table = watched(open_table)
    table.choose(sound=True, motion="off")
    positions.LAST_CARD.open(table)
    table.key(positions.LAST_CARD_IN, "f")
    table.page.wait_for_selector("#win-dialog[open]")
    assert heard(table) == (1, 1 + 8)


def test_every_sound_is_heard_and_none_is_loud(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    peaks: dict[str, float] = table.page.evaluate(
        """async () => {
             const { arpeggio, Sounds, soundsOf } = await import('./sounds.js');
             const before = { piles: Object.fromEntries([...'twabcdefgh123456789'].map((pile) => [pile, []])) };
             const grown = (pile, played) => ({
               played, refusal: null, view: { piles: { ...before.piles, [pile]: Array(7).fill({}) } },
             });
             const all = {
               landing: soundsOf(before, grown('1', '21')), string: soundsOf(before, grown('e', '1e')),
               draw: soundsOf(before, grown('w', 'tw')), redeal: soundsOf(before, grown('t', 'wt')),
               undo: soundsOf(before, grown('1', 'uu')), refusal: soundsOf(before, { refusal: {} }),
               win: arpeggio([0, 110, 220, 330, 440, 550, 660, 770]),
             };
             const peak = async (sounds) => {
               const context = new OfflineAudioContext(2, 96_000, 48_000);
               context.resume = async () => {};
               new Sounds(() => context).play(sounds);
               const sides = await context.startRendering();
               return Math.max(...[0, 1].map((side) => sides.getChannelData(side)
                 .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)));
             };
             const peaks = await Promise.all(Object.values(all).map(peak));
             return Object.fromEntries(Object.keys(all).map((name, i) => [name, peaks[i]]));
           }"""
    )
    assert len(peaks) == 7
    assert {name: peak for name, peak in peaks.items() if not 0.01 < peak < 0.2} == {}
    assert peaks["undo"] < peaks["landing"]


def test_a_refusal_and_a_landing_by_finger_are_felt(open_table: Callable[..., TablePage]) -> None:
    table = watched(open_table, has_touch=True)
    table.touch_drag("8", "9")
    table.settle()
    assert table.message()
    assert felt(table) == [[12, 40, 12]]
    table.page.touchscreen.tap(*table.grip("7"))
    table.settle()
    assert actions(table) == 1
    assert felt(table) == [8]
    table.key(" ", "u", "5", "f")
    table.settle()
    assert actions(table) == 4
    assert felt(table) == []


def test_nothing_is_felt_with_vibration_off(open_table: Callable[..., TablePage]) -> None:
    table = watched(open_table, has_touch=True)
    table.keep("settings", {"haptics": False})
    table.touch_drag("8", "9")
    table.settle()
    assert table.message()
    assert felt(table) == []
