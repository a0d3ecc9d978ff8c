"""Every study still runs, and says what it found."""

from pathlib import Path

import pytest

import study_runner
from boaf_papers import package_of
from boaf_papers.framework import study
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.study import run

pytestmark = pytest.mark.slow
STUDIES = study_runner.names()
LONG = ("dfs_readings", "our_network", "search_without_memory", "unproved_deals", "lost_deals")
"""Those that take seconds even at the smallest scale."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) if name in LONG else name for name in STUDIES]
)
def test_a_study_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "WORKERS", 1)
    found = study_runner.studies()[name]
    tables = list(run(study_runner.plans_of(found, "tiny"), CellStore(found.PAPER)))
    assert tables
    assert all(table.quantities for table in tables)
    assert name in study_runner.QUESTIONS or found.TABLE in package_of(found.PAPER).TABLES


def test_every_study_is_on_record() -> None:
    ((_, answers),) = study_runner.answers().values()
    assert all(answers.values())
    assert sorted([*(one.study for one in study_runner.findings()), *answers]) == STUDIES


def test_a_script_prints_what_is_on_record(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    script = Path(study_runner.__file__).with_name("player_readings.py")
    monkeypatch.setattr("sys.argv", [str(script), "--scale", "paper"])
    study_runner.main(str(script))
    assert "readings that none of their three rows excludes" in capsys.readouterr().out
