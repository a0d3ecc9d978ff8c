"""`explain`: the first reason, in order of precedence, why a board cannot be solved.

The quick conditions come first; what they leave open is given to the solver, so that only an unsolvable board is put to
the slow ones. Every condition is sound by itself: the solver only saves time.
"""

from __future__ import annotations

from collections.abc import Callable

from boaf.board import Board
from boaf.errors import UndecidedError
from boaf.kernel.position import Position, position_of
from boaf.prove import (
    collapse,
    cut_edge,
    cut_vertex,
    lollipop_stick,
    lynchpin,
    multiple_flocks,
    odd_bird,
    search,
    stranded,
)
from boaf.prove.proof import Proof
from boaf.solvers.registry import Limits, solve
from boaf.solvers.result import Verdict

Condition = Callable[[Board, Position], Proof | None]
INTRACTABILITY: tuple[Condition, ...] = (
    odd_bird.prove,
    multiple_flocks.prove,
    cut_edge.prove,
    lollipop_stick.prove,
)
"""The conditions of Hoshino & Notarangelo (2019), in its order."""
QUICK: tuple[Condition, ...] = (*INTRACTABILITY, stranded.prove, lynchpin.prove)


def explain(board: Board, *, max_nodes: int | None = None, max_seconds: float | None = None) -> Proof | None:
    """Why a board cannot be solved, or None if it can.

    Raises `UndecidedError` where a limit is reached first; `max_nodes` holds for the solver, the sets of `collapse` and
    the positions of `search`, each by itself.
    """
    position = position_of(board)
    for prove in QUICK:
        if proof := prove(board, position):
            return proof
    limits = Limits(max_nodes, max_seconds)
    verdict = solve(board, max_nodes=max_nodes, max_seconds=max_seconds).verdict
    if verdict is Verdict.SOLVABLE:
        return None
    if verdict is Verdict.UNKNOWN:
        raise UndecidedError("a limit was reached before the board was decided")
    found = (
        cut_vertex.prove(board, position)
        or collapse.prove(board, position, limits)
        or search.prove(board, position, limits)
    )
    assert found, "the search solved a board that the solver found unsolvable"
    return found


def reason_in_intractability(board: Board) -> str:
    """The first condition of Hoshino & Notarangelo (2019) that an unsolvable board meets; `search` if it meets none."""
    position = position_of(board)
    for prove in INTRACTABILITY:
        if proof := prove(board, position):
            return proof.reason
    return search.REASON
