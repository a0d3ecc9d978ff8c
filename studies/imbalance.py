"""Sang & Yoon (2019), an open question: using the many solvable deals instead of throwing them away.

Weights or repetition balance the classes. The paper's network, with one layer, is trained on InitSet with more solvable
deals than unsolvable ones, for as many steps.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.learn.neural.image_inputs import has_odd_bird
from boaf.learn.neural.training_data import class_weights
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import INIT, Scale, Sets
from boaf_papers.sang_yoon import SCALES as PAPER_SCALES
from boaf_papers.sang_yoon.training import (
    DEFAULTS,
    answers,
    data_set,
    fitted,
    prepare,
    recognised,
    training_options,
)
from study_runner import main, tiny

PAPER, TABLE = "neural", "table-2"


class Imbalance(NamedTuple):
    """The scale of the paper, and the number of solvable deals for each unsolvable one if they are kept."""

    paper: Scale
    more_solvable: int


SCALES = {
    "tiny": Imbalance(tiny(), 3),
    "small": Imbalance(PAPER_SCALES["small"], 20),
    "paper": Imbalance(PAPER_SCALES["paper"], 200),
}
WAYS = ("thrown away", "kept, classes weighted", "kept, unsolvable repeated", "kept as they are")


def plan(scale: Imbalance) -> Plan:
    """Every way to treat the solvable deals that InitSet leaves out."""
    sets = scale.paper.sets
    recipe = {
        "sets": sets._asdict(),
        "options": DEFAULTS | {"layers": 1},
        "more_solvable": scale.more_solvable,
        "training": training_options(INIT, scale.paper),
    }
    cells = {
        way: Cell(f"imbalance, {way}", _train_imbalanced, {**recipe, "way": way}, 1, 10.0, partial(prepare, sets))
        for way in WAYS
    }
    title = "Open question: the solvable deals that InitSet leaves out"
    return Plan(title, cells, partial(_rows, scale.paper.tolerance), "one layer, test part")


def _rows(tolerance: float, values: dict[str, Any]) -> list[Quantity]:
    quantities = []
    for way, value in values.items():
        found, kinds = value["network"], ("solvable", "unsolvable")
        accuracy = sum(found[f"{kind}_right"] for kind in kinds) / sum(found[kind] for kind in kinds)
        tpr, tnr = (found[f"{kind}_right"] / found[kind] for kind in kinds)
        note = f"{value['boards']:,} boards, {value['epochs']} epochs"
        shares = {"accuracy": accuracy, "TPR (solvable)": tpr, "TNR (unsolvable)": tnr}
        quantities += [
            Quantity(f"{way}, {what}", None, share, "%", note if what == "accuracy" else "", tolerance=tolerance)
            for what, share in shares.items()
        ]
    return [*quantities, Quantity("odd-bird rule, accuracy", None, value["rule"], "%")]


def _train_imbalanced(
    _progress: Progress,
    *,
    sets: dict[str, int],
    options: dict[str, Any],
    more_solvable: int,
    training: dict[str, Any],
    way: str,
) -> dict[str, Any]:
    """Train on InitSet in one of the ways to treat the solvable deals that it leaves out."""
    from boaf.learn.neural.training_data import LabelledBoards

    data = data_set(INIT, Sets(**sets))
    own = data.part("train")
    cards, solvable, weights = own.cards, own.solvable, None
    if way != WAYS[0]:
        unused = np.setdiff1d(np.arange(sets["start"], sets["stop"]), data.seeds)
        wanted = min(len(unused), (more_solvable - 1) * int(np.sum(~own.solvable)))
        seeds = np.random.default_rng(0).permutation(unused)[:wanted]
        cards = np.concatenate([cards, draw_deals(seeds % (1 << 31), 16)])
        solvable = np.concatenate([solvable, np.ones(len(seeds), np.bool_)])
    if way == "kept, classes weighted":
        weights = class_weights(solvable)
    elif way == "kept, unsolvable repeated":
        repeated = np.repeat(np.flatnonzero(~solvable), np.sum(solvable) // np.sum(~solvable))
        order = np.concatenate([np.flatnonzero(solvable), repeated])
        cards, solvable = cards[order], solvable[order]
    equal_work = max(3, training["epochs"] * len(own) // len(cards))
    fit = fitted(options, training | {"epochs": equal_work}, data, LabelledBoards(4, 4, cards, solvable, weights))
    test = data.part("test")
    return {
        "boards": len(cards),
        "epochs": len(fit.losses),
        "network": recognised(answers(fit.network, test.cards), test.solvable),
        "rule": float(np.mean(~has_odd_bird(test.cards) == test.solvable)),
    }


def finding(table: Table) -> str:
    """What the page says."""
    shares = {one.name.removesuffix(", accuracy"): one for one in table.quantities if one.name.endswith("accuracy")}
    words = "; ".join(f"{name} {100 * one.computed:.1f} %" for name, one in shares.items())
    return f"Accuracy, with one layer, if the solvable deals that InitSet leaves out are {words}."


if __name__ == "__main__":
    main(__file__)
