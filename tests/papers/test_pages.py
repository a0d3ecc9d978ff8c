"""The pages of docs/results are what the results say, and a record is compared figure by figure."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boaf
import study_runner
from boaf.cli import main
from boaf.render.figures import Curve, Figure
from boaf.support.progress import Progress
from boaf_papers import PAPERS, SCALES, plans_of
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.chart import Picture, chart
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan, run
from make_pages import made, pages_of

ROOT = Path(__file__).parents[2]
FIGURE = Figure("Nodes", "stacks", "mean", [Curve("a <b>", [1, 2, 3], [1.0, 10.0, 200.0])], log_scale=True)
value = [5]


def test_docs_results_are_what_the_results_say() -> None:
    """If this fails: python tools/make_pages.py."""
    pages = ROOT / "docs" / "results"
    assert {path.name: path.read_text() for path in pages.iterdir()} == made()


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("paper", [*PAPERS, "questions"])
def test_every_cell_on_record_is_one_of_a_table_or_a_study(paper: str, scale: str) -> None:
    plans = plans_of(paper, scale) if paper in PAPERS else []
    for study in study_runner.studies().values():
        plans += study_runner.plans_of(study, scale) if paper == study.PAPER else []
    cells = {cell.name for plan in plans for cell in plan.cells.values()}
    kept = (ROOT / "results" / paper / scale).glob("*.json")
    assert [path.name for path in kept if json.loads(path.read_text())["cell"] not in cells] == []


def five(_progress: Progress) -> int:
    return value[0]


def plans(*_given: Any) -> list[Plan]:
    def rows(values: dict[str, Any]) -> list[Quantity]:
        exact = Quantity("deals", 7, values["five"], note="three | four; shared")
        time = Quantity("seconds", 7, values["five"], note="shared", tolerance=None)
        return [exact, time, Quantity.claim("five is less than seven", True, "here 5")]

    return [Plan("Table 1", {"five": Cell("five", five, {})}, rows, "five deals", lambda _: [FIGURE], name="one")]


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("boaf_papers.command", "boaf_papers.framework.pages"):
        monkeypatch.setattr(f"{place}.plans_of", plans)
    value[0] = 5


@pytest.mark.usefixtures("patched")
def test_a_page_has_the_table_its_figure_and_what_computed_it(tmp_path: Path) -> None:
    list(run(plans(), CellStore("mcts", "paper", tmp_path)))
    files = pages_of(tmp_path)
    page = files["mcts.md"]
    assert page.startswith("# Roberson & Sperduto (2019)\n\nChristian Roberson, Katarina Sperduto")
    assert "five deals. 1 holds, 2 are explained.".capitalize() in page
    assert "|deals|7|5|**explained** [1]: three &#124; four|" in page
    assert "|seconds|7|5|**explained** [1]|" in page
    assert "- **holds**: five is less than seven (here 5)" in page
    assert "\n1. shared\n" in page
    assert "![Nodes](mcts-one-1.svg)" in page
    assert "- `boaf reproduce mcts --table TABLE --scale paper`: `one` (0 s)" in page
    assert (
        "](mcts.md) | the heuristic search, the solvability checker and the Monte Carlo player | 1 | 2 | 0 |"
        in (files["index.md"])
    )
    assert files["mcts-one-1.svg"] == chart(FIGURE)
    assert "Not computed yet: `boaf reproduce neural --table table-1 --scale paper`" in files["neural.md"]


def page_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[Quantity], titles: Sequence[str]) -> str:
    """The page of tables with the same rows and basis."""
    about = "so many words that nobody wants to read them a second time"
    made_plans = [Plan(title, {"five": Cell("five", five, {})}, lambda _: rows, about, name=title) for title in titles]
    monkeypatch.setattr("boaf_papers.framework.pages.plans_of", lambda *_: made_plans)
    list(run(made_plans, CellStore("mcts", "paper", tmp_path)))
    return pages_of(tmp_path)["mcts.md"]


def test_a_unit_is_in_the_heading_if_all_figures_of_a_part_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = [Quantity(f"{part} won", 0.5, 0.25, "%", "x").placed("won", part=part) for part in ("train", "test")]
    page = page_with(tmp_path / "shares", monkeypatch, shares, ["one"])
    assert "|in %|train: printed|computed||test: printed|computed||" in page
    assert "|won|50.00|25.00|**explained** [1]|50.00|25.00|**explained** [1]|" in page
    nodes = Quantity("nodes", None, 7).placed("won", "4 × 4", "nodes")
    mixed = [nodes, replace(shares[1], printed=None, column="4 × 4")]
    page = page_with(tmp_path / "mixed", monkeypatch, mixed, ["one"])
    assert "||nodes: 4 × 4|test %: 4 × 4|\n" in page
    assert "|won|7|25.00|" in page
    plain = [replace(one, part="") for one in (shares[0], Quantity("nodes", 7, 7))]
    page = page_with(tmp_path / "plain", monkeypatch, plain, ["one"])
    assert "||printed|computed||\n" in page
    assert "|won|50.00 %|25.00 %|" in page


def test_notes_of_the_same_rows_have_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Quantity(name, 7, 5, note="one; two; unexplained: three") for name in ("a", "b")]
    page = page_with(tmp_path, monkeypatch, [*rows, Quantity("c", 7, 5, note="two")], ["one"])
    assert "|a|7|5|**open** [1, 2]|" in page
    assert "|c|7|5|**explained** [2]|" in page
    assert "\n1. one; three\n2. two\n" in page


def test_what_tables_are_computed_from_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_with(tmp_path, monkeypatch, [Quantity("a", 7, 7)], ["Table 1: one", "Table 2: two"])
    assert page.count("a second time. 1 holds.") == 1
    assert "## Table 2: two\n\nAs for Table 1. 1 holds.\n" in page


def test_the_versions_are_on_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page_with(tmp_path, monkeypatch, [Quantity("a", 7, 7)], ["one"])
    assert f"\nComputed by boaf {boaf.__version__}, " in pages_of(tmp_path)["index.md"]


@pytest.mark.usefixtures("patched")
def test_a_check_names_the_figures_that_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "all", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    check = ["reproduce", "mcts", "--check", "--out", str(tmp_path)]
    assert main(check) == 0
    assert capsys.readouterr().out == "mcts: 3 of 3 figures hold\n"
    value[0] = 6
    assert main(check) == 2
    assert capsys.readouterr().out == "mcts: 2 of 3 figures hold\n  one, deals: 6, on record 5\n"
    assert main([*check, "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer["changed"] == [{"table": "one", "quantity": "deals", "recorded": 5, "computed": 6}]


@pytest.mark.usefixtures("patched")
def test_a_check_of_all_papers_names_those_without_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "prediction", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["reproduce", "all", "--check", "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert shown.out == "prediction: 3 of 3 figures hold\n"
    assert shown.err.startswith("not on record, so not checked: intractability, learned, mcts, neural, ")


@pytest.mark.usefixtures("patched")
def test_a_check_names_the_tables_without_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["reproduce", "mcts", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    (one,) = plans()
    two = replace(one, name="two", cells={"five": Cell("six", five, {})})
    monkeypatch.setattr("boaf_papers.command.plans_of", lambda *_: [one, two])
    check = ["reproduce", "mcts", "--check", "--out", str(tmp_path)]
    assert main(check) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("mcts: 3 of 3 figures hold\n", "not on record, so not checked: two\n")
    assert main([*check, "--table", "two"]) == 2
    assert "there is no record of two: make one by" in capsys.readouterr().err


def test_a_check_without_a_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "mcts", "--check", "--out", str(tmp_path)]) == 2
    expected = f"boaf: there is no record of mcts in {tmp_path}: give its directory as --out\n"
    assert capsys.readouterr().err == expected
    assert not list(tmp_path.iterdir())
    assert main(["reproduce", "all", "--table", "one"]) == 2
    assert capsys.readouterr().err == "boaf: --table needs the name of one paper\n"


def test_a_quantity_of_a_sample_has_an_interval() -> None:
    found = Quantity.share("won", 0.44, 70, 100)
    assert found.cells()[2:4] == ("70.00 %", "60.42 … 78.11 %")
    assert not found.holds_printed
    assert Quantity.share("won", 0.65, 70, 100).holds_printed


def test_a_chart_is_well_formed_and_light() -> None:
    from xml.etree import ElementTree

    for figure in (FIGURE, Picture("Maps", [("rank", [[0.0, 1.0], [0.5, 0.25]])])):
        drawn = chart(figure)
        ElementTree.fromstring(drawn)
        assert len(drawn) < 4_000
    assert "a &lt;b&gt;" in chart(FIGURE)


def test_axes_reach_from_below_the_least_value_to_above_the_largest() -> None:
    flat = Figure("Flat", "x", "y", [Curve("c", [0, 1], [0.5, 0.5])])
    assert ">0.5<" in chart(flat)


def test_a_table_that_is_not_computed_yet_has_a_title(tmp_path: Path) -> None:
    page = pages_of(tmp_path)["neural.md"]
    assert "## table-5\n\nNot computed yet: `boaf reproduce neural --table table-5 --scale paper`.\n" in page


@pytest.mark.usefixtures("patched")
def test_a_table_of_few_rows_does_not_replace_a_finished_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(values: dict[str, Any]) -> list[Quantity]:
        return [Quantity(name, None, 1) for name in values]

    cells = {str(number): Cell(str(number), five, {}) for number in range(4)}
    plan = Plan("Table 1", cells, rows, lambda values: f"{len(values)} rows", is_partial=True, name="one")
    monkeypatch.setattr("boaf_papers.framework.pages.plans_of", lambda *_: [plan])
    list(run([plan], CellStore("mcts", "small", tmp_path)))
    for done, shown in ((1, "4 rows."), (2, "2 rows.")):
        some = {name: cells[name] for name in list(cells)[:done]}
        list(run([replace(plan, cells=some)], CellStore("mcts", "paper", tmp_path)))
        assert shown in pages_of(tmp_path)["mcts.md"]
