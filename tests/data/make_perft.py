"""Write perft.json: the number of move sequences of each length, counted by the oracle."""

import json
from pathlib import Path

import boaf
from boaf.solvers.references import perft

DEPTHS = 4
BOARDS = [
    boaf.deal(0), boaf.deal(1), boaf.deal(1264), boaf.deal(221602), boaf.deal(7, 3, 3), boaf.deal(7, 2, 5),
    boaf.deal(3, 5, 5), boaf.random_board(11, stacks=9), boaf.random_board(12, stacks=6),
    boaf.Board("2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S"),
]  # fmt: skip

if __name__ == "__main__":
    golden = [{"board": board.text(), "counts": [perft(board, depth) for depth in range(DEPTHS)]} for board in BOARDS]
    Path(__file__).with_name("perft.json").write_text(json.dumps(golden, indent=1) + "\n")
