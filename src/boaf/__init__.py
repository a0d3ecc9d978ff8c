"""boaf: deal, solve, prove, learn, play, generate and count Birds of a Feather solitaire.

    >>> import boaf
    >>> board = boaf.deal(1)
    >>> result = boaf.solve(board)
    >>> result.verdict, len(result.moves)
    (<Verdict.SOLVABLE: 'solvable'>, 15)

Names are loaded when they are first used, so that importing `boaf` is quick and compiles nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boaf.board import Board, Move, parse_moves
    from boaf.cards import STANDARD, Card, Deck
    from boaf.deals import deal, random_board, random_deal
    from boaf.errors import BoafError, IllegalMoveError, ParseError
    from boaf.prove.checker import check_proof
    from boaf.prove.explain import explain
    from boaf.prove.proof import Proof, ProofError, UndecidedError
    from boaf.solve.analysis import Analysis, analyze
    from boaf.solve.batch import Batch, solve_many
    from boaf.solve.best_score import BestScore, best_score
    from boaf.solve.registry import solve
    from boaf.solve.result import Result, Verdict

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "boaf.solve.analysis",
    "Batch": "boaf.solve.batch",
    "BestScore": "boaf.solve.best_score",
    "Board": "boaf.board",
    "BoafError": "boaf.errors",
    "Card": "boaf.cards",
    "Deck": "boaf.cards",
    "IllegalMoveError": "boaf.errors",
    "Move": "boaf.board",
    "ParseError": "boaf.errors",
    "Proof": "boaf.prove.proof",
    "ProofError": "boaf.prove.proof",
    "Result": "boaf.solve.result",
    "STANDARD": "boaf.cards",
    "UndecidedError": "boaf.prove.proof",
    "Verdict": "boaf.solve.result",
    "analyze": "boaf.solve.analysis",
    "best_score": "boaf.solve.best_score",
    "check_proof": "boaf.prove.checker",
    "deal": "boaf.deals",
    "explain": "boaf.prove.explain",
    "parse_moves": "boaf.board",
    "random_board": "boaf.deals",
    "random_deal": "boaf.deals",
    "solve_many": "boaf.solve.batch",
}
"""Where each public name lives. `solve` is not here: it is the package `boaf.solve`, which can be called."""

__all__ = [
    "STANDARD",
    "Analysis",
    "Batch",
    "BestScore",
    "BoafError",
    "Board",
    "Card",
    "Deck",
    "IllegalMoveError",
    "Move",
    "ParseError",
    "Proof",
    "ProofError",
    "Result",
    "UndecidedError",
    "Verdict",
    "analyze",
    "best_score",
    "check_proof",
    "deal",
    "explain",
    "parse_moves",
    "random_board",
    "random_deal",
    "solve",
    "solve_many",
]


def __getattr__(name: str) -> Any:
    if name == "solve":
        return import_module("boaf.solve")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'boaf' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
