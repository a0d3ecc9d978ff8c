"""The classifiers do what their names say, repeatably, and boards of one deal stay together."""

from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest
from numpy.typing import NDArray

from boaf.learn import GROUPS, classifiers
from boaf.learn.board_features import ARAKI, ARAKI_GRAPH, KNOWN_FEATURES, SUBSETS, extract, features_named
from boaf.learn.classifiers import CLASSIFIERS, TABLE_1, cross_validate, fit, new_classifier, search_parameters
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.making import random_states
from boaf.support.errors import BoafError

pytestmark = pytest.mark.skipif(find_spec("sklearn") is None, reason="needs scikit-learn")
SMALL = {
    "mlp": {"max_iter": 5},
    "gradient-boosting": {"n_estimators": 5},
    "adaboost": {"n_estimators": 5},
    "random-forest": {"n_estimators": 10},
    "lightgbm": {"n_estimators": 10, "n_jobs": 1},
    "lightgbm-regression": {"n_estimators": 10, "n_jobs": 1},
}


@cache
def states() -> DataSet:
    return random_states(600)


@cache
def values() -> NDArray[np.float64]:
    return extract(states().cards, 4, 4, ARAKI)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_classifier_is_cross_validated_repeatably(name: str) -> None:
    few = SMALL.get(name)
    one, two = (cross_validate(name, values(), states().solvable, folds=3, parameters=few) for _ in range(2))
    assert (one.accuracy, one.error) == (two.accuracy, two.error)
    if name not in ("always-solvable", "always-unsolvable", "sgd", "mlp"):
        assert np.mean(one.accuracy) > 0.85


def test_the_baselines_have_the_shares_of_the_verdicts() -> None:
    share = states().solvable.mean()
    always = [np.mean(cross_validate(name, values(), states().solvable, folds=3).accuracy) for name in TABLE_1[-2:]]
    assert np.allclose(always, [1 - share, share])


def test_the_parameters_are_the_defaults_of_the_libraries() -> None:
    assert new_classifier("lightgbm").get_params()["num_leaves"] == 31
    assert new_classifier("decision-tree").get_params()["criterion"] == "gini"
    assert new_classifier("entropy-tree").get_params()["criterion"] == "entropy"
    with pytest.raises(BoafError, match="lightgbm has no parameter 'leafs'"):
        new_classifier("lightgbm", parameters={"leafs": 3})
    with pytest.raises(BoafError, match="unknown classifier 'magic': choose from lightgbm"):
        new_classifier("magic")


def test_boards_of_one_deal_stand_in_one_fold() -> None:
    groups = np.arange(len(states())) // 7
    for train, test in classifiers._folds(values(), states().solvable, 5, 0, groups):
        assert not set(groups[train]) & set(groups[test])


def test_the_grid_search_puts_the_best_first() -> None:
    grid = {"learning_rate": (0.1, 1e-9), "n_estimators": (5,), "num_leaves": (7,)}
    found = search_parameters(states(), grid, folds=2)
    assert [parameters["learning_rate"] for parameters, _ in found] == [0.1, 1e-9]


def test_what_cannot_be_fitted_is_refused() -> None:
    with pytest.raises(BoafError, match="boards of both verdicts"):
        fit("lightgbm", values(), np.ones(len(values()), bool), ARAKI)
    with pytest.raises(BoafError, match="do not fit"):
        fit("lightgbm", values(), states().solvable, ARAKI[:-1])
    with pytest.raises(BoafError, match="1000 folds: choose from 2 to"):
        cross_validate("decision-tree", values(), states().solvable, folds=1000)
    with pytest.raises(BoafError, match=r"1 folds: choose from 2 to .*; 0 folds fit without validation"):
        cross_validate("decision-tree", values(), states().solvable, folds=1)
    rare = np.arange(len(values())) == 0
    with pytest.raises(BoafError, match="only one board has the rarer verdict; 0 folds fit without validation"):
        cross_validate("decision-tree", values(), rare)
    with pytest.raises(BoafError, match=r"needs boards of both verdicts: all .* are unsolvable"):
        cross_validate("decision-tree", values(), rare & False)
    with pytest.raises(BoafError, match="lightgbm cannot be fitted: a value has the wrong type in n_jobs='x'"):
        cross_validate("lightgbm", values(), states().solvable, folds=2, parameters={"n_jobs": "x"})


def test_a_linear_model_is_the_least_squares_fit() -> None:
    model = fit("linear-regression", values(), states().solvable, ARAKI)
    table = np.column_stack([values(), np.ones(len(values()))])
    best = np.linalg.lstsq(table, states().solvable.astype(float), rcond=None)[0]
    assert np.allclose(model.of_features(values()), np.clip(table @ best, 0, 1))


def test_the_subsets_are_as_the_paper_says() -> None:
    assert len(SUBSETS) == 12
    assert set(SUBSETS["F"]) == set(ARAKI_GRAPH) - {"islands"}
    assert SUBSETS["H"] == ("min_degree", "max_degree", "mean_degree")
    assert len(set(SUBSETS.values())) == 12
    assert not any("stacks" in subset for subset in SUBSETS.values())
    assert set().union(*GROUPS.values()) == set(KNOWN_FEATURES)


def test_the_groups_that_papers_use_are_public() -> None:
    assert GROUPS["araki"] == ARAKI
    assert len(GROUPS["araki"]) == 25
    assert GROUPS["hoshino-kahn"] == ("nw1", "nw2", "spanning_trees")


def test_features_are_named_by_groups_and_by_names() -> None:
    assert features_named("H,moves, min_degree") == ("min_degree", "max_degree", "mean_degree", "moves")
    with pytest.raises(BoafError, match="unknown feature 'magic'"):
        features_named("H,magic")
    with pytest.raises(BoafError, match="no feature is named"):
        features_named(",")
