"""Solvers and players of other people: accepted wherever a name is, and never believed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.plugins.names import load
from tests.plugins import badly_behaved

HERE = "tests.plugins.badly_behaved"
WRONG = ("gives_up", "makes_it_up")
FAILING = ("fails", "exits", "answers_nonsense")
REPOSITORY = Path(__file__).parents[2]


def shell(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boaf", *arguments], capture_output=True, text=True, check=False, cwd=REPOSITORY
    )


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A solver in the shell's language, which knows one deal."""
    moves = " ".join(map(str, boaf.solve(boaf.deal(1)).moves))
    text = f"""#!/bin/sh
while read request seconds nodes board; do
    case "$request" in
        boaf) echo "# hello"; echo ready ;;
        solve) if [ "$board" = "{boaf.deal(1).text()}" ]; then echo solvable 1 {moves}; else echo unknown 1; fi ;;
    esac
done
"""
    path = tmp_path / "solver"
    path.write_text(text)
    path.chmod(0o755)
    return f"command {path}"


def test_a_function_is_a_solver() -> None:
    result = boaf.solve(boaf.deal(1), badly_behaved.honest, extra=1000)
    assert (result.verdict, result.solver) == (boaf.Verdict.SOLVABLE, "honest")
    assert result.nodes > 1000
    assert boaf.deal(1).is_solved_by(result.moves)


def test_a_solver_cannot_change_the_board() -> None:
    board = boaf.deal(1)
    assert boaf.solve(board, badly_behaved.plays_on_the_board).verdict is boaf.Verdict.UNKNOWN
    assert board == boaf.deal(1)


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("in_process", [False, True])
def test_a_wrong_verdict_is_called_wrong(name: str, in_process: bool) -> None:
    solver = f"{HERE}:{name}" if in_process else getattr(badly_behaved, name)
    with pytest.raises(boaf.PluginError, match=f"{name} answered") as error:
        boaf.solve(boaf.deal(1), solver)
    assert error.value.is_wrong


def test_unsolvable_is_believed_if_the_exact_solver_agrees() -> None:
    assert boaf.solve(boaf.deal(1264), badly_behaved.gives_up).verdict is boaf.Verdict.UNSOLVABLE


@pytest.mark.parametrize("name", FAILING)
def test_an_error_names_the_solver(name: str) -> None:
    with pytest.raises(boaf.PluginError, match=name) as error:
        boaf.solve(boaf.deal(1), getattr(badly_behaved, name))
    assert not error.value.is_wrong


def test_a_process_that_crashes_or_hangs_is_started_again() -> None:
    boards = [boaf.deal(1), boaf.deal(10)]
    solvers = [f"{HERE}:{name}" for name in ("crashes", "fails", "hangs")]
    found = [boaf.compare(boards, [name], max_seconds=1 if "hangs" in name else None) for name in solvers]
    assert [(one.rows[0].failed, one.rows[0].wrong) for one in found] == [(2, 0)] * 3
    crashed, failed, hung = (one.errors[name][1] for one, name in zip(found, solvers, strict=True))
    assert "ended with status 7" in str(crashed)
    assert "ZeroDivisionError: no cards" in str(failed)
    assert hung.is_late


def test_what_a_process_prints_is_not_taken_for_an_answer() -> None:
    found = boaf.compare([boaf.deal(1), boaf.deal(10)], [f"{HERE}:honest"])
    assert [result.verdict for result in found.results[f"{HERE}:honest"]] == ["solvable", "unsolvable"]


def test_a_comparison_goes_on_and_counts_wrong_verdicts() -> None:
    boards = [boaf.deal(seed) for seed in (1, 10, 1264)]
    found = boaf.compare(boards, ["endgame", badly_behaved.gives_up])
    own, other = found.rows
    assert (own.wrong, own.failed, other.wrong, other.failed) == (0, 0, 1, 0)
    plain = found.to_json()["boards"][0]["results"][1]
    assert plain["wrong"]
    assert "answered unsolvable" in plain["error"]


def test_many_boards_with_any_solver() -> None:
    ours, theirs = boaf.solve_many(range(12)), boaf.solve_many(range(12), solver=badly_behaved.honest, solutions=True)
    assert ours.statuses.tolist() == theirs.statuses.tolist()
    assert boaf.deal(3).is_solved_by(theirs.moves(3, boaf.deal(3)))
    wrong = boaf.solve_many(range(12), solver=badly_behaved.gives_up)
    assert sorted(wrong.errors) == [k for k in range(12) if ours.solvable[k]]
    assert not wrong.solvable.any()


def test_a_program_is_a_solver(script: str) -> None:
    assert boaf.solve(boaf.deal(1), script).verdict is boaf.Verdict.SOLVABLE
    assert boaf.solve(boaf.deal(2), script).verdict is boaf.Verdict.UNKNOWN
    answer = shell("solve", "1", "--solver", script, "--json")
    assert answer.returncode == 0
    assert '"solvable"' in answer.stdout


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("cat", "did not answer 'ready'"),
        ("no-such-program", "cannot be started"),
        ("true", "ended with status 0"),
        ('"x', "is not a command"),
    ],
)
def test_a_program_that_is_no_solver_is_reported(program: str, message: str) -> None:
    with pytest.raises(boaf.PluginError, match=message):
        boaf.solve(boaf.deal(1), f"command {program}")


@pytest.mark.parametrize("solver", ["nobody", 3, f"{HERE}:nobody", "no.such.module:solve"])
def test_an_unknown_solver_is_refused(solver: object) -> None:
    with pytest.raises(boaf.BoafError, match=r"unknown solver|cannot be loaded"):
        boaf.solve(boaf.deal(1), solver)  # type: ignore[arg-type]


def test_in_the_shell_a_wrong_verdict_is_one_line() -> None:
    answer = shell("solve", "1", "--solver", f"{HERE}:gives_up")
    assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert "gives_up answered unsolvable, but" in answer.stderr


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        ("no.such.module:X", "No module named 'no'"),
        (f"{HERE}:Nobody", "has no attribute 'Nobody'"),
        ("raises_on_import:X", "RuntimeError: first line second line"),
        (f"{HERE}:os.sep", "is not a function or a class: '/'"),
        ("command ./no-such-program", "cannot be started: No such file or directory"),
        ("command true", "ended with status 0"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "match --seeds 0 1000000 --player",
        "compare --seeds 0 1000000 --solver",
        "bench hard --solver endgame --solver",
        "bench hard --player perfect --player",
        "play --no-browser --port 0 --player",
    ],
)
def test_a_plugin_that_cannot_be_loaded_ends_the_command(
    command: str,
    plugin: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "raises_on_import.py").write_text('raise RuntimeError("first line\\nsecond line")')
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY}{os.pathsep}{tmp_path}")
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), plugin]) == 2
    answer = capsys.readouterr()
    assert (answer.out, answer.err.count("\n")) == ("", 1)
    assert answer.err.startswith(f"boaf: {plugin} ")
    assert message in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["raises_on_import.py"]


def test_a_module_of_the_current_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_predictor.py").write_text("def half(board):\n    return 0.5\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])  # as for the command `boaf`
    assert load("own_predictor:half")(boaf.deal(1)) == 0.5


def test_an_error_of_several_lines_is_shown_whole() -> None:
    with pytest.raises(boaf.PluginError, match="RuntimeError: first line second line"):
        boaf.solve(boaf.deal(1), f"{HERE}:fails_at_length")


def test_predictors_are_loaded_before_anything_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for predictor in ("no.such.module:f", "no-such-model"):
        assert main(["bench", "hard", "--solver", "endgame", "--predictor", predictor, "--out", str(tmp_path)]) == 2
        assert predictor in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_plugin_that_cannot_be_loaded_is_not_reported_for_every_board() -> None:
    with pytest.raises(boaf.PluginError, match="cannot be loaded"):
        boaf.compare([boaf.deal(1)], ["endgame", f"{HERE}:Nobody"])
    with pytest.raises(boaf.PluginError, match="cannot be loaded"):
        boaf.solve_many(range(3), solver=f"{HERE}:Nobody")


@pytest.mark.parametrize("player", [badly_behaved.First, badly_behaved.First(), f"{HERE}:First"])
def test_a_match_of_any_player(player: object) -> None:
    found = boaf.match(player, range(10))  # type: ignore[arg-type]
    assert (found.games, found.errors) == (10, ())
    assert found.results.columns == ["deal", "game", "won", "score", "stacks"]
    assert found.results.height == found.games
    assert int(found.results["won"].sum()) == found.won


def test_options_reach_a_player_in_its_process() -> None:
    scores = [boaf.match(f"{HERE}:First", range(5), last=last).mean_score for last in (False, True)]
    assert scores == [boaf.match(badly_behaved.First, range(5), last=last).mean_score for last in (False, True)]
    assert scores[0] != scores[1]


def test_a_player_that_cheats_or_fails_loses_and_is_reported() -> None:
    found = boaf.match(badly_behaved.Cheats(), range(5))
    assert (found.games, found.won, len(found.errors)) == (5, 0, 5)
    assert found.errors[0].is_wrong
    for player in (badly_behaved.Stumbles, f"{HERE}:Stumbles"):
        stumbled = boaf.match(player, range(5))
        assert len(stumbled.errors) == 5
        assert all("lost the thread" in str(error) for error in stumbled.errors)
        assert stumbled.results["stacks"].min() >= 7


def test_two_players_are_compared_game_by_game() -> None:
    one, other = (boaf.match(player, range(60), games=2).results for player in ("greedy", badly_behaved.First))
    paired = one.join(other, on=["deal", "game"], suffix="_other")
    assert paired.height == one.height == other.height
    assert int((paired["won"] & ~paired["won_other"]).sum()) > 0
