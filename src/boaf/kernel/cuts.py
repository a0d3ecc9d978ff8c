"""Where a graph is weakly connected: critical nodes, cut edges, node connectivity.

Graphs are adjacency masks, one for each cell; `nodes` are the vertices, and a mask holds only vertices.

Node connectivity is the least number of vertices whose removal leaves a disconnected graph; n − 1 where all n are
joined to each other, and 0 where the graph is disconnected already. By Menger's theorem it is the least number of paths
between two vertices that are not joined and that share nothing else. It is enough (Even, 1975) to look at one vertex
with all that are not joined to it, and at its neighbours among themselves: either the vertex is outside some smallest
cut, and then the cut parts it from another one, or it is inside, and then the cut parts two of its neighbours.
"""

from __future__ import annotations

import numpy as np

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, is_connected, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import scratch

_PATHS = scratch((3, MAX_CELLS), np.uint64)


@compiled
def critical_nodes(graph: Masks, nodes: np.uint64) -> np.uint64:
    """The articulation nodes and the nodes with a single edge.

    A node is an articulation node if its own component falls apart without it.
    """
    critical = ZERO
    left = nodes
    while left:
        cell = lowest(left)
        left &= left - ONE
        neighbours = np.uint64(graph[cell])
        if count(neighbours) == 1 or (neighbours and not _joins(graph, nodes & ~bit(cell), neighbours)):
            critical |= bit(cell)
    return critical


@compiled
def _joins(graph: Masks, nodes: np.uint64, wanted: np.uint64) -> bool:
    """Whether the nodes `wanted` are all in one component of the graph on `nodes`."""
    reached = bit(lowest(wanted))
    frontier = reached
    # Breadth-first search that stops as soon as all wanted nodes are reached.
    while frontier and wanted & ~reached:
        found = np.uint64(graph[lowest(frontier)]) & nodes & ~reached
        frontier &= frontier - ONE
        reached |= found
        frontier |= found
    return not wanted & ~reached


@compiled
def is_cut_edge(graph: Masks, nodes: np.uint64, u: np.uint64, w: np.uint64) -> bool:
    """Whether u and w are connected by their edge only."""
    reached = bit(u)
    frontier = np.uint64(graph[u]) & nodes & ~bit(w)
    reached |= frontier
    # Search from u without using the edge: if w is reached, there is another path.
    while frontier:
        found = np.uint64(graph[lowest(frontier)]) & nodes & ~reached
        frontier &= frontier - ONE
        reached |= found
        frontier |= found
        if reached & bit(w):
            return False
    return True


@compiled
def node_connectivity(graph: Masks, nodes: np.uint64) -> int:
    """The least number of nodes whose removal disconnects the graph."""
    if not is_connected(graph, nodes):
        return 0
    least, start = count(nodes) - 1, lowest(nodes)
    left = nodes
    while left:
        cell = lowest(left)
        left &= left - ONE
        degree = count(np.uint64(graph[cell]))
        if degree < least:
            least, start = degree, cell
    # A vertex of degree d is cut off by its d neighbours, so the least degree is an upper bound.
    if least <= 1:
        return least
    paths = _PATHS()
    around = np.uint64(graph[start])
    far = nodes & ~around & ~bit(start)
    # Case 1 (see above): the start is outside some smallest cut, which parts it from a vertex that is not its
    # neighbour.
    while far:
        least = _disjoint_paths(graph, nodes, start, lowest(far), least, paths)
        far &= far - ONE
    # Case 2: the start is in every smallest cut, which then parts two of its neighbours.
    while around:
        one = lowest(around)
        around &= around - ONE
        others = around & ~np.uint64(graph[one])
        while others:
            least = _disjoint_paths(graph, nodes, one, lowest(others), least, paths)
            others &= others - ONE
    return least


@compiled
def _disjoint_paths(graph: Masks, nodes: np.uint64, start: np.uint64, end: np.uint64, enough: int, paths: Masks) -> int:
    """How many paths from start to end share no other node, at most `enough`; the two are not joined.

    Paths are added one by one; one that runs into another may undo a part of it. `paths` is scratch: for a node on a
    path the node before it, and for each node from where its entry and its exit were reached. Shape (3, cells).
    """
    # Every common neighbour is a path by itself; the search looks for longer ones only.
    common = np.uint64(graph[start] & graph[end])
    found = count(common)
    allowed = nodes & ~common & ~bit(start) & ~bit(end)
    used = ZERO
    while found < enough:
        last = _find_path(graph, allowed, used, start, end, paths)
        if last == end:
            return found
        found += 1
        used = _add_path(used, start, last, paths)
    return enough


@compiled
def _find_path(
    graph: Masks, allowed: np.uint64, used: np.uint64, start: np.uint64, end: np.uint64, paths: Masks
) -> np.uint64:
    """Search for one more path; return the node before the end, or the end itself if there is no path."""
    # Each node is split into an entry and an exit, joined by an edge of capacity 1, as in a flow network. A node on a
    # path that was found earlier may be entered, but only to undo that path: it is left backwards, towards the node
    # before it.
    entries = np.uint64(graph[start]) & allowed
    exits = ZERO
    entered, left = entries, ZERO
    new = entries
    while new:
        paths[1, lowest(new)] = start
        new &= new - ONE
    while entries or exits:
        if entries:
            cell = lowest(entries)
            entries &= entries - ONE
            beyond = paths[0, cell] if used & bit(cell) else cell
            if beyond != start and not left & bit(beyond):
                paths[2, beyond] = cell
                left |= bit(beyond)
                exits |= bit(beyond)
            continue
        cell = lowest(exits)
        exits &= exits - ONE
        if np.uint64(graph[cell]) & bit(end):
            return cell
        new = (np.uint64(graph[cell]) & allowed & ~entered) | (used & bit(cell) & ~entered)
        entered |= new
        entries |= new
        while new:
            paths[1, lowest(new)] = cell
            new &= new - ONE
    return end


@compiled
def _add_path(used: np.uint64, start: np.uint64, last: np.uint64, paths: Masks) -> np.uint64:
    """Add the path that was found, from its last node backwards; return the nodes on paths."""
    cell = last
    while cell != start:
        entry = paths[2, cell]
        before = paths[1, entry]
        if entry == cell:
            used |= bit(cell)
        if before == entry:
            used &= ~bit(entry)
        else:
            paths[0, entry] = before
        cell = before
    return used
