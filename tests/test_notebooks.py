"""What a notebook shows of an answer; and the notebooks of the documentation, which run from top to bottom."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def shown(notebook: Any) -> list[dict[str, str]]:
    """What each cell shows, by kind: texts, tables and drawings as they are, of plots only that they are there.

    A library may draw a plot otherwise on another machine. What is said while something is compiled is left out.
    """
    found = []
    for cell in notebook.cells:
        kinds: dict[str, str] = {}
        for output in cell.get("outputs", []):
            if output.get("name") != "stderr":
                for kind, text in output.get("data", {"printed": output.get("text")}).items():
                    kinds[kind] = kinds.get(kind, "") + ("" if kind == "image/png" else text)
        found.append(kinds)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_kept_in_it(path: Path, tmp_path: Path) -> None:
    """`python tools/run_notebooks.py` keeps what they show."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    kept = shown(notebook)
    assert sum("image/png" in kinds or "image/svg+xml" in kinds for kinds in kept) >= 2
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    assert shown(notebook) == kept


EXTRAS = {"matplotlib": "research", "train(": "learn"}
"""What a notebook uses, and the extra that brings it."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_the_extras_that_it_needs(path: Path) -> None:
    import nbformat

    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    needed = {extra for used, extra in EXTRAS.items() if used in code}
    assert {extra for extra in EXTRAS.values() if f"`{extra}`" in cells[0].source} == needed


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["census-and-chances", "learn-and-predict", "solve-and-prove"]
