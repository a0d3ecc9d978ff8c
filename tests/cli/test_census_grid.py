"""`boaf census grid` as a user meets it."""

import json
from pathlib import Path

import pytest

from boaf.cli import main


def test_every_size_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "grid", "--seeds", "0", "20"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["size", "deals"]
    assert [line[:6].rstrip() for line in lines[:3]] == ["2 × 2", "2 × 3", "2 × 4"]
    assert len(lines) == 22
    assert "95 % interval" in lines[0]


def test_one_size_comes_as_json_with_its_best_scores(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["census", "grid", "--seeds", "0", "30", "--rows", "4", "--cols", "2", "--best-score", "--json"]
    assert main(words) == 0
    (size,) = json.loads(capsys.readouterr().out)["sizes"]
    assert (size["rows"], size["cols"], size["start"], size["stop"], size["deals"]) == (2, 4, 0, 30, 30)
    assert size["unsolvable"] == size["odd_bird"] + size["flocks"] + size["other"] == sum(size["best_scores"].values())
    assert set(size["unsolvable_chance"]) == {"share", "low", "high"}


def test_best_scores_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "grid", "--seeds", "0", "30", "--rows", "2", "--cols", "2", "--best-score"]) == 0
    assert "\n2 × 2: best score    unsolvable deals\n               10 " in capsys.readouterr().out


def test_a_directory_keeps_the_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["census", "grid", "--rows", "2", "--cols", "2", "--out", str(tmp_path / "grid"), "--json"]
    assert main([*words, "--seeds", "0", "30"]) == main([*words, "--seeds", "0", "20"]) == 0
    first, again = capsys.readouterr().out.splitlines()
    assert first == again
    assert main([*words, "--seeds", "1", "20"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", ["grid", "exact"])
def test_rows_and_columns_go_together(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", command, "--rows", "3"]) == 2
    assert capsys.readouterr().err == "boaf: --rows and --cols go together\n"


def test_a_limit_gives_status_three(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "grid", "--seeds", "0", "5", "--rows", "4", "--cols", "4", "--max-nodes", "0"]) == 3
    assert "4 × 4" in capsys.readouterr().out
