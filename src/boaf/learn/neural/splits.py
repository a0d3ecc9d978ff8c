"""Splitting boards into training, validation and test parts, and how much a careless split gives away.

States of one line of play resemble each other: the children of one state differ in one move. Split by state, as in
Sang & Yoon (2019), most of the test states have siblings in the training part. Split by seed, no deal is in two parts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.learn.data.data_set import PARTS, DataSet
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.support.errors import BoafError

SPLITS = ("seed", "state")
_SHARES = (0.5, 0.8)
"""Where the training part and the validation part end: 50 %, 30 % and 20 % as in Sang & Yoon (2019)."""


def split(data: DataSet, by: str = "seed", seed: int = 0, like: DataSet | None = None) -> DataSet:
    """The data set with parts drawn at random: whole deals (`seed`) or single boards (`state`).

    Deals that are also in the data set `like`, which is split, get the part that they have there.
    """
    if by not in SPLITS:
        raise BoafError(f"unknown split {by!r}: choose from {', '.join(SPLITS)}")
    units = np.arange(len(data)) if by == "state" else np.unique(data.seeds, return_inverse=True)[1]
    count = int(units.max()) + 1 if len(units) else 0
    places = np.random.default_rng(seed).permutation(count)
    parts = np.digitize(places / max(count, 1), _SHARES).astype(np.int8)[units]
    if like is not None and like.parts is not None:
        known = dict(zip(like.seeds.tolist(), like.parts.tolist(), strict=True))
        for row in np.flatnonzero(np.isin(data.seeds, like.seeds)):
            parts[row] = known[int(data.seeds[row])]
    recipe: dict[str, Any] = {**data.recipe, "split": by, "split_seed": seed}
    return DataSet(data.rows, data.cols, data.cards, data.solvable, data.seeds, parts, recipe)


def class_weights(solvable: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Weights, one on average, with which the solvable and the unsolvable boards count the same. Shape (boards,)."""
    shares = np.where(solvable, 1 / max(solvable.sum(), 1), 1 / max((~solvable).sum(), 1))
    return (shares * len(solvable) / 2).astype(np.float32)


class Leak(NamedTuple):
    """How much the training part tells about the test part without looking at the boards."""

    shared_deals: float
    """The share of the test boards whose deal is also in the training part."""
    shared_siblings: float
    """The share of them that have a sibling there: a board of the same deal with as many stacks."""
    sibling_accuracy: float
    """The accuracy of the answer that most siblings there have, or, without any, most of the training part."""


def leak_of(data: DataSet) -> Leak:
    """The leak of a data set that is split."""
    training, test = data.part(PARTS[0]), data.part(PARTS[2])
    families = np.unique(
        np.concatenate([_families(training), _families(test)]), return_inverse=True
    )[1]  # fmt: skip
    theirs, ours = families[: len(training)], families[len(training) :]
    count = int(families.max()) + 1
    siblings = np.bincount(theirs, minlength=count)
    solvable = np.bincount(theirs, training.solvable, minlength=count)
    most = training.solvable.mean() > 0.5
    answers: NDArray[np.bool_] = np.where(2 * solvable == siblings, most, 2 * solvable > siblings)
    return Leak(
        float(np.isin(test.seeds, training.seeds).mean()),
        float((siblings[ours] > 0).mean()),
        float((answers[ours] == test.solvable).mean()),
    )


def _families(data: DataSet) -> NDArray[np.int64]:
    """A number for each board that its siblings share."""
    return data.seeds * (data.rows * data.cols + 1) + stacks_of(data.cards)
