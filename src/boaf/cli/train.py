"""`boaf train`: fit a model to labelled boards, one command for each kind of model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import group, option

from boaf.cli.command import Group, Number, at_least, file_option, json_option, number_option
from boaf.cli.output import progress_bar, require_place, show
from boaf.cli.train_neural import neural
from boaf.learn.board_features import FEATURES
from boaf.learn.classifiers import CLASSIFIERS
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.models.model_file import Description

_DATA_HELP = (
    "A file of `boaf dataset`, or what to make: states:N for random states, deals:START:STOP for deals. If the file "
    "has parts, train is fitted and cross-validated, and test is for the test."
)
_FEATURES_HELP = (
    "Features or groups of them, separated by commas: araki and hoshino-kahn (those papers'), graph, card, all "
    f"({len(FEATURES)}), relaxations, known (all and the relaxations), or a subset A to L of Araki et al. (2019). "
    "`boaf features --all 1` shows every feature."
)
_SET_HELP = "A parameter of the library, such as num_leaves=90; may be repeated."
_VALUES_HELP = "Values to try, separated by commas."
_SEED = Number(int, 0, 2**32 - 1)
_data_option = option("--data", "-d", metavar="DATA", default="states:20000", help=_DATA_HELP)
_features_option = option("--features", "-f", metavar="NAMES", default="araki", help=_FEATURES_HELP)
_seed_option = option("--seed", metavar="S", type=_SEED, default=0, help="The random state of the fit and the folds.")


@group(cls=Group)
def train() -> None:
    """Fit a model to labelled boards, cross-validate it, and write it to a file for `boaf predict`.

    Linear and logistic regression and LightGBM, without relaxations, also work with `boaf solve --solver ordered -o
    model=FILE`.
    """


def _add_command(name: str, title: str) -> None:
    """Add the command that trains one kind of classifier."""
    text = (
        f"{title}: fit it to boards and report its cross-validation.\n\n"
        "JSON: {model, boards, solvable, features, metrics, file}; metrics has test_accuracy for data with parts.\n\n"
        f"Example: boaf train {name} --data states:600 --folds 3"
    )

    @train.command(name, short_help=title, help=text)
    @_data_option
    @_features_option
    @option("--set", "settings", metavar="NAME=VALUE", multiple=True, help=_SET_HELP)
    @number_option("--folds", metavar="K", default=10, help="Folds of the cross-validation; 0 for none.")
    @_seed_option
    @file_option("--out", help="Write the model to this file.")
    @json_option
    def train_classifier(
        data: str,
        features: str,
        settings: tuple[str, ...],
        folds: int,
        seed: int,
        out: Path | None,
        as_json: bool,
    ) -> None:
        from boaf.learn import training
        from boaf.learn.board_features import features_named
        from boaf.learn.feature_models import save

        require_place(out)
        names, parameters = features_named(features), dict(map(_setting, settings))
        boards = training.read_data(data, progress_bar)
        model = training.train(name, boards, names, parameters=parameters, folds=folds, seed=seed, bar=progress_bar)
        if out is not None:
            save(model, out)
        _show(model.description, training.fitted_and_tested(boards)[0], out, as_json)


for _name, (_title, *_) in CLASSIFIERS.items():
    _add_command(_name, _title)


@train.command("printed-tree")
@file_option("--out", required=True, help="Write the model to this file.")
@json_option
def printed_tree(out: Path, as_json: bool) -> None:
    """Write the decision tree of Hoshino & Kahn (2019), as it is printed, to a file; there is nothing to fit.

    JSON: {model, features, file}.

    Example: boaf train printed-tree --out tree.boaf
    """
    from boaf.learn.feature_models import PrintedTree, save

    require_place(out)
    tree = PrintedTree()
    save(tree, out)
    answer = {"model": tree.description.name, "features": list(tree.description.features), "file": str(out)}
    show(json_text(answer) if as_json else f"the tree of Hoshino & Kahn (2019), written to {out}")


@train.command("grid-search")
@_data_option
@_features_option
@option("--learning-rates", metavar="VALUES", default="0.05,0.1,0.2", help=_VALUES_HELP)
@option("--estimators", metavar="VALUES", default="50,100", help=_VALUES_HELP)
@option("--leaves", metavar="VALUES", default="31,60,90", help=_VALUES_HELP)
@option("--folds", metavar="K", type=at_least(2), default=10, help="Folds of the cross-validation.")
@_seed_option
@json_option
def grid_search(
    data: str,
    features: str,
    learning_rates: str,
    estimators: str,
    leaves: str,
    folds: int,
    seed: int,
    as_json: bool,
) -> None:
    """Cross-validate LightGBM with every combination of parameters, as Araki et al. (2019) did.

    JSON: {boards, features, results: [{parameters, metrics}]}, the most accurate first.

    Example: boaf train grid-search --data states:600 --folds 2 --estimators 10 --leaves 7,15
    """
    from boaf.learn.board_features import features_named
    from boaf.learn.training import fitted_and_tested, read_data, search_parameters

    grid = {
        "learning_rate": _numbers(learning_rates, float),
        "n_estimators": _numbers(estimators, int),
        "num_leaves": _numbers(leaves, int),
    }
    names = features_named(features)
    boards, _ = fitted_and_tested(read_data(data, progress_bar))
    found = search_parameters(boards, grid, names, folds=folds, seed=seed, bar=progress_bar)
    if as_json:
        results = [{"parameters": parameters, "metrics": scores.to_json()} for parameters, scores in found]
        show(json_text({"boards": len(boards), "features": list(names), "results": results}))
        return
    show(f"{'learning rate':>13} {'estimators':>10} {'leaves':>6}  accuracy")
    for parameters, scores in found:
        rate, number, size = parameters.values()
        show(f"{rate:>13} {number:>10} {size:>6}  {scores.to_json()['accuracy']:.5f}")


train.add_command(neural)


def _setting(text: str) -> tuple[str, Any]:
    name, mark, value = text.partition("=")
    if not mark:
        raise BoafError(f"--set {text}: write NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _numbers(text: str, kind: type) -> tuple[Any, ...]:
    try:
        return tuple(kind(part) for part in text.split(","))
    except ValueError:
        raise BoafError(f"{text!r}: write numbers separated by commas") from None


def _show(model: Description, boards: DataSet, out: Path | None, as_json: bool) -> None:
    metrics = model.metrics
    answer = {
        "model": model.name,
        "boards": len(boards),
        "solvable": int(boards.solvable.sum()),
        "features": list(model.features),
        "metrics": metrics,
        "file": None if out is None else str(out),
    }
    if as_json:
        show(json_text(answer))
        return
    share = f"{100 * float(boards.solvable.mean()):.2f} % of them solvable"
    show(f"{model.name} on {len(boards):,} boards, {share}, {len(model.features)} features")
    if "folds" in metrics:
        show(
            f"accuracy {100 * metrics['accuracy']:.3f} % in {metrics['folds']} folds, "
            f"root mean squared error {metrics['root_mean_squared_error']:.4f}"
        )
    if "test_accuracy" in metrics:
        show(f"test: accuracy {100 * metrics['test_accuracy']:.3f} % of {metrics['test_boards']:,} boards")
    if out is not None:
        show(f"written to {out}")
