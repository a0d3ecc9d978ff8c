"""Unit 5: tests to show to students."""

import boaf
from boaf.deals import SplitMix64


def test_every_move_is_legal(student):
    random = SplitMix64(1)
    for seed in range(3):
        board = boaf.deal(seed, 3, 3)
        while not board.is_over:
            move = student.choose(board.copy(), random)
            assert board.is_legal(move), f"{move} is illegal on {board.text(tops_only=True)}"
            board.push(move)
