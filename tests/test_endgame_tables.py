"""The endgame tables can be read without boaf."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import boaf

EXAMPLE = Path(__file__).parents[1] / "examples" / "read_tables.py"
TABLES = Path(boaf.__file__).parent / "kernel" / "endgame-7.bin"


def test_the_example_needs_only_the_standard_library() -> None:
    for board, verdict in (("7H 6C / -- 6H", "solvable"), ("7H 7S / 2H --", "unsolvable")):
        command = [sys.executable, "-I", "-S", EXAMPLE, TABLES, board]
        assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == f"{verdict}\n"
    for path, board, message in (
        (EXAMPLE, "7H", f"{EXAMPLE} is damaged, or not a file of endgame tables"),
        ("nosuch", "7H", "[Errno 2] No such file or directory: 'nosuch'"),
        (TABLES, "7H XX", "XX is not a card such as 7H"),
        (TABLES, "-- --", "the board has 0 stacks; the tables are for 1 to 7"),
    ):
        command = [sys.executable, "-I", "-S", EXAMPLE, path, board]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (1, f"{message}\n")


def test_the_example_agrees_with_brute_force() -> None:
    spec = spec_from_file_location("read_tables", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = module_from_spec(spec)
    spec.loader.exec_module(example)
    tables = example.read_tables(str(TABLES))
    verdicts = []
    for seed in range(400):
        board = boaf.random_board(seed, *[(2, 3), (3, 3), (4, 4), (3, 6), (7, 7)][seed % 5])
        stacks = [place for place, top in enumerate(board.tops) if top]
        kept = [top if place in stacks[: 1 + seed % 6] else None for place, top in enumerate(board.tops)]
        small = boaf.Board.from_cells(kept, board.cols)
        found = boaf.solve(small, solver="oracle").verdict == "solvable"
        assert example.can_be_collapsed(tables, str(small).replace("\n", " / ")) == found
        verdicts.append(found)
    assert 50 < sum(verdicts) < 350
