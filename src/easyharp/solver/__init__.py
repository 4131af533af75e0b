"""Solving Easy Harp: whether a position can be won, and how."""

from easyharp.solver.improving import highest_score, most_points, shortened
from easyharp.solver.solving import solve
from easyharp.solver.verdicts import Budget, Solved, Undecided, Unwinnable, Verdict

__all__ = [
    "Budget",
    "Solved",
    "Undecided",
    "Unwinnable",
    "Verdict",
    "highest_score",
    "most_points",
    "shortened",
    "solve",
]
