"""Hoshino & Notarangelo (2019): the unsolvability conditions on a million deals, and its two searches.

The paper runs the heuristic search, of fewer than 100 steps, and then the standard search, of 5.5 million, on the deals
below a million that its conditions do not prove unsolvable. On fewer deals the printed counts are compared as shares.
The boards that the paper prints stand in `intractability_examples`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.deals import deal
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.runs import cards_of_deals, run_depth_first
from boaf.papers.framework.study import Cell, Plan, ranges, stretched
from boaf.papers.hoshino_notarangelo.examples import TABLES as EXAMPLES
from boaf.prove.batch import intractability_reasons
from boaf.prove.checker import check_proof
from boaf.prove.explain import explain
from boaf.solvers.batch import solve_many
from boaf.solvers.depth_first import DIRECTED, NATURAL
from boaf.solvers.paper_searches import CHOICES
from boaf.support.progress import Progress

PRINTED_DEALS = 1_000_000
CONDITION_DEALS = 1_000_000
CONDITIONS = {
    "odd-bird": ("Odd Bird", 1_484),
    "multiple-flocks": ("Multiple Flocks", 287),
    "cut-edge": ("Cut Edge", 49),
    "lollipop-stick": ("Lollipop Stick", 8),
    "search": ("left to search", 52),
}
DEALS = {"small": 20_000, "paper": 1_000_000}
CELL_DEALS = {"conditions": 100_000, "search": 20_000, "readings": 20_000}
"""How many deals a cell has."""
HEURISTIC_STEPS = 99
STANDARD_STEPS = 5_500_000
BY_HAND = (618_979, 687_168)
"""The deals that the authors settle by hand."""
READING_DEALS = {"small": 2_000, "paper": 20_000}
READING_STEPS = 1_000_000
HEURISTIC_READINGS = {
    "legal moves as pairs": CHOICES["heuristic"],
    "legal moves in both directions": CHOICES["heuristic"]._replace(order=DIRECTED),
}
STANDARD_READINGS = {
    "positions looked at, last child first": CHOICES["standard"],
    "positions looked at, first child first": CHOICES["standard"]._replace(order=NATURAL),
    "positions expanded, last child first": CHOICES["standard"]._replace(count_all=False),
    "positions expanded, first child first": CHOICES["standard"]._replace(order=NATURAL, count_all=False),
}


def _conditions(_scale: str) -> Plan:
    """How many deals each condition proves unsolvable, in the paper's order; always on the whole million."""

    def table(values: dict[str, Any]) -> Table:
        found: Counter[str] = sum(map(Counter, values.values()), Counter())
        printed = {reason: count for reason, (_, count) in CONDITIONS.items()}
        quantities = [Quantity(name, printed[reason], found[reason]) for reason, (name, _) in CONDITIONS.items()]
        quantities.append(Quantity("unsolvable", sum(printed.values()), found.total()))
        title = f"Hoshino & Notarangelo (2019), Conditions for Unsolvability, deals 0 … {CONDITION_DEALS - 1:,}"
        return Table("conditions", title, quantities)

    cells = [
        Cell(f"conditions, deals {start} to {stop - 1}", _reasons, {"start": start, "stop": stop}, stop - start, 1e-5)
        for start, stop in ranges(0, CONDITION_DEALS, CELL_DEALS["conditions"])
    ]
    return Plan("conditions", cells, table)


def _reasons(progress: Progress, start: int, stop: int) -> dict[str, int]:
    """How many of these deals are unsolvable for each reason."""
    batch = solve_many(range(start, stop), progress=progress)
    return Counter(intractability_reasons((start + np.flatnonzero(batch.unsolvable)).tolist()))


def _searches(scale: str) -> Plan:
    """The heuristic search, then the standard search on what it leaves."""
    deals = DEALS[scale]
    steps = {"heuristic_steps": HEURISTIC_STEPS, "standard_steps": STANDARD_STEPS}
    cells = [
        Cell(
            f"search, deals {start} to {stop - 1}", _search, {"start": start, "stop": stop, **steps}, stop - start, 5e-4
        )
        for start, stop in ranges(0, deals, CELL_DEALS["search"])
    ]
    return Plan("search", cells, lambda values: _search_table(deals, list(values.values())))


def _search(progress: Progress, start: int, stop: int, heuristic_steps: int, standard_steps: int) -> dict[str, Any]:
    """What both searches do on the deals that the paper's conditions leave open."""
    unsolvable = start + np.flatnonzero(solve_many(range(start, stop)).unsolvable)
    reasons = intractability_reasons(unsolvable.tolist())
    proved = [seed - start for seed, reason in zip(unsolvable, reasons, strict=True) if reason != "search"]
    boards = cards_of_deals(np.delete(np.arange(start, stop), proved))
    first = run_depth_first(boards, CHOICES["heuristic"], heuristic_steps)
    hard = boards[first.unknown]
    rest = run_depth_first(hard, CHOICES["standard"], standard_steps, stretched(progress, len(hard), stop - start))
    return {
        "fifteen": int(np.sum(first.solvable & (first.nodes == 15))),
        "heuristic": int(np.sum(first.solvable)),
        "left": len(hard),
        "standard": int(np.sum(rest.solvable)),
        "unsolvable": int(np.sum(rest.unsolvable)),
        "undecided": int(np.sum(rest.unknown)),
        "steps": np.sort(rest.nodes[rest.solvable]).tolist(),
    }


def _search_table(deals: int, parts: list[dict[str, Any]]) -> Table:
    def count(name: str, printed: int, what: str, note: str = "") -> Quantity:
        computed = sum(part[what] for part in parts)
        if deals == PRINTED_DEALS:
            return Quantity(name, printed, computed, note=note)
        return Quantity.share(name, printed / PRINTED_DEALS, computed, deals)

    steps = np.sort([steps for part in parts for steps in part["steps"]])
    quantities = [
        count("heuristic search: solved in 15 steps", 569_449, "fifteen"),
        count("heuristic search: solved in fewer than 100 steps", 898_503, "heuristic"),
        count("left for the standard search", 99_669, "left"),
        count("standard search: solved", 99_617, "standard"),
        Quantity(
            "standard search: median steps to a solution", 4_055, float(np.median(steps)),
            interval=None if deals == PRINTED_DEALS else _of_median(steps),
            note="a step is a position looked at; with other readings of a step see `--table readings`",
        ),
        count("standard search: proved unsolvable", 50, "unsolvable"),
        count("standard search: undecided after 5.5 million steps", 2, "undecided", "those that are settled by hand"),
    ]  # fmt: skip
    return Table("search", f"Hoshino & Notarangelo (2019), Solving with Search, deals 0 … {deals - 1:,}", quantities)


def _of_median(values: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of the median of what sorted values are a sample of, by the order statistics around it."""
    half = 0.98 * len(values) ** 0.5
    low, high = (min(max(round(len(values) / 2 + end), 0), len(values) - 1) for end in (-half, half))
    return float(values[low]), float(values[high])


def _beyond(_scale: str) -> Plan:
    """What proves the deals unsolvable that the paper leaves to search, two of them by hand."""

    def table(values: dict[str, Any]) -> Table:
        ((found, by_hand),) = values.values()
        quantities = [Quantity(reason, None, count) for reason, count in Counter(found).most_common()]
        quantities += [
            Quantity(f"deal #{seed}", None, int(seed), note=f"the paper settles it by hand; here by {reason}")
            for seed, reason in by_hand.items()
        ]
        title = "Beyond Hoshino & Notarangelo (2019): what proves the 52 deals that its conditions leave to search"
        return Table("beyond", title, quantities)

    cell = Cell(
        "beyond", _explain_the_rest, {"deals": CONDITION_DEALS, "by_hand": list(BY_HAND)}, CONDITION_DEALS, 1e-5
    )
    return Plan("beyond", [cell], table)


def _explain_the_rest(progress: Progress, deals: int, by_hand: list[int]) -> tuple[dict[str, int], dict[str, str]]:
    """How many of the deals left each of our conditions proves, and which one those that were settled by hand."""
    unsolvable = np.flatnonzero(solve_many(range(deals), progress=progress).unsolvable).tolist()
    left = [
        seed for seed, reason in zip(unsolvable, intractability_reasons(unsolvable), strict=True) if reason == "search"
    ]
    reasons = Counter(_reason(seed) for seed in left)
    return reasons, {str(seed): _reason(seed) for seed in by_hand}


def _reason(seed: int) -> str:
    """The condition by which a deal is proved unsolvable, with a proof that the checker accepts."""
    board = deal(seed)
    proof = explain(board).proof
    if proof is None:
        raise AssertionError(f"deal {seed} is not proved unsolvable")
    check_proof(board, proof)
    return proof.reason


def _readings(scale: str) -> Plan:
    """What both searches give with what the paper leaves open read another way."""
    deals = READING_DEALS[scale]
    steps = {"heuristic_steps": HEURISTIC_STEPS, "standard_steps": READING_STEPS}
    cells = [
        Cell(
            f"readings, deals {start} to {stop - 1}", _read, {"start": start, "stop": stop, **steps}, stop - start, 5e-4
        )
        for start, stop in ranges(0, deals, CELL_DEALS["readings"])
    ]

    def table(values: dict[str, Any]) -> Table:
        parts = list(values.values())

        def solved(reading: str, printed: int, what: str) -> Quantity:
            found = sum(part[reading][what] for part in parts)
            name = f"heuristic search, {reading}: {what}"
            return Quantity.share(name, printed / PRINTED_DEALS, found, deals).as_reading()

        quantities = []
        for reading in HEURISTIC_READINGS:
            quantities.append(solved(reading, 569_449, "15 steps"))
            quantities.append(solved(reading, 898_503, "fewer than 100 steps"))
        for reading in STANDARD_READINGS:
            found = np.sort([steps for part in parts for steps in part[reading]])
            name = f"standard search, {reading}: median steps to a solution"
            median, interval = float(np.median(found)), _of_median(found)
            quantities.append(Quantity(name, 4_055, median, interval=interval).as_reading())
        title = f"Hoshino & Notarangelo (2019), other readings of its searches, deals 0 … {deals - 1:,}"
        return Table("readings", title, quantities)

    return Plan("readings", cells, table)


def _read(progress: Progress, start: int, stop: int, heuristic_steps: int, standard_steps: int) -> dict[str, Any]:
    """What the readings of both searches give on the solvable deals of a range."""
    boards = cards_of_deals(start + np.flatnonzero(solve_many(range(start, stop)).solvable))
    found: dict[str, Any] = {}
    hard = boards
    for reading, choices in HEURISTIC_READINGS.items():
        batch = run_depth_first(boards, choices, heuristic_steps)
        fifteen = int(np.sum(batch.solvable & (batch.nodes == 15)))
        found[reading] = {"15 steps": fifteen, "fewer than 100 steps": int(np.sum(batch.solvable))}
        if choices is CHOICES["heuristic"]:
            hard = boards[batch.unknown]
    for reading, choices in STANDARD_READINGS.items():
        batch = run_depth_first(hard, choices, standard_steps)
        found[reading] = np.sort(batch.nodes[batch.solvable]).tolist()
    progress(stop - start)
    return found


TABLES = {**EXAMPLES, "conditions": _conditions, "search": _searches, "beyond": _beyond, "readings": _readings}
