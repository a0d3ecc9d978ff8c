"""Unit 3: tests to show to students."""

import boaf


def test_the_order_has_every_legal_move_once(student):
    for seed in range(10):
        board = boaf.deal(seed, 3, 3)
        assert sorted(student.order(board)) == sorted(board.legal_moves)
