"""The harness, and small versions of every experiment."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from boaf.cli import main
from boaf.papers import PAPERS, reproduce
from boaf.papers.araki_et_al import algorithms as solvability_algorithms
from boaf.papers.araki_et_al import classifiers as solvability_classifiers
from boaf.papers.araki_et_al import cutoff as solvability
from boaf.papers.araki_et_al import defaults as solvability_defaults
from boaf.papers.araki_et_al import models as solvability_models
from boaf.papers.araki_et_al import searches as solvability_searches
from boaf.papers.araki_et_al import triples as solvability_triples
from boaf.papers.framework import study
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.hoshino_kahn import tree as prediction
from boaf.papers.hoshino_notarangelo import searches as intractability
from boaf.papers.neller import difficulty as questions_difficulty
from boaf.papers.neller import heuristics as questions
from boaf.papers.roberson_sperduto import heuristic as mcts
from boaf.papers.roberson_sperduto import lost as mcts_lost
from boaf.papers.roberson_sperduto import player as mcts_games
from boaf.papers.roberson_sperduto import states as mcts_states
from boaf.papers.sang_yoon import networks as neural
from boaf.papers.sang_yoon import open_questions as neural_open
from boaf.papers.sang_yoon import ours as neural_ours
from boaf.papers.sang_yoon import training as neural_study
from boaf.support.errors import BoafError

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intractability, "DEALS", {"small": 600})
    monkeypatch.setattr(intractability, "CONDITION_DEALS", 5_000)
    monkeypatch.setattr(intractability, "CELL_DEALS", {"conditions": 2_000, "search": 200, "readings": 200})
    monkeypatch.setattr(intractability, "READING_DEALS", {"small": 300})
    monkeypatch.setattr(mcts_games, "CELL_DEALS", 8)
    monkeypatch.setattr(mcts, "DEALS", {"small": 40})
    monkeypatch.setattr(mcts, "STATE_SEEDS", {"small": 6})
    monkeypatch.setattr(mcts_states, "STREAM_SEEDS", {"small": 1})
    monkeypatch.setattr(mcts_lost, "DEALS", {"small": 6})
    monkeypatch.setattr(mcts_lost, "SCREENS", (1, 2))
    monkeypatch.setattr(mcts_lost, "ITERATIONS", 4)
    monkeypatch.setattr(mcts_games, "PLAYED", {"small": {100: 4}})
    monkeypatch.setattr(mcts_games, "OURS_PLAYED", {"small": (100,)})
    monkeypatch.setattr(mcts_games, "OURS", {"small": 20})
    monkeypatch.setattr(mcts_games, "READ", {"small": 2})
    monkeypatch.setattr(mcts_games, "PARTED", {"small": 10})
    monkeypatch.setattr(neural, "EXTRA_DEALS", {"small": 500})
    monkeypatch.setattr(neural_study, "EXTRA_DEALS", {"small": 500})
    monkeypatch.setattr(neural_open, "MORE_SOLVABLE", {"small": 3})
    monkeypatch.setattr(neural_open, "SIZE_STATES", {"small": 300})
    monkeypatch.setattr(neural_ours, "SEARCH_DEALS", {"small": 2})
    monkeypatch.setattr(neural_ours, "SEARCH_NODES", 20)
    monkeypatch.setattr(neural_ours, "PLAYER_DEALS", {"small": 1})
    monkeypatch.setattr(neural_study, "DEALS", {"small": (-5_000, 5_000)})
    for seeds in ("STATE_SEEDS", "COUNTED_SEEDS"):
        monkeypatch.setattr(neural_study, seeds, {"small": 6})
    monkeypatch.setattr(neural_study, "TRIES", 1)
    monkeypatch.setattr(neural_study, "TRIALS", {"small": dict.fromkeys(neural_study.SETS, 2)})
    monkeypatch.setattr(neural, "MORE_TRIALS", {"small": {neural_study.INIT: 2, neural_study.BOAF: 2}})
    monkeypatch.setattr(neural_study, "EPOCHS", {"small": dict.fromkeys(neural_study.SETS, 1)})
    monkeypatch.setattr(questions, "DEALS", {"small": dict.fromkeys(questions.SIZES, 1)})
    monkeypatch.setattr(questions, "MAX_NODES", {"small": 1_000})
    monkeypatch.setattr(questions, "CAUSE_DEALS", {"small": 20})
    monkeypatch.setattr(questions_difficulty, "DEALS", {"small": 6})
    monkeypatch.setattr(questions_difficulty, "GAMES", {"small": 1})
    monkeypatch.setattr(study, "WORKERS", 1)
    for place in (solvability_algorithms, solvability_searches):
        monkeypatch.setattr(place, "STATES", {"small": 120})
    monkeypatch.setattr(solvability_algorithms, "ISLAND_STATES", {"small": 160})
    monkeypatch.setattr(solvability_searches, "BLOCK_STATES", 60)
    monkeypatch.setattr(solvability, "CUTOFF_STATES", {"small": 60})
    monkeypatch.setattr(solvability, "MEMORY_STATES", {"small": 20})
    monkeypatch.setattr(prediction, "DEALS", {"small": 6_000})
    monkeypatch.setattr(solvability_classifiers, "CLASSIFIER_STATES", {"small": (200,)})
    for place in (solvability_classifiers, solvability_models):
        monkeypatch.setattr(place, "FOLDS", 2)
    monkeypatch.setattr(solvability_classifiers, "GRID_STATES", {"small": 150})
    monkeypatch.setattr(solvability_classifiers, "GRID_FOLDS", {"small": 2})
    monkeypatch.setattr(solvability_defaults, "STATES", {"small": 200})
    monkeypatch.setattr(solvability_defaults, "FOLDS", 2)
    monkeypatch.setattr(solvability_triples, "TRIPLES", solvability_triples.TRIPLES[:3])
    monkeypatch.setattr(solvability_triples, "FIT_STATES", {"small": 300})
    monkeypatch.setattr(solvability_triples, "SEARCH_STATES", {"small": 10})
    for place in (solvability_models, solvability_searches):
        monkeypatch.setattr(place, "FIT_STATES", {"small": 300})
    monkeypatch.setattr(solvability_models, "SEARCH_STATES", {"small": 30})
    monkeypatch.setattr(solvability_models, "SUBSET_STATES", {"small": 30})


def test_a_quantity_knows_its_difference() -> None:
    assert Quantity("nodes", 10, 12).cells() == ("nodes", "10", "12", "", "+2", "")
    assert Quantity("share", 0.57, 0.5676, "%").cells() == ("share", "57.00 %", "56.76 %", "", "-0.24 points", "")
    assert Quantity("own", None, 0.5, note="not printed").cells() == ("own", "", "0.5000", "", "", "not printed")


def test_a_table_is_shown_in_three_ways() -> None:
    table = Table("t", "Title", [Quantity("nodes", 10, 12)])
    assert table.to_text().splitlines()[1].split() == ["quantity", "printed", "computed", "difference", "why"]
    assert "| nodes | 10 | 12 |  | +2 |  |" in table.to_markdown()
    assert table.to_json()["quantities"][0]["difference"] == 2


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_is_computed(name: str) -> None:
    watcher = Watched()
    for table in reproduce(name, "small", watcher=watcher):
        assert table.quantities
        for quantity in table.quantities:
            assert quantity.computed == quantity.computed, quantity.name
    assert watcher.done == pytest.approx(watcher.total)
    assert watcher.shown[0].startswith(
        f"{next(iter(import_module(f'boaf.papers.{PAPERS[name].module}').TABLES))} (1 of "
    )


class Watched:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.total, self.done = 0.0, 0.0
        self.shown: list[str] = []

    def begin(self, seconds: float) -> None:
        self.total = seconds

    def show(self, what: str) -> None:
        self.shown.append(what)

    def advance(self, seconds: float) -> None:
        self.done += seconds


def test_results_are_written(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert (
        main(
            [
                "reproduce",
                "solvability",
                "--table",
                "algorithms",
                "--table",
                "cutoff",
                "--out",
                str(tmp_path / "new"),
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"]
    assert json.loads((tmp_path / "new" / "solvability-small.json").read_text()) == answer | {"complete": False}
    assert (tmp_path / "new" / "solvability.md").read_text().startswith("# Araki et al. (2019)")
    assert {path.name for path in (tmp_path / "new").glob("*.svg")} == {
        "solvability-algorithms-1.svg", "solvability-algorithms-2.svg", "solvability-cutoff-1.svg",
    }  # fmt: skip


def test_a_file_in_the_place_of_the_directory_is_refused_before_the_work(  # type: ignore[no-untyped-def]
    tmp_path, capsys, monkeypatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("boaf.cli.reproduce.run", lambda *_: pytest.fail("figures were computed"))
    for out in (tmp_path / "file", tmp_path / "file" / "new"):
        assert main(["reproduce", "mcts", "--out", str(out)]) == 2
        assert capsys.readouterr().err == f"boaf: cannot write {out}: {tmp_path / 'file'} is not a directory\n"


def test_one_table_can_be_asked_for(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["reproduce", "solvability", "--table", "cutoff"]) == 0
    assert "Figures 4 and 5" not in capsys.readouterr().out
    assert main(["reproduce", "solvability", "--table", "nonsense"]) == 2
    assert "choose from algorithms, island-merge, memory, cutoff, table-1" in capsys.readouterr().err


def test_an_unknown_paper_is_told_all_that_can_be_named(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["reproduce", "magic"]) == 2
    assert capsys.readouterr().err == f"boaf: unknown paper 'magic': choose from {', '.join(PAPERS)} or all\n"


def test_unknown_papers_and_scales_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown paper 'magic': choose from"):
        reproduce("magic")
    with pytest.raises(BoafError, match="unknown scale 'huge': choose from small, paper"):
        reproduce("mcts", "huge")


def test_a_cached_data_set_that_cannot_be_read_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "init.parquet"
    path.write_bytes(b"from another version")
    monkeypatch.setattr(neural_study, "_kept", lambda *_: path)
    neural_study.data_set.cache_clear()
    assert len(neural_study.data_set(neural_study.INIT, neural_study.Sets(0, 2_000, 1))) == 16
    neural_study.data_set.cache_clear()
