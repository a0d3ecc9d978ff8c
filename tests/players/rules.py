"""Many games replayed by the rules, on arrays of cards and with none of the code under test."""

import numpy as np
from numpy.typing import NDArray

EMPTY = 255


def replay(
    cards: NDArray[np.uint8], cols: int, steps: NDArray[np.uint16]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check that every move is legal and that none is left; return the final scores and numbers of stacks.

    Shapes: cards (games, cells), steps (games, moves), a step being source << 8 | target, 0 where there is none.
    """
    tops, sizes = cards.copy(), (cards != EMPTY).astype(np.int64)
    for moves in steps.T:
        games = np.flatnonzero(moves)
        source, target = moves[games] >> 8, moves[games] & 255
        mover, covered = tops[games, source], tops[games, target]
        assert np.all((mover != EMPTY) & (covered != EMPTY) & (source != target)), "a move from or to an empty cell"
        assert np.all((source // cols == target // cols) | (source % cols == target % cols)), "a move out of line"
        assert np.all(_match(mover, covered)), "a move between cards that do not match"
        tops[games, target], tops[games, source] = mover, EMPTY
        sizes[games, target] += sizes[games, source]
        sizes[games, source] = 0
    cells = cards.shape[1]
    for a in range(cells):
        for b in range(a):
            if a // cols == b // cols or a % cols == b % cols:
                both = (tops[:, a] != EMPTY) & (tops[:, b] != EMPTY)
                assert not np.any(both & _match(tops[:, a], tops[:, b])), "a game ended with a move left"
    return (sizes**2).sum(axis=1), (sizes > 0).sum(axis=1)


def _match(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return (one % 4 == other % 4) | (np.abs(one.astype(int) // 4 - other.astype(int) // 4) <= 1)
