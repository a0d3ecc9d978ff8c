"""Unit 3: tests to show to students."""

import starter

import boaf
from search import mean_nodes

SEEDS = range(100, 120)


def test_the_order_has_every_legal_move_once():
    for seed in range(10):
        board = boaf.deal(seed, 3, 3)
        assert sorted(starter.order(board)) == sorted(board.legal_moves)


def test_the_order_saves_a_quarter_of_the_work():
    plain, own = mean_nodes(lambda board: board.legal_moves, SEEDS), mean_nodes(starter.order, SEEDS)
    text = f"your order visits {own:.0f} positions on average, the order of board.legal_moves {plain:.0f}"
    assert own <= 0.75 * plain, f"{text}; at most three quarters are asked for"
