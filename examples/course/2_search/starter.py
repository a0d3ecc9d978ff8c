"""Unit 2: a solver."""


def solve(board, limits):
    """(verdict, moves, nodes): "solvable" with moves that solve the board, "unsolvable" with none, or "unknown"."""
    if board.is_solved:
        return "solvable", [], 1
    return "unknown", [], 1
