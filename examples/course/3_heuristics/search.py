"""Unit 3: a depth-first search with an order of moves; nothing to change here."""

import boaf

MOST = 3000


def count_nodes(board, order):
    """How many positions the search visits before it finds a solution, at most `MOST`."""
    game, lost, nodes = board.copy(), set(), 0

    def search():
        nonlocal nodes
        nodes += 1
        if game.is_solved or nodes >= MOST:
            return True
        key = game.text(tops_only=True)
        if key in lost:
            return False
        moves = list(order(game))
        assert sorted(moves) == sorted(game.legal_moves), "order must give every legal move once, and no other"
        for move in moves:
            game.push(move)
            if search():
                return True
            game.pop()
        lost.add(key)
        return False

    search()
    return nodes


def mean_nodes(order, seeds):
    """The mean number of nodes on the solvable 3 × 4 deals among `seeds`."""
    boards = [boaf.deal(seed, 3, 4) for seed in seeds]
    counts = [count_nodes(board, order) for board in boards if boaf.solve(board).moves]
    return sum(counts) / len(counts)
