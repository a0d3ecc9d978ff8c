"""The maps of Sang & Yoon (2019) against plain Python on `Board`."""

from fractions import Fraction

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import board_of, cards_of, draw_deals
from boaf.learn.data.making import balanced_deals, random_states
from boaf.learn.neural.image_inputs import MAPS, has_odd_bird, maps_of
from boaf.support.errors import BoafError

pytestmark = pytest.mark.slow


def plain_maps(board: boaf.Board) -> list[list[Fraction]]:
    """The four maps, cell by cell, from the definitions."""
    tops = board.tops
    values: list[list[Fraction]] = [[] for _ in MAPS]
    for cell, card in enumerate(tops):
        if card is None:
            for column in values:
                column.append(Fraction(0))
            continue
        others = [(k, other) for k, other in enumerate(tops) if other is not None and k != cell]
        matching = [k for k, other in others if other.suit == card.suit or abs(other.rank - card.rank) <= 1]
        in_row = any(k // board.cols == cell // board.cols for k in matching)
        in_col = any(k % board.cols == cell % board.cols for k in matching)
        values[0].append(Fraction(card.rank, 13))
        values[1].append(Fraction("CDHS".index(str(card)[1]) + 1, 4))
        values[2].append(
            {(1, 1): Fraction(1), (0, 1): Fraction(2, 3), (1, 0): Fraction(1, 3), (0, 0): Fraction(0)}[in_row, in_col]
        )
        values[3].append(Fraction(1) if others and not matching else Fraction(1, 2))
    return values


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 3), (5, 5), (2, 6)])
def test_the_maps_are_those_of_plain_python(rows: int, cols: int) -> None:
    states = random_states(60, seed=1, rows=rows, cols=cols).cards
    deals = draw_deals(np.arange(10), rows * cols)
    cards = np.concatenate([states, deals])
    drawn = maps_of(cards, rows, cols)
    assert drawn.shape == (70, 4, rows, cols)
    for board, found in zip(cards, drawn, strict=True):
        wanted = [[float(value) for value in column] for column in plain_maps(board_of(board, cols))]
        assert found.reshape(4, -1) == pytest.approx(np.array(wanted))


@pytest.mark.plain
def test_maps_come_in_the_order_asked_for() -> None:
    cards = draw_deals(np.arange(3), 16)
    chosen = maps_of(cards, 4, 4, ["odd-bird", "rank"])
    assert (chosen[:, 1] == maps_of(cards, 4, 4)[:, 0]).all()


@pytest.mark.plain
def test_an_odd_bird_is_seen() -> None:
    board = boaf.Board("2H 3H / 9S 4D")
    assert maps_of(cards_of(board)[None], 2, 2, ["odd-bird"])[0, 0].tolist() == [[0.5, 0.5], [1.0, 0.5]]
    assert has_odd_bird(cards_of(board)[None]).tolist() == [True]
    assert has_odd_bird(cards_of(boaf.Board("2H -- / -- --"))[None]).tolist() == [False]


def test_unknown_maps_and_other_sizes_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown map 'colour': choose from rank"):
        maps_of(draw_deals(np.arange(1), 16), 4, 4, ["colour"])
    with pytest.raises(BoafError, match="need boards of 3 × 3"):
        maps_of(draw_deals(np.arange(1), 16), 3, 3)


def test_the_odd_bird_rule_scores_about_nine_in_ten_on_balanced_deals() -> None:
    data = balanced_deals(-60_000, 60_000)
    right = ~has_odd_bird(data.cards) == data.solvable
    assert right.mean() == pytest.approx(0.90, abs=0.03)
    assert right[data.solvable].all()
