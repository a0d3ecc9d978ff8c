"""Beam search."""

import pytest

import boaf
from boaf.support.errors import BoafError
from tests.solvers.boards import mid_game_boards

SPARSE = boaf.Board(
    "KS QS 4H 6D AC TH 2C 7D 9H / TD 6H 2S 4C 7H KC 9D AS QC / 2H TC KD AH QD 5S 7S 9C 6S / 6C 3D 7C 9S TS AD KH QH 2D"
)
"""24 pairs can be joined, the least possible on 4 × 9; depth-first searches leave it open."""


def test_a_beam_solves_a_large_board_that_depth_first_search_leaves_open() -> None:
    assert boaf.solve(SPARSE, "endgame", max_nodes=20_000).verdict == "unknown"
    result = boaf.solve(SPARSE, "beam", max_nodes=20_000)
    assert result.verdict == "solvable"
    board = SPARSE.copy()
    for move in result.moves:
        board.push(move)
    assert board.is_solved


@pytest.mark.parametrize("options", [{"width": 1}, {"width": 3, "prune": False}, {"width": 100_000}])
def test_neither_width_nor_pruning_changes_a_verdict(options: dict[str, int]) -> None:
    for stacks in (4, 7, 9):
        for board, verdict in mid_game_boards(stacks, 40):
            assert boaf.solve(board, "beam", **options).verdict is verdict


def test_a_narrow_beam_that_dies_out_is_widened() -> None:
    board = boaf.deal(2454)
    narrow, wide = (boaf.solve(board, "beam", width=width).nodes for width in (1, 4))
    assert 1 <= narrow - wide <= board.stack_count  # what the beam of a single board took before it died


def test_a_width_below_one_is_refused() -> None:
    with pytest.raises(BoafError, match="width must be at least 1"):
        boaf.solve(boaf.deal(1), "beam", width=0)
