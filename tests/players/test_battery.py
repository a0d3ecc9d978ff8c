"""One battery over the registry: every player makes legal moves to the end, alone and in batches, on every size."""

from typing import Any

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.dealing import board_of, draw_deals
from boaf.kernel.position import steps_of
from boaf.players.registry import PLAYERS, player, think
from boaf.support.errors import BoafError
from tests.players.rules import replay

OPTIONS: dict[str, dict[str, Any]] = {
    "random": {},
    "greedy": {},
    "mcts": {"iterations": 12},
    "flock": {"iterations": 12},
    "policy": {},
    "perfect": {},
}
"""Every registered player must stand here."""
SHAPES = [(1, 1), (1, 2), (2, 2), (2, 3), (1, 7), (3, 4), (4, 4), (3, 6), (5, 5), (6, 8), (4, 13)]
GAMES = {"random": 20_000, "greedy": 5_000, "mcts": 60, "flock": 1_000, "policy": 20, "perfect": 20}

players = pytest.mark.parametrize("name", PLAYERS)


def test_every_registered_player_is_in_the_battery() -> None:
    assert set(OPTIONS) == set(PLAYERS)


@pytest.mark.slow
@players
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_games_are_played_to_the_end_on_every_size(name: str, rows: int, cols: int) -> None:
    cards = draw_deals(np.arange(2), rows * cols)
    found = player(name, **OPTIONS[name]).play_many(cards, rows, cols, np.arange(2, dtype=np.uint64))
    scores, stacks = replay(cards, cols, found.steps)
    assert np.array_equal(scores, found.scores)
    assert np.array_equal(stacks, found.stacks)


@players
def test_no_move_is_illegal(name: str) -> None:
    cards = draw_deals(np.arange(GAMES[name]), 16)
    found = player(name, **OPTIONS[name]).play_many(cards, 4, 4, np.arange(len(cards), dtype=np.uint64))
    scores, stacks = replay(cards, 4, found.steps)
    assert np.array_equal(scores, found.scores)
    assert np.array_equal(stacks, found.stacks)


@players
def test_move_by_move_a_player_plays_the_games_of_its_batches(name: str) -> None:
    cards = draw_deals(np.array([10, 0, 1]), 16)
    seeds = np.array([5, 6, 7], np.uint64)
    found = player(name, **OPTIONS[name]).play_many(cards, 4, 4, seeds)
    alone = player(name, **OPTIONS[name])
    for k in range(len(cards)):
        board, random = board_of(cards[k], 4), SplitMix64(int(seeds[k]))
        start = board.copy()
        while not board.is_over:
            board.push(alone.choose(board, random))
        assert steps_of(start, board.moves) == [int(step) for step in found.steps[k] if step]


@players
def test_a_thought_holds_legal_candidates_and_the_chosen_one_first(name: str) -> None:
    for board in (boaf.deal(3), boaf.deal(10), boaf.random_board(6, stacks=7), Board("2H+3H 4C / 2D 4H")):
        before = board.copy()
        thought = think(board, name, seed=1, **OPTIONS[name])
        assert (board, board.moves) == (before, before.moves)
        moves = [candidate.move for candidate in thought.candidates]
        assert moves[0] == thought.move
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(board.legal_moves)
        assert thought.to_json()["move"] == str(thought.move)
        if thought.reason in ("solution", "lookahead"):
            assert thought.candidates[0].verdict == boaf.solve(board).verdict == "solvable"
        assert thought == think(board, name, seed=1, **OPTIONS[name])


@players
def test_a_board_that_is_not_the_next_one_begins_a_new_game(name: str) -> None:
    one = player(name, **OPTIONS[name])
    one.choose(boaf.deal(1), SplitMix64(0))
    assert (
        one.choose(boaf.deal(3, 3, 3), SplitMix64(1)) == think(boaf.deal(3, 3, 3), name, seed=1, **OPTIONS[name]).move
    )


@players
def test_a_board_without_moves_is_refused(name: str) -> None:
    with pytest.raises(BoafError, match="no legal move is left"):
        think(Board("2C 4S / 6H 8D"), name)


def test_unknown_players_and_options_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown player 'magic': choose from random"):
        player("magic")
    with pytest.raises(BoafError, match="player 'random' has no option 'weight'; it takes none"):
        player("random", weight=1.0)
    with pytest.raises(BoafError, match="has no option 'iterations'"):
        think(boaf.deal(1), "greedy", iterations=3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": 0}, "iterations must be from 1 to 10,000,000"),
        ({"lookahead": 3}, "lookahead must be 0, 1 or 2"),
        ({"reward": "magic"}, "reward must be one of win, score"),
        ({"exploration": float("nan")}, "exploration must be a number"),
        ({"noise": -1}, "noise must be 0 to 16000"),
        ({"conditions": ("magic",)}, "unknown condition 'magic'"),
        ({"known": 9}, "not 9"),
        ({"decided": -1}, "decided must be 0 or more, not -1"),
        ({"ties": "magic"}, "ties must be one of other, any"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        player("mcts", **options)
