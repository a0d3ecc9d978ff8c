"""The canonical form: the same for all images of a board, and the same game as each of them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.position import position_of
from boaf.puzzles.symmetry import canonical_board
from tests.puzzles.stability import random_image


def game_of(board: Board) -> tuple[object, ...]:
    """What matters to play: the size, which stacks match, and their heights."""
    position = position_of(board)
    heights = tuple(len(stack) for stack in board.stacks)
    return board.rows, board.cols, int(position.occupied), position.match.tobytes(), heights


def degrees(board: Board) -> Counter[tuple[int, int]]:
    """For every stack the number that it matches, and the number of those in line."""
    return Counter((len(graph), len(legal)) for graph, legal in _neighbours(board))


def _neighbours(board: Board) -> list[tuple[dict[object, object], dict[object, object]]]:
    graph, legal = boaf.compatibility_graph(board), boaf.stackability_graph(board)
    return [(graph[card], legal[card]) for card in graph]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 6), st.integers(1, 6), st.integers(0, 4))
def test_all_images_have_one_canonical_form(seed: int, rows: int, cols: int, moves: int) -> None:
    board, random = boaf.deal(seed, rows, cols), SplitMix64(seed)
    for _ in range(moves):
        if legal := board.legal_moves:
            board.push(legal[random.below(len(legal))])
    canonical = canonical_board(board)
    assert degrees(canonical) == degrees(board)
    for _ in range(3):
        assert game_of(canonical_board(random_image(board, random))) == game_of(canonical)


@pytest.mark.parametrize(
    "text",
    [
        "AC 2C 3C 4C 5C 6C 7C 8C",  # every card matches every other
        "AC 3D 5H 7S / 9C JD KH 2S",  # hardly any does
        "AC AD / AH AS",
        "AC -- 2C / -- -- -- / 3C -- 4C",
    ],
)
def test_boards_with_many_symmetries_have_one_canonical_form(text: str) -> None:
    board, random = Board(text), SplitMix64(1)
    assert len({game_of(canonical_board(random_image(board, random))) for _ in range(20)}) == 1


def test_different_games_have_different_forms() -> None:
    forms = {game_of(canonical_board(boaf.deal(seed))) for seed in range(200)}
    assert len(forms) == 200
