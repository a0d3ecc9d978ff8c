"""The attributes against slow plain play, and what they are on boards that a person can judge."""

from fractions import Fraction
from math import log10

import pytest

import boaf
from boaf.board import Board
from boaf.puzzles.attributes import ATTRIBUTES, GameCounts, attributes_of
from boaf.solvers.contract import Limits
from boaf.support.errors import UndecidedError, UnsolvableError


def count_solutions(board: Board) -> int:
    """How many sequences of moves win, by trying all."""
    if board.is_solved:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count_solutions(board)
        board.pop()
    return total


def chance_of_random_play(board: Board) -> Fraction:
    """The chance that random play wins, by trying all."""
    if board.is_solved:
        return Fraction(1)
    moves = board.legal_moves
    total = Fraction(0)
    for move in moves:
        board.push(move)
        total += chance_of_random_play(board)
        board.pop()
    return total / len(moves) if moves else total


def is_solvable(board: Board) -> bool:
    return boaf.solve(board, "oracle").verdict == "solvable"


def halfway_ratio(board: Board, moves: int) -> Fraction:
    """The chance that random play can still win after a number of moves, by trying all."""
    if not moves or board.is_over:
        return Fraction(is_solvable(board))
    total = Fraction(0)
    for move in board.legal_moves:
        board.push(move)
        total += halfway_ratio(board, moves - 1)
        board.pop()
    return total / len(board.legal_moves)


@pytest.mark.plain
def test_an_unsolvable_board_has_no_attributes() -> None:
    with pytest.raises(UnsolvableError):
        attributes_of(Board("2H 9S / 5C KD"))


@pytest.mark.plain
@pytest.mark.parametrize("limits", [Limits(max_nodes=0), Limits(max_seconds=0.0)])
def test_a_board_that_is_not_decided_has_neither_attributes_nor_a_verdict(limits: Limits) -> None:
    for measured in (attributes_of, GameCounts):
        with pytest.raises(UndecidedError, match="before the board was rated"):
            measured(Board("7H 6C / -- 6H"), limits)


def test_the_time_is_looked_at_between_the_steps_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.puzzles.attributes._HALVES", 1)
    board = Board("7H 6H 5H")
    counts = GameCounts(board, Limits())
    counts.play(10)
    with pytest.raises(UndecidedError):
        attributes_of(board, Limits(max_seconds=0.0), counts)


@pytest.mark.plain
def test_every_attribute_is_there_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for games in ("GAMES", "_HALVES", "_RANDOM_HALVES", "_LINES"):
        monkeypatch.setattr(f"boaf.puzzles.attributes.{games}", 2)
    attributes = attributes_of(Board("7H 6C / -- 6H"))
    assert list(attributes) == list(ATTRIBUTES)


def test_a_finished_game_is_won() -> None:
    attributes = attributes_of(Board("7H -- / -- --"))
    assert attributes["greedy_wins"] == attributes["random_halfway"] == 1
    assert attributes["losing_moves"] == attributes["forced_moves"] == attributes["solutions"] == 0


def test_where_no_move_loses_every_game_is_won() -> None:
    attributes = attributes_of(Board("7H 6H 5H"))
    assert attributes["greedy_wins"] == attributes["greedy_halfway"] == attributes["random_halfway"] == 1
    assert attributes["losing_first_moves"] == attributes["losing_moves"] == attributes["random_wins"] == 0
    assert attributes["solutions"] == pytest.approx(log10(6 * 2))


@pytest.mark.parametrize("seed", [2, 4, 7, 8, 10, 21, 23, 24])
def test_attributes_are_what_all_plays_give(seed: int) -> None:
    board = boaf.deal(seed, 2, 3)
    attributes = attributes_of(board)
    fates = [fate for _, fate in boaf.analyze(board).moves]
    assert attributes["losing_first_moves"] == pytest.approx(fates.count(boaf.Verdict.UNSOLVABLE) / len(fates))
    ratio = float(halfway_ratio(board.copy(), 3))
    assert attributes["random_halfway"] == pytest.approx(ratio, abs=0.15)
    # Means of products along eight lines scatter, but not by orders of magnitude on a board of six cells.
    assert attributes["solutions"] == pytest.approx(log10(count_solutions(board.copy())), abs=0.4)
    assert attributes["random_wins"] == pytest.approx(log10(chance_of_random_play(board.copy())), abs=0.4)


def test_a_board_has_the_same_attributes_every_time() -> None:
    board = boaf.deal(7)
    first = attributes_of(board)
    attributes_of(boaf.deal(8))
    assert attributes_of(board) == first
    counts = GameCounts(board, Limits())
    counts.play(100)
    counts.play(1000)  # the rest of the same games
    assert first == first | counts.shares()


@pytest.mark.parametrize(("rows", "cols"), [(1, 6), (3, 4), (5, 5), (2, 9)])
def test_every_size_has_attributes(rows: int, cols: int) -> None:
    boards = [boaf.deal(seed, rows, cols) for seed in range(30 if rows * cols < 10 else 2)]
    for attributes in [attributes_of(board) for board in boards if boaf.solve(board).moves]:
        shares = [name for name in ATTRIBUTES if name not in ("random_wins", "solutions", "forced_moves")]
        assert all(0 <= attributes[name] <= 1 for name in shares)
        assert attributes["random_wins"] <= 0 <= attributes["solutions"]
