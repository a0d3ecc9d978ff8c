import json
from pathlib import Path

import pytest

import boaf
from boaf.cli import main


def test_compare_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--random", "30", "-s", "compatible", "-s", "endgame"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["stacks", "solver", "boards"]
    assert len(lines) > 10


def test_compare_answers_in_json_with_tests_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states = tmp_path / "states.csv"
    states.write_text("".join(f"{boaf.random_board(seed, stacks=5).text()}\n" for seed in range(8)))
    plot = tmp_path / "figure.png"
    arguments = ["compare", "--states", str(states), "-s", "compatible", "-s", "ordered", "--plot", str(plot), "--json"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [row["boards"] for row in answer["rows"]] == [8, 8]
    assert len(answer["tests"]) == 2
    assert {path.name for path in tmp_path.glob("*.png")} == {"figure-nodes.png", "figure-seconds.png"}


def test_a_test_of_too_few_values_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "--seeds", "0", "1", "-s", "compatible", "-s", "endgame", "--plot", str(tmp_path / "c.svg")]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out.count(": none: too few or equal values\n") == 2
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--seeds", "5", "5", "-s", "endgame"], "boaf: --seeds 5 5: START must be below STOP"),
        (["-s", "endgame"], "boaf: name one source of boards"),
        (["--random", "0", "-s", "endgame"], "boaf: --random must be at least 1"),
        (["--random", "1", "-s", "magic"], "boaf: unknown solver 'magic'"),
        (["--random", "1"], "boaf: Missing option '--solver'"),
        (["--states", "no-such-file", "-s", "endgame"], "boaf: cannot read no-such-file: No such file or directory"),
        (["--seeds", "one", "2", "-s", "endgame"], "boaf: Invalid value for '--seeds'"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith(line)
    assert len(err.splitlines()) == 1


def test_compare_answers_for_every_board_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--seeds", "9", "11", "-s", "compatible", "-s", "endgame", "--json"]) == 0
    boards = json.loads(capsys.readouterr().out)["boards"]
    assert [board["board"] for board in boards] == [boaf.deal(9).text(), boaf.deal(10).text()]
    assert [[result["verdict"] for result in board["results"]] for board in boards] == [
        ["solvable", "solvable"],
        ["unsolvable", "unsolvable"],
    ]
    assert [result["solver"] for result in boards[0]["results"]] == ["compatible", "endgame"]


def test_ctrl_c_ends_a_comparison_of_any_number_of_boards_and_shows_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = iter(range(3))

    def deal_three(seed: int, *_size: int) -> boaf.Board:
        if next(made, None) is None:
            raise KeyboardInterrupt
        return boaf.deal(seed)

    monkeypatch.setattr("boaf.cli.compare.deal", deal_three)
    assert main(["compare", "--seeds", "0", "2000000000", "-s", "endgame"]) == 130
    shown = capsys.readouterr()
    assert shown.out.splitlines()[1].split()[:3] == ["16", "endgame", "3"]
    assert shown.err == "interrupted\n"
