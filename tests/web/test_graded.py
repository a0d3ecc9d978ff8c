"""The deals that come with the page are those of the generator."""

import json
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import boaf
from boaf import web
from boaf.deals import SplitMix64
from boaf.puzzles.candidates import draws
from boaf.puzzles.difficulty import LEVELS
from boaf.puzzles.generation import DAILY, make_request

TABLE = json.loads((Path(str(web.__file__)).parent / "static" / "graded.json").read_text())


def test_the_deals_of_the_day_are_those_of_boaf() -> None:
    daily = TABLE["daily"]
    first = date.fromisoformat(daily["first"])
    assert tuple(daily["levels"]) == DAILY
    assert first + timedelta(len(daily["draws"]) - 1) >= date(2035, 12, 31)
    for after in range(0, 3600, 400):
        day = first + timedelta(after)
        random = SplitMix64(day.toordinal())
        seeds = [random.below(1 << 31) for _ in range(daily["draws"][after] + 1)]
        assert seeds[-1] == boaf.daily(day).seed


def test_the_graded_deals_have_their_difficulties() -> None:
    for size, number in (("4x4", 12), ("3x3", 12), ("5x5", 2)):
        rows, cols = map(int, size.split("x"))
        drawn = islice(draws(make_request(LEVELS, 1, rows, cols)), number)
        for draw, grade in zip(drawn, TABLE["sizes"][size][:number], strict=True):
            board = boaf.deal(draw.seed, rows, cols)
            if grade == "0":
                assert not boaf.solve(board).moves
            else:
                assert boaf.rate(board).difficulty == int(grade)
