"""Roberson & Sperduto (2019): heuristic search (Table 1), what the checker catches (Table 2), the player (Table 3).

Table 1 has the mean number of nodes that the best-first search expands for each weight of the legal moves, and that DFS
expands, over the solvable deals of 0 … 9,999, fewer at the small scale. A deal that takes more than `MAX_NODES` counts
with that number, which the note says. Table 2 counts the unsolvable states of the challenge's data set in each class.

Table 3 has the win rates of the Monte Carlo player, and of ours, on deals spread evenly over 0 … 9,999. The paper plays
40 games on each of its 9,976 solvable deals; `GAMES` says how many are played here at the paper's scale, all of them up
to 500 iterations. `readings` plays what the paper leaves open another way, and leaves out its parts one by one; `flock`
does the same to our player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.intervals import Interval
from boaf.learn.data.interesting import walk_seeds
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_deals, run_depth_first, run_solver
from boaf.players.matches import Match, match
from boaf.progress import Progress
from boaf.prove.batch import CLASSES, classes_of
from boaf.solvers.batch import Batch, solve_many
from boaf.solvers.depth_first import CARDS, NATURAL, POSITIONS, REVERSED, Choices

DEALS = {"small": 1_000, "paper": 10_000}
MAX_NODES = 1_000_000
PRINTED_NODES = {1.0: 387.43, 1.5: 197.80, 2.0: 117.84, 2.5: 102.85, 3.0: 128.68, 3.5: 185.96}
PRINTED_DFS = 5_274.23
STATE_SEEDS = {"small": 150, "paper": 10_000}
PRINTED_SHARES = {
    "stranded": 0.1450,
    "separated": 0.2239,
    "lynchpin": None,
    "one lynchpin": 0.2924,
    "printed lynchpin": None,
}
NOTES = {
    "stranded": "the difference is unexplained",
    "lynchpin": "all lynchpins together: what `boaf explain` uses",
    "one lynchpin": "every lynchpin by itself: the reading nearest to the printed share",
    "printed lynchpin": "only the cases that the text prints",
}
PRINTED_SEEDS = 10_000
COMBINED = ("stranded", "separated", "one lynchpin")
PRINTED_COMBINED = 0.3793
PRINTED_STATES = 657_888
PRINTED_WINS = {
    100: 0.4426,
    200: 0.7720,
    300: 0.9455,
    400: 0.9678,
    500: 0.9809,
    1000: 0.9941,
    2000: 0.9975,
    4000: 0.9985,
    8000: 0.9988,
}
PLAYED = {"small": {100: 100, 300: 100, 1000: 40}, "paper": dict.fromkeys(PRINTED_WINS, 10_000)}
"""How many deals the Monte Carlo player plays for each number of iterations."""
GAMES = {100: 40, 200: 40, 300: 40, 400: 40, 500: 40, 1000: 10, 2000: 4, 4000: 2, 8000: 1}
"""How many games on each of them, at the paper's scale."""
OURS = {"small": 1_000, "paper": 10_000}
READINGS_AT = 100
READINGS: dict[str, dict[str, Any]] = {
    "as read": {},
    "reward: score": {"reward": "score"},
    "choice: highest mean": {"choice": "value"},
    "reward: score, choice: highest mean": {"reward": "score", "choice": "value"},
    "Cp: 0.1": {"exploration": 0.1},
    "Cp: √2": {"exploration": 2**0.5},
    "simulation: proportional": {"simulation": "proportional"},
    "simulation: random": {"simulation": "random"},
    "checker knows two stacks": {"known": 2},
    "without lookahead": {"lookahead": 0},
    "without exploring every child first": {"explore_first": False},
    "without taking solvable children": {"take_solvable": False},
    "without pruning": {"prune": False},
    "without expanding at once": {"expand_all": False},
    "tree kept from move to move": {"keep": True},
    "won simulations are played": {"commit": True},
}
READ = {"small": 50, "paper": 10_000}
OURS_AT = 1
PARTS: dict[str, dict[str, Any]] = {
    "whole": {},
    "without playing won simulations": {"commit": False},
    "Roberson & Sperduto's simulations": {"simulation": "greedy"},
    "simulations played to the end": {"stop_known": False},
    "simulations without noise": {"noise": 0},
    "without prior": {"prior": "none", "exploration": 0.5**0.5},
    "without proofs in the tree": {"prove": False},
    "without transpositions": {"transpositions": False},
    "without keeping the tree": {"keep": False},
    "reward: win": {"reward": "win"},
}
PARTED = {"small": 1_000, "paper": 10_000}


def _nodes(scale: str, progress: Progress) -> Table:
    """Mean nodes for each weight, and for DFS."""
    deals = DEALS[scale]
    solvable = np.flatnonzero(solve_many(range(deals)).solvable)
    boards = cards_of_deals(solvable)
    quantities = []
    for weight, printed in PRINTED_NODES.items():
        batch = run_solver(boards, "best-first", MAX_NODES, progress, weight=weight)
        quantities.append(_mean(f"best-first, weight {weight}", printed, batch))
    for name, order in (("last child first", REVERSED), ("first child first", NATURAL)):
        choices = Choices(drop=CARDS | POSITIONS, order=order, count_all=False)
        batch = run_depth_first(boards, choices, MAX_NODES, progress)
        quantities.append(_mean(f"DFS, {name}", PRINTED_DFS, batch, "unexplained; "))
    title = f"Roberson & Sperduto (2019), Table 1: mean nodes expanded, {len(boards):,} solvable deals below {deals:,}"
    return Table("table-1", title, quantities)


def _mean(name: str, printed: float, batch: Batch, remark: str = "") -> Quantity:
    nodes, stopped = batch.nodes, int(np.sum(batch.unknown))
    note = f"{remark}median {np.median(nodes):,.0f}" + (
        f"; {stopped} deals stopped at {MAX_NODES:,}" if stopped else ""
    )
    return Quantity(name, printed, float(nodes.mean()), note=note)


def _classes(scale: str, progress: Progress) -> Table:
    """The share of the unsolvable interesting states in each class."""
    seeds = STATE_SEEDS[scale]
    found, combined, total = np.zeros(len(CLASSES), np.int64), 0, 0
    columns = [CLASSES.index(name) for name in COMBINED]
    for states in walk_seeds(seeds, progress):
        classes = classes_of(states.cards[~states.solvable])
        found += classes.sum(axis=0)
        combined += int(classes[:, columns].any(axis=1).sum())
        total += len(classes)
    quantities = [
        Quantity(name, PRINTED_SHARES[name], count / total, "%", NOTES.get(name, ""))
        for name, count in zip(CLASSES, found.tolist(), strict=True)
    ]
    quantities.append(Quantity("combined", PRINTED_COMBINED, combined / total, "%", "with one lynchpin"))
    printed = PRINTED_STATES if seeds == PRINTED_SEEDS else None
    quantities.append(Quantity("unsolvable states", printed, total))
    title = f"Roberson & Sperduto (2019), Table 2: shares of the unsolvable interesting states, seeds 0 … {seeds - 1:,}"
    return Table("table-2", title, quantities)


def _players(scale: str, progress: Progress) -> Table:
    """The win rates of Roberson & Sperduto's player and of ours."""
    quantities = []
    for iterations, deals in PLAYED[scale].items():
        games = GAMES[iterations] if scale == "paper" else 1
        found = match("mcts", _spread(deals), games=games, progress=progress, iterations=iterations)
        quantities.append(_wins(f"mcts, {iterations:,} iterations", PRINTED_WINS[iterations], found, "; unexplained"))
    for iterations in PLAYED[scale]:
        games = 40 if scale == "paper" else 1
        found = match("flock", _spread(OURS[scale]), games=games, progress=progress, iterations=iterations)
        quantities.append(_wins(f"flock (ours), {iterations:,} iterations", PRINTED_WINS[iterations], found))
    return Table(
        "table-3", "Roberson & Sperduto (2019), Table 3: win rates, solvable deals spread over 0 … 9,999", quantities
    )


def _readings(scale: str, progress: Progress) -> Table:
    """What other readings of the paper give, and what each part is worth."""
    title = f"Roberson & Sperduto (2019), other readings and parts left out, {READINGS_AT} iterations"
    deals, printed = _spread(READ[scale]), PRINTED_WINS[READINGS_AT]
    found = {
        name: match("mcts", deals, progress=progress, iterations=READINGS_AT, **options)
        for name, options in READINGS.items()
    }
    return Table("readings", title, [_wins(name, printed, match) for name, match in found.items()])


def _parts(scale: str, progress: Progress) -> Table:
    """What each part of our player is worth."""
    deals = _spread(PARTED[scale])
    found = {
        name: match("flock", deals, progress=progress, iterations=OURS_AT, **options) for name, options in PARTS.items()
    }
    title = f"Our player, parts left out, {OURS_AT} iteration{'s' * (OURS_AT > 1)} a move"
    return Table("flock", title, [_wins(name, None, match) for name, match in found.items()])


def _spread(count: int) -> range:
    """So many seeds, spread evenly over the paper's."""
    return range(0, PRINTED_SEEDS, PRINTED_SEEDS // count)


def _wins(name: str, printed: float | None, found: Match, outside: str = "") -> Quantity:
    interval = found.win_rate
    note = f"{found.games:,} games, 95 % interval {100 * interval.low:.2f} … {100 * interval.high:.2f} %"
    return Quantity(name, printed, interval.share, "%", note + _remark(printed, interval, outside))


def _remark(printed: float | None, interval: Interval, outside: str) -> str:
    if printed is None or interval.low <= printed <= interval.high:
        return ""
    return f"; {'above' if printed < interval.low else 'below'} the printed rate{outside}"


TABLES = {"table-1": _nodes, "table-2": _classes, "table-3": _players, "readings": _readings, "flock": _parts}
