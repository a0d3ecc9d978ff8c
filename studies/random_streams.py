"""Roberson & Sperduto (2019), Table 2: what another random stream changes.

Which states a seed has depends on the random stream that draws the line of play, and whether the published data set has
one stream for all seeds is not known. The walks from some seeds are made with other streams. Walks from different seeds
are independent of each other, so variances add up, and the spread is scaled to all seeds.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from boaf.learn.data.interesting import JavaRandom, walk_seeds
from boaf.prove.batch import CLASSES, classes_of
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto import PRINTED_SEEDS
from boaf_papers.roberson_sperduto.checker import PRINTED_STATES, cell_of_classes
from study_runner import main

PAPER, TABLE = "mcts", "table-2"
SANG_YOON_STATES = 63_742 + 38_103 + 38_597 + 300_931 + 180_701 + 181_859
"""Unsolvable states of BOAF, Sang & Yoon (2019), Table 1: with and without odd bird, each in three parts."""
STREAMS = 20


class Scale(NamedTuple):
    """The seeds of the paper's Table 2, and those that are walked from with every stream."""

    state_seeds: int
    stream_seeds: int


SCALES = {"tiny": Scale(6, 1), "small": Scale(150, 20), "paper": Scale(PRINTED_SEEDS, 500)}


def plan(scale: Scale) -> Plan:
    """How far the number of unsolvable states moves with the random stream."""
    walked = scale.stream_seeds
    table_2 = cell_of_classes(scale.state_seeds)
    cell = Cell("streams", _count_in_streams, {"seeds": walked, "streams": STREAMS}, walked * STREAMS, 1e-2)
    title = "Table 2: what another random stream changes"
    about = f"interesting states of the seeds below {scale.state_seeds:,}"
    return Plan(title, {"table 2": table_2, "streams": cell}, partial(_rows, scale), about)


def _rows(scale: Scale, found: dict[str, Any]) -> list[Quantity]:
    unsolvable, separated = np.array(found["streams"], float).T
    seeds, walked = scale
    deviation = float(unsolvable.std(ddof=1) * (seeds / walked) ** 0.5)
    share = float((separated / unsolvable).std(ddof=1) * (walked / seeds) ** 0.5)
    note = f"{STREAMS} streams of {walked:,} seeds, scaled to {seeds:,}"
    quantities = [
        Quantity("unsolvable states: standard deviation from stream to stream", None, deviation, note=note),
        Quantity("separated flocks, of the unsolvable states: standard deviation", None, share, "%", note),
    ]
    return quantities + (_in_deviations(found["table 2"][1], deviation) if seeds == PRINTED_SEEDS else [])


def _in_deviations(ours: int, deviation: float) -> list[Quantity]:
    """How far off the printed numbers are; a difference of two streams has twice the variance of one."""
    unit = deviation * 2**0.5
    printed = {"Roberson & Sperduto (2019)": PRINTED_STATES, "Sang & Yoon (2019)": SANG_YOON_STATES}
    return [
        Quantity(
            f"{who}: unsolvable states less ours, in standard deviations",
            None,
            (number - ours) / unit,
            note=f"{number:,} less {ours:,}; {unit:,.0f} for the difference of two streams",
        )
        for who, number in printed.items()
    ]


def _count_in_streams(progress: Progress, seeds: int, streams: int) -> list[tuple[int, int]]:
    """How many states of the same seeds are unsolvable, and how many of these are separated, stream by stream."""
    column = CLASSES.index("separated")
    found = []
    for stream in range(1, streams + 1):
        unsolvable = separated = 0
        for states in walk_seeds(seeds, progress, random=JavaRandom(stream)):
            classes = classes_of(states.cards[~states.solvable])
            unsolvable += len(classes)
            separated += int(classes[:, column].sum())
        found.append((unsolvable, separated))
    return found


def finding(table: Table) -> str:
    """What the page says."""
    deviation, share, ours, theirs = (one.computed for one in table.quantities)
    return (
        f"Another random stream moves the number of unsolvable states by {deviation:,.0f} (one standard deviation) and "
        f"the share of separated flocks by {100 * share:.2f} points. The printed number of states is {ours:.1f} "
        f"deviations from ours; that of Sang & Yoon (2019) for the same seeds, {SANG_YOON_STATES:,}, is {theirs:.0f} "
        "away."
    )


if __name__ == "__main__":
    main(__file__)
