"""The course: every model solution passes the hidden tests, and every wrong one fails with a message to learn from."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boaf.cli import main

COURSE = Path(__file__).parent.parent / "examples" / "course"
REASONS = {
    "1_rules": "the ranks do not go round",
    "2_search": "it said unsolvable, but",
    "3_heuristics": "at most half is asked for",
    "4_learning": "twenty points more are asked for",
    "5_monte_carlo": "share neither a row nor a column",
    "6_proofs": "cannot move.', but",
}
"""What the wrong solution of each unit is told."""
QUICK = "6_proofs"
UNITS = [pytest.param(unit, marks=pytest.mark.slow if unit == QUICK else pytest.mark.thorough) for unit in REASONS]


def run(place: Path, unit: str, solution: str, *tests: str) -> "subprocess.CompletedProcess[str]":
    """Run tests of a unit in a copy of its folder, in which a solution replaces the starter code."""
    folder = shutil.copytree(COURSE / unit, place / unit)
    shutil.copy(folder / solution, folder / "starter.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)


def test_every_unit_has_all_its_parts() -> None:
    assert {path.name for path in COURSE.iterdir() if path.is_dir() and path.name[0].isdigit()} == set(REASONS)
    for unit in REASONS:
        parts = ("README.md", "starter.py", "test_visible.py", "pytest.ini")
        for part in (*parts, "answers.md", "model.py", "wrong.py", "test_hidden.py"):
            assert (COURSE / unit / part).is_file()


@pytest.mark.parametrize("unit", UNITS)
def test_the_model_solution_passes_all_tests(unit: str, tmp_path: Path) -> None:
    found = run(tmp_path, unit, "model.py", "test_visible.py", "test_hidden.py")
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("unit", UNITS)
def test_a_wrong_solution_fails_with_a_clear_message(unit: str, tmp_path: Path) -> None:
    found = run(tmp_path, unit, "wrong.py", "test_hidden.py")
    assert found.returncode == 1
    assert REASONS[unit] in found.stdout


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def solve(board, limits):\n    while True: pass", "1 × late: It took too long"),
        ("def solve(board, limits):\n    return undefined", "NameError: name 'undefined' is not defined"),
        ("def solve(board, limits):\n    return 'maybe', [], 1", "1 × form"),
        ("import boaf\ndef solve(board, limits):\n    boaf.no_name", "has no attribute 'no_name'"),
        ("def solve(board, limits):\n    return None", "it answered 'None', not (verdict, moves, nodes)"),
        ("def solve(board, limits):\n    return 'solvable', [1], 1", "1 × form"),
        ("def solve(board, limits):\n    x = bytearray(1 << 40)", "1 × memory: It needed too much memory"),
        ("def choose(board, random):\n    return 'AH-KS'", "1 × illegal"),
        ("def choose(board, random):\n    return None", "1 × form"),
        ("def prove(board):\n    return 3", "neither a sentence nor None"),
        ("def prove(board):\n    return ' '", "neither a sentence nor None"),
        ("import sys\ndef solve(board, limits):\n    sys.exit(3)", "student.py ended with status 3\n"),
    ],
)
def test_what_fails_is_said_in_words(code: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "student.py").write_text(code + "\n")
    assert main(["grade", str(tmp_path / "student.py"), "--boards", "1", "--board-seconds", "0.3"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert out.endswith("not passed\n")


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        ("x = 1", [], "must have one function"),
        ("def solve(:", [], "line 1: "),
        ("x = " + "-" * 100_000 + "1", [], "nested too deeply"),
        ("import no_such_module\ndef solve(b, l): pass", [], "cannot be loaded: ModuleNotFoundError"),
        ("def solve(b, l): pass", ["--kind", "poet"], "--kind must be one of solver, player, prover"),
        ("def solve(b, l): pass", ["--kind", "player"], "has no function choose"),
        ("def solve(b, l): pass", ["--need", "2"], "--need must be from 0 to 1, not 2"),
        ("def solve(b, l): pass", ["--boards", "0"], "--boards must be from 1 to 10,000, not 0"),
    ],
)
def test_what_cannot_be_graded_gets_one_line(
    code: str, arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "student.py").write_text(code + "\n")
    assert main(["grade", str(tmp_path / "student.py"), *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", ["student.py", "json.py", "1 my-own.v2.py", "anna"])
def test_other_files_in_a_folder_do_not_change_a_grade(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for other in ("json", "boaf", "typing", "student"):
        (tmp_path / f"{other}.py").write_text("raise SystemExit('another student')\n")
    (tmp_path / "own_helper.py").write_text("import boaf\nanswer = boaf.solve\n")
    code = "\ufeffimport own_helper\ndef solve(board, limits):\n    found = own_helper.answer(board)\n"
    (tmp_path / name).write_text(f"{code}    return found.verdict, found.moves, found.nodes\n")
    monkeypatch.chdir(tmp_path)
    assert main(["grade", str(tmp_path / name), "--boards", "4", "--allow-boaf"]) == 0
    assert "4 of 4 boards right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("def solve(board, limits):\n    return boaf.solve(board)", "boaf.solvers.single"),
        ("def solve(board, limits):\n    return boaf.analyze(board)", "boaf.questions"),
        ("def choose(board, random):\n    from boaf.players.registry import player", "boaf.players"),
        ("def prove(board):\n    return boaf.explain(board).text", "boaf.prove"),
    ],
)
def test_the_answers_of_boaf_are_no_answers(
    code: str, module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "student.py").write_text(f"import boaf\n{code}\n")
    assert main(["grade", str(tmp_path / "student.py"), "--boards", "1"]) == 1
    assert f"ImportError: {module}" in (out := capsys.readouterr().out)
    assert "may not be used here: write it yourself" in out


def test_a_program_may_import_all_names_and_run_within_tighter_limits(tmp_path: Path) -> None:
    code = "from boaf import *\ndef solve(board, limits):\n    return 'unknown', [Move.parse('7H→6C')], 1\n"
    (tmp_path / "student.py").write_text(f"{code}\ndef choose():\n    pass\n", encoding="utf-8")
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    run_boaf = f"{limited}; from boaf.cli import main; raise SystemExit(main())"
    command = [
        sys.executable,
        "-c",
        run_boaf,
        "grade",
        str(tmp_path / "student.py"),
        "--kind",
        "solver",
        "--boards",
        "1",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "1 × no answer" in done.stdout, done.stderr


def test_a_program_may_show_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "def choose(board, random):\n    print(board, len(board.svg()))\n    return board.legal_moves[0]\n"
    (tmp_path / "student.py").write_text(code)
    main(["grade", str(tmp_path / "student.py"), "--boards", "2"])
    assert "crash" not in capsys.readouterr().out


def test_crashes_on_boards_that_do_not_count_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "def prove(board):\n    if board.rows != 2:\n        raise ValueError\n"
    (tmp_path / "student.py").write_text(code)
    assert main(["grade", str(tmp_path / "student.py"), "--boards", "16"]) == 1
    out = capsys.readouterr().out
    assert "prover: 0 of 8 boards right" in out
    assert "6 × crash" in out
    assert "2 × no answer" in out


def test_only_unsolvable_boards_count_for_a_prover(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "student.py").write_text("def prove(board):\n    return None\n")
    assert main(["grade", str(tmp_path / "student.py"), "--boards", "16"]) == 1
    out = capsys.readouterr().out
    assert "prover: 0 of 8 boards right; 20% and no wrong answer are needed" in out
    assert "8 × no answer" in out


def test_wrong_moves_are_shown_with_right_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "def solve(board, limits):\n    return 'solvable', board.legal_moves[:1], 0\n"
    (tmp_path / "student.py").write_text(code)
    assert main(["grade", str(tmp_path / "student.py"), "--boards", "1"]) == 1
    assert re.search(r"it said solvable, but \w\w-\w\w leaves 5 stacks; .+ solves it", capsys.readouterr().out)


def test_check_strict_has_a_status_that_grades(capsys: pytest.CaptureFixture[str]) -> None:
    board = "7H 6C / -- 6H"
    assert main(["check", "--strict", board, "7H-6C", "7H-6H"]) == 0
    assert main(["check", "--strict", board, "7H-6C"]) == 1
    assert main(["check", "--strict", board, "7H-6H"]) == 1
    assert main(["check", board, "7H-6H"]) == 0
    capsys.readouterr()
