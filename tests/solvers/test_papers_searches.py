"""What is particular to the papers' searches: printed node counts, readings, options."""

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.kernel.dealing import draw_deals
from boaf.solvers.contract import Verdict
from boaf.solvers.depth_first import natural_steps, search_many
from boaf.solvers.paper_searches import CHOICES
from boaf.support.errors import BoafError

BASELINE_NODES = {0: 102, 1: 3717, 2: 546, 3: 66, 4: 7122, 5: 8890, 6: 2661, 7: 23335, 8: 20432, 9: 81, 11: 236_204}
"""Counted by the challenge's Java code."""
NODES_OF_60 = 6_296
"""The solvable ones of the deals 0 … 59, counted by a plain Python program with the heap of java.util.PriorityQueue."""
LITERAL_COUNTEREXAMPLE = Board("4D -- KH 4S / 5S -- -- -- / -- 6H -- AH / JC -- -- 6C")
"""A solvable board on which Araki et al.'s islands, taken by the letter, hide every solution."""


@pytest.mark.parametrize(("seed", "nodes"), BASELINE_NODES.items())
def test_the_baseline_counts_as_the_challenge_does(seed: int, nodes: int) -> None:
    assert boaf.solve(boaf.deal(seed), "baseline").nodes == nodes


def test_the_baseline_rejects_an_odd_bird_without_a_search() -> None:
    result = boaf.solve(boaf.deal(10), "baseline")
    assert (result.verdict, result.nodes) == (Verdict.UNSOLVABLE, 0)


@pytest.mark.slow
def test_the_heuristic_search_solves_57_percent_in_15_steps() -> None:
    batch = search_many(draw_deals(np.arange(100_000), 16), 4, 4, CHOICES["heuristic"], 15)
    assert 0.56 <= np.mean(batch.solvable & (batch.nodes == 15)) <= 0.58


def test_the_heuristic_search_alone_and_in_bulk_agree() -> None:
    steps = search_many(draw_deals(np.arange(30), 16), 4, 4, CHOICES["heuristic"], 1000).nodes
    singles = [boaf.solve(boaf.deal(seed), "heuristic", max_nodes=1000).nodes for seed in range(30)]
    assert steps.tolist() == singles


def test_the_natural_order_is_that_of_legal_moves() -> None:
    for board in (boaf.deal(1), boaf.random_board(5), boaf.deal(2, 3, 5)):
        listed = [
            f"{board.tops[step >> 8]}-{board.tops[step & 255]}"
            for step in natural_steps(board.rows, board.cols).tolist()
        ]
        legal = [str(move) for move in board.legal_moves]
        assert [move for move in listed if move in legal] == legal


def test_islands_by_the_letter_hide_a_solution() -> None:
    assert boaf.solve(LITERAL_COUNTEREXAMPLE, "oracle").verdict is Verdict.SOLVABLE
    assert boaf.solve(LITERAL_COUNTEREXAMPLE, "island-merge").verdict is Verdict.SOLVABLE
    assert boaf.solve(LITERAL_COUNTEREXAMPLE, "island-merge", literal=True).verdict is Verdict.UNKNOWN


@pytest.mark.slow
def test_island_merge_agrees_on_random_states() -> None:
    boards = [boaf.random_board(seed) for seed in range(3000) if boaf.random_board(seed).stack_count <= 12]
    truth = boaf.solve_many(boards)
    for k, board in enumerate(boards):
        expected = truth.verdict(k)
        assert boaf.solve(board, "island-merge", max_nodes=50_000).verdict in (expected, Verdict.UNKNOWN)


@pytest.mark.parametrize("solver", ["constrained", "compatible", "ordered", "island-merge"])
def test_memory_changes_no_verdict(solver: str) -> None:
    for seed in range(60):
        board = boaf.random_board(seed, stacks=3 + seed % 6)
        with_memory, without = (boaf.solve(board, solver, remember=remember) for remember in (True, False))
        assert with_memory.verdict is without.verdict
        assert with_memory.nodes <= without.nodes


def test_a_cutoff_of_16_is_compatible_search() -> None:
    for seed in range(10):
        board = boaf.random_board(seed, stacks=12)
        plain = boaf.solve(board, "compatible")
        assert boaf.solve(board, "ordered", cutoff=16).nodes == plain.nodes


@pytest.mark.parametrize("cutoff", [1, 17, -3])
def test_a_cutoff_out_of_range_is_refused(cutoff: int) -> None:
    with pytest.raises(BoafError, match=f"the ordering cutoff must be from 2 to 16 stacks, not {cutoff}"):
        boaf.solve(boaf.deal(1), "ordered", cutoff=cutoff)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [687_168, 618_979])
def test_the_standard_search_leaves_open_what_the_authors_settle_by_hand(seed: int) -> None:
    assert boaf.solve(boaf.deal(seed), "standard", max_nodes=5_500_000).verdict is Verdict.UNKNOWN
    assert boaf.solve(boaf.deal(seed)).verdict is Verdict.UNSOLVABLE


def test_best_first_expands_as_many_nodes_as_the_authors_program() -> None:
    nodes = [boaf.solve(boaf.deal(seed), "best-first", reading="table-1").nodes for seed in range(60) if seed != 10]
    assert sum(nodes) == NODES_OF_60


def test_readings_of_best_first_agree_on_verdicts() -> None:
    for seed in range(40):
        board = boaf.random_board(seed, 4, 4, 8)
        found = {boaf.solve(board, "best-first", reading=reading).verdict for reading in ("text", "table-1")}
        assert found == {boaf.solve(board).verdict}
    with pytest.raises(BoafError, match="the reading must be one of text, table-1, not 'own'"):
        boaf.solve(boaf.deal(1), "best-first", reading="own")


def test_best_n_is_exact_for_any_n_and_may_prune_nothing() -> None:
    for seed in range(40):
        board = boaf.random_board(seed, 3, 4, 9)
        expected = boaf.solve(board, "oracle").verdict
        for options in ({"n": 1}, {"n": 2}, {"n": 100}, {"prune": False}):
            assert boaf.solve(board, "best-n", **options).verdict is expected
    with pytest.raises(BoafError, match="n must be at least 1, not 0"):
        boaf.solve(boaf.deal(1), "best-n", n=0)


def test_best_n_covers_the_card_with_the_fewest_matches_first() -> None:
    board = Board("2H 3H 9C / -- 4H TC / -- -- 3C")
    first = boaf.solve(board, "best-n").moves[0]
    flockability = {str(move): boaf.features(_after(board, move), ["total_flockability"]) for move in board.legal_moves}
    assert flockability[str(first)] == max(flockability.values(), key=lambda found: found["total_flockability"])


def test_best_first_takes_any_weight_and_may_prune_nothing() -> None:
    for seed in range(20):
        board = boaf.random_board(seed, stacks=8)
        expected = boaf.solve(board).verdict
        for weight in (0.0, 2.5, 10.0):
            assert boaf.solve(board, "best-first", weight=weight).verdict is expected
        assert boaf.solve(board, "best-first", prune=False).verdict is expected
    with pytest.raises(BoafError, match="must be a number"):
        boaf.solve(boaf.deal(1), "best-first", weight=float("nan"))


def test_best_first_scores_known_stacks() -> None:
    board = boaf.deal(1)
    for move in boaf.solve(board).moves[:5]:
        board.push(move)
    assert boaf.solve(board, "best-first").verdict is Verdict.SOLVABLE


def _after(board: Board, move: boaf.Move) -> Board:
    child = board.copy()
    child.push(move)
    return child
