"""The engine that runs studies: cells are stored, shared, resumed and refused where they are not what is wanted."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from boaf.cli import main
from boaf.support import store
from boaf.support.errors import BoafError
from boaf.support.progress import Progress
from boaf_papers import PAPERS, SCALES, plans_of
from boaf_papers.framework import cell_store
from boaf_papers.framework.cell_store import CellStore, file_name
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan, run, stored

ROOT = Path(__file__).parents[2]
computed: list[int] = []


@pytest.fixture(autouse=True)
def _none_computed() -> None:
    computed.clear()


def square(progress: Progress, number: int) -> dict[str, Any]:
    if number < 0:
        raise KeyboardInterrupt
    computed.append(number)
    progress(1)
    return {"square": number**2}


def apart(_progress: Progress, number: int) -> int:
    return number + 1


def die(_progress: Progress, number: int) -> int:
    os._exit(number + 1)


def cell(number: int) -> Cell:
    return Cell(f"square of {number}", square, {"number": number})


def plan(name: str, *cells: Cell) -> Plan:
    return Plan(name, {cell.name: cell for cell in cells}, squares, name=name)


def squares(values: dict[str, Any]) -> list[Quantity]:
    return [Quantity(own, None, value["square"]) for own, value in values.items()]


def figures(tables: Iterator[Table]) -> list[list[float]]:
    return [[quantity.computed for quantity in table.quantities] for table in tables]


def test_a_cell_that_two_tables_use_is_computed_once() -> None:
    plans = [plan("one", cell(2), cell(3)), plan("two", cell(3), cell(4))]
    assert figures(run(plans, CellStore("mcts"))) == [[4, 9], [9, 16]]
    assert computed == [2, 3, 4]


def test_a_run_that_was_interrupted_resumes(tmp_path: Path) -> None:
    tables = run([plan("one", cell(2)), plan("two", cell(3), cell(-1))], CellStore("mcts", "small", tmp_path))
    assert next(tables).name == "one"
    with pytest.raises(KeyboardInterrupt):
        next(tables)
    assert computed == [2, 3]
    plans = [plan("one", cell(2)), plan("two", cell(3), cell(5))]
    store = CellStore("mcts", "small", tmp_path)
    assert [one.table.name for one in stored(plans, store)] == ["one"]
    assert figures(run(plans, store)) == [[4], [9, 25]]
    assert computed == [2, 3, 5]


def test_a_table_can_be_made_of_some_of_its_cells(tmp_path: Path) -> None:
    whole = plan("one", cell(2), cell(-1))
    for is_partial, expected in ((False, []), (True, [False])):
        with pytest.raises(KeyboardInterrupt):
            list(run([whole], CellStore("mcts", "small", tmp_path)))
        plans = [replace(whole, is_partial=is_partial)]
        found = stored(plans, CellStore("mcts", "small", tmp_path))
        assert [one.is_complete for one in found] == expected
    assert [quantity.computed for quantity in found[0].table.quantities] == [4]


def test_a_table_is_made_without_what_this_machine_cannot_compute() -> None:
    absent = replace(cell(3), is_possible=lambda: False)
    assert figures(run([plan("one", cell(2), absent)], CellStore("mcts"))) == [[4]]


def test_a_stored_cell_says_what_computed_it(tmp_path: Path) -> None:
    list(run([plan("one", cell(2))], CellStore("mcts", "small", tmp_path)))
    record = json.loads((tmp_path / "mcts" / "small" / "square-of-2.json").read_text())
    assert (record["paper"], record["cell"], record["recipe"]) == ("mcts", "square of 2", {"number": 2})
    assert record["value"] == {"square": 4}
    assert {"boaf", "python", "numpy"} <= set(record["made_by"]["versions"])
    assert record["seconds"] >= 0 <= record["processor_seconds"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace('"square": 4', '"square": 5'), "is not as it was written"),
        (lambda text: text[:-20], "is not JSON"),
        (lambda _text: "[" * 100_000, "nested deeper than"),
        (lambda _text: "[]", "must be an object"),
    ],
)
def test_a_cell_that_was_edited_is_refused(tmp_path: Path, change: Any, complaint: str) -> None:
    list(run([plan("one", cell(2))], CellStore("mcts", "small", tmp_path)))
    path = tmp_path / "mcts" / "small" / "square-of-2.json"
    path.write_text(change(path.read_text()))
    with pytest.raises(BoafError, match=complaint):
        list(run([plan("one", cell(2))], CellStore("mcts", "small", tmp_path)))


def test_a_cell_with_another_recipe_is_refused(tmp_path: Path) -> None:
    list(run([plan("one", cell(2))], CellStore("mcts", "small", tmp_path)))
    other = Cell("square of 2", square, {"number": -2})
    with pytest.raises(BoafError, match="holds another cell: number = 2, not -2; delete it or"):
        list(run([plan("one", other)], CellStore("mcts", "small", tmp_path)))


@pytest.fixture
def _two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """They must be able to import this file."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr("boaf_papers.framework.study.WORKERS", 2)


@pytest.mark.slow
@pytest.mark.usefixtures("_two_processes")
def test_a_process_that_dies_is_an_error_and_no_wait_without_end() -> None:
    cells = [Cell(f"cell {n}", die, {"number": n}, prepare=bool) for n in range(2)]
    made = Plan("one", dict(enumerate(cells)), lambda _values: [])
    with pytest.raises(BoafError, match="a process that computed cells has died"):
        list(run([made], CellStore("neural")))
    assert not [child for child in active_children() if child.is_alive()]


@pytest.mark.slow
@pytest.mark.usefixtures("_two_processes")
def test_cells_for_one_core_run_in_processes_of_their_own() -> None:
    prepared: list[bool] = []
    cells = [Cell(f"cell {n}", apart, {"number": n}, prepare=lambda: prepared.append(True)) for n in range(3)]
    made = Plan("one", dict(enumerate(cells)), lambda values: [Quantity(str(n), None, v) for n, v in values.items()])
    assert figures(run([made], CellStore("neural"))) == [[1, 2, 3]]
    assert prepared


@pytest.mark.slow
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_two_cells_of_a_paper_share_a_file(paper: str, scale: str) -> None:
    cells = {
        (cell.name, json.dumps(dict(cell.recipe))) for plan in plans_of(paper, scale) for cell in plan.cells.values()
    }
    assert len({file_name(name) for name, _ in cells}) == len(cells)


def test_a_table_on_record_takes_few_modules_and_only_its_own_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "results" / "mcts", tmp_path / "mcts")
    read: list[str] = []
    monkeypatch.setattr(cell_store, "read_record", lambda path, shapes: (read.append(path.name), kept(path, shapes))[1])
    kept = store.read_record
    command = ["reproduce", "mcts", "--table", "table-1", "--scale", "paper", "--out", str(tmp_path)]
    assert main(command) == 0  # imports what it needs, and writes the page
    modules: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and any(f"/{name}/" in frame.f_code.co_filename for name in ("boaf", "boaf_papers")):
            modules.add(frame.f_code.co_filename)

    read.clear()
    sys.setprofile(note)
    try:
        assert main(command) == 0
    finally:
        sys.setprofile(None)
    (table,) = plans_of("mcts", "paper", ["table-1"])
    assert sorted(read) == sorted(f"{file_name(cell.name)}.json" for cell in table.cells.values())
    assert len(modules) <= 25
    assert "Table 1" in capsys.readouterr().out


def test_finished_tables_are_shown_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plans = [plan("one", cell(2)), plan("two", cell(-1))]
    for place in ("boaf_papers.command", "boaf_papers.framework.pages"):
        monkeypatch.setattr(f"{place}.plans_of", lambda *_: plans)
    assert main(["reproduce", "mcts", "--out", str(tmp_path)]) == 130
    shown = capsys.readouterr()
    assert shown.out.startswith("one\n")
    assert shown.err == "interrupted\n"
    assert main(["reproduce", "mcts", "--json", "--out", str(tmp_path)]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert [table["name"] for table in answer["tables"]] == ["one"]
    assert not answer["complete"]
    assert json.loads((tmp_path / "mcts-small.json").read_text()) == answer
    assert computed == [2]
