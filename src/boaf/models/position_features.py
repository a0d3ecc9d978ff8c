"""The features of a position, compiled: measures of its graphs, its top cards and its legal moves.

Three graphs on the stacks are measured in the same way (`GRAPH_FEATURES`): the compatibility graph, the stackability
graph, which has the legal moves, and the position graph. Araki et al. (2019) call the degrees of the last two RC
compatibility and RC count.

`fill` writes into a row with a place for every feature of `NAMES`. It computes only some groups of features
(`groups_of`), because some cost far more than others and a search that orders its children by a model pays for each at
every node. The places of other groups are left unchanged.

Definitions that Araki et al. (2019) leave open. An articulation node splits its own component, so a disconnected graph
has such nodes too. A critical edge joins two critical nodes, as the paper says, whether or not it is a cut edge (see
`island_merge`); islands are the parts that remain without the critical edges, so a graph without any has one island for
each part. The standard deviation of ranks is that of the population.

Of Neller, Berson et al. (2019) we know only the names of some features, and the flockability of a card: the number of
its matches by card. Suit dominance is read as the share of the commonest suit, rank clusters as the runs of
neighbouring ranks.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest, part_around
from boaf.kernel.cuts import critical_nodes, is_cut_edge, node_connectivity
from boaf.kernel.dealing import Cards
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import scratch, scratch_rows
from boaf.kernel.spanning_trees import spanning_trees

_GROUPS = {
    "degrees": ("min_degree", "max_degree", "median_degree", "mean_degree", "isolated", "leaves"),
    "cuts": ("critical_nodes", "critical_edges", "islands", "articulation_nodes", "cut_edges"),
    "parts": ("connected", "parts"),
    "connectivity": ("node_connectivity",),
    "walks": ("nw1", "nw2"),
    "trees": ("spanning_trees", "log_spanning_trees"),
    "distances": ("diameter",),
}
GRAPH_FEATURES = tuple(name for names in _GROUPS.values() for name in names)
"""The measures of each graph."""
CARD_FEATURES = (
    "stacks", "aces", "kings", "rank_deviation", "club_ratio", "diamond_ratio", "heart_ratio", "spade_ratio", "suits",
    "ranks", "suit_dominance", "rank_clusters",
)  # fmt: skip
MOVE_FEATURES = ("moves", "safe_moves", "least_stuck_after_move", "distant_leaves", "total_flockability")


def _named(graph: str, name: str) -> str:
    """The name of a feature of the stackability or the position graph."""
    paper = {"stackability": "rc_compatibility", "position": "rc_count"}[graph]
    return f"{paper}_{name.removesuffix('_degree')}" if name.endswith("_degree") else f"{graph}_{name}"


NAMES = (
    *GRAPH_FEATURES,
    *(_named("stackability", name) for name in GRAPH_FEATURES),
    *(_named("position", name) for name in GRAPH_FEATURES),
    *CARD_FEATURES,
    *MOVE_FEATURES,
)
"""All features, in the order of their places in a row."""

_STACKABILITY = len(GRAPH_FEATURES)
_POSITION = 2 * _STACKABILITY
_CARDS_AT = 3 * _STACKABILITY
_MOVES_AT = _CARDS_AT + len(CARD_FEATURES)
_CUTS_AT, _PARTS_AT, _CONNECTIVITY_AT, _WALKS_AT, _TREES_AT, _DISTANCES_AT = (
    GRAPH_FEATURES.index(_GROUPS[group][0]) for group in list(_GROUPS)[1:]
)

_DEGREES, _CUTS, _PARTS, _CONNECTIVITY, _WALKS, _TREES, _DISTANCES = (1 << k for k in range(len(_GROUPS)))
_EACH = len(_GROUPS)
_ANY = (1 << _EACH) - 1
_CARDS = 1 << 3 * _EACH
_MOVES = 1 << 3 * _EACH + 1
_SUITS = 4
_GRAPHS = scratch_rows(2)
_TALLY = scratch((MAX_CELLS,), np.int64)
_OF_SUITS = scratch((_SUITS,), np.int64)


def groups_of(names: Iterable[str]) -> int:
    """The groups of these features, as bits."""
    groups = 0
    for name in names:
        place = NAMES.index(name)
        if place >= _MOVES_AT:
            groups |= _MOVES
        elif place >= _CARDS_AT:
            groups |= _CARDS
        else:
            graph, place = divmod(place, _STACKABILITY)
            group = next(k for k, members in enumerate(_GROUPS.values()) if GRAPH_FEATURES[place] in members)
            groups |= 1 << graph * _EACH + group
    return groups


@compiled
def fill(
    match: Masks, line: Masks, occupied: np.uint64, cards: Cards, groups: int, values: NDArray[np.float64]
) -> None:
    """Write the features of some groups to their places in `values`; at least one cell is occupied.

    `match`, `line` and `occupied` are those of a `Position`; `cards` has the number of the top card in every occupied
    cell, and is read for card features only. Shapes: (cells,), values (len(NAMES),).
    """
    if groups & _ANY:
        fill_graph(match, occupied, groups & _ANY, values, 0)
    if groups >> _EACH & _ANY or groups >> 2 * _EACH & _ANY or groups & _MOVES:
        # The edges of the stackability graph and of the position graph; `line` has empty cells too.
        graphs = _GRAPHS(line)
        graphs[:] = 0
        legal, around = graphs[0], graphs[1]
        left = occupied
        while left:
            cell = lowest(left)
            left &= left - ONE
            around[cell] = np.uint64(line[cell]) & occupied
            legal[cell] = np.uint64(match[cell]) & np.uint64(around[cell])
        if groups >> _EACH & _ANY:
            fill_graph(legal, occupied, groups >> _EACH & _ANY, values, _STACKABILITY)
        if groups >> 2 * _EACH & _ANY:
            fill_graph(around, occupied, groups >> 2 * _EACH & _ANY, values, _POSITION)
        if groups & _MOVES:
            _fill_moves(match, legal, around, occupied, values, _MOVES_AT)
    if groups & _CARDS:
        fill_cards(cards, occupied, values, _CARDS_AT)


@compiled
def fill_graph(graph: Masks, nodes: np.uint64, groups: int, values: NDArray[np.float64], at: int) -> None:
    """Write the features of one graph, of some groups, to their places from `at` on."""
    if groups & _DEGREES:
        _fill_degrees(graph, nodes, values, at)
    if groups & _CUTS:
        _fill_cuts(graph, nodes, values, at + _CUTS_AT)
    if groups & _PARTS:
        parts = count_parts(graph, nodes)
        values[at + _PARTS_AT] = parts == 1
        values[at + _PARTS_AT + 1] = parts
    if groups & _CONNECTIVITY:
        values[at + _CONNECTIVITY_AT] = node_connectivity(graph, nodes)
    if groups & _WALKS:
        _fill_walks(graph, nodes, values, at + _WALKS_AT)
    if groups & _TREES:
        trees = spanning_trees(graph, nodes)
        values[at + _TREES_AT] = trees
        values[at + _TREES_AT + 1] = np.log2(1.0 + trees)
    if groups & _DISTANCES:
        values[at + _DISTANCES_AT] = diameter(graph, nodes)


@compiled
def _fill_degrees(graph: Masks, nodes: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write least, largest, median and mean degree, and the numbers of isolated nodes and leaves."""
    number = count(nodes)
    # tally[d] is the number of nodes of degree d, from which all statistics follow without sorting.
    tally = _TALLY()
    tally[:] = 0
    total = 0
    left = nodes
    while left:
        degree = count(np.uint64(graph[lowest(left)]))
        left &= left - ONE
        tally[degree] += 1
        total += degree
    least, most = 0, number - 1
    while not tally[least]:
        least += 1
    while not tally[most]:
        most -= 1
    # The median: `below` nodes have a degree of at most `low`. If that is exactly half of them, the median is the mean
    # of `low` and the next degree that occurs.
    low, below = 0, tally[0]
    while 2 * below < number:
        low += 1
        below += tally[low]
    high = low
    if 2 * below == number:
        high += 1
        while not tally[high]:
            high += 1
    values[at] = least
    values[at + 1] = most
    values[at + 2] = (low + high) / 2
    values[at + 3] = total / number
    values[at + 4] = tally[0]
    values[at + 5] = tally[1] if number > 1 else 0


@compiled
def _fill_cuts(graph: Masks, nodes: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the numbers of critical nodes, critical edges, islands, articulation nodes and cut edges."""
    critical = critical_nodes(graph, nodes)
    without = _GRAPHS(graph)[0]  # the graph without its critical edges
    without[:] = 0
    articulation, ends, cut_ends = 0, 0, 0
    left = nodes
    while left:
        u = lowest(left)
        left &= left - ONE
        without[u] = graph[u]
        if not critical & bit(u):
            continue
        articulation += count(np.uint64(graph[u])) > 1  # the other critical nodes are leaves
        others = np.uint64(graph[u]) & critical
        without[u] = np.uint64(graph[u]) & ~critical
        # Both ends of a critical edge count it. A cut edge is critical: each of its ends is a leaf or splits the graph.
        ends += count(others)
        while others:
            cut_ends += is_cut_edge(graph, nodes, u, lowest(others))
            others &= others - ONE
    values[at] = count(critical)
    values[at + 1] = ends // 2
    values[at + 2] = count_parts(without, nodes)
    values[at + 3] = articulation
    values[at + 4] = cut_ends // 2


@compiled
def count_parts(graph: Masks, nodes: np.uint64) -> int:
    """The number of connected components."""
    parts = 0
    left = nodes
    while left:
        left &= ~part_around(graph, left, bit(lowest(left)))
        parts += 1
    return parts


@compiled
def diameter(graph: Masks, nodes: np.uint64) -> int:
    """The largest distance of two nodes of one component, by breadth-first search from every node."""
    largest = 0
    left = nodes
    while left:
        reached = fresh = bit(lowest(left))
        left &= left - ONE
        distance = -1
        while fresh:
            distance += 1
            around = ZERO  # the neighbours of the nodes at this distance
            while fresh:
                around |= np.uint64(graph[lowest(fresh)])
                fresh &= fresh - ONE
            fresh = around & ~reached
            reached |= around
        largest = max(largest, distance)
    return largest


@compiled
def _fill_walks(graph: Masks, nodes: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the numbers of pairs without a walk of length one, and without a walk of length two."""
    not_one, not_two = 0, 0
    left = nodes
    while left:
        i = lowest(left)
        left &= left - ONE
        not_one += count(left & ~np.uint64(graph[i]))
        others = left
        while others:
            not_two += not np.uint64(graph[i]) & np.uint64(graph[lowest(others)])
            others &= others - ONE
    values[at] = not_one
    values[at + 1] = not_two


@compiled
def fill_cards(cards: Cards, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the features of the top cards to their places from `at` on."""
    suits = _OF_SUITS()
    suits[:] = 0
    seen = ZERO  # the ranks that occur
    stacks, aces, kings, total, squares = 0, 0, 0, 0, 0
    left = occupied
    while left:
        card = int(cards[lowest(left)])
        left &= left - ONE
        rank = card // _SUITS + 1
        suits[card % _SUITS] += 1
        seen |= bit(rank)
        stacks += 1
        aces += rank == 1
        kings += rank == 13
        total += rank
        squares += rank * rank
    values[at] = stacks
    values[at + 1] = aces
    values[at + 2] = kings
    values[at + 3] = np.sqrt(np.float64(stacks * squares - total * total)) / stacks
    present, most = 0, 0
    for suit in range(_SUITS):
        values[at + 4 + suit] = suits[suit] / stacks
        present += suits[suit] > 0
        most = max(most, suits[suit])
    values[at + 8] = present
    values[at + 9] = count(seen)
    values[at + 10] = most / stacks
    values[at + 11] = count(seen & ~(seen << ONE))  # a run begins at a rank without the rank below


@compiled
def _fill_moves(
    match: Masks, legal: Masks, around: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int
) -> None:
    """Write the features of the legal moves and of the boards after them.

    A move a → b deletes b's card from the compatibility graph and a's cell from the position graph. So if both are
    connected, they stay connected unless b is an articulation node of the one or a of the other; and a move never
    reconnects a graph.
    """
    # The stacks with 0, 1 and 2 legal moves, and the leaves of the two graphs.
    stuck_0, stuck_1, stuck_2, card_leaves, line_leaves = ZERO, ZERO, ZERO, ZERO, ZERO
    distant, flockability = 0, 0
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        moves = count(np.uint64(legal[cell]))
        flockability += count(np.uint64(match[cell]))
        if moves == 0:
            stuck_0 |= bit(cell)
        elif moves == 1:
            stuck_1 |= bit(cell)
        elif moves == 2:
            stuck_2 |= bit(cell)
        if count(np.uint64(match[cell])) == 1:
            card_leaves |= bit(cell)
            distant += moves == 0
        if count(np.uint64(around[cell])) == 1:
            line_leaves |= bit(cell)
    # Articulation nodes are the critical nodes that are no leaves: of the cards (hubs) and of the cells (crossings).
    whole = count_parts(match, occupied) == 1 and count_parts(around, occupied) == 1
    hubs = critical_nodes(match, occupied) & ~card_leaves
    crossings = critical_nodes(around, occupied) & ~line_leaves
    moves, safe, least = 0, 0, count(occupied)
    left = occupied
    while left:
        a = lowest(left)
        left &= left - ONE
        legal_a = np.uint64(legal[a])
        moves += count(legal_a)
        if whole and not crossings & bit(a):
            safe += count(legal_a & ~hubs)
        targets = legal_a
        while targets:
            b = lowest(targets)
            targets &= targets - ONE
            legal_b = np.uint64(legal[b])
            others = ~(bit(a) | bit(b))
            # After a → b, the card of a is in the cell of b. Other stacks lose their moves to and from a and b, but
            # those in `gain` can move to or from the card in its new cell. So a stack becomes stuck if a and b were its
            # only moves and it is not in `gain`; the moved stack itself is stuck if nobody is.
            gain = np.uint64(match[a]) & np.uint64(around[b]) & others
            stuck = stuck_0 | (stuck_1 & (legal_a | legal_b)) | (stuck_2 & legal_a & legal_b)
            least = min(least, count(stuck & others & ~gain) + (not gain))
    values[at] = moves
    values[at + 1] = safe
    values[at + 2] = least
    values[at + 3] = distant
    values[at + 4] = flockability
