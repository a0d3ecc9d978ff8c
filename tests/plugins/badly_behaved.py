"""Solvers and players that lie, crash, hang or print garbage."""

from __future__ import annotations

import os
import time
from typing import Any

import boaf
from boaf.solvers import Limits, Outcome, Verdict


def honest(board: boaf.Board, limits: Limits, *, extra: int = 0) -> Outcome:
    print("a line that is not an answer")
    result = boaf.solve(board, "compatible", max_nodes=limits.max_nodes)
    return Outcome(result.verdict, result.moves, result.nodes + extra)


def gives_up(_board: boaf.Board, _limits: Limits) -> Outcome:
    return Outcome(Verdict.UNSOLVABLE, (), 1)


def makes_it_up(board: boaf.Board, _limits: Limits) -> Any:
    return "solvable", board.legal_moves[:1], 1


def plays_on_the_board(board: boaf.Board, _limits: Limits) -> Outcome:
    board.push(board.legal_moves[0])
    return Outcome(Verdict.UNKNOWN, (), 1)


def fails(_board: boaf.Board, _limits: Limits) -> Outcome:
    raise ZeroDivisionError("no cards")


def exits(_board: boaf.Board, _limits: Limits) -> Outcome:
    raise SystemExit(0)


def crashes(_board: boaf.Board, _limits: Limits) -> Outcome:
    os._exit(7)


def hangs(_board: boaf.Board, _limits: Limits) -> Outcome:
    time.sleep(600)
    raise AssertionError


def answers_nonsense(_board: boaf.Board, _limits: Limits) -> Any:
    return 42


class First:
    def __init__(self, last: bool = False) -> None:
        self.last = last

    def choose(self, board: boaf.Board, _random: object) -> boaf.Move:
        return board.legal_moves[-1 if self.last else 0]


class Seeded(First):
    """Has an option that `boaf match` has too."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = seed


class Cheats:
    def choose(self, _board: boaf.Board, _random: object) -> str:
        return "AC-KS"


class Stumbles:
    def choose(self, board: boaf.Board, _random: object) -> boaf.Move:
        if board.stack_count < 10:
            raise RuntimeError("lost the thread")
        return board.legal_moves[0]


class Dawdles:
    def choose(self, _board: boaf.Board, _random: object) -> boaf.Move:
        time.sleep(600)
        raise AssertionError


def fails_at_length(_board: boaf.Board, _limits: object) -> None:
    """Raise an error whose message has two lines."""
    raise RuntimeError("first line\nsecond line")
