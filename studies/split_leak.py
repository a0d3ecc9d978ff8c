"""Sang & Yoon (2019): what a split by state gives away, compared with one by seed.

States of one deal are alike. Split by state, most test states have siblings in the training part.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from boaf.learn.neural.training_data import SPLITS, leak_of
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import BOAF, PRINTED_BEST, Scale, Sets
from boaf_papers.sang_yoon import SCALES as PAPER_SCALES
from boaf_papers.sang_yoon.rows import accuracies
from boaf_papers.sang_yoon.training import cells_of, data_set, finished, training_in_words, trials
from study_runner import main, tiny

PAPER, TABLE = "neural", "table-1"
SCALES = {"tiny": tiny(), **PAPER_SCALES}
MAJORITY = "accuracy of the siblings' majority"


def plan(scale: Scale) -> Plan:
    """What siblings in the training part tell, and what the network gains."""
    networks = {by: trials(scale, BOAF, by=by) for by in SPLITS}
    sets = scale.sets._asdict()
    cells: dict[Any, Cell] = cells_of(networks)
    cells |= {by: Cell(f"leak by {by}", _measure_leak, {"by": by, "sets": sets}, 1, 1.0) for by in SPLITS}
    about = training_in_words(scale, (BOAF,))
    return Plan("What a split by state gives away", cells, partial(_rows, scale, networks), about)


def _rows(scale: Scale, networks: dict[str, dict[int, Cell]], found: dict[Any, Any]) -> list[Quantity]:
    quantities = []
    for by, trained in finished(networks, found).items():
        leak = found[by]
        printed = PRINTED_BEST[BOAF] if by == "state" else None
        shown = f"by {by}, the paper's network"
        _, test = accuracies(shown, trained, BOAF, (None, printed), tolerance=scale.tolerance)
        quantities += [
            Quantity(f"by {by}, test states whose deal is in training", None, leak["shared_deals"], "%"),
            Quantity(f"by {by}, test states with siblings in training", None, leak["shared_siblings"], "%"),
            Quantity(f"by {by}, {MAJORITY}", None, leak["sibling_accuracy"], "%", "sees no card"),
            test,
        ]
    return quantities


def _measure_leak(_progress: Progress, by: str, sets: dict[str, int]) -> dict[str, float]:
    leak = leak_of(data_set(BOAF, Sets(**sets), by))
    names = ("shared_deals", "shared_siblings", "sibling_accuracy")
    return {name: float(getattr(leak, name)) for name in names}


def finding(table: Table) -> str:
    """What the page says."""
    found = {one.name: 100 * one.computed for one in table.quantities}
    return (
        f"Split by state, {found['by state, test states with siblings in training']:.0f} % of the test states of BOAF "
        f"have siblings in training, whose majority alone is right for {found[f'by state, {MAJORITY}']:.1f} % (by seed "
        f"{found[f'by seed, {MAJORITY}']:.1f} %); the network gains nothing from it."
    )


if __name__ == "__main__":
    main(__file__)
