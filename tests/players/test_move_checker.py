"""The solvability checker: sound, what `prove` and the tables say, and every part of it can be left out."""

import numpy as np
import pytest

import boaf
from boaf.board import Board, Move
from boaf.kernel.dealing import cards_of
from boaf.kernel.position import Status, moves_of, position_of
from boaf.players.tree_search.move_checker import CONDITIONS, Checker, judge_moves, new_checker
from boaf.prove.batch import CLASSES, classes_of
from boaf.solvers.contract import Verdict
from boaf.solvers.endgame import VERDICTS
from boaf.support.errors import BoafError

SHAPES = [(2, 2), (1, 4), (2, 4), (3, 3), (3, 4), (4, 4), (3, 6), (5, 5)]


def judged(board: Board, checker: Checker) -> dict[Move, Verdict]:
    position = position_of(board)
    most = len(position.line) * (board.rows + board.cols)
    steps, statuses = np.zeros((1, most), np.uint16), np.zeros((1, most), np.int8)
    found = judge_moves(checker, position.match[None], 0, position.occupied, steps, statuses)
    return {moves_of(board, [steps[0, k]])[0]: VERDICTS[Status(statuses[0, k])] for k in range(found)}


def after(board: Board, move: Move) -> Board:
    child = board.copy()
    child.push(move)
    return child


@pytest.mark.plain
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_every_legal_move_is_judged_and_never_wrongly(rows: int, cols: int) -> None:
    checker = new_checker(rows, cols)
    for seed in range(6):
        board = boaf.random_board(seed, rows, cols)
        verdicts = judged(board, checker)
        assert set(verdicts) == set(board.legal_moves)
        for move, verdict in verdicts.items():
            child = after(board, move)
            if child.stack_count <= 7:
                assert verdict in (Verdict.UNKNOWN, boaf.solve(child, "oracle").verdict)
            if child.stack_count <= 5:
                assert verdict is not Verdict.UNKNOWN


def test_verdicts_are_never_wrong_on_larger_boards() -> None:
    for rows, cols in ((4, 4), (3, 6)):
        checker = new_checker(rows, cols)
        decided = 0
        for seed in range(40):
            board = boaf.random_board(seed, rows, cols, 8 + seed % 5)
            for move, verdict in judged(board, checker).items():
                decided += verdict is not Verdict.UNKNOWN
                assert verdict in (Verdict.UNKNOWN, boaf.solve(after(board, move)).verdict)
        assert decided > 60


@pytest.mark.parametrize("parts", [*((name,) for name in CONDITIONS), tuple(CONDITIONS), ()])
def test_the_conditions_are_those_of_prove(parts: tuple[str, ...]) -> None:
    columns = [CLASSES.index("one lynchpin" if name == "lynchpin" else name) for name in parts]
    checker = new_checker(4, 4, conditions=parts, known=1)
    for seed in range(60):
        board = boaf.random_board(seed, stacks=4 + seed % 13)
        verdicts = judged(board, checker)
        if not verdicts or board.stack_count == 2:
            continue
        cards = np.stack([cards_of(after(board, move)) for move in verdicts])
        expected = classes_of(cards)[:, columns].any(axis=1)
        assert [verdict is Verdict.UNSOLVABLE for verdict in verdicts.values()] == expected.tolist()


def test_bad_parts_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown condition 'magic': choose from stranded, separated, lynchpin"):
        new_checker(4, 4, conditions=("magic",))
    with pytest.raises(BoafError, match="not 8"):
        new_checker(4, 4, known=8)
