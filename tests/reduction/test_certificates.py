"""Board and moves, as the shell writes them, convince a checker that knows nothing of boaf."""

import subprocess
import sys
from pathlib import Path

import pytest

from boaf.cli import main

CHECKER = Path(__file__).parents[2] / "examples" / "check_solution.py"
CERTIFICATES = [["unsatisfiable"], ["unsatisfiable", "--way", "crossing"], ["example"], ["example", "--repaired"]]


def checked(board, moves):
    """What the checker says in a process that can import nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(CHECKER), board.name, moves.name]
    done = subprocess.run(command, check=False, cwd=board.parent, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


@pytest.fixture(scope="module", params=CERTIFICATES, ids=" ".join)
def files(request, tmp_path_factory):
    place = tmp_path_factory.mktemp("certificate")
    board, moves = place / "board.txt", place / "moves.txt"
    formula, *options = request.param
    construction = [option for option in options if option == "--repaired"]
    assert main(["sat", "encode", formula, *construction, "--out", str(board)]) == 0
    assert main(["sat", "play", formula, *options, "--out", str(moves)]) == 0
    return board, moves


def test_the_checker_imports_nothing_of_boaf():
    lines = CHECKER.read_text().splitlines()
    assert [line for line in lines if line.startswith(("import", "from"))] == ["import sys", "from pathlib import Path"]


def test_what_the_shell_writes_is_a_solution(files, capsys):
    cards = len(files[0].read_text().split())
    assert checked(*files) == (0, f"a solution: {cards} cards, {cards - 1} legal moves, one stack")
    assert main(["check", "--board", str(files[0]), "--moves", str(files[1])]) == 0
    assert capsys.readouterr().out == f"legal: {cards - 1:,} moves\nsolved, score {cards**2}\n"


@pytest.mark.thorough
def test_one_changed_line_is_refused_with_its_number(files, capsys):
    board, moves = files
    lines = moves.read_text().splitlines()
    spoiled = board.with_name("spoiled.txt")
    for number in (2, len(lines) // 2, len(lines)):
        changed = [*lines[: number - 1], lines[number - 2], *lines[number:]]
        spoiled.write_text("\n".join(changed) + "\n")
        status, answer = checked(board, spoiled)
        assert status == 1
        assert answer.startswith(f"spoiled.txt, line {number}: {changed[number - 1]} ")
        assert main(["check", "--board", str(board), "--moves", str(spoiled)]) == 0
        assert capsys.readouterr().out.startswith(f"illegal: line {number}, ")


@pytest.mark.parametrize(
    ("board", "moves", "complaint"),
    [
        ("7.3 6.1\n-- 6.3\n", "7.3-6.1\n", "moves.txt: every move is legal, but 2 stacks are left"),
        ("7.3 6.1\n7.3 6.3\n", "", "board.txt, line 2: 7.3 occurs twice"),
        ("7H 6.1\n", "", "board.txt, line 1: '7H' is not a card such as 57.51"),
        ("7.3 6.1\n", "7.3\n", "moves.txt, line 1: '7.3' is not a move"),
        ("7.3 5.1\n", "7.3-5.1\n", "moves.txt, line 1: 7.3-5.1 joins cards that do not match"),
        ("7.3 6.1\n", "7.3-7.3\n", "moves.txt, line 1: 7.3-7.3 does not join the tops of two stacks"),
        (
            "7.3 --\n-- 7.1\n",
            "7.3-7.1\n",
            "moves.txt, line 1: 7.3-7.1 joins stacks that share neither a row nor a column",
        ),
    ],
)
def test_what_is_not_a_solution_is_refused_with_the_reason(board, moves, complaint, tmp_path):
    (tmp_path / "board.txt").write_text(board)
    (tmp_path / "moves.txt").write_text(moves)
    assert checked(tmp_path / "board.txt", tmp_path / "moves.txt") == (1, complaint)
