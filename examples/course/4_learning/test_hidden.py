"""Unit 4: held-out tests."""

import boaf

TRAINED, HELD_OUT = range(50_000, 50_600), range(60_000, 60_300)


def test_it_is_better_than_the_larger_class_on_held_out_boards(student):
    boards = {seeds: [boaf.random_board(seed, stacks=8) for seed in seeds] for seeds in (TRAINED, HELD_OUT)}
    labels = {seeds: [bool(boaf.solve(board).moves) for board in found] for seeds, found in boards.items()}
    model = student.train(boards[TRAINED], labels[TRAINED])
    pairs = zip(boards[HELD_OUT], labels[HELD_OUT], strict=True)
    right = sum((student.predict(model, board) > 0.5) == label for board, label in pairs) / len(HELD_OUT)
    share = sum(labels[HELD_OUT]) / len(HELD_OUT)
    larger = max(share, 1 - share)
    text = (
        f"your model is right on {right:.0%} of boards that it has not seen; always the larger class is on {larger:.0%}"
    )
    assert right >= larger + 0.1, f"{text}; ten points more are asked for"
