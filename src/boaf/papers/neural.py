"""Sang & Yoon (2019): the neural network, its data sets (Table 1) and its results (Tables 2 to 5, Figures 3 to 6).

Every accuracy stands beside two references: the rule that a board is unsolvable if it has an odd bird and solvable if
not, and the exact solver, whose answers the labels are. Networks are the paper's (`boaf.learn.neural.network`).
Narrow layers of ReLU often die in training: then a network answers the same for every board, as some of the paper's do
(60.3 % and 63.4 % on BOAF are the shares of unsolvable boards in its Table 1). Such a network is trained again from
seed 1, then 2; a note has the seed if it is not 0, or says that all three died. The tables that go beyond the paper
stand in `neural_beyond`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.learn.data.data_set import PARTS
from boaf.learn.names import MAPS
from boaf.learn.neural.maps import has_odd_bird, maps_of
from boaf.papers import neural_beyond
from boaf.papers.neural_study import (
    ALL,
    BOAF,
    EVALUATED,
    EXTRA_DEALS,
    INIT,
    SETS,
    TOLERANCE,
    Sets,
    data_set,
    everything,
    network_cell,
    recognised,
)
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.progress import Progress
from boaf.render.figures import Curve, Figure, Picture
from boaf.solvers.batch import solve_many

PRINTED_SIZES = {
    INIT: {"unsolvable, odd bird": (734, 442, 295), "unsolvable, no odd bird": (197, 118, 77),
           "solvable": (931, 560, 372), "all": (1_862, 1_120, 744)},
    BOAF: {"unsolvable, odd bird": (63_742, 38_103, 38_597), "unsolvable, no odd bird": (300_931, 180_701, 181_859),
           "solvable": (318_056, 144_218, 127_224), "all": (682_728, 363_022, 347_680)},
}  # fmt: skip
PRINTED_NETWORKS = {
    "without convolution": {INIT: (0.673, 0.685), BOAF: (0.761, 0.760), ALL: (0.765, 0.767)},
    "without shrinking": {INIT: (0.889, 0.898), BOAF: (0.768, 0.770), ALL: (0.764, 0.766)},
    "both": {INIT: (0.901, 0.906), BOAF: (0.766, 0.767), ALL: (0.764, 0.766)},
}
NETWORKS = {"without convolution": {"convolution": False}, "without shrinking": {"shrinking": False}, "both": {}}
MAP_SETS = {
    "movability": ("movability",),
    "odd bird": ("odd-bird",),
    "rank, suit": ("rank", "suit"),
    "movability, rank, suit": ("movability", "rank", "suit"),
    "movability, odd bird": ("movability", "odd-bird"),
    "all maps": MAPS,
}
PRINTED_FEATURES = {
    INIT: ((0.662, 0.610), (0.897, 0.897), (0.504, 0.513), (0.680, 0.680), (0.896, 0.910), (0.900, 0.903)),
    BOAF: ((0.603, 0.634), (0.731, 0.735), (0.603, 0.634), (0.748, 0.752), (0.760, 0.763), (0.766, 0.767)),
    ALL: ((0.722, 0.729), (0.602, 0.634), (0.711, 0.714), (0.747, 0.758), (0.757, 0.759), (0.765, 0.767)),
}
PRINTED_RULE = {INIT: 0.89, BOAF: 0.56, ALL: None}
PRINTED_ACROSS = {(INIT, BOAF): (0.644, 0.681), (BOAF, INIT): (0.899, 0.899)}
PRINTED_EVERYTHING = (
    (0.825, 0.83, 0.37), (0.999, 1.00, 0.79), (0.587, 0.59, 0.41), (0.802, 0.80, 0.24), (0.976, 0.98, 0.80),
    (0.891, 0.89, 0.85),
)  # fmt: skip
PRINTED_RULE_RATES = (None, 1.00, 0.79)
LAYERS = (1, 3, 5, 10, 15)
BINS = 20
SAME = "answers the same for every board"


def _sizes(scale: str) -> Plan:
    """Table 1, with Figure 3 (the maps of a deal) and Figure 4 (where the unsolvable deals are)."""
    sets = Sets.of(scale)
    cells = [
        Cell(f"boards of {name}", _count_boards, {"data": name, "sets": sets._asdict()}, 1, cost)
        for name, cost in ((INIT, 2e-5 * (sets.stop - sets.start)), (BOAF, 2e-2 * sets.state_seeds))
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name, value in zip((INIT, BOAF), values.values(), strict=True):
            for kind, counts in value["kinds"].items():
                printed = PRINTED_SIZES[name][kind] if scale == "paper" or name == INIT else (None,) * len(PARTS)
                for part, figure, count in zip(PARTS, printed, counts, strict=True):
                    quantities.append(Quantity(f"{name}, {kind}, {part}", figure, count))
        title = (
            f"Sang & Yoon (2019), Table 1: boards of InitSet and BOAF, the latter from the seeds below "
            f"{sets.state_seeds:,}"
        )
        where = _where_unsolvable(sets, values[f"boards of {INIT}"]["unsolvable_by_seed"])
        return Table("table-1", title, quantities, [_maps_of_a_deal(), where])

    return Plan("table-1", cells, table)


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
    }


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


def _networks(scale: str) -> Plan:
    """Table 2: without convolution, without shrinking, with both."""
    cells = {
        (condition, name): network_cell(scale, name, options)
        for condition, options in NETWORKS.items()
        for name in SETS
    }

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (condition, name), cell in cells.items():
            printed = PRINTED_NETWORKS[condition][name]
            quantities += _accuracies(f"{name}, {condition}", values[cell.name], name, printed)
        for name in SETS:
            quantities += _references(name, values)
        return Table("table-2", "Sang & Yoon (2019), Table 2: accuracy of network architectures", quantities)

    return Plan("table-2", [*cells.values(), *_reference_cells(scale)], table)


def _layers(scale: str) -> Plan:
    """Figure 5: the number of fully connected layers."""
    sets = (INIT, ALL)
    cells = {(name, layers): network_cell(scale, name, {"layers": layers}) for name in sets for layers in LAYERS}

    def table(values: dict[str, Any]) -> Table:
        quantities, curves = [], []
        for name in sets:
            found = [
                _accuracies(f"{name}, {layers} layers", values[cells[name, layers].name], name) for layers in LAYERS
            ]
            quantities += [quantity for pair in found for quantity in pair]
            for number, part in enumerate(EVALUATED):
                curves.append(Curve(f"{name}, {part}", LAYERS, [pair[number].computed for pair in found]))
            quantities += _references(name, values)
        figure = Figure("Sang & Yoon (2019), Figure 5: layers", "fully connected layers", "accuracy", curves)
        title = "Sang & Yoon (2019), Figure 5: accuracy by the number of layers (printed as a plot)"
        return Table("layers", title, quantities, [figure])

    return Plan("layers", [*cells.values(), *_reference_cells(scale)], table)


def _features(scale: str) -> Plan:
    """Table 3, with Figure 6 (the loss in training)."""
    cells = {
        (name, feature): network_cell(scale, name, {"maps": list(maps)})
        for name in SETS
        for feature, maps in MAP_SETS.items()
    }

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name in SETS:
            for feature, printed in zip(MAP_SETS, PRINTED_FEATURES[name], strict=True):
                value = values[cells[name, feature].name]
                quantities += _accuracies(f"{name}, {feature}", value, name, printed)
            quantities += _references(name, values)
        epochs, *losses = zip(*values[cells[INIT, "all maps"].name]["losses"], strict=True)
        curves = [Curve(what, epochs, own) for what, own in zip(("training", "validation"), losses, strict=True)]
        figure = Figure("Sang & Yoon (2019), Figure 6: InitSet, all maps", "epoch", "squared error of a board", curves)
        title = "Sang & Yoon (2019), Table 3: accuracy by the maps that are shown"
        return Table("table-3", title, quantities, [figure])

    return Plan("table-3", [*cells.values(), *_reference_cells(scale)], table)


def _across(scale: str) -> Plan:
    """Table 4: trained on one set, tested on the other."""
    cells = {name: network_cell(scale, name) for name, _ in PRINTED_ACROSS}

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (trained_on, tested_on), printed in PRINTED_ACROSS.items():
            name = f"trained on {trained_on}, judged on {tested_on}"
            quantities += _accuracies(name, values[cells[trained_on].name], tested_on, printed)
        quantities += _references(INIT, values) + _references(BOAF, values)
        return Table("table-4", "Sang & Yoon (2019), Table 4: accuracy on the other data set", quantities)

    return Plan("table-4", [*cells.values(), *_reference_cells(scale)], table)


def _everything(scale: str) -> Plan:
    """Table 5: trained on InitSet, tested on all the deals it was not trained on."""
    cells = {feature: network_cell(scale, INIT, {"maps": list(maps)}) for feature, maps in MAP_SETS.items()}
    recipe = {"sets": Sets.of(scale)._asdict(), "extra_deals": EXTRA_DEALS[scale]}
    reference = Cell("references on more deals", _judge_everything, recipe, 1, 3e-5 * EXTRA_DEALS[scale])

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (feature, cell), printed in zip(cells.items(), PRINTED_EVERYTHING, strict=True):
            quantities += _rates(feature, values[cell.name]["everything"], printed)
        found = values[reference.name]
        quantities += _rates("odd-bird rule", found["rule"], PRINTED_RULE_RATES)
        quantities += _rates("exact solver", found["solver"], (None, None, None))
        title = f"Sang & Yoon (2019), Table 5: the test part of InitSet and {found['extra']:,} more solvable deals"
        return Table("table-5", title, quantities)

    return Plan("table-5", [*cells.values(), reference], table)


def _judge_everything(progress: Progress, sets: dict[str, int], extra_deals: int) -> dict[str, Any]:
    """What the odd-bird rule and the exact solver recognise of the deals of Table 5."""
    given = Sets(**sets)
    cards, solvable = everything(given, extra_deals)
    solved = solve_many(cards, progress=progress).solvable
    return {
        "extra": len(cards) - len(data_set(INIT, given).part("test")),
        "rule": recognised(~has_odd_bird(cards), solvable),
        "solver": recognised(solved, solvable),
    }


def _accuracies(
    name: str, value: dict[str, Any], judged_on: str, printed: Sequence[float | None] = (None, None)
) -> list[Quantity]:
    """The accuracy of a network on the validation and the test part of a data set."""
    found = []
    for part, figure in zip(EVALUATED, printed, strict=True):
        judged = [value["judged"][one][part] for one in ((INIT, BOAF) if judged_on == ALL else (judged_on,))]
        boards, right, called = (sum(one[what] for one in judged) for what in ("boards", "right", "called_solvable"))
        note = SAME if called in (0, boards) else f"seed {value['seed']}" if value["seed"] else ""
        found.append(Quantity(f"{name}, {part}", figure, right / boards, "%", note, tolerance=TOLERANCE))
    return found


def _reference_cells(scale: str) -> list[Cell]:
    sets = Sets.of(scale)
    return [
        Cell(f"references on {name}", _judge_references, {"data": name, "sets": sets._asdict()}, 1, 1.0)
        for name in (INIT, BOAF)
    ]


def _judge_references(_progress: Progress, data: str, sets: dict[str, int]) -> dict[str, int]:
    """How often the odd-bird rule and the exact solver are right on the test part."""
    test = data_set(data, Sets(**sets)).part("test")
    rule = int(np.sum(~has_odd_bird(test.cards) == test.solvable))
    return {"boards": len(test), "rule": rule, "solver": int(np.sum(solve_many(test.cards).solvable == test.solvable))}


def _references(name: str, values: dict[str, Any]) -> list[Quantity]:
    """What the odd-bird rule and the solver score on the test part."""
    found = [values[f"references on {one}"] for one in ((INIT, BOAF) if name == ALL else (name,))]
    boards, rule, solver = (sum(one[what] for one in found) for what in ("boards", "rule", "solver"))
    note = "unsolvable iff there is an odd bird"
    return [
        Quantity(f"{name}, odd-bird rule, test", PRINTED_RULE[name], rule / boards, "%", note),
        Quantity(f"{name}, exact solver, test", None, solver / boards, "%", "gave the labels"),
    ]


def _rates(name: str, found: dict[str, int], printed: Sequence[float | None]) -> list[Quantity]:
    """Accuracy, and the shares of the solvable and of the unsolvable boards that are recognised."""
    right, boards = found["solvable_right"] + found["unsolvable_right"], found["solvable"] + found["unsolvable"]
    values = {
        "accuracy": right / boards,
        "TPR (solvable)": found["solvable_right"] / found["solvable"],
        "TNR (unsolvable)": found["unsolvable_right"] / found["unsolvable"],
    }
    return [
        Quantity(f"{name}, {what}", figure, value, "%", tolerance=TOLERANCE)
        for (what, value), figure in zip(values.items(), printed, strict=True)
    ]


TABLES = {
    "table-1": _sizes,
    "table-2": _networks,
    "table-3": _features,
    "table-4": _across,
    "table-5": _everything,
    "layers": _layers,
    **neural_beyond.TABLES,
}
