"""boaf: deal, solve, prove, learn, play, generate and count Birds of a Feather solitaire.

    >>> import boaf
    >>> board = boaf.deal(1)
    >>> result = boaf.solve(board)
    >>> result.verdict, len(result.moves)
    (<Verdict.SOLVABLE: 'solvable'>, 15)

Names are loaded when they are first used, so that importing `boaf` is quick and compiles nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.board import Board, Move, parse_moves
    from boaf.cards import STANDARD, Card, Deck
    from boaf.deals import deal, random_board, random_deal, read_board
    from boaf.errors import BoafError, IllegalMoveError, ParseError, ProofError, UndecidedError
    from boaf.prove.checker import check_proof
    from boaf.prove.explain import Explanation, explain
    from boaf.prove.proof import Proof
    from boaf.solvers.analysis import Analysis, analyze
    from boaf.solvers.batch import Batch, solve_many
    from boaf.solvers.best_score import BestScore, best_score
    from boaf.solvers.result import Result, Verdict
    from boaf.solvers.single import solve

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "boaf.solvers.analysis",
    "Batch": "boaf.solvers.batch",
    "BestScore": "boaf.solvers.best_score",
    "Board": "boaf.board",
    "BoafError": "boaf.errors",
    "Card": "boaf.cards",
    "Deck": "boaf.cards",
    "Explanation": "boaf.prove.explain",
    "IllegalMoveError": "boaf.errors",
    "Move": "boaf.board",
    "ParseError": "boaf.errors",
    "Proof": "boaf.prove.proof",
    "ProofError": "boaf.errors",
    "Result": "boaf.solvers.result",
    "STANDARD": "boaf.cards",
    "UndecidedError": "boaf.errors",
    "Verdict": "boaf.solvers.result",
    "analyze": "boaf.solvers.analysis",
    "best_score": "boaf.solvers.best_score",
    "check_proof": "boaf.prove.checker",
    "deal": "boaf.deals",
    "explain": "boaf.prove.explain",
    "parse_moves": "boaf.board",
    "random_board": "boaf.deals",
    "random_deal": "boaf.deals",
    "read_board": "boaf.deals",
    "solve": "boaf.solvers.single",
    "solve_many": "boaf.solvers.batch",
}
"""Where each public name lives."""

__all__ = [
    "STANDARD",
    "Analysis",
    "Batch",
    "BestScore",
    "BoafError",
    "Board",
    "Card",
    "Deck",
    "Explanation",
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
    "read_board",
    "solve",
    "solve_many",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
