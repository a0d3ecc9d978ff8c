"""Families of boards with verdicts that the oracle has given, for all solvers to be measured against."""

from functools import cache
from itertools import permutations
from random import Random

import boaf
from boaf.board import Board
from boaf.cards import STANDARD
from boaf.solvers.contract import Verdict

SHAPES = [(rows, cols) for rows in (1, 2, 3) for cols in (1, 2, 3)]


def oracle(board: Board) -> Verdict:
    return boaf.solve(board, "oracle").verdict


@cache
def small_boards() -> list[tuple[Board, Verdict]]:
    """Every arrangement of a sampled hand on every board of up to 2 × 3 cells, and 60 of one on 3 × 3."""
    random = Random(1)
    boards = []
    for rows, cols in SHAPES:
        cells = rows * cols
        hand = random.sample(list(STANDARD), cells)
        arrangements = permutations(hand) if cells <= 6 else (random.sample(hand, cells) for _ in range(60))
        boards += [Board.from_cells(cards, cols) for cards in arrangements]
    return [(board, oracle(board)) for board in boards]


@cache
def mid_game_boards(stacks: int, count: int) -> list[tuple[Board, Verdict]]:
    """Random 4 × 4 boards with this many stacks."""
    boards = [boaf.random_board(1000 * stacks + k, stacks=stacks) for k in range(count)]
    return [(board, oracle(board)) for board in boards]
