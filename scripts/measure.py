"""Runs measurements by name in the development environment and says on what machine; bench.py runs it.

Every figure is a distribution, printed with its number of samples; what is set in proportion is measured in one run.
"""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import contextlib
import datetime
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

import easyharp
from environment import quietly
from measurements.frames import frames
from measurements.loading import load
from measurements.memory import memory
from measurements.painting import paint, paint_slowed
from measurements.replay import replay
from measurements.server import serve
from measurements.site import site
from measurements.solver import solver
from measurements.transfer import transfer
from measurements.windows import windows

MEASUREMENTS: dict[str, Callable[[], None]] = {
    "replay": replay,
    "server": serve,
    "solver": solver,
    "load": load,
    "paint": paint,
    "slow": paint_slowed,
    "frames": frames,
    "memory": memory,
    "windows": windows,
    "transfer": transfer,
    "site": site,
}


def main() -> int:
    """Measure what the arguments name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{datetime.datetime.now().astimezone():%Y-%m-%d %H:%M}, {_load()}")
    print(f"{_processor()}, {cores} cores, {platform.system()} {platform.release()}")
    print(f"Python {platform.python_version()}, easyharp {easyharp.__version__}")
    for name in [argument for argument in sys.argv[1:] if not argument.startswith("--")]:
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


if __name__ == "__main__":
    quietly(main)
