"""The conditions on the boards of the papers, and on boards made for them."""

from collections import Counter

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.census.reasons import reasons_of
from boaf.kernel.dealing import draw_deals
from boaf.kernel.position import position_of
from boaf.prove import cut_edge, cut_vertex, lollipop_stick, lynchpin
from boaf.prove.batch import intractability_reasons
from boaf.prove.conditions import BOUNDED, Condition
from boaf.prove.cut_edge import can_be_collapsed, mini_board
from boaf.prove.explain import Explanation, explain
from boaf.prove.proof import Proof
from boaf.solvers.contract import Verdict
from boaf_papers.hoshino_notarangelo.examples import TABLE_4
from tests.prove.boards import proof_of, proof_of_deal, unsolvable_seeds


def proved(seed_or_text: int | str) -> Proof:
    return proof_of(boaf.deal(seed_or_text) if isinstance(seed_or_text, int) else Board(seed_or_text))


def test_the_million_deals_have_the_reasons_that_the_paper_counts() -> None:
    papers_four = ("odd-bird", "multiple-flocks", "cut-edge", "lollipop-stick")
    reasons = Counter(reasons_of(draw_deals(np.array(unsolvable_seeds()), 16), 4, 4))
    assert [reasons.pop(reason) for reason in papers_four] == [1484, 287, 49, 8]
    assert reasons == {"cut-vertex": 11, "collapse": 41}  # the paper's 52 others; nothing is left to search


def test_the_two_deals_that_the_authors_settled_by_hand_are_proved() -> None:
    assert intractability_reasons([618979, 687168]) == ["search", "search"]
    assert proof_of_deal(687168).witness == {"card": "7C", "parts": [["KS", "7S", "QS"]]}
    assert proof_of_deal(618979).reason == "collapse"


def test_a_latin_square_allows_no_move() -> None:
    """Hoshino & Notarangelo (2019), Table 4."""
    proof = proved(TABLE_4)
    assert (proof.reason, proof.witness["sets"]) == ("collapse", 0)
    assert proof.text == "No move can be made: no two stacks match both by card and by position."


def test_deal_10_has_an_odd_bird() -> None:
    assert proved(10).witness == {"card": "9C"}


def test_deal_1264_has_two_flocks() -> None:
    proof = proved(1264)
    assert proof.reason == "multiple-flocks"
    assert set(proof.witness["flock"]) == {"9S", "TS"}
    assert proof.text == "TS and 9S form a flock of their own: none of them matches any other card."


def test_deal_221602_has_a_cut_edge_and_ten_mini_boards() -> None:
    proof = proved(221602)
    assert proof.reason == "cut-edge"
    assert proof.witness["edge"] == ["4H", "QH"]
    assert set(proof.witness["side"]) == {"AC", "2C", "3C", "4C", "4H"}
    assert len(proof.witness["mini_boards"]) == 10


def test_deal_360528_has_a_lollipop_stick() -> None:
    proof = proved(360528)
    assert proof.reason == "lollipop-stick"
    assert proof.witness == {"stick": ["QH", "QS", "5S"], "matches": 2, "moves": 3}


@pytest.mark.parametrize("seed", [171146, 613865, 812136])
def test_a_side_that_cut_edges_divide_is_left_to_the_lollipop_stick(seed: int) -> None:
    """A wider Cut Edge would take these three deals of the eight."""
    assert proof_of_deal(seed).reason == "lollipop-stick"
    position = position_of(boaf.deal(seed))
    assert any(side.bit_count() == 3 for _, _, side in cut_edge.cut_edges(position))


def test_a_component_that_is_not_a_whole_side_proves_nothing() -> None:
    """Read to the letter, 2-edge-connected components that other cut edges leave would make Cut Edge unsound."""
    board = Board("JS -- -- -- / 2C 8D -- 8S / -- 3S -- --")
    component = {board.cell_of(card): card for card in map(boaf.Card.parse, ("JS", "8S", "3S"))}
    w = boaf.Card.parse("2C")
    assert not can_be_collapsed(mini_board(board, component))
    assert not can_be_collapsed(mini_board(board, component | {board.cell_of(boaf.Card.parse("8D")): w}))
    assert boaf.solve(board).verdict is Verdict.SOLVABLE
    assert cut_edge.prove(board, position_of(board)) is None


def test_a_card_alone_in_row_and_column_is_stranded() -> None:
    proof = proved("7H 8H -- / 6H -- -- / -- -- 9H")
    assert proof.reason == "stranded"
    assert proof.witness == {"part": ["9H"]}
    assert proof.text == "9H is stranded: no other stack stands in its row or its column."


def test_stacks_can_be_stranded_together() -> None:
    assert proved("7H 8H -- -- / -- -- 9H TH").witness == {"part": ["7H", "8H"]}


def test_a_lynchpin_is_a_cut_vertex_of_the_position_graph() -> None:
    position = position_of(Board("7H 8H 9H / -- -- TH / -- -- --"))
    assert int(lynchpin.lynchpins(position.line, position.occupied)) == 1 << 2


def test_moving_a_lynchpin_strands_a_card() -> None:
    board = Board("7H 8H 9H / -- -- TH / -- -- --")
    assert boaf.solve(board).verdict is Verdict.SOLVABLE
    board.push("9H-8H")
    assert proof_of(board).reason == "stranded"


def test_a_lynchpin_with_two_cards_that_match_nothing_else_cannot_be_solved() -> None:
    """Roberson & Sperduto (2019): one of them may cover the lynchpin, and the other is left alone."""
    position = position_of(Board("7H 7S / 2H --"))
    assert lynchpin.meets_printed_cases(position.match, position.line, position.occupied)
    proof = proved("7H 7S / 2H --")
    assert (proof.reason, proof.witness) == ("lynchpin", {"lynchpins": ["7H"], "apart": ["7S"]})
    assert proof.text == "7H is a lynchpin: to move it would strand others. Without it, 7S matches no other card."


def test_a_lynchpin_that_matches_only_lynchpins_can_never_be_covered() -> None:
    board = Board("9D KS -- / -- 9S 2D / -- -- AD")
    position = position_of(board)
    assert int(lynchpin.lynchpins(position.line, position.occupied)) == 1 << 1 | 1 << 4 | 1 << 5
    assert not lynchpin.meets_printed_cases(position.match, position.line, position.occupied)
    proof = lynchpin.prove(board, position)
    assert proof is not None
    assert proof.witness == {"lynchpins": ["9S"], "apart": ["KS"]}


def test_lynchpins_that_match_only_lynchpins_need_not_be_cut_vertices() -> None:
    """Roberson & Sperduto (2019) ask for several: here 3H and 4C, which match each other, 5H and 6C."""
    position = position_of(Board("-- -- 3H KD / 4C -- 6C -- / 5H 6D -- --"))
    assert lynchpin.meets_printed_cases(position.match, position.line, position.occupied)
    assert not lynchpin.is_held_by_one_lynchpin(position.match, position.line, position.occupied)


def test_one_card_that_matches_only_a_lynchpin_is_enough_beyond_two_stacks() -> None:
    """The paper asks for two such cards."""
    position = position_of(Board("7H 7S / 2H -- / 3H --"))
    assert not lynchpin.meets_printed_cases(position.match, position.line, position.occupied)
    assert lynchpin.is_held_by_lynchpins(position.match, position.line, position.occupied)


def test_a_lynchpin_may_be_covered_and_the_board_solved() -> None:
    position = position_of(Board("7H 8H / 9H --"))
    assert int(lynchpin.lynchpins(position.line, position.occupied)) == 1
    assert not lynchpin.is_held_by_lynchpins(position.match, position.line, position.occupied)


def test_a_cut_vertex_may_have_two_parts_that_it_cannot_cover() -> None:
    board = boaf.deal(25482)
    proof = proof_of_deal(25482)
    assert proof.reason == "cut-vertex"
    assert [len(part) for part in proof.witness["parts"]] == [7, 8]
    assert cut_vertex.prove(board, position_of(board)) == proof


@pytest.mark.parametrize("condition", BOUNDED, ids=lambda condition: condition.reason)
def test_a_solved_board_meets_no_condition(condition: Condition) -> None:
    board = Board("-- 7H+6H / -- --")
    assert condition.prove(board, position_of(board)) is None
    assert explain(board) == Explanation(board, Verdict.SOLVABLE)


def test_a_stick_without_a_lollipop_needs_no_move() -> None:
    """5S stands in line with both already, and has nothing else to collapse; larger boards are meant."""
    board = Board("5S QS / QH --")
    assert boaf.solve(board).verdict is Verdict.SOLVABLE
    assert lollipop_stick.prove(board, position_of(board)) is None
