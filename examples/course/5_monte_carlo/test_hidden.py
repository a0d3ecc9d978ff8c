"""Unit 5: held-out tests: `boaf grade`, with boards that students have not seen, and games that can be repeated."""

import subprocess
import sys

import starter

import boaf
from boaf.deals import SplitMix64


def test_it_passes_on_held_out_boards():
    command = [
        sys.executable,
        "-m",
        "boaf",
        "grade",
        starter.__file__,
        "--kind",
        "player",
        "--boards",
        "20",
        "--seed",
        "2026",
    ]
    graded = subprocess.run(command, capture_output=True, text=True)
    assert graded.returncode == 0, graded.stdout + graded.stderr


def test_the_same_random_numbers_give_the_same_game():
    assert _game(7) == _game(7), "two games differ: use no other source of chance than `random`"


def _game(seed):
    board, random = boaf.deal(2, 3, 3), SplitMix64(seed)
    while not board.is_over:
        board.push(starter.choose(board.copy(), random))
    return board.moves
