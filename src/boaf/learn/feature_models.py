"""Models of features: trees, linear models and scikit-learn's, kept in the files of `boaf.models.model_file`.

- `trees`: decision trees (`boaf.models.forest`) in LightGBM's text; evaluated by compiled code, without LightGBM;
- `linear`: weights and a constant, in JSON;
- `sklearn`: any classifier of `boaf.learn.classifiers`, in skops' format. skops builds only types that are listed
  beforehand; a file with other types is refused;
- `printed-tree`: the tree of Hoshino & Kahn (2019), without content.

The parameter `link` of a model converts its value to a probability: `logistic`, or `clip` to 0 … 1, as for regressions
on the label.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.kernel.dealing import Cards
from boaf.learn.board_features import KNOWN_FEATURES, extract
from boaf.learn.plugin_features import is_plugin
from boaf.models import model_file
from boaf.models.learned import FORMULAS, ModelFormula, formula_values, read_formula
from boaf.models.model_file import Description, require_probabilities
from boaf.support.errors import BoafError, require

CLASSIFIER_TYPES = frozenset({"sklearn.tree._tree.Tree", "sklearn.neural_network._stochastic_optimizers.AdamOptimizer"})
"""The types in our classifiers that skops does not trust by itself."""
_MOST_LOGIT = 700.0
"""Above this, the exponential overflows."""
_PRINTED_TREE = Description(
    name="printed-tree",
    kind="printed-tree",
    features=("spanning_trees", "nw2", "nw1"),
    recipe={"source": "Hoshino & Kahn (2019), Predictive Model; nw2 over ordered pairs"},
    versions={"boaf": __version__},
)
NW2, NW1 = 74, 75


@dataclass(frozen=True)
class FeatureModel(ABC):
    """A model of features."""

    description: Description

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""
        found = self.of_features(extract(cards, rows, cols, self.description.features))
        return require_probabilities(found, self.description.name)

    @abstractmethod
    def of_features(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same by features. Shapes (boards, features) and (boards,)."""

    @abstractmethod
    def body(self) -> bytes:
        """The content of a file."""


@dataclass(frozen=True)
class FormulaModel(FeatureModel):
    """A linear model or trees."""

    source: bytes
    formula: ModelFormula

    @classmethod
    def read(cls, description: Description, body: bytes) -> FormulaModel:
        """The model in the body of a file."""
        return cls(description, body, read_formula(description, body))

    def of_features(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The value of the formula as a probability."""
        found = formula_values(self.formula, features)
        if self.description.parameters.get("link") == "clip":
            return np.clip(found, 0, 1)
        return 1 / (1 + np.exp(-np.clip(found, -_MOST_LOGIT, _MOST_LOGIT)))

    def body(self) -> bytes:
        """LightGBM's text, or the weights in JSON."""
        return self.source


@dataclass(frozen=True)
class SklearnModel(FeatureModel):
    """A classifier of scikit-learn."""

    classifier: Any

    def of_features(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probabilities of the classifier; 0 or 1 if it has none."""
        try:
            return classifier_probability(self.classifier, features)
        except (AttributeError, LookupError, TypeError, ValueError):
            # A file can hold a classifier with parts that do not fit; scikit-learn notices only now.
            raise BoafError(f"the classifier {self.description.name} is damaged: it gives no answer") from None

    def body(self) -> bytes:
        """The classifier in skops' format."""
        return bytes(require("skops.io", "learn").dumps(self.classifier))


def classifier_probability(classifier: Any, features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of solvable by scikit-learn; the prediction of a regression or of a classifier that has none."""
    if not hasattr(classifier, "predict_proba"):
        return np.asarray(classifier.predict(features), np.float64)
    if True not in classifier.classes_:
        return np.zeros(len(features))
    column = list(classifier.classes_).index(True)
    return np.asarray(classifier.predict_proba(features)[:, column], np.float64)


@dataclass(frozen=True)
class PrintedTree(FeatureModel):
    """The decision tree of Hoshino & Kahn (2019) as printed: six lines on three numbers.

    The program asks whether nw2 is below 74. It must count ordered pairs: over pairs i < j, as in the text, only
    disconnected deals of the training set reach 74. So its nw2 is twice the feature `nw2`, and in pairs i < j it reads:

        unsolvable if spanning_trees = 0, or if nw2 ≥ 37 and nw1 > 75; solvable otherwise

    This gives all printed counts, except that two training labels are wrong (docs/findings.md).
    """

    description: Description = _PRINTED_TREE

    def of_features(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """1 where the tree says solvable, else 0."""
        trees, nw2, nw1 = features.T
        return (~says_unsolvable(trees, 2 * nw2, nw1)).astype(np.float64)

    def body(self) -> bytes:
        """Nothing: the tree is this code."""
        return b""


def says_unsolvable(
    spanning_trees: NDArray[np.float64], nw2: NDArray[np.float64], nw1: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Hoshino & Kahn's program, line by line, with its own nw2, of ordered pairs. Shapes (boards,)."""
    return np.where(spanning_trees == 0, True, np.where(nw2 < NW2, False, nw1 > NW1))


def save(model: FeatureModel, path: Path | str) -> None:
    """Write a model to a file that `boaf.learn.load` reads; nothing half-written is left behind.

    Parameters
    ----------
    model
        A model of `boaf.learn.train`.
    path
        The file, which is replaced if it exists.

    Raises
    ------
    BoafError
        If the file cannot be written.

    Examples
    --------
    >>> from boaf.learn import load
    >>> save(load("linear-H"), "copy.boafmodel")
    >>> load("copy.boafmodel").description.features
    ('min_degree', 'max_degree', 'mean_degree')

    """
    model_file.write(Path(path), model.description, model.body())


def parse_feature_model(content: bytes, where: str) -> FeatureModel:
    """The model in the bytes of a file; `where` names it in messages."""
    description, body = model_file.parse(content, where)
    unknown = [name for name in description.features if name not in KNOWN_FEATURES and not is_plugin(name)]
    if unknown:
        remedy = "register it with boaf.learn.register_feature, or install the plug-in that has it"
        raise BoafError(f"{where} needs the feature {unknown[0]!r}, which is not available: {remedy}")
    try:
        if description.kind in FORMULAS:
            return FormulaModel.read(description, body)
        if description.kind == "sklearn":
            return _read_sklearn(description, body)
        if description.kind == _PRINTED_TREE.kind:
            if body or description.features != _PRINTED_TREE.features:
                raise BoafError("a printed tree has no content")
            return PrintedTree(description)
    except BoafError as error:
        raise BoafError(f"{where}: {error}") from None
    raise BoafError(f"{where} holds a model of the kind {description.kind!r}, which this version of boaf does not know")


def _read_sklearn(description: Description, body: bytes) -> SklearnModel:
    skops = require("skops.io", "learn")
    try:
        foreign = sorted(set(skops.get_untrusted_types(data=body)) - CLASSIFIER_TYPES)
    except Exception:
        raise BoafError("the classifier is damaged") from None
    if foreign:
        raise BoafError(f"the classifier contains {foreign[0]}, which no classifier of boaf does")
    try:
        classifier = skops.loads(body, trusted=sorted(CLASSIFIER_TYPES))
    except Exception:
        raise BoafError("the classifier is damaged, or scikit-learn has changed since it was saved") from None
    if not hasattr(classifier, "predict") or getattr(classifier, "n_features_in_", None) != len(description.features):
        raise BoafError("it does not hold a classifier of its features")
    if not all(_is_tree(tree, len(description.features)) for tree in _trees_in(classifier)):
        raise BoafError("the classifier is damaged")
    return SklearnModel(description, classifier)


def _trees_in(classifier: Any) -> Iterator[Any]:
    """The trees in a classifier of scikit-learn."""
    if hasattr(classifier, "tree_"):
        yield classifier.tree_
    for one in np.ravel(np.asarray(getattr(classifier, "estimators_", []), dtype=object)):
        yield from _trees_in(one)


def _is_tree(tree: Any, features: int) -> bool:
    """Whether an evaluation ends: scikit-learn does not check where a node leads."""
    nodes = np.arange(tree.node_count)
    inner = tree.children_left != -1
    ahead = (tree.children_left[inner] > nodes[inner]) & (tree.children_right[inner] > nodes[inner])
    inside = (tree.children_left < tree.node_count) & (tree.children_right < tree.node_count)
    asked = (tree.feature[inner] >= 0) & (tree.feature[inner] < features)
    return bool(ahead.all() and inside.all() and asked.all())
