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

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from boaf.intervals import Interval, wilson
from boaf.kernel.dealing import Cards
from boaf.learn.data.interesting import walk_seeds
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_deals, run_depth_first, run_solver
from boaf.papers.study import Cell, Plan, ranges
from boaf.players.matches import match
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
_SECONDS_OF_GAME = {"mcts": 4e-5, "flock": 6e-5}
"""About how long a game takes, with mcts for each iteration."""


CELL_DEALS = 2_500
"""How many deals a cell of games has at most."""


def _nodes(scale: str) -> Plan:
    """Mean nodes for each weight, and for DFS."""
    deals = DEALS[scale]
    common = {"deals": deals, "max_nodes": MAX_NODES}
    printed = {f"best-first, weight {weight}": nodes for weight, nodes in PRINTED_NODES.items()}
    cells = [
        Cell(name, _best_first, {**common, "weight": weight}, deals, 8e-4)
        for name, weight in zip(printed, PRINTED_NODES, strict=True)
    ]
    for name, order in (("last child first", REVERSED), ("first child first", NATURAL)):
        cells.append(Cell(f"DFS, {name}", _plain_dfs, {**common, "order": order}, deals, 2e-3))

    def table(values: dict[str, Any]) -> Table:
        quantities = [_mean(name, printed.get(name), value) for name, value in values.items()]
        boards = next(iter(values.values()))["boards"]
        title = f"Roberson & Sperduto (2019), Table 1: mean nodes expanded, {boards:,} solvable deals below {deals:,}"
        return Table("table-1", title, quantities)

    return Plan("table-1", cells, table)


def _best_first(progress: Progress, deals: int, max_nodes: int, weight: float) -> dict[str, Any]:
    return _nodes_of(run_solver(_solvable_deals(deals), "best-first", max_nodes, progress, weight=weight))


def _plain_dfs(progress: Progress, deals: int, max_nodes: int, order: int) -> dict[str, Any]:
    choices = Choices(drop=CARDS | POSITIONS, order=order, count_all=False)
    return _nodes_of(run_depth_first(_solvable_deals(deals), choices, max_nodes, progress))


@cache
def _solvable_deals(deals: int) -> Cards:
    """The solvable ones among the deals 0 … deals − 1."""
    return cards_of_deals(np.flatnonzero(solve_many(range(deals)).solvable))


def _nodes_of(batch: Batch) -> dict[str, Any]:
    nodes, stopped = batch.nodes, int(np.sum(batch.unknown))
    return {"boards": len(nodes), "mean": float(nodes.mean()), "median": float(np.median(nodes)), "stopped": stopped}


def _mean(name: str, printed: float | None, value: dict[str, Any]) -> Quantity:
    """The mean of a search; that of the paper's DFS stands for each order of the children."""
    note = "" if printed else "unexplained; "
    note += f"median {value['median']:,.0f}"
    if value["stopped"]:
        note += f"; {value['stopped']} deals stopped at {MAX_NODES:,}"
    return Quantity(name, printed or PRINTED_DFS, value["mean"], note=note)


def _classes(scale: str) -> Plan:
    """The share of the unsolvable interesting states in each class."""
    seeds = STATE_SEEDS[scale]

    def table(values: dict[str, Any]) -> Table:
        ((found, combined, total),) = values.values()
        quantities = [
            Quantity(name, PRINTED_SHARES[name], count / total, "%", NOTES.get(name, ""))
            for name, count in zip(CLASSES, found, strict=True)
        ]
        quantities.append(Quantity("combined", PRINTED_COMBINED, combined / total, "%", "with one lynchpin"))
        printed = PRINTED_STATES if seeds == PRINTED_SEEDS else None
        quantities.append(Quantity("unsolvable states", printed, total))
        title = (
            f"Roberson & Sperduto (2019), Table 2: shares of the unsolvable interesting states, seeds 0 … {seeds - 1:,}"
        )
        return Table("table-2", title, quantities)

    return Plan("table-2", [Cell("classes of states", _count_classes, {"seeds": seeds}, seeds, 1e-2)], table)


def _count_classes(progress: Progress, seeds: int) -> tuple[list[int], int, int]:
    """How many unsolvable states are in each class, in one of those combined, and in all."""
    found, combined, total = np.zeros(len(CLASSES), np.int64), 0, 0
    columns = [CLASSES.index(name) for name in COMBINED]
    for states in walk_seeds(seeds, progress):
        classes = classes_of(states.cards[~states.solvable])
        found += classes.sum(axis=0)
        combined += int(classes[:, columns].any(axis=1).sum())
        total += len(classes)
    return found.tolist(), combined, total


class _Games(NamedTuple):
    """Games that are played for one row of a table."""

    name: str
    player: str
    options: dict[str, Any]
    seeds: range
    printed: float | None
    games: int = 1
    remark: str = ""


def _players(scale: str) -> Plan:
    """The win rates of Roberson & Sperduto's player and of ours."""
    rows = []
    for iterations, deals in PLAYED[scale].items():
        games, printed = GAMES[iterations] if scale == "paper" else 1, PRINTED_WINS[iterations]
        name, options = f"mcts, {iterations:,} iterations", {"iterations": iterations}
        rows.append(_Games(name, "mcts", options, _spread(deals), printed, games, "; unexplained"))
    for iterations in PLAYED[scale]:
        games, printed = 40 if scale == "paper" else 1, PRINTED_WINS[iterations]
        name, options = f"flock (ours), {iterations:,} iterations", {"iterations": iterations}
        rows.append(_Games(name, "flock", options, _spread(OURS[scale]), printed, games))
    title = "Roberson & Sperduto (2019), Table 3: win rates, solvable deals spread over 0 … 9,999"
    return _plan_of_games("table-3", title, rows)


def _readings(scale: str) -> Plan:
    """What other readings of the paper give, and what each part is worth."""
    title = f"Roberson & Sperduto (2019), other readings and parts left out, {READINGS_AT} iterations"
    deals, printed = _spread(READ[scale]), PRINTED_WINS[READINGS_AT]
    rows = [
        _Games(name, "mcts", {"iterations": READINGS_AT, **options}, deals, printed)
        for name, options in READINGS.items()
    ]
    return _plan_of_games("readings", title, rows)


def _parts(scale: str) -> Plan:
    """What each part of our player is worth."""
    title = f"Our player, parts left out, {OURS_AT} iteration{'s' * (OURS_AT > 1)} a move"
    deals = _spread(PARTED[scale])
    rows = [_Games(name, "flock", {"iterations": OURS_AT, **options}, deals, None) for name, options in PARTS.items()]
    return _plan_of_games("flock", title, rows)


def _plan_of_games(table: str, title: str, rows: list[_Games]) -> Plan:
    """A table of win rates; a row with many deals has several cells."""
    cells = {row.name: _cells_of_games(table, row) for row in rows}

    def made(values: dict[str, Any]) -> Table:
        quantities = []
        for row in rows:
            played = [values[cell.name] for cell in cells[row.name]]
            interval = wilson(sum(won for won, _ in played), games := sum(games for _, games in played))
            note = f"{games:,} games, 95 % interval {100 * interval.low:.2f} … {100 * interval.high:.2f} %"
            note += _remark(row.printed, interval, row.remark)
            quantities.append(Quantity(row.name, row.printed, interval.share, "%", note))
        return Table(table, title, quantities)

    return Plan(table, [cell for own in cells.values() for cell in own], made)


def _cells_of_games(table: str, row: _Games) -> list[Cell]:
    found = []
    cost = _SECONDS_OF_GAME[row.player] * (row.options["iterations"] if row.player == "mcts" else 1)
    for first, after in ranges(0, len(row.seeds), CELL_DEALS):
        part = row.seeds[first:after]
        seeds = {"start": part.start, "stop": part.stop, "step": part.step}
        recipe = {"player": row.player, **seeds, "games": row.games, "options": row.options}
        name = f"{table}, {row.name}, deals {part[0]} to {part[-1]}"
        found.append(Cell(name, _play, recipe, len(part) * row.games, cost))
    return found


def _play(
    progress: Progress, player: str, start: int, stop: int, step: int, games: int, options: dict[str, Any]
) -> tuple[int, int]:
    """How many games were won, and how many were played."""
    found = match(player, range(start, stop, step), games=games, progress=progress, **options)
    if found.interrupted:
        raise KeyboardInterrupt
    return found.won, found.games


def _spread(count: int) -> range:
    """So many seeds, spread evenly over the paper's."""
    return range(0, PRINTED_SEEDS, PRINTED_SEEDS // count)


def _remark(printed: float | None, interval: Interval, outside: str) -> str:
    if printed is None or interval.low <= printed <= interval.high:
        return ""
    return f"; {'above' if printed < interval.low else 'below'} the printed rate{outside}"


TABLES = {"table-1": _nodes, "table-2": _classes, "table-3": _players, "readings": _readings, "flock": _parts}
