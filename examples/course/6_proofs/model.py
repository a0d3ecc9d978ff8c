"""Unit 6: a model solution. Odd birds and flocks."""

import boaf


def prove(board):
    graph = boaf.compatibility_graph(board)
    for card in graph:
        if not graph[card] and len(graph) > 1:
            return f"{card} matches no other card, and no move gives a card a new match."
    reached, new = set(), {next(iter(graph))}
    while new:
        reached |= new
        new = {other for card in new for other in graph[card]} - reached
    if len(reached) < len(graph):
        return f"No card of {', '.join(map(str, reached))} matches any other card."
    return None
