"""Roberson & Sperduto (2019), the challenge's interesting states: what other random streams give, what is solvable.

`streams`: which states a seed has depends on the random stream that draws the line of play, and whether the published
data set has one stream for all seeds is not known. The walks from some seeds are made with other streams. Walks from
different seeds are independent of each other, so variances add up, and the spread is scaled to all seeds.

`solvable`: the paper's checker knows of a state that it is solvable only with five stacks or fewer, and its authors
would like to know what makes a larger one solvable. Three things that show it without a search, all of them sound:

- few stacks: a table of all boards of so many stacks knows the answer;
- one line: stacks that all stand in one row or column can be collapsed if and only if their compatibility graph is
  connected (docs/probability.md has the proof);
- a playout wins: of the few dozen that `relaxation_features` plays, without going back, one leaves one stack.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.board_features import extract
from boaf.learn.data.interesting import JavaRandom, walk_seeds
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.prove.batch import CLASSES, classes_of
from boaf.support.progress import Progress

PRINTED_STATES = 657_888
"""Unsolvable states, Table 2."""
SANG_YOON_STATES = 63_742 + 38_103 + 38_597 + 300_931 + 180_701 + 181_859
"""Unsolvable states of BOAF, Sang & Yoon (2019), Table 1: with and without odd bird, each in three parts."""
PRINTED_SEEDS = 10_000
STREAMS = 20
STREAM_SEEDS = {"small": 20, "paper": 500}
FEW = (5, 7)
"""Up to how many stacks the paper's checker knows some boards, and ours all."""
SIDE = 4


def plan_of_streams(scale: str, seeds: int, counted: Cell) -> Plan:
    """How far the number of unsolvable states moves with the random stream; `counted` is the cell of Table 2."""
    walked = STREAM_SEEDS[scale]
    cell = Cell("streams", _count_in_streams, {"seeds": walked, "streams": STREAMS}, walked * STREAMS, 1e-2)

    def table(values: dict[str, Any]) -> Table:
        found = np.array(values[cell.name], float)
        unsolvable, separated = found.T
        deviation = float(unsolvable.std(ddof=1) * (seeds / walked) ** 0.5)
        share = float((separated / unsolvable).std(ddof=1) * (walked / seeds) ** 0.5)
        note = f"{STREAMS} streams of {walked:,} seeds, scaled to {seeds:,}"
        quantities = [
            Quantity("unsolvable states: standard deviation from stream to stream", None, deviation, note=note),
            Quantity("separated flocks, of the unsolvable states: standard deviation", None, share, "%", note),
        ]
        if seeds == PRINTED_SEEDS:
            quantities += _in_deviations(values[counted.name][1], deviation)
        title = (
            "Roberson & Sperduto (2019), Table 2: what another random stream changes, interesting states of the seeds "
            f"below {seeds:,}"
        )
        return Table("streams", title, quantities)

    return Plan("streams", [counted, cell], table)


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


def plan_of_solvable(seeds: int) -> Plan:
    """The share of the solvable states that are seen to be solvable without a search."""
    cell = Cell("solvable", _count_solvable, {"seeds": seeds, "few": list(FEW)}, seeds, 2e-2)

    def table(values: dict[str, Any]) -> Table:
        (found,) = values.values()
        total = found["solvable"]

        def share(name: str, count: int, note: str = "") -> Quantity:
            return Quantity(name, None, count / total, "%", note)

        names = {few: f"at most {few} stacks" for few in FEW}
        quantities = [
            *(share(names[few], found["few"][k], "by a table") for k, few in enumerate(FEW)),
            share("in one line and connected", found["line"], "by theorem"),
            share("a playout wins", found["playout"], "what it played is a solution"),
            *(share(f"any of these, {names[few]}", found["any"][k]) for k, few in enumerate(FEW)),
        ]
        large, won = found["large"]
        note = f"{large:,} states"
        quantities.append(
            Quantity(f"a playout wins, of those with more than {FEW[-1]} stacks", None, won / large, "%", note)
        )
        note = f"must be none; {found['unsolvable']:,} unsolvable states"
        quantities.append(Quantity("unsolvable states that are said to be solvable", None, found["wrong"], note=note))
        title = (
            f"Beyond Roberson & Sperduto (2019): what shows that a state is solvable, {total:,} solvable interesting "
            f"states of the seeds below {seeds:,}"
        )
        return Table("solvable", title, quantities)

    return Plan("solvable", [cell], table)


def _count_solvable(progress: Progress, seeds: int, few: list[int]) -> dict[str, Any]:
    """How many solvable states each condition shows to be so, and how many unsolvable ones."""
    totals = np.zeros(2 * len(few) + 6, np.int64)
    unsolvable = 0
    for states in walk_seeds(seeds, progress):
        stacks, connected, left = extract(states.cards, SIDE, SIDE, ("stacks", "connected", "fewest_left")).T
        line, playout = in_one_line(states.cards) & (connected == 1), left == 1
        small, shown, large = [stacks <= most for most in few], line | playout, stacks > few[-1]
        rows = [*small, line, playout, *(shown | one for one in small), large, large & playout]
        counts = [int((row & states.solvable).sum()) for row in rows]
        wrong = int((shown & ~states.solvable).sum())
        totals += [*counts, wrong, int(states.solvable.sum())]
        unsolvable += int((~states.solvable).sum())
    numbers, cut = totals.tolist(), len(few)
    return {
        "solvable": numbers[-1],
        "unsolvable": unsolvable,
        "few": numbers[:cut],
        "line": numbers[cut],
        "playout": numbers[cut + 1],
        "any": numbers[cut + 2 : 2 * cut + 2],
        "large": numbers[2 * cut + 2 : 2 * cut + 4],
        "wrong": numbers[-2],
    }


def in_one_line(cards: Cards) -> NDArray[np.bool_]:
    """Whether all stacks of a board stand in one row or one column. Shape (boards,)."""
    occupied = (cards != EMPTY).reshape(-1, SIDE, SIDE)
    columns, rows = (occupied.any(axis=axis).sum(axis=1) for axis in (1, 2))
    found: NDArray[np.bool_] = np.minimum(columns, rows) == 1
    return found
