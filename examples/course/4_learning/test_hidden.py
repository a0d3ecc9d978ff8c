"""Unit 4: held-out tests."""

import boaf

TRAINED, HELD_OUT = 50_000, 60_000


def _labelled(first, number):
    """Boards of eight stacks, as many solvable as unsolvable ones, and whether each is solvable."""
    found = {True: [], False: []}
    while min(map(len, found.values())) < number:
        board = boaf.random_board(first, stacks=8)
        found[bool(boaf.solve(board).moves)].append(board)
        first += 1
    boards = [board for both in zip(found[True][:number], found[False][:number], strict=True) for board in both]
    return boards, [True, False] * number


def test_it_is_better_than_guessing_on_held_out_boards(student):
    model = student.train(*_labelled(TRAINED, 200))
    boards, labels = _labelled(HELD_OUT, 100)
    right = sum((student.predict(model, board) > 0.5) == label for board, label in zip(boards, labels, strict=True))
    share = right / len(boards)
    text = f"your model is right on {share:.0%} of boards that it has not seen; guessing is on 50 %"
    assert share >= 0.7, f"{text}; twenty points more are asked for"
