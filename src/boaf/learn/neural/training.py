"""The training loop: fixed seeds, early stopping, checkpoints that resume bit for bit, metrics as JSON lines.

The order of the boards in an epoch depends only on the seed and the number of the epoch; the learning rate only on the
number of the step. So a checkpoint, written at the end of an epoch, holds the weights, the moments of the optimizer,
the averaged weights, the best weights so far and the history, and a resumed training gives the same bits as one without
interruption. It uses one thread, so that sums do not depend on the number of cores.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from boaf.learn.neural.inference import loss_and_accuracy
from boaf.learn.neural.muon import Muon
from boaf.learn.neural.network_files import read_tensors, require_tensors, write_tensors
from boaf.learn.neural.networks import Network
from boaf.learn.neural.training_data import LabelledBoards
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_text, write_file
from boaf.support.schema import listing, mapping, real, record, text, whole

SCHEDULES = ("steps", "fall")
OPTIMIZERS = ("adam", "muon")
_SAVE_SECONDS = 15


@dataclass(frozen=True)
class TrainingOptions:
    """How a network is trained."""

    seed: int = 0
    batch: int = 100
    epochs: int = 200
    learning_rate: float = 1e-3
    schedule: str = "steps"
    """`steps`: times `decay` after every 13,000 of 50,000 epochs, or the same share of fewer. Sang & Yoon (2019) write
    that the rate is increased by 0.1; their program (github.com/yoonsejong/BirdsOfAFeatherNN) multiplies by it, after
    every 130 of 500 epochs. `fall`: warm-up, a constant rate, and a linear fall to zero in the last third."""
    decay: float = 0.1
    warm_up: int = 100
    """Steps until the full rate is reached, with `fall`."""
    optimizer: str = "adam"
    """`adam`, or `muon` for the hidden matrices and Adam for the rest."""
    matrix_rate: float = 0.01
    """The learning rate of Muon."""
    weight_decay: float = 0.0
    patience: int | None = None
    """Stop after this many epochs without a lower validation loss."""
    averaging: float | None = None
    """Validate and keep an exponential moving average of the weights with this factor."""
    epoch_batches: int | None = None
    """The number of batches in an epoch, by default as many as it takes to see every board once."""


@dataclass
class Epoch:
    """The figures of an epoch: mean loss of a board, share of boards classified correctly."""

    epoch: int
    steps: int
    train_loss: float
    train_accuracy: float
    validation_loss: float
    validation_accuracy: float
    seconds: float


_COUNT = whole(0, 1 << 53)
_EPOCH_SHAPE = record(
    epoch=_COUNT, steps=_COUNT, train_loss=real(), train_accuracy=real(0, 1), validation_loss=real(),
    validation_accuracy=real(0, 1), seconds=real(0),
)  # fmt: skip
_METADATA_SHAPE = record(
    best=_COUNT, steps=_COUNT, history=listing(_EPOCH_SHAPE), recipe=mapping(), options=mapping(), boards=text(),
    **{"first weights": text()},
)  # fmt: skip
"""The metadata of a checkpoint."""
_MOMENTS = {torch.optim.AdamW: ("step", "exp_avg", "exp_avg_sq"), Muon: ("momentum",)}
"""The state of each optimizer for a parameter: a number of steps, or a tensor of the parameter's size."""


@dataclass
class Trained:
    """A network with its best weights, and the figures of each epoch."""

    network: Network
    history: list[Epoch] = field(default_factory=list)
    best: int = 0
    """The number of the epoch whose weights these are."""


def train(
    network: Network,
    training: LabelledBoards,
    validation: LabelledBoards,
    options: TrainingOptions,
    *,
    checkpoint: Path | None = None,
    metrics: Path | None = None,
    watch: Callable[[Epoch], None] | None = None,
    tick: Callable[[], None] | None = None,
    stop_after: int | None = None,
) -> Trained:
    """Train a network; `stop_after` interrupts the training after this number of epochs.

    `watch` is called with the figures of each epoch, including those in a checkpoint; `tick` after each batch.
    """
    if options.schedule not in SCHEDULES:
        raise BoafError(f"unknown schedule {options.schedule!r}: choose from {', '.join(SCHEDULES)}")
    if options.optimizer not in OPTIMIZERS:
        raise BoafError(f"unknown optimizer {options.optimizer!r}: choose from {', '.join(OPTIMIZERS)}")
    if not len(training.cards) or not len(validation.cards):
        raise BoafError("training needs boards to train on and boards to validate on")
    torch.set_num_threads(1)
    run = _Run(network, training, validation, options)
    if checkpoint is not None and checkpoint.exists():
        run.load(checkpoint)
    if metrics is not None:
        write_file(metrics, b"".join(json_text(asdict(epoch)).encode() + b"\n" for epoch in run.history))
    if watch:
        for epoch in run.history:
            watch(epoch)
    last_save, begun = time.monotonic(), len(run.history)
    while not run.is_finished and (stop_after is None or len(run.history) - begun < stop_after):
        started = time.monotonic()
        loss, accuracy = run.one_epoch(tick)
        validation_loss, validation_accuracy = run.loss_and_accuracy(validation)
        if not math.isfinite(loss) or not math.isfinite(validation_loss):
            epochs = len(run.history) + 1
            raise BoafError(f"the loss is not a number after epoch {epochs}: choose a lower learning rate")
        epoch = Epoch(
            len(run.history) + 1, run.steps, loss, accuracy, validation_loss, validation_accuracy,
            round(time.monotonic() - started, 3),
        )  # fmt: skip
        run.record(epoch)
        if metrics is not None:
            _append_line(metrics, asdict(epoch))
        if watch:
            watch(epoch)
        if checkpoint is not None and time.monotonic() - last_save > _SAVE_SECONDS:
            run.save(checkpoint)
            last_save = time.monotonic()
    if checkpoint is not None:
        run.save(checkpoint)
    network.load_state_dict(run.best_weights)
    network.eval()
    return Trained(network, run.history, run.best)


class _Run:
    """A training in progress."""

    def __init__(
        self, network: Network, training: LabelledBoards, validation: LabelledBoards, options: TrainingOptions
    ) -> None:
        self.network, self.training, self.options = network, training, options
        self.identity = {
            "recipe": asdict(options), "options": network.options, "boards": _digest([*training, *validation]),
            "first weights": _digest(value.numpy() for value in network.state_dict().values()),
        }  # fmt: skip
        """What distinguishes this training from others."""
        self.optimizers = _optimizers(network, options)
        self.groups = network.groups(training.cards)
        self.labels = torch.from_numpy(training.solvable.astype(np.float32))
        self.weights = None if training.weights is None else torch.from_numpy(training.weights)
        self.average = _copy(network.state_dict())
        self.best_weights = _copy(self.average)
        self.best = 0
        self.steps = 0
        self.history: list[Epoch] = []
        in_all = sum(-(-int(count) // options.batch) for count in np.unique(self.groups, return_counts=True)[1])
        self.epoch_batches = min(in_all, options.epoch_batches or in_all)

    @property
    def is_finished(self) -> bool:
        done, patience = len(self.history), self.options.patience
        return done >= self.options.epochs or (patience is not None and done - self.best >= patience and self.best > 0)

    def one_epoch(self, tick: Callable[[], None] | None) -> tuple[float, float]:
        """Train for an epoch; return the mean loss and the accuracy on its batches."""
        self.network.train()
        loss_sum, right, seen = 0.0, 0, 0
        for indices in self._batches():
            chosen = torch.from_numpy(indices)
            labels = self.labels[chosen]
            inputs = self.network.inputs(self.training.cards[indices], self.training.rows, self.training.cols)
            outputs = self.network(*inputs)
            losses = self.network.losses(outputs, labels)
            loss = losses.mean() if self.weights is None else (losses * self.weights[chosen]).mean()
            self._step(loss)
            loss_sum += float(losses.detach().sum())
            right += int(((self.network.probability(outputs.detach()) > 0.5) == (labels > 0.5)).sum())
            seen += len(indices)
            if tick:
                tick()
        return loss_sum / seen, right / seen

    def _step(self, loss: Tensor) -> None:
        factor = self._factor()
        for rate, optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate * factor
            optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        if self.options.schedule == "fall":
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        for _, optimizer in self.optimizers:
            optimizer.step()
        self.steps += 1
        if self.options.averaging is not None:
            factor = min(self.options.averaging, (1 + self.steps) / (10 + self.steps))
            with torch.no_grad():
                for name, value in self.network.state_dict().items():
                    self.average[name].lerp_(value, 1 - factor)

    def _factor(self) -> float:
        """The factor of the learning rates at this step."""
        options = self.options
        if options.schedule == "steps":
            return options.decay ** (len(self.history) * 50 // (13 * options.epochs))
        done = self.steps / self.epoch_batches
        falling = (options.epochs - done) / (options.epochs - fall_begins(options.epochs))
        return min(1.0, (self.steps + 1) / options.warm_up, max(0.0, falling))

    def _batches(self) -> Iterator[NDArray[np.int64]]:
        """The batches of the next epoch: boards of one group each, in random order."""
        random = np.random.default_rng((self.options.seed, len(self.history)))
        order = random.permutation(len(self.groups))
        order = order[np.argsort(self.groups[order], kind="stable")]
        edges = np.flatnonzero(np.diff(self.groups[order])) + 1
        parts = [part[k : k + self.options.batch] for part in np.split(order, edges)
                 for k in range(0, len(part), self.options.batch)]  # fmt: skip
        for k in random.permutation(len(parts))[: self.epoch_batches]:
            yield parts[k]

    def loss_and_accuracy(self, boards: LabelledBoards) -> tuple[float, float]:
        """The mean loss and the accuracy on boards, with the averaged weights if there are any."""
        if self.options.averaging is None:
            return loss_and_accuracy(self.network, boards)
        own = _copy(self.network.state_dict())
        self.network.load_state_dict(self.average)
        result = loss_and_accuracy(self.network, boards)
        self.network.load_state_dict(own)
        return result

    def record(self, epoch: Epoch) -> None:
        """Keep the figures of an epoch, and its weights if they are the best."""
        self.history.append(epoch)
        best = self.history[self.best - 1].validation_loss if self.best else math.inf
        if epoch.validation_loss < best:
            self.best = epoch.epoch
            kept = self.network.state_dict() if self.options.averaging is None else self.average
            self.best_weights = _copy(kept)

    def save(self, path: Path) -> None:
        """Write the checkpoint."""
        tensors = {f"network.{name}": value for name, value in self.network.state_dict().items()}
        tensors |= {f"best.{name}": value for name, value in self.best_weights.items()}
        tensors |= {f"average.{name}": value for name, value in self.average.items()}
        for number, (_, optimizer) in enumerate(self.optimizers):
            for k, values in optimizer.state_dict()["state"].items():
                tensors |= {f"moment.{number}.{k}.{name}": value for name, value in values.items()}
        figures = {"best": self.best, "steps": self.steps, "history": [asdict(epoch) for epoch in self.history]}
        write_tensors(path, tensors, self.identity | figures)

    def load(self, path: Path) -> None:
        """Resume from a checkpoint."""
        tensors, metadata = read_tensors(path)
        try:
            _METADATA_SHAPE(metadata, "the checkpoint")
            self._check_is_same(metadata)
            _require_history(metadata)
            require_tensors(tensors, self._wanted_tensors(tensors))
        except BoafError as error:
            raise BoafError(f"cannot resume from {path}: {error}") from None
        self.network.load_state_dict(_under(tensors, "network."))
        self.best_weights, self.average = _under(tensors, "best."), _under(tensors, "average.")
        for number, (_, optimizer) in enumerate(self.optimizers):
            moments: dict[int, dict[str, Tensor]] = {}
            for name, value in _under(tensors, f"moment.{number}.").items():
                parameter, moment = name.split(".")
                moments.setdefault(int(parameter), {})[moment] = value
            optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})
        self.best, self.steps = metadata["best"], metadata["steps"]
        self.history = [Epoch(**epoch) for epoch in metadata["history"]]

    def _wanted_tensors(self, found: dict[str, Tensor]) -> dict[str, Tensor]:
        """The tensors of a checkpoint; a parameter that was never trained has no moments."""
        parts = ("network", "best", "average")
        wanted = {f"{part}.{name}": value for part in parts for name, value in self.network.state_dict().items()}
        for number, (_, optimizer) in enumerate(self.optimizers):
            trained = {name.split(".")[2] for name in found if name.startswith(f"moment.{number}.") and "." in name[9:]}
            parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
            for k, parameter in enumerate(parameters):
                for name in _MOMENTS[type(optimizer)] if str(k) in trained else ():
                    wanted[f"moment.{number}.{k}.{name}"] = torch.zeros(()) if name == "step" else parameter
        return wanted

    def _check_is_same(self, metadata: dict[str, Any]) -> None:
        """Refuse a checkpoint of another training; another number of epochs is fine before the rates fall."""
        theirs = metadata["recipe"]
        if self.options.schedule == "fall" and type(theirs.get("epochs")) is int:
            done = len(metadata["history"])
            if done <= min(fall_begins(theirs["epochs"]), fall_begins(self.options.epochs)):
                theirs = theirs | {"epochs": self.options.epochs}
        for name, value in self.identity.items():
            if (theirs if name == "recipe" else metadata.get(name)) != value:
                raise BoafError(f"it is a checkpoint of another training, with other {name}: delete or rename it")


def _require_history(metadata: dict[str, Any]) -> None:
    """Refuse figures that no training has: epochs out of order, a best one that does not exist, other steps."""
    history = metadata["history"]
    if [epoch["epoch"] for epoch in history] != list(range(1, len(history) + 1)) or metadata["best"] > len(history):
        raise BoafError("its epochs are inconsistent")
    if metadata["steps"] != (history[-1]["steps"] if history else 0):
        raise BoafError("its steps do not match its epochs")


def _optimizers(network: Network, options: TrainingOptions) -> list[tuple[float, torch.optim.Optimizer]]:
    """The optimizers, each with its full learning rate."""
    weights = dict(network.named_parameters())
    matrices = [name for name, value in weights.items() if value.ndim == 2 and name.startswith("rounds.")]
    chosen = matrices if options.optimizer == "muon" else []
    rest = [value for name, value in weights.items() if name not in chosen]
    decay = options.weight_decay
    found: list[tuple[float, torch.optim.Optimizer]] = [
        (options.learning_rate, torch.optim.AdamW(rest, lr=options.learning_rate, weight_decay=decay, fused=True))
    ]
    if chosen:
        muon = Muon([weights[name] for name in chosen], lr=options.matrix_rate, weight_decay=decay)
        found.append((options.matrix_rate, muon))
    return found


def fall_begins(epochs: int) -> int:
    """The number of epochs before the learning rates fall."""
    return epochs - max(1, epochs // 3)


def _digest(arrays: Iterable[Any]) -> str:
    """A digest of arrays and other values."""
    return digest_of(*(array.tobytes() if isinstance(array, np.ndarray) else repr(array) for array in arrays))


def _copy(weights: dict[str, Any]) -> dict[str, Tensor]:
    return {name: value.detach().clone() for name, value in weights.items()}


def _under(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _append_line(path: Path, values: dict[str, Any]) -> None:
    """Append a line of JSON to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json_text(values) + "\n")
    except OSError as error:
        raise BoafError(f"cannot write {path}: {error.strerror}") from None
