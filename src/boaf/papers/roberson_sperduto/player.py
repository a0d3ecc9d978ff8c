"""Roberson & Sperduto (2019): the player (Table 3), and what its parts and ours are worth.

Table 3 has the win rates of the Monte Carlo player in the readings of `boaf.players.mcts`, and of ours, on deals spread
evenly over 0 … 9,999, one game on each. The paper plays 40 games on each of its 9,976 solvable deals; `PLAYED` says how
many deals are played here. `readings` plays what the paper leaves open another way, and leaves out its parts one by
one, with the fewest iterations of the paper and where its curve has risen to 95 %, and says of each whether the printed
rates, and the printed rise between them, lie within the interval; `flock` leaves out the parts of our player.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.study import Cell, Plan, ranges
from boaf.players.matches import match
from boaf.players.mcts import READINGS as MCTS_READINGS
from boaf.render.figures import Curve, Figure
from boaf.support.progress import Progress

PRINTED_SEEDS = 10_000
UNEXPLAINED = "the rest is unexplained; `--table readings` has what was tried"
OTHERS = "ours; printed: the paper's player"
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
PLAYED = {
    "small": {100: 100, 300: 50},
    "paper": dict.fromkeys(PRINTED_WINS, 2_000) | {2_000: 1_000, 4_000: 400, 8_000: 200},
}
"""How many deals the Monte Carlo player plays for each number of iterations, in each reading."""
OURS_PLAYED = {"small": (100, 300, 1000), "paper": tuple(PRINTED_WINS)}
OURS = {"small": 1_000, "paper": 10_000}
READINGS_AT = (100, 300)
"""Below and above the steepest part of the printed curve."""
READINGS: dict[str, dict[str, Any]] = {
    "as the text has it": {},
    "ties: highest mean": {"ties": "other"},
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
READ = {"small": 50, "paper": 500}
OURS_AT = 1
PARTS: dict[str, dict[str, Any]] = {
    "whole": {},
    "without playing won simulations": {"commit": False},
    "Roberson & Sperduto's simulations": {"simulation": "greedy"},
    "simulations played to the end": {"decided": 0},
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


class _Games(NamedTuple):
    """Games that are played for one row of a table."""

    name: str
    player: str
    options: dict[str, Any]
    seeds: range
    printed: float | None
    cells: str = ""
    """What its cells are called, if not by its name."""


def _players(scale: str) -> Plan:
    """The win rates of Roberson & Sperduto's player and of ours."""
    rows = []
    for reading, options in MCTS_READINGS.items():
        for iterations, deals in PLAYED[scale].items():
            name, printed = f"mcts, reading {reading}, {iterations:,} iterations", PRINTED_WINS[iterations]
            rows.append(_Games(name, "mcts", {"iterations": iterations, **options}, _spread(deals), printed))
    for iterations in OURS_PLAYED[scale]:
        name, printed = f"flock (ours), {iterations:,} iterations", PRINTED_WINS[iterations]
        rows.append(_Games(name, "flock", {"iterations": iterations}, _spread(OURS[scale]), printed))
    title = "Roberson & Sperduto (2019), Table 3: win rates, solvable deals spread over 0 … 9,999"
    return _plan_of_games("table-3", title, rows)


def _readings(scale: str) -> Plan:
    """What other readings of the paper give, and what each part is worth."""
    few, many = READINGS_AT
    title = f"Roberson & Sperduto (2019), other readings and parts left out, {few} and {many} iterations"
    rows = []
    for iterations in READINGS_AT:
        for name, options in READINGS.items():
            row = _reading_row(name, iterations)
            cells = name if iterations == few else row
            played = {"iterations": iterations, **options}
            rows.append(_Games(row, "mcts", played, _spread(READ[scale]), PRINTED_WINS[iterations], cells))
    return _plan_of_games("readings", title, rows)


def _reading_row(name: str, iterations: int) -> str:
    return f"{name}, {iterations} iterations"


def _judged(quantities: list[Quantity]) -> list[Quantity]:
    """Each reading at both numbers of iterations and the rise between them, with a verdict on each row and on all."""
    found = {quantity.name: quantity for quantity in quantities}
    judged, left, complete = [], [], 0
    for name in READINGS:
        own = [found[row] for at in READINGS_AT if (row := _reading_row(name, at)) in found]
        judged += [replace(one, note=f"{one.note}; {one.as_reading().note}") for one in own]
        if len(own) == len(READINGS_AT):
            rise = _rise(name, *own)
            judged.append(rise.as_reading())
            complete += 1
            left += [name] if all(one.holds_printed for one in (*own, rise)) else []
    if complete:
        note = "; ".join([f"of {complete}", *left])
        judged.append(Quantity("readings that none of their three rows excludes", None, len(left), note=note))
    return judged


def _rise(name: str, low: Quantity, high: Quantity) -> Quantity:
    """The difference of two rates, with Newcombe's interval, which takes the ends of Wilson's."""
    few, many = READINGS_AT
    rise = high.computed - low.computed
    (a, b), (c, d) = low.interval or (0, 1), high.interval or (0, 1)
    below = sqrt((high.computed - c) ** 2 + (b - low.computed) ** 2)
    above = sqrt((d - high.computed) ** 2 + (low.computed - a) ** 2)
    printed = PRINTED_WINS[many] - PRINTED_WINS[few]
    return Quantity(f"{name}, rise from {few} to {many}", printed, rise, "%", interval=(rise - below, rise + above))


def _parts(scale: str) -> Plan:
    """What each part of our player is worth."""
    title = f"Our player, parts left out, {OURS_AT} iteration{'s' * (OURS_AT > 1)} per move"
    deals = _spread(PARTED[scale])
    rows = [_Games(name, "flock", {"iterations": OURS_AT, **options}, deals, None) for name, options in PARTS.items()]
    return _plan_of_games("flock", title, rows)


def _plan_of_games(table: str, title: str, rows: list[_Games]) -> Plan:
    """A table of win rates; a row with many deals has several cells."""
    cells = {row.name: _cells_of_games(table, row) for row in rows}

    def made(values: dict[str, Any]) -> Table:
        quantities = []
        for row in rows:
            played = [values[cell.name] for cell in cells[row.name] if cell.name in values]
            if not played:
                continue
            won, games = (sum(counts) for counts in zip(*played, strict=True))
            found = Quantity.share(row.name, row.printed, won, games, f"{games:,} games")
            quantities.append(replace(found, note=f"{found.note}{_remark(row, found) if table == 'table-3' else ''}"))
        if table != "table-3":
            return Table(table, title, _judged(quantities) if table == "readings" else quantities)
        figure = _curves(rows, quantities)
        return Table(table, title, [*quantities, *_steady(rows, quantities)], [figure])

    quickest_first = sorted((cell for own in cells.values() for cell in own), key=lambda cell: cell.seconds)
    return Plan(table, quickest_first, made, is_partial=True)


def _remark(row: _Games, found: Quantity) -> str:
    """Why a row of Table 3 differs from the printed rate."""
    if row.player != "mcts":
        return f"; {OTHERS}"
    return "" if found.holds_printed else f"; {UNEXPLAINED}"


def _cells_of_games(table: str, row: _Games) -> list[Cell]:
    found = []
    cost = _SECONDS_OF_GAME[row.player] * (row.options["iterations"] if row.player == "mcts" else 1)
    for first, after in ranges(0, len(row.seeds), CELL_DEALS):
        part = row.seeds[first:after]
        seeds = {"start": part.start, "stop": part.stop, "step": part.step}
        recipe = {"player": row.player, **seeds, "options": row.options}
        name = f"{table}, {row.cells or row.name}, deals {part[0]} to {part[-1]}"
        found.append(Cell(name, _play, recipe, len(part), cost))
    return found


def _play(
    progress: Progress, player: str, start: int, stop: int, step: int, options: dict[str, Any]
) -> tuple[int, int]:
    """How many games were won, and how many were played."""
    found = match(player, range(start, stop, step), progress=progress, **options)
    if found.interrupted:
        raise KeyboardInterrupt
    return found.won, found.games


def _spread(count: int) -> range:
    """So many seeds, spread evenly over the paper's."""
    return range(0, PRINTED_SEEDS, PRINTED_SEEDS // count)


def _steady(rows: list[_Games], quantities: list[Quantity]) -> list[Quantity]:
    """Whether each reading wins more the longer it thinks, as the paper's player does.

    A rate that is lower than the one before is a fall only if their intervals do not overlap.
    """
    rates = {quantity.name: quantity for quantity in quantities}
    claims = []
    for reading in MCTS_READINGS:
        name = f"mcts, reading {reading}"
        own = [row for row in rows if row.name.startswith(f"{name},") and row.name in rates]
        found = [rates[row.name] for row in sorted(own, key=lambda row: int(row.options["iterations"]))]
        falls = [_falls(earlier, later) for earlier, later in pairwise(found)]
        lower = sum(later.computed < earlier.computed for earlier, later in pairwise(found)) - sum(falls)
        steps = f"in {len(falls)} step{'s' * (len(falls) != 1)}"
        note = f"falls {_times(sum(falls))} {steps}" if any(falls) else f"never falls {steps}"
        note += f"; lower {_times(lower)} within the intervals" if lower else ""
        claims.append(Quantity.claim(f"{name}: win rates rise with the iterations", not any(falls), note))
    return claims


def _falls(earlier: Quantity, later: Quantity) -> bool:
    (low, _), (_, high) = earlier.interval or (0, 1), later.interval or (0, 1)
    return high < low


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _curves(rows: list[_Games], quantities: list[Quantity]) -> Figure:
    """The win rates of each player by iterations, and the printed ones, up to 1,000 iterations."""
    rates = {quantity.name: quantity.computed for quantity in quantities}
    shown = [row for row in rows if row.name in rates and row.options["iterations"] <= 1_000]
    printed = {iterations: rate for iterations, rate in PRINTED_WINS.items() if iterations <= 1_000}
    curves = [Curve("printed", list(printed), list(printed.values()))]
    for name in dict.fromkeys(row.name.rpartition(",")[0] for row in shown):
        own = [row for row in shown if row.name.rpartition(",")[0] == name]
        curves.append(Curve(name, [row.options["iterations"] for row in own], [rates[row.name] for row in own]))
    return Figure("Roberson & Sperduto (2019), Table 3", "iterations per move", "games won", curves)


TABLES = {"table-3": _players, "readings": _readings, "flock": _parts}
