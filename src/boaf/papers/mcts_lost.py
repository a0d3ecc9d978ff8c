"""Roberson & Sperduto (2019): which deals their player loses at 8,000 iterations, and whether it always does.

The paper loses 480 of 399,040 games at 8,000 iterations, 40 on each deal: as many as if twelve deals were lost always.
Playing them all is too much here. So every deal is played once with few iterations; those that are lost are played once
more with more; and only those that are lost again are played several times at 8,000. A deal that is always lost
there passes these screens, one that is lost now and then may not: the share of games lost is a lower bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.deals import deal
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan, ranges
from boaf.players.matches import match
from boaf.progress import Progress
from boaf.solvers.analysis import analyze
from boaf.solvers.batch import solve_many
from boaf.solvers.result import Verdict
from boaf.solvers.solution_count import count_solutions

DEALS = {"small": 20, "paper": 10_000}
CELL_DEALS = 250
SCREENS = (500, 2_000)
ITERATIONS = 8_000
GAMES = 10
PRINTED_LOST, PRINTED_GAMES = 480, 40
PRINTED_DEALS = 9_976
_SECONDS_OF_DEAL = 0.05


def _lost_deals(scale: str) -> Plan:
    """The deals that are lost at each number of iterations."""
    cells = [
        Cell(
            f"lost deals, {first} to {after - 1}",
            _play_lost,
            {"first": first, "after": after, "screens": list(SCREENS), "iterations": ITERATIONS, "games": GAMES},
            after - first,
            _SECONDS_OF_DEAL,
        )
        for first, after in ranges(0, DEALS[scale], CELL_DEALS)
    ]

    def table(values: dict[str, Any]) -> Table:
        cells = list(values.values())
        played = [sum(counts) for counts in zip(*(cell["played"] for cell in cells), strict=True)]
        found = [one for cell in cells for one in cell["lost"]]
        title = (
            f"Roberson & Sperduto (2019): which games are lost at {ITERATIONS:,} iterations; {played[0]:,} solvable "
            f"deals, reading A"
        )
        return Table("lost-deals", title, _rows(played, found))

    return Plan("lost-deals", cells, table, is_partial=True)


def _play_lost(
    progress: Progress, first: int, after: int, screens: list[int], iterations: int, games: int
) -> dict[str, Any]:
    """How many deals were played at each number of iterations, and what became of the last of them."""
    seeds = (first + np.flatnonzero(solve_many(range(first, after)).solvable)).tolist()
    played = [len(seeds)]
    progress(after - first - len(seeds))
    for number, screen in enumerate(screens):
        lost = []
        for seed in seeds:
            if not _won(seed, screen, 1):
                lost.append(seed)
            if number == 0:
                progress(1)
        seeds = lost
        played.append(len(seeds))
    return {"played": played, "lost": [_described(seed, _won(seed, iterations, games), games) for seed in seeds]}


def _won(seed: int, iterations: int, games: int) -> int:
    found = match("mcts", [seed], games=games, iterations=iterations)
    if found.interrupted:
        raise KeyboardInterrupt
    return found.won


def _described(seed: int, won: int, games: int) -> dict[str, int]:
    """A deal, how it was played, and how few ways there are to win it."""
    board = deal(seed)
    verdicts = [verdict for _, verdict in analyze(board).moves]
    return {
        "seed": seed,
        "won": won,
        "games": games,
        "moves": len(verdicts),
        "winning": verdicts.count(Verdict.SOLVABLE),
        "solutions": count_solutions(board).solutions,
    }


def _rows(played: list[int], found: list[dict[str, int]]) -> list[Quantity]:
    deals, games = played[0], sum(one["games"] for one in found)
    always = [one for one in found if not one["won"]]
    lost = games - sum(one["won"] for one in found)
    share = lost / GAMES / deals
    quantities = [
        Quantity(f"deals lost once at {screen:,} iterations", None, count, note=f"of {before:,}")
        for screen, before, count in zip(SCREENS, played, played[1:], strict=False)
    ]
    quantities += [
        Quantity(
            f"deals lost in each of {GAMES} games",
            PRINTED_LOST / PRINTED_GAMES * deals / PRINTED_DEALS,
            len(always),
            note=f"printed: as many as {PRINTED_LOST} games lost would be, {PRINTED_GAMES} on each deal, in proportion",
        ),
        Quantity(
            "share of games lost, at least",
            PRINTED_LOST / PRINTED_DEALS / PRINTED_GAMES,
            share,
            "%",
            "games on deals that pass a screen are not played",
        ),
        Quantity(
            "of the games lost, those on deals that are always lost",
            None,
            len(always) * GAMES / lost if lost else 0.0,
            "%",
        ),
    ]
    for one in sorted(found, key=lambda one: one["won"]):
        if one["won"] < one["games"]:
            note = f"{one['winning']} of {one['moves']} moves can still be won; {one['solutions']:,} solutions"
            quantities.append(Quantity.share(f"deal {one['seed']}: games won", None, one["won"], one["games"], note))
    return quantities


TABLES = {"lost-deals": _lost_deals}
