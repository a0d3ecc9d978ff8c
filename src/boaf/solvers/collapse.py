"""Collapse sets: which sets of stacks can be collapsed, with which card on top, into which cells.

A move never disturbs the stacks it does not touch, and a stack always stands in the original cell of its bottom card.
So a solution is nothing but a rooted tree: every card but the last top card is covered once, by its parent, and the
moves of different subtrees may be made in any order. The one constraint lies within a card's life: v starts in its
cell and covers its children one after another, each standing where its own life has led it, and each of these cells
must be in line with the one before. Let F(S, v) be the cells to which the set S of stacks can be collapsed with v on
top. Then

    F({v}, v) = {the cell of v},
    F(S, v)   = the cells f such that S splits into P ∋ v and Q ∌ v with a card c of Q that matches v,
                f ∈ F(Q, c), and f in line with some cell of F(P, v)

where Q is the subtree of the child that v covers last. The board is solvable exactly when F(everything, v) is not
empty for some v. This is a dynamic programme over sets of stacks: at most 2^n sets and 3^n splits, whatever the
cards, where a search of moves may visit a position for every order of every set of moves.

Only what can occur in a solution is kept. The moves within S may be made first, and the position they lead to, the rest
of the board with v in the cell f, must not have come apart: v must match into every part that the rest falls into by
card, and f must be in line with every part that it falls into by position. A subtree Q leaves the rest of the tree
connected, so there the rest must be in one part by card. On the boards where a search fails, whose graphs are sparse, a
few thousand sets remain.

`boaf.solvers.family` computes it. As the solver `collapse` this is an exact method of its own; a node is a set of two
or more stacks found to collapse. Dense boards of more than 16 stacks have too many.
"""

from __future__ import annotations

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Cell, bit, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import Position, Status, moves_of, position_of, step_of
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.family import Family, find_known, grown, join, new_family
from boaf.support.threads import PerThread

_PAIRS = 1 << 18
"""How many pairs are tried between two looks at the limits, some milliseconds' worth."""
_MEMORY = 1 << 30
"""The most bytes that the sets may take."""
_GROWTH = 1 << 27
"""At least this many bytes of sets can be copied to larger arrays in a second; new memory is slow at first."""
MOST_KEPT = 1 << 14
"""A family with larger arrays is not kept for the next board."""
_used: PerThread[dict[int, Family]] = PerThread(dict)
"""Families that are not needed any more, by the number of their stacks: to clear one is quicker than a new one."""


def solve(board: Board, limits: Limits) -> Outcome:
    """Find the sets of stacks that can be collapsed, up to the set of all."""
    collapser = Collapser(position_of(board), only_one=True)
    if collapser.advance_until(1 << 62, limits, 0) != Status.DONE:
        return Outcome(Verdict.UNKNOWN, (), collapser.nodes)
    if steps := collapser.steps():
        return Outcome(Verdict.SOLVABLE, moves_of(board, steps), collapser.nodes)
    return Outcome(Verdict.SOLVABLE if board.is_solved else Verdict.UNSOLVABLE, (), collapser.nodes)


class Collapser:
    """Finds collapse sets step by step, in arrays that grow: all of them, or until there is a solution."""

    def __init__(self, position: Position, only_one: bool = False) -> None:
        self.only_one = only_one
        self.family = new_family(position, _used().pop(int(position.occupied).bit_count(), None))

    def finish(self) -> None:
        """Leave the arrays to the next collapser of this thread; this one needs its family no longer."""
        if len(self.family.sets) <= MOST_KEPT:
            _used()[len(self.family.cells)] = self.family

    @property
    def nodes(self) -> int:
        """How many sets of two or more stacks were found."""
        return int(self.family.state[0]["found"]) - len(self.family.cells)

    def advance_until(self, pairs: int, limits: Limits, spent: int) -> Status:
        """Try about `pairs` pairs of sets: DONE, PAUSED, or FULL if memory or limits are exhausted.

        `spent` nodes went elsewhere.
        """
        status = Status.PAUSED
        while status == Status.PAUSED and pairs > 0:
            status = self._advance(self.nodes + limits.nodes_left(self.nodes + spent), limits)
            pairs -= _PAIRS
        return status

    def _advance(self, max_nodes: int, limits: Limits) -> Status:
        allowed = max_nodes + len(self.family.cells)
        capacity = len(self.family.sets)
        status = join(self.family, _PAIRS, min(capacity, allowed), self.only_one)
        if status != Status.FULL or capacity >= allowed or 2 * self._bytes() > _MEMORY:
            return status
        if self._bytes() / _GROWTH > limits.seconds_left:
            return status
        self.family = grown(self.family)
        return Status.PAUSED

    def _bytes(self) -> int:
        """The bytes of all arrays of sets."""
        rows = (self.family.stand, self.family.near, self.family.cover)
        return len(self.family.sets) * (sum(row.itemsize * row.shape[1] for row in rows) + 7 * 8)

    @property
    def is_solvable(self) -> bool:
        """Whether the set of all stacks can be collapsed, when the work is done."""
        n = len(self.family.cells)
        return bool(self.family.first[n + 1] > self.family.first[n])

    def steps(self) -> list[int]:
        """The steps of a solution, none if there is no solution, when the work is done."""
        if not self.is_solvable:
            return []
        family, everything = self.family, int(self.family.first[len(self.family.cells)])
        v, stand = next((v, int(stand)) for v, stand in enumerate(family.stand[everything]) if stand)
        pairs = _steps_to(family, everything, v, (stand & -stand).bit_length() - 1)
        return [int(step_of(family.cells[source], family.cells[target])) for source, target in pairs]


def _steps_to(family: Family, k: int, v: int, cell: int) -> list[tuple[int, int]]:
    """The moves, as pairs of cells, that collapse a set with v on top in the given cell."""
    if family.sets[k] == 1 << v:
        return []
    parent, child, before, covered = map(int, last_move(family, k, v, cell))
    return [*_steps_to(family, parent, v, before), *_steps_to(family, child, covered, cell), (before, cell)]


@compiled
def last_move(family: Family, k: int, v: int, cell: int) -> tuple[Cell, Cell, Cell, Cell]:
    """How v came to top set k in a cell: the sets P and Q, the cell that v came from, and the card it covered."""
    stacks = family.sets[k]
    # Try every smaller set as the subtree Q that v covered last: v must be able to cover it in this cell, the remaining
    # stacks must be a known set, and from there v must be able to come to this cell. The family holds states only if
    # such a move exists.
    for q in range(k):
        child = family.sets[q]
        if child & ~stacks or not family.parents[q] & bit(v) or not np.uint64(family.cover[q, v]) & bit(cell):
            continue
        parent = find_known(family, stacks & ~child)
        if parent < 0 or not np.uint64(family.near[parent, v]) & bit(cell):
            continue
        before = lowest(np.uint64(family.stand[parent, v]) & np.uint64(family.line[cell]))
        covered = ZERO
        while not (np.uint64(family.match[v]) & bit(covered) and np.uint64(family.stand[q, covered]) & bit(cell)):
            covered += ONE
        return parent, q, before, covered
    raise AssertionError("a cell that no move explains")
