"""The classifiers of Araki et al. (2019) and Hoshino & Kahn (2019): fitted to labelled boards and cross-validated.

They need the extra `learn`. Every one has the default parameters of its library, as in Araki et al. (2019,
"Solvability Model"), unless others are given, and a fixed random state, so that a fit can be repeated. The label is
whether a board is solvable. Boards of one deal are in one fold: `groups` has the number of the deal of each board.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.learn.board_features import extract, features_named
from boaf.learn.data.data_set import DataSet
from boaf.learn.feature_models import FeatureModel, FormulaModel, SklearnModel, classifier_probability
from boaf.learn.plugin_features import Feature
from boaf.models.learned import linear_body
from boaf.models.model_file import Description
from boaf.support.errors import BoafError, require
from boaf.support.progress import Progress, ProgressBar, no_bar, no_progress

Features = NDArray[np.float64]
Labels = NDArray[np.bool_]


class Classifier(NamedTuple):
    """A classifier of a library, by name: listing them imports no library."""

    title: str
    library: str
    module: str
    type: str
    parameters: dict[str, Any]


def _sklearn(title: str, place: str, **parameters: Any) -> Classifier:
    module, _, name = place.rpartition(".")
    return Classifier(title, "scikit-learn", f"sklearn.{module}", name, parameters)


REPEATABLE = {"deterministic": True, "force_row_wise": True, "verbosity": -1, "n_jobs": 0}
"""For fits that can be repeated; with n_jobs 0, LightGBM takes the number of threads from OpenMP."""
CLASSIFIERS = {
    "lightgbm": Classifier("LightGBM", "lightgbm", "lightgbm", "LGBMClassifier", REPEATABLE),
    "bagging": _sklearn("Bagging", "ensemble.BaggingClassifier"),
    "mlp": _sklearn("Multilayer Perceptron", "neural_network.MLPClassifier"),
    "adaboost": _sklearn("AdaBoost", "ensemble.AdaBoostClassifier"),
    "random-forest": _sklearn("Random Forest", "ensemble.RandomForestClassifier"),
    "gradient-boosting": _sklearn("Gradient Boosting Classifier", "ensemble.GradientBoostingClassifier"),
    "sgd": _sklearn("Stochastic Gradient Descent", "linear_model.SGDClassifier"),
    "logistic-regression": _sklearn("Logistic Regression", "linear_model.LogisticRegression"),
    "decision-tree": _sklearn("Decision Tree", "tree.DecisionTreeClassifier"),
    "always-unsolvable": _sklearn("Always Unsolvable", "dummy.DummyClassifier", strategy="constant", constant=False),
    "always-solvable": _sklearn("Always Solvable", "dummy.DummyClassifier", strategy="constant", constant=True),
    "entropy-tree": _sklearn(
        "the tree of Hoshino & Kahn (2019), refitted", "tree.DecisionTreeClassifier", criterion="entropy"
    ),
    "linear-regression": _sklearn("Linear Regression", "linear_model.LinearRegression"),
    "lightgbm-regression": Classifier("LightGBM regression", "lightgbm", "lightgbm", "LGBMRegressor", REPEATABLE),
}
"""Every classifier; the first eleven are those of Araki et al. (2019), Table 1, in its order."""
TABLE_1 = tuple(CLASSIFIERS)[:11]
_WITHOUT_SEED = ("linear-regression",)
_REGRESSIONS = ("linear-regression", "lightgbm-regression")
GRID = {"learning_rate": (0.05, 0.1, 0.2), "n_estimators": (50, 100), "num_leaves": (31, 60, 90)}
"""The default grid; it has the library's defaults and the combination that Araki et al. (2019) print."""


@dataclass(frozen=True)
class Scores:
    """The results of cross-validation, one entry for each fold."""

    accuracy: tuple[float, ...]
    error: tuple[float, ...]
    """The root mean squared error of the probabilities."""
    seconds_to_fit: float
    seconds_a_board: float
    """The time of a prediction, without the features."""
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
    """An unfitted classifier or regression."""
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
    if features.shape != (len(solvable), len(names)):
        raise BoafError(f"{features.shape} features do not fit {len(solvable)} boards and {len(names)} names")
    _require_both(solvable)
    classifier = _fitted(name, features, solvable, seed, parameters)
    given = {"random_state": seed} | dict(parameters or {})
    library = CLASSIFIERS[name].library
    versions = {"boaf": __version__, library: version(library)}

    def description(kind: str, **link: str) -> Description:
        return Description(name, kind, tuple(names), given | link, dict(recipe or {}), dict(metrics or {}), versions)

    link = "clip" if name in _REGRESSIONS else "logistic"
    if library == "lightgbm":
        return FormulaModel.read(description("trees", link=link), classifier.booster_.model_to_string().encode())
    if name in ("linear-regression", "logistic-regression"):
        weights, constant = np.ravel(classifier.coef_), float(np.ravel(classifier.intercept_)[0])
        return FormulaModel.read(description("linear", link=link), linear_body(weights, constant))
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
    progress: Progress = no_progress,
) -> Scores:
    """The scores of a classifier on each fold, fitted on the others."""
    accuracy, error, to_fit, to_predict = [], [], 0.0, 0.0
    for train, test in _folds(features, solvable, folds, seed, groups):
        started = perf_counter()
        classifier = _fitted(name, features[train], solvable[train], seed, parameters)
        to_fit += perf_counter() - started
        started = perf_counter()
        with warnings.catch_warnings(action="ignore"):
            likely = classifier_probability(classifier, features[test])
        to_predict += perf_counter() - started
        accuracy.append(float(np.mean((likely >= 0.5) == solvable[test])))
        error.append(float(np.sqrt(np.mean((likely - solvable[test]) ** 2))))
        progress(len(test))
    return Scores(tuple(accuracy), tuple(error), to_fit, to_predict / len(features), len(features))


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
    """A classifier fitted without warnings: with default parameters some stop before they converge, as in the paper."""
    classifier = new_classifier(name, seed, parameters)
    target = solvable.astype(np.float64) if name in _REGRESSIONS else solvable
    with warnings.catch_warnings(action="ignore"):
        try:
            if parameters and CLASSIFIERS[name].library == "lightgbm":
                _try(new_classifier(name, seed, parameters))
            return classifier.fit(features, target)
        except _refusals(CLASSIFIERS[name].library) as error:
            reason = str(error).splitlines()[0].partition(" at /")[0]  # LightGBM adds the line of its source
            if type(error) is TypeError:  # from Python itself; those of scikit-learn are clearer
                given = ", ".join(f"{parameter}={value!r}" for parameter, value in (parameters or {}).items())
                reason = f"a value has the wrong type in {given}"
            raise BoafError(f"{name} cannot be fitted: {reason}") from None


def _try(classifier: Any) -> None:
    """Fit LightGBM to a few numbers without its output: it prints errors directly to stderr before it raises them."""
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
    """The errors of a library for invalid parameters."""
    own = (require("lightgbm.basic", "learn").LightGBMError,) if library == "lightgbm" else ()
    return (ValueError, TypeError, OverflowError, *own)


def _require_both(solvable: Labels) -> None:
    if not 0 < int(np.sum(solvable)) < len(solvable):
        verdict = "solvable" if np.any(solvable) else "unsolvable"
        raise BoafError(f"a classifier needs boards of both verdicts: all {len(solvable):,} are {verdict}")


def train(
    classifier: str,
    data: DataSet | Path | str,
    features: str | Sequence[str | Feature] = "araki",
    *,
    parameters: Mapping[str, Any] | None = None,
    folds: int = 10,
    seed: int = 0,
    bar: ProgressBar = no_bar,
) -> FeatureModel:
    """Fit a classifier to labelled boards, and measure its accuracy.

    Parameters
    ----------
    classifier
        A name of `boaf.learn.CLASSIFIERS`.
    data
        A data set, its file, or a recipe: `"states:N"` for random states, `"deals:START:STOP"` for deals. Of data with
        parts, the part train is used to fit and to cross-validate, the part test to test.
    features
        Features or groups of them, as a list or separated by commas: see `boaf.learn.GROUPS`. In a list, a function of
        a board is a feature too.
    parameters
        Parameters of the library, such as `{"num_leaves": 90}`.
    folds
        Folds of the cross-validation; 0 for none.
    seed
        The random state of the fit and of the folds.
    bar
        Shows progress.

    Returns
    -------
    FeatureModel
        A model for `boaf.learn.save` and `boaf.predict`; `description.metrics` has the measurements.

    Raises
    ------
    BoafError
        If a name is not known, the data cannot be read, or the library refuses a parameter.
    MissingExtraError
        If the extra `learn` is not installed.

    Examples
    --------
    >>> model = train("decision-tree", "states:500", "graph", folds=2)
    >>> model.description.metrics["accuracy"] > 0.8
    True

    """
    names = features_named(features)
    boards, test = fitted_and_tested(read_data(data, bar))
    values = extract(boards.cards, boards.rows, boards.cols, names)
    metrics: dict[str, Any] = {}
    if folds:
        with bar(f"cross-validating {classifier}", len(boards), "boards") as progress:
            given: dict[str, Any] = {"folds": folds, "seed": seed, "groups": boards.seeds, "parameters": parameters}
            metrics = cross_validate(classifier, values, boards.solvable, **given, progress=progress).to_json()
    model = fit(classifier, values, boards.solvable, names, seed=seed, parameters=parameters, recipe=boards.recipe)
    if test is not None:
        right = (model.probability(test.cards, test.rows, test.cols) >= 0.5) == test.solvable
        metrics |= {"test_accuracy": float(right.mean()), "test_boards": len(test)}
    return replace(model, description=replace(model.description, metrics=metrics))


def search_parameters(
    data: DataSet | Path | str,
    grid: Mapping[str, Sequence[float]],
    features: str | Sequence[str] = "araki",
    *,
    folds: int = 10,
    seed: int = 0,
    bar: ProgressBar = no_bar,
) -> list[tuple[dict[str, float], Scores]]:
    """Cross-validate LightGBM with every combination of parameters, the most accurate first (Araki et al. 2019)."""
    boards, _ = fitted_and_tested(read_data(data, bar))
    values = extract(boards.cards, boards.rows, boards.cols, features_named(features))
    found = []
    total = len(boards) * math.prod(map(len, grid.values()))
    with bar("searching the grid", total, "boards") as progress:
        for choice in itertools.product(*grid.values()):
            parameters = dict(zip(grid, choice, strict=True))
            given: dict[str, Any] = {"folds": folds, "seed": seed, "groups": boards.seeds, "parameters": parameters}
            found.append((parameters, cross_validate("lightgbm", values, boards.solvable, **given, progress=progress)))
    return sorted(found, key=lambda one: -float(np.mean(one[1].accuracy)))


def read_data(data: DataSet | Path | str, bar: ProgressBar = no_bar) -> DataSet:
    """A data set: itself, from its file, or from a recipe, `states:N` or `deals:START:STOP`."""
    if isinstance(data, DataSet):
        return data
    from boaf.learn.data.files import read
    from boaf.learn.data.making import numbered_deals, random_states

    kind, *numbers = str(data).split(":")
    if Path(data).exists() or (kind, len(numbers)) not in (("states", 1), ("deals", 2)):
        return read(Path(data))
    try:
        first, *rest = map(int, numbers)
    except ValueError:
        raise BoafError(f"{data}: write states:N or deals:START:STOP") from None
    boards = rest[0] - first if rest else first
    with bar("making boards", boards, "boards") as progress:
        try:
            if rest:
                return numbered_deals(first, rest[0], progress=progress)
            return random_states(first, progress=progress)
        except BoafError as error:
            raise BoafError(f"{data}: {error}") from None


def fitted_and_tested(boards: DataSet) -> tuple[DataSet, DataSet | None]:
    """The boards to fit and those to test on: the parts of a data set if it has them, else all boards and None."""
    if boards.parts is None:
        return boards, None
    fitted, test = boards.part("train"), boards.part("test")
    return replace(fitted, recipe=boards.recipe | {"part": "train"}), test if len(test) else None
