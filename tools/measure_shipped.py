"""Measure the model that comes with boaf, on boards that it was not fitted on.

Everything is printed; with `--write` the metrics also go into the model file and the plots into `docs/`. Random states
have the seed 0, the fit had another. The deals are the million of Hoshino & Notarangelo (2019), 0 … 999,999, the next
one, and the first negative one; the fit began at 10,000,000. Hoshino & Kahn's tree is next to it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import draw_deals
from boaf.learn.board_features import HOSHINO_KAHN, extract
from boaf.learn.data.making import random_states
from boaf.learn.feature_models import FormulaModel, save, says_unsolvable
from boaf.learn.prediction import load, probability_unless_won
from boaf.render.figures import Curve, Figure, draw
from boaf.solvers.batch import solve_many

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "src" / "boaf" / "models" / "shipped.boaf"
DOCS = ROOT / "docs"
RANGES = ((0, 1_000_000), (1_000_000, 2_000_000), (-1_000_000, 0))
BINS = 10
Array = NDArray[Any]


def on_states(model: FormulaModel, count: int) -> tuple[dict[str, Any], Figure, list[tuple[str, float]]]:
    """Accuracy, calibration, and what accuracy is lost when a feature is shuffled."""
    states = random_states(count)
    features = extract(states.cards, 4, 4, model.description.features)
    likely = model.of_features(features)
    bins = np.minimum((likely * BINS).astype(int), BINS - 1)
    used = [k for k in range(BINS) if (bins == k).any()]
    means = [float(likely[bins == k].mean()) for k in used]
    shares = [float(states.solvable[bins == k].mean()) for k in used]
    accuracy = float(((likely >= 0.5) == states.solvable).mean())
    stacks = np.sum(states.cards != 255, axis=1)
    by_stacks = {int(k): float(((likely >= 0.5) == states.solvable)[stacks == k].mean()) for k in np.unique(stacks)}
    metrics = {
        "random states": {
            "boards": count,
            "accuracy": accuracy,
            "root_mean_squared_error": float(np.sqrt(np.mean((likely - states.solvable) ** 2))),
            "accuracy by stacks": by_stacks,
            "calibration error": float(
                sum((bins == k).mean() * abs(mean - share) for k, mean, share in zip(used, means, shares, strict=True))
            ),
        }
    }
    curves = [Curve("random states", means, shares), Curve("perfect", [0, 1], [0, 1])]
    figure = Figure("Calibration on random states", "probability said", "share solvable", curves)
    part = features[:50_000]
    truth = states.solvable[:50_000]
    base = float(((model.of_features(part) >= 0.5) == truth).mean())
    random = np.random.default_rng(0)
    losses = []
    for k, name in enumerate(model.description.features):
        shuffled = part.copy()
        shuffled[:, k] = random.permutation(shuffled[:, k])
        losses.append((name, base - float(((model.of_features(shuffled) >= 0.5) == truth).mean())))
    return metrics, figure, sorted(losses, key=lambda loss: -loss[1])


def on_deals(model: FormulaModel, start: int, stop: int) -> tuple[dict[str, Any], Array, Array]:
    """What the sieve and Hoshino & Kahn's tree miss and flag."""
    cards = draw_deals(np.arange(start, stop, dtype=np.int64) % (1 << 31), 16)
    unsolvable = solve_many(range(start, stop)).unsolvable
    likely = probability_unless_won(cards, model=model)
    nw1, nw2, trees = extract(cards, 4, 4, HOSHINO_KAHN).T
    found: dict[str, Any] = {"seeds": [start, stop], "unsolvable": int(unsolvable.sum())}
    found["least suspect unsolvable deal"] = float(likely[unsolvable].max())
    for name, says in (
        ("sieve", likely <= model.description.parameters["sieve"]),
        ("Hoshino & Kahn (2019)", says_unsolvable(trees, 2 * nw2, nw1)),
        ("no playout wins", likely < 1),
    ):
        found[name] = {
            "missed": int((unsolvable & ~says).sum()),
            "missed seeds": (start + np.flatnonzero(unsolvable & ~says))[:100].tolist() if name == "sieve" else [],
            "solvable flagged": int((~unsolvable & says).sum()),
            "precision": float(unsolvable[says].mean()),
        }
    print(json.dumps(found), flush=True)
    return found, likely, unsolvable


def precision_recall(likely: Array, unsolvable: Array) -> Figure:
    """Precision and recall of calling the deals unsolvable that are least likely solvable."""
    order = np.argsort(likely, kind="stable")
    hits = np.cumsum(unsolvable[order])
    places = np.flatnonzero(unsolvable[order])[::10]
    recall, precision = hits[places] / hits[-1], hits[places] / (places + 1)
    curves = [Curve("the model of boaf", recall.tolist(), precision.tolist())]
    return Figure("Unsolvable deals among 0 … 999,999", "recall", "precision", curves)


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=60_000)
    parser.add_argument("--write", action="store_true", help="write the metrics to the model file, the plots to docs/")
    arguments = parser.parse_args()
    model = load(MODEL)
    if not isinstance(model, FormulaModel):
        raise TypeError(f"{MODEL} holds a {type(model).__name__}")
    metrics, calibration, losses = on_states(model, arguments.states)
    print(json.dumps(metrics), flush=True)
    for name, loss in losses[:15]:
        print(f"{name:34} {100 * loss:8.3f} points of accuracy", flush=True)
    if arguments.write:
        draw(calibration, DOCS / "learning-calibration.svg")
    metrics["points of accuracy lost when shuffled"] = {name: 100 * loss for name, loss in losses[:15]}
    metrics["deals"] = []
    for start, stop in RANGES:
        found, likely, unsolvable = on_deals(model, start, stop)
        metrics["deals"].append(found)
        if not arguments.write:
            continue
        if start == 0:
            draw(precision_recall(likely, unsolvable), DOCS / "learning-precision.svg")
        save(replace(model, description=replace(model.description, metrics=metrics)), MODEL)


if __name__ == "__main__":
    main()
