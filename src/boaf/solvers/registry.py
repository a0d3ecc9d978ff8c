"""The solvers by name, the limits they keep, and `solve`, the one way to call them.

A solver is a module with a function `solve(board, limits, **options) -> Outcome`; its options are the keyword-only
parameters. It stops when `limits` are reached with the verdict `unknown`, and it never guesses.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from boaf.board import Board, Move
from boaf.deals import deal
from boaf.errors import BoafError
from boaf.solvers.result import Result, Verdict

SOLVERS = {
    "endgame": "search with a fitted ordering into endgame tables; exact, the default",
    "collapse": "dynamic programme over sets of stacks that can be collapsed; exact, for up to about 16 stacks",
    "baseline": "the challenge's search: depth first, last child first, prunes nothing",
    "constrained": "Araki et al. (2019): depth first, stops at the first solvable child",
    "compatible": "Araki et al. (2019): that, dropping boards whose compatibility graph is disconnected",
    "ordered": "Araki et al. (2019): that, children in order of estimated solvability",
    "island-merge": "Araki et al. (2019): collapses the islands of the compatibility graph one after another",
    "heuristic": "Hoshino & Notarangelo (2019): depth first, children by matches and legal moves",
    "standard": "Hoshino & Notarangelo (2019): depth first, dropping boards disconnected by card or position",
    "best-first": "Roberson & Sperduto (2019): the board with the highest score + w · legal moves first",
    "sat": "the board as a formula, decided by a SAT solver; independent of the searches (extra `sat`)",
    "oracle": "brute force in plain Python; slow and obvious, what all others are tested against",
}
"""The name of every solver, which is its module in this package (with `_` for `-`), and what it is."""


class Outcome(NamedTuple):
    """What a solver returns."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int


class Solver(Protocol):
    """The contract of a solver."""

    def __call__(self, board: Board, limits: Limits, **options: Any) -> Outcome:
        """Decide a board within the limits."""


@dataclass(frozen=True)
class Limits:
    """How much work a solver may do; None means any amount."""

    max_nodes: int | None = None
    max_seconds: float | None = None
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        if self.max_nodes is not None and self.max_nodes < 0:
            raise BoafError(f"max_nodes must not be negative, but it is {self.max_nodes}")
        if self.max_seconds is not None and not self.max_seconds >= 0:
            raise BoafError(f"max_seconds must not be negative, but it is {self.max_seconds}")

    def nodes_left(self, nodes: int) -> int:
        """How many more nodes are allowed after `nodes`; 0 when the time is up."""
        if self.max_seconds is not None and perf_counter() - self.started >= self.max_seconds:
            return 0
        return 1 << 62 if self.max_nodes is None else max(self.max_nodes - nodes, 0)


def solve(
    board: Board,
    solver: str = "endgame",
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    **options: Any,
) -> Result:
    """Decide whether `board` can be collapsed to one stack, and how.

    Reaching a limit gives the verdict `unknown`. `options` are those of the solver's own `solve` function.
    """
    function = find_solver(solver, options)
    if max_seconds is not None:
        _load(solver, board.rows * board.cols > 16)
    limits = Limits(max_nodes, max_seconds)
    verdict, moves, nodes = function(board, limits, **options)
    result = Result(verdict, moves, nodes, perf_counter() - limits.started, solver)
    _replay(board, result)
    return result


@cache
def _load(solver: str, is_large: bool) -> None:
    """Load or compile what a solver needs for boards of up to 16 cells or of more: no time limit is to pay for it."""
    find_solver(solver)(deal(1, 5, 5) if is_large else deal(1), Limits(max_nodes=1))


def find_solver(name: str, options: dict[str, Any] | None = None) -> Solver:
    """The solver of that name, which must take these options."""
    if name not in SOLVERS:
        raise BoafError(f"unknown solver {name!r}: choose from {', '.join(SOLVERS)}")
    function: Solver = import_module(f"boaf.solvers.{name.replace('-', '_')}").solve
    parameters = inspect.signature(function).parameters.values()
    known = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    for option in options or {}:
        if option not in known:
            raise BoafError(f"solver {name!r} has no option {option!r}; it takes {', '.join(known) or 'none'}")
    return function


def _replay(board: Board, result: Result) -> None:
    """No solver is trusted: its moves must solve the board by the rules."""
    if result.verdict is Verdict.SOLVABLE:
        replay = board.copy()
        for move in result.moves:
            replay.push(move)
        assert replay.is_solved, f"{result.solver} gave moves that do not solve the board"
    else:
        assert not result.moves, f"{result.solver} gave moves without a solution"
