import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boaf
from boaf.graphs import compatibility_masks, position_masks
from boaf.kernel.position import moves_of, new_rows, position_of, push, steps_of
from boaf.support.errors import BoafError

pytestmark = pytest.mark.plain
boards = st.one_of(
    st.integers(0, 10**6).map(boaf.random_board),
    st.integers(0, 10**6).map(lambda seed: boaf.random_board(seed, 5, 6)),
)


@given(boards)
def test_a_position_holds_the_two_graphs(board: boaf.Board) -> None:
    position = position_of(board)
    cells = board.rows * board.cols
    assert position.match[:cells].tolist() == compatibility_masks(board)
    assert not position.match[cells:].any()
    occupied = int(position.occupied)
    by_position = [
        int(line) & occupied if occupied >> cell & 1 else 0 for cell, line in enumerate(position.line[:cells])
    ]
    assert by_position == position_masks(board)


@given(boards)
def test_a_step_does_to_a_position_what_a_move_does_to_a_board(board: boaf.Board) -> None:
    position = position_of(board)
    frames = np.zeros((2, len(position.match)), position.match.dtype)
    occupied = np.zeros(2, np.uint64)
    for move in board.legal_moves[:4]:
        frames[0], occupied[0] = position.match, position.occupied
        (step,) = steps_of(board, [move])
        push(frames, occupied, 0, step, 1)
        board.push(move)
        expected = position_of(board)
        board.pop()
        assert occupied[1] == expected.occupied
        assert frames[1].tolist() == expected.match.tolist()
        assert moves_of(board, [step]) == (move,)


def test_rows_are_as_wide_as_the_board_needs() -> None:
    assert new_rows(16, 3).shape == (3, 16)
    assert new_rows(17, 3).shape == (3, 64)


def test_a_board_of_more_than_64_cells_is_refused() -> None:
    board = boaf.random_deal(1, 9, 9, boaf.Deck(9, 9))
    with pytest.raises(BoafError, match="a 9 × 9 board has 81 cells; the solvers take boards of up to 64"):
        boaf.solve(board)
