"""The contract between a solver and its caller: the limits that a solver keeps and what it returns.

A solver is a module with a function `solve(board, limits, **options) -> Outcome`; its options are the keyword-only
parameters. It stops when the limits are reached, with the verdict `unknown`, and it never guesses. Analysis, proofs and
the best score are functions of a board and limits too.

Time is that of `kernel.clock`, which stands still while code is compiled or loaded. What it cannot see, such as imports
and whatever happens once in a process, is out of the way after `ready`: call it before making limits.

A look at the limits is also where work that was called off ends (`boaf.stopping`), so a solver that looks often enough
can be stopped from outside too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Any, NamedTuple, Protocol

from boaf.arguments import require_number, whole_number
from boaf.board import Board, Move
from boaf.deals import deal
from boaf.errors import ParameterError
from boaf.kernel.clock import now
from boaf.kernel.jit import is_hot
from boaf.solvers.result import Verdict
from boaf.stopping import check_stopped

_PRACTICE_NODES = 100


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
    started: float = field(default_factory=now)

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
        """The time since the limits were made, without what loading took."""
        return now() - self.started

    @property
    def seconds_left(self) -> float:
        """How much time is left; infinite where there is no limit, `StoppedError` where the work was called off."""
        check_stopped()
        return inf if self.max_seconds is None else max(self.max_seconds - self.seconds, 0.0)

    def nodes_left(self, nodes: int) -> int:
        """How many more nodes are allowed after `nodes`; 0 when the time is up."""
        if not self.seconds_left:
            return 0
        return 1 << 62 if self.max_nodes is None else max(self.max_nodes - nodes, 0)


class Solver(Protocol):
    """The contract of a solver."""

    def __call__(self, board: Board, limits: Limits, **options: Any) -> Outcome:
        """Decide a board within the limits."""


def ready(rows: int, cols: int, *parts: Callable[[Board, Limits], object]) -> None:
    """Load what some functions of a board and limits need for boards of this size.

    Each is called once in a process for boards of up to 16 cells, and once for larger ones, whose masks are wider; what
    answers at once is not, as long as there is no machine code.
    """
    for part in parts:
        if is_hot() or not hasattr(part, "answers_at_once"):
            _practise(part, rows * cols > 16)


@cache
def _practise(part: Callable[[Board, Limits], object], is_large: bool) -> None:
    part(deal(1, 5, 5) if is_large else deal(1), Limits(_PRACTICE_NODES))
