"""No compiled function reads or writes beyond the end of an array.

Machine code does not look: an index out of range reads whatever lies there. With `BOAF_KERNEL=numba` and
`NUMBA_BOUNDSCHECK=1`, Numba compiles code that raises an IndexError instead. So one test runs the fuzz of this file and
the tests of the kernel in a process with these settings; CONTRIBUTING.md has the command for more.
`BOAF_FUZZ` says how many boards of every size are tried.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import boaf
from boaf.cards import STANDARD
from boaf.kernel.seen import key_change, words
from boaf.kernel.tables import tables_of
from boaf.solvers.single import solve

CHECKS = {"BOAF_KERNEL": "numba", "NUMBA_BOUNDSCHECK": "1"}
IS_CHECKED = all(os.environ.get(name) == value for name, value in CHECKS.items())
CENTRAL = ["kernel/test_dealing.py", "kernel/test_position.py", "kernel/test_tables.py"]
BOARDS = int(os.environ.get("BOAF_FUZZ", "1"))
SIZES = [(r, c) for r in range(1, 53) for c in range(1, 53) if r * c <= len(STANDARD)]
NODES = 2_000
MOST_COLLAPSED = 12
"""Collapse sets of more stacks take long to find on large boards."""
needs_checks = pytest.mark.skipif(not IS_CHECKED, reason="for a process whose code checks bounds")


@pytest.mark.thorough
@pytest.mark.skipif(IS_CHECKED, reason="this process checks bounds itself")
def test_the_kernel_stays_within_its_arrays() -> None:
    here = Path(__file__)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow and not thorough"]
    files = [str(here.parent / name) for name in CENTRAL]
    done = subprocess.run(
        [*command, str(here), *files],
        env=os.environ | CHECKS,
        cwd=here.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@needs_checks
def test_an_access_out_of_bounds_is_noticed() -> None:
    with pytest.raises(IndexError):
        key_change(words(4), 0, 0, np.int64(4 << 8), 0)


def boards_of(rows: int, cols: int) -> list[boaf.Board]:
    """Deals, and boards in mid-game with any number of stacks."""
    random = Random(f"{rows} × {cols}")
    boards = []
    for seed in range(BOARDS):
        boards.append(boaf.deal(seed, rows, cols))
        boards.append(boaf.random_board(seed, rows, cols, random.randint(1, rows * cols)))
        boards.append(boaf.random_board(seed, rows, cols, random.randint(1, min(rows * cols, MOST_COLLAPSED))))
    return boards


@needs_checks
def test_searches_of_every_size_stay_in_bounds() -> None:
    for rows, cols in SIZES:
        boards = boards_of(rows, cols)
        batch = boaf.solve_many(boards, rows, cols, solutions=True, max_nodes=NODES, threads=1)
        for k, board in enumerate(boards):
            assert len(batch.moves(k, board)) == (board.stack_count - 1 if batch.solvable[k] else 0)


@needs_checks
def test_collapse_sets_and_proofs_of_every_size_stay_in_bounds() -> None:
    for rows, cols in SIZES:
        for board in boards_of(rows, cols):
            found = boaf.explain(board, max_nodes=NODES)
            if board.stack_count <= MOST_COLLAPSED:
                verdict = solve(board, "collapse", max_nodes=100 * NODES).verdict
                assert "unknown" in (verdict, found.verdict) or verdict == found.verdict


@needs_checks
def test_the_tables_are_built_within_their_arrays() -> None:
    tables = tables_of(6)
    assert len(tables.bits) * 8 == tables.offsets[-1]
