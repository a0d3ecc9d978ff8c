"""Evaluation of boards: the protocol `Judge`, and linear models and trees that compiled searches evaluate.

The solver `ordered` takes any model of `boaf train` with features of `boaf.models.position_features` only. A model's
link and its constant do not change an order and are left out.
"""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import Masks
from boaf.kernel.dealing import Cards
from boaf.kernel.native import compiled, workspace
from boaf.models import model_file
from boaf.models.forest import MOST, NO_FOREST, Forest, read_lightgbm, value, values
from boaf.models.model_file import Description
from boaf.models.position_features import CARD_FEATURES, NAMES, fill, groups_of
from boaf.support.errors import BoafError
from boaf.support.files import parse_json
from boaf.support.schema import listing, real, record


class Judge(Protocol):
    """A function from boards to numbers, larger for boards that are likelier solvable.

    `Model.probability` is one. Searches and players call a judge with many boards at once.
    """

    def __call__(self, cards: Cards, rows: int, cols: int, /) -> NDArray[np.floating]:
        """A number for each board. Shapes (boards, cells) and (boards,)."""


@workspace
class ModelFormula(NamedTuple):
    """A linear model or trees, for features in the order of the description."""

    weights: NDArray[np.float64]
    """Shape (features,); empty where there are trees."""
    constant: float
    forest: Forest


@workspace
class Learned(NamedTuple):
    """A linear model or trees, for the features of a position."""

    groups: int
    """The groups of features to compute, as bits (`position_features.groups_of`)."""
    needs_cards: bool
    places: NDArray[np.int64]
    """The places of its features in a row of features. Shape (features,)."""
    weights: NDArray[np.float64]
    """Shape (features,); empty where there are trees."""
    forest: Forest
    """Its features are numbered by their places."""


def read_learned(name: str) -> Learned:
    """The model of a file, or one that comes with boaf by its name, such as `lightgbm-F`."""
    return _parsed(model_file.read_bytes(name), name)


@cache
def _parsed(content: bytes, where: str) -> Learned:
    """The model in the bytes of a file; `where` names it in messages."""
    description, body = model_file.parse(content, where)
    if description.kind not in FORMULAS:
        raise BoafError(f"{where} is a model of the kind {description.kind!r}; a search takes linear models and trees")
    return learned_from(description, read_formula(description, body), where)


def learned_from(description: Description, formula: ModelFormula, where: str) -> Learned:
    """The ordering by a model; `where` names it in messages."""
    names = description.features
    for feature in names:
        if feature not in NAMES:
            raise BoafError(f"{where} needs the feature {feature!r}, which searches cannot compute")
    places = np.array([NAMES.index(feature) for feature in names], np.int64)
    forest = formula.forest
    if len(forest.roots):
        asked = np.where(forest.feature < 0, forest.feature, places[forest.feature])
        forest = forest._replace(feature=asked.astype(np.int32))
    needs_cards = any(feature in CARD_FEATURES for feature in names)
    return Learned(groups_of(names), needs_cards, places, formula.weights, forest)


def read_formula(description: Description, body: bytes) -> ModelFormula:
    """The formula in the body of a model of `FORMULAS`."""
    return FORMULAS[description.kind](body, len(description.features))


def linear_body(weights: NDArray[np.float64], constant: float) -> bytes:
    """The body of a linear model in a file."""
    return json.dumps({"weights": weights.tolist(), "constant": constant}).encode()


def _read_linear(body: bytes, features: int) -> ModelFormula:
    content = parse_json(body, "the text of the weights")
    weight = real(-MOST, MOST)
    record(weights=listing(weight, least=features, most=features), constant=weight)(content, "the linear model")
    return ModelFormula(np.array(content["weights"], np.float64), float(content["constant"]), NO_FOREST)


def _read_trees(body: bytes, features: int) -> ModelFormula:
    return ModelFormula(np.zeros(0), 0.0, read_lightgbm(body.decode(errors="replace"), features))


FORMULAS = {"linear": _read_linear, "trees": _read_trees}
"""The kinds of model files that hold a formula."""


def formula_values(formula: ModelFormula, features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value of a model for each row of features. Shapes (boards, features) and (boards,)."""
    if len(formula.forest.roots):
        return values(formula.forest, np.ascontiguousarray(features))
    return features @ formula.weights + formula.constant


@compiled
def learned_value(
    model: Learned, match: Masks, line: Masks, occupied: np.uint64, cards: Cards, row: NDArray[np.float64]
) -> float:
    """The value of a model for a position; `row` is a scratch space of shape (len(NAMES),)."""
    fill(match, line, occupied, cards, model.groups, row)
    if len(model.forest.roots):
        return value(model.forest, row)
    total = 0.0
    for k in range(len(model.places)):
        total += model.weights[k] * row[model.places[k]]
    return total
