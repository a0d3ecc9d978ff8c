"""A board as a planning problem, and plans as moves; real planners where they are installed."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.reduction import DOMAIN, read_plan, to_pddl
from boaf.support.errors import BoafError, IllegalMoveError, ParseError

SMALL = "7H 6C / -- 6H"
PLAN = "(move card-7h card-6c cell-1-1 cell-1-2)\n(MOVE CARD-7H CARD-6H CELL-1-2 CELL-2-2)\n(keep card-7h)\n; cost = 3"


def test_parentheses_match_and_every_fact_is_declared() -> None:
    for text in (DOMAIN, to_pddl(boaf.deal(1))):
        depth = 0
        for character in text:
            depth += (character == "(") - (character == ")")
            assert depth >= 0
        assert depth == 0
    problem = to_pddl(boaf.deal(1))
    assert problem.count("(top ") == problem.count("(settled ") == 16
    board = boaf.deal(1)
    pairs = [(one, other) for one in board.tops for other in board.tops if one is not other and one and other]
    assert problem.count("(matches ") == sum(one.matches(other) for one, other in pairs)
    assert problem.count("(in-line ") == 16 * 6


def test_cards_of_other_decks_have_names() -> None:
    assert "card-57-51" in to_pddl(boaf.Board("57.51 57.52"))


def test_a_plan_is_replayed() -> None:
    assert [str(move) for move in read_plan(boaf.Board(SMALL), PLAN)] == ["7H-6C", "7H-6H"]


@pytest.mark.parametrize(
    ("plan", "error", "message"),
    [
        ("(fly card-7h)", ParseError, "line 1 of the plan is not a move or a keep: '(fly card-7h)'"),
        ("(keep card-7h card-6c a b)", ParseError, "not a move or a keep"),
        ("; nothing\n(move card-9h card-6c a b)", ParseError, "line 2 of the plan: 'card-9h' is not on top"),
        ("(move card-7h card-6h cell-1-1 cell-2-2)", IllegalMoveError, "7H"),
        ("(keep card-7h)", BoafError, "the plan leaves 3 stacks"),
    ],
)
def test_a_wrong_plan_is_refused(plan: str, error: type[BoafError], message: str) -> None:
    import re

    with pytest.raises(error, match=re.escape(message)):
        read_plan(boaf.Board(SMALL), plan)


def test_large_boards_are_refused() -> None:
    text = " / ".join(" ".join(f"{row}.{col}" for col in range(1, 14)) for row in range(1, 6))
    with pytest.raises(BoafError, match="the board has 65 stacks: at most 64"):
        to_pddl(boaf.Board(text))


def test_the_command_writes_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", SMALL, "--pddl", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "new" / "domain.pddl").read_text() == DOMAIN
    assert main(["export", SMALL, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"board": SMALL, "domain": DOMAIN, "problem": to_pddl(boaf.Board(SMALL))}
    assert (tmp_path / "new" / "problem.pddl").read_text() == answer["problem"]


def _planner(directory: Path) -> list[str] | None:
    """The command of an installed planner that writes its plan to the file `plan`, or None."""
    program = [found] if (found := shutil.which("fast-downward")) else []
    if (package := find_spec("up_fast_downward")) and package.origin:
        program = [sys.executable, str(Path(package.origin).parent / "downward" / "fast-downward.py")]
    if program:
        search = ["--search", "lazy_greedy([ff()], preferred=[ff()])"]
        return [*program, "--plan-file", str(directory / "plan"), "domain.pddl", "problem.pddl", *search]
    if find_spec("pyperplan"):
        return [sys.executable, "-m", "pyperplan", "-s", "gbf", "-H", "hff", "domain.pddl", "problem.pddl"]
    return None


@pytest.mark.slow
@pytest.mark.parametrize("text", [SMALL, "7H 6C 6H / 5C 5H AC / 2C 3D 4D"])
def test_a_real_planner_solves_boards(text: str, tmp_path: Path) -> None:
    planner = _planner(tmp_path)
    if planner is None:
        pytest.skip("no planner is installed: pip install up-fast-downward or pyperplan")
    board = boaf.Board(text)
    assert main(["export", text, "--pddl", str(tmp_path)]) == 0
    subprocess.run(planner, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    (plan,) = (path for path in (tmp_path / "plan", tmp_path / "problem.pddl.soln") if path.exists())
    assert len(read_plan(board, plan.read_text())) == board.stack_count - 1
