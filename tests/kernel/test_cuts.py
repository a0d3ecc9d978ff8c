"""Critical nodes, cut edges and node connectivity of random graphs, against networkx."""

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boaf.kernel.bits import Masks, bit
from boaf.kernel.cuts import critical_nodes, is_cut_edge, node_connectivity

if TYPE_CHECKING:
    import networkx as nx

pytestmark = pytest.mark.plain


def setup_module() -> None:
    """Import networkx when a test runs, not when tests are collected."""
    global nx
    import networkx as nx


def masks(graph: Any, cells: int = 16) -> Masks:
    rows = np.zeros(cells, np.uint16 if cells <= 16 else np.uint64)
    for node in graph:
        rows[node] = sum(1 << other for other in graph[node])
    return rows


def nodes_of(graph: Any) -> np.uint64:
    return np.uint64(sum(1 << node for node in graph))


def random_graphs(count: int) -> list[Any]:
    """Graphs on some of the cells, from trees to nearly complete ones."""
    random = Random(2)
    graphs = []
    for _ in range(count):
        nodes = random.sample(range(16), random.randint(1, 12))
        graph: Any = nx.Graph()
        graph.add_nodes_from(nodes)
        share = random.choice([0.15, 0.3, 0.5, 0.8, 0.95])
        graph.add_edges_from(pair for pair in combinations(nodes, 2) if random.random() < share)
        graphs.append(graph)
    return graphs


def test_node_connectivity_is_that_of_networkx() -> None:
    for graph in random_graphs(400):
        assert node_connectivity(masks(graph), nodes_of(graph)) == nx.node_connectivity(graph)


@pytest.mark.parametrize(
    ("make", "arguments", "connectivity"),
    [
        ("complete_graph", [9], 8),
        ("complete_bipartite_graph", [4, 7], 4),
        ("cycle_graph", [11], 2),
        ("petersen_graph", [], 3),
        ("hypercube_graph", [4], 4),
        ("octahedral_graph", [], 4),
        ("icosahedral_graph", [], 5),
        ("circulant_graph", [16, [1, 2, 5]], 6),
        ("star_graph", [5], 1),
        ("empty_graph", [1], 0),
        ("empty_graph", [2], 0),
    ],
)
def test_node_connectivity_of_known_graphs(make: str, arguments: list[Any], connectivity: int) -> None:
    graph = nx.convert_node_labels_to_integers(getattr(nx, make)(*arguments))
    assert node_connectivity(masks(graph), nodes_of(graph)) == connectivity


def test_node_connectivity_of_large_graphs() -> None:
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(5, 9, periodic=True))
    assert node_connectivity(masks(graph, 64), nodes_of(graph)) == 4


def test_critical_nodes_and_cut_edges_are_those_of_networkx() -> None:
    for graph in random_graphs(300):
        rows, nodes = masks(graph), nodes_of(graph)
        expected = set(nx.articulation_points(graph)) | {node for node in graph if graph.degree(node) == 1}
        critical = critical_nodes(rows, nodes)
        assert {node for node in graph if critical & bit(node)} == expected
        bridges = {frozenset(edge) for edge in nx.bridges(graph)}
        for u, w in graph.edges:
            assert is_cut_edge(rows, nodes, np.uint64(u), np.uint64(w)) == (frozenset((u, w)) in bridges)
