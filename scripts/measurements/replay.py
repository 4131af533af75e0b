"""Replay: how many actions a second the rules read and play. No server, no browser."""

import statistics
import time

import easyharp
from golden_data import WINS
from measurements.records import record_of
from measurements.samples import number


def replay() -> None:
    """Play every golden win from its text.

    Measured in processor time of this one thread, so that what else the machine does takes nothing away. Parsing and
    playing alternate within a run, and both are in the second figure.
    """
    texts = [record_of(win) for win in WINS]
    actions = sum(len(win.actions) for win in WINS)
    playing, both = [], []
    for _ in range(number(15, brief=2)):
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
