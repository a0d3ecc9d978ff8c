"""All deals of small boards, against all deals that are looked at one by one, and against samples."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest

from boaf.probability.exact import hands_of
from boaf.probability.small_boards import (
    EveryDeal,
    _arrangements,
    _graphs,
    _patterns,
    _solvable,
    count_every_deal,
    find_every_deal,
)
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError
from boaf.support.intervals import wilson
from boaf.support.progress import no_progress


def test_all_deals_of_two_by_two_agree_with_solving_each() -> None:
    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    solvable = sum(int(solve_many(hands[:, (0, *rest)], 2, 2).solvable.sum()) for rest in permutations((1, 2, 3)))
    assert count_every_deal(2, 2).chance == Fraction(solvable, 6 * len(hands))
    assert count_every_deal(2, 2).solvable * 2 == solvable


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 2)])
def test_a_sample_of_all_deals_has_about_the_exact_chance(rows: int, cols: int) -> None:
    found = count_every_deal(rows, cols)
    assert (found.solvable, found.deals) == (370_222_326, 1_221_511_200)
    low, high = wilson(int(solve_many(range(100_000), rows, cols).solvable.sum()), 100_000)[1:]
    middle, width = (low + high) / 2, (high - low) / 2
    assert abs(float(found.chance) - middle) < 1.5 * width  # three standard deviations


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6])
def test_a_line_is_solvable_exactly_when_its_cards_are_one_flock(cards: int) -> None:
    hands = hands_of(cards)
    solvable = _solvable(_graphs(cards), _arrangements(1, cards), 1, cards, None, no_progress)
    assert solvable == hands.hands - hands.disconnected
    found = count_every_deal(1, cards)
    assert (found.solvable, found.deals) == (solvable, hands.hands)
    assert count_every_deal(cards, 1).chance == found.chance


def test_a_line_of_all_cards_is_solvable() -> None:
    assert count_every_deal(1, 52).chance == 1
    assert count_every_deal(34, 1).chance < 1


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6, 7])
def test_every_hand_has_one_pattern(cards: int) -> None:
    found = list(_patterns(cards))
    assert sum(number for _, number in found) == comb(52, cards)
    assert all(len(set(hand)) == cards and max(hand) < 52 for hand, _ in found)


@pytest.mark.parametrize(("rows", "cols", "symmetries"), [(2, 2, 8), (2, 3, 12), (3, 2, 12), (2, 4, 48), (3, 3, 72)])
def test_symmetric_arrangements_are_one(rows: int, cols: int, symmetries: int) -> None:
    assert len(_arrangements(rows, cols)) == factorial(rows * cols) // symmetries


def test_large_boards_are_refused() -> None:
    with pytest.raises(BoafError, match=r"^a 2 × 5 board has too many deals to decide them all: take at most 9 cells"):
        count_every_deal(2, 5)


def test_what_is_kept_is_found(tmp_path: Path) -> None:
    assert find_every_deal(tmp_path, 2, 2) is None
    found = count_every_deal(2, 2)
    found.write(tmp_path)
    assert find_every_deal(tmp_path, 2, 2) == found
    EveryDeal(2, 2, 1, 2, 0, 0.0).write(tmp_path / "other")
    (tmp_path / "other" / "2x2.json").rename(tmp_path / "2x3.json")
    with pytest.raises(BoafError, match=r"2x3\.json is not about all deals of a 2 × 3 board"):
        find_every_deal(tmp_path, 2, 3)
