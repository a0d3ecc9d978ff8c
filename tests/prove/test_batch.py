"""Many boards at once give what single boards give, and what Roberson & Sperduto (2019) lead one to expect."""

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import cards_of
from boaf.kernel.position import position_of
from boaf.prove import disconnected, lynchpin
from boaf.prove.batch import CLASSES, classes_of, intractability_reasons
from tests.prove.boards import judged_boards


def test_classes_are_those_of_the_conditions() -> None:
    boards = [board for board, _ in judged_boards()[:600]]
    found = classes_of(np.stack([cards_of(board) for board in boards]))
    assert found.shape == (600, len(CLASSES))
    for board, row in zip(boards, found, strict=True):
        position = position_of(board)
        assert row[0] == (disconnected.stranded(board, position) is not None)
        assert row[1] == (disconnected.multiple_flocks(board, position) is not None)
        assert (row[2] and not row[0] and not row[1]) == (lynchpin.prove(board, position) is not None)
    assert (found[:, 2] >= found[:, 3]).all()
    assert (found[:, 2] >= found[:, 4]).all()


def test_reasons_of_unsolvable_deals() -> None:
    assert intractability_reasons([10, 1264, 221602, 360528, 1163]) == [
        "odd-bird", "multiple-flocks", "cut-edge", "lollipop-stick", "search",
    ]  # fmt: skip


@pytest.mark.plain
def test_classes_can_be_found_without_the_compiler() -> None:
    boards = [boaf.random_board(seed, 3, 4, 6) for seed in range(30)]
    found = classes_of(np.stack([cards_of(board) for board in boards]), 3, 4)
    assert found[:, :3].any(axis=0).all()


@pytest.mark.plain
def test_boards_are_explained_without_the_compiler() -> None:
    from boaf.prove.checker import check_proof
    from boaf.prove.conditions import BOUNDED

    for seed in range(12):
        board = boaf.random_board(seed, 3, 4, 6)
        for condition in BOUNDED:
            if proof := condition.prove(board, position_of(board)):
                check_proof(board, proof)
