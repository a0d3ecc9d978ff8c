"""The contract between a solver and its caller: the limits that a solver keeps, what it returns, what the caller gets.

A solver is a module with a function `solve(board, limits, **options) -> Outcome`; its options are the keyword-only
parameters. It stops when the limits are reached, with the verdict `unknown`, and it never guesses. Checking the limits
also ends cancelled work (`support.threads`). Analysis, proofs and the best score are functions of a board and limits
too.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from boaf.board import Board, Move
from boaf.support.errors import ParameterError, require_number, whole_number
from boaf.support.threads import check_stopped


class Verdict(StrEnum):
    """Whether a board can be collapsed to one stack; `unknown` says that a limit was reached first."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


class Outcome(NamedTuple):
    """What a solver returns."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True)
class Limits:
    """How much work may be done; None means any amount.

    Raises
    ------
    ParameterError
        If a limit is negative or not a number, or that of nodes not a whole one.

    """

    max_nodes: int | None = None
    max_seconds: float | None = None
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        if self.max_nodes is not None:
            whole_number("max_nodes", self.max_nodes)
        if self.max_seconds is not None:
            require_number("max_seconds", self.max_seconds)
        for name, limit in (("max_nodes", self.max_nodes), ("max_seconds", self.max_seconds)):
            if limit is not None and not limit >= 0:
                raise ParameterError(f"{name} must be 0 or more, not {limit}", name)

    @property
    def seconds(self) -> float:
        """The time since the limits were made."""
        return perf_counter() - self.started

    @property
    def seconds_left(self) -> float:
        """How much time is left; infinite if there is no limit, `StoppedError` if the work was cancelled."""
        check_stopped()
        return inf if self.max_seconds is None else max(self.max_seconds - self.seconds, 0.0)

    def nodes_left(self, nodes: int) -> int:
        """How many more nodes are allowed after `nodes`; 0 when the time is up."""
        if not self.seconds_left:
            return 0
        return 1 << 62 if self.max_nodes is None else max(self.max_nodes - nodes, 0)


@dataclass(frozen=True)
class Result:
    """A verdict with what it took; a solvable board comes with the moves that solve it."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    """What counts as a node is said at the head of each solver's module."""
    seconds: float
    solver: str

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict, what it took, and the solution."""
        took = f"{self.nodes:,} {'node' if self.nodes == 1 else 'nodes'}, {1000 * self.seconds:.1f} ms, {self.solver}"
        return f"<p><b>{self.verdict}</b> ({took})</p><p>{' '.join(map(str, self.moves))}</p>"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values: moves become texts such as `7H-6C`."""
        return asdict(self) | {"verdict": str(self.verdict), "moves": [str(move) for move in self.moves]}


class Solver(Protocol):
    """The contract of a solver."""

    def __call__(self, board: Board, limits: Limits, **options: Any) -> Outcome:
        """Decide a board within the limits."""
