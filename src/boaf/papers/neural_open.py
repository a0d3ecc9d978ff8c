"""Sang & Yoon (2019): their two open questions, and what their split gives away.

imbalance  Can the many solvable deals be used instead of thrown away? Weights or repetition even the classes out.
sizes      Does the approach carry over to other board sizes? Random states of 3 × 3, 4 × 4 and 5 × 5 boards.
leak       What does a split by state give away, as against one by seed?
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.learn.data.making import random_states
from boaf.learn.neural import require_torch
from boaf.learn.neural.image_inputs import has_odd_bird
from boaf.learn.neural.model_guided_search import network_judge
from boaf.learn.neural.training_data import SPLITS, class_weights, leak_of, split
from boaf.papers.neural_rows import accuracies
from boaf.papers.neural_study import (
    BOAF,
    DEFAULTS,
    INIT,
    PRINTED_BEST,
    TOLERANCE,
    Sets,
    answers,
    cells_of,
    data_set,
    fitted,
    prepare,
    recognised,
    training_in_words,
    training_options,
    trials,
)
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.support.progress import Progress

MORE_SOLVABLE = {"small": 20, "paper": 200}
"""How many solvable deals there are for each unsolvable one where they are not thrown away."""
WAYS = ("thrown away", "kept, classes weighted", "kept, unsolvable repeated", "kept as they are")
SIZES = ((3, 3), (4, 4), (5, 5))
SIZE_STATES = {"small": 4_000, "paper": 100_000}


def _imbalance(scale: str) -> Plan:
    """Open question: the paper's network, with one layer, on InitSet with more solvable deals than unsolvable ones."""
    sets = Sets.of(scale)
    recipe = {
        "sets": sets._asdict(),
        "options": DEFAULTS | {"layers": 1},
        "more_solvable": MORE_SOLVABLE[scale],
        "training": training_options(INIT, scale),
    }
    cells = [
        Cell(f"imbalance, {way}", _train_imbalanced, {**recipe, "way": way}, 1, 10.0, partial(prepare, sets))
        for way in WAYS
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for way, value in zip(WAYS, values.values(), strict=True):
            note = f"{value['boards']:,} boards, {value['epochs']} epochs"
            found = value["network"]
            tests = found["solvable"] + found["unsolvable"]
            accuracy = (found["solvable_right"] + found["unsolvable_right"]) / tests
            tpr, tnr = (found[f"{kind}_right"] / found[kind] for kind in ("solvable", "unsolvable"))
            tolerance = TOLERANCE[scale]
            quantities.append(Quantity(f"{way}, accuracy", None, accuracy, "%", note, tolerance=tolerance))
            quantities.append(Quantity(f"{way}, TPR (solvable)", None, tpr, "%", tolerance=tolerance))
            quantities.append(Quantity(f"{way}, TNR (unsolvable)", None, tnr, "%", tolerance=tolerance))
        quantities.append(Quantity("odd-bird rule, accuracy", None, value["rule"], "%"))
        title = "Sang & Yoon (2019), open question: the solvable deals that InitSet leaves out; one layer, test part"
        return Table("imbalance", title, quantities)

    return Plan("imbalance", cells, table)


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
    from boaf.learn.neural.training_data import Boards

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
    fit = fitted(options, training | {"epochs": equal_work}, data, Boards(4, 4, cards, solvable, weights))
    test = data.part("test")
    return {
        "boards": len(cards),
        "epochs": len(fit.losses),
        "network": recognised(answers(fit.network, test.cards), test.solvable),
        "rule": float(np.mean(~has_odd_bird(test.cards) == test.solvable)),
    }


def _sizes(scale: str) -> Plan:
    """Open question: sizes; the paper's network on random states of other boards, and ours, trained on 4 × 4 boards."""
    states = SIZE_STATES[scale]
    training = training_options(BOAF, scale)
    common = {"states": states, "training": training}
    cells = [
        Cell(f"size {rows} by {cols}", _train_size, {"rows": rows, "cols": cols, **common}, 1, 20.0, require_torch)
        for rows, cols in SIZES
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (rows, cols), value in zip(SIZES, values.values(), strict=True):
            for what, share in value.items():
                note = "trained on 4 × 4 boards only" if what == "our network" else ""
                row = Quantity(f"{rows} × {cols}, {what}", None, share, "%", note, tolerance=TOLERANCE[scale])
                quantities.append(row)
        title = (
            f"Sang & Yoon (2019), open question: sizes; {states:,} random states of each, a fifth for testing; "
            f"{training['epochs']:,} epochs"
        )
        return Table("sizes", title, quantities)

    return Plan("sizes", cells, table)


def _train_size(progress: Progress, rows: int, cols: int, states: int, training: dict[str, Any]) -> dict[str, float]:
    """The accuracy of the paper's network, of ours and of rules on random states of a size."""
    from boaf.learn.neural.training_data import boards_of

    data = split(random_states(states, rows=rows, cols=cols, progress=progress))
    fit = fitted({}, training, data, boards_of(data, "train"))
    test = data.part("test")
    given = {
        "the paper's network": answers(fit.network, test.cards, rows, cols),
        "our network": network_judge()(test.cards, rows, cols) > 0.5,
        "odd-bird rule": ~has_odd_bird(test.cards),
    }
    found = {what: float(np.mean(called == test.solvable)) for what, called in given.items()}
    most = float(max(test.solvable.mean(), 1 - test.solvable.mean()))
    return found | {"the more frequent answer": most}


def _leak(scale: str) -> Plan:
    """A split by seed and one by state: what siblings in the training part tell, and what the network gains."""
    networks = {by: trials(scale, BOAF, by=by) for by in SPLITS}
    sets = Sets.of(scale)._asdict()
    leaks = [Cell(f"leak by {by}", _measure_leak, {"by": by, "sets": sets}, 1, 1.0) for by in SPLITS]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for by, network in networks.items():
            leak = values[f"leak by {by}"]
            printed = PRINTED_BEST[BOAF] if by == "state" else None
            shown = f"by {by}, the paper's network"
            found = network.among(values)
            _, test = accuracies(shown, found, BOAF, (None, printed), tolerance=TOLERANCE[scale])
            majority = "accuracy of the siblings' majority"
            quantities += [
                Quantity(f"by {by}, test states whose deal is in training", None, leak["shared_deals"], "%"),
                Quantity(f"by {by}, test states with siblings in training", None, leak["shared_siblings"], "%"),
                Quantity(f"by {by}, {majority}", None, leak["sibling_accuracy"], "%", "sees no card"),
                test,
            ]
        title = f"Sang & Yoon (2019): what a split by state gives away; {training_in_words(scale, (BOAF,))}"
        return Table("leak", title, quantities)

    return Plan("leak", [*cells_of(networks.values()), *leaks], table)


def _measure_leak(_progress: Progress, by: str, sets: dict[str, int]) -> dict[str, float]:
    leak = leak_of(data_set(BOAF, Sets(**sets), by))
    names = ("shared_deals", "shared_siblings", "sibling_accuracy")
    return {name: float(getattr(leak, name)) for name in names}


TABLES = {"imbalance": _imbalance, "sizes": _sizes, "leak": _leak}
