"""From labelled boards to a fitted classifier: what `boaf train` does, for Python."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from boaf.learn.board_features import extract, features_named
from boaf.learn.classifiers import Scores, cross_validate, fit
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.files import read
from boaf.learn.data.making import numbered_deals, random_states
from boaf.learn.feature_models import FeatureModel
from boaf.support.errors import BoafError
from boaf.support.progress import ProgressBar, no_bar


def train(
    classifier: str,
    data: DataSet | Path | str,
    features: str | Sequence[str] = "araki",
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
        Features or groups of them, as a list or separated by commas: see `boaf.learn.GROUPS`.
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
            scores = cross_validate(
                classifier,
                values,
                boards.solvable,
                folds=folds,
                seed=seed,
                groups=boards.seeds,
                parameters=parameters,
                progress=progress,
            )
        metrics = scores.to_json()
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
            scores = cross_validate(
                "lightgbm",
                values,
                boards.solvable,
                folds=folds,
                seed=seed,
                groups=boards.seeds,
                parameters=parameters,
                progress=progress,
            )
            found.append((parameters, scores))
    return sorted(found, key=lambda one: -float(np.mean(one[1].accuracy)))


def read_data(data: DataSet | Path | str, bar: ProgressBar = no_bar) -> DataSet:
    """A data set: itself, from its file, or from a recipe, `states:N` or `deals:START:STOP`."""
    if isinstance(data, DataSet):
        return data
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
