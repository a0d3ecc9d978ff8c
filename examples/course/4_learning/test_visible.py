"""Unit 4: tests to show to students."""

import starter

from boards import labelled_boards


def test_a_prediction_is_a_probability():
    boards, labels = labelled_boards(0, 60)
    model = starter.train(boards, labels)
    assert all(0 <= starter.predict(model, board) <= 1 for board in boards)


def test_it_is_better_than_guessing_on_other_boards():
    model = starter.train(*labelled_boards(0, 100))
    boards, labels = labelled_boards(1000, 100)
    right = sum((starter.predict(model, board) > 0.5) == label for board, label in zip(boards, labels, strict=True))
    assert right >= 60, f"your model is right on {right} of 100 boards that it has not seen; guessing is on 50"
