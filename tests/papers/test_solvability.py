"""Araki et al. (2019): what tables say of figures that differ."""

import pytest

from boaf.learn.classifiers import TABLE_1
from boaf_papers import plans_of
from boaf_papers.araki_et_al.algorithms import rise_of, stopped_at
from boaf_papers.araki_et_al.classifiers import CONSTANT, PRINTED_ACCURACY
from boaf_papers.araki_et_al.models import error_of
from boaf_papers.framework.quantity import Table


def _table(name: str, scale: str, values: dict[str, object]) -> Table:
    (plan,) = plans_of("solvability", scale, [name])
    return plan.table(values)


def test_a_constant_answer_is_off_by_as_much_as_a_share_of_a_sample() -> None:
    folds = [0.5095] * 10
    (share,) = _table("table-1", "small", {"table 1, always-unsolvable, 2000 states": folds}).quantities
    assert share.holds_printed
    assert share.note == ""


@pytest.mark.parametrize(("states", "reason"), [(5_000, "fewer states"), (500_000, "unexplained")])
def test_a_claim_that_fails_has_a_reason(states: int, reason: str) -> None:
    values: dict[str, object] = {
        f"table 1, {name}, {states} states": [PRINTED_ACCURACY[name], PRINTED_ACCURACY[name]] for name in TABLE_1
    }
    holds = _table("table-1", "paper", values).quantities[-1]
    assert holds.computed == 1
    values[f"table 1, mlp, {states} states"] = [0.95, 0.95]
    fails = _table("table-1", "paper", values).quantities[-1]
    assert fails.computed == 0
    assert reason in fails.note


def test_the_most_accurate_classifier_is_found_among_equally_many_states() -> None:
    values: dict[str, object] = {f"table 1, {name}, 5000 states": [0.5, 0.5] for name in TABLE_1}
    values["table 1, lightgbm, 5000 states"] = [0.9, 0.9]
    values["table 1, sgd, 50000 states"] = [0.95, 0.95]
    claim = _table("table-1", "paper", values).quantities[-1]
    assert claim.name == "LightGBM is the most accurate, 5,000 states"
    assert claim.computed == 1


def test_stopped_states_are_counted_in_words() -> None:
    assert stopped_at(50_000, 0) == ""
    assert stopped_at(50_000, 1) == "1 state stopped at 50,000 nodes"
    assert stopped_at(50_000, 1_187) == "1,187 states stopped at 50,000 nodes"


def test_a_rise_is_looked_for_below_ten_stacks() -> None:
    assert rise_of("rise", {1: 1.0, 2: 2.0, 9: 5.0, 10: 3.0}, "none").note == "none"
    assert rise_of("rise", {1: 3.0, 2: 2.0, 3: 4.0}).computed == 1


def test_the_constant_answers_are_those_of_table_1() -> None:
    assert set(CONSTANT) < set(TABLE_1)


def test_a_printed_error_is_rounded() -> None:
    for error, note in ((0.2561, ""), (0.3, "unexplained")):
        folds = [error - 1e-4, error, error + 1e-4]
        assert error_of("lightgbm, F", 0.256, folds, 500_000, "F").note == note
