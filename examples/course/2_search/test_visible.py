"""Unit 2: tests to show to students."""

import pytest

import boaf
from boaf.solvers import Limits


@pytest.mark.parametrize("seed", range(8))
def test_small_boards(student, seed):
    board = boaf.deal(seed, 3, 3)
    verdict, moves, nodes = student.solve(board.copy(), Limits())
    assert verdict == boaf.solve(board).verdict
    assert nodes >= 1
    assert verdict != "solvable" or board.is_solved_by(moves)
