"""The measurements of bench.py, which runs this file in the development environment.

Every figure is a distribution, printed with its number of samples; what is set in proportion is measured in one run.
"""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import contextlib
import datetime
import http
import http.client
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import easyharp
from browser import NAME as CHROMIUM
from environment import ROOT, quietly

# isort: split
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "e2e")]
from table_page import TablePage

from golden_data import WINS, GoldenWin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

BRIEF = "--brief" in sys.argv
WINDOW: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "locale": "de-DE"}


def main() -> int:
    """Measure what the arguments name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{datetime.datetime.now().astimezone():%Y-%m-%d %H:%M}, {_load()}")
    print(f"{_processor()}, {cores} cores, {platform.system()} {platform.release()}")
    print(f"Python {platform.python_version()}, easyharp {easyharp.__version__}")
    for name in [argument for argument in sys.argv[1:] if argument in MEASUREMENTS]:
        print(f"\n== {name}", flush=True)
        MEASUREMENTS[name]()
    print(f"\nAt the end, {_load()}")
    return 0


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _load() -> str:
    """Say how busy the machine is: what else runs on it is in every figure."""
    return f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"


def _tell(what: str, samples: Sequence[float], unit: str = "ms") -> None:
    percentiles = statistics.quantiles(samples, n=100, method="inclusive")
    figures = [("median", statistics.median(samples)), ("p95", percentiles[94]), ("p99", percentiles[98])]
    told = ", ".join(f"{name} {value:.2f}" for name, value in (*figures, ("most", max(samples))))
    print(f"{what:<54} {told} {unit} ({len(samples)} samples)", flush=True)


def record_of(win: GoldenWin, actions: Sequence[str] | None = None, **tags: str) -> str:
    """Return a record's text of a won game's deal with these actions, by default all that won it."""
    played = map(easyharp.Action.from_text, win.actions if actions is None else actions)
    return str(easyharp.Record(easyharp.Deal(win.deal), tuple(played), tags))


# Replay


def _replay() -> None:
    """Play every golden win from its text.

    Measured in processor time of this one thread, so that what else the machine does takes nothing away. Parsing and
    playing alternate within a run, and both are in the second figure.
    """
    texts = [record_of(win) for win in WINS]
    actions = sum(len(win.actions) for win in WINS)
    playing, both = [], []
    for _ in range(2 if BRIEF else 15):
        parsed = played = 0.0
        for text in texts:
            start = time.process_time()
            record = easyharp.Record.from_text(text)
            middle = time.process_time()
            game = easyharp.replay(record).game
            played += time.process_time() - middle
            parsed += middle - start
            if not game.is_won:
                raise AssertionError("a golden win is not won")
        playing.append(actions / played)
        both.append(actions / (parsed + played))
    for what, rates in (("playing", playing), ("reading the text and playing", both)):
        print(
            f"{what:<54} median {statistics.median(rates):,.0f}, least {min(rates):,.0f}, most {max(rates):,.0f}"
            f" actions per second of one core ({len(rates)} runs over {actions:,} actions in {len(texts)} records)"
        )


# Server


class Server(NamedTuple):
    """A server in a process of its own, started as players start it."""

    port: int

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"http://127.0.0.1:{self.port}/"

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection that is kept alive."""
        return http.client.HTTPConnection("127.0.0.1", self.port)


@contextlib.contextmanager
def running_server() -> Iterator[Server]:
    """Run a server while the block runs."""
    command = [sys.executable, "-m", "easyharp", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            line = process.stdout.readline() if process.stdout else ""  # it says its address when it can be asked
            yield Server(int(line.partition("127.0.0.1:")[2].partition("/")[0]))
        finally:
            process.terminate()


def _asked(connection: http.client.HTTPConnection, ask: str, body: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """Ask, and return how many milliseconds it took from the body's encoding to the answer's last byte."""
    start = time.perf_counter()
    connection.request("POST", f"/api/{ask}", json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    taken = (time.perf_counter() - start) * 1000
    if response.status != http.HTTPStatus.OK:
        raise AssertionError(answer)
    return taken, json.loads(answer)


def _long_actions(length: int = 1_500) -> list[str]:
    """Return the actions of a long game, a few dozen actions before its win: some were undone and redone."""
    win = WINS[0]
    repeated = (length - len(win.actions)) // 2 + 20
    actions = [
        step for i, action in enumerate(win.actions) for step in (action, "uu", "rr")[: 3 if i < repeated else 1]
    ]
    return actions[:length]


def _ask_server() -> None:
    """Act late in a game of 1,500 actions, over HTTP on loopback, by one connection that is kept alive."""
    actions = _long_actions()
    record = record_of(WINS[0], actions)
    with running_server() as server:
        connection = server.connection()
        warm, floor = [], []
        _, answer = _asked(connection, "view", {"record": record})
        for i in range(30 if BRIEF else 600):
            ask, more = (("tap", {"pile": "t", "count": 1}), ("undo", {}), ("redo", {}), ("undo", {}))[i % 4]
            taken, answer = _asked(connection, ask, {"record": answer["record"], **more})
            if answer["played"] is None:
                raise AssertionError("an action was refused")
            warm.append(taken)
            floor.append(_asked(connection, "describe", {"text": "5"})[0])
        _tell("an action late in a game of 1,500", warm)
        _tell("for comparison: an ask about no game", floor)
        unseen = []
        for i in range(5 if BRIEF else 100):
            body = {"record": record_of(WINS[0], actions, Event=str(i)), "pile": "t", "count": 1}
            unseen.append(_asked(connection, "tap", body)[0])
        _tell("the same with a record not seen before", unseen)
    cold = []
    for _ in range(2 if BRIEF else 15):
        with running_server() as server:
            cold.append(_asked(server.connection(), "tap", {"record": record, "pile": "t", "count": 1})[0])
    _tell("the same, first request to a new process", cold)


# Paint

_PROBE = """() => {
  const now = () => performance.now();
  const done = [];
  let sample = null;
  window.measured = () => done.splice(0);
  const painted = (then) => requestAnimationFrame(() => {
    const frame = now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(frame, now());
    port2.postMessage(null);
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
  // The move counter is written in the task that shows the answer.
  new MutationObserver(() => {
    const current = sample;
    sample = null;
    if (!current) return;
    current.answered = now();
    painted((_, end) => done.push({ ...current, complete: end }));
  }).observe(document.querySelector("#moves"), { childList: true, characterData: true, subtree: true });
}"""


@contextlib.contextmanager
def running_browser() -> Iterator["Browser"]:
    """Run a Chromium while the block runs."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the other measurements do without it

    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        path = os.environ.get(CHROMIUM) or None
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        print(f"Chromium {browser.version}, without a graphics processor", flush=True)
        yield browser
        browser.close()


STRETCHES = (
    ("the browser hands the event over", "up", "heard"),
    ("what the page does", "heard", "shown"),
    ("wait for the frame", "shown", "frame"),
    ("style, layout, paint", "frame", "painted"),
    ("released button to painted frame", "up", "painted"),
    ("released button to the answer's painted frame", "up", "complete"),
)
DRAG, TAP, DRAW, UNDO = "drag", "tap to a foundation", "draw", "undo"
AT_REST = 350
"""After so many milliseconds nothing moves any more, and a tap is never taken for the second one of two."""
PRESSED = 70
"""For how many milliseconds a button is down in a tap."""


def _paint() -> None:
    """Play on the table by mouse, and follow each action from the released button into the painted frame.

    A script on the page notes the time stamp of the pointer-up event itself, when the page heard of it and when it had
    put the action into the document; then when the next frame began, and when its styles, layout and paint were done
    and handed over. Event Timing would not do: it is rounded to 8 ms. What the compositor does after that to bring the
    pixels to a screen is in no figure; this browser has no screen.

    A legal move is shown before the engine's answer, by what the answer before said of it, and so is the way back of an
    undo; a drawn or turned-up card gets its face with the answer, which is told apart.

    The page is at rest before each action, so the browser begins a frame at once; in the middle of a motion an action
    waits up to 16.7 ms for the clock of a 60 Hz screen, whatever the page does.
    """
    with running_server() as server, running_browser() as browser:
        samples = _painted(browser, server.address, 3 if BRIEF else 60)
    for kind, of_kind in samples.items():
        for name, begin, end in STRETCHES:
            _tell(f"  {kind}: {name}", [sample[end] - sample[begin] for sample in of_kind])
    every = [sample["painted"] - sample["up"] for of_kind in samples.values() for sample in of_kind]
    _tell("every action: released button to painted frame", every)


def _painted(browser: "Browser", address: str, wanted: int) -> dict[str, list[dict[str, float]]]:
    """Play golden wins until there are so many samples of each kind."""
    samples: dict[str, list[dict[str, float]]] = {DRAG: [], TAP: [], DRAW: [], UNDO: []}
    for win in WINS:
        table = TablePage(browser.new_context(**WINDOW), address)
        table.open(win.deal)
        table.page.evaluate(_PROBE)
        game = easyharp.Game.from_deal(win.deal)
        for action in map(easyharp.Action.from_text, win.actions):
            kind = _kind(action)
            if len(samples[kind]) >= wanted:
                if kind == DRAW:
                    table.key(" ")
                else:
                    table.drag(action.source, action.target, game.position.picked_up(action))
                game.play(action)
                table.settle()
                table.page.evaluate("() => measured()")
                continue
            _act(table, action, game.position.picked_up(action))
            game.play(action)
            table.settle()
            samples[kind] += table.page.evaluate("() => measured()")
            if len(samples[UNDO]) < wanted:
                table.page.locator("#undo").hover()
                _press(table)
                table.settle()
                samples[UNDO] += table.page.evaluate("() => measured()")
                table.key("Control+y")
                game.undo()
                game.redo()
                table.settle()
            if all(len(of_kind) >= wanted for of_kind in samples.values()):
                break
        table.settle()
        table.assert_shows(game)
        table.context.close()
        if all(len(of_kind) >= wanted for of_kind in samples.values()):
            break
    return samples


def _kind(action: easyharp.Action) -> str:
    if action in (easyharp.DRAW, easyharp.REDEAL):
        return DRAW
    return TAP if action.target in "abcdefgh" else DRAG


def _act(table: TablePage, action: easyharp.Action, count: int) -> None:
    kind = _kind(action)
    if kind == DRAG:
        table.page.wait_for_timeout(AT_REST)
        table.drag(action.source, action.target, count)
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


# Transfer


def _transfer() -> None:
    """Load the page as on a first visit, and count the bytes of bodies as they travel, compressed."""
    requests: list[Request] = []

    def finished(request: "Request") -> None:
        requests.append(request)

    with running_server() as server, running_browser() as browser:
        page = browser.new_page(**WINDOW)
        page.on("requestfinished", finished)
        page.goto(server.address)
        page.wait_for_selector("html[data-ready]")
        page.wait_for_load_state("networkidle")
        bodies, heads, plain = {}, 0, 0
        for request in requests:
            sizes, response = request.sizes(), request.response()
            path = request.url.removeprefix(server.address) or "(page)"
            bodies[path] = sizes["responseBodySize"]
            heads += sizes["responseHeadersSize"]
            plain += len(response.body()) if response else 0
    total = sum(bodies.values())
    print(f"{len(bodies)} files, {total:,} bytes as they travel, {plain:,} unpacked; heads of answers {heads:,}")
    for path, size in sorted(bodies.items(), key=lambda item: -item[1])[:12]:
        print(f"{size:>10,}  {path}")


MEASUREMENTS: dict[str, Callable[[], None]] = {
    "replay": _replay,
    "server": _ask_server,
    "paint": _paint,
    "transfer": _transfer,
}

if __name__ == "__main__":
    quietly(main)
