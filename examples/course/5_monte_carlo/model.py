"""Unit 5: a model solution. Random games after every move; the move whose games leave the fewest stacks on average."""

GAMES = 12


def choose(board, random):
    return min(board.legal_moves, key=lambda move: stacks_left(board, move, random))


def stacks_left(board, move, random):
    """The mean number of stacks that random games leave after a move; won games count double."""
    board.push(move)
    total = 0
    for _ in range(GAMES):
        game = board.copy()
        while moves := game.legal_moves:
            game.push(moves[random.below(len(moves))])
        total += game.stack_count - 2 * game.is_solved
    board.pop()
    return total
