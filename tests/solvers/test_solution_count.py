"""How many solutions a board has, up to the order of independent moves."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.cli import main
from boaf.support.errors import BoafError, UndecidedError


def trees_of_solutions(board: Board) -> set[object]:
    """Every solution as what does not depend on the order: for every card the list of those that it covered, and how.

    What a card covers is named by the card and its own history, and stands where that history has led it.
    """
    found = set()

    def play(histories: dict[object, object]) -> None:
        if board.is_solved:
            found.add(next(iter(histories.values())))
            return
        for move in board.legal_moves:
            board.push(move)
            after = dict(histories)
            after[move.source] = (*after[move.source], after.pop(move.target))  # type: ignore[misc]
            play(after)
            board.pop()

    play({top: (top,) for top in board.tops if top})
    return found


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(1, 6))
def test_as_many_solutions_as_brute_force_finds(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, 3, 3, stacks)
    assert boaf.count_solutions(board).solutions == len(trees_of_solutions(board))


@pytest.mark.parametrize("seed", range(4))
def test_as_many_solutions_as_brute_force_finds_on_full_boards(seed: int) -> None:
    board = boaf.deal(seed, 2, 3)
    assert boaf.count_solutions(board).solutions == len(trees_of_solutions(board))


def test_no_solutions_exactly_where_there_is_none() -> None:
    for seed in (10, 1264, 221602, 360528):
        assert boaf.count_solutions(boaf.deal(seed)).solutions == 0
    assert boaf.count_solutions(boaf.deal(104)).solutions > 1


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(2, 12))
def test_the_last_move_can_be_made_the_other_way_round(seed: int, stacks: int) -> None:
    assert boaf.count_solutions(boaf.random_board(seed, stacks=stacks)).solutions != 1


def test_one_stack_is_solved_already() -> None:
    assert boaf.count_solutions(Board("2H --")).solutions == 1


def test_limits_are_kept() -> None:
    with pytest.raises(UndecidedError, match="a limit was reached"):
        boaf.count_solutions(boaf.deal(104), max_nodes=5)
    with pytest.raises(BoafError, match="max_seconds must be 0 or more"):
        boaf.count_solutions(boaf.deal(104), max_seconds=-1)


def test_what_is_counted_does_not_depend_on_how_the_board_lies() -> None:
    board = boaf.deal(2454)
    turned = Board.from_grid(list(zip(*[board.tops[k : k + 4] for k in (0, 4, 8, 12)], strict=True)))
    assert boaf.count_solutions(turned) == boaf.count_solutions(board)


def test_the_shell_counts_and_goes_on_after_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "7H 6C / -- 6H", "--count"]) == 0
    assert capsys.readouterr().out == "7H  6C\n--  6H\n4 solutions, up to the order of independent moves\n"
    assert main(["solve", "104", "7H 6C", "--count", "--json", "--max-nodes", "5"]) == 3
    assert [json.loads(line)["solutions"] for line in capsys.readouterr().out.splitlines()] == [None, 2]
    assert main(["solve", "1", "--count", "--best-score"]) == 2
    assert capsys.readouterr().err.startswith("boaf: --best-score is a method of its own")


@pytest.mark.slow
def test_some_deals_have_one_solution_but_for_the_direction_of_its_last_move() -> None:
    assert [boaf.count_solutions(boaf.deal(seed)).solutions for seed in (88418, 119619)] == [2, 2]
