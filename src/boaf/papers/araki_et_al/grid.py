"""The grid search for LightGBM."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np

from boaf.learn.classifiers import GRID, cross_validate
from boaf.papers.araki_et_al import PRINTED_STATES, Scale
from boaf.papers.araki_et_al.classifiers import states_with_features
from boaf.papers.araki_et_al.folds import TOLERANCE
from boaf.papers.araki_et_al.models import PRINTED_BEST
from boaf.papers.framework.quantity import UNEXPLAINED, Quantity
from boaf.papers.framework.study import Cell, Plan
from boaf.support.progress import Progress

PRINTED_BEST_ACCURACY = 0.94479


def plan(scale: Scale) -> Plan:
    """The accuracy of every combination of parameters."""
    states, folds = scale.grid_states, scale.grid_folds
    cells = {}
    for choice in product(*GRID.values()):
        name = ", ".join(f"{name} {value}" for name, value in zip(GRID, choice, strict=True))
        recipe = {"parameters": dict(zip(GRID, choice, strict=True)), "states": states, "folds": folds}
        cells[choice] = Cell(f"grid, {name}", _validate_lightgbm, recipe, states, 5e-4)
    grid = "; ".join(f"{name.replace('_', ' ')} {', '.join(map(str, own))}" for name, own in GRID.items())
    about = f"{len(cells)} combinations ({grid}), {folds} folds, {states:,} random states"
    return Plan("Grid search for LightGBM", cells, partial(_rows, states), about)


def _rows(states: int, found: dict[tuple[float, ...], list[float]]) -> list[Quantity]:
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
