"""The solvers that the others are tested against: brute force in plain Python, and a SAT solver.

The `oracle` is slow and obvious. `sat` is independent: `boaf.reduction.encoding`, which turns the board into a formula,
shares no code with the searches, and the solver that decides the formula was written by others.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.reduction.encoding import Encoding
from boaf.reduction.sat_solver import decide
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.support.errors import UndecidedError
from boaf.support.files import write_text


def oracle(board: Board, limits: Limits) -> Outcome:
    """Try every legal move of every position, depth first.

    Only the positions that were visited are remembered, by their top cards, and nothing is pruned. A node is a position
    seen for the first time.
    """
    play = board.copy()
    seen: set[tuple[Card | None, ...]] = set()
    moves: list[Move] = []
    verdict = _search(play, limits, seen, moves)
    return Outcome(verdict, tuple(moves), len(seen))


def _search(board: Board, limits: Limits, seen: set[tuple[Card | None, ...]], moves: list[Move]) -> Verdict:
    """The verdict of a board, with the solution in `moves` if there is one."""
    if board.tops in seen:
        return Verdict.UNSOLVABLE
    if not limits.nodes_left(len(seen)):
        return Verdict.UNKNOWN
    seen.add(board.tops)
    if board.is_solved:
        return Verdict.SOLVABLE
    for move in board.legal_moves:
        board.push(move)
        moves.append(move)
        verdict = _search(board, limits, seen, moves)
        board.pop()
        if verdict is not Verdict.UNSOLVABLE:
            if verdict is Verdict.UNKNOWN:
                moves.clear()
            return verdict
        moves.pop()
    return Verdict.UNSOLVABLE


def sat(board: Board, limits: Limits, *, proof: str | Path | None = None) -> Outcome:
    """Decide the formula of the board; `proof` names a file for the DRAT proof of an unsolvable one.

    `boaf.reduction.drat`, or any DRAT checker, can check that proof against the formula. A node is a conflict of the
    SAT solver, which looks at the limit only at its restarts; an answer that it finds beyond the limit is not given.
    """
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
