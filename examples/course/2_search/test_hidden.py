"""Unit 2: held-out tests: `boaf grade`, with boards that students have not seen, and how much is searched."""

import subprocess
import sys

import pytest
import starter

import boaf
from boaf.solvers import Limits


def test_it_passes_on_held_out_boards():
    command = [
        sys.executable,
        "-m",
        "boaf",
        "grade",
        starter.__file__,
        "--kind",
        "solver",
        "--boards",
        "16",
        "--seed",
        "2026",
    ]
    graded = subprocess.run(command, capture_output=True, text=True)
    assert graded.returncode == 0, graded.stdout + graded.stderr


@pytest.mark.parametrize(
    ("seed", "most", "question"),
    [(1, 3000, "does it remember lost positions?"), (3, 1000, "the board has two flocks: does it stop there?")],
)
def test_nothing_is_searched_in_vain(seed, most, question, monkeypatch):
    board, push, played = boaf.deal(seed, 3, 3), boaf.Board.push, 0

    def count(game, move):
        nonlocal played
        played += 1
        if played > most:
            pytest.fail(f"it tried more than {most:,} moves on {board.text()}; {question}")
        push(game, move)

    monkeypatch.setattr(boaf.Board, "push", count)
    assert starter.solve(board.copy(), Limits())[0] == "unsolvable"
