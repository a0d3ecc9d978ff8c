"""One move of a Monte Carlo player: look ahead, search the tree for a number of iterations, choose.

An iteration is one way down the tree, one expansion and one simulation (Roberson & Sperduto 2019, "Monte Carlo Tree
Search"):

selection       from the root to a node that is not expanded, by the rules: a solvable child is taken at once; a child
                that was never visited comes before all that were; then the child with the highest
                    mean reward + 2 Cp √(2 ln N / n)                         (UCT), or with a prior P
                    mean reward + Cp P √N / (1 + n)                          (PUCT),
                N and n being the visits of the node and of the child.
expansion       all children of the node are added, except those that the checker calls unsolvable.
simulation      from one of them, drawn at random, or, with a prior, from the one that it holds likeliest.
backpropagation the reward is added to every node on the way.

What our player adds: with `prove` a node all of whose children are unsolvable is unsolvable itself, which is found out
on the way down, costs no iteration, and never leads there again; with `commit` a simulation that ends with one stack is
a solution, the search stops and the moves are played.

With an asked prior, `search` halts after every expansion with `NEED_PRIOR`; the caller fills the priors of the edges
of the node at the end of the way (`pending_tops` says which boards they lead to) and calls it again.

Numba compiles a function again for every literal number in a call; hence `np.int64(0)` for frame 0.
"""

from __future__ import annotations

from enum import IntEnum
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import Cell, count
from boaf.kernel.dealing import random_below
from boaf.kernel.native import compiled
from boaf.kernel.position import Status, source_of, target_of
from boaf.players.playout import greedy_step
from boaf.players.tree_search.move_checker import judge_moves
from boaf.players.tree_search.simulation import FinalChoice, PriorKind, SearchRules, Ties, simulate
from boaf.players.tree_search.tree import NO_NODE, Phase, SearchTree, add_node, drop_tree, go_down, has_room, node_of
from boaf.solvers.ordering import UNIT, list_children

_NO_CARD = 255


class Halt(IntEnum):
    """Why `search` returned."""

    FINISHED = 0
    """All iterations were done."""
    WON = 1
    """There is a plan."""
    LOST = 2
    """The board is proved unsolvable."""
    NEED_PRIOR = 3
    """To be called again when the priors are there."""
    FULL = 4
    """To be called again when the tree has grown."""


@compiled
def begin_move(tree: SearchTree, rules: SearchRules) -> np.int64:
    """Get ready for the next move; the step, if the plan or the lookahead knows it, else −1, to be searched."""
    state = tree.state[0]
    state["done"] = 0
    if state["planned"] > state["followed"]:
        return tree.way[state["followed"]]["step"]
    if state["root"] == NO_NODE:
        drop_tree(tree)
        state["root"] = add_node(tree, np.int64(Status.PAUSED))
    step = _look_ahead(tree, rules)
    if step < 0:
        state["phase"] = Phase.SELECT
    return step


@compiled
def _look_ahead(tree: SearchTree, rules: SearchRules) -> np.int64:
    """The first move to a board that the checker calls solvable, or to one with such a child; −1 if there is none."""
    frames, steps, statuses, here, below = tree.frames, tree.steps, tree.statuses, np.int64(0), np.int64(1)
    # The checker knows every board of up to `known` stacks; farther away the lookahead would find nothing.
    nearest = count(frames.occupied[0]) - rules.lookahead
    if not rules.lookahead or nearest > tree.checker.known:
        return np.int64(-1)
    found = judge_moves(tree.checker, frames.match, here, frames.occupied[here], steps, statuses)
    for k in range(found):
        if statuses[0, k] == Status.SOLVED:
            return np.int64(steps[0, k])
    for k in range(found if rules.lookahead > 1 else 0):
        if statuses[0, k] != Status.EXHAUSTED:
            go_down(tree, here, np.int64(steps[0, k]), below)
            replies = judge_moves(tree.checker, frames.match, below, frames.occupied[below], steps, statuses)
            for j in range(replies):
                if statuses[1, j] == Status.SOLVED:
                    return np.int64(steps[0, k])
    return np.int64(-1)


@compiled
def search(tree: SearchTree, rules: SearchRules, iterations: int) -> Halt:
    """Iterate up to `iterations` in all for this move."""
    state, nodes = tree.state[0], tree.nodes
    while state["done"] < iterations:
        # Selection: down the tree to a node without edges, which gets them here.
        if state["phase"] == Phase.SELECT:
            if not has_room(tree):
                return Halt.FULL
            if not _select(tree, rules):
                return Halt.LOST
            number = tree.way[state["depth"]]["node"]
            node = nodes[number]
            if node["first"] == NO_NODE and (rules.expand_all or node["visits"] or not state["depth"]):
                _expand(tree, rules, number)
                # A dead end is proved unsolvable; there is nothing to simulate.
                if rules.prove and not node["edges"] and node["status"] != Status.SOLVED:
                    node["status"] = Status.EXHAUSTED
                    state["done"] += 1
                    state["iterations"] += 1
                    continue
                state["phase"] = Phase.SIMULATE
                # The prior of the new edges comes from outside; the next call goes on with the simulation.
                if rules.prior == PriorKind.ASKED and node["edges"]:
                    return Halt.NEED_PRIOR
        if state["phase"] == Phase.SIMULATE:
            state["phase"] = Phase.SELECT
            _enter_child(tree, rules)
        reward, length = simulate(tree, rules, state["depth"])
        state["done"] += 1
        state["iterations"] += 1
        # Backpropagation along the way down.
        for depth in range(state["depth"] + 1):
            node = nodes[tree.way[depth]["node"]]
            node["visits"] += 1
            node["total"] += reward
        if rules.commit and length >= 0:
            state["planned"] = length
            state["followed"] = 0
            return Halt.WON
    return Halt.FINISHED


@compiled
def _select(tree: SearchTree, rules: SearchRules) -> bool:
    """Go down to a node without edges, which ends the way; false if the root is proved unsolvable."""
    state, nodes, edges, way = tree.state[0], tree.nodes, tree.edges, tree.way
    while True:
        depth = np.int64(0)
        way[0]["node"] = state["root"]
        edge = np.int64(0)
        while nodes[way[depth]["node"]]["first"] != NO_NODE:
            edge = _pick(tree, rules, way[depth]["node"])
            if edge < 0:
                break
            way[depth]["step"] = edges[edge]["step"]
            go_down(tree, depth, edges[edge]["step"], depth + 1)
            depth += 1
            way[depth]["node"] = edges[edge]["child"]
        state["depth"] = depth
        node = nodes[way[depth]["node"]]
        if edge >= 0 or not rules.prove or node["status"] == Status.SOLVED:
            return True
        # The way ended because no edge was worth following: all children are lost, so this node is. Start again from
        # the root, which costs no iteration, and its parent may now be lost as well.
        node["status"] = Status.EXHAUSTED
        if not depth:
            return False


@compiled
def _pick(tree: SearchTree, rules: SearchRules, number: int) -> np.int64:
    """The edge to follow from an expanded node; −1 if there is none that is worth following."""
    nodes, edges, node = tree.nodes, tree.edges, tree.nodes[number]
    visits_here = float(max(node["visits"], 1))
    own_mean = node["total"] / visits_here
    root, logarithm = sqrt(visits_here), log(visits_here)
    best, best_value, unvisited = np.int64(-1), 0.0, 0
    for edge in range(node["first"], node["first"] + node["edges"]):
        child = nodes[edges[edge]["child"]]
        visits = child["visits"]
        if rules.take_solvable and child["status"] == Status.SOLVED:
            return np.int64(edge)
        if rules.prove and child["status"] == Status.EXHAUSTED:
            continue
        # Reservoir sampling: the n-th unvisited child replaces the choice with a chance of 1 in n.
        if rules.explore_first and not visits:
            unvisited += 1
            if not random_below(tree.random, unvisited):
                best = np.int64(edge)
            continue
        if unvisited:
            continue
        # A child without visits is taken for average, so that the prior decides.
        value = child["total"] / float(visits) if visits else own_mean
        if rules.prior == PriorKind.NONE:
            value += 2.0 * rules.exploration * sqrt(2.0 * logarithm / float(max(visits, 1)))
        else:
            value += rules.exploration * edges[edge]["prior"] * root / (1.0 + float(visits))
        if best < 0 or value > best_value:
            best, best_value = np.int64(edge), value
    return best


@compiled
def _expand(tree: SearchTree, rules: SearchRules, number: int) -> None:
    """Add the children of the node at the end of the way."""
    state, edges, frames, depth = tree.state[0], tree.edges, tree.frames, tree.state[0]["depth"]
    steps, statuses, node = tree.steps, tree.statuses, tree.nodes[number]
    occupied = frames.occupied[depth]
    # The checker judges all moves at once; edges are added side by side behind those in use.
    found = judge_moves(tree.checker, frames.match, depth, occupied, steps, statuses)
    if rules.prior == PriorKind.FITTED and found:
        list_children(tree.moves, frames.match, depth, occupied, False, 0)
    node["first"] = state["edges"]
    for k in range(found):
        status, step = np.int64(statuses[depth, k]), np.int64(steps[depth, k])
        if rules.prune and status == Status.EXHAUSTED:
            continue
        child = node_of(tree, depth, step, status) if rules.transpositions else add_node(tree, status)
        if rules.prove and tree.nodes[child]["status"] == Status.EXHAUSTED:
            continue
        edge = edges[state["edges"]]
        edge["child"] = child
        edge["step"] = step
        edge["prior"] = 0.0
        if rules.prior == PriorKind.FITTED:
            edge["prior"] = float(tree.moves.scores[depth, source_of(step), target_of(step)])
        state["edges"] += 1
    node["edges"] = state["edges"] - node["first"]
    if rules.prior == PriorKind.FITTED:
        _soften(edges, node["first"], state["edges"])


@compiled
def _soften(edges: NDArray[np.void], first: int, last: int) -> None:
    """Turn scores, parts of a unit of log-likelihood, into probabilities."""
    highest, total = -np.inf, 0.0
    for k in range(first, last):
        highest = max(highest, edges[k]["prior"])
    for k in range(first, last):
        edges[k]["prior"] = np.exp((edges[k]["prior"] - highest) / UNIT)
        total += edges[k]["prior"]
    for k in range(first, last):
        edges[k]["prior"] /= total


@compiled
def _enter_child(tree: SearchTree, rules: SearchRules) -> None:
    """Go from the node that was expanded to the child from which the simulation starts."""
    depth = tree.state[0]["depth"]
    number = tree.way[depth]["node"]
    node = tree.nodes[number]
    if not node["edges"]:
        return
    if rules.prior == PriorKind.NONE:
        chosen = node["first"] + random_below(tree.random, node["edges"])
    else:
        chosen = _pick(tree, rules, number)
    if chosen >= 0:
        edge = tree.edges[chosen]
        tree.way[depth]["step"] = edge["step"]
        go_down(tree, depth, edge["step"], depth + 1)
        tree.way[depth + 1]["node"] = edge["child"]
        tree.state[0]["depth"] = depth + 1


@compiled
def conclude(tree: SearchTree, rules: SearchRules) -> np.int64:
    """The step to play after a search: the plan's, or the best child's, or the greedy one where nothing can be won."""
    nodes, edges, state = tree.nodes, tree.edges, tree.state[0]
    state["phase"] = Phase.BEGIN
    if state["planned"] > state["followed"]:
        return tree.way[state["followed"]]["step"]
    root = nodes[state["root"]]
    best, most, highest, equals = np.int64(-1), 0.0, 0.0, 0
    for edge in range(root["first"], root["first"] + root["edges"]):
        child = nodes[edges[edge]["child"]]
        if child["status"] == Status.EXHAUSTED and (rules.prove or rules.prune):
            continue
        visits = float(child["visits"])
        mean = child["total"] / visits if visits else -1.0
        # Compare by the main criterion, then by the other one unless ties are broken at random.
        first, second = (visits, mean) if rules.choice == FinalChoice.VISITS else (mean, visits)
        if rules.ties == Ties.ANY:
            second = 0.0
        if best < 0 or first > most or (first == most and second > highest):
            best, most, highest, equals = edges[edge]["step"], first, second, 1
        elif first == most and second == highest:
            equals += 1
            if not random_below(tree.random, equals):
                best = edges[edge]["step"]
    return best if best >= 0 else greedy_step(tree.frames, np.int64(0), rules.weight, tree.random)


@compiled
def play_step(tree: SearchTree, rules: SearchRules, step: Cell) -> None:
    """Make a move on the board of frame 0, and keep of plan and tree what still holds."""
    edges, state = tree.edges, tree.state[0]
    if state["planned"] > state["followed"] and tree.way[state["followed"]]["step"] == step:
        state["followed"] += 1
    else:
        state["planned"] = state["followed"] = 0
    number = state["root"]
    state["root"] = NO_NODE
    if rules.keep and number != NO_NODE:
        root = tree.nodes[number]
        for edge in range(root["first"], root["first"] + root["edges"]):
            if edges[edge]["step"] == step:
                state["root"] = edges[edge]["child"]
    go_down(tree, np.int64(0), step, np.int64(0))
    state["moves"] += 1


def pending_tops(tree: SearchTree) -> NDArray[np.uint8]:
    """The top cards after each edge of the node that waits for priors, named by their cells at the start of the game.

    Empty cells hold 255. Shape (edges, cells).
    """
    edges = tree.nodes[tree.way[tree.state[0]["depth"]]["node"]]["edges"]
    tops = np.full((edges, tree.tops.shape[1]), _NO_CARD, np.uint8)
    _write_tops(tree, tops)
    return tops


@compiled
def _write_tops(tree: SearchTree, tops: NDArray[np.uint8]) -> None:
    depth = tree.state[0]["depth"]
    node = tree.nodes[tree.way[depth]["node"]]
    for k in range(node["edges"]):
        go_down(tree, depth, tree.edges[node["first"] + k]["step"], depth + 1)
        for cell in range(tops.shape[1]):
            if tree.frames.occupied[depth + 1] >> np.uint64(cell) & np.uint64(1):
                tops[k, cell] = tree.tops[depth + 1, cell]
