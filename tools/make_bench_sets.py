"""Write the sets of boards of `boaf bench`: `python tools/make_bench_sets.py`.

`easy` and `hard` are chosen from 20,000 deals that are in no range for learning. A deal is easy if the greedy player
wins it often; it is hard if that player never wins it and Araki et al.'s Ordered DFS takes many
nodes. The boards of `few-moves` are those with the fewest pairs of matching cards in line that `tools/hunt.py` found.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import polars as pl

import boaf
from boaf.bench.sets import TEST, TRAINING, VALIDATION, boards_of, digest_of_boards
from boaf.census.reasons import reasons_of
from boaf.kernel.dealing import draw_deals
from boaf.support.files import write_file

ROOT = Path(__file__).parents[1]
POOL = range(1_503_000_000, 1_503_020_000)
GAMES = 200
SIZES = (*((n, n) for n in range(3, 8)), (3, 4), (4, 5), (5, 6), (6, 7), (4, 13))
LARGE = ((6, 6), (7, 7), (4, 13))
CHOSEN = 200
PER_REASON = 40
NODES = 100_000


def _deals(seeds: list[int] | range, rows: int = 4, cols: int = 4) -> dict[str, Any]:
    return {
        "rows": rows,
        "cols": cols,
        "deals": {"range": [seeds.start, seeds.stop]} if isinstance(seeds, range) else seeds,
    }


def _graded() -> tuple[list[int], list[int]]:
    """The easiest and the hardest solvable deals of the pool."""
    games = boaf.match("greedy", POOL, games=GAMES).results
    wins = dict(games.group_by("deal").agg(pl.col("won").sum()).iter_rows())
    easy = sorted(wins, key=lambda seed: (-wins[seed], seed))[:CHOSEN]
    never = sorted(seed for seed, won in wins.items() if not won)
    nodes = {seed: boaf.solve(boaf.deal(seed), "ordered", max_nodes=NODES).nodes for seed in never}
    return sorted(easy), sorted(sorted(never, key=lambda seed: (-nodes[seed], seed))[:CHOSEN])


def _unsolvable() -> list[int]:
    """The first unsolvable deals of each reason."""
    found: dict[str, list[int]] = defaultdict(list)
    start = 0
    while len(found) < 6 or min(map(len, found.values())) < PER_REASON:
        batch = boaf.solve_many(range(start, start + 1_000_000))
        seeds = start + batch.unsolvable.nonzero()[0]
        for seed, reason in zip(seeds.tolist(), reasons_of(draw_deals(seeds, 16), 4, 4), strict=True):
            if len(found[reason]) < PER_REASON:
                found[reason].append(seed)
        start += 1_000_000
    return sorted(seed for seeds in found.values() for seed in seeds)


def _is_solvable(board: boaf.Board) -> bool:
    """The exact verdict; a beam finds the solutions that are too deep for the exact search."""
    found = boaf.solve(board, max_nodes=NODES)
    if found.verdict is boaf.Verdict.UNKNOWN:
        found = boaf.solve(board, "beam")
    if found.verdict is boaf.Verdict.UNKNOWN:
        raise boaf.BoafError(f"{board.text()} is not decided")
    return found.verdict is boaf.Verdict.SOLVABLE


def main() -> None:
    """Write `sets.json`."""
    easy, hard = _graded()
    hunted = json.loads((ROOT / "results" / "hunt.json").read_bytes())["sizes"]
    texts = [text for size in hunted for text in size["by_beam"]]
    recipes: dict[str, tuple[str, list[dict[str, Any]]]] = {
        "train": ("the first thousand 4 × 4 deals for training", [_deals(TRAINING[:1000])]),
        "validation": ("the first thousand 4 × 4 deals for validation", [_deals(VALIDATION[:1000])]),
        "test": ("the first thousand 4 × 4 deals for testing", [_deals(TEST[:1000])]),
        "easy": ("solvable 4 × 4 deals that the greedy player wins most often", [_deals(easy)]),
        "hard": (
            "solvable 4 × 4 deals that the greedy player never wins and an ordered search finds hard",
            [_deals(hard)],
        ),
        "unsolvable": ("unsolvable 4 × 4 deals, forty for each of the six reasons", [_deals(_unsolvable())]),
        "mid-game": (
            "random 4 × 4 boards of 2 to 16 stacks, as in Araki et al. (2019)",
            [{"rows": 4, "cols": 4, "random": {"range": [0, 1000]}}],
        ),
        "few-moves": ("boards with as few legal moves as a search could find", [{"texts": texts}]),
        "sizes": (
            "forty deals of each of ten sizes from 3 × 3 to 7 × 7 and 4 × 13",
            [_deals(range(40), *size) for size in SIZES],
        ),
        "large": ("fifty deals each of 6 × 6, 7 × 7 and 4 × 13", [_deals(range(50), *size) for size in LARGE]),
    }
    found = {}
    for name, (summary, parts) in recipes.items():
        boards = tuple(board for part in parts for board in boards_of(part))
        verdicts = "".join("01"[_is_solvable(board)] for board in boards)
        digest = digest_of_boards(boards)
        found[name] = {"summary": summary, "digest": digest, "solvable": verdicts, "parts": parts}
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(recipe, ensure_ascii=False)}" for name, recipe in found.items())
    write_file(ROOT / "src" / "boaf" / "bench" / "sets.json", f"{{\n{text}\n}}\n".encode())


if __name__ == "__main__":
    main()
