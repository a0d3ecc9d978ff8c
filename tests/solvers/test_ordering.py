"""The quick scores and move lists against the obvious ones."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.kernel.position import moves_of, position_of, push, source_of, target_of
from boaf.solvers.ordering import (
    FEATURES,
    FULL_SCORES,
    Moves,
    features,
    fitted_weights,
    list_children,
    new_moves,
    take_best,
)
from tests.data.make_perft import perft

PERFT = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text())
boards = st.one_of(
    st.integers(0, 10**6).map(boaf.random_board),
    st.integers(0, 10**6).map(lambda seed: boaf.random_board(seed, 3, 7)),
)


def listed(board: Board, weights: np.ndarray, prune: bool) -> dict[str, int]:
    """The moves of a board and their scores, from `list_children`."""
    position = position_of(board)
    room = new_moves(position.line, 1, weights)
    list_children(room, position.match.reshape(1, -1), 0, position.occupied, prune, 0)
    scores, steps = room.scores[0].copy(), steps_left(room, 0)
    return {str(*moves_of(board, [step])): int(scores[source_of(step), target_of(step)]) for step in steps}


def steps_left(moves: Moves, frame: int) -> list[int]:
    """The moves of a frame as steps, best first."""
    steps = []
    while (step := int(take_best(moves, frame))) >= 0:
        steps.append(step)
    return steps


@pytest.mark.plain
@given(boards.filter(lambda board: board.stack_count > 2))
def test_scores_differ_as_the_features_of_the_children_do(board: Board) -> None:
    weights = np.array([[101, 83, 67, 53, 41, 31, 23, 17, 13]] * 65)
    if board.stack_count > FULL_SCORES:
        weights[:, [k for k, name in enumerate(FEATURES) if "card" not in name]] = 0
    quick = listed(board, weights, prune=False)
    position = position_of(board)
    slow = {}
    for move in board.legal_moves:
        board.push(move)
        child = position_of(board)
        board.pop()
        values = np.zeros(len(FEATURES), np.int64)
        features(child.match, position.line, child.occupied, values)
        slow[str(move)] = int(values @ weights[0])
    assert quick.keys() == slow.keys()
    assert len({quick[move] - slow[move] for move in quick}) <= 1


def has_isolated_stack(board: Board) -> bool:
    position = position_of(board)
    occupied = int(position.occupied)
    cells = [cell for cell in range(len(position.match)) if occupied >> cell & 1]
    return any(not position.match[cell] or not int(position.line[cell]) & occupied for cell in cells)


@pytest.mark.plain
@given(boards.filter(lambda board: board.stack_count > 2 and not has_isolated_stack(board)))
def test_only_moves_that_isolate_a_stack_are_pruned(board: Board) -> None:
    kept = listed(board, fitted_weights(), prune=True)
    for move in board.legal_moves:
        board.push(move)
        assert (str(move) in kept) is not has_isolated_stack(board)
        board.pop()


@pytest.mark.plain
@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["board"])
def test_move_generators_reproduce_the_golden_counts(entry: dict[str, object]) -> None:
    board = Board(str(entry["board"]))
    counts = list(entry["counts"])  # type: ignore[call-overload]
    assert [perft(board, depth) for depth in range(3)] == counts[:3]
    position = position_of(board)
    cells = len(position.match)
    match, occupied = np.zeros((8, cells), position.match.dtype), np.zeros(8, np.uint64)
    match[0], occupied[0] = position.match, position.occupied
    moves = new_moves(position.line, 8)

    def kernel_perft(frame: int, depth: int) -> int:
        if depth == 0:
            return 1
        list_children(moves, match, frame, occupied[frame], False, 0)
        total = 0
        for step in steps_left(moves, frame):
            push(match, occupied, frame, step, frame + 1)
            total += kernel_perft(frame + 1, depth - 1)
        return total

    assert [kernel_perft(0, depth) for depth in range(3)] == counts[:3]


def test_the_weights_cover_every_number_of_stacks() -> None:
    weights = fitted_weights()
    assert weights.shape == (65, len(FEATURES))
    assert (weights[:, FEATURES.index("stacks without a legal move")] < 0).all()
    recorded = json.loads((Path(boaf.__file__).parent / "solvers" / "ordering.json").read_text())
    assert tuple(recorded["features"]) == FEATURES
