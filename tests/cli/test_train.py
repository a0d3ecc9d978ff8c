"""`boaf train` and `boaf predict` as a user meets them."""

import json
import shlex
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.cli.learning import _shown
from boaf.learn import load

pytestmark = pytest.mark.slow

DATA = ("--data", "states:400", "--folds", "2")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def answer(capsys, *arguments: str) -> dict[str, object]:  # type: ignore[no-untyped-def]
    assert main([*arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    return dict(json.loads(line))


def test_a_model_is_trained_reported_and_asked(capsys) -> None:  # type: ignore[no-untyped-def]
    found = answer(capsys, "train", "decision-tree", *DATA, "--features", "graph,moves", "--out", "tree.boaf")
    assert list(found) == ["model", "boards", "solvable", "features", "metrics", "file"]
    assert found["metrics"]["accuracy"] > 0.8  # type: ignore[index]
    assert found["metrics"]["folds"] == 2  # type: ignore[index]
    said = answer(capsys, "predict", "1264", "--model", "tree.boaf", "--exact")
    assert list(said) == ["board", "model", "probability", "verdict"]
    assert said["board"] == boaf.deal(1264).text()
    assert said["model"] == "tree.boaf"
    assert said["verdict"] == "unsolvable"


def test_a_data_set_file_is_used_with_its_recipe(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["dataset", "states", "--count", "300", "--out", "states.parquet"]) == 0
    capsys.readouterr()
    arguments = ("train", "linear-regression", "--data", "states.parquet", "--features", "H", "--folds", "2")
    assert answer(capsys, *arguments, "--out", "line.boaf")["boards"] == 300
    assert load("line.boaf").description.recipe["kind"] == "states"


def test_a_data_set_with_parts_is_fitted_on_train_and_tested_on_test(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["dataset", "balanced", "--seeds", "0", "20000", "--out", "balanced.parquet"]) == 0
    data = boaf.learn.data.read("balanced.parquet")
    train, test = data.part("train"), data.part("test")
    capsys.readouterr()
    arguments = ("train", "decision-tree", "--data", "balanced.parquet", "--features", "graph", "--folds", "2")
    found = answer(capsys, *arguments, "--out", "tree.boaf")
    metrics = dict(found["metrics"])  # type: ignore[call-overload]
    assert found["boards"] == metrics["boards"] == len(train) < len(data)
    assert metrics["test_boards"] == len(test)
    model = load("tree.boaf")
    assert model.description.recipe["part"] == "train"
    assert model.description.metrics == metrics
    assert metrics["test_accuracy"] == ((model.probability(test.cards, 4, 4) >= 0.5) == test.solvable).mean()
    # A tree without a bound knows by heart what it was fitted on.
    assert ((model.probability(train.cards, 4, 4) >= 0.5) == train.solvable).all()
    assert main([*arguments, "--folds", "0"]) == 0
    assert f"test: accuracy {100 * metrics['test_accuracy']:.3f} % of" in capsys.readouterr().out


def test_a_search_is_ordered_by_a_trained_model(capsys) -> None:  # type: ignore[no-untyped-def]
    train = ["train", "lightgbm-regression", *DATA, "--features", "F", "--set", "n_estimators=5", "--set", "n_jobs=1"]
    assert main([*train, "--out", "trees.boaf"]) == 0
    capsys.readouterr()
    solved = answer(capsys, "solve", "3", "--solver", "ordered", "-o", "model=trees.boaf", "-o", "cutoff=9")
    assert solved["verdict"] == "solvable"


def test_the_model_of_boaf_is_the_default(capsys) -> None:  # type: ignore[no-untyped-def]
    assert answer(capsys, "predict", "1")["probability"] > 0.99  # type: ignore[operator]
    assert answer(capsys, "predict", "10")["probability"] < 0.01  # type: ignore[operator]
    assert main(["predict", "1", "10", "--exact"]) == 0
    out = capsys.readouterr().out
    assert "solvable with probability" in out
    assert "exactly: unsolvable" in out


@pytest.mark.parametrize(
    ("name", "told"),
    [("shipped", "(shipped)"), ("linear-H", "(linear-H, linear-regression)"), ("lightgbm-F", "(lightgbm-F, lightgbm-")],
)
def test_a_model_is_called_what_it_was_asked_for_by(capsys, name: str, told: str) -> None:  # type: ignore[no-untyped-def]
    assert main(["predict", "--help"]) == 0
    assert name in capsys.readouterr().out
    assert answer(capsys, "predict", "1", "--model", name)["model"] == name
    assert main(["predict", "1", "--model", name]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["train", "magic"], "boaf: No such command 'magic'"),
        (["train", "lightgbm", "--data", "missing.parquet"], "boaf: "),
        (
            ["train", "lightgbm", "--data", "states:many"],
            "boaf: states:many: write states:N or deals:START:STOP",
        ),
        (["train", "lightgbm", *DATA, "--features", "magic"], "boaf: unknown feature 'magic': choose from"),
        (["train", "lightgbm", *DATA, "--set", "magic=1"], "boaf: lightgbm has no parameter 'magic'"),
        (["train", "lightgbm", *DATA, "--set", "magic"], "boaf: --set magic: write NAME=VALUE"),
        (["train", "grid-search", "--folds", "0"], "boaf: Invalid value for '--folds': "),
        (["train", "grid-search", *DATA, "--leaves", "few"], "boaf: 'few': write numbers separated by commas"),
        (["predict", "1", "--model", "missing"], "boaf: cannot read missing: No such file or directory"),
        (
            ["solve", "1", "-s", "ordered", "-o", "model=missing"],
            "boaf: cannot read missing: No such file or directory",
        ),
    ],
)
def test_bad_input_gets_one_clear_line(capsys, arguments: list[str], line: str) -> None:  # type: ignore[no-untyped-def]
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(line)
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("seed", ["-1", "4294967296"])
@pytest.mark.parametrize("name", ["decision-tree", "lightgbm", "linear-regression", "grid-search"])
def test_a_seed_that_no_generator_takes_is_refused(capsys, name: str, seed: str) -> None:  # type: ignore[no-untyped-def]
    assert main(["train", name, *DATA, "--seed", seed]) == 2
    assert capsys.readouterr().err.startswith("boaf: Invalid value for '--seed': ")


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("lightgbm", ["--set", "n_estimators=foo"], "a value has the wrong type in n_estimators='foo'"),
        ("lightgbm", ["--set", "num_leaves=1"], "Check failed: (num_leaves) > (1)"),
        ("decision-tree", ["--set", "max_depth=x"], "The 'max_depth' parameter of DecisionTreeClassifier must be"),
        (
            "random-forest",
            ["--set", "n_estimators=0"],
            "The 'n_estimators' parameter of RandomForestClassifier must be",
        ),
        (
            "linear-regression",
            ["--set", "fit_intercept=maybe"],
            "The 'fit_intercept' parameter of LinearRegression must",
        ),
        ("grid-search", ["--learning-rates", "-1"], "Check failed: (learning_rate) > (0.0)"),
        ("grid-search", ["--learning-rates", "nan"], "Check failed: (learning_rate) > (0.0)"),
    ],
)
def test_parameters_that_the_library_refuses_get_its_reason(  # type: ignore[no-untyped-def]
    capsys, name: str, options: list[str], reason: str
) -> None:
    assert main(["train", name, *DATA, *options]) == 2
    fitted = "lightgbm" if name == "grid-search" else name
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"boaf: {fitted} cannot be fitted: {reason}")
    assert "/" not in line


@pytest.mark.parametrize(
    ("out", "reason"),
    [(".", "Is a directory"), ("file/model", "file is not a directory")],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(  # type: ignore[no-untyped-def]
    capsys, monkeypatch: pytest.MonkeyPatch, out: str, reason: str
) -> None:
    Path("file").touch()
    monkeypatch.setattr("boaf.learn.classifiers.read_data", lambda *_: pytest.fail("boards were made"))
    assert main(["train", "decision-tree", "--out", out]) == 2
    assert capsys.readouterr().err == f"boaf: cannot write {out}: {reason}\n"


def test_a_wrong_model_file_is_refused(capsys) -> None:  # type: ignore[no-untyped-def]
    Path("model.boaf").write_bytes(b"\x80\x04K\x01.")
    assert main(["predict", "1", "--model", "model.boaf"]) == 2
    assert capsys.readouterr().err == (
        "boaf: model.boaf is a pickle, which can run code when it is opened; boaf opens none\n"
    )


@pytest.mark.parametrize(
    ("likely", "shown"),
    [
        (0.0, "0"),
        (1.0, "1"),
        (0.25, "0.2500"),
        (0.000004, "0.000004"),
        (0.99999996, "0.99999996"),
        (1e-12, "0.000000000001"),
        (1e-13, "< 1e-12"),
        (1 - 1e-13, "> 1 - 1e-12"),
    ],
)
def test_a_probability_is_never_rounded_to_certainty(likely: float, shown: str) -> None:
    assert _shown(likely) == shown


@pytest.mark.parametrize("command", ["decision-tree", "printed-tree", "grid-search"])
def test_every_command_has_an_example_that_works(capsys, command: str) -> None:  # type: ignore[no-untyped-def]
    assert main(["train", command, "--help"]) == 0
    (example,) = [line.strip() for line in capsys.readouterr().out.splitlines() if line.strip().startswith("Example:")]
    words = shlex.split(example.removeprefix("Example: "))
    assert words[:3] == ["boaf", "train", command]
    assert main(words[1:]) == 0
