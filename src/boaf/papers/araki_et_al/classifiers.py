"""Table 1: the accuracy of every classifier with default parameters, in ten folds.

It is computed for several numbers of states, up to the paper's 500,000, as far as they are on record: the rows of one
classifier show what more states are worth. Folds are stratified, so the two constant answers are equally right in every
fold; how far they may be off is that of a share of a sample.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.learn.board_features import ARAKI, extract
from boaf.learn.classifiers import CLASSIFIERS, TABLE_1, cross_validate
from boaf.learn.data.making import random_states
from boaf.papers.araki_et_al import PRINTED_STATES, Scale
from boaf.papers.araki_et_al.folds import TOLERANCE, interval_of_folds
from boaf.papers.framework.quantity import UNEXPLAINED, Quantity
from boaf.papers.framework.study import Cell, Plan, quickest_first
from boaf.support.progress import Progress

CLASSIFIER_SECONDS = {
    "decision-tree": 1e-4, "sgd": 1.2e-4, "logistic-regression": 1.5e-4, "lightgbm": 3e-4, "bagging": 6e-4,
    "adaboost": 1e-3, "random-forest": 2e-3, "gradient-boosting": 4e-3, "mlp": 2e-2,
}  # fmt: skip
"""About how long ten folds take for each state."""
FEWER = "fewer states than the paper's 500,000; accuracy mostly rises with their number"
IN_PART = f"{FEWER}, but that is not the whole reason: see 500,000 states"
OLD_DEFAULTS = "the defaults of scikit-learn in 2018 were others"
EXPLAINED_BY_DEFAULTS = ("random-forest", "sgd")
"""Those for which `studies/old_defaults.py` gives the printed accuracy."""
CONSTANT = ("always-unsolvable", "always-solvable")
PRINTED_ACCURACY = dict(
    zip(
        TABLE_1,
        (0.94443, 0.94393, 0.94026, 0.93616, 0.93579, 0.93300, 0.92962, 0.92741, 0.91853, 0.51225, 0.48775),
        strict=True,
    )
)


def plan(scale: Scale) -> Plan:
    """Every classifier on every number of states."""
    cells = {
        (name, states): Cell(
            f"table 1, {name}, {states} states",
            _validate,
            {"classifier": name, "states": states, "folds": scale.folds},
            states,
            CLASSIFIER_SECONDS.get(name, 1e-5),
        )
        for states in scale.classifier_states
        for name in TABLE_1
    }
    about = f"{scale.folds} folds of random states, {len(ARAKI)} features"
    rows = partial(_rows, scale.classifier_states)
    return Plan("Table 1: accuracy of classifiers", quickest_first(cells), rows, about, is_partial=True)


def _rows(sizes: tuple[int, ...], found: dict[Any, Any]) -> list[Quantity]:
    most_first = sorted(sizes, reverse=True)
    quantities = [
        _accuracy_of(name, states, found[name, states], found.get((name, PRINTED_STATES)))
        for states in most_first
        for name in TABLE_1
        if (name, states) in found
    ]
    complete = [states for states in most_first if all((name, states) in found for name in TABLE_1)]
    if complete:
        accuracy = {name: float(np.mean(found[name, complete[0]])) for name in TABLE_1}
        quantities.append(_ranking(accuracy, complete[0]))
    return quantities


def _accuracy_of(name: str, states: int, folds: list[float], all_states: list[float] | None) -> Quantity:
    """The accuracy of a classifier; `all_states` has the folds of as many states as the paper's, if they are known."""
    title, printed = CLASSIFIERS[name].title, PRINTED_ACCURACY[name]
    mean, column = float(np.mean(folds)), f"{states:,} states"
    if name in CONSTANT:
        share = Quantity.share(f"{title}, {column}", printed, round(mean * states), states).placed(title, column)
        return replace(share, note="" if share.holds_printed else "the paper's is a share of a sample, too")
    interval = interval_of_folds(folds, states)
    found = Quantity(f"{title}, {column}", printed, mean, "%", "", interval, TOLERANCE, title, column, decimals=5)
    if states < PRINTED_STATES:
        return replace(found, note=reason_of_fewer(found, all_states))
    if found.holds_printed:
        return found
    return replace(found, note=OLD_DEFAULTS if name in EXPLAINED_BY_DEFAULTS else UNEXPLAINED)


def reason_of_fewer(found: Quantity, all_states: list[float] | None) -> str:
    """Why the accuracy on fewer states is not the printed one: their number only explains that it is lower."""
    if found.holds_printed:
        return ""
    printed = found.printed or 0
    if printed < found.computed:
        return UNEXPLAINED
    return FEWER if all_states is None or interval_of_folds(all_states, PRINTED_STATES)[1] >= printed else IN_PART


def _ranking(accuracy: dict[str, float], states: int) -> Quantity:
    """The paper's choice: the classifier of the highest accuracy."""
    order = sorted(accuracy, key=lambda name: -accuracy[name])
    note, holds = f"here {', '.join(CLASSIFIERS[name].title for name in order[:3])}", order[0] == TABLE_1[0]
    if not holds:
        note = f"{note}; {FEWER if states < PRINTED_STATES else UNEXPLAINED}"
    return Quantity.claim(f"LightGBM is the most accurate, {states:,} states", holds, note, is_exact=False)


def _validate(progress: Progress, classifier: str, states: int, folds: int) -> list[float]:
    """The accuracy of a classifier on each fold."""
    features, solvable = states_with_features(states)
    return list(cross_validate(classifier, features, solvable, folds=folds, progress=progress).accuracy)


@lru_cache(1)
def states_with_features(states: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The features of Araki et al. of random states, and their labels."""
    data = random_states(states)
    return extract(data.cards, 4, 4, ARAKI), data.solvable
