"""Painting: how long after the hand an action is in a painted frame, at full speed and slowed down."""

from typing import TYPE_CHECKING

from table_page import TablePage

import easyharp
from golden_data import WINS
from measurements.running import SLOWNESS, WINDOW, awake, running_browser, running_server, slowed
from measurements.samples import number, tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_PROBE = """() => {
  const now = () => performance.now();
  const done = [];
  let sample = null;
  window.measured = () => done.splice(0);
  const painted = (then) => requestAnimationFrame(() => {
    const frame = now();
    // The first task after the frame; whatever else waits for its end comes later.
    scheduler.postTask(() => then(frame, now()), { priority: "user-blocking" });
  });
  addEventListener("pointerup", (event) => {
    sample = { up: event.timeStamp, heard: now() };
  }, { capture: true });
  // A card's pile is written into it in the task that shows it there.
  new MutationObserver(() => {
    const current = sample;
    if (!current || current.shown) return;
    current.shown = now();
    painted((frame, end) => Object.assign(current, { frame, painted: end }));
  }).observe(document.querySelector("#table"), { subtree: true, attributeFilter: ["data-in"] });
  // The table ceases to be busy in the task that shows the answer.
  new MutationObserver(() => {
    const current = sample;
    if (!current || document.querySelector("#table").ariaBusy === "true") return;
    sample = null;
    current.answered = now();
    painted((_, end) => done.push({ ...current, complete: end }));
  }).observe(document.querySelector("#table"), { attributeFilter: ["aria-busy"] });
}"""


STRETCHES = (
    ("the browser hands the event over", "up", "heard"),
    ("what the page does", "heard", "shown"),
    ("wait for the frame", "shown", "frame"),
    ("style, layout, paint", "frame", "painted"),
    ("released button to painted frame", "up", "painted"),
    ("released button to the answer's painted frame", "up", "complete"),
)
Samples = dict[str, list[dict[str, float]]]
"""Of each kind of action, when what happened, in milliseconds."""
DRAG, TAP, DRAW, UNDO = "drag", "tap to a foundation", "draw", "undo"
AT_REST = 500
"""After so many milliseconds nothing moves any more, and a tap is never taken for the second one of two."""
PRESSED = 70
"""For how many milliseconds a button is down in a tap."""


def paint() -> None:
    """Play on the table by mouse, and follow each action from the released button into the painted frame.

    A script on the page notes the time stamp of the pointer-up event itself, when the page heard of it and when it had
    put the action into the document; then when the next frame began, and when its styles, layout and paint were done
    and handed over. Event Timing would not do: it is rounded to 8 ms. What the compositor does after that to bring the
    pixels to a screen is in no figure; this browser has no screen.

    A legal move is shown before the engine's answer, by what the answer before said of it, and so is the way back of an
    undo; a drawn or turned-up card gets its face with the answer, which is told apart.

    The page is at rest before each action, and a hand with a card before it lets go, so the browser begins a frame
    at once; in the middle of a motion an action waits up to 16.7 ms for the clock of a 60 Hz screen, whatever the
    page does. The cores are kept awake.
    """
    with running_server() as server, running_browser() as browser, awake():
        _told(_painted(browser, server.address, dict.fromkeys((DRAG, TAP, DRAW, UNDO), number(25, brief=3))))


def paint_slowed() -> None:
    """Do the same on a page that is slowed down, without the drags.

    The time stamp of the pointer-up event is the browser's, which is not slowed down: what the event waits for the page
    is in the figure. The engine is not slowed down either, but the answer has to be read by the page.
    """
    with running_server() as server, running_browser() as browser, awake():
        print(f"The page is slowed down {SLOWNESS} times.")
        _told(_painted(browser, server.address, dict.fromkeys((TAP, DRAW, UNDO), number(14, brief=2)), slow=True))


def _told(samples: Samples) -> None:
    for kind, of_kind in samples.items():
        for name, begin, end in STRETCHES:
            tell(f"  {kind}: {name}", [sample[end] - sample[begin] for sample in of_kind])
    every = [sample["painted"] - sample["up"] for of_kind in samples.values() for sample in of_kind]
    tell("every action: released button to painted frame", every)


def _painted(browser: "Browser", address: str, wanted: dict[str, int], *, slow: bool = False) -> Samples:
    """Play the last quarters of golden wins, where all kinds are many, until there are so many samples of each kind."""
    samples: Samples = {kind: [] for kind in wanted}

    def missing() -> set[str]:
        return {kind for kind in wanted if len(samples[kind]) < wanted[kind]}

    for win in WINS:
        if not missing():
            break
        table = TablePage(browser.new_context(**WINDOW), address)
        table.open()
        begun = len(win.actions) * 3 // 4
        game = table.open_record(win.deal, " ".join(win.actions[:begun]))
        if slow:
            slowed(table.page)
        table.page.evaluate(_PROBE)
        for action in map(easyharp.Action.from_text, win.actions[begun:]):
            if not missing():
                break
            kind, count = _kind(action), game.position.picked_up(action)
            game.play(action)
            if kind not in missing():
                _play(table, action, count)
                continue
            _act(table, action, count)
            samples[kind] += _measured(table)
            if UNDO in missing():
                table.page.locator("#undo").hover()
                _press(table)
                samples[UNDO] += _measured(table)
                table.key("Control+y")
                game.undo()
                game.redo()
                table.settle()
        table.assert_shows(game)
        table.close()
    return samples


def _measured(table: TablePage) -> list[dict[str, float]]:
    table.settle()
    measured: list[dict[str, float]] = table.page.evaluate("() => measured()")
    return measured


def _play(table: TablePage, action: easyharp.Action, count: int) -> None:
    """Play an action that no sample is wanted of."""
    if _kind(action) == DRAW:
        table.key(" ")
    else:
        table.drag(action.source, action.target, count)
    _measured(table)


def _kind(action: easyharp.Action) -> str:
    if action in (easyharp.DRAW, easyharp.REDEAL):
        return DRAW
    return TAP if action.target in "abcdefgh" else DRAG


def _act(table: TablePage, action: easyharp.Action, count: int) -> None:
    kind = _kind(action)
    if kind == DRAG:
        table.page.wait_for_timeout(AT_REST)
        table.drag(action.source, action.target, count, rest=PRESSED)
        _leave_alone(table)
        return
    table.page.mouse.move(*table.grip("t" if kind == DRAW else action.source))
    _press(table)


def _press(table: TablePage) -> None:
    """Press and release as by hand: the pointer rests before. A move just before would want a frame of its own."""
    table.page.wait_for_timeout(AT_REST)
    table.page.mouse.down()
    table.page.wait_for_timeout(PRESSED)
    table.page.mouse.up()
    _leave_alone(table)


def _leave_alone(table: TablePage) -> None:
    """Wait until the action is over; waiting for a condition would ask for frames, which the page would then share."""
    table.page.wait_for_timeout(AT_REST)
