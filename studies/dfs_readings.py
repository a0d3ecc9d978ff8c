"""Roberson & Sperduto (2019), Table 1: what the depth-first search that their heuristic is compared with may be.

The paper prints 5,274.23 nodes expanded per deal and says no more of that search than "DFS". Table 1 drops what
best-first search drops. Here are other readings, in both orders of the children:

- *lone cards*: only a card alone in its row and column is stranded, as in the reading `table-1` of the best-first
  search; groups of cards that are cut off from the rest go on;
- *repeats counted*: a board seen before counts as a node, though it is not expanded again; one that is dropped never
  counts;
- *parts by card only*: nothing is dropped for the positions of the cards;
- *odd birds*: a board is dropped for its cards only if one of them matches no other, as the challenge's program rejects
  deals; separated flocks of several cards go on;
- *nothing dropped, repeats skipped*: the challenge's search, stopped after some nodes.

All but the last need a search of their own, which Numba compiles when it is first used.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import bit, count, is_connected
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.native import Compiled, compiled, workspace
from boaf.kernel.position import Status, source_of, target_of
from boaf.kernel.seen import Seen, add, grown, is_full, new_seen
from boaf.solvers.depth_first import (
    CARDS,
    REVERSED,
    Choices,
    Tree,
    begin,
    empty_tree,
    make_move,
)
from boaf.support.progress import Progress
from boaf.support.threads import thread_pool
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity, Table
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto.heuristic import (
    MAX_NODES,
    ORDERS,
    PRINTED_DFS,
    nodes_of,
    plain_dfs,
    remark_on_nodes,
    solvable_deals,
)
from study_runner import main

PAPER, TABLE = "mcts", "table-1"
SCALES = {"tiny": 3, "small": 1_000, "paper": 10_000}
"""The number of deals."""
LIMITS = {10_000: 2e-3, 1_000_000: 1e-2}
"""Where the challenge's search is stopped, and about how many seconds a deal takes."""
READINGS = {
    "lone cards": {"lone": True, "repeats": False, "parts": True},
    "repeats counted": {"lone": False, "repeats": True, "parts": True},
    "lone cards, repeats counted": {"lone": True, "repeats": True, "parts": True},
    "parts by card only": {"lone": False, "repeats": False, "parts": False},
    "odd birds": {"lone": False, "repeats": False, "parts": True, "birds": True},
    "odd birds, lone cards": {"lone": True, "repeats": False, "parts": True, "birds": True},
}
_CHUNK = 50


@workspace
class Rules(NamedTuple):
    """How a search that is read another way differs."""

    lone: bool
    """Whether only a card that is alone in its row and column is stranded."""
    repeats: bool
    """Whether boards seen before are counted."""
    parts: bool
    """Whether boards are dropped for how the cards lie."""
    birds: bool = False
    """Whether boards are dropped for odd birds, not for separated flocks of several cards."""


def plan(deals: int) -> Plan:
    """All readings of the depth-first search."""
    cells = plain_dfs(deals)
    for most, cost in LIMITS.items():
        for name, order in ORDERS.items():
            title = f"DFS, nothing dropped, {most:,} nodes at most, {name}"
            recipe = {"deals": deals, "max_nodes": most, "order": order}
            cells[title] = Cell(title, _limited_dfs, recipe, deals, cost)
    for reading, rules in READINGS.items():
        for name, order in ORDERS.items():
            title = f"DFS, {reading}, {name}"
            recipe = {"deals": deals, "max_nodes": MAX_NODES, "order": order, **rules}
            cells[title] = Cell(title, _read_dfs, recipe, deals, 4e-3)
    about = f"solvable deals below {deals:,}"
    return Plan("Readings of DFS: mean nodes", cells, _rows, about, is_partial=True)


def _rows(found: dict[str, Any]) -> list[Quantity]:
    return [
        Quantity(name, PRINTED_DFS, one["nodes"] / one["boards"], note=f"{UNEXPLAINED}; {remark_on_nodes(one)}")
        for name, one in found.items()
    ]


def finding(table: Table) -> str:
    """What the page says."""
    nearest = min(table.quantities, key=lambda one: abs(one.computed - PRINTED_DFS))
    return (
        f"None of {len(table.quantities)} readings of DFS gives the printed mean. The nearest, with a limit of our "
        f"choice, is *{nearest.name}*, {nearest.computed:,.2f} nodes."
    )


def ruled_out(table: Table) -> str:
    """What the list of open figures says."""
    return f"{len(table.quantities)} readings of DFS"


def _limited_dfs(progress: Progress, deals: int, max_nodes: int, order: int) -> dict[str, Any]:
    """The challenge's search, which drops nothing, given up after some nodes."""
    choices = Choices(drop=0, order=order, count_all=False)
    return nodes_of(run_depth_first(solvable_deals(deals), choices, max_nodes, progress))


def _read_dfs(progress: Progress, deals: int, max_nodes: int, order: int, **rules: bool) -> dict[str, Any]:
    boards = solvable_deals(deals)
    nodes = np.zeros(len(boards), np.int64)

    def work(first: int) -> int:
        tree = empty_tree(4, 4, Choices(drop=CARDS, order=order, count_all=False))
        last = min(first + _CHUNK, len(boards))
        for k in range(first, last):
            nodes[k] = _nodes_until_solved(boards[k], tree, Rules(**rules), max_nodes)
        return last - first

    with thread_pool() as pool:
        for done in pool.map(work, range(0, len(boards), _CHUNK)):
            progress(done)
    return _summary(nodes, int(np.sum(nodes >= max_nodes)))


def _summary(nodes: NDArray[np.int64], stopped: int) -> dict[str, Any]:
    return {"boards": len(nodes), "nodes": int(nodes.sum()), "median": float(np.median(nodes)), "stopped": stopped}


def _nodes_until_solved(board: Cards, tree: Tree, rules: Rules, max_nodes: int) -> int:
    """The nodes until a solvable board is solved, or `max_nodes`. Shape (cells,)."""
    seen = new_seen(1 << 10)
    begin(tree, match_cards(board, tree.match[0]))
    search = cast(Compiled, _search).dispatcher  # Numba compiles it: boaf's library has no entry for it
    while search(tree, seen, rules, max_nodes) == Status.FULL:
        seen = grown(seen)
    return min(int(tree.state[0]["nodes"]), max_nodes)


@compiled
def _search(tree: Tree, seen: Seen, rules: Rules, max_nodes: int) -> Status:
    """Search until the board is solved or `max_nodes` nodes are counted; FULL if `seen` must grow first."""
    state = tree.state[0]
    while state["nodes"] < max_nodes:
        depth = state["depth"]
        if not state["entered"]:
            if count(tree.occupied[depth]) == 1:
                return Status.SOLVED
            if is_full(seen):
                return Status.FULL
            state["nodes"] += _enter(tree, seen, rules, depth)
            state["entered"] = 1
        elif not tree.left[depth]:
            state["depth"] = depth - 1
        else:
            tree.left[depth] -= 1
            make_move(tree, depth, np.int64(tree.steps[depth, tree.left[depth]]))
            state["depth"] = depth + 1
            state["entered"] = 0
    return Status.PAUSED


@compiled
def _enter(tree: Tree, seen: Seen, rules: Rules, depth: int) -> int:
    """List the moves of a frame, none if it is dropped; the nodes that it counts as."""
    tree.left[depth] = 0
    occupied, match, steps = tree.occupied[depth], tree.match, tree.steps
    if _is_separated(tree, rules, depth) or (rules.parts and _is_stranded(tree, rules, occupied)):
        return 0
    if add(seen, tree.keys[depth, 0], tree.keys[depth, 1]):
        return 1 if rules.repeats else 0
    found = 0
    for k in range(len(tree.pairs)):
        step = tree.pairs[k if tree.choices.order == REVERSED else len(tree.pairs) - 1 - k]
        if np.uint64(match[depth, source_of(step)]) & bit(target_of(step)):
            steps[depth, found] = step
            found += 1
    tree.left[depth] = found
    return 1


@compiled
def _is_separated(tree: Tree, rules: Rules, depth: int) -> bool:
    """Whether the compatibility graph is in several parts, or, if only they count, a card matches no other."""
    occupied = tree.occupied[depth]
    if not rules.birds:
        return not is_connected(tree.match[depth], occupied)
    birds = 0
    for cell in range(tree.tops.shape[1]):
        if occupied & bit(cell) and not np.uint64(tree.match[depth, cell]) & occupied:
            birds += 1
    return birds > 0


@compiled
def _is_stranded(tree: Tree, rules: Rules, occupied: np.uint64) -> bool:
    """Whether some stacks can never meet the others, or, if only they count, a card is alone in row and column."""
    if not rules.lone:
        return not is_connected(tree.line, occupied)
    lone = 0
    for cell in range(tree.tops.shape[1]):
        if occupied & bit(cell) and not np.uint64(tree.line[cell]) & occupied:
            lone += 1
    return lone > 0


if __name__ == "__main__":
    main(__file__)
