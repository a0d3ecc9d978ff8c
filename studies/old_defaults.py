"""Araki et al. (2019), Table 1: whether the defaults of its time explain what differs.

The paper takes the default hyperparameters of scikit-learn, in 2018 those of version 0.20, and does not say whether the
features were scaled. What has changed since: a forest had 10 trees and has 100; AdaBoost was SAMME.R, which has been
removed and is given here in its published form (Zhu et al. 2009, two classes); stochastic gradient descent made five
passes whatever it had reached; logistic regression was solved by liblinear, which also shrinks the constant. Each is
tried, and so are scaled features, on the same folds of the same states. So are the parameters of the examples in the
user guide of scikit-learn 0.20, which a reader may take for the defaults: this reading was chosen after the rows that
differ were known. Last comes scikit-learn 0.20 itself with all its defaults. It needs a Python of its time, 3.7 at the
latest, in an environment that `BOAF_OLD_PYTHON` names:

    python3.7 -m venv old && old/bin/pip install scikit-learn==0.20.4
    BOAF_OLD_PYTHON=old/bin/python python studies/old_defaults.py --compute

Without it, those rows are only what is on record.

Accuracy mostly rises with the number of states, so only a row of the paper's 500,000 can say that a reading is possible
or excluded; the rows of fewer states compare the variants with each other.
"""

from __future__ import annotations

import os
import subprocess
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.learn.classifiers import CLASSIFIERS, TABLE_1, new_classifier
from boaf.support.errors import BoafError, require
from boaf.support.progress import Progress
from boaf_papers.araki_et_al import PRINTED_STATES
from boaf_papers.araki_et_al.classifiers import (
    CLASSIFIER_SECONDS,
    CONSTANT,
    PRINTED_ACCURACY,
    TOLERANCE,
    interval_of_folds,
    reason_of_fewer,
    states_with_features,
)
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan, quickest_first
from study_runner import as_reading, main

PAPER, TABLE = "solvability", "table-1"


class Scale(NamedTuple):
    """The states that all variants are tried on, more of them, and those that the old library is tried on."""

    states: int
    more: tuple[int, ...] = ()
    old: tuple[int, ...] = ()
    folds: int = 5


SCALES = {
    "tiny": Scale(200, folds=2),
    "small": Scale(2_000),
    "paper": Scale(50_000, (PRINTED_STATES,), (50_000, PRINTED_STATES)),
}
UNCHANGED = "decision-tree"
"""The classifier whose defaults are the same, so that the libraries can be compared."""
OLD_VERSION, OLD_PYTHON = "0.20.4", "BOAF_OLD_PYTHON"
OLD = f"scikit-learn {OLD_VERSION} itself"
OLD_CLASSIFIERS = tuple(
    name for name in TABLE_1 if CLASSIFIERS[name].library == "scikit-learn" and name not in CONSTANT
)
ROUNDS = 50
"""Stumps in AdaBoost, by default."""


class SammeR:
    """AdaBoost of stumps by their probabilities, for two classes."""

    def __init__(self, rounds: int = ROUNDS) -> None:
        self._rounds = rounds
        self._stumps: list[Any] = []

    def fit(self, features: NDArray[np.float64], solvable: NDArray[np.bool_]) -> SammeR:
        """Fit one stump after another to the boards, weighed by how wrong the last one was about them."""
        weights = np.full(len(solvable), 1 / len(solvable))
        signs = np.where(solvable, 1.0, -1.0)
        for _ in range(self._rounds):
            stump = new_classifier("decision-tree", parameters={"max_depth": 1})
            self._stumps.append(stump.fit(features, solvable, sample_weight=weights))
            weights *= np.exp(-signs * self._half_log_odds(stump, features))
            weights /= weights.sum()
        return self

    def predict(self, features: NDArray[np.float64]) -> NDArray[np.bool_]:
        """What the stumps say together."""
        total = np.sum([self._half_log_odds(stump, features) for stump in self._stumps], axis=0)
        said: NDArray[np.bool_] = total >= 0
        return said

    @staticmethod
    def _half_log_odds(stump: Any, features: NDArray[np.float64]) -> NDArray[np.float64]:
        likely = np.clip(stump.predict_proba(features), np.finfo(float).eps, None)
        half: NDArray[np.float64] = 0.5 * (np.log(likely[:, 1]) - np.log(likely[:, 0]))
        return half


def _scaled(name: str, parameters: dict[str, Any]) -> Any:
    scaler = require("sklearn.preprocessing", "learn").StandardScaler()
    return require("sklearn.pipeline", "learn").make_pipeline(scaler, new_classifier(name, parameters=parameters))


def _bagged_neighbours() -> Any:
    neighbours = require("sklearn.neighbors", "learn").KNeighborsClassifier()
    return new_classifier("bagging", parameters={"estimator": neighbours, "max_samples": 0.5, "max_features": 0.5})


GUIDE = "as in the user guide"
GUIDE_LAYERS = {"solver": "lbfgs", "alpha": 1e-5, "hidden_layer_sizes": (5, 2), "random_state": 1}
VARIANTS: dict[str, tuple[str, Callable[[], Any]]] = {
    "10 trees": ("random-forest", lambda: new_classifier("random-forest", parameters={"n_estimators": 10})),
    "100 trees": ("random-forest", lambda: new_classifier("random-forest")),
    "10 trees, the default of both times": ("bagging", lambda: new_classifier("bagging")),
    "100 trees, as in no version": ("bagging", lambda: new_classifier("bagging", parameters={"n_estimators": 100})),
    f"nearest neighbours, {GUIDE}": ("bagging", _bagged_neighbours),
    f"two small layers, {GUIDE}": ("mlp", lambda: new_classifier("mlp", parameters=GUIDE_LAYERS)),
    f"SAMME.R, 100 stumps, {GUIDE}": ("adaboost", lambda: SammeR(100)),
    "SAMME.R": ("adaboost", SammeR),
    "SAMME": ("adaboost", lambda: new_classifier("adaboost")),
    "five passes": ("sgd", lambda: new_classifier("sgd", parameters={"max_iter": 5, "tol": None})),
    "until it has converged": ("sgd", lambda: new_classifier("sgd")),
    "five passes, scaled features": ("sgd", lambda: _scaled("sgd", {"max_iter": 5, "tol": None})),
    "until it has converged, scaled features": ("sgd", lambda: _scaled("sgd", {})),
    "liblinear": (
        "logistic-regression",
        lambda: new_classifier("logistic-regression", parameters={"solver": "liblinear"}),
    ),
    "lbfgs": ("logistic-regression", lambda: new_classifier("logistic-regression")),
    "lbfgs, scaled features": ("logistic-regression", lambda: _scaled("logistic-regression", {})),
    "default, unchanged": (UNCHANGED, lambda: new_classifier(UNCHANGED)),
}
"""What is tried: the classifier of Table 1, and how it is made."""


def plan(scale: Scale) -> Plan:
    """The accuracy of each variant."""
    cells = _cells_of_variants(scale) | _cells_of_old(scale)
    about = f"{scale.folds} folds of random states"
    return Plan("Table 1 with the defaults of its time", quickest_first(cells), _rows, about, is_partial=True)


def _rows(found: dict[tuple[str, str, int], list[float]]) -> list[Quantity]:
    return [
        _accuracy_of(name, variant, states, folds, found.get((name, variant, PRINTED_STATES)))
        for (name, variant, states), folds in sorted(found.items())
    ]


def _cells_of_variants(scale: Scale) -> dict[tuple[str, str, int], Cell]:
    """The cells of what is tried, by classifier, variant and number of states."""
    return {
        (name, variant, states): Cell(
            f"defaults, {name}, {variant}" + (f", {states} states" if states in scale.more else ""),
            _validate,
            {"variant": variant, "states": states, "folds": scale.folds},
            states,
            CLASSIFIER_SECONDS[name] * scale.folds / 10,
        )
        for variant, (name, _) in VARIANTS.items()
        for states in (scale.states, *scale.more)
    }


def _cells_of_old(scale: Scale) -> dict[tuple[str, str, int], Cell]:
    """The cells of the library of that time."""
    return {
        (name, OLD, states): Cell(
            f"defaults, {name}, {OLD}, {states} states",
            _validate_old,
            {"classifier": name, "version": OLD_VERSION, "states": states, "folds": scale.folds},
            states,
            CLASSIFIER_SECONDS[name] * scale.folds / 10,
            is_possible=lambda: OLD_PYTHON in os.environ,
        )
        for name in OLD_CLASSIFIERS
        for states in scale.old
    }


def finding(table: Table) -> str:
    """What the page says."""
    on_all = [one for one in table.quantities if one.name.endswith(f", {PRINTED_STATES:,} states")]
    possible = [one.name.rpartition(", 500")[0] for one in on_all if one.note == "possible"]
    return (
        f"{len(possible)} of {len(on_all)} variants, with defaults of scikit-learn {OLD_VERSION} or examples of its "
        f"user guide, give the printed accuracy: {'; '.join(possible)}."
    )


def ruled_out(table: Table) -> str:
    """What the list of open figures says."""
    found = {one.name for one in table.quantities if one.note == "excluded"}
    most, *_ = SCALES["paper"].more
    cells = plan(SCALES["paper"]).cells
    left = [
        f"{CLASSIFIERS[name].title}, {variant}"
        for name, variant, states in cells
        if states == most
        and not any(one.name == f"{CLASSIFIERS[name].title}, {variant}, {most:,} states" for one in table.quantities)
    ]
    return (
        f"{len(found)} variants with {PRINTED_STATES:,} states, among them scikit-learn {OLD_VERSION}; not run with "
        f"that many: {'; '.join(left) or 'none'}"
    )


def _accuracy_of(name: str, variant: str, states: int, folds: list[float], all_states: list[float] | None) -> Quantity:
    """What a variant reaches; whether it could be the paper's is said only of as many states as the paper has."""
    title = f"{CLASSIFIERS[name].title}, {variant}, {states:,} states"
    mean, interval = float(np.mean(folds)), interval_of_folds(folds, states)
    found = Quantity(title, PRINTED_ACCURACY[name], mean, "%", "", interval, tolerance=TOLERANCE)
    if name == UNCHANGED:
        return replace(found, note=f"control: no default has changed, and {len(folds)} folds learn from less than ten")
    return as_reading(found) if states == PRINTED_STATES else replace(found, note=reason_of_fewer(found, all_states))


def _validate(progress: Progress, variant: str, states: int, folds: int) -> list[float]:
    """The accuracy of a variant on each fold."""
    features, solvable = states_with_features(states)
    found = []
    for train, test in _splits(features, solvable, folds):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a fit has not converged is what some variants are about
            classifier = VARIANTS[variant][1]().fit(features[train], solvable[train])
        found.append(float(np.mean(classifier.predict(features[test]) == solvable[test])))
        progress(len(test))
    return found


def _validate_old(progress: Progress, classifier: str, version: str, states: int, folds: int) -> list[float]:
    """The accuracy on the same folds of a classifier of an older library, which runs in an interpreter of its own."""
    features, solvable = states_with_features(states)
    fold = np.zeros(states, np.int64)
    for number, (_, test) in enumerate(_splits(features, solvable, folds)):
        fold[test] = number
    with TemporaryDirectory() as directory:
        place = Path(directory)
        for name, array in {"features": features, "solvable": solvable, "fold": fold}.items():
            np.save(place / f"{name}.npy", array)
        script, maker = Path(__file__).with_name("in_old_python.py"), CLASSIFIERS[classifier]
        python = os.environ[OLD_PYTHON]
        command = [python, str(script), directory, version, maker.module, maker.type]
        return list(_numbers_of(command, place / "errors.txt", lambda: progress(states // folds)))


def _splits(
    features: NDArray[np.float64], solvable: NDArray[np.bool_], folds: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    selection = require("sklearn.model_selection", "learn")
    yield from selection.StratifiedKFold(folds, shuffle=True, random_state=0).split(features, solvable)


def _numbers_of(command: list[str], errors: Path, advance: Callable[[], None]) -> Iterator[float]:
    """The numbers that a program prints, each as soon as it is there."""
    try:
        with errors.open("w+") as complaints:
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True) as program:
                for line in program.stdout or ():
                    yield float(line)
                    advance()
            if program.returncode:
                complaints.seek(0)
                last = complaints.read().strip().rpartition("\n")[2]
                raise BoafError(f"{OLD_PYTHON} ({command[0]}) cannot do it: {last or program.returncode}")
    except (OSError, ValueError) as error:
        raise BoafError(f"{OLD_PYTHON} ({command[0]}) is not an interpreter: {error}") from None


if __name__ == "__main__":
    main(__file__)
