"""The command line as a user meets it: answers, JSON, exit status, one clear line for bad input."""

import json
import os
import signal
import subprocess
import sys

import pytest

import boaf
from boaf.cli import main

LATIN_SQUARE = "2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S"


class Answer:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> dict[str, object]:
        (line,) = self.out.splitlines()
        return dict(json.loads(line))


@pytest.fixture
def run(capsys, monkeypatch):  # type: ignore[no-untyped-def]
    def call(*arguments: str, stdin: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", __import__("io").StringIO(stdin))
        status = main(list(arguments))
        return Answer(status, *capsys.readouterr())

    return call


def test_deal_shows_a_numbered_deal(run) -> None:  # type: ignore[no-untyped-def]
    assert run("deal", "1264").out == str(boaf.deal(1264)) + "\n"
    assert run("deal", "-1").out == str(boaf.deal(-1)) + "\n"
    assert run("deal", "1", "2").out == f"{boaf.deal(1)}\n\n{boaf.deal(2)}\n"
    assert run("deal", "-1", "--json", "--rows", "2", "--cols", "3").json == {
        "seed": -1, "rows": 2, "cols": 3, "board": boaf.deal(-1, 2, 3).text(),
    }  # fmt: skip


def test_deal_draws(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "deal.svg"
    assert run("deal", "1", "--svg", str(target)).status == 0
    assert target.read_text() == boaf.deal(1)._repr_svg_()


def test_solve_answers_in_words_and_in_json(run) -> None:  # type: ignore[no-untyped-def]
    answer = run("solve", "1")
    assert answer.status == 0
    assert "solvable in 15 moves (endgame," in answer.out
    found = run("solve", "1", "--json").json
    assert list(found) == ["board", "verdict", "moves", "nodes", "seconds", "solver"]
    assert found["verdict"] == "solvable"
    board = boaf.deal(1)
    for move in found["moves"]:
        board.push(move)
    assert board.is_solved
    assert run("solve", "1264").status == 0
    assert run("solve", "1264", "--json").json["verdict"] == "unsolvable"


def test_solve_finds_the_best_score(run) -> None:  # type: ignore[no-untyped-def]
    answer = run("solve", "--best-score", "1264")
    assert answer.status == 0
    assert "unsolvable; the best score is 198 = 14² + 1² + 1² (" in answer.out
    found = run("solve", "--best-score", "1264", "--json").json
    assert list(found) == ["board", "verdict", "score", "bound", "moves", "nodes", "seconds"]
    board = boaf.deal(1264)
    for move in found["moves"]:
        board.push(move)
    assert board.score == found["score"] == found["bound"] == 198
    assert "solvable; the best score is 256 = 16² (" in run("solve", "--best-score", "1").out
    limited = run("solve", "--best-score", "6727", "--max-nodes", "50")
    assert limited.status == 3
    assert "unknown: a limit was reached; the best score found is " in limited.out
    assert run("solve", "--best-score", "1", "--solver", "oracle").status == 2


def test_solve_takes_several_boards(run) -> None:  # type: ignore[no-untyped-def]
    lines = run("solve", "1", LATIN_SQUARE, "-1", "--json").out.splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["solvable", "unsolvable", "solvable"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1264", 1),
        ("1\n2\n-3\n", 3),
        (LATIN_SQUARE, 1),
        (f"{LATIN_SQUARE}\n{boaf.deal(1).text()}\n", 2),
        (LATIN_SQUARE.replace(" / ", "\n"), 1),
        (f"{boaf.deal(1)}\n\n{boaf.deal(2)}\n", 2),
        ("TH5HKSTC6SACTS6C6HQD4SJDJS3C5D3S\nTH5HKSTC6SACTS6C6HQD4SJDJS3C5D--\n", 2),
        ('"TH5HKSTC6SACTS6C6HQD4SJDJS3C5D3S",1\n"TH5HKSTC6SACTS6C6HQD4SJDJS3C5D--",0\n', 2),
        ("2H 3H", 1),
    ],
)
def test_boards_come_from_standard_input(run, text: str, count: int) -> None:  # type: ignore[no-untyped-def]
    assert len(run("solve", "-", "--json", stdin=text).out.splitlines()) == count


def test_a_limit_gives_status_3(run) -> None:  # type: ignore[no-untyped-def]
    answer = run("solve", "1", "--max-nodes", "2", "--json")
    assert answer.status == 3
    assert answer.json["verdict"] == "unknown"
    assert run("solve", "1", "--max-seconds", "0").status == 3
    assert run("analyze", "1", "--max-nodes", "2").status == 3


def test_unknown_blames_a_limit_only_where_there_is_one(run) -> None:  # type: ignore[no-untyped-def]
    assert "unknown: a limit was reached (" in run("solve", "1", "--max-nodes", "2").out
    board = "4D -- KH 4S / 5S -- -- -- / -- 6H -- AH / JC -- -- 6C"
    answer = run("solve", board, "--solver", "island-merge", "-o", "literal=true")
    assert "unknown: no solution was found, and none was ruled out (" in answer.out
    assert answer.status == 3


def test_a_board_may_begin_with_an_empty_cell(run) -> None:  # type: ignore[no-untyped-def]
    assert run("solve", "-- 7H / 6C 6H", "--json").json["board"] == "-- 7H / 6C 6H"


def test_solvers_are_chosen_by_name(run) -> None:  # type: ignore[no-untyped-def]
    assert run("solve", "2H 3H / 4H --", "--solver", "oracle", "--json").json["solver"] == "oracle"


def test_solvers_take_options(run) -> None:  # type: ignore[no-untyped-def]
    board = boaf.random_board(3, stacks=13).text()
    plain, ordered = (
        run("solve", board, "-s", "ordered", "-o", f"cutoff={cutoff}", "--json").json["nodes"] for cutoff in (16, 2)
    )
    assert plain == run("solve", board, "-s", "compatible", "--json").json["nodes"]
    assert ordered != plain
    assert run("solve", "1", "-o", "rules=position,isolated", "-o", "tables=3", "-o", "collapse=false").status == 0
    assert run("solve", "1", "-s", "best-first", "-o", "weight=3", "-o", "prune=true").status == 0


def test_analyze_tells_the_fate_of_every_move(run) -> None:  # type: ignore[no-untyped-def]
    found = run("analyze", "7H 6C / -- 6H", "--json").json
    assert found == boaf.analyze(boaf.Board("7H 6C / -- 6H")).to_json()
    assert "moves lead to a board that is solvable" in run("analyze", "1").out


def test_check_replays(run) -> None:  # type: ignore[no-untyped-def]
    board = "7H 6C / -- 6H"
    assert run("check", board, "7H-6C", "6H-7H", "--json").json == {
        "board": board, "legal": True, "solved": True, "score": 9, "error": None,
    }  # fmt: skip
    illegal = run("check", board, "7H-6C", "6H-6C", "--json")
    assert illegal.status == 0
    assert illegal.json == {
        "board": board, "legal": False, "solved": False, "score": 5,
        "error": "move 2, 6H-6C: 6C is not the top card of a stack",
    }  # fmt: skip
    assert "illegal: move 1, 7H-6H" in run("check", board, "7H-6H").out
    assert "solved, score 9" in run("check", board, "7H-6C 6H-7H").out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["solve", "2H 3D KD 3H / 4D AH TS"], "boaf: row 2 has 3 cells, row 1 has 4"),
        (["solve", "2H XY / 3D 4D"], "boaf: card 'XY' in row 1: rank must be one of A23456789TJQK"),
        (["solve", "1", "--solver", "magic"], "boaf: unknown solver 'magic': choose from endgame"),
        (["solve", "1", "--rows", "9", "--cols", "9"], "boaf: a 9 × 9 board has 81 cells"),
        (["solve", "2H 3H", "--rows", "2"], "boaf: the board has 1 row, not 2"),
        (["solve", "1", "--max-nodes", "-1"], "boaf: --max-nodes must be 0 or more, not -1"),
        (
            ["solve", "1", "-s", "ordered", "-o", "cutoff=17"],
            "boaf: the ordering cutoff must be from 2 to 16 stacks, not 17",
        ),
        (["solve", "1", "-s", "ordered", "-o", "cutoff=few"], "boaf: option cutoff takes an integer, not 'few'"),
        (["solve", "1", "-o", "magic=1"], "boaf: solver 'endgame' has no option 'magic'; it takes tables"),
        (["solve", "1", "-o", "collapse=maybe"], "boaf: option collapse takes true or false, not 'maybe'"),
        (["solve", "1", "-o", "tables=9"], "boaf: endgame tables hold 1 to 7 stacks, not 9"),
        (["deal", "x"], "boaf: Invalid value for 'SEED...': 'x' is not an integer"),
        (["solve", "1", "--max-nodes", "many"], "boaf: Invalid value for '--max-nodes': 'many' is not an integer"),
        (["solve", "1", "--max-seconds", "long"], "boaf: Invalid value for '--max-seconds': 'long' is not a number"),
        (["solve"], "boaf: Missing argument 'BOARD...'"),
        (["solve", "1", "--jsn"], "boaf: No such option '--jsn'. Did you mean"),
        (["deal", "one"], "boaf: Invalid value for 'SEED...'"),
        (["deal", "1", "--rows", "0"], "boaf: a board needs at least one row"),
        (["check", "1", "7H"], "boaf: move '7H': write it as two cards, such as 7H-6C"),
        (["bench"], "boaf: Missing argument 'NAME': choose from train, validation, test, easy"),
        (["bench", "none"], "boaf: unknown set 'none': choose from train"),
        (["solv", "1"], "boaf: No such command 'solv'"),
    ],
)
def test_bad_input_gets_one_clear_line(run, arguments: list[str], line: str) -> None:  # type: ignore[no-untyped-def]
    answer = run(*arguments)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith(line)
    assert len(answer.err.splitlines()) == 1


def test_standard_input_must_hold_a_board(run) -> None:  # type: ignore[no-untyped-def]
    assert run("solve", "-", stdin="").status == 2
    answer = run("check", "-", stdin="1\n2\n")
    assert (answer.status, answer.err) == (
        2,
        "boaf: standard input holds more than one board; this command takes one\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["deal", "solve", "explain", "analyze", "predict", "check", "rate", "generate", "compare", "match"],
)
def test_every_command_explains_itself_with_an_example_that_works(run, command: str) -> None:  # type: ignore[no-untyped-def]
    answer = run(command, "--help")
    assert answer.status == 0
    (example,) = [line.strip() for line in answer.out.splitlines() if line.strip().startswith("Example: ")]
    words = __import__("shlex").split(example.removeprefix("Example: "))
    assert words[:2] == ["boaf", command]
    assert run(*words[1:]).status == 0


def test_help_and_version(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--version").out == f"boaf {boaf.__version__}\n"
    assert "analyze" in run("--help").out
    assert run().status == 0


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "boaf", "deal", "1"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == str(boaf.deal(1)) + "\n"


def test_an_interrupt_is_prompt_and_clean() -> None:
    code = "import sys; from boaf.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "solve", "--solver", "oracle", "--json", "7H 6C", "1264"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=os.environ, **pipes) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["board"] == "7H 6C"  # and the oracle sets about the other board
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == "interrupted\n"
