"""A network with a lookahead of one move."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import cards_of
from boaf.learn.neural.lookahead import LookaheadWeights, probabilities_with_lookahead
from boaf.learn.neural.model_guided_search import network_judge
from boaf.learn.neural.training_data import LabelledBoards, lines_of_play
from boaf.learn.prediction import NeuralModel, load

if TYPE_CHECKING:
    from boaf.learn.neural.inference import fit_lookahead
    from boaf.learn.neural.network_files import load_network

pytestmark = pytest.mark.slow


def setup_module() -> None:
    """Import what needs PyTorch when a test runs, not when tests are collected."""
    global fit_lookahead, load_network
    pytest.importorskip("torch")
    from boaf.learn.neural.inference import fit_lookahead
    from boaf.learn.neural.network_files import load_network


def stacks() -> NeuralModel:
    model = load("stacks")
    assert isinstance(model, NeuralModel)
    return model


def test_a_look_ahead_is_more_often_right() -> None:
    cards, solvable, _ = lines_of_play(2_000, 2_004)
    right = [np.mean((network_judge(lookahead=ahead)(cards, 4, 4) > 0.5) == solvable) for ahead in (False, True)]
    assert 0.9 < right[0] < right[1]


def test_the_weights_are_those_of_a_board_and_of_its_likeliest_child() -> None:
    evaluate = stacks().evaluate
    board = boaf.random_board(3, stacks=9)
    children = []
    for move in board.legal_moves:
        board.push(move)
        children.append(cards_of(board))
        board.pop()
    cards = cards_of(board)[None]
    assert probabilities_with_lookahead(evaluate, LookaheadWeights(1.0, 0.0, 0.0), cards, 4, 4) == pytest.approx(
        evaluate(cards, 4, 4), rel=1e-4
    )
    assert probabilities_with_lookahead(evaluate, LookaheadWeights(0.0, 1.0, 0.0), cards, 4, 4) == pytest.approx(
        evaluate(np.stack(children), 4, 4).max(), rel=1e-4
    )


def test_a_board_with_one_stack_is_solved_and_one_without_moves_is_not() -> None:
    cards = np.stack([cards_of(boaf.Board(text)) for text in ("-- 2H / -- --", "AC -- / -- 7H")])
    likely = stacks().with_lookahead().probability(cards, 2, 2)
    assert likely[0] == 1
    assert likely[1] < 0.01


def test_weights_are_fitted_to_labels() -> None:
    network, _ = load_network("stacks")
    cards, solvable, _ = lines_of_play(3_000, 3_001)
    weights = fit_lookahead(network, LabelledBoards(4, 4, cards, solvable))
    turned = fit_lookahead(network, LabelledBoards(4, 4, cards, ~solvable))
    assert weights.own + weights.child > 0.5
    assert turned.own + turned.child < -0.5
