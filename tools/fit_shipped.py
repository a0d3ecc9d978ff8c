"""Fit the model that comes with boaf and write it to `src/boaf/models/shipped.boaf`.

One set of boosted trees serves two purposes: random mid-game states as in Araki et al. (2019), where every verdict is
common, and full deals as in Hoshino & Kahn (2019), of which two in a thousand are unsolvable and the hard ones, those
with a connected compatibility graph, one in nine thousand. So the states are taken as they come, and the deals are
chosen: all hard unsolvable ones of many million seeds, and of the others a sample. What was left out is put back as a
constant: each row starts from the logarithm of the shares in which solvable and unsolvable boards of its sort were
sampled, and the trees learn what is left, which is the log-odds on the boards as they come. The sorts can be told from
the features: deals that a playout wins, all of them solvable; deals that are disconnected, all of them unsolvable; and
the others.

The `sieve` is the probability up to which a full deal is called suspect. It is the largest that the trees, fitted
without them, give to one of the unsolvable deals of the last third of the seeds. Everything that is measured is
measured on other seeds than those of the fit: `tools/measure_shipped.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.kernel.dealing import draw_deals
from boaf.learn.board_features import FEATURES, extract
from boaf.learn.data.making import random_states
from boaf.learn.feature_models import FormulaModel, save
from boaf.learn.relaxation_features import NAMES as RELAXATIONS
from boaf.models.model_file import Description
from boaf.solvers.batch import solve_many

OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "models" / "shipped.boaf"
FIRST_SEED = 10_000_000
BLOCK = 1_000_000
STATES_SEED = 1
LEFT_OUT = (
    "spanning_trees", "stackability_spanning_trees", "position_spanning_trees", "position_log_spanning_trees", "aces",
    "kings", "rank_deviation", "club_ratio", "diamond_ratio", "heart_ratio", "spade_ratio", "suits", "ranks",
)  # fmt: skip
"""Cards matter only through the graphs, and a logarithm says what a huge number says."""
NAMES = tuple(name for name in (*FEATURES, *RELAXATIONS) if name not in LEFT_OUT)
PARAMETERS: dict[str, Any] = {
    "n_estimators": 200,
    "learning_rate": 0.08,
    "num_leaves": 40,
    "min_child_samples": 40,
    "random_state": 0,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
    "n_jobs": 0,
}
Array = NDArray[Any]


def unsolvable_deals(blocks: int, cache: Path | None) -> Array:
    """The unsolvable seeds of this many million from `FIRST_SEED` on; each million is kept in a file of `cache`."""
    found = []
    for block in range(blocks):
        first = FIRST_SEED + block * BLOCK
        path = cache / f"{first // BLOCK}.npy" if cache else None
        if path and path.exists():
            found.append(np.load(path))
            continue
        found.append(first + np.flatnonzero(solve_many(range(first, first + BLOCK)).unsolvable))
        if path:
            np.save(path, found[-1])
        print(f"seeds {first:,} …: {len(found[-1]):,} unsolvable", flush=True)
    return np.concatenate(found)


def features_of_deals(seeds: Array, names: tuple[str, ...] = NAMES) -> Array:
    """The features of numbered deals. Shape (seeds, names)."""
    return extract(draw_deals(np.asarray(seeds, np.int64), 16), 4, 4, names)


def chosen_deals(unsolvable: Array, blocks: int, solvable_seeds: int, won: int) -> tuple[Array, Array, Array, Array]:
    """Features, labels, the constants to start from, and seeds of the deals to fit on."""
    total = blocks * BLOCK
    print("looking for solvable deals that playouts do not win", flush=True)
    apart = features_of_deals(unsolvable, ("connected",))[:, 0] == 0
    hard, easy = unsolvable[~apart], unsolvable[apart][:: max(1, int(apart.sum()) // 2000)]
    tried = np.setdiff1d(np.arange(FIRST_SEED, FIRST_SEED + solvable_seeds), unsolvable)
    left = np.concatenate([features_of_deals(part, ("fewest_left",))[:, 0] for part in np.array_split(tried, 100)])
    lost, few_won = tried[left > 1], tried[left == 1][:: max(1, len(tried) // won)]
    groups = [
        (hard, False, np.log(solvable_seeds / total)),
        (lost, True, np.log(solvable_seeds / total)),
        (easy, False, np.log(int(apart.sum()) / len(easy))),
        (few_won, True, np.log(len(few_won) / total)),
    ]
    for seeds, label, start in groups:
        print(f"{len(seeds):,} deals, solvable {label}, start {start:.3f}", flush=True)
    return (
        np.concatenate([features_of_deals(seeds) for seeds, _, _ in groups]),
        np.concatenate([np.full(len(seeds), label) for seeds, label, _ in groups]),
        np.concatenate([np.full(len(seeds), start) for seeds, _, start in groups]),
        np.concatenate([seeds for seeds, _, _ in groups]),
    )


def fitted_trees(features: Array, solvable: Array, start: Array) -> str:
    """LightGBM's text of the trees."""
    from lightgbm import LGBMClassifier

    classifier = LGBMClassifier(**PARAMETERS).fit(features, solvable, init_score=start)
    return str(classifier.booster_.model_to_string(importance_type="gain"))


def main() -> None:
    """Make the data, fit, choose the sieve, write."""
    from importlib.metadata import version

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=24, help="millions of seeds to take unsolvable deals from")
    parser.add_argument("--states", type=int, default=200_000)
    parser.add_argument("--solvable-seeds", type=int, default=1_000_000)
    parser.add_argument("--won", type=int, default=20_000)
    parser.add_argument("--cache", type=Path, help="a directory that keeps the unsolvable seeds")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    unsolvable = unsolvable_deals(arguments.blocks, arguments.cache)
    features, labels, start, seeds = chosen_deals(unsolvable, arguments.blocks, arguments.solvable_seeds, arguments.won)
    states = random_states(arguments.states, STATES_SEED)
    features = np.concatenate([features, extract(states.cards, 4, 4, NAMES)])
    labels = np.concatenate([labels, states.solvable])
    start = np.concatenate([start, np.zeros(len(states))])
    print(f"{len(features):,} boards, {len(NAMES)} features", flush=True)
    last = FIRST_SEED + arguments.blocks * BLOCK * 2 // 3
    checked = np.zeros(len(features), np.bool_)
    checked[: len(seeds)] = (seeds >= last) & ~labels[: len(seeds)]
    text = fitted_trees(features[~checked], labels[~checked], start[~checked])
    description = Description("shipped", "trees", NAMES, {"link": "logistic"})
    scores = FormulaModel.read(description, text.encode()).of_features(features[checked])
    sieve = float(scores.max())
    print(
        f"sieve {sieve:.6f} from {int(checked.sum()):,} unsolvable deals; the next {np.sort(scores)[-6:-1]}", flush=True
    )
    text = fitted_trees(features, labels, start)
    parameters = {"link": "logistic", "sieve": sieve} | {
        name: value for name, value in PARAMETERS.items() if name not in ("verbosity", "n_jobs")
    }
    recipe = {
        "made by": "tools/fit_shipped.py",
        "random states": {"count": arguments.states, "seed": STATES_SEED},
        "unsolvable deals of the seeds": [FIRST_SEED, FIRST_SEED + arguments.blocks * BLOCK],
        "solvable deals of the seeds": [FIRST_SEED, FIRST_SEED + arguments.solvable_seeds],
        "boards": len(features),
    }
    versions = {"boaf": __version__, "lightgbm": version("lightgbm")}
    description = Description("shipped", "trees", NAMES, parameters, recipe, {}, versions)
    save(FormulaModel.read(description, text.encode()), arguments.output)
    print(f"{arguments.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
