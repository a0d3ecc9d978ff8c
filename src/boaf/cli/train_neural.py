"""`boaf train neural`."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_figure, require_place
from boaf.cli.progress import progress_bar
from boaf.errors import BoafError

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.learn.neural.training import Epoch, Recipe

_MAPS = "rank,suit,movability,odd-bird"


def neural(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Write the network to this file.")],
    network: Annotated[
        str,
        typer.Option(
            "--network", metavar="KIND", help="maps (Sang & Yoon's (2019)) or stacks (ours, for any board size)."
        ),
    ] = "maps",
    data: Annotated[
        str | None,
        typer.Option(
            "--data",
            "-d",
            metavar="DATA",
            help="A file of `boaf dataset`, states:N or deals:START:STOP; without it, "
            "the deals of Sang & Yoon (2019) for maps, "
            "and lines of play with deals for stacks, kept in FILE.data.parquet.",
        ),
    ] = None,
    maps: Annotated[str, typer.Option("--maps", metavar="NAMES", help="Maps to show, apart by commas.")] = _MAPS,
    layers: Annotated[int, typer.Option("--layers", metavar="N", help="Fully connected layers (maps).")] = 15,
    convolution: Annotated[bool, typer.Option(help="Whether the maps are convolved first (maps).")] = True,
    shrinking: Annotated[bool, typer.Option(help="Whether the layers shrink (maps).")] = True,
    width: Annotated[
        int, typer.Option("--width", metavar="N", help="Numbers for each stack, a multiple of 5 (stacks).")
    ] = 80,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds of attention (stacks).")] = 8,
    begin: Annotated[
        Path | None, typer.Option("--start", metavar="FILE", help="Go on from this network, with its options.")
    ] = None,
    epochs: Annotated[int | None, typer.Option("--epochs", metavar="N", help="Epochs: 200, for stacks 35.")] = None,
    batch: Annotated[int | None, typer.Option("--batch", metavar="N", help="Boards in a step: 100 or 160.")] = None,
    rate: Annotated[float | None, typer.Option("--rate", metavar="R", help="Learning rate: 0.001 or 0.002.")] = None,
    patience: Annotated[
        int | None,
        typer.Option("--patience", metavar="N", help="Stop after N epochs without a better validation loss."),
    ] = None,
    weighted: Annotated[bool, typer.Option("--weighted", help="Let both classes count the same.")] = False,
    by: Annotated[str, typer.Option("--split", metavar="BY", help="Split unsplit data by seed or by state.")] = "seed",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="First weights and order of the boards.")] = 0,
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Draw the losses to this file (png, svg, pdf).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train a neural network to tell solvable boards from unsolvable ones.

    The figures of each epoch go to FILE.jsonl. After an interruption the same command goes on from FILE.checkpoint.

    JSON: {network, boards, epochs, best, train_loss, validation_loss, validation_accuracy, test_accuracy, file}.

    Example: boaf train neural --out net --data states:300 --epochs 2
    """
    from boaf.learn.neural import require_torch

    require_torch()
    require_place(out)
    require_figure(figure)
    from boaf.learn.neural.ahead import fit_weights
    from boaf.learn.neural.files import load_network, new_network, save_network
    from boaf.learn.neural.judging import judge
    from boaf.learn.neural.training import train

    boards = _data(network, data, out, by)
    training, validation, test = _parts(boards, network, data, weighted)
    recipe = _recipe(network, seed, epochs, batch, rate, patience, data)
    options: dict[str, Any] = {"width": width, "rounds": rounds}
    if network != "stacks":
        options = {
            "rows": boards.rows, "cols": boards.cols, "maps": maps.split(","), "convolution": convolution,
            "shrinking": shrinking, "layers": layers,
        }  # fmt: skip
    made, earlier = new_network(network, options, seed), {}
    if begin is not None:
        made, facts = load_network(begin)
        if made.kind != network:
            raise BoafError(f"{begin} is a network of {made.kind}, not of {network}: give --network {made.kind}")
        earlier = {"start": facts["recipe"]}
    checkpoint = out.with_name(out.name + ".checkpoint")
    with _epochs(recipe.epochs) as (watch, tick):
        trained = train(
            made, training, validation, recipe, checkpoint=checkpoint, metrics=out.with_name(out.name + ".jsonl"),
            watch=watch, tick=tick,
        )  # fmt: skip
    best = trained.history[trained.best - 1]
    reached: dict[str, Any] = {
        "epochs": len(trained.history), "best": trained.best, "train_loss": best.train_loss,
        "validation_loss": best.validation_loss, "validation_accuracy": best.validation_accuracy,
        "test_accuracy": judge(trained.network, test)[1] if test is not None else None,
    }  # fmt: skip
    from dataclasses import asdict

    made_from = {"training": asdict(recipe), "weighted": weighted, "data": boards.recipe, **earlier}
    ahead = fit_weights(trained.network, validation) if network == "stacks" else ()
    save_network(trained.network, out, made_from, reached, ahead)
    checkpoint.unlink(missing_ok=True)
    if figure is not None:
        _draw(trained.history, figure)
    answer = {"network": network, "boards": len(boards), **reached, "file": str(out)}
    if as_json:
        typer.echo(json.dumps(answer))
        return
    typer.echo(f"{network} on {len(boards):,} boards: best after {trained.best} of {len(trained.history)} epochs")
    typer.echo(f"validation: loss {best.validation_loss:.4f}, accuracy {100 * best.validation_accuracy:.2f} %")
    if test is not None:
        typer.echo(f"test: accuracy {100 * reached['test_accuracy']:.2f} % of {len(test.cards):,} boards")
    typer.echo(f"written to {out}")


def _data(network: str, data: str | None, out: Path, by: str) -> DataSet:
    """The boards to learn from, split into parts."""
    from boaf.cli.train import boards_named
    from boaf.learn.data.in_memory import balanced
    from boaf.learn.data.making import make
    from boaf.learn.neural.mixture import Mixture
    from boaf.learn.neural.splits import split

    if data is not None:
        found = boards_named(data)
        return found if found.parts is not None else split(found, by)
    if network == "stacks":
        file = out.with_name(out.name + ".data.parquet")
        return make(Mixture(), file, lambda total: progress_bar("making boards", total, "lines")).data
    with progress_bar("making boards", 1_000_000, "deals") as progress:
        return balanced(progress=progress)


def _parts(boards: DataSet, network: str, data: str | None, weighted: bool) -> tuple[Any, Any, Any]:
    """The training, the validation and the test boards; the mixture has none of the last."""
    from boaf.learn.neural.mixture import Mixture, boards_of
    from boaf.learn.neural.splits import class_weights

    is_mixture = network == "stacks" and data is None
    training = boards_of(boards, "train", Mixture().repeat if is_mixture else 1)
    if weighted:
        training = training._replace(weights=class_weights(training.solvable))
    test = None if is_mixture else boards_of(boards, "test")
    return training, boards_of(boards, "validation"), test if test is not None and len(test.cards) else None


def _recipe(
    network: str, seed: int, epochs: int | None, batch: int | None, rate: float | None, patience: int | None,
    data: str | None,
) -> Recipe:  # fmt: skip
    from boaf.learn.neural.training import Recipe

    for name, value in (("--epochs", epochs), ("--batch", batch), ("--rate", rate), ("--patience", patience)):
        if value is not None and not 0 < value < math.inf:
            raise BoafError(f"{name} must be above 0, not {value}")
    if not 0 <= seed < 1 << 32:
        raise BoafError(f"--seed must lie between 0 and 2^32 − 1, but it is {seed}")
    if network != "stacks":
        return Recipe(seed, batch or 100, epochs or 200, rate or 1e-3, patience=patience)
    return Recipe(
        seed, batch or 160, epochs or 35, rate or 2e-3, schedule="fall", optimizer="muon", weight_decay=0.01,
        averaging=0.998, epoch_batches=None if data else 1000, patience=patience,
    )  # fmt: skip


@contextmanager
def _epochs(total: int) -> Iterator[tuple[Callable[[Epoch], None] | None, Callable[[], None] | None]]:
    """Show on a terminal how the epochs and the batches of each get done, with loss and accuracy."""
    if not sys.stderr.isatty():
        yield None, None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
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
