"""Sang & Yoon (2019), an open question: whether the approach carries over to other board sizes.

The paper's network is trained on random states of 3 × 3, 4 × 4 and 5 × 5 boards; ours has seen 4 × 4 boards only.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from boaf.learn.data.making import random_states
from boaf.learn.neural import require_torch
from boaf.learn.neural.image_inputs import has_odd_bird
from boaf.learn.neural.model_guided_search import network_judge
from boaf.learn.neural.training_data import split
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import BOAF, Scale
from boaf_papers.sang_yoon import SCALES as PAPER_SCALES
from boaf_papers.sang_yoon.training import answers, fitted, training_options
from study_runner import main, tiny

PAPER, TABLE = "neural", "table-3"


class Sizes(NamedTuple):
    """The scale of the paper, and the random states of each size."""

    paper: Scale
    states: int


SCALES = {
    "tiny": Sizes(tiny(), 300),
    "small": Sizes(PAPER_SCALES["small"], 4_000),
    "paper": Sizes(PAPER_SCALES["paper"], 100_000),
}
SIZES = ((3, 3), (4, 4), (5, 5))
THEIRS, RULE = "the paper's network", "odd-bird rule"


def plan(scale: Sizes) -> Plan:
    """The accuracy of both networks and of two rules on each size."""
    training = training_options(BOAF, scale.paper)
    common = {"states": scale.states, "training": training}
    cells = {
        (rows, cols): Cell(
            f"size {rows} by {cols}", _train_size, {"rows": rows, "cols": cols, **common}, 1, 20.0, require_torch
        )
        for rows, cols in SIZES
    }
    about = f"{scale.states:,} random states of each, a fifth for testing; {training['epochs']:,} epochs"
    return Plan("Open question: sizes", cells, partial(_rows, scale.paper.tolerance), about)


def _rows(tolerance: float, values: dict[tuple[int, int], dict[str, float]]) -> list[Quantity]:
    return [
        Quantity(f"{rows} × {cols}, {what}", None, share, "%", _note(what), tolerance=tolerance)
        for (rows, cols), shares in values.items()
        for what, share in shares.items()
    ]


def _note(what: str) -> str:
    return "trained on 4 × 4 boards only" if what == "our network" else ""


def _train_size(progress: Progress, rows: int, cols: int, states: int, training: dict[str, Any]) -> dict[str, float]:
    """The accuracy of the paper's network, of ours and of rules on random states of a size."""
    from boaf.learn.neural.training_data import boards_of

    data = split(random_states(states, rows=rows, cols=cols, progress=progress))
    fit = fitted({}, training, data, boards_of(data, "train"))
    test = data.part("test")
    given = {
        THEIRS: answers(fit.network, test.cards, rows, cols),
        "our network": network_judge()(test.cards, rows, cols) > 0.5,
        RULE: ~has_odd_bird(test.cards),
    }
    found = {what: float(np.mean(called == test.solvable)) for what, called in given.items()}
    most = float(max(test.solvable.mean(), 1 - test.solvable.mean()))
    return found | {"the more frequent answer": most}


def finding(table: Table) -> str:
    """What the page says."""
    found = {one.name: 100 * one.computed for one in table.quantities}
    words = ", ".join(
        f"{rows} × {cols} {found[f'{rows} × {cols}, {THEIRS}']:.1f} % ({found[f'{rows} × {cols}, {RULE}']:.1f} %)"
        for rows, cols in SIZES
    )
    return f"On random states of other sizes the paper's network is right for (in brackets, the odd-bird rule) {words}."


if __name__ == "__main__":
    main(__file__)
