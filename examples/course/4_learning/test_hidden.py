"""Unit 4: held-out tests."""

import starter

from boards import labelled_boards

TRAINED, HELD_OUT = 50_000, 60_000


def test_it_is_better_than_guessing_on_held_out_boards():
    model = starter.train(*labelled_boards(TRAINED, 400))
    boards, labels = labelled_boards(HELD_OUT, 200)
    right = sum((starter.predict(model, board) > 0.5) == label for board, label in zip(boards, labels, strict=True))
    share = right / len(boards)
    text = f"your model is right on {share:.0%} of boards that it has not seen; guessing is on 50 %"
    assert share >= 0.7, f"{text}; twenty points more are asked for"
