"""`boaf train neural`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_figure, require_place
from boaf.cli.progress import progress_bar
from boaf.learn.neural.image_inputs import MAPS
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.neural.pipeline import TrainingReport as Report
    from boaf.learn.neural.training import Epoch

_OPTIONS = {"maps": ("maps", "layers", "convolution", "shrinking"), "stacks": ("width", "rounds")}
"""The options of each kind of network."""
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
Maps = Annotated[
    str | None,
    typer.Option(
        "--maps", metavar="NAMES", help=f"Maps to show, separated by commas (maps; default: {','.join(MAPS)})."
    ),
]
Layers = Annotated[
    int | None, typer.Option("--layers", metavar="N", help="Fully connected layers (maps; default: 15).")
]
Convolution = Annotated[bool | None, typer.Option(help="Whether the maps are convolved first (maps; default: yes).")]
Shrinking = Annotated[bool | None, typer.Option(help="Whether the layers shrink (maps; default: yes).")]
Width = Annotated[
    int | None,
    typer.Option("--width", metavar="N", help="Numbers for each stack, a multiple of 5 (stacks; default: 80)."),
]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", help="Rounds of attention (stacks; default: 8).")]
Start = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="Start from this network, with its options.")
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
    maps: Maps = None,
    layers: Layers = None,
    convolution: Convolution = None,
    shrinking: Shrinking = None,
    width: Width = None,
    rounds: Rounds = None,
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
    from boaf.learn.neural.pipeline import TrainingPlan as Plan
    from boaf.learn.neural.pipeline import train_network

    options: dict[str, Any] = {
        "maps": None if maps is None else tuple(maps.split(",")), "layers": layers, "convolution": convolution,
        "shrinking": shrinking, "width": width, "rounds": rounds,
    }  # fmt: skip
    given = {name: value for name, value in options.items() if value is not None}
    _require_options_of(network, given, start)
    plan = Plan(
        network, data, start=start, epochs=epochs, batch=batch, rate=rate, patience=patience, weighted=weighted,
        split=split, seed=seed, **given,
    )  # fmt: skip
    report = train_network(plan, out, bar=progress_bar, show=_epochs)
    if plot is not None:
        _draw(report.history, plot)
    if as_json:
        typer.echo(json_text({"network": network, "boards": report.boards, **report.metrics, "file": str(out)}))
    else:
        typer.echo(f"{_told(network, report)}\nwritten to {out}")


def _require_options_of(network: str, given: Iterable[str], start: Path | None) -> None:
    """Refuse options that the network does not have, or has of the file that it starts from."""
    for name in given:
        if start is not None:
            raise BoafError(f"--from {start} has the options of its network: leave out --{name}")
        if network in _OPTIONS and name not in _OPTIONS[network]:
            known = ", ".join(f"--{option}" for option in _OPTIONS[network])
            raise BoafError(f"--{name} is no option of a network of {network}, which has {known}")


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
