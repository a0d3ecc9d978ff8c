"""Unit 5: a player."""


def choose(board, random):
    """One of the legal moves."""
    moves = board.legal_moves
    return moves[random.below(len(moves))]
