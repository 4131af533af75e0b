"""Frames: scenes in which cards move on a slowed page, played for their frames. How frames are counted is elsewhere."""

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from positions import KING_RUN, LAST_CARD, LAST_CARD_IN
from table_page import TablePage

import easyharp
from golden_data import WINS
from measurements.motions import BEGINS, CATEGORIES, ENDS, Motions
from measurements.running import SLOWNESS, WINDOW, running_browser, running_server, slowed
from measurements.samples import number

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Waiting until nothing moves any more asks for no frames, as Playwright's waiting for a condition would.
_PROBE = (
    f'const BEGINS = "{BEGINS}", ENDS = "{ENDS}";'
    """
  let [called, running] = [0, 0];
  const begin = () => { if (!running++) performance.mark(BEGINS); };
  const end = () => { if (!--running) performance.mark(ENDS); };
  const waits = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const since = performance.now();
    const animation = animate.apply(this, how);
    called += 1;
    const over = animation.finished.catch(() => {}).then(() => { called -= 1; });
    animation.ready.then(() => {
      if (!running) waits.push(performance.now() - since);
      begin();
      over.then(end);
    }, () => {});
    return animation;
  };
  const isStill = () => !called && document.querySelector("#table").ariaBusy !== "true";
  const still = (resolve, wasStill = false) => {
    const is = isStill();
    if (is && wasStill) resolve();
    else setTimeout(still, 200, resolve, is);
  };
  window.motion = { begin, end, still: () => new Promise((resolve) => still(resolve)), waits: () => waits.splice(0) };
"""
)


def frames() -> None:
    """Let cards move on a slowed page, and count the frames that the browser presents meanwhile.

    Motion is while an animation of the page runs, from its first frame on; how long an animation waits for that frame
    is told on its own. In the hand, it is from the pointer's first move to its last. Wanted are the ticks of the 60 Hz
    clock at which something new was to be seen; presented are the different moments at which that was so, and what is
    missing to the ticks was dropped. Where the page is late, the cards moved on time all the same, if an animation
    moves them; only what the page changed besides came a frame later or more.

    This browser has no graphics processor: drawing the pixels takes the processor's time as well, on the cores that
    page, engine and measuring share. Tracing, too, takes some. A dropped frame may be due to any of them.
    """
    with running_server() as server, running_browser() as browser:
        print(f"The page is slowed down {SLOWNESS} times; pixels are drawn by the processor.")
        for what, scene in _SCENES.items():
            table = _opened(browser, server.address)
            motions = Motions()
            waits: list[float] = []
            for play in scene(table):
                _still(table)
                table.page.evaluate("() => motion.waits()")
                browser.start_tracing(page=table.page, categories=CATEGORIES)
                play()
                _still(table)
                motions.add(browser.stop_tracing())
                waits += table.page.evaluate("() => motion.waits()")
            motions.tell(what)
            if waits:  # a hand moves without an animation
                wait = f"median {statistics.median(waits):.0f}, most {max(waits):.0f} ms ({len(waits)} samples)"
                print(f"{'':<22} wait for a motion's first frame: {wait}", flush=True)
            table.close()


def _opened(browser: "Browser", address: str) -> TablePage:
    context = browser.new_context(**WINDOW)
    context.add_init_script(_PROBE)
    table = TablePage(context, address)
    slowed(table.page)
    table.open()
    return table


def _still(table: TablePage) -> None:
    table.page.evaluate("() => motion.still()")


Scene = Callable[[TablePage], Iterator[Callable[[], None]]]
"""Opens a moment on the table and yields what is to be played there, again and again."""

_LATE = 560
"""After so many actions of a golden win the moves are of many kinds."""


def _deals(table: TablePage) -> Iterator[Callable[[], None]]:
    for deal in range(1, number(5, brief=1) + 1):
        code = easyharp.Deal(deal).code
        yield lambda code=code: table.page.evaluate("(code) => { location.hash = code; }", code)  # type: ignore[misc]


def _moves(table: TablePage) -> Iterator[Callable[[], None]]:
    win = WINS[0]
    game = table.open_record(win.deal, " ".join(win.actions[:_LATE]))
    for action in map(easyharp.Action.from_text, win.actions[_LATE : _LATE + number(40, brief=3)]):
        if action in (easyharp.DRAW, easyharp.REDEAL):
            yield partial(table.key, " ")
        else:
            yield partial(table.drag, action.source, action.target, game.position.picked_up(action))
        game.play(action)


def _carryings(table: TablePage) -> Iterator[Callable[[], None]]:
    KING_RUN.open(table)
    for _ in range(number(3, brief=1)):
        yield partial(_carry, table)
        table.page.mouse.up()


def _carry(table: TablePage) -> None:
    """Carry a run around; the mouse takes it up and lets go of it, the moves between come from the page.

    Moves from here would come as slowly as the slowed page tells of each that it has come. Those of a real mouse do not
    wait, and the browser hands them to a page as here: together, as one at the beginning of a frame.
    """
    x, y = table.grip("5", 2)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 10, y)
    held = table.page.evaluate(
        """([x, y, time]) => new Promise((resolve) => {
          const table = document.querySelector("#table");
          const move = (clientX, clientY) => {
            const pointer = { pointerId: 1, pointerType: "mouse", isPrimary: true, buttons: 1, bubbles: true };
            table.dispatchEvent(new PointerEvent("pointermove", { ...pointer, clientX, clientY }));
          };
          const begun = performance.now();
          const step = (now) => {
            move(x + 250 * Math.sin(now / 300), y + 150 * Math.sin(now / 200));
            if (now < begun + time) return requestAnimationFrame(step);
            motion.end();
            resolve(table.querySelectorAll(".held").length);
          };
          motion.begin();
          requestAnimationFrame(step);
        })""",
        [x, y, number(2_500, brief=500)],
    )
    if not held:
        raise AssertionError("nothing is in the hand")
    table.page.mouse.move(x, y)


def _bursts(table: TablePage) -> Iterator[Callable[[], None]]:
    for win in WINS[: number(3, brief=1)]:
        table.open_record(win.deal, " ".join(win.actions[:_LATE]))
        yield partial(table.key, *["Control+z"] * 30)


def _wins(table: TablePage) -> Iterator[Callable[[], None]]:
    for _ in range(number(3, brief=1)):
        LAST_CARD.open(table)
        yield partial(_win, table)


def _win(table: TablePage) -> None:
    """Win, and wait for the end of the celebration; before it begins, nothing moves for a while."""
    table.tap(LAST_CARD_IN)
    table.page.evaluate(
        """() => new Promise((resolve) => {
          const dialog = document.querySelector("#win-dialog");
          new MutationObserver(() => resolve()).observe(dialog, { attributeFilter: ["open"] });
        })"""
    )


def _redeals(table: TablePage) -> Iterator[Callable[[], None]]:
    for win in WINS[: number(5, brief=1)]:
        table.open_record(win.deal, " ".join(win.actions[: win.actions.index(str(easyharp.REDEAL))]))
        yield partial(table.key, " ")


_SCENES: dict[str, Scene] = {
    "opening deal": _deals,
    "single moves": _moves,
    "a run in the hand": _carryings,
    "a burst of 30 undos": _bursts,
    "win": _wins,
    "redeal": _redeals,
}
