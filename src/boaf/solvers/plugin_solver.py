"""Solvers that do not come with boaf: asked within limits, and verified.

A solution is replayed. The verdict `unsolvable` is kept if the exact solver agrees; if that cannot decide the board
within the limits, the verdict becomes `unknown`.
"""

from __future__ import annotations

import json
from functools import cache
from math import isfinite
from threading import Lock
from typing import Any

from boaf.board import Board, Move
from boaf.plugins.engine import GRACE_SECONDS, Engine
from boaf.plugins.names import SOLVER_GROUP, command_of
from boaf.solvers.contract import Limits, Outcome, Solver, Verdict
from boaf.support.errors import PluginError, StoppedError
from boaf.support.schema import shown


def plugin_solver(solver: object) -> Solver | None:
    """A solver from a text or an object that follows the contract; None if it is neither."""
    if isinstance(solver, str):
        command = command_of(solver, SOLVER_GROUP)
        return _Process(solver, tuple(command)) if command else None
    function = solver if callable(solver) else getattr(solver, "solve", None)
    return function if callable(function) else None


def ask(solver: Solver, name: str, board: Board, limits: Limits, options: dict[str, Any]) -> Outcome:
    """The outcome of a plug-in; `PluginError` if it fails, is late, or gives a wrong answer."""
    try:
        answer = solver(board.copy(), limits, **options)
    except (KeyboardInterrupt, StoppedError, PluginError):
        raise
    except BaseException as error:  # SystemExit too: a plug-in does not end boaf
        raise PluginError(name, f"failed: {type(error).__name__}: {error}") from error
    outcome = _checked(name, answer)
    if limits.max_seconds is not None and limits.seconds > limits.max_seconds + GRACE_SECONDS:
        raise PluginError(name, f"took {limits.seconds:.1f} s, with a limit of {limits.max_seconds:g} s", is_late=True)
    if outcome.verdict is Verdict.SOLVABLE and not board.is_solved_by(outcome.moves):
        raise PluginError(name, "answered solvable, but its moves do not solve the board", is_wrong=True)
    if outcome.verdict is Verdict.UNSOLVABLE:
        return _confirmed(name, board, outcome, limits)
    return outcome


def _confirmed(name: str, board: Board, outcome: Outcome, limits: Limits) -> Outcome:
    """An outcome `unsolvable`, if the exact solver agrees."""
    from boaf.solvers.single import solve

    exact = solve(board, max_seconds=limits.max_seconds)
    if exact.verdict is Verdict.SOLVABLE:
        moves = " ".join(map(str, exact.moves))
        raise PluginError(name, f"answered unsolvable, but {moves} solves the board", is_wrong=True)
    return outcome if exact.verdict is Verdict.UNSOLVABLE else Outcome(Verdict.UNKNOWN, (), outcome.nodes)


def _checked(name: str, answer: Any) -> Outcome:
    """An answer, if it has the form of an outcome."""
    try:
        verdict, moves, nodes = answer
        steps = tuple(move if isinstance(move, Move) else Move.parse(move) for move in moves)
        return Outcome(Verdict(verdict), steps if verdict == Verdict.SOLVABLE else (), max(int(nodes), 0))
    except (TypeError, ValueError, AttributeError):
        raise PluginError(name, f"answered {shown(answer)}, which is not (verdict, moves, nodes)") from None


class _Process:
    """A solver that is a process; each set of options has its own."""

    def __init__(self, name: str, command: tuple[str, ...]) -> None:
        self.name = name
        self._command = command
        engine, lock = _engine(name, command, ())
        with lock:  # a plug-in that cannot be loaded is refused here, not on every board
            engine.ask("")

    def __call__(self, board: Board, limits: Limits, **options: Any) -> Any:
        engine, lock = _engine(self.name, self._command, tuple(sorted((k, json.dumps(v)) for k, v in options.items())))
        with lock:
            seconds = limits.seconds_left
            nodes = "-" if limits.max_nodes is None else str(limits.max_nodes)
            time = f"{seconds:.3f}" if isfinite(seconds) else "-"
            answer = engine.ask(f"solve {time} {nodes} {board.text()}", seconds)
        verdict, *rest = answer.split()
        return (verdict, rest[1:], rest[0]) if rest else answer


@cache
def _engine(name: str, command: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> tuple[Engine, Lock]:
    return Engine(name, list(command), "solver", dict(options)), Lock()
