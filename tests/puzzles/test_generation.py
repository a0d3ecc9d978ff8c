"""Puzzles: every one is solvable and of the difficulty asked for, and a seed means the same puzzles for ever."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

import boaf
from boaf.puzzles.candidates import METHODS, Puzzle
from boaf.puzzles.difficulty import CERTAIN, Counted, rate
from boaf.puzzles.generation import DAILY, daily, generate
from boaf.puzzles.symmetry import canonical_board
from boaf.solvers.contract import Limits
from boaf.support.errors import BoafError, UndecidedError


def check(puzzle: Puzzle, difficulty: int, rows: int = 4, cols: int = 4) -> None:
    board = puzzle.board.copy()
    assert (board.rows, board.cols, board.stack_count) == (rows, cols, rows * cols)
    for move in puzzle.solution:
        board.push(move)
    assert board.is_solved
    assert puzzle.rating.difficulty == difficulty
    assert puzzle.rating == rate(puzzle.board)
    assert puzzle.rating.certainty >= CERTAIN
    assert puzzle.seed is None or puzzle.board == boaf.deal(puzzle.seed, rows, cols)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 5])
def test_puzzles_are_solvable_and_of_the_difficulty(difficulty: int, method: str) -> None:
    puzzles = generate(difficulty, 2, seed=difficulty, method=method)
    assert len({puzzle.board for puzzle in puzzles}) == 2
    for puzzle in puzzles:
        check(puzzle, difficulty)
        assert (puzzle.seed is None) == (method == "annealing")


@pytest.mark.parametrize(("rows", "cols", "difficulty"), [(3, 4, 5), (5, 3, 2), (5, 5, 4), (3, 3, 1)])
def test_other_sizes_have_puzzles(rows: int, cols: int, difficulty: int) -> None:
    (puzzle,) = generate(difficulty, 1, rows, cols)
    check(puzzle, difficulty, rows, cols)


def test_other_sizes_can_be_annealed() -> None:
    (puzzle,) = generate(4, 1, 3, 4, method="annealing")
    check(puzzle, 4, 3, 4)


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_puzzles(method: str) -> None:
    first = generate(3, 2, seed=9, method=method)
    assert first == generate(3, 2, seed=9, method=method)
    assert first != generate(3, 2, seed=10, method=method)


@pytest.mark.parametrize("method", ["level", "rating"])
def test_a_board_that_is_not_decided_is_no_puzzle(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = generate(2, 2)
    judge: Callable[[Counted], object] = getattr(Counted, method)

    def give_up(counted: Counted) -> object:
        if counted._board == canonical_board(first.board):
            raise UndecidedError("a limit was reached")
        return judge(counted)

    monkeypatch.setattr(Counted, method, give_up)
    assert generate(2) == [second]


@pytest.mark.slow
def test_where_no_board_is_decided_no_puzzle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.puzzles.generation.MOST_NODES", 0)
    with pytest.raises(BoafError, match="no 5 × 5 board of difficulty 2 was found"):
        generate(2, 1, 5, 5)


def test_progress_counts_puzzles() -> None:
    calls: list[int] = []
    generate(2, 3, progress=calls.append)
    assert calls == [1, 1, 1]


def test_the_deal_of_the_day_is_a_numbered_deal_of_the_day_s_difficulty() -> None:
    monday = date(2026, 11, 9)
    for day in (0, 6):
        puzzle = daily(monday + timedelta(day))
        check(puzzle, DAILY[day])
        assert puzzle.seed is not None
        assert puzzle == daily(monday + timedelta(day))
    assert daily(monday) != daily(monday + timedelta(7))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"difficulty": 0}, "the difficulty must be one of 1, 2, 3, 4, 5, not 0"),
        ({"difficulty": 3, "count": 0}, "count must be from 1 to 1,000,000, not 0"),
        ({"difficulty": 3, "method": "magic"}, "unknown method 'magic': choose from deals, annealing"),
        ({"difficulty": 3, "rows": 9, "cols": 9}, "81 cells"),
        ({"difficulty": 5, "rows": 1, "cols": 1}, "no 1 × 1 board of difficulty 5 was found"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        generate(**arguments)  # type: ignore[arg-type]


def test_past_the_limit_of_time_the_finished_puzzles_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    first = generate(2, 2, seed=3)
    seconds = [2.0]
    monkeypatch.setattr(Limits, "seconds_left", property(lambda _limits: seconds[0]))

    def tick(_boards: int) -> None:
        seconds[0] -= 1.0

    assert generate(2, 5, seed=3, max_seconds=2.0, progress=tick) == first


@pytest.mark.parametrize("method", METHODS)
def test_where_no_puzzle_is_finished_in_time_that_is_said(method: str) -> None:
    with pytest.raises(UndecidedError, match="no puzzle was finished within 0 seconds"):
        generate(5, 3, 7, 7, method=method, max_seconds=0)
    with pytest.raises(UndecidedError):
        daily(date(2026, 11, 15), max_seconds=0)
    with pytest.raises(BoafError, match="max_seconds must be 0 or more"):
        generate(3, max_seconds=-1)
