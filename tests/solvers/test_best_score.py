"""The best score against all plays, and what it says when a limit is reached."""

from random import Random

import pytest

import boaf
from boaf.board import Board
from boaf.questions.best_score import best_score
from boaf.solvers.contract import Verdict


def best_of_all_plays(board: Board) -> int:
    """The best score by trying every sequence of moves; boards already seen are left out."""
    seen: set[tuple[object, ...]] = set()

    def visit(play: Board) -> int:
        if play.stacks in seen:
            return 0
        seen.add(play.stacks)
        best = play.score
        for move in play.legal_moves:
            play.push(move)
            best = max(best, visit(play))
            play.pop()
        return best

    return visit(board.copy())


def replayed(board: Board, best: boaf.BestScore) -> Board:
    play = board.copy()
    for move in best.moves:
        play.push(move)
    return play


def played(board: Board, stacks: int, random: Random) -> Board:
    """The board after random moves until this many stacks are left, or it is over."""
    play = board.copy()
    while play.stack_count > stacks and not play.is_over:
        play.push(random.choice(play.legal_moves))
    return play


BOARDS = {
    "2 × 2": lambda seed: boaf.deal(seed, 2, 2),
    "2 × 3": lambda seed: boaf.deal(seed, 2, 3),
    "3 × 3": lambda seed: boaf.deal(seed, 3, 3),
    "3 × 3, six stacks": lambda seed: boaf.random_board(seed, 3, 3, 6),
    "3 × 4, six stacks": lambda seed: boaf.random_board(seed, 3, 4, 6),
    "3 × 4, played": lambda seed: played(boaf.deal(seed, 3, 4), 6, Random(seed)),
}


@pytest.mark.parametrize("kind", BOARDS)
def test_no_play_scores_more(kind: str) -> None:
    for seed in range(1 if kind == "3 × 3" else 150):
        board = BOARDS[kind](seed)
        best = best_score(board)
        assert best.score == best.bound == best_of_all_plays(board), board
        assert replayed(board, best).score == best.score
        assert (best.verdict is Verdict.SOLVABLE) == replayed(board, best).is_solved


@pytest.mark.plain
def test_tall_stacks_weigh_more() -> None:
    board = Board("2H+9S+9C+9D 5C / 3H QD")
    best = best_score(board)
    assert (best.score, best.verdict) == (5**2 + 1 + 1, Verdict.UNSOLVABLE)
    assert replayed(board, best).score == best.score
    assert best_score(Board("2H")).score == 1


@pytest.mark.parametrize(("rows", "cols", "seed"), [(4, 4, 1), (3, 5, 2), (5, 5, 3), (4, 13, 4)])
def test_a_solvable_deal_scores_the_square_of_its_cells(rows: int, cols: int, seed: int) -> None:
    best = best_score(boaf.deal(seed, rows, cols))
    assert (best.verdict, best.score) == (Verdict.SOLVABLE, (rows * cols) ** 2)


def test_an_odd_bird_costs_one_card() -> None:
    """Deal 10 has an odd bird (FACTS: it is unsolvable); the other 15 cards go into one stack."""
    best = best_score(boaf.deal(10))
    assert (best.verdict, best.score) == (Verdict.UNSOLVABLE, 15**2 + 1)


def test_a_connected_unsolvable_deal_is_searched_to_the_end() -> None:
    """The compatibility graph of deal 6727 is connected, but no 15 of its cards can be collapsed."""
    board = boaf.deal(6727)
    best = best_score(board)
    assert (best.verdict, best.score) == (Verdict.UNSOLVABLE, 200)
    assert replayed(board, best).score == 200
    for card in board.tops:
        rest = [None if other == card else other for other in board.tops]
        smaller = Board.from_cells(rest, 4)
        assert boaf.solve(smaller, "collapse").verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("max_nodes", [0, 1, 100, 1500, 20_000])
def test_a_limit_leaves_the_best_found_and_a_bound(max_nodes: int) -> None:
    board = boaf.deal(6727)
    best = best_score(board, max_nodes=max_nodes)
    assert best.verdict is Verdict.UNKNOWN
    assert best.nodes <= max_nodes
    assert best.score <= 200 <= best.bound
    play = replayed(board, best)
    assert play.is_over
    assert play.score == best.score


def test_time_can_be_limited() -> None:
    assert best_score(boaf.deal(6727), max_seconds=0).verdict is Verdict.UNKNOWN


def test_moves_made_before_do_not_come_again() -> None:
    board = boaf.deal(10)
    board.push(board.legal_moves[0])
    best = best_score(board)
    assert replayed(board, best).score == best.score
