"""Unit 4: tests to show to students."""

import boaf


def test_a_prediction_is_a_probability(student):
    boards = [boaf.random_board(seed, stacks=8) for seed in range(60)]
    model = student.train(boards, [bool(boaf.solve(board).moves) for board in boards])
    assert all(0 <= student.predict(model, board) <= 1 for board in boards)
