"""The benchmark, as an outsider uses it: own solvers, players and predictors next to those of boaf."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.bench import BenchResult, board_set, draw_report, measure, read_result, report, set_names
from boaf.bench.sets import TEST, TRAINING, VALIDATION
from boaf.cli import main
from boaf.deals import SplitMix64
from boaf.support.errors import BoafError, PluginError


def never(board: boaf.Board, limits: Any) -> boaf.solvers.Outcome:  # noqa: ARG001
    return boaf.solvers.Outcome(boaf.Verdict.UNSOLVABLE, (), 1)


class First:
    def choose(self, board: boaf.Board, random: SplitMix64) -> boaf.Move:  # noqa: ARG002
        return board.legal_moves[0]


def by_degree(board: boaf.Board) -> float:
    return min(1.0, len(board.legal_moves) / 10)


def test_the_sets_are_what_their_digests_and_verdicts_say() -> None:
    for name in set_names():
        found = board_set(name)
        assert len(found.boards) == len(found.solvable) > 0
    assert not any(board_set("unsolvable").solvable)
    assert all(board_set("easy").solvable + board_set("hard").solvable)
    cards = np.stack([board.cards() for board in board_set("test").boards])
    assert boaf.solve_many(cards).solvable.tolist() == list(board_set("test").solvable)


def test_no_deal_of_the_other_sets_may_be_learned_from() -> None:
    ranges = (TRAINING, VALIDATION, TEST)
    recipes = json.loads(Path(boaf.__file__).with_name("bench").joinpath("sets.json").read_bytes())
    for name in ("easy", "hard", "unsolvable"):
        (part,) = recipes[name]["parts"]
        assert not any(seed in own for seed in part["deals"] for own in ranges)


def test_a_solver_that_lies_is_called_wrong() -> None:
    results = [measure("easy", solver=solver) for solver in ("endgame", never)]
    ours, theirs = report(results).lines
    assert (ours.rate.share, ours.figures["wrong"]) == (1.0, 0)
    assert (theirs.rate.share, theirs.figures["wrong"]) == (0.0, 200)


def test_players_are_compared_game_by_game() -> None:
    from scipy.stats import binomtest

    found = report([measure("easy", player=player) for player in ("perfect", First, "random")])
    perfect, first, chance = found.lines
    assert perfect.rate.share == 1.0 > first.rate.share > chance.rate.share
    against_first, against_chance = found.tests
    won = round(200 * first.rate.share)
    assert (against_first.better, against_first.worse) == (200 - won, 0)
    assert against_first.p == pytest.approx(binomtest(0, 200 - won).pvalue)
    assert against_chance.p is not None
    assert against_chance.p < 1e-10


def test_games_in_which_a_player_fails_are_counted(tmp_path: Path) -> None:
    class Stumbles(First):
        def choose(self, board: boaf.Board, random: SplitMix64) -> boaf.Move:
            if board.stack_count < 10:
                raise RuntimeError("lost the thread")
            return super().choose(board, random)

    measure("easy", player=Stumbles).write(tmp_path / "stumbles.json")
    found = report([read_result(tmp_path / "stumbles.json")]).lines[0]
    assert found.figures["failed"] > 190, "some games end before"
    assert (found.figures["illegal"], found.rate.share) == (0, 0.0)


def test_a_base_installation_reports_too() -> None:
    program = """
import sys
sys.modules["scipy"] = None  # as if it were not installed
from boaf.bench import measure, report
found = report([measure("easy", **subject) for subject in ({"player": "greedy"}, {"player": "random"},
                                                           {"solver": "endgame"}, {"solver": "ordered"})])
print(*(test.measure for test in found.tests))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["won", "nodes", "seconds"]


def test_predictors_are_judged_by_the_exact_verdict(tmp_path: Path) -> None:
    results = [measure("mid-game", predictor=predictor) for predictor in ("shipped", by_degree, lambda _: 0.5)]
    ours, theirs, none = report(results).lines
    assert ours.rate.share > theirs.rate.share
    assert ours.figures["Brier score"] < theirs.figures["Brier score"]
    assert none.figures["Brier score"] == 0.25
    pytest.importorskip("matplotlib")
    (path,) = draw_report(results, tmp_path / "plot.png")
    assert path.name == "plot-predictor.png"
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("answer", [1.5, float("nan"), None, "x"])
def test_a_predictor_that_gives_no_probability_is_named(answer: object) -> None:
    def wild(_board: boaf.Board) -> object:
        return answer

    with pytest.raises(PluginError, match="wild"):
        measure("easy", predictor=wild)


def test_results_are_written_once_and_cannot_be_edited(tmp_path: Path) -> None:
    found = measure("easy", player="random", options={})
    found.write(path := tmp_path / "r.json")
    again = read_result(path)
    assert (again.rows, again.label, again.boards) == (found.rows, found.label, found.boards)
    assert again.made_by["versions"]["boaf"] == boaf.__version__
    path.write_text(path.read_text().replace("true]", "false]", 1))
    with pytest.raises(BoafError, match="is not as it was written"):
        read_result(path)
    BenchResult(**{**vars(found), "rows": found.rows[1:]}).write(path)
    with pytest.raises(BoafError, match="has results on other boards"):
        read_result(path)


def test_what_cannot_be_compared_is_refused() -> None:
    one = measure("easy", player="random")
    with pytest.raises(BoafError, match="there are no results"):
        report([])
    with pytest.raises(BoafError, match="the same name and options"):
        report([one, one])
    with pytest.raises(BoafError, match="results on different sets cannot be compared: easy, hard"):
        report([one, measure("hard", player="random")])
    with pytest.raises(BoafError, match="name one thing to measure"):
        measure("easy")
    with pytest.raises(BoafError, match="unknown set 'none': choose from train"):
        measure("none", player="random")


def test_the_shell_measures_resumes_and_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["bench", "easy", "--solver", "endgame", "--player", "random", "--predictor", "linear-H"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert "endgame       200  100.0% (98.1% … 100.0%)" in first
    files = sorted(path.name for path in Path("bench").iterdir())
    assert files == ["easy-player-random.json", "easy-predictor-linear-H.json", "easy-solver-endgame.json"]
    stamps = [path.stat().st_mtime_ns for path in sorted(Path("bench").iterdir())]
    assert main(words) == 0
    assert capsys.readouterr().out == first
    assert [path.stat().st_mtime_ns for path in sorted(Path("bench").iterdir())] == stamps
    assert main(["bench", "easy", "--player", "greedy", "--option", "weight=2"]) == 0
    capsys.readouterr()
    both = ["bench/easy-player-greedy-weight-2.0.json", "bench/easy-player-random.json"]
    assert main(["bench", "report", *both, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [line["name"] for line in found["lines"]] == ["greedy weight=2.0", "random"]
    assert found["tests"][0]["measure"] == "won"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["easy"], "name what to measure: --solver NAME, --player NAME or --predictor NAME"),
        (["easy", "--player", "nobody"], "unknown player 'nobody'"),
        (["easy", "--player", "greedy", "--player", "random", "-o", "weight=2"], "--option needs one solver or player"),
        (["report", "missing.json"], "cannot read missing.json"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert capsys.readouterr().err.startswith(f"boaf: {line}")
