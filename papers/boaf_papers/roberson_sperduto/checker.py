"""Table 2: the unsolvable interesting states that the solvability checker finds, by class.

The states are those of the challenge's third file, boaf-data-1100-10000, which has 10,000 seeds from 1,100 on and a
random stream of its own: it has exactly the printed numbers of unsolvable states and of separated flocks. The classes
are shown in the readings nearest to the printed shares and as the text has them. States of one line of play are not an
independent sample, so there are no intervals.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from boaf.learn.data.interesting import JavaRandom, walk_with_parents
from boaf.prove.batch import CLASSES, classes_of
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto import PRINTED_SEEDS, Scale

FIRST_SEED = 1_100
PRINTED_STATES = 657_888
"""Unsolvable states."""
NEAREST, TEXT = "nearest reading", "as the text has it"
_NEAREST = f"{UNEXPLAINED}: the nearest of some hundred readings, tried outside this repository"
ROWS: dict[str, tuple[int | None, tuple[str, ...], str, str, str]] = {
    "stranded cards": (95_405, ("stranded",), "stranded cards", TEXT, "the position graph is in several parts"),
    "stranded cards, or no legal move": (95_405, ("stranded", "no move"), "stranded cards", NEAREST, ""),
    "separated flock": (147_330, ("separated",), "separated flock", NEAREST, ""),
    "lynchpin issues": (192_339, ("printed lynchpin",), "lynchpin issues", TEXT, "only the cases that the text prints"),
    "lynchpin issues, every lynchpin by itself": (192_339, ("one lynchpin",), "", "", "each judged without the others"),
    "lynchpin issues, both": (192_339, ("one lynchpin", "printed lynchpin"), "lynchpin issues", NEAREST, _NEAREST),
    "lynchpin issues, all together": (None, ("lynchpin",), "", "", "what `boaf explain` uses"),
    "combined": (249_534, ("stranded", "separated", "printed lynchpin"), "combined", TEXT, "as the text has it"),
    "combined, in the nearest readings": (
        249_534, ("stranded", "no move", "separated", "one lynchpin", "printed lynchpin"), "combined", NEAREST, _NEAREST
    ),
}  # fmt: skip
"""What is counted: the printed states, the classes of `boaf.prove.batch` any of which a state belongs to, and where it
is shown, if it is, with a note."""


def plan(scale: Scale) -> Plan:
    """The unsolvable interesting states in each class."""
    seeds = scale.state_seeds
    about = (
        f"interesting states of the seeds {FIRST_SEED:,} … {FIRST_SEED + seeds - 1:,}, the challenge's third file; the "
        "nearest readings were chosen by the printed figures"
    )
    cell = Cell("table 2", _count_classes, {"start": FIRST_SEED, "seeds": seeds}, seeds, 1e-2)
    return Plan("Table 2: unsolvable states found", {"": cell}, partial(_rows, seeds), about)


def _rows(seeds: int, found: dict[str, Any]) -> list[Quantity]:
    """Numbers of states, or the shares of them if these are not all of the paper's states."""
    counts, total, false_alarms, solvable = found[""]
    has_all = seeds == PRINTED_SEEDS

    def quantity(name: str, printed: int | None, count: int, *place: str) -> Quantity:
        note, row, column = place
        if has_all:
            return Quantity(name, printed, count, "", note, row=row, column=column)
        share = None if printed is None else round(printed / PRINTED_STATES, 4)
        return Quantity(name, share, count / total, "%", note or "fewer seeds", row=row, column=column)

    shown = [
        quantity(name, printed, count, note, row, column)
        for (name, (printed, _, row, column, note)), count in zip(ROWS.items(), counts, strict=True)
        if row
    ]
    shown.sort(key=lambda one: one.column != NEAREST)
    return [
        *shown,
        Quantity(
            "solvable states that are in a class",
            0,
            false_alarms,
            note=f"no false positives, says the paper; {solvable:,} solvable states",
            column=NEAREST,
        ),
        Quantity("unsolvable states", PRINTED_STATES if has_all else None, total, column=NEAREST),
    ]


def _count_classes(progress: Progress, start: int, seeds: int) -> tuple[list[int], int, int, int]:
    """The unsolvable states of each row and in all; the solvable ones in any class, and in all."""
    rows = [[CLASSES.index(name) for name in names] for _, names, *_ in ROWS.values()]
    found, total, false_alarms, solvable = [0] * len(rows), 0, 0, 0
    for states, _ in walk_with_parents(start + seeds, progress, start=start, random=JavaRandom()):
        classes = classes_of(states.cards)
        false_alarms += int(classes[states.solvable].any(axis=1).sum())
        solvable += int(states.solvable.sum())
        unsolvable = classes[~states.solvable]
        total += len(unsolvable)
        found = [count + int(unsolvable[:, row].any(axis=1).sum()) for count, row in zip(found, rows, strict=True)]
    return found, total, false_alarms, solvable
