"""Hunt for an unsolvable deal of many cards: python tools/hunt.py --tries 500 --out results/hunt.json.

No hand of 35 or more cards falls into flocks, so the usual reason is out of reach; what is left is where the cards lie.
Simulated annealing exchanges cards, with each other and with those that are not dealt, until as few pairs as possible
are in line and match. Each board that it ends with is given to the solver, and to a beam search where the solver leaves
it open. A board that proves unsolvable is kept, as is one that stays open; otherwise the record says what was tried.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from math import exp
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

import boaf
from boaf.kernel.dealing import Cards, board_of, cards_of, next_random, random_below
from boaf.kernel.native import compiled
from boaf.support.store import write_record

SIZES = ((5, 5), (6, 6), (4, 9), (3, 12), (2, 18), (4, 13))
HOT, COLD = 2.0, 0.1


@dataclass
class Hunt:
    """What was tried on boards of one size."""

    rows: int
    cols: int
    tries: int
    steps: int
    fewest_pairs: int
    """The fewest pairs of stacks in line that match, of all boards tried."""
    mean_pairs_of_deals: float
    """The same for numbered deals, on average."""
    most_nodes: int
    """The most nodes that a board took."""
    by_beam: list[str]
    """The boards that the solver left open and a beam search solved."""
    unsolvable: list[str]
    """The boards that were found, each with a proof that the checker accepts."""
    unknown: list[str]
    """The boards that both left open after `max_nodes` nodes."""
    max_nodes: int
    seconds: float
    """Processor time."""


@compiled
def pairs_at(cards: Cards, cell: int, rows: int, cols: int) -> int:
    """How many cells in line with a cell have a card that matches its own. Shape (52,)."""
    found = 0
    row, col = cell // cols, cell % cols
    for k in range(cols):
        other = row * cols + k
        found += other != cell and matches(cards[cell], cards[other])
    for k in range(rows):
        other = k * cols + col
        found += other != cell and matches(cards[cell], cards[other])
    return found


@compiled
def matches(one: int, other: int) -> bool:
    """Whether two cards match, by their numbers."""
    return one % 4 == other % 4 or abs(one // 4 - other // 4) <= 1


@compiled
def anneal(cards: Cards, rows: int, cols: int, steps: int, hot: float, cold: float, state: NDArray[np.uint64]) -> int:
    """Exchange cards until few pairs match; the first rows · cols of the cards are dealt. Returns the pairs."""
    cells = rows * cols
    pairs = 0
    for cell in range(cells):
        pairs += pairs_at(cards, cell, rows, cols)
    pairs //= 2
    for step in range(steps):
        heat = hot * (cold / hot) ** (step / steps)
        a, b = int(random_below(state, cells)), int(random_below(state, len(cards)))
        if a == b:
            continue
        before = pairs_at(cards, a, rows, cols) + (pairs_at(cards, b, rows, cols) if b < cells else 0)
        cards[a], cards[b] = cards[b], cards[a]
        after = pairs_at(cards, a, rows, cols) + (pairs_at(cards, b, rows, cols) if b < cells else 0)
        change = after - before  # a pair of a and b themselves counts twice before and after, and stays
        if change <= 0 or (next_random(state) >> np.uint64(11)) * 2.0**-53 < exp(-change / heat):
            pairs += change
        else:
            cards[a], cards[b] = cards[b], cards[a]
    return pairs


def hunt(rows: int, cols: int, tries: int, steps: int, max_nodes: int) -> Hunt:
    """Anneal many boards of one size, and decide them."""
    started, cells = process_time(), rows * cols
    boards = np.zeros((tries, cells), np.uint8)
    pairs = []
    for number in range(tries):
        state = np.array([number], np.uint64)
        cards = cards_of(boaf.deal(number, 4, 13))
        pairs.append(int(anneal(cards, rows, cols, steps, HOT, COLD, state)))
        boards[number] = cards[:cells]
    batch = boaf.solve_many(boards, rows, cols, max_nodes=max_nodes)
    kinds: dict[str, list[str]] = {"by_beam": [], "unsolvable": [], "unknown": []}
    for k in np.flatnonzero(~batch.solvable).tolist():
        board = board_of(boards[k], cols)
        kinds[resisting(board, max_nodes)].append(board.text())
    deals = np.mean([len(boaf.deal(seed, rows, cols).legal_moves) / 2 for seed in range(100)])
    return Hunt(
        rows,
        cols,
        tries,
        steps,
        fewest_pairs=min(pairs),
        mean_pairs_of_deals=float(deals),
        most_nodes=int(batch.nodes.max()),
        max_nodes=max_nodes,
        seconds=round(process_time() - started, 1),
        **kinds,
    )


def resisting(board: boaf.Board, max_nodes: int) -> str:
    """What becomes of a board that the solver has not solved."""
    if boaf.solve(board, "beam", max_nodes=max_nodes).verdict == "solvable":
        return "by_beam"
    proof = boaf.explain(board, max_nodes=max_nodes).proof
    if proof is None:
        return "unknown"
    boaf.check_proof(board, proof)
    return "unsolvable"


def main() -> None:
    """Hunt on all sizes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tries", type=int, default=500)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--max-nodes", type=int, default=200_000)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    found = []
    for rows, cols in SIZES:
        found.append(hunt(rows, cols, chosen.tries, chosen.steps, chosen.max_nodes))
        last = found[-1]
        print(
            f"{rows} × {cols}: {last.fewest_pairs} pairs at least (deals {last.mean_pairs_of_deals:.1f}), "
            f"{len(last.unsolvable)} of {last.tries} unsolvable, {len(last.by_beam)} solved by a beam, "
            f"{len(last.unknown)} open, up to {last.most_nodes} nodes",
            flush=True,
        )
        if chosen.out:
            write_record(chosen.out, {"sizes": [asdict(one) for one in found]})


if __name__ == "__main__":
    main()
