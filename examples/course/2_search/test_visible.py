"""Unit 2: tests to show to students."""

import pytest
import starter

import boaf
from boaf.solvers import Limits


@pytest.mark.parametrize("text", ["7H", "7H 6C", "7H 6C / -- 6H"])
def test_boards_that_can_be_solved(text):
    verdict, moves, nodes = starter.solve(boaf.Board(text), Limits())
    assert verdict == "solvable"
    assert boaf.Board(text).is_solved_by(map(boaf.Move.parse, map(str, moves)))
    assert nodes >= 1


@pytest.mark.parametrize("text", ["7H 2C", "7H -- / -- 6H"])
def test_boards_without_a_move(text):
    verdict, moves, _ = starter.solve(boaf.Board(text), Limits())
    assert verdict == "unsolvable"
    assert not list(moves)


@pytest.mark.parametrize("seed", range(8))
def test_small_deals(seed):
    board = boaf.deal(seed, 3, 3)
    verdict, moves, _ = starter.solve(board.copy(), Limits())
    assert verdict == boaf.solve(board).verdict
    assert verdict != "solvable" or board.is_solved_by(map(boaf.Move.parse, map(str, moves)))
