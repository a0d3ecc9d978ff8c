"""What a notebook shows of an answer; and the notebooks of the documentation, which run from top to bottom."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import boaf

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))
UNSOLVABLE, SMALL = boaf.deal(1264), boaf.Board("7H 6C / -- 6H")


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (lambda: boaf.solve(SMALL), ["<b>solvable</b>", "7H-6C"]),
        (lambda: boaf.analyze(SMALL), ["<svg", "<td>solvable<td>7H-6C 6H-6C", "<td>unsolvable<td>6C-7H 6C-6H"]),
        (lambda: boaf.explain(UNSOLVABLE), ["unsolvable", "<svg"]),
        (lambda: boaf.best_score(UNSOLVABLE), ["points</b> (the best possible; unsolvable)"]),
        (lambda: boaf.solve_many([1, 10]), ["<td>solvable<td>1", "<td>unsolvable<td>1"]),
        (lambda: boaf.rate(boaf.deal(1)), ["difficulty"]),
    ],
    ids=["solve", "analyze", "explain", "best_score", "solve_many", "rate"],
)
def test_a_notebook_shows_the_answer(answer: Callable[[], Any], shown: list[str]) -> None:
    html = answer()._repr_html_()
    for text in shown:
        assert text in html


def kinds_shown(notebook: Any) -> list[set[str]]:
    """What each cell shows: texts, tables, pictures; not what is only said while something is compiled."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        {kind for shown in cell.outputs if shown.get("name") != "stderr" for kind in shown.get("data", ["text"])}
        for cell in codes
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_kept_in_it(path: Path, tmp_path: Path) -> None:
    """`python tools/run_notebooks.py` keeps what they show."""
    kept = kinds_shown(nbformat.read(path, as_version=4))
    assert sum("image/png" in kinds or "image/svg+xml" in kinds for kinds in kept) >= 2
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    assert kinds_shown(notebook) == kept


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["census-and-chances", "learn-and-predict", "solve-and-prove"]
