"""Spanning trees: known graphs, and random ones against Kirchhoff's determinant in fractions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from boaf.kernel.spanning_trees import count_exactly, spanning_trees
from tests.kernel.test_cuts import masks, nodes_of

if TYPE_CHECKING:
    import networkx as nx

pytestmark = pytest.mark.plain


def setup_module() -> None:
    """Import networkx when a test runs, not when tests are collected."""
    global nx
    import networkx as nx


def determinant(graph: Any) -> int:
    """The number of spanning trees in fractions, with row exchanges."""
    nodes = list(graph)[1:]
    rows = [[Fraction(graph.degree(i) if i == j else -int(graph.has_edge(i, j))) for j in nodes] for i in nodes]
    product = Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            product = -product
        product *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [below - factor * above for below, above in zip(rows[i], rows[k], strict=True)]
    assert product.denominator == 1
    return int(product)


def counts(graph: Any, cells: int = 16) -> tuple[float, int]:
    graph = nx.convert_node_labels_to_integers(graph)
    rows, nodes = masks(graph, cells), nodes_of(graph)
    return float(spanning_trees(rows, nodes)), count_exactly(rows.tolist(), int(nodes))


@pytest.mark.parametrize("vertices", range(1, 17))
def test_cayleys_formula(vertices: int) -> None:
    trees = vertices ** (vertices - 2) if vertices > 1 else 1
    assert counts(nx.complete_graph(vertices)) == (float(trees), trees)


@pytest.mark.parametrize(
    ("make", "trees"),
    [
        (lambda: nx.cycle_graph(13), 13),
        (lambda: nx.complete_bipartite_graph(5, 8), 5**7 * 8**4),
        (lambda: nx.Graph(nx.petersen_graph()), 2000),
        (lambda: nx.wheel_graph(5), 45),
        (lambda: nx.cartesian_product(nx.complete_graph(4), nx.complete_graph(4)), 2**35),
        (lambda: nx.path_graph(16), 1),
        (lambda: nx.disjoint_union(nx.complete_graph(8), nx.complete_graph(8)), 0),
    ],
)
def test_known_graphs(make: Callable[[], Any], trees: int) -> None:
    assert counts(make()) == (float(trees), trees)


@pytest.mark.slow
def test_random_graphs_have_exactly_the_trees_that_fractions_count() -> None:
    random = Random(3)
    for _ in range(60):
        vertices = random.choice([3, 8, 14, 16, 17])
        graph: Any = nx.Graph()
        graph.add_nodes_from(range(vertices))
        share = random.choice([0.2, 0.5, 0.9, 0.97])
        graph.add_edges_from(pair for pair in combinations(range(vertices), 2) if random.random() < share)
        trees = determinant(graph)
        assert counts(graph, 20) == (float(trees), trees)


@pytest.mark.parametrize("vertices", [18, 30, 52, 64])
def test_large_graphs_do_not_overflow(vertices: int) -> None:
    estimate, exact = counts(nx.complete_graph(vertices), 64)
    assert exact == vertices ** (vertices - 2)
    assert estimate == pytest.approx(float(exact), rel=1e-10)
