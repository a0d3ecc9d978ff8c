"""What can be trained, by name: the shell lists these names without importing a library of learning."""

from __future__ import annotations

from typing import Any, NamedTuple


class Classifier(NamedTuple):
    """A classifier, and where its library has it."""

    title: str
    library: str
    module: str
    type: str
    parameters: dict[str, Any]


def _sklearn(title: str, place: str, **parameters: Any) -> Classifier:
    module, _, name = place.rpartition(".")
    return Classifier(title, "scikit-learn", f"sklearn.{module}", name, parameters)


REPEATABLE = {"deterministic": True, "force_row_wise": True, "verbosity": -1, "n_jobs": 0}
"""So that a fit can be made again; with n_jobs 0, LightGBM takes as many threads as OpenMP is told to."""
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
MAPS = ("rank", "suit", "movability", "odd-bird")
"""What Sang & Yoon's network can be shown."""
