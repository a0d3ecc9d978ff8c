"""What the players, the measure of difficulty and the learned models say; as `answers`, but opinions besides facts."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import fields
from datetime import date as Date  # noqa: N812
from functools import cache
from typing import TYPE_CHECKING, Any

from boaf.board import Board
from boaf.solvers.result import Verdict
from boaf.support.errors import BoafError, UndecidedError, UnsolvableError
from boaf.web import answers
from boaf.web.models import (
    Attribute,
    CandidateMove,
    Daily,
    Generated,
    Predicted,
    Prediction,
    PuzzleFound,
    Rated,
    Thinking,
    Thought,
    Wish,
)

if TYPE_CHECKING:
    from boaf.learn.prediction import Model
    from boaf.puzzles.candidates import Puzzle

MODELS = {
    "shipped": "decision trees on features of the board, boosted: the model of boaf predict",
    "printed-tree": "Hoshino & Kahn (2019): a decision tree of six lines on the compatibility graph; says yes or no",
    "stacks": "a neural network that sees every stack and both graphs",
}
"""The models that come with boaf, and what they are."""


def rate(board: Board) -> Rated:
    """How hard a board is to win."""
    from boaf.puzzles.attributes import ATTRIBUTES
    from boaf.puzzles.difficulty import rate as rate_board

    try:
        rating = rate_board(board, max_seconds=answers.MOST_SECONDS)
    except UnsolvableError:
        return Rated(verdict=Verdict.UNSOLVABLE, difficulty=None, attributes=[])
    except UndecidedError:
        return Rated(verdict=Verdict.UNKNOWN, difficulty=None, attributes=[])
    attributes = [Attribute(name=name, value=value, text=ATTRIBUTES[name]) for name, value in rating.attributes.items()]
    return Rated(verdict=Verdict.SOLVABLE, difficulty=rating.difficulty, attributes=attributes)


def generate(wish: Wish) -> Generated:
    """Solvable boards of a given difficulty, as many of those asked for as are found in time, perhaps none."""
    from boaf.puzzles.generation import generate as generate_puzzles

    seed = secrets.randbits(53) if wish.seed is None else wish.seed
    try:
        puzzles = generate_puzzles(
            wish.difficulty, wish.count, wish.rows, wish.cols, seed, max_seconds=answers.MOST_SECONDS
        )
    except UndecidedError:
        puzzles = []
    return Generated(puzzles=[_found(puzzle) for puzzle in puzzles])


def daily(date: Date) -> Daily:
    """The deal of the day; `UndecidedError` if it was not found in time."""
    from boaf.puzzles.generation import daily as deal_of

    puzzle = deal_of(date, max_seconds=answers.MOST_SECONDS)
    return Daily(date=date.isoformat(), **_found(puzzle).model_dump())


def _found(puzzle: Puzzle) -> PuzzleFound:
    board = puzzle.board
    return PuzzleFound(
        board=board.text(), rows=board.rows, cols=board.cols, seed=puzzle.seed, difficulty=puzzle.rating.difficulty
    )


def think(board: Board, thinking: Thinking) -> Thought:
    """What a player would do on a board."""
    from boaf.players.registry import find_player
    from boaf.players.registry import think as think_about

    if board.is_over:
        return Thought(move=None, reason=None, candidates=[])
    known = {field.name for field in fields(find_player(thinking.player))}
    searches = "iterations" in known
    limits: dict[str, Any] = {"iterations": thinking.iterations, "max_seconds": answers.MOST_SECONDS}
    options = {name: value for name, value in limits.items() if name in known}
    found = think_about(board, thinking.player, seed=thinking.seed, **options)
    candidates = [
        CandidateMove(
            move=str(candidate.move),
            visits=candidate.visits if searches else None,
            value=candidate.value,
            verdict=candidate.verdict,
        )
        for candidate in found.candidates
    ]
    return Thought(move=str(found.move), reason=found.reason, candidates=candidates)


def predict(board: Board) -> Predicted:
    """What the learned models say about a board, beside the truth."""
    from boaf.learn.prediction import predict as probability_of

    predictions = [
        Prediction(model=name, text=MODELS[name], probability=probability_of(board, model))
        for name, model in _models().items()
    ]
    return Predicted(verdict=answers.solve(board).verdict, predictions=predictions)


@cache
def _models() -> dict[str, Model]:
    """The models that come with boaf, but for those whose libraries are not installed."""
    from boaf.learn.feature_models import PrintedTree
    from boaf.learn.prediction import load, shipped

    found: dict[str, Model] = {"shipped": shipped(), "printed-tree": PrintedTree()}
    with suppress(BoafError):
        found["stacks"] = load("stacks")
    return found
