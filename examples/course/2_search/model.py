"""Unit 2: a model solution. Depth-first search that remembers lost positions and stops at two flocks."""

import boaf


def solve(board, limits):
    game, lost, nodes = board.copy(), set(), 0

    def search():
        nonlocal nodes
        nodes += 1
        if game.is_solved:
            return True
        key = game.text(tops_only=True)
        if key in lost or not is_connected(game):
            return False
        for move in game.legal_moves:
            game.push(move)
            if search():
                return True
            game.pop()
        lost.add(key)
        return False

    return ("solvable", game.moves, nodes) if search() else ("unsolvable", (), nodes)


def is_connected(board):
    """Whether the cards are one flock."""
    graph = boaf.compatibility_graph(board)
    reached = set()
    new = {next(iter(graph))}
    while new:
        reached |= new
        new = {other for card in new for other in graph[card]} - reached
    return len(reached) == len(graph)
