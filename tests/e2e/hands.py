"""Hands: a mouse, a finger or a pen on the table. They keep time, so that slow machines tap as fast as players."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from table_page import TablePage

Kind = Literal["mouse", "touch", "pen"]
Point = tuple[float, float]

KINDS: tuple[Kind, ...] = ("mouse", "touch", "pen")


class Hand:
    """One pointer. Touch needs a context with ``has_touch``."""

    def __init__(self, table: TablePage, kind: Kind) -> None:
        self.table = table
        self.kind = kind
        self._cdp = table.context.new_cdp_session(table.page)
        self._at: Point = (0, 0)

    def down(self, point: Point, *, button: str = "left", when: float | None = None) -> None:
        self._send("mousePressed", "touchStart", point, button, when)

    def move(self, point: Point) -> None:
        self._send("mouseMoved", "touchMove", point, "left", None)

    def up(self, *, button: str = "left", when: float | None = None) -> None:
        self._send("mouseReleased", "touchEnd", self._at, button, when)

    def cancel(self) -> None:
        """Have the finger taken away by the system."""
        self._cdp.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    def second_finger(self, kind: str, point: Point) -> None:
        """Do something with another finger while this one is down."""
        touch = {"x": point[0], "y": point[1], "id": 1}
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [touch]})

    def _send(self, as_mouse: str, as_touch: str, point: Point, button: str, when: float | None) -> None:
        self._at = point
        event: dict[str, Any] = {"timestamp": when or time.time()}
        if self.kind == "touch":
            points = [] if as_touch == "touchEnd" else [{"x": point[0], "y": point[1]}]
            self._cdp.send("Input.dispatchTouchEvent", event | {"type": as_touch, "touchPoints": points})
            return
        event |= {"type": as_mouse, "x": point[0], "y": point[1], "pointerType": self.kind}
        if as_mouse == "mouseMoved":
            event |= {"button": "left", "buttons": 1}
        else:
            event |= {"button": button, "clickCount": 1}
        self._cdp.send("Input.dispatchMouseEvent", event)

    def tap(self, point: Point, *, times: int = 1, apart: float = 0.15) -> None:
        """Tap, ``apart`` seconds between two taps, whatever the machine needs for them."""
        first = time.time()
        for i in range(times):
            self.down(point, when=first + i * apart)
            self.up(when=first + i * apart + 0.02)

    def drag(self, start: Point, end: Point, *, drop: bool = True) -> None:
        self.down(start)
        self.move(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.move(end)
        if drop:
            self.up()

    def drag_card(self, source: str, target: str, count: int = 1) -> None:
        self.drag(self.table.grip(source, count), self.table.landing(target))
