"""Model files: what is saved is what is loaded, and what is not a model of ours is refused with one clear line."""

import json
import pickle
import zipfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from boaf.learn.board_features import extract
from boaf.learn.classifiers import CLASSIFIERS, fit
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.making import random_states
from boaf.learn.feature_models import FeatureModel, PrintedTree, SklearnModel, save
from boaf.learn.prediction import load, predict, shipped
from boaf.models import model_file
from boaf.models.forest import LEAF, Forest, join, one_tree, read_lightgbm, value, values
from boaf.models.learned import read_learned
from boaf.models.model_file import Description
from boaf.support.errors import BoafError

NAMES = ("min_degree", "mean_degree", "moves", "stacks", "spanning_trees")
FEW = {
    "lightgbm": {"n_estimators": 10, "n_jobs": 1},
    "lightgbm-regression": {"n_estimators": 10, "n_jobs": 1},
    "mlp": {"max_iter": 5},
    "gradient-boosting": {"n_estimators": 5},
    "random-forest": {"n_estimators": 5},
    "adaboost": {"n_estimators": 5},
}


@cache
def states() -> DataSet:
    return random_states(800)


@cache
def state_values() -> NDArray[np.float64]:
    return extract(states().cards, 4, 4, NAMES)


def fitted(name: str) -> FeatureModel:
    return fit(name, state_values(), states().solvable, NAMES, parameters=FEW.get(name), recipe=states().recipe)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_model_says_the_same_after_a_round_trip(name: str, tmp_path: Path) -> None:
    model = fitted(name)
    save(model, tmp_path / "model.boaf")
    again = load(tmp_path / "model.boaf")
    assert again.description == model.description
    assert again.description.recipe == states().recipe
    expected = model.of_features(state_values())
    assert np.array_equal(again.probability(states().cards, 4, 4), expected)
    assert ((expected >= 0) & (expected <= 1)).all()


def test_equal_models_are_equal_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        save(fitted("lightgbm"), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_compiled_trees_say_exactly_what_lightgbm_says() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    for name in ("lightgbm", "lightgbm-regression"):
        parameters = {"n_estimators": 60, "min_child_samples": 2, "n_jobs": 1}
        model = fit(name, state_values(), states().solvable, NAMES, parameters=parameters)
        booster = lightgbm.Booster(model_str=model.body().decode())
        forest = read_lightgbm(model.body().decode(), len(NAMES))
        between = state_values() + np.random.default_rng(0).normal(size=state_values().shape)
        for rows in (state_values(), between, -state_values()):
            assert np.array_equal(values(forest, rows), booster.predict(rows, raw_score=True))


def test_a_forest_of_one_leaf_is_a_constant() -> None:
    forest = join([one_tree([LEAF], [2.5], [0], [0])] * 2, 0)
    assert value(forest, np.zeros(0)) == 5.0


@pytest.mark.parametrize(
    "tree",
    [
        one_tree([0, LEAF, LEAF], [0, 1, 2], [1, 1, 2], [5, 1, 2]),
        one_tree([0, LEAF, LEAF], [0, 1, 2], [0, 1, 2], [2, 1, 2]),
        one_tree([7, LEAF, LEAF], [0, 1, 2], [1, 1, 2], [2, 1, 2]),
        one_tree([-3, LEAF, LEAF], [0, 1, 2], [1, 1, 2], [2, 1, 2]),
        one_tree([0, LEAF, 0], [0, 1, 2], [2, 1, 0], [2, 1, 0]),
    ],
    ids=["child outside", "a loop", "no such feature", "a negative feature", "a node twice"],
)
def test_what_is_no_tree_is_refused(tree: Forest) -> None:
    with pytest.raises(BoafError, match="the trees are damaged"):
        join([tree], 1)


def refused(path: Path) -> str:
    with pytest.raises(BoafError) as error:
        load(path)
    message = str(error.value)
    assert "\n" not in message
    return message


def test_a_pickle_is_never_opened(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (Path.touch, (tmp_path / "sprung",))  # type: ignore[return-value]

    path = tmp_path / "model.pkl"
    path.write_bytes(pickle.dumps(Trap()))
    assert refused(path).endswith("is a pickle, which can run code when it is opened; boaf opens none")
    assert not (tmp_path / "sprung").exists()


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model"
    assert "cannot read" in refused(path)
    for content in (b"", b"tree\nversion=v4\n", b"PK", b"{}", b"\x89PNG"):
        path.write_bytes(content)
        assert "is not a boaf model file" in refused(path) or "is damaged or cut off" in refused(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schema.json", "{}")
    assert refused(path).endswith("is not a boaf model file")


def test_damaged_and_cut_files_are_refused(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "damaged"
    save(fitted("lightgbm"), whole)
    content = whole.read_bytes()
    for length in range(2, len(content), len(content) // 25):
        path.write_bytes(content[:length])
        assert "damaged" in refused(path) or "not a boaf model file" in refused(path)
    for place in range(40, len(content) - 200, len(content) // 25):
        path.write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        with suppress(BoafError):
            assert load(path).description.features == NAMES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"version": 2}, "has the format version 2; this boaf reads 1"),
        ({"format": "another"}, "is not a boaf model file"),
        ({"sha256": "0"}, "is damaged: its body does not match its digest"),
        ({"features": ["moves", 3]}, "is damaged: entry 2 of 'features' must be a text, but it is 3"),
        ({"features": ["magic"]}, "or install the plug-in that has it"),
        ({"features": ["moves"]}, "the trees are damaged"),
        ({"kind": "magic"}, "holds a model of the kind 'magic', which this version of boaf does not know"),
        ({"kind": "linear"}, "the text of the weights is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ({"kind": "sklearn"}, "the classifier is damaged"),
        ({"kind": "printed-tree"}, "a printed tree has no content"),
        ({"recipe": None}, "is damaged: 'recipe' must be an object, but it is None"),
    ],
)
def test_a_description_that_does_not_fit_is_refused(tmp_path: Path, change: dict[str, object], line: str) -> None:
    whole, path = tmp_path / "whole", tmp_path / "changed"
    save(fitted("lightgbm"), whole)
    with zipfile.ZipFile(whole) as archive:
        header, body = json.loads(archive.read("model.json")), archive.read("body")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.json", json.dumps(header | change))
        archive.writestr("body", body)
    assert refused(path).endswith(line)


def test_a_classifier_of_foreign_parts_is_refused(tmp_path: Path) -> None:
    skops = pytest.importorskip("skops.io")
    from fractions import Fraction

    path = tmp_path / "model"
    model_file.write(path, Description("mlp", "sklearn", NAMES), skops.dumps(Fraction(1, 2)))
    assert refused(path).endswith("the classifier contains fractions.Fraction, which no classifier of boaf does")


def test_a_search_takes_trees_and_linear_models_of_features_it_computes(tmp_path: Path) -> None:
    path = tmp_path / "model"
    save(fitted("random-forest"), path)
    with pytest.raises(BoafError, match="a search takes linear models and trees"):
        read_learned(str(path))
    names = ("triples", "moves")
    relaxed = extract(states().cards, 4, 4, names)
    save(fit("linear-regression", relaxed, states().solvable, names), path)
    with pytest.raises(BoafError, match="needs the feature 'triples', which searches cannot compute"):
        read_learned(str(path))


def test_the_printed_tree_is_a_model_too(tmp_path: Path) -> None:
    path = tmp_path / "tree"
    save(PrintedTree(), path)
    tree = load(path)
    import boaf

    assert [predict(boaf.deal(seed), tree) for seed in (1, 10, 1163, 63135)] == [1, 0, 0, 1]


def test_the_shipped_model_needs_no_extra() -> None:
    import subprocess
    import sys

    code = (
        "import sys, boaf; from boaf import predict;"
        "print(*(predict(boaf.deal(seed)) > 0.5 for seed in (1, 10)),"
        "[name for name in ('lightgbm', 'sklearn', 'skops', 'torch') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "True False []\n"
    assert shipped().description.recipe


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('{"weights": [1.0], "constant": 1' + "0" * 400 + "}", "a number is beyond 64 bits"),
        ('{"weights": [1.0], "constant": NaN}', "NaN is not a number"),
        ("[" * 100_000, "it is nested deeper than 32"),
        ('{"weights": [1.0, 2.0], "constant": 0}', "'weights' must be a list of 1 entries, but it is [1.0, 2.0]"),
        (
            '{"weights": [true], "constant": 0}',
            "'weights' must be a number from -1e+100 to 1e+100, but it is True",
        ),
        ('{"weights": [1e300], "constant": 0}', "'weights' must be a number from -1e+100 to 1e+100, but it is 1e+300"),
    ],
)
def test_weights_that_are_none_are_refused(body: str, line: str, tmp_path: Path) -> None:
    model_file.write(tmp_path / "m", Description("linear", "linear", ("min_degree",)), body.encode())
    assert refused(tmp_path / "m").endswith(line)


def test_what_is_not_a_probability_is_not_given() -> None:
    with pytest.raises(BoafError, match="the model m is damaged: its values are not probabilities"):
        model_file.require_probabilities(np.array([0.5, np.nan]), "m")
    assert model_file.require_probabilities(np.array([1 + 1e-9, -1e-9]), "m").tolist() == [1, 0]


def test_a_classifier_whose_parts_do_not_fit_gives_one_line() -> None:
    class Classifier:
        classes_ = (False, True)

        def predict_proba(self, features: np.ndarray) -> np.ndarray:
            return np.zeros((len(features), 0))

    model = SklearnModel(Description("tree", "sklearn"), Classifier())
    with pytest.raises(BoafError, match="the classifier tree is damaged: it gives no answer"):
        model.of_features(np.zeros((1, 2)))
