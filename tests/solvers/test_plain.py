"""Whole solvers on small boards: part of the suite that also runs without the compiler."""

import pytest

import boaf
from tests.solvers.boards import oracle

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("solver", ["endgame", "collapse"])
@pytest.mark.parametrize("stacks", [3, 5, 7])
def test_small_boards_are_solved(solver: str, stacks: int) -> None:
    options = {"tables": 3} if solver == "endgame" else {}
    for seed in range(8):
        board = boaf.random_board(seed, 3, 4, stacks)
        assert boaf.solve(board, solver, **options).verdict is oracle(board)


def test_a_deal_is_analysed() -> None:
    board = boaf.random_board(4, 3, 3, 6)
    for move, verdict in boaf.analyze(board, max_nodes=50).moves:
        board.push(move)
        assert verdict in (oracle(board), "unknown")
        board.pop()
