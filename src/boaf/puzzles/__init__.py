"""Puzzles: what makes a board hard, how hard it is, and boards of a given difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.puzzles.attributes import ATTRIBUTES
    from boaf.puzzles.candidates import Puzzle
    from boaf.puzzles.difficulty import LEVELS, Rating, rate, rate_many
    from boaf.puzzles.generation import daily, generate

__all__ = ["ATTRIBUTES", "LEVELS", "Puzzle", "Rating", "daily", "generate", "rate", "rate_many"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "ATTRIBUTES": "boaf.puzzles.attributes",
        "LEVELS": "boaf.puzzles.difficulty",
        "Puzzle": "boaf.puzzles.candidates",
        "Rating": "boaf.puzzles.difficulty",
        "daily": "boaf.puzzles.generation",
        "generate": "boaf.puzzles.generation",
        "rate": "boaf.puzzles.difficulty",
        "rate_many": "boaf.puzzles.difficulty",
    },
)
