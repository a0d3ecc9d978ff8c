import numpy as np
import pytest

import boaf
from boaf.errors import BoafError
from boaf.kernel.dealing import cards_of
from boaf.solvers.batch import VERDICTS


def test_a_batch_answers_as_solve_does() -> None:
    seeds = [*range(20), 104, 1163, 1264, -1, 2**31 + 5]
    batch = boaf.solve_many(seeds, solutions=True)
    for index, seed in enumerate(seeds):
        board = boaf.deal(seed)
        single = boaf.solve(board)
        assert VERDICTS[batch.verdicts[index]] is single.verdict
        assert batch.nodes[index] == single.nodes
        assert batch.moves(index, board) == single.moves


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = (boaf.solve_many(range(2500), threads=threads, solutions=True) for threads in (1, 2))
    assert np.array_equal(one.verdicts, two.verdicts)
    assert np.array_equal(one.nodes, two.nodes)
    assert np.array_equal(one.steps, two.steps)


def test_boards_and_card_numbers_are_taken_too() -> None:
    boards = [boaf.random_board(seed) for seed in range(50)]
    from_boards = boaf.solve_many(boards)
    from_cards = boaf.solve_many(np.stack([cards_of(board) for board in boards]))
    assert np.array_equal(from_boards.verdicts, from_cards.verdicts)
    assert [VERDICTS[code] for code in from_boards.verdicts] == [boaf.solve(board).verdict for board in boards]


def test_every_solution_of_a_batch_replays() -> None:
    batch = boaf.solve_many(range(300), solutions=True)
    for seed in range(300):
        board = boaf.deal(seed)
        moves = batch.moves(seed, board)
        for move in moves:
            board.push(move)
        assert board.is_solved == (batch.verdicts[seed] == 1)


def test_progress_counts_every_board() -> None:
    seen: list[int] = []
    boaf.solve_many(range(2300), progress=seen.append)
    assert sum(seen) == 2300


def test_a_limit_leaves_boards_unknown() -> None:
    batch = boaf.solve_many(range(30), max_nodes=5)
    assert set(batch.verdicts.tolist()) <= {0, 2}
    assert (batch.nodes <= 5).all()
    assert boaf.solve_many([104], max_nodes=3100).verdicts.tolist() == [2]


def test_larger_tables_change_no_verdict() -> None:
    six, seven = (boaf.solve_many(range(500), tables=tables) for tables in (6, 7))
    assert np.array_equal(six.verdicts, seven.verdicts)


def test_no_boards_give_no_answers() -> None:
    assert boaf.solve_many([]).verdicts.shape == (0,)


def test_a_wrong_shape_is_refused() -> None:
    with pytest.raises(BoafError, match="a board is 2 × 2, not 4 × 4"):
        boaf.solve_many([boaf.deal(1, 2, 2)])
    with pytest.raises(BoafError, match="the boards have 9 cells, not 4 × 4"):
        boaf.solve_many(np.zeros((3, 9), np.uint8))
    with pytest.raises(BoafError, match="has 64 cells"):
        boaf.solve_many(range(3), 8, 8)
