"""One board: `solve`, the one way to call a solver."""

from __future__ import annotations

from typing import Any, get_type_hints

from boaf.board import Board
from boaf.solvers.contract import Limits
from boaf.solvers.registry import find_solver
from boaf.solvers.result import Result, Verdict
from boaf.support.errors import BoafError, require_numbers


def solve(
    board: Board,
    solver: str = "endgame",
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    **options: Any,
) -> Result:
    """Decide whether a board can be collapsed to one stack, and how.

    Parameters
    ----------
    board
        Any board; it is not changed.
    solver
        The name of a solver, one of `boaf.solvers.SOLVERS`.
    max_nodes, max_seconds
        Past a limit the verdict is `unknown`.
    **options
        Options of the solver: the keyword-only parameters of its own `solve` function.

    Returns
    -------
    Result
        The verdict and, if it is `solvable`, moves that solve the board; they have been replayed by the rules.

    Raises
    ------
    BoafError
        If the board is not a `Board`, the solver or an option is unknown, or a limit is not a number or out of range.

    Examples
    --------
    >>> import boaf
    >>> result = boaf.solve(boaf.Board("7H 6C / -- 6H"))
    >>> print(result.verdict, *result.moves)
    solvable 7H-6C 7H-6H
    >>> boaf.solve(boaf.deal(10), "compatible", max_nodes=1000).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>

    """
    require_board(board)
    function = find_solver(solver, options)
    require_numbers(options, get_type_hints(function) if options else {})
    limits = Limits(max_nodes, max_seconds)
    verdict, moves, nodes = function(board, limits, **options)
    result = Result(verdict, moves, nodes, limits.seconds, solver)
    _replay(board, result)
    return result


def require_board(board: object) -> None:
    """Raise an error with a remedy if something is not a `Board`."""
    if not isinstance(board, Board):
        maker = {str: "read_board", int: "deal"}.get(type(board))
        remedy = f"boaf.{maker}({board!r}) makes one" if maker else "see boaf.Board"
        raise BoafError(f"expected a Board, not {type(board).__name__}: {remedy}")


def _replay(board: Board, result: Result) -> None:
    """No solver is trusted: its moves must solve the board by the rules."""
    is_solved = board.is_solved_by(result.moves)
    if is_solved != (result.verdict is Verdict.SOLVABLE) or (result.moves and not is_solved):
        raise AssertionError(f"{result.solver} answered {result.verdict}, but its moves say otherwise")
