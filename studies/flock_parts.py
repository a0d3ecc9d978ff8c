"""Our player, `flock`, on the deals of Roberson & Sperduto (2019), and what each of its parts is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Plan
from boaf_papers.roberson_sperduto.player import PRINTED_WINS, RowGames, cells_of_games, spread, win_rates
from study_runner import main

PAPER, TABLE = "mcts", "table-3"


class Scale(NamedTuple):
    """How many deals are played, and with which numbers of iterations the whole player plays."""

    deals: int
    iterations: tuple[int, ...]
    cell_deals: int = 2_500


SCALES = {
    "tiny": Scale(10, (100,), 8),
    "small": Scale(1_000, (100, 300, 1_000)),
    "paper": Scale(10_000, tuple(PRINTED_WINS)),
}
OURS_AT = 1
"""Iterations per move with parts left out."""
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


def plan(scale: Scale) -> Plan:
    """The whole player by iterations, then without its parts."""
    deals = spread(scale.deals)
    whole = [
        RowGames(f"flock (ours), {count:,} iterations", "flock", {"iterations": count}, deals, PRINTED_WINS[count])
        for count in scale.iterations
    ]
    parts = [RowGames(name, "flock", {"iterations": OURS_AT, **options}, deals) for name, options in PARTS.items()]
    cells = cells_of_games("table-3", whole, scale.cell_deals) | cells_of_games("flock", parts, scale.cell_deals)
    return Plan("Our player, whole and with parts left out", cells, lambda found: _rows(whole, parts, found))


def _rows(whole: list[RowGames], parts: list[RowGames], found: dict[Any, Any]) -> list[Quantity]:
    rates = [replace(one, note=f"{one.note}; printed: the paper's player") for one in win_rates(whole, found)]
    left_out = [replace(one, note=f"{one.note}, {OURS_AT} iteration per move") for one in win_rates(parts, found)]
    return [*rates, *left_out]


def finding(table: Table) -> str:
    """What the page says."""
    whole = [one for one in table.quantities if one.printed is not None]
    parts = [one for one in table.quantities if one.printed is None]
    worst = min(parts, key=lambda one: one.computed)
    return (
        f"Our own player wins {100 * whole[0].computed:.2f} % of the games with {whole[0].name.split(', ')[1]} per "
        f"move, {100 * parts[0].computed:.2f} % with one, and {100 * worst.computed:.2f} % with one and no prior."
    )


if __name__ == "__main__":
    main(__file__)
