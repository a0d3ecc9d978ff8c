import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.solvers.contract import Verdict
from boaf.solvers.descent import RULES
from boaf.support.errors import BoafError
from tests.solvers.boards import mid_game_boards

UNSOLVABLE_BELOW_10000 = [
    10, 190, 397, 520, 1163, 1264, 1309, 1646, 3118, 3254, 3481, 4132, 4574, 4722, 5426, 5609, 5722, 6007, 6727, 7017,
    7551, 8091, 8550, 9451,
]  # fmt: skip
"""An independent solver's answers."""
MANUAL = [618_979, 687_168]
"""The deals that Hoshino & Notarangelo (2019) could prove unsolvable only by hand."""

mid_game = st.integers(0, 10**6).map(boaf.random_board)


def transformed(board: Board, rows: list[int], cols: list[int], transpose: bool) -> Board:
    grid = [[board.tops[row * board.cols + col] for col in cols] for row in rows]
    return Board.from_grid([list(line) for line in zip(*grid, strict=True)] if transpose else grid)


def test_the_unsolvable_deals_below_ten_thousand_are_known() -> None:
    batch = boaf.solve_many(range(10_000))
    assert np.flatnonzero(batch.unsolvable).tolist() == UNSOLVABLE_BELOW_10000
    assert np.sum(batch.solvable) == 10_000 - 24


@pytest.mark.slow
def test_many_mid_game_boards_get_the_oracles_verdict() -> None:
    boards = [board for board in map(boaf.random_board, range(1500)) if board.stack_count <= 9]
    assert len(boards) > 650
    batch = boaf.solve_many(boards)
    for k, board in enumerate(boards):
        assert boaf.solve(board, "oracle").verdict is batch.verdict(k), board


@pytest.mark.parametrize("seed", [1264, 221_602, 360_528, *MANUAL])
def test_the_papers_unsolvable_deals_are_unsolvable(seed: int) -> None:
    assert boaf.solve(boaf.deal(seed)).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize(
    "options",
    [
        *({"rules": tuple(rule for rule in RULES if rule != out)} for out in RULES),
        {"rules": ()},
        *({"tables": tables} for tables in range(1, 8)),
        {"collapse": False},
        {"rules": (), "tables": 1, "collapse": False},
    ],
    ids=str,
)
def test_no_rule_changes_a_verdict(options: dict[str, object]) -> None:
    for stacks in range(2, 10):
        for board, verdict in mid_game_boards(stacks, 120)[:40]:
            assert boaf.solve(board, **options).verdict is verdict, board  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [29, 104, 1163, 2454, 6727])
def test_hard_deals_get_one_verdict_from_search_and_collapse_sets(seed: int) -> None:
    board = boaf.deal(seed)
    verdicts = {
        boaf.solve(board).verdict,
        boaf.solve(board, tables=7).verdict,
        boaf.solve(board, rules=("compatibility", "position")).verdict,
        boaf.solve(board, "collapse").verdict,
    }
    assert len(verdicts) == 1


@settings(max_examples=60)
@given(mid_game, st.permutations(range(4)), st.permutations(range(4)), st.booleans())
def test_symmetries_do_not_change_a_verdict(board: Board, rows: list[int], cols: list[int], transpose: bool) -> None:
    image = transformed(board, rows, cols, transpose)
    assert boaf.solve(board).verdict is boaf.solve(image).verdict


@settings(max_examples=60)
@given(mid_game)
def test_empty_rows_and_columns_do_not_change_a_verdict(board: Board) -> None:
    grid = [[board.tops[4 * row + col] for col in range(4)] + [None] for row in range(4)] + [[None] * 5]
    assert boaf.solve(Board.from_grid(grid)).verdict is boaf.solve(board).verdict


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from([(5, 5), (7, 7), (4, 13), (2, 26), (1, 20)]))
def test_large_boards_are_solved_or_refuted(seed: int, shape: tuple[int, int]) -> None:
    result = boaf.solve(boaf.deal(seed, *shape), max_nodes=10_000_000)
    assert result.verdict is not Verdict.UNKNOWN


def test_large_deals_take_some_tens_of_nodes() -> None:
    for rows, cols in ((5, 5), (7, 7), (4, 13)):
        batch = boaf.solve_many(range(50), rows, cols)
        assert np.median(batch.nodes) < 2 * rows * cols


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(BoafError, match="unknown pruning rule 'magic': choose from compatibility, position, isolated"):
        boaf.solve(boaf.deal(1), rules=("magic",))


def test_a_limit_in_the_middle_of_the_collapse_sets_is_kept() -> None:
    board = boaf.deal(6727)
    needed = boaf.solve(board).nodes
    for limit in (needed // 2, needed - 50):
        result = boaf.solve(board, max_nodes=limit)
        assert result.verdict is Verdict.UNKNOWN
        assert result.nodes <= limit
