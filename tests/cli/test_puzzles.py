"""`boaf rate` and `boaf generate` as a user meets them."""

import json

import pytest

import boaf
from boaf.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    return status, *capsys.readouterr()


def test_rate_answers_in_words_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rate", "1", "1264")
    assert (status, err) == (0, "")
    assert "\ndifficulty " in out
    assert out.endswith("\nunsolvable: it has no difficulty\n")
    rows = [json.loads(line) for line in run(capsys, "rate", "1", "1264", "--json")[1].splitlines()]
    assert [row["verdict"] for row in rows] == ["solvable", "unsolvable"]
    scores = ["score", "score_low", "score_high", "certainty"]
    assert list(rows[0]) == list(rows[1]) == ["board", "verdict", "difficulty", *scores, "attributes"]
    assert rows[1]["difficulty"] is None
    assert run(capsys, "rate", "3", "--rows", "3", "--cols", "5")[0] == 0


@pytest.mark.parametrize("limit", ["--max-seconds", "--max-nodes"])
def test_rate_says_that_a_limit_was_reached(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rate", "1", limit, "0")
    assert (status, err) == (3, "")
    assert out.endswith("\nunknown: a limit was reached before the board was rated\n")
    status, out, _ = run(capsys, "rate", "1", "7H", limit, "0", "--json")
    assert status == 3
    undecided, decided = map(json.loads, out.splitlines())
    nothing = dict.fromkeys(("difficulty", "score", "score_low", "score_high", "certainty"))
    assert undecided == {"board": boaf.deal(1).text(), "verdict": "unknown", **nothing, "attributes": {}}
    assert decided["verdict"] == "solvable"


def test_generate_gives_puzzles_that_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "generate", "--difficulty", "2", "--count", "2", "--seed", "4", "--json")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert (answer["rows"], answer["cols"], answer["seed"], answer["method"]) == (4, 4, 4, "deals")
    assert len(answer["puzzles"]) == 2
    for puzzle in answer["puzzles"]:
        board = boaf.Board(puzzle["board"])
        assert board == boaf.deal(puzzle["seed"])
        assert puzzle["difficulty"] == 2
        for move in puzzle["solution"]:
            board.push(move)
        assert board.is_solved
    words = run(capsys, "generate", "--difficulty", "2", "--seed", "4")[1]
    assert words.startswith(f"deal {answer['puzzles'][0]['seed']}\n")
    assert "\nsolution: " in words


def test_generate_gives_the_puzzle_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(run(capsys, "generate", "--daily", "2026-11-09", "--json")[1])
    assert answer["date"] == "2026-11-09"
    assert answer["puzzles"][0]["difficulty"] == 1
    assert answer["link"] == f"#deal={answer['puzzles'][0]['seed']}"
    assert f"\nlink: {answer['link']} after" in run(capsys, "generate", "--daily", "2026-11-09")[1]
    assert run(capsys, "generate", "--daily", "today")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["generate", "--difficulty", "7"], "boaf: the difficulty must be one of 1, 2, 3, 4, 5, not 7"),
        (["generate", "--method", "magic"], "boaf: unknown method 'magic': choose from deals, annealing"),
        (["generate", "--rows", "9", "--cols", "9"], "boaf: a 9 × 9 board has 81 cells"),
        (["generate", "--daily", "tomorrow"], "boaf: date 'tomorrow': write it as 2026-11-15, or as today"),
        (
            ["generate", "--daily", "today", "--difficulty", "1"],
            "boaf: the deal of the day is the same for everyone: leave --difficulty",
        ),
        (
            ["generate", "--daily", "today", "-r", "5"],
            "boaf: the deal of the day is the same for everyone: leave --rows out, or add --for NAME",
        ),
        (
            ["generate", "--daily", "today", "--only-move"],
            "boaf: the deal of the day is the same for everyone: leave --only-move out",
        ),
        (
            ["generate", "--daily", "today", "--for", "class 4b", "--theme", "red"],
            "boaf: the deal of a group has a size and a difficulty: leave --theme out",
        ),
        (
            ["generate", "--only-move", "-r", "1", "-c", "2"],
            "boaf: 1,000 1 × 2 deals in a row have no such position",
        ),
        (
            ["generate", "--difficulty", "1", "-r", "1", "-c", "1", "-n", "53", "--json"],
            "boaf: after 52 different ones no further 1 × 1",
        ),
        (["rate", "XY"], "boaf: card 'XY' in row 1"),
        (["rate", "1", "--max-seconds", "-1"], "boaf: --max-seconds must be 0 or more, not -1.0"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(line)
    assert len(err.splitlines()) == 1


def test_a_search_for_positions_ends_in_time_even_if_there_are_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boaf.puzzles.candidates.METHODS", {"deals": 10**9})
    status, out, err = run(capsys, "generate", "--only-move", "-r", "1", "-c", "2", "--max-seconds", "0.05")
    assert (status, out) == (3, "")
    assert err == "boaf: time is up: found 0 of 1 position\n"


def test_generate_shows_what_is_finished_when_the_time_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "generate", "--count", "3", "--max-seconds", "0", "--json")
    assert (status, out) == (3, "")
    assert err == "boaf: no puzzle after 0 seconds: 3 of difficulty 3 are missing\n"
    status, out, _ = run(capsys, "generate", "--count", "99999", "--max-seconds", "2", "--json")
    assert status == 3
    assert 0 < len(json.loads(out)["puzzles"]) < 99999
    assert run(capsys, "generate", "--daily", "2026-11-09", "--max-seconds", "0")[0] == 3
