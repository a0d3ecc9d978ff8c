"""Sang & Yoon (2019): the data sets (Table 1), the maps of a deal (Figure 3) and the unsolvable deals (Figure 4).

BOAF is counted as the authors made it. The challenge published the interesting states in three files, whose names have
the first seed and the number of seeds: boaf-data-0-100, boaf-data-100-1000 and boaf-data-1100-10000. So the seeds are
0 … 11,099, not 0 … 9,999, and every file has a random stream of its own. The authors' program (UniqueCardsCSV.java in
Java_Files of github.com/yoonsejong/BirdsOfAFeatherNN) shuffles the states of each file by class and cuts them at 50 and
80 %, but confuses the classes in two of the bounds. It counts the rows of a board that have an odd bird (`break` ends
only the inner loop), so a board may count twice, and the rest of the unsolvable states as those without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import draw_deals
from boaf.learn.data.data_set import PARTS
from boaf.learn.data.interesting import JavaRandom, walk_with_parents
from boaf.learn.neural.image_inputs import MAPS, has_odd_bird, maps_of
from boaf.render.figures import Curve, Figure
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.framework.chart import Picture
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import ALL, BOAF, INIT, Scale, Sets
from boaf_papers.sang_yoon.training import data_set

Bounds = list[tuple[int, int]]
"""Where each part begins, and where it ends."""
FILES = ((0, 100), (100, 1_100), (1_100, 11_100))
"""The seeds of the challenge's files."""
SHUFFLE_SEED = 10
FEWER_BIRDS = "the authors' own maps have 1,487 odd birds in all, as here; printed 1,471, probably of 1,839 deals only"
"""On the odd birds of InitSet. In github.com/yoonsejong/BirdsOfAFeatherNN, a line of a file of odd-bird maps
(Neural_Network/data/InitSet_All_Features) has 68 characters, with an odd bird 66: the lengths of the three files give
their numbers, 747, 445 and 295. What Java_Files/getOddBirds.java wrote when it counted them, a line for each deal, has
1,839 lines."""
PRINTED_SIZES = {
    INIT: {"unsolvable, odd bird": (734, 442, 295), "unsolvable, no odd bird": (197, 118, 77),
           "solvable": (931, 560, 372), "all": (1_862, 1_120, 744)},
    BOAF: {"unsolvable, odd bird": (63_742, 38_103, 38_597), "unsolvable, no odd bird": (300_931, 180_701, 181_859),
           "solvable": (318_056, 144_218, 127_224), "all": (682_728, 363_022, 347_680)},
    ALL: {"all": (684_590, 364_142, 348_200)},
}  # fmt: skip
SIZE_NOTES = {
    (INIT, "unsolvable, odd bird"): FEWER_BIRDS,
    (INIT, "unsolvable, no odd bird"): "total less those with an odd bird",
}
SUM_NOTES = {
    (BOAF, "unsolvable, odd bird", "train"): "the printed rows add up to one more than the printed sum",
    (ALL, "all", "test"): "InitSet and BOAF, as printed, add up to 348,424",
}
PRINTED_LEFT_OUT = (498_138, 298_880, 199_256)
PRINTED_BALANCED = (1_862, 1_120, 744)
PRINTED_RANGE = 1_000_000
SIGNIFICANT = 0.05
BINS = 20
MISSING_DEAL = "the authors' oddBirds.txt, with 1,863 deals, lacks #-287924"
"""The file, Java_Files/text/oddBirds.txt of github.com/yoonsejong/BirdsOfAFeatherNN, goes from #-288933 to #-287140
and has as many characters as the same lines made of our deals without #-287924."""
PRINTED_BIRDS = 0.175


def plan(scale: Scale) -> Plan:
    """Table 1, with Figure 3 (the maps of a deal) and Figure 4 (where the unsolvable deals are)."""
    sets, seeds = scale.sets, scale.counted_seeds
    files = [[start, min(stop, seeds)] for start, stop in FILES if start < seeds]
    deals = {"start": sets.start, "stop": sets.stop}
    cells = {
        INIT: Cell(f"boards of {INIT}", _count_deals, deals, 1, 2e-5 * (sets.stop - sets.start)),
        BOAF: Cell(f"files of {BOAF}", _count_states, {"files": files}, seeds, 2e-2),
    }
    return Plan(
        "Table 1: boards of InitSet and BOAF",
        cells,
        partial(_rows, sets, seeds),
        lambda found: _about(seeds, found[BOAF]["files"]),
        lambda found: [_maps_of_a_deal(), _where_unsolvable(sets, found[INIT]["unsolvable_by_seed"])],
    )


def _about(seeds: int, files: Sequence[tuple[int, int]]) -> str:
    """The seeds of BOAF, and what the authors' program does with its states."""
    bounds = [_bounds(*counts) for counts in files]
    twice = sum(max(0, unsolvable[1][1] - unsolvable[2][0]) for unsolvable, _ in bounds)
    left_out = sum(max(0, solvable[1][0] - solvable[0][1]) for _, solvable in bounds)
    return (
        f"BOAF from the challenge's files of the seeds below {seeds:,}, split as by the authors' program, which puts "
        f"{twice:,} unsolvable states into validation and test, and {left_out:,} solvable ones into no part"
    )


def _rows(sets: Sets, seeds: int, values: dict[str, Any]) -> list[Quantity]:
    kinds = {name: values[name]["kinds"] for name in (INIT, BOAF)}
    both = [sum(counts) for counts in zip(kinds[INIT]["all"], kinds[BOAF]["all"], strict=True)]
    quantities = []
    is_whole = seeds == FILES[-1][-1]
    for name, found in (kinds | {ALL: {"all": both}}).items():
        for kind, counts in found.items():
            printed = PRINTED_SIZES[name][kind] if is_whole or name == INIT else (None,) * len(PARTS)
            quantities += _sizes_of(name, kind, counts, printed)
    if is_whole:
        quantities.append(_birds(kinds[BOAF]))
    return quantities + _sums(values[INIT], sets)


def _sizes_of(name: str, kind: str, counts: Sequence[int], printed: Sequence[float | None]) -> list[Quantity]:
    """How many boards of a kind are in each part."""
    quantities = []
    for part, figure, count in zip(PARTS, printed, counts, strict=True):
        why = SIZE_NOTES.get((name, kind), UNEXPLAINED if name == BOAF else MISSING_DEAL)
        note = SUM_NOTES.get((name, kind, part), why)
        size = Quantity(f"{name}, {kind}, {part}", figure, count, note="" if figure in (None, count) else note)
        quantities.append(size.placed(f"{name}, {kind}", part=part))
    return quantities


def _birds(found: dict[str, list[int]]) -> Quantity:
    """The share of unsolvable states of BOAF that have an odd bird."""
    birds, others = (sum(found[f"unsolvable, {kind} bird"]) for kind in ("odd", "no odd"))
    return Quantity.share("BOAF, odd birds, of the unsolvable", PRINTED_BIRDS, birds, birds + others, UNEXPLAINED)


def _sums(found: dict[str, Any], sets: Sets) -> list[Quantity]:
    """Table 1's solvable-extra deals, and what the text says of the million."""
    deals, balanced = sets.stop - sets.start, sum(found["kinds"]["all"])
    is_whole = deals == PRINTED_RANGE
    left_out, both = sum(PRINTED_LEFT_OUT), sum(PRINTED_LEFT_OUT) + sum(PRINTED_BALANCED)
    note = "two fewer, since InitSet has one deal of each kind more here"
    slip = "so the seeds end at 499,999, not at 499,000 as the text has it"
    test = require("scipy.stats", "research").chisquare(found["unsolvable_by_seed"])
    return [
        Quantity("InitSet, solvable-extra, all parts", left_out if is_whole else None, deals - balanced, note=note),
        Quantity("InitSet, all seeds", both if is_whole else None, deals, note=slip),
        Quantity.claim(
            "Figure 4: the unsolvable seeds are almost uniformly distributed",
            test.pvalue > SIGNIFICANT,
            f"chi-squared test of {BINS} bins: p = {test.pvalue:.2f}",
        ),
        Quantity.claim(
            "every deal of the range is unique",
            found["repeated_deals"] == 0,
            f"{found['repeated_deals']:,} of {deals:,} repeat another",
        ),
    ]


def _count_deals(_progress: Progress, start: int, stop: int) -> dict[str, Any]:
    """How many deals of each kind InitSet has in each part, and in which bins of seeds the unsolvable ones are."""
    found = data_set(INIT, Sets(start, stop, 0))
    birds = has_odd_bird(found.cards)
    kinds = {
        "unsolvable, odd bird": ~found.solvable & birds,
        "unsolvable, no odd bird": ~found.solvable & ~birds,
        "solvable": found.solvable,
        "all": np.ones(len(found), np.bool_),
    }
    counts, _ = np.histogram(found.seeds[~found.solvable], BINS, (start, stop))
    parts = range(len(PARTS))
    return {
        "kinds": {kind: [int(np.sum(rows & (found.parts == part))) for part in parts] for kind, rows in kinds.items()},
        "unsolvable_by_seed": counts.tolist(),
        "repeated_deals": _repeated_deals(start, stop),
    }


def _count_states(progress: Progress, files: list[tuple[int, int]]) -> dict[str, Any]:
    """How many states of each kind BOAF has in each part, and how many of both classes each file has."""
    read = [_read_file(progress, start, stop) for start, stop in files]
    random = JavaRandom(SHUFFLE_SEED)
    with_bird, without, solvable = ([0] * len(PARTS) for _ in range(3))
    for birds, others in read:
        shuffled = birds[_shuffled(len(birds), random)]
        _shuffled(others, random)
        for part, ((first, after), (start, stop)) in enumerate(zip(*_bounds(len(birds), others), strict=True)):
            own = shuffled[first:after]
            with_bird[part] += int(own.sum())
            without[part] += len(own) - int(own.sum())
            solvable[part] += max(0, stop - start)
    kinds = {"unsolvable, odd bird": with_bird, "unsolvable, no odd bird": without, "solvable": solvable}
    sums = [sum(counts) for counts in zip(*kinds.values(), strict=True)]
    return {"kinds": kinds | {"all": sums}, "files": [[len(birds), others] for birds, others in read]}


def _read_file(progress: Progress, start: int, stop: int) -> tuple[NDArray[np.int64], int]:
    """In how many rows each unsolvable state of a file has an odd bird, in its order; how many states are solvable."""
    birds, solvable = [], 0
    for states, _ in walk_with_parents(stop, progress, start=start, random=JavaRandom()):
        maps = maps_of(states.cards[~states.solvable], 4, 4, ("odd-bird",))
        birds.append(np.any(maps == 1, axis=(1, 3)).sum(axis=1))
        solvable += int(states.solvable.sum())
    return np.concatenate(birds), solvable


def _bounds(unsolvable: int, solvable: int) -> tuple[Bounds, Bounds]:
    """Where the parts of the unsolvable and of the solvable states of a file begin and end, with the wrong bounds."""
    (half, most), (half_solvable, most_solvable) = ((int(0.5 * n), int(0.8 * n)) for n in (unsolvable, solvable))
    return (
        [(0, half), (half, most), (most_solvable, unsolvable)],
        [(0, half_solvable), (half, most_solvable), (most_solvable, solvable)],
    )


def _shuffled(size: int, random: JavaRandom) -> NDArray[np.int64]:
    """The order in which `java.util.Collections.shuffle` leaves a list."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = random.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return np.array(order, np.int64)


def _repeated_deals(start: int, stop: int) -> int:
    """How many deals of a range are the same as another one of it."""
    deals = draw_deals(np.arange(start, stop) % (1 << 31), 16)
    return len(deals) - len(np.unique(np.ascontiguousarray(deals).view("V16")))


def _where_unsolvable(sets: Sets, counts: list[int]) -> Figure:
    width = (sets.stop - sets.start) / BINS
    middles = [sets.start + width * (bin_number + 0.5) for bin_number in range(BINS)]
    mean = [float(np.mean(counts))] * BINS
    return Figure(
        "Figure 4: unsolvable deals", "seed", f"in a bin of {int(width):,} seeds",
        [Curve("unsolvable", middles, counts), Curve("mean", middles, mean)],
    )  # fmt: skip


def _maps_of_a_deal() -> Picture:
    drawn = maps_of(draw_deals(np.array([1]), 16), 4, 4)[0]
    grids = [*zip(MAPS, drawn.tolist(), strict=True), ("mean", drawn.mean(axis=0).tolist())]
    return Picture("Figure 3: the maps of deal 1", grids)
