"""The classifiers of Araki et al. (2019) and Hoshino & Kahn (2019), fitted and cross-validated (extra `learn`).

Every one has the default parameters of its library, as Araki et al. (2019, "Solvability Model") say, unless others are
given, and a fixed random state, so that a fit can be made again. The label is whether a board is solvable. Boards that
come from one deal stand in one fold: `groups` says which do.
"""

from __future__ import annotations

import itertools
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.learn.feature_models import FeatureModel, FormulaModel, SklearnModel
from boaf.learn.names import CLASSIFIERS, REPEATABLE
from boaf.models.learned import linear_body
from boaf.models.model_file import Description
from boaf.support.errors import BoafError, require
from boaf.support.progress import Progress

Features = NDArray[np.float64]
Labels = NDArray[np.bool_]


_WITHOUT_SEED = ("linear-regression",)
GRID = {"learning_rate": (0.05, 0.1, 0.2), "n_estimators": (50, 100), "num_leaves": (31, 60, 90)}
"""The grid that is searched by default; it holds the library's defaults and the combination that Araki et al. (2019)
print."""


@dataclass(frozen=True)
class Scores:
    """What cross-validation has measured, one entry for each fold."""

    accuracy: tuple[float, ...]
    error: tuple[float, ...]
    """The root of the mean squared difference of probability and label."""
    seconds_to_fit: float
    seconds_a_board: float
    """What a prediction takes, features not counted."""
    boards: int

    def to_json(self) -> dict[str, Any]:
        """The scores as plain values."""
        return {
            "accuracy": float(np.mean(self.accuracy)),
            "accuracy_of_folds": list(self.accuracy),
            "root_mean_squared_error": float(np.mean(self.error)),
            "seconds_to_fit": self.seconds_to_fit,
            "seconds_a_board": self.seconds_a_board,
            "folds": len(self.accuracy),
            "boards": self.boards,
        }


def new_classifier(name: str, seed: int = 0, parameters: Mapping[str, Any] | None = None) -> Any:
    """A classifier, or regression, that is not fitted."""
    if name not in CLASSIFIERS:
        raise BoafError(f"unknown classifier {name!r}: choose from {', '.join(CLASSIFIERS)}")
    maker = CLASSIFIERS[name]
    make = getattr(require(maker.module, "learn"), maker.type)
    given = maker.parameters | ({} if name in _WITHOUT_SEED else {"random_state": seed}) | dict(parameters or {})
    known = make().get_params()
    for parameter in given:
        if parameter not in known and parameter not in REPEATABLE:
            raise BoafError(f"{name} has no parameter {parameter!r}; it takes {', '.join(known)}")
    return make(**given)


def fit(
    name: str,
    features: Features,
    solvable: Labels,
    names: Sequence[str],
    *,
    seed: int = 0,
    parameters: Mapping[str, Any] | None = None,
    recipe: Mapping[str, Any] | None = None,
    metrics: Mapping[str, Any] | None = None,
) -> FeatureModel:
    """Fit a classifier to boards whose features, named by `names`, are the rows of `features`."""
    _check(features, solvable, names)
    classifier = _fitted(name, features, solvable, seed, parameters)
    given = {"random_state": seed} | dict(parameters or {})
    library = CLASSIFIERS[name].library
    versions = {"boaf": __version__, library: version(library)}

    def description(kind: str, link: str | None = None) -> Description:
        own = given | ({"link": link} if link else {})
        return Description(name, kind, tuple(names), own, dict(recipe or {}), dict(metrics or {}), versions)

    if library == "lightgbm":
        link = "clip" if name == "lightgbm-regression" else "logistic"
        return FormulaModel.read(description("trees", link), classifier.booster_.model_to_string().encode())
    if name in ("linear-regression", "logistic-regression"):
        link = "clip" if name == "linear-regression" else "logistic"
        weights, constant = np.ravel(classifier.coef_), float(np.ravel(classifier.intercept_)[0])
        return FormulaModel.read(description("linear", link), linear_body(weights, constant))
    return SklearnModel(description("sklearn"), classifier)


def cross_validate(
    name: str,
    features: Features,
    solvable: Labels,
    *,
    folds: int = 10,
    seed: int = 0,
    groups: NDArray[np.int64] | None = None,
    parameters: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Scores:
    """How well a classifier does on each fold when it is fitted on the others."""
    accuracy, error, to_fit, to_predict = [], [], 0.0, 0.0
    for train, test in _folds(features, solvable, folds, seed, groups):
        started = perf_counter()
        classifier = _fitted(name, features[train], solvable[train], seed, parameters)
        to_fit += perf_counter() - started
        started = perf_counter()
        likely = _probability(classifier, features[test])
        to_predict += perf_counter() - started
        accuracy.append(float(np.mean((likely >= 0.5) == solvable[test])))
        error.append(float(np.sqrt(np.mean((likely - solvable[test]) ** 2))))
        if progress:
            progress(len(test))
    return Scores(tuple(accuracy), tuple(error), to_fit, to_predict / len(features), len(features))


def grid_search(
    features: Features,
    solvable: Labels,
    *,
    grid: Mapping[str, Sequence[float]] | None = None,
    folds: int = 10,
    seed: int = 0,
    groups: NDArray[np.int64] | None = None,
    progress: Progress | None = None,
) -> list[tuple[dict[str, float], Scores]]:
    """LightGBM with every combination of parameters, the most accurate first (Araki et al. 2019)."""
    found = []
    grid = grid or GRID
    for choice in itertools.product(*grid.values()):
        parameters = dict(zip(grid, choice, strict=True))
        scores = cross_validate(
            "lightgbm",
            features,
            solvable,
            folds=folds,
            seed=seed,
            groups=groups,
            parameters=parameters,
            progress=progress,
        )
        found.append((parameters, scores))
    return sorted(found, key=lambda one: -float(np.mean(one[1].accuracy)))


def _folds(
    features: Features, solvable: Labels, folds: int, seed: int, groups: NDArray[np.int64] | None
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    selection = require("sklearn.model_selection", "learn")
    _require_both(solvable)
    fewest = int(min(np.sum(solvable), np.sum(~solvable)))
    if not 2 <= folds <= fewest:
        possible = f"choose from 2 to {fewest}, the boards of the rarer verdict"
        why = possible if fewest > 1 else "only one board has the rarer verdict"
        raise BoafError(f"{folds} folds: {why}; 0 folds fit without validation")
    shared = groups is not None and len(np.unique(groups)) < len(groups)
    make = selection.StratifiedGroupKFold if shared else selection.StratifiedKFold
    yield from make(folds, shuffle=True, random_state=seed).split(features, solvable, groups if shared else None)


def _fitted(name: str, features: Features, solvable: Labels, seed: int, parameters: Mapping[str, Any] | None) -> Any:
    """Fitted quietly: with default parameters some stop before they converge, as they did for the paper."""
    classifier = new_classifier(name, seed, parameters)
    target = solvable.astype(np.float64) if _is_regression(classifier) else solvable
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if parameters and CLASSIFIERS[name].library == "lightgbm":
                _try(new_classifier(name, seed, parameters))
            return classifier.fit(features, target)
        except _refusals(CLASSIFIERS[name].library) as error:
            reason = str(error).splitlines()[0].partition(" at /")[0]  # LightGBM names the line of its source
            if type(error) is TypeError:  # Python's own words; scikit-learn has better ones
                given = ", ".join(f"{parameter}={value!r}" for parameter, value in (parameters or {}).items())
                reason = f"a value has the wrong type in {given}"
            raise BoafError(f"{name} cannot be fitted: {reason}") from None


def _try(classifier: Any) -> None:
    """Fit LightGBM to a few numbers, in silence: it prints, past Python's stderr, what it then raises as an error."""
    if isinstance(classifier.n_estimators, int):
        classifier.n_estimators = min(classifier.n_estimators, 1)
    numbers = np.arange(40.0)
    sys.stderr.flush()
    usual, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        classifier.fit(numbers.reshape(-1, 1), numbers % 2)
    finally:
        os.dup2(usual, 2)
        os.close(usual)
        os.close(nowhere)


def _refusals(library: str) -> tuple[type[Exception], ...]:
    """What a library raises for parameters that it cannot use."""
    own = (require("lightgbm.basic", "learn").LightGBMError,) if library == "lightgbm" else ()
    return (ValueError, TypeError, OverflowError, *own)


def _probability(classifier: Any, features: Features) -> Features:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if _is_regression(classifier) or not hasattr(classifier, "predict_proba"):
            return np.asarray(classifier.predict(features), np.float64)
        return np.asarray(classifier.predict_proba(features)[:, -1], np.float64)


def _is_regression(classifier: Any) -> bool:
    return (
        not hasattr(classifier, "classes_")
        and type(classifier).__name__.endswith(("Regressor", "Regression"))
        and (type(classifier).__name__ != "LogisticRegression")
    )


def _check(features: Features, solvable: Labels, names: Sequence[str]) -> None:
    if features.shape != (len(solvable), len(names)):
        raise BoafError(f"{features.shape} features do not fit {len(solvable)} boards and {len(names)} names")
    _require_both(solvable)


def _require_both(solvable: Labels) -> None:
    if not 0 < int(np.sum(solvable)) < len(solvable):
        verdict = "solvable" if np.any(solvable) else "unsolvable"
        raise BoafError(f"a classifier needs boards of both verdicts: all {len(solvable):,} are {verdict}")
