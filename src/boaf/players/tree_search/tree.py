"""The search tree of the Monte Carlo players: arrays of nodes and edges, and the board it grows from.

A node is a board, known by its top cards; it holds what the checker said, how many iterations went through it and the
sum of their rewards. The edges of a node, one for each move that was added, lie side by side. Without transpositions
every edge leads to a node of its own and the whole is a tree; with them, boards that are reached in several ways are
one node.

Frame 0 holds the board to move on; frame d the board after d moves from there, on the way down; the last frame is
where simulations are played. Compiled code never makes a tree grow; where `has_room` says no, the caller does.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, Cell
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Status, line_masks, source_of, target_of
from boaf.kernel.scratch import doubled
from boaf.kernel.seen import advance_key, key_change, start_key, words
from boaf.players.frames import Frames, advance, new_frames
from boaf.players.tree_search.move_checker import Checker
from boaf.solvers.ordering import Moves, new_moves

MAX_NODES = 1 << 23
"""A tree that has reached this size (about half a gigabyte) is dropped and started again."""
NO_NODE = -1

_COUNTS = "nodes edges root stamp phase depth done planned followed iterations game moves"
STATE = np.dtype([(name, np.int64) for name in _COUNTS.split()])
"""The nodes and edges in use, the root (−1 for none) and the number of this tree; where the search goes on, how deep
the path goes and the iterations done for this move; the length of the plan and how much of it was played, and the
iterations done in this game; which game of several it is and how many moves were made in it."""
NODE = np.dtype(
    [("status", np.int64), ("visits", np.int64), ("total", np.float64), ("first", np.int64), ("edges", np.int64)]
)
"""What is known (a `Status`, `PAUSED` for nothing), how many iterations went through the node, the sum of
their rewards, its first edge (−1 while it is not expanded) and how many there are."""
EDGE = np.dtype([("child", np.int64), ("prior", np.float64), ("step", np.int64)])
"""The node that an edge leads to, how likely the prior holds it to be the best, and the move."""
SLOT = np.dtype([("one", np.uint64), ("two", np.uint64), ("node", np.int64), ("stamp", np.int64)])
"""The key of a board, its node, and the number of the tree that it belongs to: others are not there."""
WAY = np.dtype([("node", np.int64), ("step", np.int64)])
"""A node on the way down and the move made there."""


class Phase(IntEnum):
    """Where the search goes on."""

    BEGIN = 0
    """With the next move."""
    SELECT = 1
    """At the root."""
    SIMULATE = 2
    """At the node that was expanded."""


@workspace
class SearchTree(NamedTuple):
    """A tree in progress for boards of one shape; one for each thread."""

    frames: Frames
    """Frames 0 … cells. Shapes (cells + 1, cells)."""
    checker: Checker
    nodes: NDArray[np.void]
    """Records of `NODE`. Shape (capacity,)."""
    edges: NDArray[np.void]
    """Records of `EDGE`, those of one node side by side. Shape (capacity,)."""
    slots: NDArray[np.void]
    """A hash table from boards to nodes, of `SLOT`. Shape (2 · capacity,)."""
    words: NDArray[np.uint64]
    tops: NDArray[np.uint8]
    """The card on top of each cell, named by its cell at the start of the game. Shape (cells + 1, cells)."""
    keys: NDArray[np.uint64]
    """Shape (cells + 1, 2)."""
    way: NDArray[np.void]
    """Records of `WAY`: the way down, then the moves of the simulation; if it was won, the plan. Shape (cells + 1,)."""
    moves: Moves
    """Moves with scores, for each frame."""
    steps: NDArray[np.uint16]
    """The moves that the checker has judged. Shape (cells + 1, moves)."""
    statuses: NDArray[np.int8]
    """What the checker says of each move. Shape (cells + 1, moves)."""
    random: NDArray[np.uint64]
    """The generator of all chances; it seeds the noise of `moves` in each simulation. Shape (1,)."""
    state: NDArray[np.void]
    """One record of `STATE`. Shape (1,)."""


def new_search_tree(rows: int, cols: int, checker: Checker, capacity: int = 1 << 12) -> SearchTree:
    """An empty tree for boards of one shape; a board goes into frame 0."""
    cells, line = rows * cols, line_masks(rows, cols)
    most = max(cells * (rows + cols - 2), 1)
    while capacity <= 2 * most:
        capacity *= 2
    return SearchTree(
        frames=new_frames(line, cells + 1),
        checker=checker,
        nodes=np.zeros(capacity, NODE),
        edges=np.zeros(capacity, EDGE),
        slots=np.zeros(2 * capacity, SLOT),
        words=words(cells),
        tops=np.zeros((cells + 1, cells), np.uint8),
        keys=np.zeros((cells + 1, 2), np.uint64),
        way=np.zeros(cells + 1, WAY),
        moves=new_moves(line, cells + 1),
        steps=np.zeros((cells + 1, most), np.uint16),
        statuses=np.zeros((cells + 1, most), np.int8),
        random=np.zeros(1, np.uint64),
        state=np.zeros(1, STATE),
    )


def enlarged(tree: SearchTree) -> SearchTree:
    """The same tree in arrays of twice the size, or, if it is too large already, a new one from the same board."""
    if len(tree.nodes) >= MAX_NODES:
        drop_tree(tree)
        tree.state[0]["root"] = add_node(tree, np.int64(Status.PAUSED))
        return tree
    slots = np.zeros(2 * len(tree.slots), SLOT)
    _copy_slots(tree.slots, slots, tree.state[0]["stamp"])
    return tree._replace(nodes=doubled(tree.nodes), edges=doubled(tree.edges), slots=slots)


@compiled
def _copy_slots(old: NDArray[np.void], new: NDArray[np.void], stamp: int) -> None:
    for k in range(len(old)):
        if old[k]["stamp"] == stamp:
            slot = _slot(new, stamp, old[k]["one"], old[k]["two"])
            new[slot] = old[k]


@compiled
def has_room(tree: SearchTree) -> bool:
    """Whether one more node can be expanded."""
    state = tree.state[0]
    used = max(state["nodes"], state["edges"])
    return bool(used + tree.statuses.shape[1] < len(tree.nodes))


@compiled
def begin_game(tree: SearchTree) -> None:
    """Begin a game on the board of frame 0, and forget all that was found."""
    start_key(tree.words, tree.frames.occupied[0], tree.tops, tree.keys, 0)
    state = tree.state[0]
    state["planned"] = state["followed"] = state["iterations"] = state["moves"] = 0
    state["phase"] = Phase.BEGIN
    drop_tree(tree)


@compiled
def drop_tree(tree: SearchTree) -> None:
    """Forget all nodes."""
    state = tree.state[0]
    state["nodes"] = state["edges"] = 0
    state["root"] = NO_NODE
    state["stamp"] += 1


@compiled
def go_down(tree: SearchTree, depth: Cell, step: Cell, into: Cell) -> None:
    """Make a move in one frame and write the board after it to another, or to the same one."""
    advance(tree.frames, depth, step, into)
    advance_key(tree.words, step, tree.tops, tree.keys, depth, into)


@compiled
def add_node(tree: SearchTree, status: Cell) -> np.int64:
    """Add a node; return its number."""
    state = tree.state[0]
    number = state["nodes"]
    node = tree.nodes[number]
    node["status"] = status
    node["visits"] = 0
    node["total"] = 0.0
    node["first"] = NO_NODE
    node["edges"] = 0
    state["nodes"] += 1
    return number


@compiled
def node_of(tree: SearchTree, depth: Cell, step: Cell, status: Cell) -> np.int64:
    """The node of the board that a move from a frame leads to, added if there is none."""
    stamp = tree.state[0]["stamp"]
    mover, covered = tree.tops[depth, source_of(step)], tree.tops[depth, target_of(step)]
    one = tree.keys[depth, 0] ^ key_change(tree.words, mover, covered, step, 0)
    two = tree.keys[depth, 1] ^ key_change(tree.words, mover, covered, step, 1)
    # Slots of earlier trees have another stamp and count as free, so that a tree is dropped without clearing the table.
    slot = tree.slots[_slot(tree.slots, stamp, one, two)]
    if slot["stamp"] != stamp:
        slot["one"] = one
        slot["two"] = two
        slot["node"] = add_node(tree, status)
        slot["stamp"] = stamp
    return slot["node"]


@compiled
def _slot(slots: NDArray[np.void], stamp: int, one: np.uint64, two: np.uint64) -> np.uint64:
    """The slot that holds a board, or the free slot where it belongs."""
    last = np.uint64(len(slots) - 1)
    slot = one & last
    while slots[slot]["stamp"] == stamp and (slots[slot]["one"] != one or slots[slot]["two"] != two):
        slot = (slot + ONE) & last
    return slot
