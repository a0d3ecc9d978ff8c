"""SAT: the board as a formula, decided by a SAT solver.

This is an independent check: `boaf.reduction.encoding` shares no code with the searches, and the solver that decides
the formula was written by others. For an unsolvable board it can write its proof to a file, which
`boaf.reduction.drat` or any DRAT checker can check against the formula. A node is a conflict of the SAT solver. That
solver looks at the limit of conflicts only at its restarts; an answer that it finds beyond the limit is not given.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from boaf.board import Board
from boaf.reduction.encoding import Encoding
from boaf.reduction.sat_solver import decide
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.result import Verdict
from boaf.support.errors import UndecidedError
from boaf.support.files import write_text


def solve(board: Board, limits: Limits, *, proof: str | Path | None = None) -> Outcome:
    """Decide the formula of the board; `proof` names a file for the DRAT proof of an unsolvable one."""
    try:
        _look(limits)
        encoding = Encoding(board, partial(_look, limits))
    except UndecidedError:
        return Outcome(Verdict.UNKNOWN, (), 0)
    seconds = None if limits.max_seconds is None else limits.seconds_left
    answer = decide(encoding.clauses, with_proof=proof is not None, seconds=seconds, conflicts=limits.max_nodes)
    allowed = limits.max_nodes if limits.max_nodes is not None else answer.conflicts
    if answer.satisfiable is None or answer.conflicts > allowed:
        return Outcome(Verdict.UNKNOWN, (), min(answer.conflicts, allowed))
    if answer.satisfiable:
        return Outcome(Verdict.SOLVABLE, tuple(encoding.moves(answer.model)), answer.conflicts)
    if proof is not None:
        write_text(Path(proof), "".join(f"{line}\n" for line in answer.proof))
    return Outcome(Verdict.UNSOLVABLE, (), answer.conflicts)


def _look(limits: Limits) -> None:
    if not limits.nodes_left(0):
        raise UndecidedError("a limit was reached before the formula was written")
