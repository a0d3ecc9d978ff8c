"""Ratings, players and predictions of the page, in Node, are those of Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import boaf
from boaf.web import answers
from boaf.web.models import Thinking
from tests.web.browser_kernel import boards_of_all_kinds

SCRIPT = Path(__file__).parent / "javascript" / "ask.js"
SCORES = ("verdict", "difficulty", "score", "score_low", "score_high", "certainty")
PLAYERS = ("random", "greedy", "mcts", "flock", "perfect")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")


def ask(questions: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """The answers of the page's own modules."""
    command = ["node", str(SCRIPT)]
    found = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True)
    return list(json.loads(found.stdout))


def some_boards(count: int) -> list[boaf.Board]:
    """Small boards of several sizes, dealt, random and from games."""
    sizes = [(4, 4), (3, 4), (2, 3), (1, 5), (5, 2)]
    return [board for size in sizes for board in islice(boards_of_all_kinds(*size), count) if board.stack_count > 1]


def check_ratings(boards: list[boaf.Board]) -> None:
    given = ask([("rate", {"board": board.text()}) for board in boards])
    for board, rating in zip(boards, given, strict=True):
        expected = answers.rate(board).model_dump(mode="json")
        assert [rating[name] for name in SCORES] == [expected[name] for name in SCORES], board
        assert [part["name"] for part in rating["attributes"]] == [part["name"] for part in expected["attributes"]]
        for part, wanted in zip(rating["attributes"], expected["attributes"], strict=True):
            assert part["value"] == pytest.approx(wanted["value"], abs=1e-9), (board, part)


def check_players(boards: list[boaf.Board], iterations: int) -> None:
    bodies = [
        {"board": board.text(), "player": player, "iterations": iterations, "seed": seed}
        for seed, board in enumerate(boards)
        for player in PLAYERS
    ]
    for body, thought in zip(bodies, ask([("think", body) for body in bodies]), strict=True):
        expected = answers.think(boaf.Board(body["board"]), Thinking(**body)).model_dump(mode="json")
        assert (thought["move"], thought["reason"]) == (expected["move"], expected["reason"]), body
        assert len(thought["candidates"]) == len(expected["candidates"])
        for candidate, wanted in zip(thought["candidates"], expected["candidates"], strict=True):
            assert candidate == wanted | {"value": pytest.approx(wanted["value"], abs=1e-9)}, body


def check_predictions(boards: list[boaf.Board]) -> None:
    given = ask([("predict", {"board": board.text()}) for board in boards])
    for board, found in zip(boards, given, strict=True):
        expected = answers.predict(board).model_dump(mode="json")
        assert found["verdict"] == expected["verdict"]
        wanted = {part["model"]: part["probability"] for part in expected["predictions"]}
        for part in found["predictions"]:
            assert part["probability"] == pytest.approx(wanted[part["model"]], abs=1e-9), (board, part)


def test_ratings_are_those_of_python() -> None:
    check_ratings([boaf.deal(1), boaf.deal(2), boaf.deal(10), *some_boards(3)[3:]])


def test_players_move_as_in_python() -> None:
    check_players([boaf.deal(7), *some_boards(3)[1:]], iterations=30)


def test_predictions_are_those_of_python() -> None:
    check_predictions([boaf.deal(1264), *some_boards(5), boaf.deal(1, 5, 5)])


@pytest.mark.thorough
def test_larger_boards_are_rated_played_and_predicted_as_in_python() -> None:
    large = [boaf.deal(seed, *size) for size in ((5, 5), (4, 6), (7, 7)) for seed in range(2)]
    check_ratings([boaf.deal(seed) for seed in range(3, 20)] + large[:4])
    check_players(large + [boaf.deal(seed) for seed in range(20)], iterations=300)
    check_predictions(large + [boaf.deal(seed) for seed in range(30)])
