"""Island Merge (Araki et al. 2019, "Island Merge"): collapse the islands of the compatibility graph one after another.

Where the graph hangs together by cut edges only, the parts between them are islands, and they form a tree. An island
with a single cut edge is exterior. The search goes on as Compatible DFS until there are several islands. Then it
takes an exterior island and tries only moves within it until it is a single stack (a collapse), for each exterior
island in turn, lowest cell first. A single stack that is an exterior island is merged: it counts as part of its
neighbour from then on, which may make that one exterior. Every order of collapses and every way to collapse is tried
before the board is given up.

Why nothing is lost, which the paper leaves open: a solution is a tree in which every card but the last is covered
once, and moves in different subtrees may be made in any order (see `collapse`). Let uw be a cut edge with u in the
exterior island U. If the last top card is not in U, then u is covered by w, and all of U is below u: U is collapsed
by moves within U, and that may be done first. The last top card is in at most one island, so of two exterior islands
one can be collapsed first. This holds for islands that were merged too. So merging is never a choice to take back.

The paper calls an edge critical if it joins two critical nodes, articulation nodes or nodes with a single edge, and
lets islands be what only critical edges connect. Such an edge need not be a cut edge: in a triangle with a leaf on
every corner all six edges are critical, but none of the triangle's is a cut edge, and the argument above fails. So
cut edges are used here. With `literal=True` the paper's words are followed; boards exist on which that search misses
the solutions (a test keeps one), so it answers `unknown` where it finds none.

A position is remembered together with the island that is being collapsed there; one that was given up without any such
restriction is lost whatever the island. A node is a position that is looked at, as in the paper's other searches; the
choice of an island is not one.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, is_connected, lowest, part_around
from boaf.kernel.cuts import critical_nodes, is_cut_edge
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Status, source_of, target_of
from boaf.kernel.seen import Seen, add, has, is_full
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import Tree, advance, new_tree, search_tree
from boaf.solvers.paper_searches import CHOICES


@workspace
class Islands(NamedTuple):
    """What Island Merge keeps in addition to the search tree."""

    active: NDArray[np.uint64]
    """The island that is being collapsed in each frame; no cells if none is. Shape (frames,)."""
    within: NDArray[np.uint64]
    """The island that each move still to try belongs to. Shape (frames, steps)."""
    parts: NDArray[np.uint64]
    """Scratch: the islands of a position. Shape (cells,)."""
    cut: Masks
    """Scratch: the compatibility graph without the edges between islands. Shape (cells,)."""
    literal: bool


def solve(board: Board, limits: Limits, *, literal: bool = False, remember: bool = True) -> Outcome:
    """Collapse exterior islands first."""
    tree = new_tree(board, CHOICES["compatible"]._replace(remember=remember))
    islands = Islands(
        active=np.zeros_like(tree.occupied),
        within=np.zeros(tree.steps.shape, np.uint64),
        parts=np.zeros_like(tree.occupied),
        cut=np.zeros_like(tree.line),
        literal=literal,
    )
    outcome = search_tree(board, tree, limits, partial(run, tree, islands))
    proves_nothing = literal and outcome.verdict is Verdict.UNSOLVABLE
    return outcome._replace(verdict=Verdict.UNKNOWN) if proves_nothing else outcome


@compiled
def run(tree: Tree, islands: Islands, seen: Seen, max_nodes: int) -> int:
    """Search until `max_nodes` nodes in all, as `depth_first.run` does."""
    state, left, match, occupied = tree.state[0], tree.left, tree.match, tree.occupied
    while True:
        depth = state["depth"]
        # A position that was just reached.
        if not state["entered"]:
            if state["nodes"] >= max_nodes:
                return Status.PAUSED
            if is_full(seen):
                return Status.FULL
            if count(occupied[depth]) == 1:
                state["nodes"] += 1
                return Status.SOLVED
            state["entered"] = 1
            left[depth] = 0
            # While an island is being collapsed only its own moves may follow, so it is part of the position's key.
            active = islands.active[depth]
            first, second = tree.keys[depth, 0], tree.keys[depth, 1]
            known = tree.choices.remember and (
                (active and has(seen, first, second)) or add(seen, first ^ active, second)
            )
            if not known:
                state["nodes"] += 1
                # An island of two stacks or more is collapsed further; otherwise the next one is chosen.
                if is_connected(match[depth], occupied[depth]):
                    if active & (active - ONE):
                        _list_moves_within(tree, islands, depth, active)
                    else:
                        _list_collapses(tree, islands, depth)
        if not advance(tree):
            return Status.EXHAUSTED
        # After a move, the island that it belongs to is being collapsed, now without the stack that has moved.
        if not state["entered"]:
            islands.active[depth + 1] = islands.within[depth, left[depth]] & ~bit(source_of(tree.path[depth]))


@compiled
def _list_moves_within(tree: Tree, islands: Islands, depth: int, island: np.uint64) -> None:
    """Add the moves within an island to those to try, so that the first in natural order is last."""
    pairs, steps, found = tree.pairs, tree.steps, tree.left[depth]
    for k in range(len(pairs) - 1, -1, -1):
        source, target = source_of(pairs[k]), target_of(pairs[k])
        inside = island & bit(source) and island & bit(target)
        if inside and np.uint64(tree.match[depth, source]) & bit(target):
            steps[depth, found] = pairs[k]
            islands.within[depth, found] = island
            found += 1
    tree.left[depth] = found


@compiled
def _list_collapses(tree: Tree, islands: Islands, depth: int) -> None:
    """List the moves within each exterior island, or all moves where there is a single island."""
    match, occupied = tree.match[depth], tree.occupied[depth]
    parts = find_islands(match, occupied, islands.literal, islands.cut, islands.parts)
    if parts == 1:
        _list_moves_within(tree, islands, depth, occupied)
        for k in range(tree.left[depth]):
            islands.within[depth, k] = ZERO
        return
    for part in range(parts - 1, -1, -1):
        island = islands.parts[part]
        if _neighbouring_islands(match, islands, parts, island) == 1:
            _list_moves_within(tree, islands, depth, island)


@compiled
def find_islands(match: Masks, occupied: np.uint64, literal: bool, cut: Masks, parts: NDArray[np.uint64]) -> int:
    """Write the islands of a connected graph to `parts`, single exterior stacks merged; return how many there are."""
    critical = critical_nodes(match, occupied)
    left = occupied
    while left:
        u = lowest(left)
        left &= left - ONE
        cut[u] = match[u]
        ends = np.uint64(match[u]) & critical if critical & bit(u) else ZERO
        while ends:
            w = lowest(ends)
            ends &= ends - ONE
            if literal or is_cut_edge(match, occupied, u, w):
                cut[u] = np.uint64(cut[u]) & ~bit(w)
    found = 0
    left = occupied
    while left:
        parts[found] = part_around(cut, left, bit(lowest(left)))
        left &= ~parts[found]
        found += 1
    return _merge_single_stacks(match, parts, found)


@compiled
def _around(match: Masks, island: np.uint64) -> np.uint64:
    """The neighbours of an island."""
    around = ZERO
    left = island
    while left:
        around |= np.uint64(match[lowest(left)])
        left &= left - ONE
    return around & ~island


@compiled
def _neighbouring_islands(match: Masks, islands: Islands, parts: int, island: np.uint64) -> int:
    """How many islands are neighbours of one."""
    around = _around(match, island)
    neighbours = 0
    for part in range(parts):
        if islands.parts[part] & around:
            neighbours += 1
    return neighbours


@compiled
def _merge_single_stacks(match: Masks, parts: NDArray[np.uint64], found: int) -> int:
    """Merge every exterior island of one stack with its neighbour until none is left; return the number of islands."""
    merged = True
    while merged and found > 1:
        merged = False
        for part in range(found):
            island = parts[part]
            if island & (island - ONE):
                continue
            around = _around(match, island)
            beside, neighbours = 0, 0
            for other in range(found):
                if parts[other] & around:
                    beside = other
                    neighbours += 1
            if neighbours == 1:
                parts[beside] |= island
                parts[part] = parts[found - 1]
                found -= 1
                merged = True
                break
    return found
