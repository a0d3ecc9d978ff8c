"""Sang & Yoon (2019): what the paper's scale trains, and tables of networks that are not all finished."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boaf.learn.data.interesting import JavaRandom
from boaf.learn.data.making import balanced_deals, interesting_states
from boaf.learn.neural.training_data import split
from boaf_papers import plans_of
from boaf_papers.sang_yoon import ALL, BOAF, INIT, SCALES, SETS, claims, data_sets
from boaf_papers.sang_yoon.rows import Score, accuracies, final_losses, network_rates, rates, rule_of, score
from boaf_papers.sang_yoon.training import in_parts_of, training_in_words, training_options, trials

PARTIAL = ("table-2", "table-3", "table-4", "table-5")


def value_of(right: int) -> dict[str, Any]:
    """What a cell of a network holds, whatever it is judged on: how many of a hundred are right."""
    part = {"boards": 100, "right": right, "called_solvable": 40}
    parts = {"validation": part, "test": part}
    rates_found = {"solvable": 80, "solvable_right": right * 80 // 100, "unsolvable": 20, "unsolvable_right": 10}
    return {"seed": 0, "losses": [[1, 0.4, 0.5], [2, 0.3, 0.4]], "judged": dict.fromkeys((INIT, BOAF), parts),
            "everything": rates_found}  # fmt: skip


def values_of(plan: Any, wanted: str) -> dict[str, Any]:
    return {cell.name: value_of(80) for cell in plan.cells.values() if cell.name.startswith(wanted)}


@pytest.mark.parametrize("name", PARTIAL)
def test_a_table_has_the_rows_whose_networks_are_finished(name: str) -> None:
    (plan,) = plans_of("neural", "paper", [name])
    assert plan.is_partial
    assert plan.table({}).quantities == []
    table = plan.table(values_of(plan, "network on InitSet"))
    assert table.quantities
    assert not any(row.name.startswith(("BOAF", "All", "trained on BOAF")) for row in table.quantities)


@pytest.mark.parametrize("name", PARTIAL)
def test_networks_on_initset_are_trained_first(name: str) -> None:
    (plan,) = plans_of("neural", "paper", [name])
    on_init = [
        cell.name.startswith("network on InitSet") for cell in plan.cells.values() if cell.name.startswith("network")
    ]
    assert on_init == sorted(on_init, reverse=True)


def test_a_network_without_all_its_trials_has_no_row() -> None:
    (plan,) = plans_of("neural", "paper", ["table-5"])
    values = values_of(plan, "network on InitSet by seed, 15 layers, movability, trial")
    assert len(values) == 3
    assert next(row.name for row in plan.table(values).quantities) == "movability, accuracy"
    values.popitem()
    assert plan.table(values).quantities == []


def test_the_scale_of_the_paper_has_the_epochs_of_the_authors_program() -> None:
    training = training_options(INIT, SCALES["paper"])
    assert (training["epochs"], training["batch"], training["learning_rate"]) == (500, 100, 0.001)
    words = training_in_words(SCALES["paper"])
    assert words.startswith(
        "3 trials of 500 epochs on InitSet; 1 trial of 20 epochs on BOAF and All; BOAF from 2,000 seeds"
    )
    assert "printed: 50,000 epochs, 10,000 seeds" in words
    assert [len(trials(SCALES["paper"], name)) for name in SETS] == [3, 1, 1]


def test_states_are_counted_of_all_files_of_the_challenge() -> None:
    (plan,) = plans_of("neural", "paper", ["table-1"])
    assert plan.cells[BOAF].recipe == {"files": [[0, 100], [100, 1_100], [1_100, 11_100]]}
    assert trials(SCALES["paper"], ALL)[0].recipe["sets"]["state_seeds"] == 2_000


def test_the_authors_program_has_states_in_two_parts_and_in_none() -> None:
    """Of a file with 10 unsolvable and 8 solvable states, 2 and 1."""
    unsolvable, solvable = data_sets._bounds(10, 8)
    assert unsolvable == [(0, 5), (5, 8), (6, 10)]
    assert solvable == [(0, 4), (5, 6), (6, 8)]


def test_a_shuffled_list_has_every_item_once() -> None:
    order = data_sets._shuffled(50, JavaRandom(10))
    assert sorted(order.tolist()) == list(range(50)) != order.tolist()


@pytest.mark.slow
def test_the_learning_rate_falls_every_130_of_500_epochs() -> None:
    training = pytest.importorskip("boaf.learn.neural.training")
    options = training.TrainingOptions(epochs=500)

    def factor(epochs_done: int) -> float:
        run = SimpleNamespace(options=options, history=[None] * epochs_done)
        return float(training._Run._factor(run))

    falls = [epoch for epoch in range(1, 500) if factor(epoch) < factor(epoch - 1)]
    assert falls == [130, 260, 390]
    assert factor(130) == pytest.approx(0.1)


TRAINING = """
import json
from boaf.learn.data.making import balanced_deals
from boaf.learn.neural.training_data import boards_of
from boaf_papers.sang_yoon import INIT, SCALES
from boaf_papers.sang_yoon.training import fitted, training_options

data = balanced_deals(0, 60_000)
training = training_options(INIT, SCALES["small"]) | {"epochs": 60, "batch": 20, "tries": 1, "seed": 3}
fit = fitted({"convolution": False, "layers": 8}, training, data, boards_of(data, "train"))
print(json.dumps([fit.losses, float(sum(weights.detach().sum() for weights in fit.network.parameters()))]))
"""


@pytest.mark.thorough
def test_a_training_of_the_small_scale_does_not_depend_on_the_instructions_of_the_cpu() -> None:
    """PyTorch sums in another order without vector instructions, as it does on another CPU."""
    pytest.importorskip("torch")
    found = []
    for instructions in ({}, {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}):
        environment = os.environ | instructions
        run = subprocess.run([sys.executable, "-c", TRAINING], env=environment, capture_output=True, check=True)
        found.append(json.loads(run.stdout))
    (losses, weights), (other_losses, other_weights) = found
    assert min(loss for loss, _ in losses) < 0.46  # it learns: a dead network has 0.5
    assert [loss for pair in losses for loss in pair] == pytest.approx(
        [loss for pair in other_losses for loss in pair], rel=1e-10
    )
    assert weights == pytest.approx(other_weights, rel=1e-10)


def test_networks_of_the_small_scale_are_checked_exactly_and_others_by_their_spread() -> None:
    for scale, tolerance in (("small", 0), ("paper", 0.3)):
        (plan,) = plans_of("neural", scale, ["table-3"])
        names = [
            cell.name
            for cell in plan.cells.values()
            if cell.name.startswith("network on InitSet by seed, 15 layers, odd")
        ]
        values = {name: value_of(right) for name, right in zip(names, (60, 90, 75), strict=False)}
        validation, test, *_ = plan.table(values).quantities
        assert validation.tolerance == test.tolerance == pytest.approx(tolerance)


def test_dead_networks_are_named_in_table_5() -> None:
    dead = value_of(0) | {"everything": {"solvable": 80, "solvable_right": 80, "unsolvable": 20, "unsolvable_right": 0}}
    rows = network_rates("movability", [dead, value_of(80)], (0.825, 0.83, 0.37))
    assert rows[0].note == "trials 80.0 74.0; 1 of 2 answering the same for every board, from each seed that was tried"
    assert rows[1].note.endswith("1 of 2 answering the same for every board, from each seed that was tried")
    (low, *_rest) = network_rates("movability", [value_of(20)], (0.825, 0.83, 0.37))
    assert low.note == "unexplained"


def test_rates_of_several_networks_are_means() -> None:
    first = {"solvable": 10, "solvable_right": 10, "unsolvable": 10, "unsolvable_right": 0}
    second = {"solvable": 10, "solvable_right": 5, "unsolvable": 10, "unsolvable_right": 10}
    assert [row.computed for row in rates("x", [first, second], (None,) * 3)] == [0.625, 0.75, 0.5]


def test_the_printed_odd_bird_rule_has_what_table_1_says_of_each_part() -> None:
    found = {BOAF: {"boards": 10, "rule": 8}}
    assert rule_of(BOAF, found)[0].note.endswith("Table 1 55.9 % in train, 50.2 % in validation, 47.7 % in test")
    assert rule_of(INIT, found) == []


@pytest.mark.parametrize(
    ("without", "holds", "note"),
    [
        (Score(0.8, is_dead=False), 1, "+10.0 points"),
        (Score(0.95, is_dead=False), 0, "-5.0 points; unexplained"),
        (
            Score(0.5, is_dead=True),
            1,
            "+40.0 points; shows little, since here without shrinking had networks answering the same for every board",
        ),
    ],
)
def test_a_claim_about_a_dead_network_shows_little(without: Score, holds: int, note: str) -> None:
    conditions = ("both", "without convolution", "without shrinking")
    tests = {(name, condition): Score(0.9, is_dead=False) for name in SETS for condition in conditions}
    claim = claims.of_networks(tests | {(INIT, "without shrinking"): without})[1]
    assert (claim.computed, claim.note) == (holds, note)


def test_a_printed_accuracy_may_be_that_of_one_trial() -> None:
    trials_found = [value_of(95), value_of(50)]
    (validation, _) = accuracies("InitSet, movability", trials_found, INIT, (0.94, 0.73))
    assert validation.note == "trials 95.0 50.0; within the interval of a trial"
    (_, test) = accuracies("InitSet, movability", trials_found, INIT, (0.94, 0.2))
    assert test.note == "trials 95.0 50.0; unexplained"


def test_a_network_that_answers_the_same_elsewhere_is_not_dead() -> None:
    value = value_of(50)
    same = {"boards": 100, "right": 50, "called_solvable": 100}
    value["judged"] = {BOAF: value["judged"][BOAF], INIT: {"validation": same, "test": same}}
    (_, test) = accuracies("trained on BOAF", [value], INIT, (0.5, 0.5), BOAF)
    assert test.note == "1 of 1 answering the same for every board here, but not where trained"
    assert not score([value], INIT, BOAF).is_dead
    assert score([value], INIT).is_dead


def test_a_logged_loss_outside_the_trials_is_unexplained() -> None:
    logged = 48.401 * 19 / 1_862
    for losses, note in (([0.3, 0.6], "trials 0.300 0.600"), ([0.6, 0.7], "trials 0.600 0.700; unexplained")):
        found = [{"losses": [[500, loss, 0.5]]} for loss in losses]
        (row,) = final_losses({(INIT, "movability"): found})
        assert row.printed == pytest.approx(logged)
        assert row.note.endswith(note)


def test_layers_differ_significantly_by_a_point() -> None:
    scores = {layers: Score(0.9 + layers / 10_000, is_dead=False) for layers in (1, 3, 5, 10, 15)}
    best, several = claims.of_layers(INIT, scores)
    assert (best.computed, several.computed) == (0, 1)
    assert "+0.1 points from worst to best" in several.note


@pytest.mark.slow
def test_deals_of_another_set_stay_in_their_part() -> None:
    deals = balanced_deals(0, 3_000)
    states = in_parts_of(deals, split(interesting_states(400 // 20), "seed"))
    assert states.parts is not None
    assert deals.parts is not None
    for seed in np.intersect1d(deals.seeds, states.seeds):
        assert set(states.parts[states.seeds == seed]) == set(deals.parts[deals.seeds == seed])
