"""Table 3: the win rates of the Monte Carlo player, in the readings of `MctsPlayer`.

The deals are spread evenly over 0 … 9,999, with one game on each. The paper plays 40 games on each of its 9,976
solvable deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from boaf.players.matches import match
from boaf.players.tree_player import READINGS
from boaf.render.figures import Curve, Figure
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Cell, Plan, quickest_first, ranges
from boaf_papers.roberson_sperduto import PRINTED_SEEDS, Scale

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
RISES = "win rates rise with the iterations"
_SECONDS_OF_GAME = {"mcts": 4e-5, "flock": 6e-5}
"""About how long a game takes, with mcts for each iteration."""


class RowGames(NamedTuple):
    """The games of one row of a table."""

    name: str
    player: str
    options: dict[str, Any]
    seeds: range
    printed: float | None = None
    row: str = ""
    column: str = ""


def plan(scale: Scale) -> Plan:
    """The win rates of the player for each number of iterations."""
    rows = [
        RowGames(
            f"mcts, reading {reading}, {iterations:,} iterations",
            "mcts",
            {"iterations": iterations, **options},
            spread(deals),
            PRINTED_WINS[iterations],
            f"{iterations:,} iterations",
            f"reading {reading}",
        )
        for reading, options in READINGS.items()
        for iterations, deals in scale.played.items()
    ]
    return Plan(
        "Table 3: win rates",
        cells_of_games("table-3", rows, scale.cell_deals),
        partial(_rows, rows),
        f"up to {max(scale.played.values()):,} deals spread over 0 … 9,999, fewer from 2,000 iterations on",
        lambda found: [_curves(rows, win_rates(rows, found))],
        is_partial=True,
    )


def cells_of_games(table: str, rows: Sequence[RowGames], most: int) -> dict[Any, Cell]:
    """The cells of games, by the name of the row and the first deal; the quickest first."""
    cells = {}
    for row in rows:
        cost = _SECONDS_OF_GAME[row.player] * (row.options["iterations"] if row.player == "mcts" else 1)
        for first, after in ranges(0, len(row.seeds), most):
            part = row.seeds[first:after]
            seeds = {"start": part.start, "stop": part.stop, "step": part.step}
            recipe = {"player": row.player, **seeds, "options": row.options}
            name = f"{table}, {row.name}, deals {part[0]} to {part[-1]}"
            cells[row.name, first] = Cell(name, _play, recipe, len(part), cost)
    return quickest_first(cells)


def win_rates(rows: Sequence[RowGames], found: Mapping[Any, Any]) -> list[Quantity]:
    """The shares of games won, of the rows that have been played."""
    quantities = []
    for row in rows:
        played = [value for (name, _), value in found.items() if name == row.name]
        if played:
            won, games = (sum(counts) for counts in zip(*played, strict=True))
            share = Quantity.share(row.name, row.printed, won, games, f"{games:,} games")
            quantities.append(replace(share, row=row.row, column=row.column))
    return quantities


def spread(count: int) -> range:
    """Seeds, `count` of them, spread evenly over the paper's."""
    return range(0, PRINTED_SEEDS, PRINTED_SEEDS // count)


def _play(
    progress: Progress, player: str, start: int, stop: int, step: int, options: dict[str, Any]
) -> tuple[int, int]:
    """The games that were won, and those that were played."""
    found = match(player, range(start, stop, step), progress=progress, **options)
    if found.interrupted:
        raise KeyboardInterrupt
    return found.won, found.games


def _rows(rows: list[RowGames], found: dict[Any, Any]) -> list[Quantity]:
    rates = win_rates(rows, found)
    quantities = [one if one.holds_printed else replace(one, note=f"{one.note}; {UNEXPLAINED}") for one in rates]
    return [*quantities, *_steady(rates)]


def _steady(rates: Sequence[Quantity]) -> list[Quantity]:
    """Whether each reading wins more the longer it thinks, as the paper's player does.

    A rate that is lower than the one before is a fall only if their intervals do not overlap.
    """
    claims = []
    for reading in dict.fromkeys(one.column for one in rates):
        own = [one for one in rates if one.column == reading]
        steps = [(earlier.computed > later.computed, falls(earlier, later)) for earlier, later in pairwise(own)]
        fallen = sum(fall for _, fall in steps)
        lower = sum(is_lower for is_lower, _ in steps) - fallen
        note = f"falls {fallen} times" if fallen else "never falls"
        note = f"{note} in {len(steps)} steps" + (f", {lower} times lower within the intervals" if lower else "")
        claims.append(replace(Quantity.claim(f"{reading}: {RISES}", not fallen, note), row=RISES, column=reading))
    return claims


def falls(earlier: Quantity, later: Quantity) -> bool:
    """Whether the second rate is lower and the intervals do not overlap."""
    (low, _), (_, high) = earlier.interval or (0, 1), later.interval or (0, 1)
    return high < low


def _curves(rows: Sequence[RowGames], rates: Sequence[Quantity]) -> Figure:
    """The win rates by iterations, and the printed ones, up to 1,000 iterations."""
    iterations = {row.name: row.options["iterations"] for row in rows}
    shown = [one for one in rates if iterations[one.name] <= 1_000]
    printed = {count: rate for count, rate in PRINTED_WINS.items() if count <= 1_000}
    curves = [Curve("printed", list(printed), list(printed.values()))]
    for reading in dict.fromkeys(one.column for one in shown):
        own = [one for one in shown if one.column == reading]
        curves.append(Curve(reading, [iterations[one.name] for one in own], [one.computed for one in own]))
    return Figure("Table 3: win rates", "iterations per move", "games won", curves)
