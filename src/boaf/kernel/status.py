"""How a search ended: one set of codes for all of them, compiled or not.

In arrays of answers `EXHAUSTED` stands for unsolvable, `SOLVED` for solvable and `PAUSED` for unknown.
"""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How a search ended, or why it came back before its end."""

    EXHAUSTED = 0
    """Everything was tried: there is no solution."""
    SOLVED = 1
    """A solution was found."""
    PAUSED = 2
    """The nodes allowed are spent; call again to go on."""
    FULL = 3
    """An array is full; call again with more room."""
    DONE = 4
    """All there is was found; whether that is a solution, the caller sees."""
