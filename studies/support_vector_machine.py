"""Sang & Yoon (2019): a support vector machine, which they say "was not as successful as we expected".

The paper prints no figure and does not say what was expected, so the claim is read as: less accurate than its network,
by more than chance explains. This machine has scikit-learn's defaults (radial basis functions) and sees the same
maps of the same boards as the network, value by value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boaf.learn.data.data_set import DataSet
from boaf.learn.neural.image_inputs import has_odd_bird, maps_of
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import CLAIM, Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import BOAF, INIT, PRINTED_BEST, Sets
from boaf_papers.sang_yoon.training import data_set
from study_runner import main

PAPER, TABLE = "neural", "table-3"
SCALES = {
    "tiny": Sets(-5_000, 5_000, 6),
    "small": Sets(-500_000, 500_000, 100),
    "paper": Sets(-500_000, 500_000, 2_000),
}
MOST_BOARDS = 20_000
"""How many boards it is trained on at most: the time grows with their square."""
TOLERANCE = 0.01
"""How much its accuracy may differ on another CPU, by the rounding of its dot products."""


def plan(sets: Sets) -> Plan:
    """Its accuracy on the test part of InitSet and BOAF."""
    recipe = {"sets": sets._asdict(), "most": MOST_BOARDS}
    cells = {
        name: Cell(f"support vector machine on {name}", _judge, {"data": name, **recipe}, 1, 5.0)
        for name in (INIT, BOAF)
    }
    return Plan("A support vector machine on all four maps", cells, _rows, f"BOAF from {sets.state_seeds:,} seeds")


def _rows(values: dict[str, Any]) -> list[Quantity]:
    quantities = []
    for name, found in values.items():
        note = f"{found['trained']:,} boards in training"
        shown = f"{name}, support vector machine, test"
        machine = Quantity.share(shown, None, found["machine"], found["boards"], note)
        rule = Quantity.share(f"{name}, odd-bird rule, test", None, found["rule"], found["boards"])
        quantities += [replace(machine, tolerance=TOLERANCE), rule, _less_accurate(name, machine)]
    return quantities


def finding(table: Table) -> str:
    """What the page says."""
    machines = [one for one in table.quantities if "support vector machine, test" in one.name]
    shares = " and ".join(f"{100 * one.computed:.1f} % on {one.name.partition(',')[0]}" for one in machines)
    held = [one.name.partition(":")[0] for one in table.quantities if one.unit == CLAIM and one.computed]
    return (
        'A support vector machine, which "was not as successful as we expected", is right here for '
        f"{shares}: less accurate than the printed network, beyond chance, on {' and '.join(held) or 'neither'}."
    )


def _less_accurate(name: str, machine: Quantity) -> Quantity:
    """Whether the machine is less accurate than the printed network."""
    _, high = machine.interval or (0, 1)
    note = f'{100 * (machine.computed - PRINTED_BEST[name]):+.1f} points; our reading of "not as successful"'
    if machine.computed < PRINTED_BEST[name] <= high:
        note += "; within the interval, so not shown"
    claim = f"{name}: a support vector machine is less accurate than the printed network"
    return Quantity.claim(claim, high < PRINTED_BEST[name], note, is_exact=False)


def _judge(_progress: Progress, data: str, sets: dict[str, int], most: int) -> dict[str, int]:
    """How often the machine and the odd-bird rule are right on the test part."""
    found = data_set(data, Sets(**sets))
    train, test = found.part("train"), found.part("test")
    some = train.take(range(0, len(train), -(-len(train) // most)))
    machine = require("sklearn.svm", "learn").SVC().fit(_seen(some), some.solvable)
    return {
        "boards": len(test),
        "trained": len(some),
        "machine": int((machine.predict(_seen(test)) == test.solvable).sum()),
        "rule": int((~has_odd_bird(test.cards) == test.solvable).sum()),
    }


def _seen(data: DataSet) -> Any:
    """The maps of some boards in a row. Shape (boards, maps × cells)."""
    return maps_of(data.cards, data.rows, data.cols).reshape(len(data), -1)


if __name__ == "__main__":
    main(__file__)
