"""Fit the trees that `ordered` knows as `lightgbm-F` and write them to `src/boaf/models/lightgbm-F.boaf`.

They are LightGBM's regression with default parameters on the feature subset F of Araki et al. (2019, "Ordered DFS"),
fitted to random states that nothing else is measured on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from boaf.learn.classifiers import cross_validate, fit
from boaf.learn.data.in_memory import random_states
from boaf.learn.feature_models import save
from boaf.learn.features import extract
from boaf.learn.subsets import SUBSETS

SEED = 3
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "solve" / "lightgbm-F.boaf"


def main() -> None:
    """Make the data, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    states = random_states(arguments.boards, SEED)
    features = extract(states.cards, 4, 4, SUBSETS["F"])
    scores = cross_validate("lightgbm-regression", features, states.solvable, folds=5).to_json()
    kept = {name: scores[name] for name in ("accuracy", "root_mean_squared_error", "folds", "boards")}
    model = fit("lightgbm-regression", features, states.solvable, SUBSETS["F"], recipe=states.recipe, metrics=kept)
    save(model, arguments.output)
    print(kept, f"{arguments.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
