"""Table 1: the accuracy of every classifier with default parameters, in ten folds; and the grid search for LightGBM.

Classifiers are validated on several numbers of states, up to the paper's 500,000; Table 1 has each on the most that are
on record. Folds are stratified, so the two constant answers are equally right in every fold; how far they may be off is
that of a share of a sample.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.learn.board_features import ARAKI, extract
from boaf.learn.classifiers import CLASSIFIERS, GRID, TABLE_1, cross_validate
from boaf.learn.data.making import random_states
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.araki_et_al import PRINTED_STATES, Scale
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Cell, Plan, quickest_first

TOLERANCE = 0.01
"""How much an accuracy may differ on another machine or with another version of a library."""
CLASSIFIER_SECONDS = {
    "decision-tree": 1e-4, "sgd": 1.2e-4, "logistic-regression": 1.5e-4, "lightgbm": 3e-4, "bagging": 6e-4,
    "adaboost": 1e-3, "random-forest": 2e-3, "gradient-boosting": 4e-3, "mlp": 2e-2,
}  # fmt: skip
"""About how long ten folds take for each state."""
FEWER = "fewer states than the paper's 500,000; accuracy mostly rises with their number"
IN_PART = f"{FEWER}, but that is not the whole reason: see 500,000 states"
OLD_DEFAULTS = "scikit-learn had other defaults in 2018"
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
PRINTED_BEST = {"learning_rate": 0.2, "n_estimators": 50, "num_leaves": 90}
PRINTED_BEST_ACCURACY = 0.94479


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
    most = {name: states for states in sizes for name in TABLE_1 if (name, states) in found}
    quantities = [
        _accuracy_of(name, states, found[name, states], found.get((name, PRINTED_STATES)))
        for states in most_first
        for name in TABLE_1
        if most.get(name) == states
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


def interval_of_folds(folds: list[float], states: int) -> tuple[float, float]:
    """Where a mean of folds on the paper's states, which are others, lies with 95 % confidence, by the folds' spread.

    Both means are of a sample: ours of `states` states, the paper's of 500,000. With few folds it is Student's.
    """
    mean, error = float(np.mean(folds)), float(np.std(folds, ddof=1)) / len(folds) ** 0.5
    quantile = float(require("scipy.stats", "learn").t.ppf(0.975, len(folds) - 1))
    spread = quantile * error * (1 + states / PRINTED_STATES) ** 0.5
    return mean - spread, mean + spread


def grid(scale: Scale) -> Plan:
    """The accuracy of every combination of parameters."""
    states, folds = scale.grid_states, scale.grid_folds
    cells = {}
    for choice in product(*GRID.values()):
        name = ", ".join(f"{name} {value}" for name, value in zip(GRID, choice, strict=True))
        recipe = {"parameters": dict(zip(GRID, choice, strict=True)), "states": states, "folds": folds}
        cells[choice] = Cell(f"grid, {name}", _validate_lightgbm, recipe, states, 5e-4)
    shown = "; ".join(f"{name.replace('_', ' ')} {', '.join(map(str, own))}" for name, own in GRID.items())
    about = f"{len(cells)} combinations ({shown}), {folds} folds, {states:,} random states"
    return Plan("Grid search for LightGBM", cells, partial(_grid_rows, states), about)


def _grid_rows(states: int, found: dict[tuple[float, ...], list[float]]) -> list[Quantity]:
    accuracy = {choice: float(np.mean(folds)) for choice, folds in found.items()}
    best = max(accuracy, key=lambda choice: accuracy[choice])
    note = "the paper's grid is not printed"
    if states < PRINTED_STATES:
        note = f"{states:,} of {PRINTED_STATES:,} states, and {note}; {UNEXPLAINED} which matters"
    shown = {"the best": best, "the printed": tuple(PRINTED_BEST[name] for name in GRID)}
    quantities = [
        Quantity(
            f"accuracy of {which} combination", PRINTED_BEST_ACCURACY, accuracy[choice], "%", note, None, TOLERANCE
        )
        for which, choice in shown.items()
    ]
    return quantities + [
        Quantity(f"the best {name.replace('_', ' ')}", PRINTED_BEST[name], value, "", note, None, None)
        for name, value in zip(GRID, best, strict=True)
    ]


def _validate_lightgbm(progress: Progress, parameters: dict[str, float], states: int, folds: int) -> list[float]:
    """The accuracy of LightGBM with some parameters on each fold."""
    features, solvable = states_with_features(states)
    found = cross_validate("lightgbm", features, solvable, folds=folds, parameters=parameters, progress=progress)
    return list(found.accuracy)
