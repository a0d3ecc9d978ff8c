"""The networks and their results (Tables 2 to 5, Figures 5 and 6).

Networks are the paper's (`boaf.learn.neural.network`). Narrow layers of ReLU often die in training: then a network
answers the same for every board, as some of the paper's do (60.3 % and 63.4 % on BOAF are the shares of unsolvable
boards in its Table 1). Such a network is trained again from two more seeds; a note says if all of them died. The mean
of the trials is shown: its interval is that of the boards that it is judged on, its note has the trials. What the paper
says of its tables in words is in `claims`. Tables can be made from the networks that are finished; those on InitSet
come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from boaf.learn.neural.image_inputs import MAPS, has_odd_bird
from boaf.render.figures import Curve, Figure
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import ALL, BOAF, INIT, SETS, Scale, Sets, claims
from boaf_papers.sang_yoon.data_sets import PRINTED_LEFT_OUT, PRINTED_SIZES
from boaf_papers.sang_yoon.rows import (
    Score,
    accuracies,
    final_losses,
    has_dead,
    judged,
    network_rates,
    printed_rule,
    rates,
    reference_cells,
    rule_of,
    score,
)
from boaf_papers.sang_yoon.training import (
    EVALUATED,
    Trials,
    cells_of,
    everything,
    finished,
    recognised,
    training_in_words,
    trials,
)

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
RULE = "odd-bird rule"
Networks = Mapping[Any, Mapping[int, Cell]]
Trained = dict[Any, Trials]
Found = dict[Any, Any]
Rows = Callable[[Scale, Trained, Found], list[Quantity]]


def _plan(
    title: str,
    scale: Scale,
    networks: Networks,
    others: Mapping[Any, Cell],
    rows: Rows,
    claimed: Rows,
    figures: Callable[[Trained], list[Figure]] = lambda _trained: [],
) -> Plan:
    """A table of networks, made from those that are finished and from the other cells; claims once all are."""
    cells = cells_of(networks) | dict(others)

    def all_rows(found: Found) -> list[Quantity]:
        trained = finished(networks, found)
        return rows(scale, trained, found) + (claimed(scale, trained, found) if found.keys() == cells.keys() else [])

    return Plan(
        title,
        cells,
        all_rows,
        f"{training_in_words(scale)}; claims: a point counts as significant",
        lambda found: figures(finished(networks, found)),
        is_partial=True,
    )


def architectures(scale: Scale) -> Plan:
    """Table 2: without convolution, without shrinking, with both."""
    networks = {
        (name, condition): trials(scale, name, options) for name in SETS for condition, options in NETWORKS.items()
    }
    return _plan(
        "Table 2: accuracy of network architectures",
        scale,
        networks,
        {},
        _architecture_rows,
        _architecture_claims,
    )


def _architecture_rows(scale: Scale, trained: Trained, _found: Found) -> list[Quantity]:
    quantities = []
    for (name, condition), values in trained.items():
        printed = PRINTED_NETWORKS[condition][name]
        rows = accuracies(f"{name}, {condition}", values, name, printed, tolerance=scale.tolerance)
        quantities += [_printed_twice(row, name) for row in rows] if condition == "both" else rows
    return quantities


def _architecture_claims(_scale: Scale, trained: Trained, _found: Found) -> list[Quantity]:
    return claims.of_networks({(name, condition): score(own, name) for (name, condition), own in trained.items()})


def _printed_twice(row: Quantity, name: str) -> Quantity:
    """A row of the paper's choice, with what Table 3 prints for the same network."""
    other = PRINTED_FEATURES[name][-1][EVALUATED.index(row.name.rpartition(", ")[2])]
    if other == row.printed:
        return row
    return replace(row, note="; ".join(filter(None, (row.note, f"Table 3 prints {100 * other:.1f} %"))))


def layers(scale: Scale) -> Plan:
    """Figure 5: the number of fully connected layers."""
    networks = {(name, count): trials(scale, name, {"layers": count}) for name in (INIT, ALL) for count in LAYERS}
    title = "Figure 5: accuracy by the number of layers"
    return _plan(title, scale, networks, {}, lambda *_: [], _layer_claims, _layer_figure)


def _layer_claims(_scale: Scale, trained: Trained, _found: Found) -> list[Quantity]:
    return [
        claim
        for name in (INIT, ALL)
        for claim in claims.of_layers(name, {count: score(trained[name, count], name) for count in LAYERS})
    ]


def _layer_figure(trained: Trained) -> list[Figure]:
    curves = []
    for name in (INIT, ALL):
        own = {count: accuracies("", trained[name, count], name) for count in LAYERS if (name, count) in trained}
        for number, part in enumerate(EVALUATED):
            shares = [pair[number].computed for pair in own.values()]
            curves += [Curve(f"{name}, {part}", list(own), shares)] if own else []
    return [Figure("Figure 5: layers", "fully connected layers", "accuracy", curves)] if curves else []


def features(scale: Scale) -> Plan:
    """Table 3, with Figure 6 (the loss in training)."""
    networks = {
        (name, feature): trials(scale, name, {"maps": list(maps)})
        for name in SETS
        for feature, maps in MAP_SETS.items()
    }
    title = "Table 3: accuracy by maps"
    return _plan(title, scale, networks, reference_cells(scale), _feature_rows, _feature_claims, _losses)


def _feature_rows(scale: Scale, trained: Trained, found: Found) -> list[Quantity]:
    quantities = []
    for name in SETS:
        for feature, printed in zip(MAP_SETS, PRINTED_FEATURES[name], strict=True):
            if values := trained.get((name, feature)):
                quantities += accuracies(f"{name}, {feature}", values, name, printed, tolerance=scale.tolerance)
        quantities += rule_of(name, found)
    return quantities + final_losses(trained, scale.loss_tolerance)


def _feature_claims(_scale: Scale, trained: Trained, found: Found) -> list[Quantity]:
    tests = {(name, feature): score(values, name) for (name, feature), values in trained.items()}
    rules = {name: rule.computed for name in (INIT, BOAF) for rule in rule_of(name, found)}
    printed_gain = PRINTED_FEATURES[INIT][-1][1] - printed_rule(INIT)[-1]
    return claims.of_features(tests, list(MAP_SETS), rules, printed_gain)


def _losses(trained: Trained) -> list[Figure]:
    """Figure 6: the losses in training and validation, of the first trial."""
    if (INIT, "all maps") not in trained:
        return []
    epochs, *losses = zip(*trained[INIT, "all maps"][0]["losses"], strict=True)
    curves = [Curve(what, epochs, own) for what, own in zip(("training", "validation"), losses, strict=True)]
    return [Figure("Figure 6: InitSet, all maps", "epoch", "squared error of a board", curves)]


def repeated(scale: Scale) -> Plan:
    """How much the seed matters: the network of the paper's choice, trained several times."""
    networks = {name: trials(scale, name, count=count) for name, count in scale.more_trials.items()}
    counts = " and ".join(f"from {count} seeds on {name}" for name, count in scale.more_trials.items())
    return Plan("Trials", cells_of(networks), partial(_repeated_rows, networks), f"the network of Table 3 {counts}")


def _repeated_rows(networks: Networks, found: Found) -> list[Quantity]:
    quantities = []
    for name, values in finished(networks, found).items():
        answers = [judged(value, name, "test") for value in values]
        quantities.append(claims.of_trials(name, [Score(one.share, one.is_dead) for one in answers]))
    return quantities


def transfer(scale: Scale) -> Plan:
    """Table 4: trained on one set, tested on the other."""
    networks = {(name, "all maps"): trials(scale, name) for name, _ in PRINTED_ACROSS}
    networks |= {(BOAF, feature): trials(scale, BOAF, {"maps": list(MAP_SETS[feature])}) for feature in ALONE}
    title = "Table 4: accuracy on the other data set"
    return _plan(title, scale, networks, reference_cells(scale), _transfer_rows, _transfer_claims)


def _transfer_rows(scale: Scale, trained: Trained, _found: Found) -> list[Quantity]:
    quantities = []
    for (trained_on, tested_on), printed in PRINTED_ACROSS.items():
        if values := trained.get((trained_on, "all maps")):
            name = f"trained on {trained_on}, judged on {tested_on}"
            why = claims.NOTED_ACROSS[trained_on]
            quantities += accuracies(name, values, tested_on, printed, trained_on, scale.tolerance, why)
    return quantities


def _transfer_claims(_scale: Scale, trained: Trained, found: Found) -> list[Quantity]:
    tests = {
        (trained_on, tested_on, feature): score(values, tested_on, trained_on)
        for (trained_on, feature), values in trained.items()
        for tested_on in (INIT, BOAF)
    }
    (rule,) = rule_of(BOAF, found)
    return claims.of_transfer(tests, ALONE, rule.computed)


def more_deals(scale: Scale) -> Plan:
    """Table 5: trained on InitSet, tested on all the deals it was not trained on."""
    networks = {feature: trials(scale, INIT, {"maps": list(maps)}) for feature, maps in MAP_SETS.items()}
    recipe = {"sets": scale.sets._asdict(), "extra_deals": scale.extra_deals}
    reference = Cell("references on more deals", _judge_everything, recipe, 1, 3e-5 * scale.extra_deals)
    title = "Table 5: the test part of InitSet and all solvable deals that it leaves out"
    return _plan(title, scale, networks, {RULE: reference}, _more_rows, _more_claims)


def _more_rows(scale: Scale, trained: Trained, found: Found) -> list[Quantity]:
    quantities = []
    for feature, printed in zip(MAP_SETS, PRINTED_EVERYTHING, strict=True):
        if values := trained.get(feature):
            why = _cut_off(printed[0]) if feature == "odd bird" else ""
            quantities += network_rates(feature, values, printed, why, scale.tolerance)
    if RULE in found:
        _, solvable, unsolvable = rates(RULE, [found[RULE]["rule"]], PRINTED_RULE_RATES)
        quantities += [solvable, replace(unsolvable, note=_printed_rule_rate())]
    return quantities


def _more_claims(scale: Scale, trained: Trained, _found: Found) -> list[Quantity]:
    unsolvable, solvable = {}, {}
    for feature, values in trained.items():
        counts = [one["everything"] for one in values]
        _, solvable[feature], rate = rates(feature, counts, (None, None, None))
        unsolvable[feature] = Score(rate.computed, has_dead(counts))
    lost = _solvable_lost(solvable["odd bird"].computed - solvable["all maps"].computed)
    return [claims.of_unsolvable(unsolvable), replace(lost, tolerance=scale.tolerance)]


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
    return f"{100 * share:.3f} % by the printed Table 1, truncated to {100 * printed:.1f} %"


def _solvable_lost(lost: float) -> Quantity:
    """What all maps lose of the solvable deals; whether it is "too much" is not said."""
    rates_by_maps = dict(zip(MAP_SETS, PRINTED_EVERYTHING, strict=True))
    printed = rates_by_maps["odd bird"][1] - rates_by_maps["all maps"][1]
    note = '"without yielding too much TPR", says the text, not how much that is'
    return Quantity("TPR: odd bird less all maps", printed, lost, "%", note)


def _judge_everything(_progress: Progress, sets: dict[str, int], extra_deals: int) -> dict[str, Any]:
    """What the odd-bird rule recognises of the deals of Table 5."""
    cards, solvable = everything(Sets(**sets), extra_deals)
    return {"rule": recognised(~has_odd_bird(cards), solvable)}
