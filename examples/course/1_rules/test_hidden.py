"""Unit 1: held-out tests, against boaf."""

import networkx
import starter

import boaf


def _boards():
    return [boaf.random_board(seed, rows, cols) for seed in range(40) for rows, cols in ((3, 3), (4, 4), (2, 5))]


def _rows(board):
    cells = [None if card is None else str(card) for card in board.tops]
    return [cells[row * board.cols : (row + 1) * board.cols] for row in range(board.rows)]


def test_the_king_and_the_ace_do_not_match():
    assert not starter.match("KH", "AS"), "the ranks do not go round: king and ace are not neighbours"
    assert starter.match("KH", "AH"), "cards of one suit always match"


def test_legal_moves_are_those_of_boaf():
    for board in _boards():
        moves = {(str(move.source), str(move.target)) for move in board.legal_moves}
        assert starter.legal_moves(_rows(board)) == moves, f"the moves on {board.text()} are not right"


def test_flocks_and_odd_birds_are_those_of_boaf():
    for board in _boards():
        graph = boaf.compatibility_graph(board)
        parts = {frozenset(map(str, part)) for part in networkx.connected_components(graph)}
        alone = {str(card) for card in graph if not graph[card]}
        assert starter.flocks(_rows(board)) == parts, f"the flocks of {board.text()} are not right"
        assert starter.odd_birds(_rows(board)) == alone, f"the odd birds of {board.text()} are not right"
