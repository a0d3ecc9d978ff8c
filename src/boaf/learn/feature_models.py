"""Models of features: trees, linear models and scikit-learn's, kept in the files of `boaf.models.model_file`.

- `trees`: decision trees (`boaf.models.forest`) in LightGBM's text; asked by compiled code, without LightGBM;
- `linear`: weights and a constant, in JSON;
- `sklearn`: any classifier of `boaf.learn.classifiers`, in skops' format. skops builds only types that are named
  beforehand; a file that asks for one that none of our classifiers is made of is refused;
- `printed-tree`: the tree of Hoshino & Kahn (2019), which has no content but its name.

A parameter of the model, `link`, says how the value becomes a probability: `logistic`, or `clip` to 0 … 1, as for
regressions on the label.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards
from boaf.learn.board_features import KNOWN_FEATURES, extract
from boaf.models import model_file
from boaf.models.learned import FORMULAS, Formula, formula_values, read_formula
from boaf.models.model_file import Description, require_probabilities
from boaf.support.errors import BoafError, require

CLASSIFIER_TYPES = frozenset({"sklearn.tree._tree.Tree", "sklearn.neural_network._stochastic_optimizers.AdamOptimizer"})
"""What our classifiers are made of beside the types that skops trusts by itself."""


_MOST_LOGIT = 700.0
"""Beyond it, a logistic function is 0 or 1 to the last bit, and computing it overflows."""


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
        """The same from the features. Shapes (boards, features) and (boards,)."""

    @abstractmethod
    def body(self) -> bytes:
        """What is kept in a file."""


@dataclass(frozen=True)
class FormulaModel(FeatureModel):
    """A linear model or trees."""

    source: bytes
    formula: Formula

    @classmethod
    def read(cls, description: Description, body: bytes) -> FormulaModel:
        """The model that a body holds."""
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
        """What the classifier says; 0 or 1 where it gives no probability."""
        try:
            return self._asked(features)
        except (AttributeError, LookupError, TypeError, ValueError):
            # A file can hold a classifier whose parts do not fit each other; scikit-learn notices when it is asked.
            raise BoafError(f"the classifier {self.description.name} is damaged: it gives no answer") from None

    def _asked(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        if not hasattr(self.classifier, "predict_proba"):
            return np.asarray(self.classifier.predict(features), np.float64)
        column = list(self.classifier.classes_).index(True) if True in self.classifier.classes_ else None
        if column is None:
            return np.zeros(len(features))
        return np.asarray(self.classifier.predict_proba(features)[:, column], np.float64)

    def body(self) -> bytes:
        """The classifier in skops' format."""
        return bytes(require("skops.io", "learn").dumps(self.classifier))


def save(model: FeatureModel, path: Path | str) -> None:
    """Write a model to a file that `boaf.learn.load` reads; nothing half-written is left behind.

    Parameters
    ----------
    model
        What `boaf.learn.train` has made.
    path
        Where to write it; a file that is there is replaced.

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


def load_model(content: bytes, where: str) -> FeatureModel:
    """The model that the bytes of a file hold; `where` names it in messages."""
    from boaf.learn.printed_tree import KIND, read_printed

    description, body = model_file.parse(content, where)
    unknown = [name for name in description.features if name not in KNOWN_FEATURES]
    if unknown:
        raise BoafError(f"{where} asks for the feature {unknown[0]!r}, which this boaf does not know")
    readers: dict[str, Callable[[Description, bytes], FeatureModel]] = {
        **dict.fromkeys(FORMULAS, FormulaModel.read),
        "sklearn": _read_sklearn,
        KIND: read_printed,
    }
    reader = readers.get(description.kind)
    if reader is None:
        raise BoafError(f"{where} holds a model of the kind {description.kind!r}, which this boaf does not know")
    try:
        return reader(description, body)
    except BoafError as error:
        raise BoafError(f"{where}: {error}") from None


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
    """The trees that a classifier of scikit-learn is made of."""
    if hasattr(classifier, "tree_"):
        yield classifier.tree_
    for one in np.ravel(np.asarray(getattr(classifier, "estimators_", []), dtype=object)):
        yield from _trees_in(one)


def _is_tree(tree: Any, features: int) -> bool:
    """Whether asking a tree ends: scikit-learn itself does not look where a node leads."""
    nodes = np.arange(tree.node_count)
    inner = tree.children_left != -1
    ahead = (tree.children_left[inner] > nodes[inner]) & (tree.children_right[inner] > nodes[inner])
    inside = (tree.children_left < tree.node_count) & (tree.children_right < tree.node_count)
    asked = (tree.feature[inner] >= 0) & (tree.feature[inner] < features)
    return bool(ahead.all() and inside.all() and asked.all())
