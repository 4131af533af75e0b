"""The server: how long an action takes over HTTP. No browser."""

import http
import http.client
import json
import time
from typing import Any

from golden_data import WINS
from measurements.records import long_actions, record_of
from measurements.running import running_server
from measurements.samples import number, tell


def serve() -> None:
    """Act late in a game of 1,500 actions, over HTTP on loopback, by one connection that is kept alive."""
    actions = long_actions()
    record = record_of(WINS[0], actions)
    with running_server() as server:
        connection = server.connection()
        warm, floor = [], []
        _, answer = _asked(connection, "view", {"record": record})
        for i in range(number(600, brief=30)):
            ask, more = (("tap", {"pile": "t", "count": 1}), ("undo", {}), ("redo", {}), ("undo", {}))[i % 4]
            taken, answer = _asked(connection, ask, {"record": answer["record"], **more})
            if answer["played"] is None:
                raise AssertionError("an action was refused")
            warm.append(taken)
            floor.append(_asked(connection, "describe", {"text": "5"})[0])
        tell("an action late in a game of 1,500", warm)
        tell("for comparison: an ask about no game", floor)
        unseen = []
        for i in range(number(100, brief=5)):
            body = {"record": record_of(WINS[0], actions, Event=str(i)), "pile": "t", "count": 1}
            unseen.append(_asked(connection, "tap", body)[0])
        tell("the same with a record not seen before", unseen)
    cold = []
    for _ in range(number(15, brief=2)):
        with running_server() as server:
            cold.append(_asked(server.connection(), "tap", {"record": record, "pile": "t", "count": 1})[0])
    tell("the same, first request to a new process", cold)


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
