"""Measure what features are worth without playouts, and what quick conditions find: figures of `docs/learning.md`.

LightGBM with its default parameters is cross-validated on random states with growing sets of features. With the
largest, it is fitted on those states, and each feature in turn is shuffled among other states. Of the deals
0 … 999,999, the unsolvable ones with a connected compatibility graph are asked whether a quick condition
(`boaf.learn.relaxation_features`) holds.
"""

from __future__ import annotations

import argparse

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.learn.board_features import ARAKI, FEATURES, KNOWN_FEATURES, extract
from boaf.learn.classifiers import cross_validate, fit
from boaf.learn.data.making import random_states
from boaf.solvers.batch import solve_many

WITHOUT_PLAYOUTS = tuple(name for name in KNOWN_FEATURES if name != "fewest_left")
FOLDS = 5
SHUFFLED = 50_000


def accuracies(count: int) -> None:
    """The accuracy of growing sets of features."""
    states = random_states(count)
    for title, names in (
        ("Araki et al.'s", ARAKI),
        ("all of `boaf features`", tuple(FEATURES)),
        ("and relaxations, without playouts", WITHOUT_PLAYOUTS),
    ):
        values = extract(states.cards, 4, 4, names)
        scores = cross_validate("lightgbm", values, states.solvable, folds=FOLDS)
        print(f"{title:34} {len(names):3} features {100 * np.mean(scores.accuracy):8.3f} %", flush=True)


def losses(count: int) -> None:
    """The points of accuracy that are lost when one feature is shuffled among states that were not fitted on."""
    states, others = random_states(count), random_states(SHUFFLED, seed=1)
    values = extract(states.cards, 4, 4, WITHOUT_PLAYOUTS)
    model = fit("lightgbm", values, states.solvable, WITHOUT_PLAYOUTS)
    features = extract(others.cards, 4, 4, WITHOUT_PLAYOUTS)

    def accuracy() -> float:
        return float(((model.of_features(features) >= 0.5) == others.solvable).mean())

    base, random, lost = accuracy(), np.random.default_rng(0), {}
    for column, name in enumerate(WITHOUT_PLAYOUTS):
        kept = features[:, column].copy()
        features[:, column] = random.permutation(kept)
        lost[name] = base - accuracy()
        features[:, column] = kept
    for name in sorted(lost, key=lambda name: -lost[name])[:10]:
        print(f"{name:34} {100 * lost[name]:8.3f} points of accuracy", flush=True)


def connected_deals(stop: int) -> None:
    """How many of the unsolvable deals are connected, and how many of these meet a quick condition at once."""
    seeds = np.flatnonzero(solve_many(range(stop)).unsolvable)
    connected, isolated, given_up = extract(
        draw_deals(seeds.astype(np.int64), 16), 4, 4, ("connected", "isolated", "given_up")
    ).T
    whole = connected == 1
    print(f"{len(seeds):,} unsolvable deals below {stop:,}, {np.sum(~whole):,} of them in several parts by card,")
    print(f"{np.sum(isolated > 0):,} because a card matches no other; a quick condition holds for", end=" ")
    print(f"{np.sum(given_up[whole]):.0f} of the {np.sum(whole)} others, {100 * np.mean(given_up[whole]):.0f} %")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--deals", type=int, default=1_000_000)
    arguments = parser.parse_args()
    accuracies(arguments.states)
    losses(arguments.states)
    connected_deals(arguments.deals)


if __name__ == "__main__":
    main()
