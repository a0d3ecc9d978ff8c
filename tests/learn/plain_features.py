"""The features of a board as networkx and the statistics module see them: slow, and written apart from the kernel."""

from itertools import combinations
from math import log2
from statistics import mean, median, pstdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.cards import SUITS
from boaf.graphs import (
    compatibility_graph,
    compatibility_masks,
    position_graph,
    position_masks,
    stackability_graph,
)


def features(board: Board) -> dict[str, float]:
    found = {
        **of_graph(compatibility_graph(board), "", "{}_degree"),
        **of_graph(stackability_graph(board), "stackability_", "rc_compatibility_{}"),
        **of_graph(position_graph(board), "position_", "rc_count_{}"),
    }
    cards = [card for card in board.tops if card is not None]
    texts = [str(card) for card in cards]
    found["stacks"] = len(cards)
    found["aces"] = sum("A" in text for text in texts)
    found["kings"] = sum("K" in text for text in texts)
    found["rank_deviation"] = pstdev(card.rank for card in cards)
    for suit, name in zip(SUITS, ("club", "diamond", "heart", "spade"), strict=True):
        found[f"{name}_ratio"] = sum(suit in text for text in texts) / len(texts)
    found["suits"] = len({card.suit for card in cards})
    found["ranks"] = len({card.rank for card in cards})
    found["suit_dominance"] = max(sum(card.suit == suit for card in cards) for suit in (1, 2, 3, 4)) / len(cards)
    ranks = {card.rank for card in cards}
    found["rank_clusters"] = sum(rank - 1 not in ranks for rank in ranks)
    return found | of_moves(board)


def of_graph(graph: Any, prefix: str, degrees: str) -> dict[str, float]:
    import networkx as nx

    values = [degree for _, degree in graph.degree()]
    articulation = set(nx.articulation_points(graph))
    critical = articulation | {node for node, degree in graph.degree() if degree == 1}
    critical_edges = [edge for edge in graph.edges if set(edge) <= critical]
    without = graph.copy()
    without.remove_edges_from(critical_edges)
    adjacency = nx.to_numpy_array(graph).astype(np.int64)
    walks = adjacency @ adjacency
    pairs = list(combinations(range(len(graph)), 2))
    trees = spanning_trees(adjacency)
    found = {
        degrees.format("min"): min(values),
        degrees.format("max"): max(values),
        degrees.format("median"): median(values),
        degrees.format("mean"): mean(values),
    }
    rest = {
        "isolated": values.count(0),
        "leaves": values.count(1),
        "critical_nodes": len(critical),
        "critical_edges": len(critical_edges),
        "islands": nx.number_connected_components(without),
        "articulation_nodes": len(articulation),
        "cut_edges": len(list(nx.bridges(graph))),
        "connected": int(nx.is_connected(graph)),
        "parts": nx.number_connected_components(graph),
        "node_connectivity": nx.node_connectivity(graph),
        "nw1": sum(adjacency[i, j] == 0 for i, j in pairs),
        "nw2": sum(walks[i, j] == 0 for i, j in pairs),
        "spanning_trees": trees,
        "log_spanning_trees": log2(1 + trees),
        "diameter": max(nx.diameter(graph.subgraph(part)) for part in nx.connected_components(graph)),
    }
    return found | {prefix + name: value for name, value in rest.items()}


def spanning_trees(adjacency: NDArray[np.int64]) -> int:
    """The number of spanning trees, by Kirchhoff's theorem; Bareiss's elimination keeps every entry an integer."""
    laplacian = np.diag(adjacency.sum(axis=0)) - adjacency
    rows: list[list[int]] = laplacian[1:, 1:].tolist()
    before = 1
    while rows:
        # Pivots are leading minors; if one of a positive semidefinite matrix is 0, so is the determinant.
        (pivot, *first), *rest = rows
        if pivot == 0:
            return 0
        rows = [[(pivot * x - row[0] * y) // before for x, y in zip(row[1:], first, strict=True)] for row in rest]
        before = pivot
    return before


def of_moves(board: Board) -> dict[str, float]:
    """What is left after each move, by making it."""
    moves = board.legal_moves
    safe, least = 0, board.stack_count
    for move in moves:
        board.push(move)
        safe += is_connected(board, compatibility_masks(board)) and is_connected(board, position_masks(board))
        movable = {card for other in board.legal_moves for card in other}
        least = min(least, board.stack_count - len(movable))
        board.pop()
    by_card, by_move = compatibility_graph(board), stackability_graph(board)
    distant = [card for card in by_card if by_card.degree(card) == 1 and by_move.degree(card) == 0]
    return {
        "moves": len(moves),
        "safe_moves": safe,
        "least_stuck_after_move": least,
        "distant_leaves": len(distant),
        "total_flockability": sum(degree for _, degree in by_card.degree()),
    }


def is_connected(board: Board, masks: list[int]) -> bool:
    stacks = {cell for cell, card in enumerate(board.tops) if card is not None}
    reached: set[int] = set()
    fresh = {min(stacks)}
    while fresh:
        reached |= fresh
        fresh = {cell for cell in stacks for other in fresh if masks[other] >> cell & 1} - reached
    return reached == stacks
