"""Unit 2: a wrong solution. It follows the first legal move and never comes back."""


def solve(board, limits):
    game = board.copy()
    while not game.is_over:
        game.push(game.legal_moves[0])
    return ("solvable", game.moves, 1) if game.is_solved else ("unsolvable", (), 1)
