"""Sang & Yoon (2019): the neural network and its results (Tables 2 to 5, Figures 5 and 6).

Every accuracy stands beside two references: the rule that a board is unsolvable if it has an odd bird and solvable if
not, and the exact solver, whose answers the labels are. Networks are the paper's (`boaf.learn.neural.networks`).
Narrow layers of ReLU often die in training: then a network answers the same for every board, as some of the paper's do
(60.3 % and 63.4 % on BOAF are the shares of unsolvable boards in its Table 1). Such a network is trained again from
two more seeds; a note says where all of them died. Every network is trained several times, and the mean is shown: its
interval is that of the boards it is judged on, its note has the trials. What the paper says of its tables in words
stands in `neural_claims`, Table 1 in `neural_data_sets`, its open questions in `neural_open`, and a network of
ours in `neural_ours`. Tables can be made of the networks that are finished; those on InitSet come first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boaf.learn.neural.image_inputs import MAPS, has_odd_bird
from boaf.papers import neural_claims, neural_data_sets, neural_open, neural_ours, neural_svm
from boaf.papers.neural_data_sets import PRINTED_LEFT_OUT, PRINTED_SIZES
from boaf.papers.neural_rows import (
    LOSS_TOLERANCE,
    SAME,
    Score,
    accuracies,
    final_losses,
    has_dead,
    judged,
    network_rates,
    printed_rule,
    rates,
    reference_cells,
    references,
    score,
)
from boaf.papers.neural_study import (
    ALL,
    BOAF,
    EVALUATED,
    EXTRA_DEALS,
    INIT,
    SETS,
    TOLERANCE,
    Sets,
    cells_of,
    data_set,
    everything,
    finished,
    recognised,
    training_in_words,
    trials,
)
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.render.figures import Curve, Figure
from boaf.solvers.batch import solve_many
from boaf.support.progress import Progress

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
PRINTED_ACROSS = {(INIT, BOAF): (0.644, 0.681), (BOAF, INIT): (0.899, 0.899)}
PRINTED_EVERYTHING = (
    (0.825, 0.83, 0.37), (0.999, 1.00, 0.79), (0.587, 0.59, 0.41), (0.802, 0.80, 0.24), (0.976, 0.98, 0.80),
    (0.891, 0.89, 0.85),
)  # fmt: skip
PRINTED_RULE_RATES = (None, 1.00, 0.79)
ALONE = ("movability", "rank, suit")
"""The maps of networks that Table 4 is compared with."""
LAYERS = (1, 3, 5, 10, 15)
MORE_TRIALS = {"small": {INIT: 4, BOAF: 4}, "paper": {INIT: 12, BOAF: 5}}
"""How often the network of the paper's choice is trained to see what the seed matters."""


def _networks(scale: str) -> Plan:
    """Table 2: without convolution, without shrinking, with both."""
    networks = {
        (name, condition): trials(scale, name, options) for name in SETS for condition, options in NETWORKS.items()
    }

    def table(values: dict[str, Any]) -> Table:
        quantities, tests = [], {}
        for (name, condition), trained in finished(networks, values).items():
            printed = PRINTED_NETWORKS[condition][name]
            found = accuracies(f"{name}, {condition}", trained, name, printed, tolerance=TOLERANCE[scale])
            quantities += [_printed_twice(row, name) for row in found] if condition == "both" else found
            tests[name, condition] = score(trained, name)
        for name in SETS:
            quantities += references(name, values)
        quantities += neural_claims.of_networks(tests)
        title = f"Sang & Yoon (2019), Table 2: accuracy of network architectures; {training_in_words(scale)}"
        return Table("table-2", title, quantities)

    return Plan("table-2", [*cells_of(networks.values()), *reference_cells(scale)], table, is_partial=True)


def _printed_twice(row: Quantity, name: str) -> Quantity:
    """A row of the paper's choice, with what Table 3 prints for the same network."""
    other = PRINTED_FEATURES[name][-1][EVALUATED.index(row.name.rpartition(", ")[2])]
    if other == row.printed:
        return row
    return replace(row, note="; ".join(filter(None, (row.note, f"Table 3 prints {100 * other:.1f} %"))))


def _layers(scale: str) -> Plan:
    """Figure 5: the number of fully connected layers."""
    sets = (INIT, ALL)
    networks = {(name, layers): trials(scale, name, {"layers": layers}) for name in sets for layers in LAYERS}

    def table(values: dict[str, Any]) -> Table:
        quantities, curves, claims = [], [], []
        trained = finished(networks, values)
        for name in sets:
            found = {
                layers: accuracies(
                    f"{name}, {layers} layer{'s' * (layers > 1)}",
                    trained[name, layers],
                    name,
                    tolerance=TOLERANCE[scale],
                )
                for layers in LAYERS
                if (name, layers) in trained
            }
            quantities += [quantity for pair in found.values() for quantity in pair]
            for number, part in enumerate(EVALUATED):
                shares = [pair[number].computed for pair in found.values()]
                curves += [Curve(f"{name}, {part}", list(found), shares)] if found else []
            if len(found) == len(LAYERS):
                claims += neural_claims.of_layers(name, {key: score(trained[name, key], name) for key in found})
            quantities += references(name, values)
        quantities += claims
        figure = Figure("Sang & Yoon (2019), Figure 5: layers", "fully connected layers", "accuracy", curves)
        title = (
            "Sang & Yoon (2019), Figure 5: accuracy by the number of layers (printed as a plot); "
            f"{training_in_words(scale, sets)}"
        )
        return Table("layers", title, quantities, [figure] if curves else [])

    return Plan("layers", [*cells_of(networks.values()), *reference_cells(scale)], table, is_partial=True)


def _features(scale: str) -> Plan:
    """Table 3, with Figure 6 (the loss in training)."""
    networks = {
        (name, feature): trials(scale, name, {"maps": list(maps)})
        for name in SETS
        for feature, maps in MAP_SETS.items()
    }

    def table(values: dict[str, Any]) -> Table:
        quantities, tests, rules = [], {}, {}
        trained = finished(networks, values)
        for name in SETS:
            for feature, printed in zip(MAP_SETS, PRINTED_FEATURES[name], strict=True):
                if found := trained.get((name, feature)):
                    quantities += accuracies(f"{name}, {feature}", found, name, printed, tolerance=TOLERANCE[scale])
                    tests[name, feature] = score(found, name)
            quantities += (rule := references(name, values))
            if rule and name != ALL:
                rules[name] = rule[0].computed
        quantities += final_losses(trained, LOSS_TOLERANCE[scale])
        printed_gain = PRINTED_FEATURES[INIT][-1][1] - printed_rule(INIT)[-1]
        quantities += neural_claims.of_features(tests, list(MAP_SETS), rules, printed_gain)
        shown = trained.get((INIT, "all maps"), [])[:1]
        title = f"Sang & Yoon (2019), Table 3: accuracy by the maps that are shown; {training_in_words(scale)}"
        return Table("table-3", title, quantities, [_losses(one["losses"]) for one in shown])

    return Plan("table-3", [*cells_of(networks.values()), *reference_cells(scale)], table, is_partial=True)


def _losses(by_epoch: list[list[float]]) -> Figure:
    """Figure 6, of the losses in training and validation."""
    epochs, *losses = zip(*by_epoch, strict=True)
    curves = [Curve(what, epochs, own) for what, own in zip(("training", "validation"), losses, strict=True)]
    return Figure("Sang & Yoon (2019), Figure 6: InitSet, all maps", "epoch", "squared error of a board", curves)


def _trials(scale: str) -> Plan:
    """What the seed matters: the network of the paper's choice, trained several times."""
    networks = {name: trials(scale, name, count=count) for name, count in MORE_TRIALS[scale].items()}

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name, network in networks.items():
            answers = [judged(value, name, "test") for value in network.among(values)]
            for number, one in enumerate(answers, 1):
                note = SAME if one.is_dead else ""
                row = Quantity.share(f"{name}, trial {number}, test", None, one.right, one.boards, note)
                quantities.append(replace(row, tolerance=TOLERANCE[scale]))
            quantities.append(neural_claims.of_trials(name, [Score(one.share, one.is_dead) for one in answers]))
        counts = " and ".join(f"from {count} seeds on {name}" for name, count in MORE_TRIALS[scale].items())
        title = f"Sang & Yoon (2019): its network trained {counts}, as in Table 3"
        return Table("trials", title, quantities)

    return Plan("trials", cells_of(networks.values()), table)


def _across(scale: str) -> Plan:
    """Table 4: trained on one set, tested on the other."""
    networks = {(name, "all maps"): trials(scale, name) for name, _ in PRINTED_ACROSS}
    networks |= {(BOAF, feature): trials(scale, BOAF, {"maps": list(MAP_SETS[feature])}) for feature in ALONE}

    def table(values: dict[str, Any]) -> Table:
        quantities, tests = [], {}
        trained = finished(networks, values)
        for (trained_on, feature), found in trained.items():
            for tested_on in (INIT, BOAF):
                printed = PRINTED_ACROSS.get((trained_on, tested_on)) if feature == "all maps" else None
                name = f"trained on {trained_on}, judged on {tested_on}"
                rows = accuracies(name, found, tested_on, printed or (None, None), trained_on, TOLERANCE[scale])
                quantities += rows if printed else []
                tests[trained_on, tested_on, feature] = score(found, tested_on, trained_on)
        quantities += references(INIT, values) + (rules := references(BOAF, values))
        quantities += neural_claims.of_transfer(tests, ALONE, rules[0].computed if rules else None)
        title = f"Sang & Yoon (2019), Table 4: accuracy on the other data set; {training_in_words(scale, (INIT, BOAF))}"
        return Table("table-4", title, quantities)

    return Plan("table-4", [*cells_of(networks.values()), *reference_cells(scale)], table, is_partial=True)


def _everything(scale: str) -> Plan:
    """Table 5: trained on InitSet, tested on all the deals it was not trained on."""
    networks = {feature: trials(scale, INIT, {"maps": list(maps)}) for feature, maps in MAP_SETS.items()}
    recipe = {"sets": Sets.of(scale)._asdict(), "extra_deals": EXTRA_DEALS[scale]}
    reference = Cell("references on more deals", _judge_everything, recipe, 1, 3e-5 * EXTRA_DEALS[scale])

    def table(values: dict[str, Any]) -> Table:
        quantities, solvable, unsolvable, more = [], {}, {}, "more"
        trained = finished(networks, values)
        for feature, printed in zip(MAP_SETS, PRINTED_EVERYTHING, strict=True):
            if found := trained.get(feature):
                why = _cut_off(printed[0]) if feature == "odd bird" else ""
                quantities += network_rates(feature, found, printed, why, TOLERANCE[scale])
                solvable[feature] = quantities[-2].computed
                unsolvable[feature] = Score(quantities[-1].computed, has_dead([one["everything"] for one in found]))
        if known := values.get(reference.name):
            *rows, recognised_unsolvable = rates("odd-bird rule", [known["rule"]], PRINTED_RULE_RATES)
            quantities += [*rows, replace(recognised_unsolvable, note=_printed_rule_rate())]
            quantities += rates("exact solver", [known["solver"]], (None, None, None))
            more = f"{known['extra']:,} more"
        quantities += neural_claims.of_unsolvable(unsolvable)
        if {"odd bird", "all maps"} <= solvable.keys():
            lost = _solvable_lost(solvable["odd bird"] - solvable["all maps"])
            quantities.append(replace(lost, tolerance=TOLERANCE[scale]))
        title = (
            f"Sang & Yoon (2019), Table 5: the test part of InitSet and {more} solvable deals; "
            f"{training_in_words(scale, (INIT,))}"
        )
        return Table("table-5", title, quantities)

    return Plan("table-5", [*cells_of(networks.values()), reference], table, is_partial=True)


def _printed_rule_rate() -> str:
    """What the rule recognises of the unsolvable deals of the test part by the printed Table 1."""
    with_bird, without = (PRINTED_SIZES[INIT][f"unsolvable, {kind} bird"][-1] for kind in ("odd", "no odd"))
    return f"{with_bird} of {with_bird + without} by the printed Table 1"


def _cut_off(printed: float) -> str:
    """Why odd birds alone are right about a little more than is printed: they are the rule."""
    right = (
        sum(PRINTED_LEFT_OUT) + PRINTED_SIZES[INIT]["solvable"][-1] + PRINTED_SIZES[INIT]["unsolvable, odd bird"][-1]
    )
    share = right / (sum(PRINTED_LEFT_OUT) + PRINTED_SIZES[INIT]["all"][-1])
    return f"{100 * share:.3f} % by the printed Table 1; {100 * printed:.1f} % is that, cut off"


def _solvable_lost(lost: float) -> Quantity:
    """What all maps lose of the solvable deals; whether it is "too much" is not said."""
    rates_by_maps = dict(zip(MAP_SETS, PRINTED_EVERYTHING, strict=True))
    printed = rates_by_maps["odd bird"][1] - rates_by_maps["all maps"][1]
    note = '"without yielding too much TPR", says the text, not how much that is'
    return Quantity("TPR: odd bird less all maps", printed, lost, "%", note)


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


TABLES = {
    **neural_data_sets.TABLES,
    "table-2": _networks,
    "table-3": _features,
    "table-4": _across,
    "table-5": _everything,
    "layers": _layers,
    "trials": _trials,
    **neural_svm.TABLES,
    **neural_open.TABLES,
    **neural_ours.TABLES,
}
