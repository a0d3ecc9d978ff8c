"""Filters, themes and only moves: every puzzle has what was asked for, by slow plain play."""

import json
from datetime import date
from pathlib import Path

import pytest

import boaf
from boaf.board import Board, parse_moves
from boaf.cli import main
from boaf.deals import SplitMix64
from boaf.players import think
from boaf.puzzles import THEMES
from boaf.puzzles.designs import decisions_of, only_move, themed_board
from boaf.puzzles.generation import daily, generate
from boaf.solvers.contract import Limits
from boaf.support.errors import BoafError, UndecidedError


def test_few_solutions_are_few() -> None:
    (puzzle,) = generate(5, 1, 3, 3, max_solutions=30)
    assert puzzle.counts["solutions"] == boaf.count_solutions(puzzle.board).solutions <= 30
    assert puzzle.to_json()["solutions"] == puzzle.counts["solutions"]


def test_forced_moves_and_traps_are_as_many_as_asked_for() -> None:
    (puzzle,) = generate(4, 1, 3, 4, min_forced=3, min_traps=2)
    assert puzzle.counts["forced"] >= 3
    assert puzzle.counts["traps"] >= 2
    assert puzzle.counts == decisions_of(puzzle.board, puzzle.solution, Limits())


@pytest.mark.parametrize("seed", [1, 27])
def test_a_forced_step_has_one_winning_move_and_a_trap_a_losing_one_that_the_greedy_player_likes(seed: int) -> None:
    board = boaf.deal(seed)
    solution = boaf.solve(board).moves
    forced = traps = 0
    for move in solution:
        values = {candidate.move: candidate.value for candidate in think(board, "greedy").candidates}
        liked = [tried for tried, value in values.items() if value == max(values.values())]
        lost = []
        for tried in values:
            board.push(tried)
            if boaf.solve(board).verdict == "unsolvable":
                lost.append(tried)
            board.pop()
        forced += len(values) - len(lost) == 1 < len(values)
        traps += any(tried in liked for tried in lost)
        board.push(move)
    assert decisions_of(boaf.deal(seed), solution, Limits()) == {"forced": forced, "traps": traps}
    assert traps > 0


def test_where_every_move_wins_no_step_is_forced_or_a_trap() -> None:
    solution = tuple(parse_moves("7H-6H 7H-5H"))
    assert decisions_of(Board("7H 6H 5H"), solution, Limits()) == {"forced": 0, "traps": 0}


@pytest.mark.parametrize("theme", THEMES)
def test_a_themed_board_has_its_cards(theme: str) -> None:
    for rows, cols in ((4, 4), (3, 5), (5, 5)):
        for seed in range(5):
            board = themed_board(theme, rows, cols, SplitMix64(seed))
            assert (board.rows, board.cols, board.stack_count) == (rows, cols, rows * cols)
            assert all(THEMES[theme][1](card) for card in board.tops if card)
            if theme == "mirror":
                for cell, card in enumerate(board.tops):
                    twin = board.tops[cell - cell % cols + cols - 1 - cell % cols]
                    assert card is not None
                    assert twin == card or twin == (card.rank, 5 - card.suit)


def test_a_themed_puzzle_can_be_solved() -> None:
    (puzzle,) = generate(2, 1, 3, 4, theme="mirror")
    assert puzzle.seed is None
    assert puzzle.board.is_solved_by(puzzle.solution)


def test_in_a_position_with_an_only_move_all_others_lose() -> None:
    found = [position for seed in range(12) if (position := only_move(seed, 3, 4, 5))]
    assert found
    for position in found:
        fates = dict(boaf.analyze(position.board).moves)
        assert [move for move, fate in fates.items() if fate == "solvable"] == [position.move]
        assert len(fates) == position.legal_moves >= 3
        assert position.board.stack_count >= 5
        assert position.solution[0] == position.move
        assert position.board.is_solved_by(position.solution)


def test_an_unsolvable_deal_has_no_only_move() -> None:
    assert only_move(10) is None
    with pytest.raises(BoafError, match="stacks must be 2 or more"):
        only_move(1, stacks=1)
    with pytest.raises(UndecidedError):
        only_move(1, max_seconds=0)


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"theme": "blue"}, "unknown theme 'blue': choose from mirror, red"),
        ({"theme": "red", "rows": 6, "cols": 6}, "theme red .* has 26 cards, too few for 6 × 6"),
        ({"theme": "red", "method": "annealing"}, "method annealing has no themes"),
        ({"max_solutions": 1}, "max_solutions must be from 2"),
        ({"min_traps": 16}, "min_traps must be at most 14 on 4 × 4: the last move never loses"),
        ({"colour": "red"}, "unknown filter 'colour'"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(filters: dict[str, object], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        generate(3, **filters)  # type: ignore[arg-type]


def test_a_group_has_a_deal_of_the_day_of_its_own() -> None:
    day = date(2026, 11, 16)
    own = daily(day, "class 4b", 3, 4, 2)
    assert own == daily(day, " class  4b ", 3, 4, 2)
    assert (own.board.rows, own.board.cols, own.rating.difficulty) == (3, 4, 2)
    assert own.board != daily(day, "class 4c", 3, 4, 2).board
    assert daily(day, "class 4b").rating.difficulty == 1
    with pytest.raises(BoafError, match="the same for everyone"):
        daily(day, rows=3)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["generate", *arguments])
    return status, *capsys.readouterr()


def test_the_solution_can_be_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    size = ("--rows", "3", "--cols", "4")
    assert "solution" not in run(capsys, "--no-solution", *size)[1]
    assert "solution" not in json.loads(run(capsys, "--no-solution", "--json", *size)[1])["puzzles"][0]
    assert "solution" not in run(capsys, "--daily", "2026-11-16", "--no-solution")[1]
    own = json.loads(run(capsys, "--daily", "2026-11-16", "--for", "4b", *size, "--difficulty", "2", "--json")[1])
    assert (own["rows"], own["cols"], own["puzzles"][0]["difficulty"]) == (3, 4, 2)
    assert own["link"] == f"#deal={own['puzzles'][0]['seed']}&rows=3&cols=4"
    assert "solution" in own["puzzles"][0]


def test_positions_with_one_winning_move_in_words_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, words, _ = run(capsys, "--only-move", "--count", "2")
    assert status == 0
    assert words.count("legal moves wins\nsolution: ") == 2
    first = json.loads(run(capsys, "--only-move", "--json", "--no-solution")[1])["puzzles"][0]
    assert first.keys() == {"board", "seed", "legal_moves"}


def test_what_is_missing_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path / "p.jsonl")
    status, _, err = run(capsys, "--difficulty", "1", "--difficulty", "5", "--out", out, "--max-seconds", "0")
    assert (status, err) == (
        3,
        "boaf: time is up: 1 of difficulty 1, 1 of difficulty 5 are missing; run the same command to continue\n",
    )
    assert run(capsys, "--only-move", "--max-seconds", "0")[2] == "boaf: time is up: found 0 of 1 position\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--for", "4b"], "--for NAME goes with --daily DATE"),
        (["--only-move", "--theme", "red"], "leave --theme out"),
        (["--only-move", "--out", "x"], "leave --out out"),
        (["--out", "x", "--no-solution"], "leave --no-solution or --out out"),
        (["--daily", "today", "--for", "4b", "--difficulty", "1", "--difficulty", "2"], "one difficulty"),
        (["--daily", "today", "--for", "4b", "--seed", "1"], "leave --seed out"),
    ],
)
def test_options_that_contradict_each_other_get_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, *arguments)
    assert (status, len(err.splitlines())) == (2, 1)
    assert message in err
