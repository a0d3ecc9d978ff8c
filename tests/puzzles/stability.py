"""How stable the difficulty of a puzzle is: under symmetries, and if other games are counted.

Generates puzzles of every level and prints, by level, the share that have the same level

- in each of ten random images: rows, columns and suits permuted, perhaps transposed or with the ranks reversed;
- if the level is computed from as many games as a rating ever counts, but others: what selection owes to chance.

    python -m tests.puzzles.stability            # 100 puzzles per level; some minutes
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from boaf.board import Board
from boaf.cards import RANKS, SUITS, Card
from boaf.deals import SplitMix64
from boaf.puzzles.attributes import GameCounts
from boaf.puzzles.difficulty import LEVELS, Counted, difficulty_of, estimate_of
from boaf.puzzles.generation import generate
from boaf.puzzles.symmetry import canonical_board
from boaf.solvers.contract import Limits
from boaf.support.threads import thread_pool

OTHER_GAMES = 1 << 20


def stays(board: Board, level: int, images: int) -> bool:
    """Whether all images of a board have a level."""
    random = SplitMix64(hash(board.tops))
    return all(Counted(random_image(board, random), Limits()).level()[0] == level for _ in range(images))


def random_image(board: Board, random: SplitMix64) -> Board:
    """The same game with rows, columns and suits permuted, perhaps transposed and with the ranks reversed.

    The deck is the standard one.
    """
    cells = np.arange(board.rows * board.cols).reshape(board.rows, board.cols)
    cells = cells[np.ix_(_shuffled(board.rows, random), _shuffled(board.cols, random))]
    cells = cells.T if random.below(2) else cells
    suits, is_reversed = _shuffled(len(SUITS), random), random.below(2)

    def image(card: Card) -> Card:
        return Card(len(RANKS) + 1 - card.rank if is_reversed else card.rank, suits[card.suit - 1] + 1)

    return Board.from_cells([tuple(map(image, board.stacks[cell])) for cell in cells.ravel()], cells.shape[1])


def _shuffled(number: int, random: SplitMix64) -> list[int]:
    order = list(range(number))
    for k in range(number - 1, 0, -1):
        other = random.below(k + 1)
        order[k], order[other] = order[other], order[k]
    return order


def main() -> None:
    """Generate, transform, rate again, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=100, help="of each level")
    parser.add_argument("--images", type=int, default=10, help="of each puzzle")
    parser.add_argument("--side", type=int, default=4, help="of the boards")
    arguments = parser.parse_args()
    side = arguments.side
    print("| level | puzzles | the same in all images | the same with other games |\n| --- | --- | --- | --- |")
    for level in LEVELS:
        puzzles = generate(level, arguments.puzzles, side, side, seed=500 + level, threads=2)

        def is_confirmed(board: Board, level: int = level) -> bool:
            counts = GameCounts(canonical_board(board), Limits(), OTHER_GAMES)
            counts.play(counts.most_games)
            estimate = estimate_of(counts.shares(), counts.games)
            return difficulty_of(estimate.score(), side, side) == level

        boards = [puzzle.board for puzzle in puzzles]
        with thread_pool() as pool:
            same = sum(pool.map(partial(stays, level=level, images=arguments.images), boards))
            confirmed = sum(pool.map(is_confirmed, boards))
        share = [f"{100 * number / len(boards):.1f} %" for number in (same, confirmed)]
        print(f"| {level} | {len(boards)} | {share[0]} | {share[1]} |", flush=True)


if __name__ == "__main__":
    main()
