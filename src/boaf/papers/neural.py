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

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards, draw_deals
from boaf.learn.data.data_set import PARTS, DataSet
from boaf.learn.names import MAPS
from boaf.learn.neural.maps import has_odd_bird, maps_of
from boaf.papers import neural_beyond, neural_study
from boaf.papers.neural_study import ALL, BOAF, INIT, SETS, Fit, Job, data_set, fits
from boaf.papers.quantity import Quantity, Table
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
EXTRA_DEALS = {"small": 100_000, "paper": 1_000_000}
BINS = 20
SAME = "answers the same for every board"
EVALUATED = PARTS[1:]


def _sizes(scale: str, progress: Progress) -> Table:
    """Table 1, with Figure 3 (the maps of a deal) and Figure 4 (where the unsolvable deals are)."""
    quantities = []
    for name in (INIT, BOAF):
        data = data_set(name, scale)
        birds = has_odd_bird(data.cards)
        kinds = {
            "unsolvable, odd bird": ~data.solvable & birds,
            "unsolvable, no odd bird": ~data.solvable & ~birds,
            "solvable": data.solvable,
            "all": np.ones(len(data), np.bool_),
        }
        for kind, rows in kinds.items():
            for number, part in enumerate(PARTS):
                printed = PRINTED_SIZES[name][kind][number] if scale == "paper" or name == INIT else None
                quantities.append(
                    Quantity(f"{name}, {kind}, {part}", printed, int(np.sum(rows & (data.parts == number))))
                )
        progress(len(data))
    start, stop = neural_study.DEALS[scale]
    data = data_set(INIT, scale)
    counts, edges = np.histogram(data.seeds[~data.solvable], BINS, (start, stop))
    middles = ((edges[1:] + edges[:-1]) / 2).tolist()
    where = Figure(
        "Sang & Yoon (2019), Figure 4: unsolvable deals", "seed", f"in a bin of {(stop - start) // BINS:,} seeds",
        [Curve("unsolvable", middles, counts.tolist()), Curve("mean", middles, [float(counts.mean())] * BINS)],
    )  # fmt: skip
    drawn = maps_of(draw_deals(np.array([1]), 16), 4, 4)[0]
    grids = [*zip(MAPS, drawn.tolist(), strict=True), ("mean", drawn.mean(axis=0).tolist())]
    pictures = Picture("Sang & Yoon (2019), Figure 3: the maps of deal 1", grids)
    below = neural_study.STATE_SEEDS[scale]
    title = f"Sang & Yoon (2019), Table 1: boards of InitSet and BOAF, the latter from the seeds below {below:,}"
    return Table("table-1", title, quantities, [pictures, where])


def _networks(scale: str, progress: Progress) -> Table:
    """Table 2: without convolution, without shrinking, with both."""
    jobs = [Job(name, options) for options in NETWORKS.values() for name in SETS]
    trained = iter(fits(jobs, scale, progress))
    quantities = []
    for condition in NETWORKS:
        for name in SETS:
            printed = PRINTED_NETWORKS[condition][name]
            quantities += _accuracies(f"{name}, {condition}", next(trained), data_set(name, scale), printed)
    for name in SETS:
        quantities += _references(name, data_set(name, scale))
    return Table("table-2", "Sang & Yoon (2019), Table 2: accuracy of network architectures", quantities)


def _layers(scale: str, progress: Progress) -> Table:
    """Figure 5: the number of fully connected layers."""
    sets = (INIT, ALL)
    trained = iter(fits([Job(name, {"layers": layers}) for name in sets for layers in LAYERS], scale, progress))
    quantities, curves = [], []
    for name in sets:
        found = [_accuracies(f"{name}, {layers} layers", next(trained), data_set(name, scale)) for layers in LAYERS]
        quantities += [quantity for pair in found for quantity in pair]
        for number, part in enumerate(EVALUATED):
            curves.append(Curve(f"{name}, {part}", LAYERS, [pair[number].computed for pair in found]))
        quantities += _references(name, data_set(name, scale))
    figure = Figure("Sang & Yoon (2019), Figure 5: layers", "fully connected layers", "accuracy", curves)
    return Table(
        "layers",
        "Sang & Yoon (2019), Figure 5: accuracy by the number of layers (printed as a plot)",
        quantities,
        [figure],
    )


def _features(scale: str, progress: Progress) -> Table:
    """Table 3, with Figure 6 (the loss in training)."""
    jobs = [Job(name, {"maps": list(maps)}) for name in SETS for maps in MAP_SETS.values()]
    trained = iter(fits(jobs, scale, progress))
    quantities = []
    for name in SETS:
        for feature, printed in zip(MAP_SETS, PRINTED_FEATURES[name], strict=True):
            quantities += _accuracies(f"{name}, {feature}", next(trained), data_set(name, scale), printed)
        quantities += _references(name, data_set(name, scale))
    (fit,) = fits([Job(INIT)], scale, progress)
    epochs = list(range(1, len(fit.train_losses) + 1))
    curves = [Curve("training", epochs, fit.train_losses), Curve("validation", epochs, fit.validation_losses)]
    figure = Figure("Sang & Yoon (2019), Figure 6: InitSet, all maps", "epoch", "squared error of a board", curves)
    return Table("table-3", "Sang & Yoon (2019), Table 3: accuracy by the maps that are shown", quantities, [figure])


def _across(scale: str, progress: Progress) -> Table:
    """Table 4: trained on one set, tested on the other."""
    jobs = [Job(name) for name, _ in PRINTED_ACROSS]
    quantities = []
    for ((trained_on, tested_on), printed), fit in zip(
        PRINTED_ACROSS.items(), fits(jobs, scale, progress), strict=True
    ):
        name = f"trained on {trained_on}, judged on {tested_on}"
        quantities += _accuracies(name, fit, data_set(tested_on, scale), printed)
    quantities += _references(INIT, data_set(INIT, scale)) + _references(BOAF, data_set(BOAF, scale))
    return Table("table-4", "Sang & Yoon (2019), Table 4: accuracy on the other data set", quantities)


def _everything(scale: str, progress: Progress) -> Table:
    """Table 5: trained on InitSet, tested on all the deals it was not trained on."""
    data = data_set(INIT, scale)
    test, extra = data.part("test"), _extra(data, scale)
    progress(len(extra))
    cards = np.concatenate([test.cards, extra])
    solvable = np.concatenate([test.solvable, np.ones(len(extra), np.bool_)])
    quantities = []
    jobs = [Job(INIT, {"maps": list(maps)}) for maps in MAP_SETS.values()]
    for feature, printed, fit in zip(MAP_SETS, PRINTED_EVERYTHING, fits(jobs, scale, progress), strict=True):
        quantities += _rates(feature, _answers(fit, cards), solvable, printed)
    quantities += _rates("odd-bird rule", ~has_odd_bird(cards), solvable, PRINTED_RULE_RATES)
    quantities += _rates("exact solver", _solved(cards), solvable, (None, None, None))
    title = f"Sang & Yoon (2019), Table 5: the test part of InitSet and {len(extra):,} more solvable deals"
    return Table("table-5", title, quantities)


def _extra(data: DataSet, scale: str) -> Cards:
    """Solvable deals of InitSet's range that are not in it. Shape (deals, 16)."""
    start, stop = neural_study.DEALS[scale]
    seeds = np.setdiff1d(np.arange(start, stop), data.seeds)
    step = max(1, len(seeds) // EXTRA_DEALS[scale])
    return draw_deals(seeds[::step] % (1 << 31), 16)


def _accuracies(name: str, fit: Fit, data: DataSet, printed: Sequence[float | None] = (None, None)) -> list[Quantity]:
    """The accuracy of a network on the validation and the test part."""
    found = []
    for part, figure in zip(EVALUATED, printed, strict=True):
        chosen = data.part(part)
        answers = _answers(fit, chosen.cards)
        note = SAME if answers.all() or not answers.any() else f"seed {fit.seed}" if fit.seed else ""
        found.append(Quantity(f"{name}, {part}", figure, float(np.mean(answers == chosen.solvable)), "%", note))
    return found


def _answers(fit: Fit, cards: Cards) -> NDArray[np.bool_]:
    from boaf.learn.neural.judging import probabilities

    return probabilities(fit.network, cards, 4, 4) > 0.5


def _references(name: str, data: DataSet) -> list[Quantity]:
    """What the odd-bird rule and the solver score on the test part."""
    chosen = data.part("test")
    rule = float(np.mean(~has_odd_bird(chosen.cards) == chosen.solvable))
    solved = _solved(chosen.cards)
    return [
        Quantity(f"{name}, odd-bird rule, test", PRINTED_RULE[name], rule, "%", "unsolvable iff there is an odd bird"),
        Quantity(
            f"{name}, exact solver, test", None, float(np.mean(solved == chosen.solvable)), "%", "gave the labels"
        ),
    ]


def _solved(cards: Cards) -> NDArray[np.bool_]:
    """Which boards the exact solver solves."""
    solved: NDArray[np.bool_] = solve_many(cards).solvable
    return solved


def _rates(
    name: str, answers: NDArray[np.bool_], solvable: NDArray[np.bool_], printed: Sequence[float | None]
) -> list[Quantity]:
    """Accuracy, and the shares of the solvable and of the unsolvable boards that are recognised."""
    right = answers == solvable
    values = {
        "accuracy": right.mean(),
        "TPR (solvable)": right[solvable].mean(),
        "TNR (unsolvable)": right[~solvable].mean(),
    }
    return [
        Quantity(f"{name}, {what}", figure, float(value), "%")
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
