"""`boaf train`: fit a model to labelled boards, one command for each kind of model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import group, option

from boaf.cli import options
from boaf.cli.options import Group
from boaf.cli.process import progress_bar, require_figure, require_place, show, terminal_bar
from boaf.learn import classifiers
from boaf.learn.board_features import FEATURES, features_named
from boaf.learn.neural.image_inputs import MAPS
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.learn.neural.pipeline import TrainingReport
    from boaf.learn.neural.training import Epoch
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
_SEED = options.Number(int, 0, 2**32 - 1)
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
    @options.number("--folds", metavar="K", default=10, help="Folds of the cross-validation; 0 for none.")
    @_seed_option
    @options.file("--out", help="Write the model to this file.")
    @options.json
    def train_classifier(
        data: str, features: str, settings: tuple[str, ...], folds: int, seed: int, out: Path | None, as_json: bool
    ) -> None:
        from boaf.learn.feature_models import save

        require_place(out)
        names, parameters = features_named(features), dict(map(_setting, settings))
        boards = classifiers.read_data(data, progress_bar)
        model = classifiers.train(name, boards, names, parameters=parameters, folds=folds, seed=seed, bar=progress_bar)
        if out is not None:
            save(model, out)
        _show(model.description, classifiers.fitted_and_tested(boards)[0], out, as_json)


for _name, (_title, *_) in classifiers.CLASSIFIERS.items():
    _add_command(_name, _title)


@train.command("printed-tree")
@options.file("--out", required=True, help="Write the model to this file.")
@options.json
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
@option("--folds", metavar="K", type=options.at_least(2), default=10, help="Folds of the cross-validation.")
@_seed_option
@options.json
def grid_search(
    data: str, features: str, learning_rates: str, estimators: str, leaves: str, folds: int, seed: int, as_json: bool
) -> None:
    """Cross-validate LightGBM with every combination of parameters, as Araki et al. (2019) did.

    JSON: {boards, features, results: [{parameters, metrics}]}, the most accurate first.

    Example: boaf train grid-search --data states:600 --folds 2 --estimators 10 --leaves 7,15
    """
    grid = {
        "learning_rate": _numbers(learning_rates, float),
        "n_estimators": _numbers(estimators, int),
        "num_leaves": _numbers(leaves, int),
    }
    names = features_named(features)
    boards, _ = classifiers.fitted_and_tested(classifiers.read_data(data, progress_bar))
    found = classifiers.search_parameters(boards, grid, names, folds=folds, seed=seed, bar=progress_bar)
    if as_json:
        results = [{"parameters": parameters, "metrics": scores.to_json()} for parameters, scores in found]
        show(json_text({"boards": len(boards), "features": list(names), "results": results}))
        return
    show(f"{'learning rate':>13} {'estimators':>10} {'leaves':>6}  accuracy")
    for parameters, scores in found:
        rate, number, size = parameters.values()
        show(f"{rate:>13} {number:>10} {size:>6}  {scores.to_json()['accuracy']:.5f}")


def _setting(text: str) -> tuple[str, Any]:
    name, mark, value = text.partition("=")
    if not mark:
        raise BoafError(f"--set {text}: write NAME=VALUE")
    return name, options.literal(value)


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


_OPTIONS = {"maps": ("maps", "layers", "convolution", "shrinking"), "stacks": ("width", "rounds")}
"""The options of each kind of network."""
_NETWORK_HELP = "maps (Sang & Yoon 2019) or stacks (ours, for any board size)."
_NEURAL_DATA_HELP = (
    "A file of `boaf dataset`, states:N or deals:START:STOP. By default maps use the deals of Sang & Yoon (2019), and "
    "stacks use lines of play with deals, kept in FILE.data.parquet."
)
_CONVOLUTION_HELP = "Whether the maps are convolved first (maps; default: yes)."


@train.command()
@options.file("--out", required=True, help="Write the network to this file.")
@option("--network", metavar="KIND", default="maps", help=_NETWORK_HELP)
@option("--data", "-d", metavar="DATA", help=_NEURAL_DATA_HELP)
@option("--maps", metavar="NAMES", help=f"Input maps, separated by commas (maps; default: {','.join(MAPS)}).")
@options.number("--layers", help="Fully connected layers (maps; default: 15).")
@option("--convolution/--no-convolution", default=None, help=_CONVOLUTION_HELP)
@option("--shrinking/--no-shrinking", default=None, help="Whether the layers shrink (maps; default: yes).")
@options.number("--width", help="Embedding width; must be a multiple of 5 (stacks; default: 80).")
@options.number("--rounds", help="Rounds of attention (stacks; default: 8).")
@options.file("--from", "start", help="Start from this network, with its options.")
@options.number("--epochs", help="Number of epochs (default: 200; 35 for stacks).")
@options.number("--batch", help="Boards per step (default: 100; 160 for stacks).")
@option("--rate", metavar="R", type=options.REAL, help="Learning rate (default: 0.001; 0.002 for stacks).")
@options.number("--patience", help="Stop after N epochs without a better validation loss.")
@options.flag("--weighted", help="Give both classes the same weight.")
@option("--split", metavar="BY", default="seed", help="Split unsplit data by seed or by state.")
@options.number("--seed", metavar="S", default=0, help="Seed of the initial weights and the order of the boards.")
@options.file("--plot", help="Draw the losses to this file (png, svg, pdf).")
@options.json
def neural(
    out: Path, network: str, start: Path | None, maps: str | None, plot: Path | None, as_json: bool, **settings: Any
) -> None:
    """Train a neural network to tell solvable boards from unsolvable ones.

    The figures of each epoch go to FILE.jsonl. After an interruption the same command resumes from FILE.checkpoint.

    JSON: {network, boards, epochs, best, train_loss, validation_loss, validation_accuracy, test_accuracy, file}.

    Example: boaf train neural --out net --data states:300 --epochs 2
    """
    from boaf.learn.neural import require_torch

    require_torch()
    require_place(out)
    require_figure(plot)
    from boaf.learn.neural.pipeline import TrainingPlan, train_network

    settings["maps"] = None if maps is None else tuple(maps.split(","))
    options = {name: settings.pop(name) for names in _OPTIONS.values() for name in names}
    given = {name: value for name, value in options.items() if value is not None}
    _require_options_of(network, given, start)
    plan = TrainingPlan(network, start=start, **settings, **given)
    report = train_network(plan, out, bar=progress_bar, show=_epochs)
    if plot is not None:
        _draw(report.history, plot)
    if as_json:
        show(json_text({"network": network, "boards": report.boards, **report.metrics, "file": str(out)}))
    else:
        show(f"{_describe(network, report)}\nwritten to {out}")


def _require_options_of(network: str, given: Iterable[str], start: Path | None) -> None:
    """Refuse options that the network does not have, or that the file it starts from decides."""
    for name in given:
        if start is not None:
            raise BoafError(f"--from {start}: this network has its own options; leave out --{name}")
        if network in _OPTIONS and name not in _OPTIONS[network]:
            known = ", ".join(f"--{option}" for option in _OPTIONS[network])
            raise BoafError(f"--{name} is not an option of {network} networks, which have {known}")


def _describe(network: str, report: TrainingReport) -> str:
    reached = report.metrics
    text = f"{network} on {report.boards:,} boards: best after {reached['best']} of {reached['epochs']} epochs\n"
    text += f"validation: loss {reached['validation_loss']:.4f}, accuracy {100 * reached['validation_accuracy']:.2f} %"
    if report.test_boards:
        text += f"\ntest: accuracy {100 * reached['test_accuracy']:.2f} % of {report.test_boards:,} boards"
    return text


@contextmanager
def _epochs(total: int) -> Iterator[tuple[Callable[[Epoch], None] | None, Callable[[], None] | None]]:
    """Show on a terminal how many epochs and batches are done, with loss and accuracy."""
    with terminal_bar() as progress:
        if progress is None:
            yield None, None
            return
        epochs = progress.add_task("epochs", total=total)
        batches = progress.add_task("batches of this one", total=None)

        def watch(epoch: Epoch) -> None:
            accuracy = f"{100 * epoch.validation_accuracy:.2f} %"
            text = f"loss {epoch.train_loss:.4f}, validation {epoch.validation_loss:.4f}, {accuracy}"
            progress.update(epochs, completed=epoch.epoch, description=text)
            progress.reset(batches, total=epoch.steps // epoch.epoch)

        yield watch, lambda: progress.advance(batches)


def _draw(history: list[Epoch], path: Path) -> None:
    from boaf.render.figures import Curve, Figure, draw

    epochs = [epoch.epoch for epoch in history]
    curves = [
        Curve("training", epochs, [epoch.train_loss for epoch in history]),
        Curve("validation", epochs, [epoch.validation_loss for epoch in history]),
    ]
    draw(Figure("Loss in training", "epoch", "loss of a board", curves), path)
