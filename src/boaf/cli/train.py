"""`boaf train`: fit a model to labelled boards, one command for each kind of model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_place
from boaf.cli.help import Command, Group
from boaf.cli.progress import progress_bar
from boaf.cli.train_neural import neural
from boaf.learn.board_features import FEATURES
from boaf.learn.classifiers import CLASSIFIERS
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.models.model_file import Description

Data = Annotated[
    str,
    typer.Option(
        "--data",
        "-d",
        metavar="DATA",
        help="A file of `boaf dataset`, or what to make: states:N for random states, deals:START:STOP for deals. "
        "If the file has parts, only train is fitted and cross-validated, and test tested.",
    ),
]
Features = Annotated[
    str,
    typer.Option(
        "--features",
        "-f",
        metavar="NAMES",
        help="Features or groups of them, separated by commas: araki and hoshino-kahn (those papers'), graph, card, "
        f"all ({len(FEATURES)}), relaxations, known (all and the relaxations), or a subset A to L of Araki et al. "
        "(2019). `boaf features --all 1` shows every feature.",
    ),
]
Seed = Annotated[
    int,
    typer.Option("--seed", metavar="S", min=0, max=2**32 - 1, help="The random state of the fit and of the folds."),
]
Folds = Annotated[int, typer.Option("--folds", metavar="K", help="Folds of the cross-validation; 0 for none.")]
SearchFolds = Annotated[int, typer.Option("--folds", metavar="K", min=2, help="Folds of the cross-validation.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the model to this file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the library, such as num_leaves=90."),
]
Values = Annotated[str, typer.Option(metavar="VALUES", help="Values to try, separated by commas.")]

train_app = typer.Typer(
    name="train",
    cls=Group,
    help="Fit a model to labelled boards, cross-validate it, and write it to a file for `boaf predict`; linear and "
    "logistic regression and LightGBM, without relaxations, also for `boaf solve --solver ordered -o model=FILE`.",
    rich_markup_mode=None,
)


def _command(name: str) -> Callable[..., None]:
    def train(
        data: Data = "states:20000",
        features: Features = "araki",
        settings: Settings = None,
        folds: Folds = 10,
        seed: Seed = 0,
        out: Out = None,
        as_json: Json = False,
    ) -> None:
        from boaf.learn import training
        from boaf.learn.board_features import features_named
        from boaf.learn.feature_models import save

        require_place(out)
        names, parameters = features_named(features), dict(map(_setting, settings or []))
        boards = training.read_data(data, progress_bar)
        model = training.train(name, boards, names, parameters=parameters, folds=folds, seed=seed, bar=progress_bar)
        if out is not None:
            save(model, out)
        _show(model.description, training.fitted_and_tested(boards)[0], out, as_json)

    return train


def _help(title: str, example: str) -> str:
    return (
        f"{title}: fit it to boards and report its cross-validation.\n\n"
        "JSON: {model, boards, solvable, features, metrics, file}; metrics has test_accuracy for data with parts.\n\n"
        f"Example: {example}"
    )


for _name, (_title, *_) in CLASSIFIERS.items():
    _example = f"boaf train {_name} --data states:600 --folds 3"
    train_app.command(_name, cls=Command, short_help=_title, help=_help(_title, _example))(_command(_name))


@train_app.command("printed-tree", cls=Command)
def printed_tree(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Write the model to this file.")],
    as_json: Json = False,
) -> None:
    """Write the decision tree of Hoshino & Kahn (2019), as it is printed, to a file; there is nothing to fit.

    JSON: {model, features, file}.

    Example: boaf train printed-tree --out tree.boaf
    """
    from boaf.learn.feature_models import PrintedTree, save

    require_place(out)
    tree = PrintedTree()
    save(tree, out)
    answer = {"model": tree.description.name, "features": list(tree.description.features), "file": str(out)}
    typer.echo(json_text(answer) if as_json else f"the tree of Hoshino & Kahn (2019), written to {out}")


@train_app.command("grid-search", cls=Command)
def search(
    data: Data = "states:20000",
    features: Features = "araki",
    learning_rates: Values = "0.05,0.1,0.2",
    estimators: Values = "50,100",
    leaves: Values = "31,60,90",
    folds: SearchFolds = 10,
    seed: Seed = 0,
    as_json: Json = False,
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
        typer.echo(json_text({"boards": len(boards), "features": list(names), "results": results}))
        return
    typer.echo(f"{'learning rate':>13} {'estimators':>10} {'leaves':>6}  accuracy")
    for parameters, scores in found:
        rate, number, size = parameters.values()
        typer.echo(f"{rate:>13} {number:>10} {size:>6}  {scores.to_json()['accuracy']:.5f}")


train_app.command("neural", cls=Command)(neural)


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
        typer.echo(json_text(answer))
        return
    share = f"{100 * float(boards.solvable.mean()):.2f} % of them solvable"
    typer.echo(f"{model.name} on {len(boards):,} boards, {share}, {len(model.features)} features")
    if "folds" in metrics:
        typer.echo(
            f"accuracy {100 * metrics['accuracy']:.3f} % in {metrics['folds']} folds, "
            f"root mean squared error {metrics['root_mean_squared_error']:.4f}"
        )
    if "test_accuracy" in metrics:
        typer.echo(f"test: accuracy {100 * metrics['test_accuracy']:.3f} % of {metrics['test_boards']:,} boards")
    if out is not None:
        typer.echo(f"written to {out}")
