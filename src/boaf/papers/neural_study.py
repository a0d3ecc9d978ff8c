"""What the tables of Sang & Yoon (2019) have in common: its data sets, and its networks, each trained once.

InitSet are the unsolvable deals of a million seeds and as many solvable ones; BOAF are the challenge's interesting
states, split by seed so that no deal is in two parts; All is both. Deals that are in both sets are in the same part of
both. At the paper's size, data and networks are kept in the cache directory: an interrupted run resumes.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.errors import BoafError
from boaf.kernel.cache import cache_directory
from boaf.kernel.dealing import Cards
from boaf.learn.data.data_set import DataSet, joined
from boaf.learn.data.in_memory import made
from boaf.learn.data.making import make
from boaf.learn.data.recipes import Balanced, Interesting, Recipe
from boaf.learn.names import MAPS
from boaf.learn.neural import require_torch
from boaf.learn.neural.splits import split
from boaf.progress import Progress

if TYPE_CHECKING:
    from boaf.learn.neural.files import Network
    from boaf.learn.neural.judging import Boards
    from boaf.learn.neural.training import Trained

INIT, BOAF, ALL = "InitSet", "BOAF", "All"
SETS = (INIT, BOAF, ALL)
DEALS = {"small": (-500_000, 500_000), "paper": (-500_000, 500_000)}
STATE_SEEDS = {"small": 100, "paper": 10_000}
RATE = {"small": 0.005, "paper": 0.001}
"""The paper's learning rate is 0.001; with fewer epochs a higher one gets further."""
EPOCHS = {"small": {INIT: 150, BOAF: 40, ALL: 40}, "paper": {INIT: 50_000, BOAF: 2_000, ALL: 2_000}}
PATIENCE = {"small": None, "paper": 2_000}
BATCH = {"small": {INIT: 100, BOAF: 200, ALL: 200}, "paper": {INIT: 100, BOAF: 10_000, ALL: 10_000}}
DEFAULTS: dict[str, Any] = {"maps": list(MAPS), "convolution": True, "shrinking": True, "layers": 15}
"""The paper's choice of options."""
WORKERS = os.cpu_count() or 1
TRIES = 3
"""A network that ends up answering the same for every board is trained again from the next seed, so often in all."""


Plain = tuple[str, dict[str, Any], dict[str, Any], list[tuple[float, float]], int, int]
"""A network as plain values: kind, options, weights, losses, best epoch, seed."""


@dataclass(frozen=True)
class Job:
    """A network to train: on what, with which options, from which seed."""

    data: str
    options: dict[str, Any] = field(default_factory=dict)
    by: str = "seed"
    seed: int = 0

    @property
    def key(self) -> str:
        """The job as a text, the same for equal jobs."""
        return json.dumps(asdict(self) | {"options": DEFAULTS | self.options}, sort_keys=True)


class Fit(NamedTuple):
    """A trained network, its losses, the epoch of its best weights and the seed it was trained from."""

    network: Network
    train_losses: list[float]
    validation_losses: list[float]
    best: int
    seed: int


@cache
def data_set(name: str, scale: str, by: str = "seed") -> DataSet:
    """InitSet, BOAF or All, split."""
    if name == INIT:
        return _made(Balanced(*DEALS[scale]), scale)
    if name == BOAF:
        return split(_made(Interesting(STATE_SEEDS[scale]), scale), by, like=data_set(INIT, scale))
    both = [data_set(INIT, scale), data_set(BOAF, scale, by)]
    return joined(both, {"kind": "all", "sets": [one.recipe for one in both]})


def _made(recipe: Recipe, scale: str) -> DataSet:
    """A data set, from the cache directory at the paper's size."""
    if scale == "paper":
        return make(recipe, _kept(json.dumps(recipe.to_json(), sort_keys=True), "parquet")).data
    return made(recipe)


_FITS: dict[tuple[str, str], Fit] = {}


def fits(jobs: list[Job], scale: str, progress: Progress) -> list[Fit]:
    """The networks of these jobs, trained on all cores where they are not there yet."""
    require_torch()
    missing = {job.key: job for job in jobs if (scale, job.key) not in _FITS}
    for job in missing.values():
        data_set(job.data, scale, job.by)
    work = [(job, data_set(job.data, scale, job.by), scale) for job in missing.values()]
    with ExitStack() as stack:
        found: Iterator[tuple[str, Plain]] = map(_fit_one, work)
        if len(work) > 1 and WORKERS > 1:
            pool = stack.enter_context(get_context("spawn").Pool(WORKERS, _ignore_interrupts))
            found = pool.imap_unordered(_fit_one, work)
        for key, plain in found:
            _FITS[scale, key] = _loaded(*plain)
            progress(1)
    return [_FITS[scale, job.key] for job in jobs]


def with_boards(
    job: Job,
    data: DataSet,
    scale: str,
    cards: Cards,
    solvable: NDArray[np.bool_],
    weights: NDArray[np.float32] | None = None,
    epochs: int | None = None,
) -> Fit:
    """Train a job's network on other boards than those of the training part, here and now."""
    require_torch()
    from boaf.learn.neural.judging import Boards

    training = Boards(data.rows, data.cols, cards, solvable, weights)
    return _loaded(*_fit(job, data, scale, training, epochs))


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that started the workers, which ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _fit_one(work: tuple[Job, DataSet, str]) -> tuple[str, Plain]:
    return work[0].key, _fit(*work)


def _fit(job: Job, data: DataSet, scale: str, chosen: Boards | None = None, epochs: int | None = None) -> Plain:
    """Train a network; in a process of its own, so what comes back is plain."""
    from boaf.learn.neural.judging import probabilities
    from boaf.learn.neural.mixture import boards_of

    learnt, held_out = boards_of(data, "train") if chosen is None else chosen, boards_of(data, "validation")
    for seed in range(job.seed, job.seed + TRIES):
        trained = _train(job, seed, data, scale, learnt, held_out, epochs)
        answers = probabilities(trained.network, held_out.cards, data.rows, data.cols) > 0.5
        if answers.any() and not answers.all():
            break
    network = trained.network
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    history = [(epoch.train_loss, epoch.validation_loss) for epoch in trained.history]
    return network.kind, network.options, weights, history, trained.best, seed


def _train(
    job: Job, seed: int, data: DataSet, scale: str, learnt: Boards, held_out: Boards, epochs: int | None
) -> Trained:
    from boaf.learn.neural.files import new_network
    from boaf.learn.neural.training import TrainingOptions, train

    training = TrainingOptions(
        seed=seed,
        batch=BATCH[scale][job.data],
        epochs=epochs or EPOCHS[scale][job.data],
        learning_rate=RATE[scale],
        patience=PATIENCE[scale],
    )
    network = new_network("maps", {"rows": data.rows, "cols": data.cols, **job.options}, seed)
    digest = hashlib.sha256(learnt.cards.tobytes()).hexdigest()
    what = f"{job.key} {training} {data.recipe} {digest} {learnt.weights is not None}"
    checkpoint = _kept(what, "checkpoint") if scale == "paper" else None
    return train(network, learnt, held_out, training, checkpoint=checkpoint)


def _loaded(
    kind: str,
    options: dict[str, Any],
    weights: dict[str, Any],
    history: list[tuple[float, float]],
    best: int,
    seed: int,
) -> Fit:
    import torch

    from boaf.learn.neural.files import new_network

    network = new_network(kind, options)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    network.eval()
    return Fit(network, [loss for loss, _ in history], [loss for _, loss in history], best, seed)


def _kept(text: str, suffix: str) -> Path:
    """The place in the cache directory for what a text describes."""
    place = cache_directory()
    if place is None:
        raise BoafError("there is no place for the networks: set BOAF_CACHE_DIR to a directory that can be written")
    return place / "neural" / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.{suffix}"
