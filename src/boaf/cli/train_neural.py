"""`boaf train neural`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_figure, require_place
from boaf.cli.progress import progress_bar
from boaf.files import json_text
from boaf.learn.names import MAPS

if TYPE_CHECKING:
    from boaf.learn.neural.pipeline import Report
    from boaf.learn.neural.training import Epoch

_MAPS = ",".join(MAPS)
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="Write the network to this file.")]
Kind = Annotated[
    str,
    typer.Option("--network", metavar="KIND", help="maps (Sang & Yoon 2019) or stacks (ours, for any board size)."),
]
Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        "-d",
        metavar="DATA",
        help="A file of `boaf dataset`, states:N or deals:START:STOP; without it, the deals of Sang & Yoon (2019) for "
        "maps, and lines of play with deals for stacks, kept in FILE.data.parquet.",
    ),
]
Maps = Annotated[str, typer.Option("--maps", metavar="NAMES", help="Maps to show, separated by commas.")]
Layers = Annotated[int, typer.Option("--layers", metavar="N", help="Fully connected layers (maps).")]
Convolution = Annotated[bool, typer.Option(help="Whether the maps are convolved first (maps).")]
Shrinking = Annotated[bool, typer.Option(help="Whether the layers shrink (maps).")]
Width = Annotated[int, typer.Option("--width", metavar="N", help="Numbers for each stack, a multiple of 5 (stacks).")]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds of attention (stacks).")]
Start = Annotated[
    Path | None, typer.Option("--start", metavar="FILE", help="Start from this network, with its options.")
]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", help="Epochs: 200, for stacks 35.")]
Batch = Annotated[int | None, typer.Option("--batch", metavar="N", help="Boards in a step: 100 or 160.")]
Rate = Annotated[float | None, typer.Option("--rate", metavar="R", help="Learning rate: 0.001 or 0.002.")]
Patience = Annotated[
    int | None, typer.Option("--patience", metavar="N", help="Stop after N epochs without a better validation loss.")
]
Weighted = Annotated[bool, typer.Option("--weighted", help="Let both classes count the same.")]
Split = Annotated[str, typer.Option("--split", metavar="BY", help="Split unsplit data by seed or by state.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="First weights and order of the boards.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the losses to this file (png, svg, pdf).")
]


def neural(
    out: Out,
    network: Kind = "maps",
    data: Data = None,
    maps: Maps = _MAPS,
    layers: Layers = 15,
    convolution: Convolution = True,
    shrinking: Shrinking = True,
    width: Width = 80,
    rounds: Rounds = 8,
    start: Start = None,
    epochs: Epochs = None,
    batch: Batch = None,
    rate: Rate = None,
    patience: Patience = None,
    weighted: Weighted = False,
    split: Split = "seed",
    seed: Seed = 0,
    plot: Plot = None,
    as_json: Json = False,
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
    from boaf.learn.neural.pipeline import Plan, train_network

    plan = Plan(
        network, data, tuple(maps.split(",")), layers, convolution, shrinking, width, rounds, start, epochs, batch,
        rate, patience, weighted, split, seed,
    )  # fmt: skip
    report = train_network(plan, out, bar=progress_bar, show=_epochs)
    if plot is not None:
        _draw(report.history, plot)
    if as_json:
        typer.echo(json_text({"network": network, "boards": report.boards, **report.metrics, "file": str(out)}))
    else:
        typer.echo(f"{_told(network, report)}\nwritten to {out}")


def _told(network: str, report: Report) -> str:
    reached = report.metrics
    text = f"{network} on {report.boards:,} boards: best after {reached['best']} of {reached['epochs']} epochs\n"
    text += f"validation: loss {reached['validation_loss']:.4f}, accuracy {100 * reached['validation_accuracy']:.2f} %"
    if report.test_boards:
        text += f"\ntest: accuracy {100 * reached['test_accuracy']:.2f} % of {report.test_boards:,} boards"
    return text


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
