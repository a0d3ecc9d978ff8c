"""Which deals the player of Roberson & Sperduto (2019) loses at 8,000 iterations, and how they differ from others.

The paper loses 480 of 399,040 games at 8,000 iterations, 40 on each deal: as many as if twelve deals were always lost.
Playing them all takes too long. So every deal is played once with few iterations; those that are lost are played again
with more; and only those that are lost again are played several times at 8,000. A deal that is always lost passes these
screens, one that is sometimes lost may not: the share of games lost is a lower bound.

Every deal is also rated (`boaf.rate`), and the deals that are lost are compared with the others by the medians of three
attributes. The interval of a difference is a bootstrap interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.deals import deal
from boaf.players.matches import match
from boaf.puzzles.difficulty import Rating, rate_many
from boaf.questions.analysis import analyze
from boaf.questions.solution_count import count_solutions
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.support.intervals import wilson
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan, ranges
from study_runner import main

PAPER, TABLE = "mcts", "table-3"


class Scale(NamedTuple):
    """The deals, and the iterations of the screens and of the games that count."""

    deals: int
    screens: tuple[int, ...] = (500, 2_000)
    iterations: int = 8_000


SCALES = {"tiny": Scale(6, (1, 2), 4), "small": Scale(20), "paper": Scale(10_000)}
CELL_DEALS = 250
GAMES = 10
PRINTED_LOST, PRINTED_GAMES = 480, 40
PRINTED_DEALS = 9_976
_SECONDS_OF_DEAL = 0.05
_SECONDS_OF_RATING = 0.02
RATED = {
    "score": "difficulty score, 0 … 1",
    "random_halfway": "share of random games that can still be won halfway",
    "solutions": "winning sequences of moves, decimal logarithm",
}
"""What the deals are compared by, with what it is; the last two are attributes of `boaf.puzzles`."""
RESAMPLES = 2_000


def plan(scale: Scale) -> list[Plan]:
    """The deals that are lost at each number of iterations, and how they differ from the others."""
    games, ratings = {}, {}
    for first, after in ranges(0, scale.deals, CELL_DEALS):
        where = {"first": first, "after": after}
        recipe = {**where, "screens": list(scale.screens), "iterations": scale.iterations, "games": GAMES}
        name = f"lost deals, {first} to {after - 1}"
        games["lost", first] = Cell(name, _play_lost, recipe, after - first, _SECONDS_OF_DEAL)
        name = f"ratings, deals {first} to {after - 1}"
        recipe = {**where, "attributes": list(RATED)}
        ratings["rated", first] = Cell(name, _rate, recipe, after - first, _SECONDS_OF_RATING)
    at = f"at {scale.iterations:,} iterations"
    return [
        Plan(f"Which games are lost {at}", games, partial(_lost_rows, scale), "reading A", is_partial=True),
        Plan(f"How the deals that are lost {at} differ from the others", games | ratings, _compared),
    ]


def _lost_rows(scale: Scale, found: dict[Any, Any]) -> list[Quantity]:
    cells = list(found.values())
    played = [sum(counts) for counts in zip(*(cell["played"] for cell in cells), strict=True)]
    return rows_of(scale.screens, played, [one for cell in cells for one in cell["lost"]])


def _compared(found: dict[Any, Any]) -> list[Quantity]:
    lost: list[list[float]] = []
    others: list[list[float]] = []
    for (kind, first), value in found.items():
        if kind == "rated":
            games = found["lost", first]["lost"]
            seeds = {one["seed"] for one in games if one["won"] < one["games"]}
            for seed, *rated in value:
                (lost if seed in seeds else others).append(rated)
    return differences(lost, others)


def finding(lost: Table, why: Table) -> str:
    """What the page says."""
    found = {one.name: one for one in lost.quantities}
    medians = {one.name: one.computed for one in why.quantities}
    share = found["share of games lost, at least"]
    low, high = share.interval or (0, 1)
    deals = [one for one in lost.quantities if one.name.startswith("deal ")]
    always = [one.name.split()[1].rstrip(":") for one in deals if not one.computed]
    return (
        f"At 8,000 iterations reading A loses at least {100 * share.computed:.2f} % of the games ({100 * low:.2f}–"
        f"{100 * high:.2f}; printed {100 * (share.printed or 0):.2f} %), on {len(deals)} deals: "
        f"{', '.join(always)} in each of {GAMES} games. Lost deals have a median difficulty score of "
        f"{medians['score, median of lost']:.2f} instead of {medians['score, median of the others']:.2f}."
    )


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


def rows_of(screens: Sequence[int], played: list[int], found: list[dict[str, int]]) -> list[Quantity]:
    """The deals lost at each screen, and the games lost in the end."""
    deals, games = played[0], sum(one["games"] for one in found)
    always = [one for one in found if not one["won"]]
    lost = games - sum(one["won"] for one in found)
    share = lost / GAMES / deals
    quantities = [
        Quantity(f"deals lost once at {screen:,} iterations", None, count, note=f"of {before:,}")
        for screen, before, count in zip(screens, played, played[1:], strict=False)
    ]
    quantities += [
        Quantity(
            f"deals lost in each of {GAMES} games",
            None,
            len(always),
            note=f"the {PRINTED_LOST} games lost of the paper, {PRINTED_GAMES} on each deal, would be "
            f"{PRINTED_LOST / PRINTED_GAMES * deals / PRINTED_DEALS:,.1f} such deals among {deals:,}",
        ),
        Quantity(
            "share of games lost, at least",
            PRINTED_LOST / PRINTED_DEALS / PRINTED_GAMES,
            share,
            "%",
            "games on deals that pass a screen are not played; interval as if a deal had one game",
            wilson(round(lost / GAMES), deals)[1:],
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


def _attributes(rating: Rating) -> dict[str, float]:
    """The attributes of a rating by the names that the records have."""
    return {name.removeprefix("log10_"): value for name, value in rating.attributes.items()}


def _rate(progress: Progress, first: int, after: int, attributes: list[str]) -> list[list[float]]:
    """The seeds of the solvable deals of a range, each with these attributes."""
    ratings = rate_many([deal(seed) for seed in range(first, after)], progress=progress)
    return [
        [seed, *({"score": rating.score, **_attributes(rating)}[name] for name in attributes)]
        for seed, rating in enumerate(ratings, first)
        if isinstance(rating, Rating)
    ]


def differences(lost: list[list[float]], others: list[list[float]]) -> list[Quantity]:
    """The medians of both groups, and their differences."""
    quantities = [
        Quantity("deals that are lost now and then, or always", None, len(lost)),
        Quantity("the other solvable deals", None, len(others)),
    ]
    for column, (name, definition) in enumerate(RATED.items()):
        theirs, ours = (np.array([one[column] for one in group]) for group in (lost, others))
        for group, found in (("lost", theirs), ("the others", ours)):
            if len(found):
                quantities.append(
                    Quantity(f"{name}, median of {group}", None, float(np.median(found)), note=definition)
                )
        if len(theirs) and len(ours):
            difference = float(np.median(theirs) - np.median(ours))
            interval = _of_difference(theirs, ours)
            quantities.append(Quantity(f"{name}, difference of the medians", None, difference, interval=interval))
    return quantities


def _of_difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, float]:
    """Where 95 % of the differences of medians lie when both groups are resampled."""
    random = np.random.default_rng(0)
    found = [
        np.median(random.choice(one, len(one))) - np.median(random.choice(other, len(other))) for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


if __name__ == "__main__":
    main(__file__)
