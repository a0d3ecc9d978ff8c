"""Fit the models that `ordered` knows by name and write them to `src/boaf/models/`.

Both are regressions of the label, 1 for solvable and 0 for unsolvable, on random states that nothing else is measured
on, as in Araki et al. (2019, "Ordered DFS"): `linear-H` is linear on the feature subset H, its weights rounded to six
digits, and `lightgbm-F` is LightGBM with default parameters on the subset F.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import boaf
from boaf.kernel.dealing import Cards
from boaf.learn.board_features import SUBSETS, extract
from boaf.learn.classifiers import cross_validate, fit
from boaf.learn.data.making import random_states
from boaf.learn.data.recipes import random_boards
from boaf.learn.feature_models import FeatureModel, FormulaModel, save
from boaf.models.learned import linear_body, read_formula

BOARDS = 100_000
LINEAR_SEED = 1_000_000_000
TREES_SEED = 3
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "models"


def main() -> None:
    """Make the data, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    for name, model in (("linear-H", linear()), ("lightgbm-F", trees())):
        path = arguments.output / f"{name}.boaf"
        save(model, path)
        print(name, model.description.metrics, f"{path.stat().st_size:,} bytes")


def linear() -> FeatureModel:
    """The linear model."""
    cards = random_boards(np.arange(LINEAR_SEED, LINEAR_SEED + BOARDS), 16)
    solvable = boaf.solve_many(cards).solvable
    recipe = {"kind": "states", "count": BOARDS, "generator": f"state k is boaf.random_board({LINEAR_SEED} + k)"}
    model = _fitted("linear-regression", "H", cards, solvable, recipe)
    formula = read_formula(model.description, model.body())
    return FormulaModel.read(model.description, linear_body(formula.weights.round(6), round(formula.constant, 6)))


def trees() -> FeatureModel:
    """The trees."""
    states = random_states(BOARDS, TREES_SEED)
    return _fitted("lightgbm-regression", "F", states.cards, states.solvable, states.recipe)


def _fitted(name: str, subset: str, cards: Cards, solvable: np.ndarray, recipe: dict[str, object]) -> FeatureModel:
    features = extract(cards, 4, 4, SUBSETS[subset])
    scores = cross_validate(name, features, solvable, folds=5).to_json()
    kept = {name: scores[name] for name in ("accuracy", "root_mean_squared_error", "folds", "boards")}
    return fit(name, features, solvable, SUBSETS[subset], recipe=recipe, metrics=kept)


if __name__ == "__main__":
    main()
