"""How a search ended: one set of codes for all of them, compiled or not.

In arrays of answers `EXHAUSTED` means unsolvable, `SOLVED` solvable and `PAUSED` unknown.
"""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How a search ended, or why it returned before its end."""

    EXHAUSTED = 0
    """Everything was tried: there is no solution."""
    SOLVED = 1
    """A solution was found."""
    PAUSED = 2
    """The nodes allowed are spent; call again to go on."""
    FULL = 3
    """An array is full; call again with a larger one."""
    DONE = 4
    """Everything was found; the caller checks whether that includes a solution."""
