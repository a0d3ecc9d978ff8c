"""What a notebook shows of an answer."""

from collections.abc import Callable
from typing import Any

import pytest

import boaf

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
