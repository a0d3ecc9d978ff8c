"""The tree search: golden trees, what each part does, and the hook for a learned prior."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.dealing import Cards, board_of, draw_deals
from boaf.players.registry import player, think
from boaf.players.tree_player import TreePlayer
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from tests.data.make_trees import SEARCHES, tree_of

GOLDEN = json.loads((Path(__file__).parent.parent / "data" / "trees.json").read_text())


@pytest.mark.parametrize("number", range(len(SEARCHES)))
def test_trees_are_the_golden_ones(number: int) -> None:
    assert tree_of(*SEARCHES[number]) == GOLDEN[number]


def searched(name: str, board: Board, **options: Any) -> TreePlayer:
    found = player(name, **options)
    assert isinstance(found, TreePlayer)
    found.think(board, SplitMix64(0))
    return found


def test_every_iteration_goes_through_the_root_and_down_to_a_simulation() -> None:
    """A node's visits are those of its children, and one more if a simulation started there."""
    one = searched("mcts", boaf.deal(4), iterations=200, keep=True)
    assert one._tree is not None
    used = one._tree.nodes[: one._tree.state[0]["nodes"]]
    assert used["visits"].max() == 200
    assert one._tree.state[0]["iterations"] == 200
    for node in used[used["edges"] > 0]:
        below = one._tree.edges[node["first"] : node["first"] + node["edges"]]["child"]
        assert node["visits"] - used["visits"][below].sum() in ((0,) if node["visits"] == 200 else (0, 1))


def test_every_child_is_explored_before_any_is_explored_twice() -> None:
    board = boaf.deal(4)
    moves = len(board.legal_moves)
    thought = think(board, "mcts", iterations=moves)
    assert [candidate.visits for candidate in thought.candidates] == [1] * moves
    without = think(board, "mcts", iterations=moves, explore_first=False)
    assert max(candidate.visits for candidate in without.candidates) > 1


def test_unsolvable_children_are_added_only_without_pruning() -> None:
    board = boaf.random_board(2, stacks=9)
    options: dict[str, Any] = {"iterations": 30, "lookahead": 0}
    pruned, whole = (think(board, "mcts", prune=prune, **options).candidates for prune in (True, False))
    assert len(whole) == len(board.legal_moves) > len(pruned)
    assert all(candidate.verdict is not Verdict.UNSOLVABLE for candidate in pruned)
    for candidate in whole:
        if candidate.verdict is Verdict.UNSOLVABLE:
            child = board.copy()
            child.push(candidate.move)
            assert boaf.solve(child).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("stacks", [3, 5, 7])
def test_the_lookahead_finds_every_win_within_its_reach(stacks: int) -> None:
    solvable = 0
    for seed in range(60):
        board = boaf.random_board(seed, stacks=stacks)
        if board.is_over:
            continue
        verdict = boaf.solve(board).verdict
        solvable += verdict is Verdict.SOLVABLE
        thought = think(board, "mcts", iterations=1)
        assert (thought.reason == "lookahead") == (verdict is Verdict.SOLVABLE)
    assert solvable


def test_what_is_proved_lost_is_lost_and_what_is_committed_to_wins() -> None:
    reasons = set()
    for seed in range(40):
        board = boaf.random_board(seed, stacks=9)
        if board.is_over:
            continue
        thought = think(board, "flock", iterations=3000)
        reasons.add(thought.reason)
        verdict = boaf.solve(board).verdict
        assert thought.reason == ("lost" if verdict is Verdict.UNSOLVABLE else "solution")
    assert reasons == {"lost", "solution"}


def test_our_player_wins_more_with_ten_iterations_than_the_paper_s_with_a_hundred() -> None:
    cards = draw_deals(np.arange(300), 16)
    seeds = np.arange(300, dtype=np.uint64)
    ours = player("flock", iterations=10).play_many(cards, 4, 4, seeds).won.mean()
    theirs = player("mcts", iterations=100).play_many(cards[:60], 4, 4, seeds[:60]).won.mean()
    assert theirs < 0.9 < 0.98 < ours


def test_a_tree_that_must_grow_is_the_same_tree() -> None:
    board = boaf.deal(1, 5, 5)
    small, large = (player("mcts", iterations=150) for _ in range(2))
    assert isinstance(large, TreePlayer)
    from boaf.players.tree_search.tree import new_search_tree

    tree = large._tree_for(5, 5)
    large._tree = new_search_tree(5, 5, tree.checker, 1 << 16)
    assert small.think(board, SplitMix64(3)) == large.think(board, SplitMix64(3))


def solvable_or_not(cards: Cards, rows: int, cols: int) -> np.ndarray:
    """A prior that knows the truth."""
    assert cards.shape[1] == rows * cols
    return np.array([boaf.solve(board_of(row, cols)).verdict is Verdict.SOLVABLE for row in cards], float)


def test_a_prior_from_outside_is_asked_and_followed() -> None:
    for seed in (11, 12):
        board, random = boaf.deal(seed), SplitMix64(seed)
        one = player("flock", iterations=6, ask=solvable_or_not, simulation="random", commit=False)
        board.push(board.legal_moves[0])
        if boaf.solve(board).verdict is not Verdict.SOLVABLE:
            continue
        for _ in range(5):
            board.push(one.choose(board, random))
            assert boaf.solve(board).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize("answer", [np.array([-1.0]), np.array([np.nan]), np.zeros((1, 1)), np.zeros(0)])
def test_a_prior_that_gives_no_shares_is_refused(answer: np.ndarray) -> None:
    one = player("flock", ask=lambda *_: answer)
    with pytest.raises(BoafError, match="numbers that are not negative"):
        one.choose(boaf.deal(1), SplitMix64(0))


@pytest.mark.plain
@pytest.mark.parametrize("name", ["mcts", "flock"])
def test_a_search_runs_as_plain_python(name: str) -> None:
    board = boaf.random_board(3, 3, 4, 8)
    thought = think(board, name, iterations=4, known=3)
    assert board.is_legal(thought.move)


def test_the_root_is_dropped_with_the_tree_when_it_is_not_kept() -> None:
    assert searched("mcts", boaf.deal(1), iterations=20)._tree.state[0]["root"] == -1  # type: ignore[union-attr]
    assert searched("mcts", boaf.deal(1), iterations=20, keep=True)._tree.state[0]["root"] > 0  # type: ignore[union-attr]
