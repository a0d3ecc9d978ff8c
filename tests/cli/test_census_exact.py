"""`boaf census exact` as a user meets it."""

import json
from pathlib import Path

import pytest

from boaf.cli import main


def test_the_table_has_every_number_of_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "exact"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["cards", "odd", "bird", "flocks", "disconnected", "of", "hands", "chance"]
    assert [int(line.split()[0]) for line in lines] == list(range(1, 53))
    sixteen = "16 15,122,287,968 2,899,396,170 18,021,684,138 10,363,194,502,115 0.00173901"
    assert lines[15].split() == sixteen.split()


def test_the_table_comes_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "exact", "--json"]) == 0
    hands = json.loads(capsys.readouterr().out)["hands"]
    assert hands[1] == {
        "cards": 2, "hands": 1326, "odd_bird": 792, "flocks": 0, "disconnected": 792, "share": 792 / 1326,
    }  # fmt: skip


def test_a_size_is_decided_completely(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "exact", "--rows", "2", "--cols", "3"]) == 0
    assert capsys.readouterr().out == "2 × 3: 370,222,326 of 1,221,511,200 deals are solvable, 0.3030854944\n"


def test_the_counts_of_a_size_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["census", "exact", "--rows", "2", "--cols", "2", "--out", str(tmp_path), "--json"]
    assert main(words) == main(words) == 0
    first, again = capsys.readouterr().out.splitlines()
    assert first == again
    assert json.loads(first)["solvable"] == 178_263


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--rows 2 --cols 5", "a 2 × 5 board has too many deals to decide them all: take at most 9 cells"),
        ("--rows 7 --cols 8", "a 7 × 8 board has 56 cells; the deck fills at most 52"),
        ("--out x", "--out keeps the counts of a size: give --rows and --cols"),
    ],
)
def test_what_cannot_be_counted_is_refused(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "exact", *words.split()]) == 2
    assert capsys.readouterr().err == f"boaf: {message}\n"
