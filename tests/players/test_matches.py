"""Matches: counted right, the same on any number of threads, unsolvable deals skipped."""

from dataclasses import replace

import numpy as np
import pytest

import boaf
from boaf.deals import SplitMix64
from boaf.players import matches
from boaf.players.matches import Match, game_seeds, match
from boaf.players.registry import player
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf.support.intervals import wilson


def counted(found: Match) -> tuple[object, ...]:
    return found.deals, found.skipped, found.games, found.won, found.mean_score, found.moves


@pytest.mark.parametrize(
    ("name", "options"),
    [("random", {}), ("greedy", {}), ("mcts", {"iterations": 15}), ("flock", {"iterations": 3}), ("perfect", {})],
)
def test_the_answer_does_not_depend_on_the_number_of_threads(name: str, options: dict[str, int]) -> None:
    one, three = (match(name, range(8, 24), games=2, seed=9, threads=n, **options) for n in (1, 3))
    assert counted(one) == counted(three)
    assert (one.deals, one.skipped, one.games) == (15, 1, 30)


def test_a_match_is_the_sum_of_its_games() -> None:
    deals, games = [3, 10, 12], 2
    found = match("greedy", deals, games=games, seed=4, keep_unsolvable=True)
    scores, won, moves = 0, 0, 0
    for deal in deals:
        own = SplitMix64(4)
        for _ in range(deal):
            own.next()
        start = own.next()
        for game in range(games):
            stream = SplitMix64(start)
            for _ in range(game):
                stream.next()
            board, random = boaf.deal(deal), SplitMix64(stream.next())
            while not board.is_over:
                board.push(player("greedy").choose(board, random))
            scores, won, moves = scores + board.score, won + board.is_solved, moves + len(board.moves)
    assert (found.games, found.won, found.moves) == (6, won, moves)
    assert found.mean_score == pytest.approx(scores / 6)
    assert found.win_rate == wilson(won, 6)


def test_games_of_different_deals_and_numbers_have_different_seeds() -> None:
    assert len(np.unique(game_seeds(np.uint64(0), np.arange(200), 50))) == 10_000


def test_the_perfect_player_wins_what_can_be_won() -> None:
    found = match("perfect", range(20), keep_unsolvable=True)
    assert found.won == sum(boaf.solve(boaf.deal(seed)).verdict is Verdict.SOLVABLE for seed in range(20))


def test_progress_counts_games_and_bad_numbers_are_refused() -> None:
    seen: list[int] = []
    match("random", range(3), 2, 3, games=4, keep_unsolvable=True, progress=seen.append)
    assert sum(seen) == 12
    with pytest.raises(BoafError, match="from 1 to"):
        match("random", range(3), games=0)
    assert match("random", range(0)).win_rate == (0, 0, 1)


def test_an_interrupted_match_keeps_the_games_that_were_finished() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    found = match("random", range(200), games=100, keep_unsolvable=True, threads=1, progress=interrupt)
    assert found.interrupted
    assert 5000 <= found.games <= 20_000
    assert found.moves <= 15 * found.games


def test_a_match_in_blocks_is_the_same_match(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    whole = match("random", range(1260, 1270), games=3, seed=4)
    monkeypatch.setattr(matches, "_BLOCK", 7)
    parts = match("random", range(1260, 1270), games=3, seed=4)
    assert replace(parts, seconds=0) == replace(whole, seconds=0)
    assert parts.skipped == 1
