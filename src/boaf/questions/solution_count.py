"""How many solutions a board has, up to the order of independent moves.

Two moves of different stacks onto different stacks may be made in either order, so what counts is the tree of a
solution: which card covers which, in which order each card covers its own, and where it all happens (`collapse`). Let
N(S, v, f) be the number of ways to collapse the set S of stacks with v on top in the cell f. Then

    N({v}, v, the cell of v) = 1,
    N(S, v, f) = the sum over all splits of S into P ∋ v and Q ∌ v, cells g in line with f, and cards c that match v,
                 of N(P, v, g) · N(Q, c, f)

since the last move of v determines P, g, Q and c. The board has as many solutions as all N(everything, v, f) together.
There is never exactly one: the last move can always be made the other way round.

States that are part of no solution are not in the family of collapse sets, and would count for nothing. The numbers are
computed as floats, and as integers of 64 bits that wrap around; where the floats are small enough these are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import Status, position_of
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits
from boaf.solvers.family import Family, find_known, fitting_sets
from boaf.solvers.single import require_board
from boaf.support.errors import UndecidedError

_PAIRS = 1 << 62
_MOST_BYTES = 1 << 30
_MOST_EXACT = 2.0**62


@dataclass(frozen=True)
class SolutionCount:
    """The number of solutions of a board."""

    solutions: int
    """The number, or the nearest float to it where it is not exact."""
    is_exact: bool = True
    """Numbers from 2^62 on are rounded to some 15 digits."""

    def to_json(self) -> dict[str, object]:
        """The number as plain values."""
        return {"solutions": float(self.solutions) if not self.is_exact else self.solutions, "exact": self.is_exact}


def count_solutions(board: Board, *, max_nodes: int | None = None, max_seconds: float | None = None) -> SolutionCount:
    """Count the solutions of a board, up to the order of independent moves.

    Parameters
    ----------
    board
        Any board; it is not changed. Sixteen stacks take milliseconds where few sets of them can be collapsed, and
        some seconds where many can.
    max_nodes
        A limit for the number of sets of stacks that can be collapsed.
    max_seconds
        A limit of time.

    Returns
    -------
    SolutionCount
        The number, 0 for a board that is unsolvable.

    Raises
    ------
    UndecidedError
        If a limit is reached, or the sets need more memory than a gigabyte.
    BoafError
        If the board is not a `Board`, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> boaf.count_solutions(boaf.Board("7H 6C / -- 6H")).solutions
    4

    """
    require_board(board, any_rules=True)
    limits = Limits(max_nodes, max_seconds)
    if board.is_solved:
        return SolutionCount(1)
    collapser = Collapser(position_of(board))
    if collapser.advance_until(_PAIRS, limits, 0) != Status.DONE:
        raise UndecidedError("a limit was reached before all sets that can be collapsed were found")
    family = collapser.family
    n, sets = len(family.cells), int(family.state[0]["found"])
    if 16 * sets * n * n > _MOST_BYTES:
        raise UndecidedError(f"{sets:,} sets of stacks can be collapsed, too many to count the ways")
    exact, rounded = np.zeros((sets, n, n), np.uint64), np.zeros((sets, n, n))
    for k in range(n):
        v = int(family.sets[k]).bit_length() - 1
        exact[k, v, v] = rounded[k, v, v] = 1
    for size in range(2, n + 1):
        for part in range(1, size):
            if not limits.seconds_left:
                raise UndecidedError("a limit was reached before all ways were counted")
            _add_ways(family, exact, rounded, size, part)
    everything = slice(int(family.first[n]), int(family.first[n + 1]))
    total = float(rounded[everything].sum())
    if total < _MOST_EXACT:
        return SolutionCount(int(exact[everything].sum()))
    return SolutionCount(int(total), is_exact=False)


@compiled
def _add_ways(family: Family, exact: NDArray[np.uint64], rounded: NDArray[np.float64], size: int, part: int) -> None:
    """Add the ways to collapse the sets of one size where the last subtree leaves `part` stacks. Shape (sets, n, n)."""
    first, sets, roots = family.first, family.sets, family.roots
    start, stop = family.first_child[size - part], family.first_child[size - part + 1]
    for k in range(first[part], first[part + 1]):
        for word in range(start >> 6, (stop + 63) >> 6):
            fitting = fitting_sets(family.offered, family.holding, sets[k], roots[k], word, start, stop)
            while fitting:
                q = family.children[np.uint64(word << 6) + lowest(fitting)]
                fitting &= fitting - ONE
                joined = find_known(family, sets[k] | sets[q])
                if joined >= 0:
                    _add_pair(family, exact, rounded, k, q, joined)


@compiled
def _add_pair(
    family: Family, exact: NDArray[np.uint64], rounded: NDArray[np.float64], k: int, q: int, joined: int
) -> None:
    """Add the ways in which some v on top of set k covers set q."""
    common = family.roots[k] & family.parents[q]
    while common:
        v = lowest(common)
        common &= common - ONE
        landing = np.uint64(family.cover[q, v] & family.near[k, v] & family.stand[joined, v])
        while landing:
            f = lowest(landing)
            landing &= landing - ONE
            # The ways to have v in a cell in line with f, times the ways to have a card that v matches in f.
            before, roughly_before = ZERO, 0.0
            starts = np.uint64(family.stand[k, v] & family.line[f])
            while starts:
                g = lowest(starts)
                starts &= starts - ONE
                before += exact[k, v, g]
                roughly_before += rounded[k, v, g]
            below, roughly_below = ZERO, 0.0
            covered = np.uint64(family.match[v]) & family.sets[q]
            while covered:
                c = lowest(covered)
                covered &= covered - ONE
                below += exact[q, c, f]
                roughly_below += rounded[q, c, f]
            exact[joined, v, f] += before * below
            rounded[joined, v, f] += roughly_before * roughly_below
