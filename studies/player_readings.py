"""Roberson & Sperduto (2019), Table 3: what other readings of the player give, and what each of its parts is worth.

What the paper leaves open is played another way, and its parts are left out one by one, with the fewest iterations of
the paper and at the point where its curve has risen to 95 %. Each row says whether the printed rate, or the printed
rise between the two, lies within the interval.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto.player import PRINTED_WINS, RowGames, cells_of_games, spread, win_rates
from study_runner import as_reading, main

PAPER, TABLE = "mcts", "table-3"
SCALES = {"tiny": 2, "small": 50, "paper": 500}
"""The number of deals."""
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


def plan(deals: int) -> Plan:
    """Both numbers of iterations for every reading."""
    few, many = READINGS_AT
    title = f"Table 3, other readings and parts left out, {few} and {many} iterations"
    rows = [
        RowGames(
            _row(name, iterations),
            "mcts",
            {"iterations": iterations, **options},
            spread(deals),
            PRINTED_WINS[iterations],
        )
        for iterations in READINGS_AT
        for name, options in READINGS.items()
    ]
    cells = {key: _named(cell, key[0]) for key, cell in cells_of_games("readings", rows, deals).items()}
    return Plan(title, cells, lambda found: judged(win_rates(rows, found)), is_partial=True)


def _row(name: str, iterations: int) -> str:
    return f"{name}, {iterations} iterations"


def _named(cell: Cell, row: str) -> Cell:
    """The cell under its name on record, which does not have the smaller number of iterations."""
    name = row.removesuffix(_row("", READINGS_AT[0]))
    return replace(cell, name=cell.name.replace(row, name))


def judged(quantities: list[Quantity]) -> list[Quantity]:
    """Each reading at both numbers of iterations and the rise between them, with a verdict on each row and on all."""
    found = {quantity.name: quantity for quantity in quantities}
    judged, left, complete = [], [], 0
    for name in READINGS:
        own = [found[row] for at in READINGS_AT if (row := _row(name, at)) in found]
        judged += [replace(one, note=f"{one.note}; {as_reading(one).note}") for one in own]
        if len(own) == len(READINGS_AT):
            rise = _rise(name, *own)
            judged.append(as_reading(rise))
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


def finding(table: Table) -> str:
    """What the page says."""
    left = table.quantities[-1]
    count = left.note.partition(";")[0].removeprefix("of ")
    few, many = READINGS_AT
    give = f"{left.computed:.0f} give" if left.computed else "none gives"
    return (
        f"Of {count} readings, some with parts left out, {give} both printed rates at {few} and {many} iterations and "
        "the rise between them."
    )


def ruled_out(table: Table) -> str:
    """What the list of open figures says."""
    left = table.quantities[-1]
    return "" if left.computed else f"{left.note.removeprefix('of ')} readings of the player"


if __name__ == "__main__":
    main(__file__)
