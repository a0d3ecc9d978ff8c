"""Fit the linear model of `boaf.solvers.estimate` and write it to `src/boaf/solvers/estimate.json`.

The data are random mid-game boards, made and labelled here as Araki et al. (2019, "Dataset Generation") says; the model
is ordinary least squares of the label, 1 for solvable and 0 for unsolvable, on the features, as in Araki et al. (2019)
"Ordered DFS".
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import boaf
from boaf.kernel.dealing import board_of, draw_random_board
from boaf.kernel.position import position_of
from boaf.solvers.estimate import FEATURES, degrees

FIRST_SEED = 1_000_000_000
"""Far from the boards on which anything is measured."""
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "solve" / "estimate.json"


def main() -> None:
    """Make the data, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    cards = np.zeros((arguments.boards, 16), np.uint8)
    values = np.zeros((arguments.boards, len(FEATURES) + 1))
    values[:, -1] = 1
    for k in range(arguments.boards):
        draw_random_board(np.uint64(FIRST_SEED + k), cards[k])
        position = position_of(board_of(cards[k], 4))
        degrees(position.match, position.occupied, values[k, :-1])
    solvable = (boaf.solve_many(cards).verdicts == 1).astype(float)
    half = arguments.boards // 2
    trained = np.linalg.lstsq(values[:half], solvable[:half], rcond=None)[0]
    error = float(np.sqrt(np.mean((values[half:] @ trained - solvable[half:]) ** 2)))
    weights = np.linalg.lstsq(values, solvable, rcond=None)[0]
    content = {
        "made by": "tools/fit_estimate.py",
        "random boards": [FIRST_SEED, FIRST_SEED + arguments.boards],
        "features": FEATURES,
        "weights": [round(float(weight), 6) for weight in weights[:-1]],
        "root mean squared error on the other half": round(error, 4),
    }
    arguments.output.write_text(json.dumps(content, indent=2) + "\n")
    print(arguments.output.read_text())


if __name__ == "__main__":
    main()
