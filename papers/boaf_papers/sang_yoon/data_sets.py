"""Sang & Yoon (2019): the data sets (Table 1), the maps of a deal (Figure 3) and the unsolvable deals (Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.learn.data.data_set import PARTS
from boaf.learn.neural.image_inputs import MAPS, has_odd_bird, maps_of
from boaf.render.figures import Curve, Figure, Picture
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import ALL, BOAF, INIT, PRINTED_SEEDS, Scale, Sets
from boaf_papers.sang_yoon.training import data_set

FEWER_BIRDS = (
    "1,471 printed in all, but the authors' maps of the same parts have 747 + 445 + 295 = 1,487 odd birds, as many as "
    "here (probably counted in 1,839 of the deals only)"
)
"""On the odd birds of InitSet. In github.com/yoonsejong/BirdsOfAFeatherNN, a line of a file of odd-bird maps
(Neural_Network/data/InitSet_All_Features) has 68 characters, with an odd bird 66: the lengths of the three files give
their numbers. What Java_Files/getOddBirds.java wrote when it counted them, a line for each deal, has 1,839 lines."""
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
    (BOAF, "all", "train"): "; the printed rows add up to 682,729",
    (ALL, "all", "test"): "; InitSet and BOAF, as printed, add up to 348,424",
}
PRINTED_LEFT_OUT = (498_138, 298_880, 199_256)
PRINTED_BALANCED = (1_862, 1_120, 744)
PRINTED_RANGE = 1_000_000
SIGNIFICANT = 0.05
BINS = 20
MISSING_DEAL = (
    "printed 1,863 in all, as the authors' oddBirds.txt lists them, which lacks #-287924 with its flock of QD and KD"
)
"""The file, Java_Files/text/oddBirds.txt of github.com/yoonsejong/BirdsOfAFeatherNN, goes from #-288933 to #-287140
and has as many characters as the same lines made of our deals without #-287924."""
OTHER_STATES = (
    f"{UNEXPLAINED}; the printed parts have 803,933 unsolvable states, ours 655,478, and Roberson & Sperduto (2019) "
    "print 657,888 for the same seeds (docs/data.md has more)"
)
PRINTED_BIRDS = 0.175


def plan(scale: Scale) -> Plan:
    """Table 1, with Figure 3 (the maps of a deal) and Figure 4 (where the unsolvable deals are)."""
    sets = scale.sets._replace(state_seeds=scale.counted_seeds)
    cells = {
        name: Cell(f"boards of {name}", _count_boards, {"data": name, "sets": sets._asdict()}, 1, cost)
        for name, cost in ((INIT, 2e-5 * (sets.stop - sets.start)), (BOAF, 2e-2 * sets.state_seeds))
    }
    return Plan(
        "Table 1: boards of InitSet and BOAF",
        cells,
        partial(_rows, sets),
        f"BOAF from the seeds below {sets.state_seeds:,}",
        lambda found: [_maps_of_a_deal(), _where_unsolvable(sets, found[INIT]["unsolvable_by_seed"])],
    )


def _rows(sets: Sets, values: dict[str, Any]) -> list[Quantity]:
    kinds = {name: values[name]["kinds"] for name in (INIT, BOAF)}
    both = [sum(counts) for counts in zip(kinds[INIT]["all"], kinds[BOAF]["all"], strict=True)]
    quantities = []
    for name, found in (kinds | {ALL: {"all": both}}).items():
        is_whole = sets.state_seeds == PRINTED_SEEDS or name == INIT
        for kind, counts in found.items():
            printed = PRINTED_SIZES[name][kind] if is_whole else (None,) * len(PARTS)
            quantities += _sizes_of(name, kind, counts, printed)
    if sets.state_seeds == PRINTED_SEEDS:
        quantities.append(_birds(kinds[BOAF]))
    return quantities + _sums(values[INIT], sets)


def _sizes_of(name: str, kind: str, counts: Sequence[int], printed: Sequence[float | None]) -> list[Quantity]:
    """How many boards of a kind are in each part."""
    quantities = []
    for part, figure, count in zip(PARTS, printed, counts, strict=True):
        note = SIZE_NOTES.get((name, kind), MISSING_DEAL if name == INIT else OTHER_STATES)
        note += SUM_NOTES.get((name, kind, part), "")
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
            f"{found['repeated_deals']:,} of {deals:,} are the same as another",
        ),
    ]


def _count_boards(_progress: Progress, data: str, sets: dict[str, int]) -> dict[str, Any]:
    """How many boards of each kind a data set has in each part, and in which bins of seeds the unsolvable ones are."""
    found = data_set(data, Sets(**sets))
    birds = has_odd_bird(found.cards)
    kinds = {
        "unsolvable, odd bird": ~found.solvable & birds,
        "unsolvable, no odd bird": ~found.solvable & ~birds,
        "solvable": found.solvable,
        "all": np.ones(len(found), np.bool_),
    }
    counts, _ = np.histogram(found.seeds[~found.solvable], BINS, (sets["start"], sets["stop"]))
    parts = range(len(PARTS))
    return {
        "kinds": {kind: [int(np.sum(rows & (found.parts == part))) for part in parts] for kind, rows in kinds.items()},
        "unsolvable_by_seed": counts.tolist(),
        "repeated_deals": _repeated_deals(sets["start"], sets["stop"]) if data == INIT else 0,
    }


def _repeated_deals(start: int, stop: int) -> int:
    """How many deals of a range are the same as another one of it."""
    deals = draw_deals(np.arange(start, stop) % (1 << 31), 16)
    return len(deals) - len(np.unique(np.ascontiguousarray(deals).view("V16")))


def _where_unsolvable(sets: Sets, counts: list[int]) -> Figure:
    width = (sets.stop - sets.start) / BINS
    middles = [sets.start + width * (bin_number + 0.5) for bin_number in range(BINS)]
    mean = [float(np.mean(counts))] * BINS
    return Figure(
        "Sang & Yoon (2019), Figure 4: unsolvable deals", "seed", f"in a bin of {int(width):,} seeds",
        [Curve("unsolvable", middles, counts), Curve("mean", middles, mean)],
    )  # fmt: skip


def _maps_of_a_deal() -> Picture:
    drawn = maps_of(draw_deals(np.array([1]), 16), 4, 4)[0]
    grids = [*zip(MAPS, drawn.tolist(), strict=True), ("mean", drawn.mean(axis=0).tolist())]
    return Picture("Sang & Yoon (2019), Figure 3: the maps of deal 1", grids)
