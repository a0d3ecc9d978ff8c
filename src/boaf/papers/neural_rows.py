"""Rows of the tables of Sang & Yoon (2019): what networks, the odd-bird rule and the exact solver get right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from boaf.intervals import wilson
from boaf.learn.neural.maps import has_odd_bird
from boaf.papers.neural_study import ALL, BOAF, EVALUATED, INIT, TOLERANCE, Sets, data_set
from boaf.papers.quantity import Quantity
from boaf.papers.study import Cell
from boaf.progress import Progress
from boaf.solvers.batch import solve_many

PRINTED_RULE = {INIT: 0.89, BOAF: 0.56, ALL: None}
SAME = "answering the same for every board"


class Judged(NamedTuple):
    """What a network answers on a part of a data set."""

    boards: int
    right: int
    called_solvable: int

    @property
    def share(self) -> float:
        """The share of its answers that are right."""
        return self.right / self.boards

    @property
    def is_dead(self) -> bool:
        """Whether it answers the same for every board."""
        return self.called_solvable in (0, self.boards)


def judged(value: dict[str, Any], judged_on: str, part: str) -> Judged:
    """What a network answers on a part of InitSet, BOAF or All."""
    answers = [value["judged"][one][part] for one in ((INIT, BOAF) if judged_on == ALL else (judged_on,))]
    return Judged(*(sum(one[what] for one in answers) for what in Judged._fields))


def accuracies(
    name: str, found: Sequence[dict[str, Any]], judged_on: str, printed: Sequence[float | None] = (None, None)
) -> list[Quantity]:
    """The mean accuracy of some networks on the validation and the test part of a data set."""
    quantities = []
    for part, figure in zip(EVALUATED, printed, strict=True):
        answers = [judged(value, judged_on, part) for value in found]
        mean, boards = float(np.mean([one.share for one in answers])), answers[0].boards
        interval = wilson(round(mean * boards), boards)
        bounds = (interval.low, interval.high)
        row = Quantity(f"{name}, {part}", figure, mean, "%", "", bounds, tolerance=TOLERANCE)
        quantities.append(replace(row, note=_remarks(row, answers, epochs=found[0]["losses"][-1][0])))
    return quantities


def _remarks(row: Quantity, answers: Sequence[Judged], epochs: int) -> str:
    """What there is to say of some trainings."""
    remarks = []
    if len(answers) > 1:
        remarks.append(f"trials {' '.join(f'{100 * one.share:.1f}' for one in answers)}")
    if dead := sum(one.is_dead for one in answers):
        remarks.append(f"{dead} of {len(answers)} {SAME}")
    elif row.printed is not None and not row.holds_printed:
        remarks.append(f"unexplained; trained for {epochs:,} epochs")
    return "; ".join(remarks)


def reference_cells(scale: str) -> list[Cell]:
    """The cells of what the odd-bird rule and the solver score."""
    sets = Sets.of(scale)
    return [
        Cell(f"references on {name}", _judge_references, {"data": name, "sets": sets._asdict()}, 1, 1.0)
        for name in (INIT, BOAF)
    ]


def _judge_references(_progress: Progress, data: str, sets: dict[str, int]) -> dict[str, int]:
    """How often the odd-bird rule and the exact solver are right on the test part."""
    test = data_set(data, Sets(**sets)).part("test")
    rule = int(np.sum(~has_odd_bird(test.cards) == test.solvable))
    return {"boards": len(test), "rule": rule, "solver": int(np.sum(solve_many(test.cards).solvable == test.solvable))}


def references(name: str, values: dict[str, Any]) -> list[Quantity]:
    """What the odd-bird rule and the solver score on the test part."""
    found = [values[f"references on {one}"] for one in ((INIT, BOAF) if name == ALL else (name,))]
    boards, rule, solver = (sum(one[what] for one in found) for what in ("boards", "rule", "solver"))
    note = "unsolvable iff there is an odd bird"
    return [
        Quantity(f"{name}, odd-bird rule, test", PRINTED_RULE[name], rule / boards, "%", note),
        Quantity(f"{name}, exact solver, test", None, solver / boards, "%", "gave the labels"),
    ]


def rates(name: str, found: Mapping[str, int], printed: Sequence[float | None]) -> list[Quantity]:
    """Accuracy, and the shares of the solvable and of the unsolvable boards that are recognised."""
    right, boards = found["solvable_right"] + found["unsolvable_right"], found["solvable"] + found["unsolvable"]
    values = {
        "accuracy": right / boards,
        "TPR (solvable)": found["solvable_right"] / found["solvable"],
        "TNR (unsolvable)": found["unsolvable_right"] / found["unsolvable"],
    }
    return [
        Quantity(f"{name}, {what}", figure, value, "%", tolerance=TOLERANCE)
        for (what, value), figure in zip(values.items(), printed, strict=True)
    ]
