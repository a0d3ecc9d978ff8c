"""Roberson & Sperduto (2019), "Heuristic": what the depth-first search that their heuristic is compared with may be.

The paper prints 5,274.23 nodes expanded per deal and says no more of that search than "DFS". Table 1 of `mcts` has it
as the best-first search has it: boards in several parts, by card or by position, are dropped, and so are boards seen
before, without being counted. Table `dfs` has it in other readings, in both orders of the children:

- *lone cards*: only a card alone in its row and column is stranded, as in the reading `table-1` of the best-first
  search; groups of cards that are cut off from the rest go on;
- *repeats counted*: a board seen before counts as a node, though it is not expanded again; one that is dropped never
  counts;
- *parts by card only*: nothing is dropped for how the cards lie;
- *nothing dropped, repeats skipped*: the challenge's search, given up after some nodes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import bit, count, is_connected
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import source_of, target_of
from boaf.kernel.seen import Seen, add, grown, is_full, new_seen
from boaf.kernel.status import Status
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.runs import cards_of_deals, run_depth_first
from boaf.papers.framework.study import Cell, Plan
from boaf.solvers.batch import Batch, solve_many
from boaf.solvers.depth_first import (
    CARDS,
    DEPTH,
    ENTERED,
    NATURAL,
    NODES,
    POSITIONS,
    REVERSED,
    Choices,
    Tree,
    begin,
    empty_tree,
    make_move,
)
from boaf.support.progress import Progress
from boaf.support.threads import thread_pool

PRINTED = 5_274.23
MAX_NODES = 1_000_000
LIMIT = 10_000
"""Of the challenge's search, in Table 1; `dfs` has it with `MAX_NODES`, too."""
ORDERS = {"last child first": REVERSED, "first child first": NATURAL}
AS_BEST_FIRST = "drops boards in several parts, by card or by position, and boards seen before, as best-first does"
NOTHING = "drops only boards seen before; the limit is a free choice"
READINGS = {
    "lone cards": {"lone": True, "repeats": False, "parts": True},
    "repeats counted": {"lone": False, "repeats": True, "parts": True},
    "lone cards, repeats counted": {"lone": True, "repeats": True, "parts": True},
    "parts by card only": {"lone": False, "repeats": False, "parts": False},
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


def cells_of_table_1(deals: int) -> dict[str, Cell]:
    """The searches that Table 1 shows, each with a note that says what it drops."""
    cells = {}
    for name, order in ORDERS.items():
        recipe = {"deals": deals, "max_nodes": MAX_NODES, "order": order}
        cells[f"DFS, {name}"] = Cell(f"DFS, {name}", _plain_dfs, recipe, deals, 2e-3)
    return cells | _limited(deals, LIMIT, 2e-3)


def _limited(deals: int, max_nodes: int, cost: float) -> dict[str, Cell]:
    """The challenge's search with a limit, in both orders."""
    cells = {}
    for name, order in ORDERS.items():
        title = f"DFS, nothing dropped, {max_nodes:,} nodes at most, {name}"
        recipe = {"deals": deals, "max_nodes": max_nodes, "order": order}
        cells[title] = Cell(title, _limited_dfs, recipe, deals, cost)
    return cells


def plan_of_dfs(deals: int) -> Plan:
    """All readings of the depth-first search."""
    cells = cells_of_table_1(deals) | _limited(deals, MAX_NODES, 1e-2)
    for reading, rules in READINGS.items():
        for name, order in ORDERS.items():
            title = f"DFS, {reading}, {name}"
            recipe = {"deals": deals, "max_nodes": MAX_NODES, "order": order, **rules}
            cells[title] = Cell(title, _read_dfs, recipe, deals, 4e-3)

    def table(values: dict[str, Any]) -> Table:
        quantities = [mean_of(name, found) for name, found in values.items()]
        nearest = min(quantities, key=lambda quantity: abs(quantity.computed - PRINTED))
        note = f"nearest: {nearest.name}"
        quantities.append(Quantity("readings tried", None, len(quantities), note=note))
        title = f"Roberson & Sperduto (2019), readings of DFS: mean nodes, solvable deals below {deals:,}"
        return Table("dfs", title, quantities)

    return Plan("dfs", list(cells.values()), table, is_partial=True)


def mean_of(name: str, found: dict[str, Any], why: str = "unexplained") -> Quantity:
    """The mean nodes of a search beside the printed one, which none has met."""
    what = NOTHING if "nothing dropped" in name else "" if _reading_of(name) else AS_BEST_FIRST
    parts = [why, what, remark_on_nodes(found)]
    return Quantity(name, PRINTED, found["nodes"] / found["boards"], note="; ".join(filter(None, parts)))


def _reading_of(name: str) -> str | None:
    return next((reading for reading in READINGS if name.startswith(f"DFS, {reading}, ")), None)


def nodes_of(batch: Batch) -> dict[str, Any]:
    """What is kept of the searches of many boards."""
    return _summary(batch.nodes, int(np.sum(batch.unknown)))


def _summary(nodes: NDArray[np.int64], stopped: int) -> dict[str, Any]:
    return {"boards": len(nodes), "nodes": int(nodes.sum()), "median": float(np.median(nodes)), "stopped": stopped}


def remark_on_nodes(found: dict[str, Any]) -> str:
    """The median, and how many searches were given up."""
    stopped = found["stopped"]
    words = f"; {stopped:,} deal{'s' * (stopped != 1)} stopped" if stopped else ""
    return f"median {found['median']:,.0f}{words}"


@cache
def solvable_deals(deals: int) -> Cards:
    """The solvable ones among the deals 0 … deals − 1."""
    return cards_of_deals(np.flatnonzero(solve_many(range(deals)).solvable))


def _plain_dfs(progress: Progress, deals: int, max_nodes: int, order: int) -> dict[str, Any]:
    choices = Choices(drop=CARDS | POSITIONS, order=order, count_all=False)
    return nodes_of(run_depth_first(solvable_deals(deals), choices, max_nodes, progress))


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


def _nodes_until_solved(board: Cards, tree: Tree, rules: Rules, max_nodes: int) -> int:
    """The nodes until a solvable board is solved, or `max_nodes`. Shape (cells,)."""
    seen = new_seen(1 << 10)
    begin(tree, match_cards(board, tree.match[0]))
    while _search(tree, seen, rules, max_nodes) == Status.FULL:
        seen = grown(seen)
    return min(int(tree.state[NODES]), max_nodes)


@compiled
def _search(tree: Tree, seen: Seen, rules: Rules, max_nodes: int) -> Status:
    """Search until the board is solved or `max_nodes` nodes are counted; FULL if `seen` must grow first."""
    state = tree.state
    while state[NODES] < max_nodes:
        depth = state[DEPTH]
        if not state[ENTERED]:
            if count(tree.occupied[depth]) == 1:
                return Status.SOLVED
            if is_full(seen):
                return Status.FULL
            state[NODES] += _enter(tree, seen, rules, depth)
            state[ENTERED] = 1
        elif not tree.left[depth]:
            state[DEPTH] = depth - 1
        else:
            tree.left[depth] -= 1
            make_move(tree, depth, np.int64(tree.steps[depth, tree.left[depth]]))
            state[DEPTH] = depth + 1
            state[ENTERED] = 0
    return Status.PAUSED


@compiled
def _enter(tree: Tree, seen: Seen, rules: Rules, depth: int) -> int:
    """List the moves of a frame, none if it is dropped; the nodes that it counts as."""
    tree.left[depth] = 0
    occupied, match, steps = tree.occupied[depth], tree.match, tree.steps
    if not is_connected(match[depth], occupied) or (rules.parts and _is_stranded(tree, rules, occupied)):
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
def _is_stranded(tree: Tree, rules: Rules, occupied: np.uint64) -> bool:
    """Whether some stacks can never meet the others, or, if only they count, a card is alone in row and column."""
    if not rules.lone:
        return not is_connected(tree.line, occupied)
    lone = 0
    for cell in range(tree.tops.shape[1]):
        if occupied & bit(cell) and not np.uint64(tree.line[cell]) & occupied:
            lone += 1
    return lone > 0
