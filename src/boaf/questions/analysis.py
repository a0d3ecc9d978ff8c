"""The verdict of every legal move: the source of hints for players and of labels for learning.

A short search decides most moves. If it leaves several undecided, one family of collapse sets (`collapse`) decides all
moves of the board at once. It says which sets P can be collapsed with v on top in which cells. Read backwards, from the
set of all stacks down to pairs, it says which of these states are part of a solution:

    every state of a set of all stacks is part of a solution; where v, having collapsed P in the cell g, covers the
    card c on top of Q in the cell f, and the state reached is part of a solution, so are (P, v, g) and (Q, c, f).

The move a → b keeps the board solvable exactly when the state of {a, b} with a on top in the cell of b is part of one,
because the moves of different subtrees may be made in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.kernel.bits import ONE, Cell, Masks, bit, lowest
from boaf.kernel.lanes import load, store
from boaf.kernel.native import compiled
from boaf.kernel.position import Position, Status, position_of, push, step_of_move
from boaf.kernel.scratch import copy_row, scratch, scratch_rows
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.descent import Search, nodes_taken, own_search, run, start
from boaf.solvers.endgame import VERDICTS, decide
from boaf.solvers.family import Family, find_known, fitting_sets
from boaf.solvers.single import require_board

_TABLES = 6
_SHORT = 300
"""How many nodes each move is searched for at first."""
_SLICE = 10_000
"""How many nodes are searched between two looks at the limits, some milliseconds' worth."""
_MANY = 5
"""From how many undecided moves on collapse sets for the whole board pay."""
_PAIRS = 1 << 28
_FRAMES = scratch_rows(2)
_OCCUPIED = scratch((2,), np.uint64)
"""How many pairs of collapse sets are tried before the moves are searched one by one."""


@dataclass(frozen=True)
class Analysis:
    """The verdict of a board and of the board after each legal move, in the order of `Board.legal_moves`."""

    board: Board
    verdict: Verdict
    moves: tuple[tuple[Move, Verdict], ...]

    def _repr_html_(self) -> str:
        """What a notebook shows: the board, and its moves by what becomes of them."""
        rows = (
            f"<tr><td>{verdict}<td>{' '.join(str(move) for move, fate in self.moves if fate is verdict)}"
            for verdict in Verdict
            if any(fate is verdict for _, fate in self.moves)
        )
        return (
            f"<p><b>{self.verdict}</b></p>{self.board._repr_svg_()}<table><tr><th>after<th>moves{''.join(rows)}</table>"
        )

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain values."""
        return self.board.to_json() | {
            "verdict": str(self.verdict),
            "moves": [{"move": str(move), "verdict": str(verdict)} for move, verdict in self.moves],
        }


def analyze(board: Board, *, max_nodes: int | None = None, max_seconds: float | None = None) -> Analysis:
    """Decide for every legal move whether it keeps the board solvable.

    Parameters
    ----------
    board
        Any board; it is not changed.
    max_nodes
        A limit for each move; past it the move is `unknown`.
    max_seconds
        A limit for all moves together.

    Returns
    -------
    Analysis
        The verdict of the board and of each legal move.

    Raises
    ------
    BoafError
        If the board is not a `Board`, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> for move, verdict in boaf.analyze(boaf.Board("7H 6C / -- 6H")).moves:
    ...     print(move, verdict)
    7H-6C solvable
    6C-7H unsolvable
    6C-6H unsolvable
    6H-6C solvable

    """
    require_board(board, any_rules=True)
    limits = Limits(max_nodes, max_seconds)
    search = own_search(board.rows, board.cols, _TABLES, adjacent=board.rules.adjacent)
    fates = _search_shortly(board, search, limits)
    undecided = [move for move, verdict in fates.items() if verdict is Verdict.UNKNOWN]
    if undecided and limits.nodes_left(_SHORT):
        keeping = _keeping_moves(board, limits) if len(undecided) >= _MANY else None
        if keeping is None:
            fates |= _search_each(board, undecided, search, limits)
        else:
            fates |= {move: Verdict.SOLVABLE if move in keeping else Verdict.UNSOLVABLE for move in undecided}
    if board.is_solved or Verdict.SOLVABLE in fates.values():
        verdict = Verdict.SOLVABLE
    else:
        verdict = Verdict.UNKNOWN if Verdict.UNKNOWN in fates.values() else Verdict.UNSOLVABLE
    return Analysis(board.copy(), verdict, tuple(fates.items()))


def _search_shortly(board: Board, search: Search, limits: Limits) -> dict[Move, Verdict]:
    """The verdict of the board after each legal move, as far as a short search finds it."""
    moves = board.legal_moves
    steps = np.array([step_of_move(board, move) for move in moves], np.uint16)
    statuses = short_searches(search, position_of(board), steps, _SHORT, limits)
    return {move: VERDICTS[status] for move, status in zip(moves, statuses.tolist(), strict=True)}


def short_searches(
    search: Search, position: Position, steps: NDArray[np.uint16], max_nodes: int, limits: Limits
) -> NDArray[np.int64]:
    """Search the position after each step for up to `max_nodes` nodes: what `run` says, PAUSED past the limits.

    `limits.max_nodes` holds for each step. Shape as `steps`.
    """
    statuses = np.full(len(steps), Status.PAUSED, np.int64)
    done = 0
    while done < len(steps) and (allowed := min(max_nodes, limits.nodes_left(0))):
        done = int(_search_some(search, position, steps, allowed, statuses, done, _SLICE))
    return statuses


@compiled
def _search_some(
    search: Search,
    position: Position,
    steps: NDArray[np.uint16],
    max_nodes: int,
    statuses: NDArray[np.int64],
    first: int,
    nodes: int,
) -> int:
    """Search after the steps from `first` on, about `nodes` nodes; return the number of the next. Shape (steps,)."""
    match, occupied = _FRAMES(position.match), _OCCUPIED()
    copy_row(position.match, match[0])
    occupied[0] = position.occupied
    k = first
    while k < len(steps) and nodes > 0:
        push(match, occupied, 0, steps[k], 1)
        start(search, match[1], occupied[1])
        statuses[k] = run(search, max_nodes)
        nodes -= nodes_taken(search)
        k += 1
    return k


def _search_each(board: Board, moves: list[Move], search: Search, limits: Limits) -> dict[Move, Verdict]:
    """The verdict of the board after each of these moves, by search."""
    play = board.copy()
    fates = dict.fromkeys(moves, Verdict.UNKNOWN)
    for move in moves:
        if not limits.seconds_left:
            break
        play.push(move)
        fates[move] = decide(position_of(play), search, limits).verdict
        play.pop()
    return fates


def _keeping_moves(board: Board, limits: Limits) -> set[Move] | None:
    """The moves that keep the board solvable, from its collapse sets, or None if there are too many of these."""
    collapser = Collapser(position_of(board))
    if collapser.advance_until(_PAIRS, limits, 0) != Status.DONE:
        return None
    family = collapser.family
    part = states_of_solutions(family)
    tops = [board.tops[cell] for cell in family.cells]
    known = {int(stacks): k for k, stacks in enumerate(family.sets[: family.first[3]])}
    return {
        Move(source, target)
        for a, source in enumerate(tops)
        for b, target in enumerate(tops)
        if source is not None and target is not None and a != b
        for k in [known.get(1 << a | 1 << b)]
        if k is not None and int(part[k, a]) >> b & 1
    }


def states_of_solutions(family: Family) -> Masks:
    """part[k, v]: the cells in which v may top sets[k] on the way to a solution. Shape as `family.stand`."""
    part = np.zeros_like(family.stand)
    mark_states_of_solutions(family, part)
    return part


@compiled
def mark_states_of_solutions(family: Family, part: Masks) -> None:
    """`states_of_solutions` in an array of zeros."""
    n = len(family.cells)
    for k in range(family.first[n], family.first[n + 1]):
        store(part, k, load(family.stand, k))
    first, sets, roots = family.first, family.sets, family.roots
    # From the set of all stacks downwards: each set is complete before the sets it is made of are marked. The loops
    # over pairs are those of `family.join`.
    for size in range(n, 1, -1):
        for smaller in range(1, size):
            start, stop = family.first_child[size - smaller], family.first_child[size - smaller + 1]
            for k in range(first[smaller], first[smaller + 1]):
                for word in range(start >> 6, (stop + 63) >> 6):
                    fitting = fitting_sets(family.offered, family.holding, sets[k], roots[k], word, start, stop)
                    while fitting:
                        q = family.children[np.uint64(word << 6) + lowest(fitting)]
                        fitting &= fitting - ONE
                        joined = find_known(family, sets[k] | sets[q])
                        if joined >= 0:
                            _mark(family, part, k, q, joined)


@compiled
def _mark(family: Family, part: Masks, k: int, q: Cell, joined: int) -> None:
    """Mark the states of sets k and q from which some v of k covers q and stays part of a solution."""
    common = family.roots[k] & family.parents[q]
    while common:
        v = lowest(common)
        common &= common - ONE
        landing = np.uint64(family.cover[q, v] & family.near[k, v] & part[joined, v])
        if not landing:
            continue
        # v must have stood in a cell in line with where it landed.
        starts = np.uint64(family.stand[k, v])
        while starts:
            g = lowest(starts)
            starts &= starts - ONE
            if np.uint64(family.line[g]) & landing:
                part[k, v] |= bit(g)
        # The covered card stood there, too.
        covered = np.uint64(family.match[v]) & family.sets[q]
        while covered:
            c = lowest(covered)
            covered &= covered - ONE
            part[q, c] |= np.uint64(family.stand[q, c]) & landing
