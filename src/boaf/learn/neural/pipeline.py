"""From boards to a trained network in its file: what `boaf train neural` does, for Python.

Next to the file, FILE.jsonl has the figures of each epoch. Until the training is done, the same call resumes from
FILE.checkpoint after an interruption.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boaf.learn.classifiers import read_data
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.making import balanced_deals, make
from boaf.learn.neural.image_inputs import MAPS
from boaf.learn.neural.inference import fit_lookahead, loss_and_accuracy
from boaf.learn.neural.network_files import load_network, save_network
from boaf.learn.neural.networks import Network, network_type, new_network
from boaf.learn.neural.training import Epoch, TrainingOptions, train
from boaf.learn.neural.training_data import LabelledBoards, Mixture, boards_of, class_weights, split
from boaf.support.errors import BoafError
from boaf.support.progress import ProgressBar, no_bar

_STACKS = "stacks"
_BALANCED_DEALS = 1_000_000
FEWEST_BOARDS = 10
"""With fewer boards to train or to validate on, an accuracy says nothing."""


@dataclass(frozen=True)
class TrainingPlan:
    """Which network is trained, on what, and how; None: the default of that network."""

    network: str = "maps"
    """`maps` (Sang & Yoon 2019) or `stacks` (ours, for any board size)."""
    data: DataSet | Path | str | None = None
    """As for `boaf.learn.train`; None: Sang & Yoon's deals for maps, and for stacks lines of play with deals
    (`boaf.learn.neural.training_data.Mixture`), kept next to the network."""
    maps: tuple[str, ...] = MAPS
    layers: int = 15
    """Fully connected layers (maps)."""
    convolution: bool = True
    shrinking: bool = True
    width: int = 80
    """The length of the vector of a stack (stacks)."""
    rounds: int = 8
    """Rounds of attention (stacks)."""
    start: Path | None = None
    """The file of a network to start from, with its options."""
    epochs: int | None = None
    batch: int | None = None
    rate: float | None = None
    patience: int | None = None
    weighted: bool = False
    """Whether both classes have the same total weight."""
    split: str = "seed"
    """Whether data without parts are split by `seed`, which keeps deals together, or by `state`."""
    seed: int = 0

    def __post_init__(self) -> None:
        network_type(self.network)
        for name in ("epochs", "batch", "rate", "patience"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise BoafError(f"{name} must be above 0, not {value}")
        if not 0 <= self.seed < 1 << 32:
            raise BoafError(f"seed must lie between 0 and 2^32 − 1, but it is {self.seed}")

    @property
    def is_on_mixture(self) -> bool:
        """Whether the boards are the mixture for our network."""
        return self.network == _STACKS and self.data is None

    @property
    def training(self) -> TrainingOptions:
        """The options of the training loop."""
        if self.network != _STACKS:
            return TrainingOptions(
                self.seed, self.batch or 100, self.epochs or 200, self.rate or 1e-3, patience=self.patience
            )
        return TrainingOptions(
            self.seed, self.batch or 160, self.epochs or 35, self.rate or 2e-3, schedule="fall", optimizer="muon",
            weight_decay=0.01, averaging=0.998, epoch_batches=1000 if self.is_on_mixture else None,
            patience=self.patience,
        )  # fmt: skip


@dataclass(frozen=True)
class TrainingReport:
    """The result of a training."""

    boards: int
    test_boards: int
    history: list[Epoch]
    metrics: dict[str, Any]
    """The figures of the best epoch, and `test_accuracy`, which is None without test boards."""


EpochDisplay = Callable[[int], AbstractContextManager[tuple[Callable[[Epoch], None] | None, Callable[[], None] | None]]]
"""Given the number of epochs, gives a function to call after each epoch and one to call after each batch."""


def train_network(
    plan: TrainingPlan, out: Path | str, *, bar: ProgressBar = no_bar, show: EpochDisplay | None = None
) -> TrainingReport:
    """Train a network and write it to a file; the same call resumes after an interruption.

    Parameters
    ----------
    plan
        Which network is trained, on what, and how.
    out
        The file of the network; the files of the training are kept next to it.
    bar
        Shows the progress of making boards.
    show
        Shows the progress of the epochs.

    Returns
    -------
    TrainingReport
        The figures of every epoch and of the best network.

    Raises
    ------
    BoafError
        If the data or the network to start from do not fit the plan, or a file cannot be written.

    """
    out = Path(out)
    boards = _data(plan, out, bar)
    training, validation, test = _parts(plan, boards)
    if min(len(training.cards), len(validation.cards)) < FEWEST_BOARDS:
        raise BoafError(
            f"the data have {len(training.cards)} boards to train on and {len(validation.cards)} to validate on: "
            f"at least {FEWEST_BOARDS} of each are needed"
        )
    network, earlier = _network(plan, boards)
    options = plan.training
    checkpoint = _beside(out, ".checkpoint")
    with show(options.epochs) if show else nullcontext((None, None)) as (watch, tick):
        trained = train(
            network, training, validation, options, checkpoint=checkpoint, metrics=_beside(out, ".jsonl"),
            watch=watch, tick=tick,
        )  # fmt: skip
    best = trained.history[trained.best - 1]
    metrics: dict[str, Any] = {
        "epochs": len(trained.history), "best": trained.best, "train_loss": best.train_loss,
        "validation_loss": best.validation_loss, "validation_accuracy": best.validation_accuracy,
        "test_accuracy": loss_and_accuracy(trained.network, test)[1] if len(test.cards) else None,
    }  # fmt: skip
    recipe = {"training": asdict(options), "weighted": plan.weighted, "data": boards.recipe, **earlier}
    ahead = fit_lookahead(trained.network, validation) if plan.network == _STACKS else ()
    save_network(trained.network, out, recipe, metrics, ahead)
    checkpoint.unlink(missing_ok=True)
    return TrainingReport(len(boards), len(test.cards), trained.history, metrics)


def _data(plan: TrainingPlan, out: Path, bar: ProgressBar) -> DataSet:
    """The boards to learn from, split into parts."""
    if plan.data is not None:
        found = read_data(plan.data, bar)
        return found if found.parts is not None else split(found, plan.split)
    if plan.is_on_mixture:
        return make(Mixture(), _beside(out, ".data.parquet"), bar).data
    with bar("making boards", _BALANCED_DEALS, "deals") as progress:
        return balanced_deals(progress=progress)


def _parts(plan: TrainingPlan, boards: DataSet) -> tuple[LabelledBoards, LabelledBoards, LabelledBoards]:
    """The training, the validation and the test boards; the mixture has none of the last."""
    training = boards_of(boards, "train", Mixture().repeat if plan.is_on_mixture else 1)
    if plan.weighted:
        training = training._replace(weights=class_weights(training.solvable))
    return training, boards_of(boards, "validation"), boards_of(boards, "test")


def _network(plan: TrainingPlan, boards: DataSet) -> tuple[Network, dict[str, Any]]:
    """The network to train, and how it was trained before."""
    if plan.start is not None:
        network, description = load_network(plan.start)
        if network.kind != plan.network:
            raise BoafError(f"{plan.start} is a network of {network.kind}, not of {plan.network}")
        return network, {"start": description.recipe}
    if plan.network == _STACKS:
        return new_network(_STACKS, {"width": plan.width, "rounds": plan.rounds}, plan.seed), {}
    options = {
        "rows": boards.rows, "cols": boards.cols, "maps": list(plan.maps), "convolution": plan.convolution,
        "shrinking": plan.shrinking, "layers": plan.layers,
    }  # fmt: skip
    return new_network(plan.network, options, plan.seed), {}


def _beside(out: Path, suffix: str) -> Path:
    return out.with_name(out.name + suffix)
