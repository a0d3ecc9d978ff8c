"""What docs/in-ten-years.md promises works with the standard library alone."""

import subprocess
import sys
from pathlib import Path

import pytest

import boaf

ROOT = Path(__file__).parent.parent
BEGIN = """
import sys
sys.path.insert(0, sys.argv[1])
from boaf.board import Board
from boaf.deals import deal
"""
END = """
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded - set(sys.stdlib_module_names) - {"boaf", "__main__"}))
"""
MOVES = "7H-7C 9H-9S 5H-5S 7H-9H 5D-AD KH-7H KH-5H KH-3H KD-5D JD-2D JD-JC KC-QC KD-KC KD-KH JD-KD"
PROOF = boaf.explain(boaf.deal(221602)).proof
PARTS = {
    "boards": f"""
board = deal(1)
for move in {MOVES.split()}:
    board.push(move)
assert board.is_solved and board.score == 256
""",
    "brute force": """
from boaf.solvers.contract import Limits
from boaf.solvers.references import oracle
verdicts = [str(oracle(Board(text), Limits()).verdict) for text in ("7H 6C / -- 6H", "2H 9C / -- 9D")]
assert verdicts == ["solvable", "unsolvable"]
""",
    "proofs": f"""
from boaf.prove.checker import check_proof
from boaf.prove.proof import Proof
check_proof(deal(221602), Proof.from_json({PROOF and PROOF.to_json()!r}))
""",
    "formulas": """
from boaf.reduction.encoding import Encoding
from boaf.reduction.pddl import to_pddl
board = Board("7H 6C / -- 6H")
assert "p cnf" in Encoding(board).to_dimacs() and "(:init" in to_pddl(board)
""",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_works_with_the_standard_library_alone(part: str) -> None:
    command = [sys.executable, "-I", "-S", "-c", f"{BEGIN}{PARTS[part]}{END}", str(ROOT / "src")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_solution_checker_imports_nothing_but_the_standard_library(tmp_path: Path) -> None:
    (tmp_path / "board").write_text("7.3 6.1\n-- 6.3\n")
    (tmp_path / "moves").write_text("7.3-6.1\n7.3-6.3\n")
    script = ROOT / "examples" / "check_solution.py"
    command = [sys.executable, "-I", "-S", str(script), str(tmp_path / "board"), str(tmp_path / "moves")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
