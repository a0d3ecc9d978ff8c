"""Models from files as orderings of a search: linear ones and trees, asked about every child by compiled code.

`ordered` takes any model of `boaf train` whose features `boaf.models.position_features` computes. A model's link and
its constant do not matter to an order and are left out.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.errors import BoafError
from boaf.kernel.bits import Masks
from boaf.kernel.dealing import Cards
from boaf.kernel.jit import compiled
from boaf.models import model_file
from boaf.models.forest import NO_FOREST, Forest, read_lightgbm, value
from boaf.models.model_file import SUFFIX, Description
from boaf.models.position_features import CARD_FEATURES, NAMES, fill, groups_of


class Learned(NamedTuple):
    """A model of a position's features; it has either weights or trees."""

    groups: int
    """The groups of features that it needs, as bits (`position_features.groups_of`)."""
    needs_cards: bool
    places: NDArray[np.int64]
    """The places of its features in a row of features. Shape (features,)."""
    weights: NDArray[np.float64]
    """Shape (features,); empty where there are trees."""
    forest: Forest
    """Its features are numbered by their places."""


def read_learned(name: str) -> Learned:
    """The model of a file, or one that comes with boaf by its name, such as `lightgbm-F`."""
    path = Path(name)
    shipped = files("boaf.models").joinpath(name + SUFFIX)
    content = shipped.read_bytes() if path.name == name and shipped.is_file() else model_file.read_bytes(path)
    return _parsed(content, name)


@cache
def _parsed(content: bytes, where: str) -> Learned:
    return learned_from(*model_file.parse(content, where), where)


def learned_from(description: Description, body: bytes, where: str) -> Learned:
    """The ordering by a model; `where` names it in messages."""
    names = description.features
    for feature in names:
        if feature not in NAMES:
            raise BoafError(f"{where} asks for the feature {feature!r}, which no search computes")
    places = np.array([NAMES.index(feature) for feature in names], np.int64)
    weights, forest = np.zeros(0), NO_FOREST
    if description.kind == "trees":
        forest = read_lightgbm(body.decode(errors="replace"), len(names))
        asked = np.where(forest.feature < 0, forest.feature, places[forest.feature])
        forest = forest._replace(feature=asked.astype(np.int32))
    elif description.kind == "linear":
        weights, _ = read_linear(body, len(names))
    else:
        raise BoafError(f"{where} is a model of the kind {description.kind!r}; a search takes linear models and trees")
    needs_cards = any(feature in CARD_FEATURES for feature in names)
    return Learned(groups_of(names), needs_cards, places, weights, forest)


def read_linear(body: bytes, features: int) -> tuple[NDArray[np.float64], float]:
    """The weights and the constant of a linear model with so many features."""
    try:
        content = json.loads(body)
        weights, constant = np.array(content["weights"], np.float64), float(content["constant"])
    except (ValueError, TypeError, KeyError):
        raise BoafError("the weights are damaged") from None
    if weights.shape != (features,) or not np.isfinite([*weights, constant]).all():
        raise BoafError("the weights are damaged")
    return weights, constant


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
