"""The difficulty: what it is made of, what it orders, and that it means the same for every size."""

import json
from importlib.resources import files

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.dealing import cards_of
from boaf.players.playout import play_out_many
from boaf.puzzles.difficulty import (
    ATTRIBUTES,
    LEVELS,
    Counted,
    cuts_of,
    difficulty_of,
    levels_of,
    quick_score,
    rate,
    rate_many,
)
from boaf.puzzles.generation import generate
from boaf.solvers.contract import Limits, Verdict
from boaf.support.errors import BoafError, UndecidedError, UnsolvableError
from tests.puzzles.stability import random_image, stays

FITTED = json.loads((files("boaf.puzzles") / "difficulty.json").read_text())


def score_of(board: Board) -> float | None:
    try:
        return quick_score(board)
    except UnsolvableError:
        return None


def test_a_rating_names_its_attributes() -> None:
    rating = rate(boaf.deal(1))
    assert rating.difficulty in LEVELS
    assert 0 <= rating.score <= 1
    assert list(rating.attributes) == list(ATTRIBUTES)
    assert rating.score_low <= rating.score <= rating.score_high
    assert 0.2 <= rating.certainty <= 1
    assert json.loads(json.dumps(rating.to_json()))["difficulty"] == rating.difficulty


@pytest.mark.parametrize(("rows", "cols", "seed"), [(4, 4, 1), (3, 5, 4), (2, 6, 7), (5, 5, 3)])
def test_boards_that_are_the_same_game_have_the_same_rating(rows: int, cols: int, seed: int) -> None:
    board, random = boaf.deal(seed, rows, cols), SplitMix64(seed)
    first = rate(board)
    for _ in range(3):
        image = random_image(board, random)
        assert image != board
        assert rate(image) == first


def test_more_games_narrow_the_interval() -> None:
    counted = Counted(boaf.deal(7), Limits())
    few, many = counted.estimate(100), counted.estimate(400)
    assert many.error == pytest.approx(few.error / 2, rel=0.2)
    estimate = counted.estimate(0)
    assert estimate == many
    assert sum(estimate.chance(level, 4, 4) for level in LEVELS) == pytest.approx(1)


def test_the_names_of_logarithms_say_so() -> None:
    assert [name for name, text in ATTRIBUTES.items() if "logarithm" in text] == [
        name for name in ATTRIBUTES if name.startswith("log10_")
    ]


def test_an_unsolvable_board_has_no_difficulty() -> None:
    with pytest.raises(UnsolvableError, match="unsolvable"):
        rate(boaf.deal(10))
    assert issubclass(UnsolvableError, BoafError)
    assert rate_many([boaf.deal(9), boaf.deal(10)])[1] is Verdict.UNSOLVABLE


@pytest.mark.parametrize("limits", [{"max_nodes": 0}, {"max_seconds": 0}])
def test_a_board_that_is_not_decided_has_no_difficulty_and_is_not_called_unsolvable(limits: dict[str, int]) -> None:
    with pytest.raises(UndecidedError, match="a limit was reached"):
        rate(boaf.deal(1), **limits)  # type: ignore[arg-type]
    assert rate_many([boaf.deal(1), Board("7H")], **limits) == [Verdict.UNKNOWN, rate(Board("7H"))]  # type: ignore[arg-type]


def test_ratings_do_not_depend_on_threads() -> None:
    boards = [boaf.deal(seed) for seed in range(6)]
    calls: list[int] = []
    one = rate_many(boards, threads=1, progress=calls.append)
    assert one == rate_many(boards, threads=3) == [rate(board) for board in boards]
    assert calls == [1] * 6


@pytest.mark.slow
def test_harder_levels_lose_more_games() -> None:
    """The greedy player, with games of its own, loses more on each level than on the one before."""
    boards = [boaf.deal(seed) for seed in range(5_000, 5_300)]
    levels = np.array([0 if score is None else difficulty_of(score, 4, 4) for score in map(score_of, boards)])
    lost = 1 - play_out_many(np.stack([cards_of(board) for board in boards]), games=200, seed=12345).won.mean(axis=1)
    means = [lost[levels == level].mean() for level in LEVELS]
    assert means == sorted(means)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 5)])
def test_levels_have_the_shares_they_should_have(rows: int, cols: int) -> None:
    scores = [score_of(boaf.deal(seed, rows, cols)) for seed in range(40_000, 40_400)]
    levels = [difficulty_of(score, rows, cols) for score in scores if score is not None]
    for level, share in LEVELS.items():
        assert levels.count(level) / len(levels) == pytest.approx(share, abs=0.1)


def test_rows_and_columns_are_interchangeable() -> None:
    assert cuts_of(3, 5) == cuts_of(5, 3)
    assert levels_of(4, 4) == [1, 2, 3, 4, 5]


def test_cuts_rise_and_lie_between_0_and_1() -> None:
    for size in FITTED["sizes"]:
        assert 0 <= size["cuts"][0] <= size["cuts"][1] <= size["cuts"][2] <= size["cuts"][3] <= 1


def test_a_size_that_is_not_kept_has_the_nearest() -> None:
    assert cuts_of(1, 16) == cuts_of(4, 4)
    assert rate(Board("7H 6H 5H")).difficulty == 1


def test_the_evidence_holds_on_deals_that_were_held_out() -> None:
    held_out = FITTED["held out"]
    for player in held_out["players"].values():
        assert player["rank correlation"] > 0.5
        losses = [player["mean loss rate by level"][str(level)] for level in LEVELS]
        assert losses == sorted(losses)


@pytest.mark.thorough
def test_puzzles_keep_their_level_under_symmetries() -> None:
    """Twenty of each level; `python -m tests.puzzles.stability` tries a hundred."""
    kept = [stays(puzzle.board, level, 10) for level in LEVELS for puzzle in generate(level, 20, seed=level)]
    assert np.mean(kept) >= 0.95
