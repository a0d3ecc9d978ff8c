"""Unit 6: held-out tests: `boaf grade`, with boards that students have not seen, two flocks and boards in mid-game."""

import subprocess
import sys

import pytest
import starter

import boaf


def test_it_passes_on_held_out_boards():
    command = [sys.executable, "-m", "boaf", "grade", starter.__file__, "--kind", "prover", "--seed", "2026"]
    graded = subprocess.run(command, capture_output=True, text=True)
    assert graded.returncode == 0, graded.stdout + graded.stderr


@pytest.mark.parametrize("text", ["7H 6H / 2C 3C", "7H 6C 2S / -- 6H KS"])
def test_two_flocks_are_a_proof(text):
    assert starter.prove(boaf.Board(text)), f"{text} has two flocks"


def test_nothing_is_proved_of_boards_in_mid_game_that_can_be_solved():
    for seed in range(100):
        board = boaf.random_board(seed, 3, 3, stacks=5)
        claim = starter.prove(board.copy())
        assert claim is None or not boaf.solve(board).moves, f"{board.text()} can be solved, but it said {claim!r}"
