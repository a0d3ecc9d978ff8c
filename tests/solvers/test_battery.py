"""One battery over the registry: every solver gives the oracle's verdict, moves that replay, and keeps its limits."""

import pytest

import boaf
from boaf.board import Board
from boaf.solvers.contract import Limits, Result, Verdict
from boaf.solvers.single import SOLVERS
from boaf.support.errors import BoafError
from tests.solvers.boards import mid_game_boards, small_boards

BOARDS_PER_STACKS = {
    "endgame": 120,
    "collapse": 120,
    "beam": 120,
    "baseline": 12,
    "constrained": 12,
    "compatible": 120,
    "ordered": 12,
    "island-merge": 120,
    "heuristic": 12,
    "standard": 12,
    "best-first": 120,
    "best-n": 120,
    "sat": 10,
    "oracle": 5,
}
"""How many mid-game boards of each number of stacks a solver is given; every registered solver must be here.

`compatible` runs the whole battery for the depth-first searches, which differ from it in a few choices only.
"""
MANY_STACKS_LIMIT = 20_000
LATIN_SQUARE = Board("2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S")

solvers = pytest.mark.parametrize("solver", SOLVERS)


def test_every_registered_solver_is_in_the_battery() -> None:
    assert set(BOARDS_PER_STACKS) == set(SOLVERS)


def replay(board: Board, result: Result) -> None:
    play = board.copy()
    for move in result.moves:
        play.push(move)
    assert play.is_solved == (result.verdict is Verdict.SOLVABLE)


@pytest.mark.slow
@solvers
def test_small_boards_get_the_oracles_verdict(solver: str) -> None:
    for board, verdict in small_boards()[:: 120 // BOARDS_PER_STACKS[solver]]:
        result = boaf.solve(board, solver)
        assert result.verdict is verdict, board
        replay(board, result)


@solvers
@pytest.mark.parametrize("stacks", range(1, 10))
def test_mid_game_boards_get_the_oracles_verdict(solver: str, stacks: int) -> None:
    for board, verdict in mid_game_boards(stacks, 120)[: BOARDS_PER_STACKS[solver]]:
        result = boaf.solve(board, solver)
        assert result.verdict is verdict, board
        replay(board, result)


@pytest.mark.slow
@solvers
@pytest.mark.parametrize("stacks", range(10, 17))
def test_boards_of_many_stacks_get_one_verdict_within_limits(solver: str, stacks: int) -> None:
    for seed in range(2 if solver in ("oracle", "sat") else 12):
        board = boaf.random_board(1000 * stacks + seed, stacks=stacks)
        result = boaf.solve(board, solver, max_nodes=2_000 if solver == "oracle" else MANY_STACKS_LIMIT)
        assert result.verdict in (boaf.solve(board).verdict, Verdict.UNKNOWN), board
        replay(board, result)


@solvers
def test_a_board_without_moves_is_unsolvable(solver: str) -> None:
    result = boaf.solve(LATIN_SQUARE, solver)
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.moves == ()
    assert result.solver == solver


@solvers
def test_a_single_stack_is_solved(solver: str) -> None:
    assert boaf.solve(Board("-- 2H"), solver).verdict is Verdict.SOLVABLE


@solvers
def test_limits_give_unknown(solver: str) -> None:
    board = boaf.deal(1)
    for limits in ({"max_nodes": 0}, {"max_nodes": 3}, {"max_seconds": 0.0}):
        result = boaf.solve(board, solver, **limits)  # type: ignore[arg-type]
        assert result.verdict is Verdict.UNKNOWN
        assert result.moves == ()
        assert result.nodes <= limits.get("max_nodes", 10**6)


def test_a_limit_of_time_counts_from_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [0.0]
    monkeypatch.setattr("boaf.solvers.contract.perf_counter", lambda: time[0])
    limits = Limits(max_seconds=2, started=0.0)
    time[0] += 1
    assert (limits.seconds, limits.seconds_left, limits.nodes_left(0) > 0) == (1, 1, True)
    time[0] += 1
    assert (limits.seconds_left, limits.nodes_left(0)) == (0, 0)


@solvers
def test_node_counts_are_deterministic(solver: str) -> None:
    board = boaf.random_board(5, stacks=8)
    assert len({boaf.solve(board, solver).nodes for _ in range(3)}) == 1


@solvers
def test_a_board_is_left_as_it_was(solver: str) -> None:
    board = boaf.deal(3, 2, 3)
    board.push(board.legal_moves[0])
    before = board.copy()
    boaf.solve(board, solver)
    assert board == before
    assert board.moves == before.moves


def test_an_unknown_solver_is_refused() -> None:
    with pytest.raises(BoafError, match="unknown solver 'magic': choose from endgame"):
        boaf.solve(boaf.deal(1), "magic")


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BoafError, match="solver 'oracle' has no option 'tables'; it takes none"):
        boaf.solve(boaf.deal(1), "oracle", tables=3)


@pytest.mark.parametrize("limits", [{"max_nodes": -1}, {"max_seconds": -0.5}, {"max_seconds": float("nan")}])
def test_a_negative_limit_is_refused(limits: dict[str, float]) -> None:
    with pytest.raises(BoafError, match="must be 0 or more"):
        boaf.solve(boaf.deal(1), **limits)  # type: ignore[arg-type]
