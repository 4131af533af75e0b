"""The solver: how many deals it decides, in what time and memory, and with two processes. No server, no browser."""

import dataclasses
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import easyharp
from easyharp.solver import Budget, Solved, Undecided, highest_score, most_points, shortened, solve
from easyharp.solver.compiling import PLAIN, Kernel, compiled
from easyharp.solver.improving import TRIES
from easyharp.solver.solving import default_kernel
from easyharp.solver.sweep import sweep
from measurements.samples import number, tell

BUDGET = Budget(seconds=60)
"""What a deal may take before it counts as undecided: elapsed time, all else is processor time."""

FIGURES = ("mean", "median", "p90", "p99", "most")


class Sample(NamedTuple):
    """What one deal took: milliseconds in all, those of them in the kernel, and nodes."""

    whole: float
    search: float
    nodes: int
    is_decided: bool


def solver() -> None:
    """Solve deals from their start, each to its verdict.

    Measured in processor time of this one process, so that what else the machine does takes nothing away. The search
    alone is the time in the kernel; the whole time is that of `solve`: reading the position, the search, making its
    moves into actions, and playing these by the rules.
    """
    default_kernel()
    _solved_and_told(range(1, number(1_001, brief=31)), compiled())
    _tell_decided_against_time(_solved_and_told(range(1_001, number(5_001, brief=1_031)), compiled()))
    _solved_and_told(range(1, number(51, brief=3)), PLAIN)
    _tell_better_wins(range(1, number(41, brief=3)))
    _tell_memory()
    _tell_throughput()


def _tell_better_wins(deals: range) -> None:
    """Print how long the first wins are and the shortened ones, and what scores are found."""
    first, shortest, points, bounds = [], [], [], []
    begun = time.process_time()
    for deal in deals:
        position = easyharp.Position.from_deal(easyharp.Deal(deal))
        win, best = solve(position), highest_score(position)
        if isinstance(win, Solved) and best is not None:
            first.append(len(win.actions))
            shortest.append(len(shortened(position, win).actions))
            points.append(best.points)
            bounds.append(most_points(position))
    took = (time.process_time() - begun) / len(deals)
    print(
        f"better wins of deals {deals[0]} to {deals[-1]}: {statistics.mean(first):,.0f} actions at first,"
        f" {statistics.mean(shortest):,.0f} at best;\n  score {statistics.mean(points):,.0f} of at most"
        f" {statistics.mean(bounds):,.0f}; {took:.2f} s a deal (means, {TRIES} tries each)"
    )


def _solved(deals: Iterable[int], kernel: Kernel) -> list[Sample]:
    spent = 0.0

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            nonlocal spent
            begun = time.process_time()
            result = function(*arguments)
            spent += time.process_time() - begun
            return result

        return call

    kernel = dataclasses.replace(kernel, begin=timed(kernel.begin), advance=timed(kernel.advance))
    samples = []
    for deal in deals:
        position = easyharp.Position.from_deal(easyharp.Deal(deal))
        spent, begun = 0.0, time.process_time()
        verdict = solve(position, BUDGET, kernel=kernel)
        whole = time.process_time() - begun
        samples.append(Sample(whole * 1000, spent * 1000, verdict.nodes, not isinstance(verdict, Undecided)))
    return samples


def _solved_and_told(deals: range, kernel: Kernel) -> list[Sample]:
    samples = _solved(deals, kernel)
    decided = sum(sample.is_decided for sample in samples)
    print(
        f"deals {deals[0]:,} to {deals[-1]:,}, {kernel.name} kernel:"
        f" {decided:,} of {len(samples):,} decided within {BUDGET.seconds} s each"
    )
    tell("  search alone", [sample.search for sample in samples], names=FIGURES)
    tell("  with actions, played by the rules", [sample.whole for sample in samples], names=FIGURES)
    tell("  nodes", [sample.nodes for sample in samples], "nodes", FIGURES)
    return samples


def _tell_decided_against_time(samples: Sequence[Sample]) -> None:
    """Print what a plot needs: a time, and the share of deals decided within it."""
    print("decided within so many ms, as a share of the same deals:")
    most = max(sample.whole for sample in samples)
    for half_steps in range(2 * math.ceil(math.log2(most)) + 1):
        within = 2 ** (half_steps / 2)
        share = statistics.mean(sample.is_decided and sample.whole <= within for sample in samples)
        print(f"  {within:>10.1f} {share:.4f}")


def _tell_memory() -> None:
    """Print the peak memory of a fresh process that solves deals, and what of it was there before the first."""
    deals = number(1_000, brief=10)
    program = (
        "import resource, sys\n"
        "from easyharp.solver.solving import default_kernel\nfrom easyharp.solver.sweep import sweep\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"default_kernel(); before = peak(); sum(1 for _ in sweep(range(1, {deals + 1}))); print(before, peak())"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if ended.returncode:
        print("peak memory: unknown, as this system does not tell it")
        return
    unit = 2**20 if sys.platform == "darwin" else 2**10
    before, peak = (int(figure) / unit for figure in ended.stdout.split())
    print(f"peak memory of a process that solves deals 1 to {deals:,}: {peak:.0f} MiB, {before:.0f} of them when ready")


def _tell_throughput() -> None:
    """Print deals a second of one process and of two, in turns, so that both find the machine equally busy."""
    rounds = number(5, brief=1)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for jobs, found in rates.items():
            found.append(_rate(jobs))
    one, two = (statistics.median(found) for found in rates.values())
    ratios = [both / alone for alone, both in zip(*rates.values(), strict=True)]
    print(
        f"throughput: one process {one:,.0f} deals per second, two {two:,.0f} (medians of {rounds} runs each, in turns,"
        f" elapsed time);\n  two against one, turn by turn: median {statistics.median(ratios):.2f}, least"
        f" {min(ratios):.2f}, most {max(ratios):.2f}"
    )


def _rate(jobs: int) -> float:
    """Return deals a second, once all processes are at work."""
    warm, measured = number(200, brief=40), number(2_000, brief=100)
    outcomes = sweep(range(1, warm + measured + 1), BUDGET, jobs)
    for _ in range(warm):
        next(outcomes)
    begun = time.perf_counter()
    done = sum(1 for _ in outcomes)
    return done / (time.perf_counter() - begun)
