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
  const paintedInto = (stage, then) => {
    stage.shown = now();
    requestAnimationFrame(() => {
      stage.frame = now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        stage.painted = now();
        then();
      };
      port2.postMessage(null);
    });
  };
  addEventListener("pointerup", (event) => {
    sample = { up: event.timeStamp, heard: now(), early: null };
  }, { capture: true });
  const original = window.fetch;
  window.fetch = async (...request) => {
    const current = sample;
    if (current) current.asked ??= now();
    const response = await original(...request);
    const json = response.json.bind(response);
    response.json = async () => {
      const answer = await json();
      if (current) current.answered ??= now();
      return answer;
    };
    return response;
  };
  // A dropped card leaves the hand in the task that shows it where it may go.
  new MutationObserver((records) => {
    if (!sample || sample.early || !records.some(({ oldValue }) => oldValue?.includes("held"))) return;
    sample.early = {};
    paintedInto(sample.early, () => {});
  }).observe(document.querySelector("#table"), {
    subtree: true, attributeFilter: ["class"], attributeOldValue: true,
  });
  // The move counter is written in the task that shows the answer.
  new MutationObserver(() => {
    const current = sample;
    sample = null;
    if (current) paintedInto(current, () => done.push(current));
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
    ("what the page does at once", "heard", "asked"),
    ("request, engine, response, JSON", "asked", "answered"),
    ("the page shows the answer", "answered", "shown"),
    ("wait for the screen's clock", "shown", "frame"),
    ("style, layout, paint", "frame", "painted"),
)
DRAG, TAP, DRAW = "drag", "tap to a foundation", "draw"
AT_REST = 350
"""After so many milliseconds nothing moves any more, and a tap is never taken for the second one of two."""
PRESSED = 70
"""For how many milliseconds a button is down in a tap."""


def _paint() -> None:
    """Play on the table by mouse, and follow each action from the released button into the painted frame.

    A script on the page notes the time stamp of the pointer-up event itself, when the page heard of it, asked the
    engine, had the answer and had put it into the document; then when the next frame began, and when its styles,
    layout and paint were done and handed over. Event Timing would not do: it is rounded to 8 ms and ends with the
    frame after the event's handlers, when the engine has not answered yet. What the compositor does after that to
    bring the pixels to a screen is in no figure; this browser has no screen.

    A frame begins when the screen's clock says so, every 16.7 ms. That wait is in "to the painted frame" and not in
    "work"; work of less than a frame means that the next one shows the action. Server and engine are in both. A legal
    drop is shown before the engine's answer, by the targets of the answer before; the answer is told apart. It comes
    late, because Chromium holds it back until the frame is done that the drop asked for.
    """
    wanted = 3 if BRIEF else 80
    samples: dict[str, list[dict[str, Any]]] = {DRAG: [], TAP: [], DRAW: []}
    with running_server() as server, running_browser() as browser:
        for win in WINS:
            table = TablePage(browser.new_context(**WINDOW), server.address)
            table.open(win.deal)
            table.page.evaluate(_PROBE)
            game = easyharp.Game.from_deal(win.deal)
            for action in map(easyharp.Action.from_text, win.actions):
                kind = _kind(action)
                if kind == DRAW and len(samples[DRAW]) >= wanted:
                    table.key(" ")  # no pointer, no sample
                else:
                    table.settle()
                    _act(table, game, action)
                    table.settle()
                    samples[kind] += table.page.evaluate("() => measured()")
                game.play(action)
                if all(len(of_kind) >= wanted for of_kind in samples.values()):
                    break
            table.settle()
            table.assert_shows(game)
            table.context.close()
            if all(len(of_kind) >= wanted for of_kind in samples.values()):
                break
    for kind, of_kind in samples.items():
        for name, begin, end in STRETCHES:
            _tell(f"  {kind}: {name}", [sample[end] - sample[begin] for sample in of_kind])
    drops = [sample | sample["early"] for sample in samples[DRAG] if sample["early"]]
    _tell_paint("a drop", drops)
    _tell_paint("a drop, answered by the engine", samples[DRAG])
    _tell_paint(f"a {TAP}", samples[TAP])
    _tell_paint(f"a {DRAW}", samples[DRAW])
    _tell_paint("every action on screen", [*drops, *samples[TAP], *samples[DRAW]])


def _tell_paint(what: str, samples: Sequence[dict[str, float]]) -> None:
    _tell(f"{what}: to the painted frame", [sample["painted"] - sample["up"] for sample in samples])
    _tell(f"{what}: work", [s["painted"] - s["up"] - (s["frame"] - s["shown"]) for s in samples])


def _kind(action: easyharp.Action) -> str:
    if action in (easyharp.DRAW, easyharp.REDEAL):
        return DRAW
    return TAP if action.target in "abcdefgh" else DRAG


def _act(table: TablePage, game: easyharp.Game, action: easyharp.Action) -> None:
    kind = _kind(action)
    if kind == DRAG:
        table.page.wait_for_timeout(AT_REST)
        table.drag(action.source, action.target, game.position.picked_up(action))
        return
    # As by hand: the pointer rests before the button goes down. A move just before would want a frame of its own.
    table.page.mouse.move(*table.grip("t" if kind == DRAW else action.source))
    table.page.wait_for_timeout(AT_REST)
    table.page.mouse.down()
    table.page.wait_for_timeout(PRESSED)
    table.page.mouse.up()


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
