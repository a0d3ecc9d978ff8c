"""Learning which boards are solvable: features, data sets, models and networks.

| package             | what                                                                            |
| ------------------- | ------------------------------------------------------------------------------- |
| `boaf.learn.data`   | labelled boards: random states, deals, interesting states; made, written, read  |
| `boaf.learn.neural` | networks, which need the extra `neural`                                         |

Classifiers are trained on the features of labelled boards (`train`, extra `learn`); `load` opens what was trained, and
`predict` asks it. A model comes with boaf and needs no extra; `suspects` uses it as a sieve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.learn.board_features import FEATURES, KNOWN_FEATURES, extract, features
    from boaf.learn.feature_models import FeatureModel, save
    from boaf.learn.model import Model, load, predict
    from boaf.learn.names import CLASSIFIERS
    from boaf.learn.sieve import suspects
    from boaf.learn.subsets import GROUPS
    from boaf.learn.training import train
    from boaf.models.judge import Judge
    from boaf.models.model_file import Description

__all__ = [
    "CLASSIFIERS",
    "FEATURES",
    "GROUPS",
    "KNOWN_FEATURES",
    "Description",
    "FeatureModel",
    "Judge",
    "Model",
    "extract",
    "features",
    "load",
    "predict",
    "save",
    "suspects",
    "train",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "CLASSIFIERS": "boaf.learn.names",
        "Description": "boaf.models.model_file",
        "FEATURES": "boaf.learn.board_features",
        "FeatureModel": "boaf.learn.feature_models",
        "GROUPS": "boaf.learn.subsets",
        "Judge": "boaf.models.judge",
        "KNOWN_FEATURES": "boaf.learn.board_features",
        "Model": "boaf.learn.model",
        "extract": "boaf.learn.board_features",
        "features": "boaf.learn.board_features",
        "load": "boaf.learn.model",
        "predict": "boaf.learn.model",
        "save": "boaf.learn.feature_models",
        "suspects": "boaf.learn.sieve",
        "train": "boaf.learn.training",
    },
)
