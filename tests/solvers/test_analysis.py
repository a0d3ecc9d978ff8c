import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.questions import analysis
from boaf.solvers.contract import Limits, Verdict


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 9))
def test_every_move_gets_the_oracles_verdict(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, stacks=stacks)
    found = boaf.analyze(board)
    assert [move for move, _ in found.moves] == board.legal_moves
    for move, verdict in found.moves:
        board.push(move)
        assert boaf.solve(board, "oracle").verdict is verdict
        board.pop()
    assert found.verdict is boaf.solve(board, "oracle").verdict
    assert board.moves == ()


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 9))
def test_collapse_sets_know_the_moves_that_keep_a_board_solvable(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, stacks=stacks)
    by_search = {move for move, verdict in boaf.analyze(board).moves if verdict is Verdict.SOLVABLE}
    assert analysis._keeping_moves(board, Limits()) == by_search


@pytest.mark.parametrize("seed", [104, 2454])
def test_hard_deals_are_analysed_alike_by_both_methods(seed: int) -> None:
    board = boaf.deal(seed)
    by_search = {move: boaf.solve(_after(board, str(move))).verdict for move in board.legal_moves}
    assert dict(boaf.analyze(board).moves) == by_search


def _after(board: Board, move: str) -> Board:
    child = board.copy()
    child.push(move)
    return child


def test_a_limit_leaves_moves_unknown() -> None:
    found = boaf.analyze(boaf.deal(1), max_nodes=2)
    assert found.verdict is Verdict.UNKNOWN
    assert {verdict for _, verdict in found.moves} == {Verdict.UNKNOWN}


def test_a_solved_board_has_no_moves_and_is_solvable() -> None:
    found = boaf.analyze(Board("2H --"))
    assert found.verdict is Verdict.SOLVABLE
    assert found.moves == ()


def test_an_analysis_becomes_plain_values() -> None:
    assert boaf.analyze(Board("7H 6C")).to_json() == {
        "board": "7H 6C",
        "verdict": "solvable",
        "moves": [{"move": "7H-6C", "verdict": "solvable"}, {"move": "6C-7H", "verdict": "solvable"}],
    }
