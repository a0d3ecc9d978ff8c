"""`boaf sat` as a user meets it."""

import io
import json
import sys
import xml.dom.minidom

import pytest

import boaf
from boaf.cli import main
from boaf.reduction.formula import example_formula
from boaf.support.errors import install_command

ONE_CLAUSE = "p cnf 3 1\n1 -2 3 0\n"


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = main(["sat", *map(str, arguments)])
        return status, *capsys.readouterr()

    return call


def test_encode_writes_a_board_that_board_reads(run, tmp_path):
    status, out, _ = run("encode", "-", stdin=ONE_CLAUSE)
    board = boaf.Board(out)
    assert (status, board.rows, board.cols, board.stack_count) == (0, 19, 19, 361)
    assert run("encode", "-", "--out", tmp_path / "deal.txt", stdin=ONE_CLAUSE)[:2] == (0, "")
    assert boaf.Board((tmp_path / "deal.txt").read_text()) == board
    answer = json.loads(run("encode", "-", "--json", stdin=ONE_CLAUSE)[1])
    assert boaf.Board(answer["board"]) == board
    assert (answer["construction"], answer["rows"]) == ("printed", 19)


def test_encode_draws(run, tmp_path):
    pytest.importorskip("matplotlib")
    status, out, _ = run("encode", "-", "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png", stdin=ONE_CLAUSE)
    assert (status, out) == (0, "")
    xml.dom.minidom.parse(str(tmp_path / "a.svg"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("other", ["--repaired", "--json", "--out {}.txt", "--svg {}.svg", "--png {}.png"])
def test_a_block_is_only_shown(run, tmp_path, other):
    status, out, err = run("encode", "example", "--block", 1, *other.format(tmp_path / "a").split())
    assert (status, out) == (2, "")
    assert err.startswith("boaf: --block shows one block as a table: leave out --repaired, --out")
    assert not list(tmp_path.iterdir())


def test_encode_shows_a_block(run):
    status, out, _ = run("encode", "example", "--block", 6)
    assert status == 0
    assert out.splitlines()[1].split() == ["52.54", "54.51", "51.71", "55.71"]


@pytest.mark.parametrize(("options", "rows"), [([], 93), (["--repaired"], 57)])
def test_play_solves_the_example_and_reads_the_assignment_back(run, options, rows):
    status, out, _ = run("play", "example", "--json", *options)
    answer = json.loads(out)
    assert status == 0
    assert answer["satisfiable"]
    assert (answer["rows"], answer["stacks"], len(answer["moves"])) == (rows, 1, rows * rows - 1)
    assert example_formula().is_satisfied_by(answer["read_back"])


def test_play_says_what_the_paper_claims_and_what_is_so(run, tmp_path):
    status, out, _ = run("play", "unsatisfiable", "--out", tmp_path / "moves.txt")
    assert status == 0
    assert (
        "Hoshino & Notarangelo (2019) conclude that the deal is unsolvable; that is wrong for the deal as printed"
        in out
    )
    assert len((tmp_path / "moves.txt").read_text().splitlines()) == 103 * 103 - 1
    assert "bypass: 10608 moves" in out
    assert "crossing: 10608 moves" in out
    status, out, _ = run("play", "unsatisfiable", "--repaired")
    assert status == 0
    assert "the construction is stuck there" in out


def test_cnf_writes_dimacs(run, tmp_path):
    status, out, _ = run("cnf", "7H 6C / -- 6H")
    assert status == 0
    assert "\np cnf " in out
    assert run("cnf", "7H 6C / -- 6H", "--out", tmp_path / "a.cnf")[:2] == (0, "")
    assert (tmp_path / "a.cnf").read_text() == out
    assert json.loads(run("cnf", "7H 6C / -- 6H", "--json")[1])["dimacs"] == out


@pytest.mark.slow
def test_prove_writes_and_checks_a_proof(run, tmp_path):
    status, out, _ = run("prove", 6727, "--cnf", tmp_path / "a.cnf", "--proof", tmp_path / "a.drat")
    assert status == 0
    assert "unsolvable\nthe proof was checked" in out
    assert (tmp_path / "a.drat").read_text().endswith("\n0\n")
    assert json.loads(run("prove", 6727, "--json")[1])["checked"]
    assert json.loads(run("prove", "7H 6C / -- 6H", "--json")[1])["verdict"] == "solvable"


def test_a_limit_is_reported(run):
    assert run("prove", 100772, "--max-seconds", 0)[0] == 3


@pytest.mark.parametrize(
    ("arguments", "stdin", "complaint"),
    [
        (["encode", "-"], "p cnf 3 1\n1 2 0\n", "clause 1 has 2 literals: the construction takes clauses of three"),
        (["play", "-"], "1 2 3 0\n", "line 1: '1' appears before the line 'p cnf VARIABLES CLAUSES'"),
        (["play", "-"], "p cnf 3 1\n1 2 -2 0\n", "clause 1 is a tautology, it holds both 2 and -2: leave it out"),
        (["encode", "nowhere.cnf"], "", "cannot read nowhere.cnf: No such file or directory"),
        (["play", "example", "--way", "up"], "", "--way must be bypass or crossing, not 'up'"),
        (["encode", "example", "--block", "8"], "", "--block must be one of 1 … 7, but it is 8"),
        (
            ["encode", "-"],
            "p cnf 3 40\n" + "1 2 3 0\n" * 40,
            "40 clauses and 3 variables make a board of 487 rows: at most 400 are built",
        ),
    ],
)
def test_bad_input_gives_one_line_and_status_2(run, arguments, stdin, complaint):
    status, out, err = run(*arguments, stdin=stdin)
    assert (status, out, err) == (2, "", f"boaf: {complaint}\n")


def test_a_board_too_large_for_a_formula_gives_one_line_and_status_2(run):
    _, board, _ = run("encode", "-", stdin=ONE_CLAUSE)
    status, out, err = run("cnf", "-", stdin=board)
    assert (status, out) == (2, "")
    assert err == "boaf: the board has 361 stacks: at most 64 are written as a formula\n"


def test_without_python_sat_the_remedy_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    status, out, err = run("play", "example")
    assert (status, out) == (2, "")
    assert err == f"boaf: pysat is not installed: {install_command('research')}\n"
