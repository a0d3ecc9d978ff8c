"""What a notebook shows of an answer."""

import pytest

import boaf

UNSOLVABLE, SMALL = boaf.deal(1264), boaf.Board("7H 6C / -- 6H")


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (boaf.solve(SMALL), ["<b>solvable</b>", "7H-6C"]),
        (boaf.analyze(SMALL), ["<svg", "<td>solvable<td>7H-6C 6H-6C", "<td>unsolvable<td>6C-7H 6C-6H"]),
        (boaf.explain(UNSOLVABLE), ["unsolvable", "<svg"]),
        (boaf.best_score(UNSOLVABLE), ["points</b> (the best possible; unsolvable)"]),
        (boaf.solve_many([1, 10]), ["<td>solvable<td>1", "<td>unsolvable<td>1"]),
        (boaf.rate(boaf.deal(1)), ["difficulty"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_notebook_shows_the_answer(answer: object, shown: list[str]) -> None:
    html = answer._repr_html_()  # type: ignore[attr-defined]
    for text in shown:
        assert text in html
