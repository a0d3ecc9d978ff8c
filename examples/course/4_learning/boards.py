"""Unit 4: boards with labels; nothing to change here."""

import boaf


def labelled_boards(seed, number):
    """Boards of eight stacks, half of them solvable, and whether each is; other seeds give other boards."""
    found = {True: [], False: []}
    while min(map(len, found.values())) < number / 2:
        board = boaf.random_board(seed, stacks=8)
        label = bool(boaf.solve(board).moves)
        if len(found[label]) < number / 2:
            found[label].append(board)
        seed += 1
    boards = [board for both in zip(found[True], found[False], strict=True) for board in both]
    return boards, [True, False] * (number // 2)
