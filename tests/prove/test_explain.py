"""`explain` agrees with the solvers, and every proof passes the independent checker."""

import hashlib
import json
from time import sleep
from typing import Any

import pytest

import boaf
from boaf.board import Board
from boaf.kernel.position import position_of
from boaf.prove import collapse, search
from boaf.prove.checker import check_proof
from boaf.prove.conditions import CONDITIONS
from boaf.prove.cut_edge import can_be_collapsed, mini_board
from boaf.prove.explain import explain
from boaf.prove.proof import Proof
from boaf.solvers.contract import Limits, Result, Verdict
from boaf.support.errors import UndecidedError
from boaf.support.threads import thread_pool
from tests.prove.boards import judged_boards, proof_of, proof_of_deal, unsolvable_seeds
from tests.solvers.boards import oracle


@pytest.mark.slow
def test_explain_agrees_with_the_solver_and_the_checker_with_explain() -> None:
    reasons = set()
    for board, verdict in judged_boards()[1::3]:
        explanation = explain(board)
        assert explanation.verdict is verdict, board
        assert (explanation.proof is None) == (verdict is Verdict.SOLVABLE), board
        if explanation.proof is not None:
            check_proof(board, explanation.proof)
            reasons.add(explanation.proof.reason)
    assert reasons == set(CONDITIONS)


@pytest.mark.parametrize("step", [pytest.param(8, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.thorough)])
def test_every_proof_of_the_million_deals_passes_the_checker(step: int) -> None:
    assert len(unsolvable_seeds()) == 1880
    for seed in unsolvable_seeds()[::step]:
        check_proof(boaf.deal(seed), proof_of_deal(seed))


@pytest.mark.parametrize("shape", [(2, 3), (3, 4), (5, 5), (2, 8), (6, 7)])
def test_boards_of_every_shape_are_explained(shape: tuple[int, int]) -> None:
    for seed in range(25):
        board = boaf.random_board(seed, *shape, stacks=min(shape[0] * shape[1], 3 + seed % 8))
        proof = explain(board).proof
        assert (proof is None) == (boaf.solve(board).verdict is Verdict.SOLVABLE)
        if proof is not None:
            check_proof(board, proof)


def test_every_condition_proves_a_board_of_large_cards_or_with_stacks() -> None:
    for text in ("57.51 2.2 / 57.50 2.51", "7H+6C 8H -- / -- -- AS"):
        proof = proof_of(Board(text))
        assert proof.board == Board(text).text()
        check_proof(Board(text), proof)


@pytest.mark.parametrize("stacks", range(2, 8))
def test_search_proves_what_is_unsolvable_and_nothing_else(stacks: int) -> None:
    for seed in range(40):
        board = boaf.random_board(seed, 3, 4, stacks)
        proof = search.prove(board, position_of(board), Limits())
        assert (proof is None) == (oracle(board) is Verdict.SOLVABLE)
        if proof is not None:
            check_proof(board, proof)


@pytest.mark.parametrize("stacks", [8, 9, 10])
def test_collapse_proves_what_is_unsolvable_and_nothing_else(stacks: int) -> None:
    for seed in range(30):
        board = boaf.random_board(seed, 3, 4, stacks)
        proof = collapse.prove(board, position_of(board), Limits())
        assert (proof is None) == (boaf.solve(board).verdict is Verdict.SOLVABLE)
        if proof is not None:
            check_proof(board, proof)


def test_the_closed_set_of_a_search_can_be_found_by_hand() -> None:
    """Of all moves only 9C-5C and TS-JS neither strand a card nor part the flock, and after them every move does."""
    proof = proof_of(Board("9C JS / 5C TS"))
    assert proof.reason == "search"
    positions = ["9C JS 5C TS", "-- JS 9C TS", "9C TS 5C --"]
    digest = hashlib.sha256("".join(f"{line}\n" for line in sorted(positions)).encode()).hexdigest()
    assert proof.witness == {"positions": 3, "digest": digest}


def test_a_limit_is_never_a_verdict() -> None:
    explanation = explain(boaf.deal(1163), max_nodes=1)
    assert (explanation.verdict, explanation.proof, explanation.moves) == (Verdict.UNKNOWN, None, ())
    assert str(explanation).endswith("\nunknown\nA limit was reached before the board was decided.")


@pytest.mark.parametrize("condition", [collapse, search])
def test_conditions_that_reach_a_limit_say_so(condition: Any) -> None:
    board = boaf.deal(1163)
    with pytest.raises(UndecidedError, match=r"a limit was reached after \d+ (sets|positions)"):
        condition.prove(board, position_of(board), Limits(max_nodes=10))


def test_a_verdict_is_kept_when_no_time_is_left_for_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(board: Board, **limits: Any) -> Result:
        sleep(limits["max_seconds"])
        return boaf.solve(board)

    monkeypatch.setattr("boaf.prove.explain.solve", slow)
    explanation = explain(boaf.deal(1163), max_seconds=0.5)
    assert (explanation.verdict, explanation.proof) == (Verdict.UNSOLVABLE, None)
    assert "unsolvable (no proof)\n" in str(explanation)
    assert explanation.to_json()["reason"] is None


def test_a_solvable_board_is_explained_by_its_solution() -> None:
    board = boaf.deal(1)
    explanation = explain(board)
    for move in explanation.moves:
        board.push(move)
    assert board.is_solved
    assert explanation.board == boaf.deal(1)
    assert explanation.to_json()["moves"] == [str(move) for move in board.moves]


def test_explanations_and_proofs_are_drawn_in_a_notebook() -> None:
    explanation = explain(boaf.deal(221602))
    assert explanation.proof is not None
    assert explanation.proof._repr_svg_().startswith("<svg")
    assert explanation._repr_html_().startswith("<p><b>unsolvable (cut-edge)</b></p><svg")
    assert "The board can be solved." in explain(boaf.deal(1))._repr_html_()


def test_many_threads_explain_as_one_does() -> None:
    boards = [boaf.random_board(seed, 4, 4 + seed % 2, 6 + seed % 6) for seed in range(400)]
    with thread_pool(8) as pool:
        found = list(pool.map(lambda board: (explain(board), _mini_boards(board)), boards))
    assert found == [(explain(board), _mini_boards(board)) for board in boards]


def _mini_boards(board: Board) -> list[bool]:
    """Whether the first few stacks of a board can be collapsed."""
    tops = {cell: card for cell, card in enumerate(board.tops) if card}
    return [can_be_collapsed(mini_board(board, dict(list(tops.items())[:stacks]))) for stacks in range(2, 7)]


def test_quick_conditions_need_no_limit() -> None:
    proof = explain(boaf.deal(10), max_nodes=0).proof
    assert proof is not None
    assert proof.reason == "odd-bird"


def test_proofs_round_trip_through_json() -> None:
    for seed in (10, 1264, 221602, 360528, 25482, 1163):
        proof = proof_of_deal(seed)
        values = json.loads(json.dumps(proof.to_json()))
        assert list(values) == ["board", "verdict", "reason", "witness", "text"]
        assert Proof.from_json(values) == proof
