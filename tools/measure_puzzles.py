"""Let Roberson & Sperduto's player play generated puzzles, and print how often it loses by level and method.

The games use random numbers that generation does not see. docs/puzzles.md has the table.

    python tools/measure_puzzles.py            # a minute on two cores
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from boaf.kernel.dealing import cards_of
from boaf.players.registry import player
from boaf.puzzles.candidates import METHODS
from boaf.puzzles.difficulty import LEVELS
from boaf.puzzles.generation import generate

FIRST_GAME = 1 << 33


def main() -> None:
    """Generate, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=12, help="of each level and method")
    parser.add_argument("--games", type=int, default=15, help="on each puzzle")
    parser.add_argument("--iterations", type=int, default=100, help="of the MCTS player")
    parser.add_argument("--seed", type=int, default=2026, help="of the puzzles")
    arguments = parser.parse_args()
    generate(3)  # compiles
    mcts = player("mcts", iterations=arguments.iterations, ties="other")
    seeds = np.arange(FIRST_GAME, FIRST_GAME + arguments.puzzles * arguments.games, dtype=np.uint64)
    print("| level | method | mcts loses | seconds of processor time a puzzle |\n| --- | --- | --- | --- |")
    for level in LEVELS:
        for method in METHODS:
            started = process_time()
            puzzles = generate(level, arguments.puzzles, seed=arguments.seed, method=method)
            seconds = (process_time() - started) / len(puzzles)
            deals = np.repeat([cards_of(puzzle.board) for puzzle in puzzles], arguments.games, axis=0)
            lost = 1 - mcts.play_many(deals, 4, 4, seeds).won.mean()
            print(f"| {level} | {method} | {100 * lost:.1f} % | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
