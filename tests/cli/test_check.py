"""`boaf check` with a board and moves from files."""

from pathlib import Path

import pytest

from boaf.cli import main


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("7H 6C\n-- 6H\n")
    Path("moves.txt").write_text("7H-6C\n6H-7H\n")
    Path("wrong.txt").write_text("7H-6C\n\n6H-6C\n")
    Path("text.txt").write_text("7H-6C\nthen 6H\n")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("--board board.txt --moves moves.txt", "legal: 2 moves\nsolved, score 9\n"),
        ("--board board.txt 7H-6C 6H-7H", "legal: 2 moves\nsolved, score 9\n"),
        ("7.3,6.1/--,6.3 --moves moves.txt", "legal: 2 moves\nsolved, score 9\n"),
        ("--board board.txt", "legal: 0 moves\n3 stacks left, score 3\n"),
        (
            "--board board.txt --moves wrong.txt",
            "illegal: line 3, 6H-6C: 6C is not the top card of a stack\n2 stacks left, score 5\n",
        ),
    ],
)
def test_board_and_moves_are_read_from_files(arguments: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *(word.replace(",", " ") for word in arguments.split())]) == 0
    assert capsys.readouterr().out.endswith(answer)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "give a BOARD, or --board FILE"),
        ("1 7H-6C --moves moves.txt", "give moves, --moves FILE or --proof FILE: one of the three"),
        ("--board nowhere.txt", "cannot read nowhere.txt: No such file or directory"),
        ("--board board.txt --moves text.txt", "text.txt, line 2: move 'then': write it as two cards, such as 7H-6C"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"boaf: {complaint}\n"
