"""`boaf census exact` as a user meets it."""

import json

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
