"""Unit 3: a wrong solution. The order of the model, the wrong way round."""

import boaf


def order(board):
    graph = boaf.compatibility_graph(board)
    return sorted(board.legal_moves, key=lambda move: -sum(1 / graph.degree(other) for other in graph[move.target]))
