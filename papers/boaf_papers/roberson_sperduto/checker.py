"""Table 2: the unsolvable interesting states that the solvability checker finds, by class.

The states are those of the challenge's data set. The classes are shown in the readings nearest to the printed shares
and as the text has them. States of one line of play are not an independent sample, so there are no intervals.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from boaf.learn.data.interesting import walk_seeds
from boaf.prove.batch import CLASSES, classes_of
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto import PRINTED_SEEDS, Scale

PRINTED_STATES = 657_888
"""Unsolvable states."""
NEAREST, TEXT = "nearest reading", "as the text has it"
_CHOSEN = "the nearest of some fifty candidates, tried outside this repository and chosen by looking at the share"
_STREAM = "another random stream"
ROWS: dict[str, tuple[float | None, tuple[str, ...], str, str, str]] = {
    "stranded cards": (0.1450, ("stranded",), "stranded cards", TEXT, "the position graph is in several parts"),
    "stranded cards, or no legal move": (0.1450, ("stranded", "no move"), "stranded cards", NEAREST, _CHOSEN),
    "separated flock": (0.2239, ("separated",), "separated flock", NEAREST, _STREAM),
    "lynchpin issues": (0.2924, ("printed lynchpin",), "lynchpin issues", TEXT, "only the cases that the text prints"),
    "lynchpin issues, every lynchpin by itself": (0.2924, ("one lynchpin",), "", "", "each judged without the others"),
    "lynchpin issues, both": (0.2924, ("one lynchpin", "printed lynchpin"), "lynchpin issues", NEAREST, _CHOSEN),
    "lynchpin issues, all together": (None, ("lynchpin",), "", "", "what `boaf explain` uses"),
    "combined": (0.3793, ("stranded", "separated", "printed lynchpin"), "combined", TEXT, "as the text has it"),
    "combined, in the nearest readings": (
        0.3793, ("stranded", "no move", "separated", "one lynchpin", "printed lynchpin"), "combined", NEAREST, _CHOSEN
    ),
}  # fmt: skip
"""What is counted: the printed share, the classes of `boaf.prove.batch` any of which a state belongs to, and where it
is shown, if it is, with a note."""


def plan(scale: Scale) -> Plan:
    """The share of the unsolvable interesting states in each class."""
    about = f"interesting states of the seeds below {scale.state_seeds:,}"
    title = "Table 2: unsolvable states found"
    return Plan(title, {"": cell_of_classes(scale.state_seeds)}, partial(_rows, scale.state_seeds), about)


def cell_of_classes(seeds: int) -> Cell:
    """The cell that counts the states of these seeds."""
    return Cell("table 2", _count_classes, {"seeds": seeds}, seeds, 1e-2)


def _rows(seeds: int, found: dict[str, Any]) -> list[Quantity]:
    counts, total, false_alarms, solvable = found[""]
    shown = [
        Quantity(name, printed, count / total, "%", note, row=row, column=column)
        for (name, (printed, _, row, column, note)), count in zip(ROWS.items(), counts, strict=True)
        if row
    ]
    shown.sort(key=lambda one: one.column != NEAREST)
    printed = PRINTED_STATES if seeds == PRINTED_SEEDS else None
    return [
        *shown,
        Quantity(
            "solvable states that are in a class",
            0,
            false_alarms,
            note=f"no false positives, says the paper; {solvable:,} solvable states",
            column=NEAREST,
        ),
        Quantity("unsolvable states", printed, total, note=_STREAM, column=NEAREST),
    ]


def _count_classes(progress: Progress, seeds: int) -> tuple[list[int], int, int, int]:
    """The unsolvable states of each row and in all; the solvable ones in any class, and in all."""
    rows = [[CLASSES.index(name) for name in names] for _, names, *_ in ROWS.values()]
    found, total, false_alarms, solvable = [0] * len(rows), 0, 0, 0
    for states in walk_seeds(seeds, progress):
        classes = classes_of(states.cards)
        false_alarms += int(classes[states.solvable].any(axis=1).sum())
        solvable += int(states.solvable.sum())
        unsolvable = classes[~states.solvable]
        total += len(unsolvable)
        found = [count + int(unsolvable[:, row].any(axis=1).sum()) for count, row in zip(found, rows, strict=True)]
    return found, total, false_alarms, solvable
