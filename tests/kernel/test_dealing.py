import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import board_of, cards_of, draw_deals, draw_random_board, match_cards
from boaf.kernel.position import position_of
from boaf.support.errors import BoafError

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 5), (7, 7), (4, 13)])
def test_compiled_deals_are_the_numbered_deals(rows: int, cols: int) -> None:
    seeds = [0, 1, 1264, -1, -(10**9), 2**31 - 1, 2**31, 2**40 + 5]
    for seed, cards in zip(seeds, draw_deals(np.array(seeds), rows * cols), strict=True):
        assert board_of(cards, cols) == boaf.deal(seed, rows, cols)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (6, 7)])
def test_compiled_random_boards_are_the_random_boards(rows: int, cols: int) -> None:
    cards = np.zeros(rows * cols, np.uint8)
    for seed in (0, 1, 2, 999, 2**63):
        draw_random_board(np.uint64(seed), cards)
        assert board_of(cards, cols) == boaf.random_board(seed, rows, cols)


def test_cards_match_as_on_the_board() -> None:
    for seed in range(20):
        board = boaf.random_board(seed)
        position = position_of(board)
        match = np.ones(16, np.uint16)
        assert match_cards(cards_of(board), match) == position.occupied
        assert match.tolist() == position.match.tolist()


def test_only_standard_cards_have_numbers() -> None:
    with pytest.raises(BoafError, match="standard deck only"):
        cards_of(boaf.Board("57.51 2.1"))
