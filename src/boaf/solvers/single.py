"""The solvers by name, and `solve`, the one way to call one."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, TypeGuard, get_type_hints

from boaf.board import Board
from boaf.rules import require_standard
from boaf.solvers.contract import Limits, Result, Solver, Verdict
from boaf.support.errors import BoafError, require_numbers
from boaf.support.lazy import import_whole
from boaf.support.schema import shown

SOLVERS = {
    "endgame": "search with a fitted ordering into endgame tables; exact, the default",
    "collapse": "dynamic programming over sets of stacks that can be collapsed; exact, for up to about 16 stacks",
    "beam": "beam search by mobility with a widening beam; for large boards",
    "baseline": "the challenge's search: depth first, last child first, prunes nothing",
    "constrained": "Araki et al. (2019): depth first, stops at the first solvable child",
    "compatible": "Araki et al. (2019): constrained, and prunes boards whose compatibility graph is disconnected",
    "ordered": "Araki et al. (2019): compatible, with children in order of estimated solvability",
    "island-merge": "Araki et al. (2019): collapses the islands of the compatibility graph one after another",
    "heuristic": "Hoshino & Notarangelo (2019): depth first, children by matches and legal moves",
    "standard": "Hoshino & Notarangelo (2019): depth first, prunes boards that are disconnected by card or position",
    "best-first": "Roberson & Sperduto (2019): the board with the highest score + w · legal moves first",
    "best-n": "Neller, Berson et al. (2019), by its abstract: the best n children by flockability depth first",
    "sat": "the board as a formula, decided by a SAT solver; independent of the searches (extra `research`)",
    "oracle": "brute force in plain Python; slow and obvious, the reference for all other solvers",
}
"""The name of every solver and what it is."""
_MODULES = {
    "paper_searches": ("baseline", "constrained", "compatible", "ordered", "heuristic", "standard"),
    "references": ("sat", "oracle"),
}
"""The modules with several solvers, functions of their names; any other is the function `solve` of its own module."""
ANY_RULES = ("endgame", "collapse", "baseline", "constrained", "compatible", "heuristic", "standard", "sat", "oracle")
"""The solvers that know the rules of variants, too."""


def solve(
    board: Board,
    solver: str | Solver = "endgame",
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
        The name of a solver, one of `boaf.solvers.SOLVERS`, or a plug-in: a function of a board and `Limits` that
        returns an `Outcome`, `module:function`, the name of an installed plug-in, or `command PROGRAM`.
    max_nodes, max_seconds
        Past a limit the verdict is `unknown`.
    **options
        Options of the solver: the keyword-only parameters of its function.

    Returns
    -------
    Result
        The verdict and, if it is `solvable`, moves that solve the board; they have been replayed by the rules.

    Raises
    ------
    BoafError
        If the board is not a `Board`, the solver or an option is unknown, or a limit is not a number or out of range.
    PluginError
        If a plug-in fails, is late, or gives a wrong answer.

    Examples
    --------
    >>> import boaf
    >>> result = boaf.solve(boaf.Board("7H 6C / -- 6H"))
    >>> print(result.verdict, *result.moves)
    solvable 7H-6C 7H-6H
    >>> boaf.solve(boaf.deal(10), "compatible", max_nodes=1000).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>

    """
    require_board(board, any_rules=True)
    function = find_solver(solver, options)
    if solver not in ANY_RULES:
        require_standard(board.rules, f"all solvers but {', '.join(ANY_RULES)} know")
    limits = Limits(max_nodes, max_seconds)
    if not is_own(solver):
        from boaf.plugins.names import name_of
        from boaf.solvers.plugin_solver import ask

        name = name_of(solver)
        return Result(*ask(function, name, board, limits, options), limits.seconds, name)
    require_numbers(options, get_type_hints(function) if options else {})
    verdict, moves, nodes = function(board, limits, **options)
    result = Result(verdict, moves, nodes, limits.seconds, solver)
    _replay(board, result)
    return result


def require_board(board: object, *, any_rules: bool = False) -> None:
    """Raise an error with a remedy if something is not a `Board`, or not one of the standard rules where it must be."""
    if not isinstance(board, Board):
        maker = {str: "read_board", int: "deal"}.get(type(board))
        remedy = f"boaf.{maker}({board!r}) makes one" if maker else "see boaf.Board"
        raise BoafError(f"expected a Board, not {type(board).__name__}: {remedy}")
    if not any_rules:
        require_standard(board.rules, "this knows")


def _replay(board: Board, result: Result) -> None:
    """No solver is trusted: its moves must solve the board by the rules."""
    is_solved = board.is_solved_by(result.moves)
    if is_solved != (result.verdict is Verdict.SOLVABLE) or (result.moves and not is_solved):
        raise AssertionError(f"{result.solver} answered {result.verdict}, but its moves say otherwise")


def find_solver(solver: str | Solver, options: dict[str, Any] | None = None) -> Solver:
    """The solver of that name, which must take these options, or a plug-in (`boaf.plugins`).

    Raises
    ------
    BoafError
        If there is no such solver, or it has no such option.

    """
    if not is_own(solver):
        return _find_plugin(solver)
    known = options_of(solver)
    for option in options or {}:
        if option not in known:
            raise BoafError(f"solver {solver!r} has no option {option!r}; it takes {', '.join(known) or 'none'}")
    return _load(solver)


def is_own(solver: object) -> TypeGuard[str]:
    """Whether a solver comes with boaf."""
    return isinstance(solver, str) and solver in SOLVERS


def _find_plugin(solver: object) -> Solver:
    from boaf.plugins import names
    from boaf.solvers.plugin_solver import plugin_solver

    found = plugin_solver(solver)
    if found is None:
        known = ", ".join(names.described(names.SOLVER_GROUP, SOLVERS))
        remedy = f"choose from {known}, or name your own as module:function or 'command PROGRAM'"
        raise BoafError(f"unknown solver {shown(solver)}: {remedy}")
    return found


@cache
def options_of(name: str) -> tuple[str, ...]:
    """The names of a solver's options; none are known of a plug-in."""
    if name not in SOLVERS:
        return ()
    parameters = inspect.signature(_load(name)).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def _load(name: str) -> Solver:
    shared = next((module for module, names in _MODULES.items() if name in names), None)
    module = import_whole(f"boaf.solvers.{shared or name.replace('-', '_')}")
    solver: Solver = getattr(module, name if shared else "solve")
    return solver
