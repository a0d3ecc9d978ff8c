"""The oracle: brute force in plain Python, slow and obvious, because every other solver is tested against it.

It tries every legal move of every position, depth first, and remembers only which positions it has already been to, by
their top cards. It prunes nothing. A node is a position seen for the first time.
"""

from __future__ import annotations

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.result import Verdict


def solve(board: Board, limits: Limits) -> Outcome:
    """Try everything."""
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


def perft(board: Board, depth: int) -> int:
    """How many sequences of `depth` moves there are: the count by which move generators are compared."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total
