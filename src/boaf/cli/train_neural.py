"""`boaf train neural`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import option

from boaf.cli.command import REAL, command, file_option, flag_option, json_option, number_option
from boaf.cli.output import progress_bar, require_figure, require_place, show, terminal_bar
from boaf.learn.neural.image_inputs import MAPS
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.neural.pipeline import TrainingReport
    from boaf.learn.neural.training import Epoch

_OPTIONS = {"maps": ("maps", "layers", "convolution", "shrinking"), "stacks": ("width", "rounds")}
"""The options of each kind of network."""
_NETWORK_HELP = "maps (Sang & Yoon 2019) or stacks (ours, for any board size)."
_DATA_HELP = (
    "A file of `boaf dataset`, states:N or deals:START:STOP. By default maps use the deals of Sang & Yoon (2019), and "
    "stacks use lines of play with deals, kept in FILE.data.parquet."
)
_CONVOLUTION_HELP = "Whether the maps are convolved first (maps; default: yes)."


@command()
@file_option("--out", required=True, help="Write the network to this file.")
@option("--network", metavar="KIND", default="maps", help=_NETWORK_HELP)
@option("--data", "-d", metavar="DATA", help=_DATA_HELP)
@option("--maps", metavar="NAMES", help=f"Maps to show, separated by commas (maps; default: {','.join(MAPS)}).")
@number_option("--layers", help="Fully connected layers (maps; default: 15).")
@option("--convolution/--no-convolution", default=None, help=_CONVOLUTION_HELP)
@option("--shrinking/--no-shrinking", default=None, help="Whether the layers shrink (maps; default: yes).")
@number_option("--width", help="Embedding width; must be a multiple of 5 (stacks; default: 80).")
@number_option("--rounds", help="Rounds of attention (stacks; default: 8).")
@file_option("--from", "start", help="Start from this network, with its options.")
@number_option("--epochs", help="Number of epochs (default: 200; 35 for stacks).")
@number_option("--batch", help="Boards per step (default: 100; 160 for stacks).")
@option("--rate", metavar="R", type=REAL, help="Learning rate (default: 0.001; 0.002 for stacks).")
@number_option("--patience", help="Stop after N epochs without a better validation loss.")
@flag_option("--weighted", help="Give both classes the same weight.")
@option("--split", metavar="BY", default="seed", help="Split unsplit data by seed or by state.")
@number_option("--seed", metavar="S", default=0, help="Seed of the initial weights and the order of the boards.")
@file_option("--plot", help="Draw the losses to this file (png, svg, pdf).")
@json_option
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
