import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.reduction.drat import check_drat
from boaf.reduction.encoding import Encoding
from boaf.reduction.formula import parse_dimacs
from boaf.reduction.sat_solver import decide
from boaf.support.errors import BoafError


def verdict(board):
    """What the SAT solver says; its moves are replayed, its proof is checked."""
    encoding = Encoding(board)
    answer = decide(encoding.clauses, with_proof=True)
    if answer.satisfiable:
        play = board.copy()
        for move in encoding.moves(answer.model):
            play.push(move)
        assert play.is_solved
        return "solvable"
    assert check_drat(encoding.clauses, answer.proof).accepted
    return "unsolvable"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 40), st.integers(1, 8))
def test_the_formula_agrees_with_the_oracle_on_mid_game_boards(seed, stacks):
    board = boaf.random_board(seed, stacks=stacks)
    assert verdict(board) == boaf.solve(board, "oracle").verdict


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (2, 2), (2, 3), (3, 2), (2, 4)])
def test_the_formula_agrees_with_the_oracle_on_small_deals(rows, cols):
    for seed in range(12):
        board = boaf.deal(seed, rows, cols)
        assert verdict(board) == boaf.solve(board, "oracle").verdict


def endings(board):
    """All cards and cells in which a game can end with one stack, by trying every game."""
    found, seen = set(), set()

    def play():
        key = board.text(tops_only=True)
        if key in seen:
            return
        seen.add(key)
        if board.is_solved:
            found.update((card, cell) for cell, card in enumerate(board.tops) if card is not None)
        for move in board.legal_moves:
            board.push(move)
            play()
            board.pop()

    play()
    return found


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3)])
def test_the_last_card_and_its_cell_can_be_prescribed(rows, cols):
    for seed in range(12):
        board = boaf.random_board(seed, rows, cols, stacks=min(6, rows * cols))
        possible = endings(board.copy())
        cards = [card for card in board.tops if card is not None]
        for cell in range(rows * cols):
            found = decide(Encoding(board, last_cell=cell).clauses).satisfiable
            assert found == any(there == cell for _, there in possible)
            for card in cards:
                encoding = Encoding(board, last=card, last_cell=cell)
                answer = decide(encoding.clauses)
                assert answer.satisfiable == ((card, cell) in possible)
                if answer.satisfiable:
                    play = board.copy()
                    for move in encoding.moves(answer.model):
                        play.push(move)
                    assert play.tops[cell] == card


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6727, 12226, 38711, 59481, 971101])
def test_unsolvable_deals_with_a_connected_graph_are_confirmed(seed):
    assert verdict(boaf.deal(seed)) == "unsolvable"


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_solvable_deals_are_solved(seed):
    assert verdict(boaf.deal(seed)) == "solvable"


def test_the_written_formula_is_read_back():
    encoding = Encoding(boaf.Board("7H 6C / -- 6H"))
    assert parse_dimacs(encoding.to_dimacs()) == encoding.formula


def test_large_boards_are_refused():
    board = boaf.random_deal(1, 9, 9, boaf.Deck(10, 10))
    with pytest.raises(BoafError, match="the board has 81 stacks: at most 64 are written as a formula"):
        Encoding(board)
