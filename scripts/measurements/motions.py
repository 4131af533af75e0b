"""Motions: while something moves on a page, what became of its frames. It does not know what moves.

What became of a frame is told by the browser's trace, by events named PipelineReporter: one for each tick of the
screen's clock at which something was to be drawn, or two, where the compositor went ahead and what the page changed
came later. They begin at the tick and end when the frame was presented, replaced or given up (Chromium,
cc/metrics/compositor_frame_reporter.cc: GenerateFrameInfo decides on the state, ReportCompositorLatencyTraceEvents
writes it down).
"""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

CATEGORIES = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline", "blink.user_timing"]
"""Of what the browser writes into a trace, what is needed here; each more would slow it down."""
BEGINS, ENDS = "motion begins", "motion ends"
"""The marks that a page sets."""
_NOTHING_NEW, _PRESENTED, _PARTIAL = "STATE_NO_UPDATE_DESIRED", "STATE_PRESENTED", "STATE_PRESENTED_PARTIAL"
_WORK = {
    "FunctionCall": "script",
    "UpdateLayoutTree": "styles",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
}
"""What the page's own thread does for a frame, by the names of its events; it counts by that thread's own clock."""

Event = dict[str, Any]


@dataclass
class Motions:
    """What became of the frames of one kind of motion. Times are in milliseconds."""

    time: float = 0.0
    wanted: int = 0
    presented: int = 0
    late: int = 0
    gaps: list[float] = field(default_factory=list)
    work: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, trace: bytes) -> None:
        """Count the frames of a trace that fall between its marks."""
        events: list[Event] = sorted(json.loads(trace)["traceEvents"], key=_moment)
        marks = [event for event in events if event["name"] in (BEGINS, ENDS)]
        for begin, end in itertools.pairwise(marks):
            if begin["name"] == BEGINS:
                of_page = [event for event in events if event["pid"] == begin["pid"]]
                self._add(of_page, begin["tid"], _moment(begin), _moment(end))

    def _add(self, events: list[Event], thread: int, begin: float, end: float) -> None:
        self.time += end - begin
        ticks: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)
        for report, ended in _reports(events):
            if begin <= _moment(report) < end:
                told = report["args"]["frame_reporter"]
                ticks[told["frame_sequence"]].append((told["state"], ended))
        for told in ticks.values():
            self.wanted += any(state != _NOTHING_NEW for state, _ in told)
            self.late += any(state == _PARTIAL for state, _ in told)
        # A tick's frame is on the screen when the first of its parts is; two ticks' at one moment are one frame.
        shown = [[ended for state, ended in told if state.startswith(_PRESENTED)] for told in ticks.values()]
        moments = {min(ended) for ended in shown if ended}
        self.presented += len(moments)
        self.gaps += [after - before for before, after in itertools.pairwise(sorted(moments))]
        for event in events:
            if event["ph"] == "X" and event["tid"] == thread and begin <= _moment(event) < end:
                self.work[_WORK.get(event["name"], "")] += event.get("tdur", 0) / 1000

    def tell(self, what: str) -> None:
        """Print the figures."""
        if not self.presented:
            raise AssertionError(f"nothing moved: {what}")
        dropped = self.wanted - self.presented
        work = ", ".join(f"{kind} {self.work[kind] / self.wanted:.1f}" for kind in dict.fromkeys(_WORK.values()))
        rate = self.presented / self.time * 1000
        print(
            f"{what:<22} {rate:.1f} frames per second in {self.time / 1000:.1f} s of motion;"
            f" of {self.wanted} wanted {dropped} dropped ({dropped / self.wanted:.1%}), the page late for {self.late};"
            f" longest from frame to frame {max(self.gaps, default=0):.0f} ms"
        )
        print(f"{'':<22} for a frame the page works: {work} ms", flush=True)


def _moment(event: Event) -> float:
    return float(event.get("ts", 0)) / 1000


def _reports(events: list[Event]) -> Iterator[tuple[Event, float]]:
    """Yield the reports on frames, each with the moment of its end."""
    begun: dict[str, Event] = {}
    for event in events:
        if event["name"] == "PipelineReporter":
            report = str(event.get("id2", event.get("id")))
            if event["ph"] == "b":
                begun[report] = event
            elif report in begun:
                yield begun.pop(report), _moment(event)
