"""Decision trees as flat arrays, for boosted models that compiled code evaluates.

The value of a forest is the sum of the leaves that the features lead to, one in each tree. The trees are read from
LightGBM's own text format, without LightGBM, and give its values bit for bit: the comparisons are the same and the
leaves are added in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.native import compiled, workspace
from boaf.support.errors import BoafError

LEAF = -1
MOST = 1e100
"""No weight or leaf of a model is larger, so that sums and products with features are finite."""
_NUMERICAL = (0, 2)
"""LightGBM's decision types for numbers without missing values; the second bit is the side of a missing one."""


@workspace
class Forest(NamedTuple):
    """Trees, node by node."""

    roots: NDArray[np.int32]
    """The first node of each tree. Shape (trees,)."""
    feature: NDArray[np.int32]
    """The feature of the condition of a node, or `LEAF`. Shape (nodes,)."""
    bound: NDArray[np.float64]
    """Features up to this go left, others right; the value of a leaf. Shape (nodes,)."""
    left: NDArray[np.int32]
    right: NDArray[np.int32]


NO_FOREST = Forest(
    np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0), np.zeros(0, np.int32), np.zeros(0, np.int32)
)


@compiled
def value(forest: Forest, features: NDArray[np.float64]) -> float:
    """The sum of the leaves that `features` lead to. Shape (features,)."""
    total = 0.0
    for root in forest.roots:
        # Unsigned indices need no check for negative ones.
        node = np.uint32(root)
        while forest.feature[node] >= 0:
            if features[np.uint32(forest.feature[node])] <= forest.bound[node]:
                node = np.uint32(forest.left[node])
            else:
                node = np.uint32(forest.right[node])
        total += forest.bound[node]
    return total


def values(forest: Forest, features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value for each row of features. Shapes (boards, features) and (boards,)."""
    found = np.empty(len(features))
    _write_values(forest, features, found)
    return found


@compiled
def _write_values(forest: Forest, features: NDArray[np.float64], found: NDArray[np.float64]) -> None:
    for k in range(len(features)):
        found[k] = value(forest, features[k])


def read_lightgbm(text: str, features: int) -> Forest:
    """The trees of a model text of LightGBM with a given number of features."""
    if text.partition("\n")[0].strip() != "tree":
        raise BoafError("the trees are not in LightGBM's text format")
    head, *parts = text.partition("end of trees")[0].split("\nTree=")
    if "end of trees" not in text or not parts:
        raise BoafError("the trees are cut off")
    settings = _fields(head)
    if settings.get("num_class") != "1" or settings.get("num_tree_per_iteration") != "1":
        raise BoafError("the trees decide between more than two classes")
    try:
        trees = [_read_tree(_fields(part)) for part in parts]
    except (KeyError, ValueError, OverflowError):
        raise BoafError("the trees are damaged") from None
    return join(trees, features)


def join(trees: list[Forest], features: int) -> Forest:
    """Trees as one forest, checked: every node is in its tree once and every feature exists, so evaluation ends."""
    for tree in trees:
        _check(tree, features)
    offsets = np.cumsum([0, *(len(tree.feature) for tree in trees)])[:-1].astype(np.int32)
    placed = list(zip(trees, offsets, strict=True))
    return Forest(
        offsets,
        np.concatenate([tree.feature for tree in trees]),
        np.concatenate([tree.bound for tree in trees]),
        np.concatenate([tree.left + offset for tree, offset in placed]),
        np.concatenate([tree.right + offset for tree, offset in placed]),
    )


def one_tree(feature: list[int], bound: list[float], left: list[int], right: list[int]) -> Forest:
    """One tree, its root first."""
    return Forest(
        np.zeros(1, np.int32),
        np.array(feature, np.int32),
        np.array(bound, np.float64),
        np.array(left, np.int32),
        np.array(right, np.int32),
    )


def _fields(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines())
    return {name.strip(): value for name, mark, value in pairs if mark}


def _read_tree(fields: dict[str, str]) -> Forest:
    """A tree. LightGBM numbers inner nodes from 0 and leaves −1, −2, …; here leaves follow the inner nodes."""
    leaves = int(fields["num_leaves"])
    inner = leaves - 1
    if inner < 0 or int(fields["num_cat"]):
        raise ValueError
    if inner == 0:
        return one_tree([LEAF], _numbers(fields["leaf_value"]), [0], [0])
    if any(int(kind) not in _NUMERICAL for kind in fields["decision_type"].split()):
        raise ValueError
    children = [
        [number if number >= 0 else inner - number - 1 for number in map(int, fields[side].split())]
        for side in ("left_child", "right_child")
    ]
    asked = list(map(int, fields["split_feature"].split()))
    bounds = _numbers(fields["threshold"]) + _numbers(fields["leaf_value"])
    if not len(asked) == len(children[0]) == len(children[1]) == inner or len(bounds) != inner + leaves:
        raise ValueError
    own = list(range(inner, inner + leaves))
    return one_tree(asked + [LEAF] * leaves, bounds, children[0] + own, children[1] + own)


def _numbers(text: str) -> list[float]:
    found = [float(number) for number in text.split()]
    if not all(abs(number) <= MOST for number in found):
        raise ValueError
    return found


def _check(tree: Forest, features: int) -> None:
    """Refuse what is not a tree: compiled code does not check indices."""
    nodes = len(tree.feature)
    inner = tree.feature != LEAF
    below = np.concatenate([tree.left[inner], tree.right[inner]])
    parents = np.bincount(below[(below > 0) & (below < nodes)], minlength=nodes)
    is_tree = len(below) == nodes - 1 and (parents[1:] == 1).all() and _reached(tree) == nodes
    if not is_tree or (tree.feature[inner] < 0).any() or (tree.feature >= features).any():
        raise BoafError("the trees are damaged")


def _reached(tree: Forest) -> int:
    """The number of nodes that the root leads to."""
    waiting, found = [0], 0
    while waiting:
        node = waiting.pop()
        found += 1
        if tree.feature[node] != LEAF:
            waiting += [int(tree.left[node]), int(tree.right[node])]
    return found
