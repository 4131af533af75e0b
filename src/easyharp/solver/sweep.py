"""Sweeps: many deals solved one after the other, in this process or shared between several.

Workers are processes that are spawned, so they run on every system. Each is sent a deal at a time, and always has the
next at hand, so that none waits. A worker whose parent is gone, however it ended, ends by itself. Nothing is read or
written here.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import signal
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from easyharp.deals import Deal
from easyharp.errors import EasyHarpError
from easyharp.position import Position
from easyharp.solver.compiling import can_compile, compiled
from easyharp.solver.solving import UNLIMITED, default_kernel, solve
from easyharp.solver.verdicts import Budget, Solved, Undecided, Unwinnable, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection

    Worker = Connection[Any, Any]  # what is known of it here

VerdictName = Literal["winnable", "unwinnable", "undecided"]
VERDICT_NAMES: Final[tuple[VerdictName, ...]] = get_args(VerdictName)

_AHEAD: Final = 2
"""Deals a worker has: one it works on, and one at hand."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What solving a deal gave.

    ``actions`` is the text of a record that wins, ``moves`` and ``score`` are what it comes to; all three are ``None``
    for a deal that was not won. ``nodes`` and ``seconds`` are what it took, playing it by the rules included.
    """

    deal: int
    verdict: VerdictName
    actions: str | None
    moves: int | None
    score: int | None
    nodes: int
    seconds: float


def verdict_name(verdict: Verdict) -> VerdictName:
    """Return a verdict in a word."""
    match verdict:
        case Solved():
            return "winnable"
        case Unwinnable():
            return "unwinnable"
        case Undecided():
            return "undecided"


def solved_deal(number: int, budget: Budget = UNLIMITED, stopped: Callable[[], bool] = lambda: False) -> Outcome:
    """Solve a deal from its start."""
    begun = time.perf_counter()
    verdict = solve(Position.from_deal(Deal(number)), budget, stopped=stopped)
    actions: str | None = None
    moves = score = None
    if isinstance(verdict, Solved):
        actions, moves, score = " ".join(map(str, verdict.actions)), len(verdict.actions), verdict.points
    return Outcome(number, verdict_name(verdict), actions, moves, score, verdict.nodes, time.perf_counter() - begun)


def sweep(deals: Iterable[int], budget: Budget = UNLIMITED, jobs: int = 1) -> Generator[Outcome, None, None]:
    """Solve deals, given by their numbers, each within the budget.

    With one job all happens in this process, in order; with more the outcomes come as they are found. To end early,
    close the iterator.

    Raises:
        EasyHarpError: a worker died.
    """
    if jobs == 1:
        default_kernel()
        for number in deals:
            yield solved_deal(number, budget)
        return
    with contextlib.ExitStack() as stack:
        yield from _shared([stack.enter_context(_worker(budget)) for _ in range(jobs)], deals)


@contextlib.contextmanager
def _worker(budget: Budget) -> Iterator[Worker]:
    """Start a process that solves deals, and end it with the block; the connection to it is all that is needed."""
    context = multiprocessing.get_context("spawn")
    connection, far_end = context.Pipe()
    process = context.Process(target=_work, args=(far_end, budget), daemon=True)
    with _without_interrupts():
        process.start()
    far_end.close()  # so that the connection ends when the process does
    try:
        with connection:
            yield connection
    finally:
        process.terminate()
        process.join()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start what is started in the block without Ctrl+C: it reaches the parent as well, which then ends the worker."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # What multiprocessing starts with the first process lets Ctrl+C in again, so it has to be there before.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _shared(workers: Sequence[Worker], deals: Iterable[int]) -> Iterator[Outcome]:
    """Share deals between workers."""
    rest = iter(deals)
    under_way: Counter[Worker] = Counter()

    def send(worker: Worker, deal: int | None) -> None:
        worker.send(deal)
        under_way[worker] += 1

    try:
        send(workers[0], None)  # it gets ready alone, so that the others find on disk what it compiled
        while under_way:
            ready = wait(list(under_way))
            for worker in [worker for worker in under_way if worker in ready]:
                outcome: Outcome | None = worker.recv()
                under_way[worker] -= 1
                for most in range(1, _AHEAD + 1):  # all have one before any has one at hand
                    for each in workers:
                        for deal in itertools.islice(rest, max(0, most - under_way[each])):
                            send(each, deal)
                if outcome is not None:
                    yield outcome
            under_way = +under_way  # without those that have nothing to do
    except (EOFError, ConnectionError):
        raise EasyHarpError(
            "A process that solved deals has died, perhaps for want of memory: try again with fewer --jobs."
        ) from None


def _work(orders: Worker, budget: Budget) -> None:
    """Solve the deals that come through a connection, until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems on which it could not be kept away from the start
    if can_compile():
        compiled()  # loads Numba while another worker compiles
    parent = multiprocessing.parent_process()

    def stopped() -> bool:
        return parent is not None and not parent.is_alive()

    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            number: int | None = orders.recv()
            default_kernel()
            orders.send(None if number is None else solved_deal(number, budget, stopped))
