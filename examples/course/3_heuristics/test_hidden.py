"""Unit 3: held-out tests."""

import starter

from search import mean_nodes

SEEDS = range(9000, 9040)


def test_the_order_halves_the_work():
    plain, own = mean_nodes(lambda board: board.legal_moves, SEEDS), mean_nodes(starter.order, SEEDS)
    text = f"your order visits {own:.0f} positions on average, the order of board.legal_moves {plain:.0f}"
    assert own <= plain / 2, f"{text}; at most half is asked for"
