"""Samples: how many are taken, and how they are told. It does not know of what."""

import statistics
import sys
from collections.abc import Sequence

BRIEF = "--brief" in sys.argv


def number(full: int, brief: int) -> int:
    """Return how many samples are wanted: few ones where it is only to be seen that measuring works."""
    return brief if BRIEF else full


def tell(what: str, samples: Sequence[float], unit: str = "ms") -> None:
    """Print a distribution."""
    percentiles = statistics.quantiles(samples, n=100, method="inclusive")
    figures = [("median", statistics.median(samples)), ("p95", percentiles[94]), ("p99", percentiles[98])]
    told = ", ".join(f"{name} {value:.2f}" for name, value in (*figures, ("most", max(samples))))
    print(f"{what:<54} {told} {unit} ({len(samples)} samples)", flush=True)
