"""Write perft.json: the number of move sequences of each length, counted by brute force."""

import json
from pathlib import Path

import boaf
from boaf.board import Board

DEPTHS = 4
BOARDS = [
    boaf.deal(0), boaf.deal(1), boaf.deal(1264), boaf.deal(221602), boaf.deal(7, 3, 3), boaf.deal(7, 2, 5),
    boaf.deal(3, 5, 5), boaf.random_board(11, stacks=9), boaf.random_board(12, stacks=6),
    boaf.Board("2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S"),
]  # fmt: skip


def perft(board: Board, depth: int) -> int:
    """How many sequences of `depth` moves there are: the count by which move generators are compared."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


if __name__ == "__main__":
    golden = [{"board": board.text(), "counts": [perft(board, depth) for depth in range(DEPTHS)]} for board in BOARDS]
    Path(__file__).with_name("perft.json").write_text(json.dumps(golden, indent=1) + "\n")
