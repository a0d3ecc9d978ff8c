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
    from boaf.errors import (
        BoafError,
        IllegalMoveError,
        MissingExtraError,
        ParameterError,
        ParseError,
        ProofError,
        UndecidedError,
        UnsolvableError,
    )
    from boaf.intervals import Interval
    from boaf.learn.board_features import features
    from boaf.learn.model import predict
    from boaf.players.matches import Match, match
    from boaf.prove.checker import check_proof
    from boaf.prove.explain import Explanation, explain
    from boaf.prove.proof import Proof
    from boaf.puzzles.candidates import Puzzle
    from boaf.puzzles.difficulty import Rating, rate
    from boaf.puzzles.generation import daily, generate
    from boaf.solvers.analysis import Analysis, analyze
    from boaf.solvers.batch import Batch, solve_many
    from boaf.solvers.best_score import BestScore, best_score
    from boaf.solvers.result import Result, Verdict
    from boaf.solvers.single import solve
    from boaf.solvers.solution_count import SolutionCount, count_solutions

__version__ = "1.0.0"

_HOMES = {
    "Analysis": "boaf.solvers.analysis",
    "Batch": "boaf.solvers.batch",
    "BestScore": "boaf.solvers.best_score",
    "BoafError": "boaf.errors",
    "Board": "boaf.board",
    "Card": "boaf.cards",
    "Deck": "boaf.cards",
    "Explanation": "boaf.prove.explain",
    "IllegalMoveError": "boaf.errors",
    "Interval": "boaf.intervals",
    "Match": "boaf.players.matches",
    "MissingExtraError": "boaf.errors",
    "Move": "boaf.board",
    "ParameterError": "boaf.errors",
    "ParseError": "boaf.errors",
    "Proof": "boaf.prove.proof",
    "ProofError": "boaf.errors",
    "Puzzle": "boaf.puzzles.candidates",
    "Rating": "boaf.puzzles.difficulty",
    "Result": "boaf.solvers.result",
    "STANDARD": "boaf.cards",
    "SolutionCount": "boaf.solvers.solution_count",
    "UndecidedError": "boaf.errors",
    "UnsolvableError": "boaf.errors",
    "Verdict": "boaf.solvers.result",
    "analyze": "boaf.solvers.analysis",
    "best_score": "boaf.solvers.best_score",
    "check_proof": "boaf.prove.checker",
    "count_solutions": "boaf.solvers.solution_count",
    "daily": "boaf.puzzles.generation",
    "deal": "boaf.deals",
    "explain": "boaf.prove.explain",
    "features": "boaf.learn.board_features",
    "generate": "boaf.puzzles.generation",
    "match": "boaf.players.matches",
    "parse_moves": "boaf.board",
    "predict": "boaf.learn.model",
    "random_board": "boaf.deals",
    "random_deal": "boaf.deals",
    "rate": "boaf.puzzles.difficulty",
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
    "Interval",
    "Match",
    "MissingExtraError",
    "Move",
    "ParameterError",
    "ParseError",
    "Proof",
    "ProofError",
    "Puzzle",
    "Rating",
    "Result",
    "SolutionCount",
    "UndecidedError",
    "UnsolvableError",
    "Verdict",
    "analyze",
    "best_score",
    "check_proof",
    "count_solutions",
    "daily",
    "deal",
    "explain",
    "features",
    "generate",
    "match",
    "parse_moves",
    "predict",
    "random_board",
    "random_deal",
    "rate",
    "read_board",
    "solve",
    "solve_many",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
