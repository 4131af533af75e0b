"""The command ``solve``: what it does with a game or a range of deals, and how it tells what came of it.

The search is the solver's, and the arguments are read by the command line.
"""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from easyharp.errors import EasyHarpError
from easyharp.progress import Progress, in_time, is_terminal
from easyharp.record import lines_of_actions
from easyharp.solver import Budget, Solved, Undecided, Unwinnable, highest_score, most_points, shortened, solve
from easyharp.solver.compiling import can_compile
from easyharp.solver.improving import TRIES
from easyharp.solver.results import Results, as_line
from easyharp.solver.solving import default_kernel
from easyharp.solver.sweep import VERDICT_NAMES, sweep, verdict_name
from easyharp.streams import complain, told_if_unwritable, write, write_file, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from easyharp.game import Game
    from easyharp.solver import Verdict
    from easyharp.solver.sweep import Outcome
    from easyharp.streams import Json

_COMPILES_AFTER: Final = 2.5
"""Seconds of processor time that getting ready takes only where the search is compiled."""

_TRIES_WITHOUT_NUMBA: Final = 5


# --- one game ---------------------------------------------------------------------------------------------------


class Wish(NamedTuple):
    """What kind of win is wanted, and what becomes of it.

    ``tries``: how many other wins to look for, ``None`` for as many as take a moment; the one with the fewest actions
    is told, or with ``best_score`` the one that scores most without take-backs. ``record``: the file for its record.
    """

    tries: int | None
    best_score: bool
    record: str | None
    as_json: bool


def solve_game(game: Game, budget: Budget, wish: Wish) -> None:
    """Tell whether a game can be won from where it stands; write the record of the won game, if it can be.

    Raises:
        EasyHarpError: the game is won already, or the record cannot be written.
    """
    if game.is_won:
        raise EasyHarpError("This game is won already, so there is nothing to solve: give a game that is not.")
    if wish.record is not None:
        _assert_writable(wish.record)
    _get_ready()
    begun = time.monotonic()
    with Progress(lambda: f"Solving deal {game.deal.number}: {in_time(time.monotonic() - begun)}"):
        verdict = solve(game.position, budget)
        nodes = verdict.nodes
        if isinstance(verdict, Solved):
            verdict = _bettered(game, verdict, wish, lambda: time.monotonic() - begun > (budget.seconds or math.inf))
    seconds = time.monotonic() - begun
    won = _won(game, verdict) if isinstance(verdict, Solved) else None
    bound = game.score + most_points(game.position) if wish.best_score and won is not None else None
    if won is not None and wish.record is not None:
        write_file(wish.record, str(won.record))
    if wish.as_json:
        told = {"bound": bound, "nodes": nodes, "seconds": round(seconds, 4)}
        write_json(_members(game, verdict, won) | told)
    else:
        sentences = _sentences(game, verdict, won, seconds)
        limit = "" if bound is None else f"\n\nNo play without take-backs can score more than {bound:,}."
        write(f"Deal {game.deal.number}, {game.deal.code}\n\n{sentences}{limit}\n")


def _bettered(game: Game, win: Solved, wish: Wish, stopped: Callable[[], bool]) -> Solved:
    """Look for a better win than the first one."""
    tries = (TRIES if can_compile() else _TRIES_WITHOUT_NUMBA) if wish.tries is None else wish.tries
    if wish.best_score:
        return highest_score(game.position, tries=tries, stopped=stopped) or win
    return shortened(game.position, win, tries=tries, stopped=stopped)


def _get_ready() -> None:
    """Compile the search, or load what was compiled; on a terminal, say what may be waited for."""
    if not can_compile():
        _recommend_numba()
        return
    begun, used = time.monotonic(), time.process_time()

    def told() -> str:
        if time.process_time() - used < _COMPILES_AFTER:
            return ""
        return f"Compiling the search, once on this machine: {in_time(time.monotonic() - begun)} of some 15 s"

    with Progress(told) as progress, _ended_at_once_by_ctrl_c(progress):
        default_kernel()


@contextlib.contextmanager
def _ended_at_once_by_ctrl_c(progress: Progress) -> Iterator[None]:
    """In the block Ctrl+C ends the process: as an exception it could come to lie in a callback of the compiler's."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # it is ignored, or another's business
        yield
        return

    def end(*_: object) -> None:
        progress.end()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _recommend_numba() -> None:
    if is_terminal(sys.stderr):
        complain(
            "Without Numba the search takes a hundred times as long: 'pip install \"easyharp[solver]\"' brings it.\n"
        )


def _won(game: Game, verdict: Solved) -> Game:
    won = game.copy()
    for action in verdict.actions:
        won.play(action)
    return won


def _members(game: Game, verdict: Verdict, won: Game | None) -> Json:
    return {
        "deal": game.deal.number,
        "code": game.deal.code,
        "verdict": verdict_name(verdict),
        "actions": " ".join(map(str, verdict.actions)) if isinstance(verdict, Solved) else None,
        "moves": won and won.moves,
        "passes": won and won.redeals + 1,
        "score": won and won.score,
        "fewest_hidden": 0 if isinstance(verdict, Solved) else verdict.fewest_hidden,
        "why": verdict.why if isinstance(verdict, Undecided) else None,
    }


def _sentences(game: Game, verdict: Verdict, won: Game | None, seconds: float) -> str:
    match verdict:
        case Solved(actions=actions):
            return "\n".join([_winning(game, won or game, len(actions)), "", *lines_of_actions(actions)])
        case Unwinnable(locked=()):
            states = _count(verdict.states, "state", "states")
            return f"It cannot be won. This is proved: {states} can be reached, and none of them wins."
        case Unwinnable(locked=locked):
            faces = ", ".join(card.face for card in locked)
            return f"It cannot be won. This is proved: cards lie face down under {faces}, which can never move."
        case Undecided(why=why, fewest_hidden=fewest, nodes=nodes):
            end = {
                "seconds": f"its time was over, after {seconds:,.1f} s: more --seconds may decide it",
                "nodes": "its --nodes were used up: more may decide it",
                "bytes": "it would have needed more memory than it may take",
                "stopped": "it was stopped",
            }[why]
            return (
                f"It is undecided whether it can be won. The search looked at {_count(nodes, 'node', 'nodes')}, then"
                f" {end}. At best {_count(fewest, 'card was', 'cards were')} left face down."
            )


def _winning(game: Game, won: Game, more: int) -> str:
    moves = f"{_count(more, 'more move', 'more moves')}, {won.moves:,} in all" if game.moves else f"{won.moves:,} moves"
    passes = _count(won.redeals + 1, "pass", "passes")
    return f"It can be won: in {moves}, with {passes} through the stock and a score of {won.score:,}."


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _assert_writable(file: str) -> None:
    """Find out before a long search whether its record can be written; change nothing."""
    path = Path(file)
    with told_if_unwritable(file):
        is_new = not path.exists()
        path.open("ab").close()
        if is_new:
            path.resolve().unlink()  # of a link what it leads to


# --- many deals -------------------------------------------------------------------------------------------------


class Telling(NamedTuple):
    """How many deals are told: in lines of JSON or of text, with the winning actions or without, and into a file."""

    as_jsonl: bool
    with_actions: bool
    out: str | None


def solve_deals(deals: range, budget: Budget, jobs: int, telling: Telling) -> None:
    """Solve deals, and tell the outcome of each as it comes.

    Raises:
        EasyHarpError: the file is damaged, or cannot be written, or a process died.
    """
    jobs = min(jobs, len(deals))
    if jobs == 1 or not can_compile():  # with more jobs the workers get ready
        _get_ready()
    with contextlib.ExitStack() as stack:
        results = None if telling.out is None else stack.enter_context(Results(telling.out))
        tally = _Tally(deals, results)
        outcomes = stack.enter_context(contextlib.closing(sweep(tally.left(), budget, jobs)))
        if results is not None or not is_terminal(sys.stdout):  # where lines appear, they are the progress
            stack.enter_context(Progress(tally.progress))
        for outcome in outcomes:
            if results is not None:
                results.add(outcome, with_actions=telling.with_actions)
            elif telling.as_jsonl:
                write(as_line(outcome, with_actions=telling.with_actions))
            else:
                write(_line(outcome))
            tally.add(outcome)
    if not telling.as_jsonl:
        write(tally.summary())


class _Tally:
    """How many deals there are of each verdict, and how fast it goes."""

    def __init__(self, deals: range, results: Results | None) -> None:
        self._deals = deals
        self._results = results
        self._counts: Counter[str] = Counter()
        if results is not None:
            self._counts.update(filter(None, map(results.verdict, deals)))
        self._before = self._counts.total()
        self._begun = time.monotonic()
        self._first: float | None = None

    def left(self) -> Iterator[int]:
        """Return the deals that are still to be solved."""
        return (deal for deal in self._deals if self._results is None or self._results.verdict(deal) is None)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self._counts[outcome.verdict] += 1
        self._first = self._first or time.monotonic()

    def progress(self) -> str:
        """Tell how far it is, and how long it may take."""
        now = time.monotonic()
        if self._first is None:
            waited = in_time(now - self._begun)
            compiles = " (compiling the search, once on this machine, takes some 15 s)" if can_compile() else ""
            return f"No deal yet: {waited}{compiles}"
        done = self._counts.total()
        rate = (done - self._before) / max(now - self._first, 1)
        share = self._counts["undecided"] / done
        return (
            f"{done:,} of {len(self._deals):,} deals, {share:.1%} undecided, {rate:,.0f} a second,"
            f" {in_time((len(self._deals) - done) / rate)} left"
        )

    def summary(self) -> str:
        """Tell what came of all of them."""
        counts = ", ".join(f"{self._counts[name]:,} {name}" for name in VERDICT_NAMES)
        before = f" {self._before:,} of them were in the file before." if self._before else ""
        seconds = in_time(time.monotonic() - self._begun)
        return f"{_count(len(self._deals), 'deal', 'deals')} in {seconds}: {counts}.{before}\n"


def _line(outcome: Outcome) -> str:
    won = f", {outcome.moves:,} moves, score {outcome.score:,}" if outcome.verdict == "winnable" else ""
    return f"Deal {outcome.deal}: {outcome.verdict}{won}\n"
