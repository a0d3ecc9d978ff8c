"""Whole games: legal by the rules, greedy by the definition, the same for a seed in any batch."""

from collections import Counter

import numpy as np
import pytest

import boaf
from boaf.board import Board, Move
from boaf.kernel.dealing import cards_of, draw_deals
from boaf.kernel.position import moves_of
from boaf.players.playout import POLICIES, Playouts, play_out_many
from boaf.support.errors import BoafError

SHAPES = [(1, 1), (1, 5), (2, 3), (4, 4), (3, 6)]
policies = pytest.mark.parametrize("policy", POLICIES)


def play_out(board: Board, policy: str, games: int, seed: int = 0) -> Playouts:
    return play_out_many(cards_of(board)[None], board.rows, board.cols, policy, games, seed=seed, steps=True)


def value_after(board: Board, move: Move) -> float:
    """Roberson & Sperduto's heuristic, counted on the board itself."""
    board.push(move)
    value = board.score + 2.5 * len(board.legal_moves)
    board.pop()
    return value


@policies
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_games_are_played_to_the_end_by_the_rules(policy: str, rows: int, cols: int) -> None:
    for seed in range(2):
        board = boaf.deal(seed, rows, cols)
        found = play_out(board, policy, 2, seed)
        for k in range(2):
            play = board.copy()
            for move in moves_of(board, [int(step) for step in found.steps[0, k] if step]):
                if policy == "greedy":
                    best = max(value_after(play, other) for other in play.legal_moves)
                    assert value_after(play, move) == best
                play.push(move)
            assert play.is_over
            assert (play.score, play.stack_count) == (found.scores[0, k], found.stacks[0, k])
            assert play.is_solved == found.won[0, k]


@pytest.mark.plain
@policies
def test_games_run_as_plain_python(policy: str) -> None:
    assert play_out(boaf.deal(1), policy, 2).stacks.min() >= 1


def test_every_first_move_has_the_same_chance() -> None:
    board = boaf.deal(5, 2, 3)
    games = 20_000
    firsts = play_out(board, "random", games).steps[0, :, 0]
    moves = Counter(moves_of(board, [step])[0] for step in firsts)
    assert set(moves) == set(board.legal_moves)
    expected = games / len(moves)
    chi_square = sum((count - expected) ** 2 / expected for count in moves.values())
    assert chi_square < len(moves) + 6 * (2 * len(moves)) ** 0.5


@policies
def test_a_game_is_the_same_in_any_batch_and_on_any_number_of_threads(policy: str) -> None:
    cards = draw_deals(np.arange(1500), 16)
    one = play_out_many(cards, policy=policy, games=2, seed=7, threads=1)
    two = play_out_many(cards, policy=policy, games=3, seed=7, threads=3)
    assert np.array_equal(one.scores, two.scores[:, :2])
    alone = play_out_many(cards[1400:1401], policy=policy, games=2, seed=7)
    assert np.array_equal(alone.scores[0], one.scores[1400])


def test_greedy_is_better_than_random() -> None:
    cards = draw_deals(np.arange(300), 16)
    random, greedy = (play_out_many(cards, policy=policy, games=20) for policy in ("random", "greedy"))
    assert random.won.mean() < 0.01 < greedy.won.mean()
    assert random.scores.mean() < greedy.scores.mean()


def test_bad_questions_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown policy 'magic': choose from random, greedy"):
        play_out(boaf.deal(1), "magic", 1)
    with pytest.raises(BoafError, match="must have 4 × 4 cells"):
        play_out_many(cards_of(boaf.deal(1, 2, 2))[None])
