"""Boards from standard input are answered as they come, and a bad one is named by its line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.cli.boards import split_boards

ROWS = "7H 6C\n-- 6H\n"


@pytest.fixture
def run(capsys, monkeypatch):  # type: ignore[no-untyped-def]
    def call(stdin: str, *arguments: str) -> tuple[int, list[str], list[str]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = main(list(arguments))
        answer = capsys.readouterr()
        return status, answer.out.splitlines(), answer.err.splitlines()

    return call


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("1\n-2\n", [(1, "1"), (2, "-2")]),
        (ROWS, [(1, "7H 6C\n-- 6H")]),
        (f"\n{ROWS}\n\n{ROWS}", [(2, "7H 6C\n-- 6H"), (6, "7H 6C\n-- 6H")]),
        (f"{ROWS}7H / 6C\n", [(1, "7H 6C\n-- 6H"), (3, "7H / 6C")]),
        ("1\n2\nXX\n3\n", [(1, "1"), (2, "2"), (3, "XX"), (4, "3")]),
        ('"TH5HKSTC",1\n', [(1, "TH5HKSTC")]),
        ("7H+6C+5C\n6H\n", [(1, "7H+6C+5C\n6H")]),
        ("", []),
    ],
)
def test_boards_are_told_apart(text: str, boards: list[tuple[int, str]]) -> None:
    assert list(split_boards(text.splitlines(keepends=True))) == boards


@pytest.mark.parametrize("command", ["solve", "analyze", "explain", "features", "predict", "rate"])
def test_a_bad_line_is_named_and_the_others_are_answered(run, command: str) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("7H / 6H\nXX\n\n2H 3H\nXY 4H\n\n7C / 6C\n", command, "-", "--json")
    assert status == 2
    assert [json.loads(line)["board"] for line in out] == ["7H / 6H", "7C / 6C"]
    assert err == [
        "boaf: line 2: card 'XX' in row 1: rank must be one of A23456789TJQK",
        "boaf: line 5: card 'XY' in row 2: rank must be one of A23456789TJQK",
    ]


def test_a_bad_argument_is_refused_before_any_answer(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("", "solve", "1", "XX")
    assert (status, out) == (2, [])
    assert len(err) == 1


def test_a_command_for_one_board_names_the_line(run) -> None:  # type: ignore[no-untyped-def]
    assert run("\nXX\n", "check", "-") == (
        2, [], ["boaf: line 2: card 'XX' in row 1: rank must be one of A23456789TJQK"],
    )  # fmt: skip
    assert run("1\nXX\n", "check", "-")[0] == 2
    assert run("", "check", "-")[2] == ["boaf: standard input holds no board"]


def test_an_endless_line_is_refused(run, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("boaf.cli.boards._LONGEST_LINE", 1000)
    assert run("7H / 6H\n" + "7H " * 1000, "solve", "-")[2] == [
        "boaf: a line of standard input has more than 1,000 characters"
    ]
    monkeypatch.setattr("boaf.cli.boards._LONGEST_BOARD", 1000)
    assert run("7H 6H\n" * 1000, "solve", "-")[2] == ["boaf: the board in line 1 has more than 1,000 characters"]


def test_bytes_that_are_no_text_are_a_bad_line(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n7H / 6H\n"), encoding="utf-8"))
    assert main(["solve", "-", "--json"]) == 2
    answer = capsys.readouterr()
    assert len(answer.out.splitlines()) == 1
    assert answer.err.startswith("boaf: line 1: ")


def test_closed_standard_input_gets_one_line(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("sys.stdin", None)
    for words in (["solve", "-"], ["check", "-"], ["sat", "encode", "-"]):
        assert main(words) == 2
        assert capsys.readouterr().err == "boaf: cannot read standard input: it is closed\n"


@pytest.mark.parametrize(("first", "second"), [("7H / 6H\n", "1\n"), ("7H\n6H\n\n", "1\n")])
def test_an_answer_comes_before_the_next_question(first: str, second: str) -> None:
    command = [sys.executable, "-m", "boaf", "solve", "--solver", "oracle", "--max-nodes", "9", "--json", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, bufsize=1, **pipes) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(first)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["board"] == "7H / 6H"
        process.stdin.write(second)
        process.stdin.close()
        assert json.loads(process.stdout.readline())["board"] == boaf.deal(1).text()
    assert process.returncode == 3


def test_a_file_is_rated_in_batches(capsys, monkeypatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    path: Path = tmp_path / "boards"
    path.write_text("7H / 6H\n7C / 6C\n7D / 6D\n")
    sizes = []
    from boaf import puzzles

    rate_many = puzzles.rate_many
    monkeypatch.setattr(
        puzzles, "rate_many", lambda boards, **options: sizes.append(len(boards)) or rate_many(boards, **options)
    )
    with path.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert main(["rate", "-", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert sizes == [3]
