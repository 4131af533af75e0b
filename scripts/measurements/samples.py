"""Samples: how many are taken, and how they are told. It does not know of what."""

import statistics
import sys
from collections.abc import Sequence

BRIEF = "--brief" in sys.argv

USUAL = ("median", "p95", "p99", "most")


def number(full: int, brief: int) -> int:
    """Return how many samples are wanted: few ones where it is only to be seen that measuring works."""
    return brief if BRIEF else full


def tell(what: str, samples: Sequence[float], unit: str = "ms", names: Sequence[str] = USUAL) -> None:
    """Print a distribution, by figures of these names."""
    percentiles = statistics.quantiles(samples, n=100, method="inclusive")
    figures = {
        "mean": statistics.mean(samples),
        "median": statistics.median(samples),
        "p90": percentiles[89],
        "p95": percentiles[94],
        "p99": percentiles[98],
        "most": max(samples),
    }
    told = ", ".join(f"{name} {figures[name]:,.{2 if unit == 'ms' else 0}f}" for name in names)
    print(f"{what:<54} {told} {unit} ({len(samples)} samples)", flush=True)
