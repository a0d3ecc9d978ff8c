"""Boards to prove things about: the unsolvable deals of the million, and boards with verdicts of the solver."""

from functools import cache
from pathlib import Path
from random import Random

import boaf
from boaf.board import Board
from boaf.prove.explain import explain
from boaf.prove.proof import Proof
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict


@cache
def unsolvable_seeds() -> list[int]:
    """The 1,880 of 0 … 999,999, as `solve_many` finds them; Hoshino & Notarangelo (2019) count as many."""
    return [int(seed) for seed in (Path(__file__).parent / "unsolvable.txt").read_text().split()]


@cache
def proof_of_deal(seed: int) -> Proof:
    """The proof of an unsolvable deal."""
    return proof_of(boaf.deal(seed))


def proof_of(board: Board) -> Proof:
    """The proof of a board that is unsolvable."""
    proof = explain(board).proof
    assert proof is not None
    return proof


@cache
def judged_boards() -> list[tuple[Board, Verdict]]:
    """Boards of every number of stacks, random ones and ones that play leads to, with their verdicts."""
    boards = [boaf.random_board(seed) for seed in range(1500)] + [_after_play(seed) for seed in range(1500)]
    boards += [board for seed in range(40) for board in _children(_after_play(seed))]
    batch = solve_many(boards, threads=1)
    return [(board, batch.verdict(k)) for k, board in enumerate(boards)]


def _after_play(seed: int) -> Board:
    """A numbered deal after some random moves."""
    random = Random(seed)
    board = boaf.deal(seed)
    for _ in range(random.randrange(3, 14)):
        if board.is_over:
            break
        board.push(random.choice(board.legal_moves))
    return Board(board.text(tops_only=True))


def _children(board: Board) -> list[Board]:
    children = []
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        children.append(Board(child.text(tops_only=True)))
    return children
