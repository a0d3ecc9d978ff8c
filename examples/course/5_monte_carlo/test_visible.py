"""Unit 5: tests to show to students."""

import starter

import boaf
from boaf.deals import SplitMix64

DEALS = (0, 2, 4, 6, 7, 8, 10, 11, 14, 18, 20, 21, 22, 23, 26, 27, 30, 31, 33, 34)
"""The first 3 × 3 deals that can be solved."""


def test_every_move_is_legal():
    random = SplitMix64(1)
    for seed in range(3):
        board = boaf.deal(seed, 3, 3)
        while not board.is_over:
            move = starter.choose(board.copy(), random)
            assert board.is_legal(move), f"{move} is illegal on {board.text(tops_only=True)}"
            board.push(move)


def test_a_move_that_wins_is_preferred_to_one_that_loses():
    for seed in range(10):
        move = starter.choose(boaf.Board("7H 6C / -- 6H"), SplitMix64(seed))
        assert str(move) in ("7H-6C", "6H-6C"), f"no game is won after {move}"


def test_a_quarter_of_small_games_is_won():
    random, won = SplitMix64(1), 0
    for seed in DEALS:
        board = boaf.deal(seed, 3, 3)
        while not board.is_over:
            board.push(starter.choose(board.copy(), random))
        won += board.is_solved
    assert won >= 5, f"your player wins {won} of 20 games; at least five are asked for"
