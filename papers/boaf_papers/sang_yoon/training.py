"""The data sets and networks that the tables share, each made, trained and judged once.

InitSet has the unsolvable deals of a million seeds and as many solvable ones; BOAF has the challenge's interesting
states, split by seed so that no deal is in two parts; All is both. The parts are 50, 30 and 20 %, as the paper says;
its Table 1 prints parts of BOAF of 49, 26 and 25 %. Deals that are in both sets are in the same part of both.

The paper averages several trials with other shuffles. Here the trials of a network differ in its first weights and in
the order of the boards, not in the parts. The authors' program (Neural_Network/bin in their repository) has the same
batches in the same order in every epoch, keeps the weights of the last epoch, and trains a network once, whatever
becomes of it. Here the batches are drawn again in each epoch, the weights of the epoch with the lowest validation loss
are kept, and a network that answers the same for every board is trained again.

Data sets are kept in the cache directory, so that the processes that train networks find them. Networks of the small
scale are the same on every CPU, so their figures can be checked (`_new_network`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards, draw_deals
from boaf.learn.data.data_set import PARTS, DataSet, joined
from boaf.learn.data.making import make
from boaf.learn.data.recipes import Balanced, Interesting, Recipe
from boaf.learn.neural import require_torch
from boaf.learn.neural.image_inputs import MAPS
from boaf.learn.neural.training_data import split
from boaf.support.errors import BoafError
from boaf.support.files import digest_of
from boaf.support.progress import Progress
from boaf_papers.framework.study import Cell
from boaf_papers.sang_yoon import (
    ALL,
    BOAF,
    INIT,
    PRINTED_EPOCHS,
    PRINTED_SEEDS,
    SETS,
    Scale,
    Sets,
)

if TYPE_CHECKING:
    from boaf.learn.neural.networks import Network
    from boaf.learn.neural.training import Trained
    from boaf.learn.neural.training_data import LabelledBoards

Key = TypeVar("Key")

DEFAULTS: dict[str, Any] = {"maps": list(MAPS), "convolution": True, "shrinking": True, "layers": 15}
"""The paper's choice of options."""
EVALUATED = PARTS[1:]
_LOSSES = 500
"""The most points of the curve of losses that are kept."""


class Fit(NamedTuple):
    """A trained network, the losses of its epochs, in training and validation, and the seed it was trained from."""

    network: Network
    losses: list[tuple[float, float]]
    seed: int


@cache
def data_set(name: str, sets: Sets, by: str = "seed") -> DataSet:
    """InitSet, BOAF or All, split."""
    if name == INIT:
        return _made(Balanced(sets.start, sets.stop))
    if name == BOAF:
        return in_parts_of(data_set(INIT, sets), split(_made(Interesting(sets.state_seeds)), by))
    both = [data_set(INIT, sets), data_set(BOAF, sets, by)]
    return joined(both, {"kind": "all", "sets": [one.recipe for one in both]})


def in_parts_of(deals: DataSet, states: DataSet) -> DataSet:
    """States that are split; those of the deals go to the parts that the deals are in."""
    if deals.parts is None or states.parts is None:
        raise AssertionError("both sets must be split")
    parts, known = states.parts.copy(), dict(zip(deals.seeds.tolist(), deals.parts.tolist(), strict=True))
    for row in np.flatnonzero(np.isin(states.seeds, deals.seeds)):
        parts[row] = known[int(states.seeds[row])]
    return replace(states, parts=parts)


def _made(recipe: Recipe) -> DataSet:
    """A data set, made once and kept in `BOAF_CACHE_DIR` or the user's directory for caches."""
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boaf"
    directory = Path(os.environ.get("BOAF_CACHE_DIR") or usual) / "neural"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{digest_of(json.dumps(recipe.to_json(), sort_keys=True))[:20]}.parquet"
    try:
        return make(recipe, path).data
    except BoafError:  # damaged, or written by another version of boaf: what is cached can be made again
        path.unlink(missing_ok=True)
        return make(recipe, path).data


@cache
def everything(sets: Sets, extra_deals: int) -> tuple[Cards, NDArray[np.bool_]]:
    """The test part of InitSet and more solvable deals of its range, with labels. Shapes (deals, 16), (deals,)."""
    data = data_set(INIT, sets)
    seeds = np.setdiff1d(np.arange(sets.start, sets.stop), data.seeds)
    extra = draw_deals(seeds[:: max(1, len(seeds) // extra_deals)] % (1 << 31), 16)
    test = data.part("test")
    return np.concatenate([test.cards, extra]), np.concatenate([test.solvable, np.ones(len(extra), np.bool_)])


def training_options(data: str, scale: Scale, trial: int = 0) -> dict[str, Any]:
    """How a network is trained on a data set."""
    epochs, batch, learning_rate, _ = scale.training[data]
    options = {
        "seed": trial * scale.tries,
        "epochs": epochs,
        "batch": batch,
        "learning_rate": learning_rate,
        "tries": scale.tries,
    }
    return options | ({"is_rounded": True} if scale.is_rounded else {})


Trials = list[dict[str, Any]]
"""What a network that is trained several times gets right, each time."""


def cells_of(networks: Mapping[Any, Mapping[int, Cell]]) -> dict[Any, Cell]:
    """The cells of several networks, by the key of the network and the number of the trial."""
    return {(key, trial): cell for key, cells in networks.items() for trial, cell in cells.items()}


def finished(networks: Mapping[Key, Mapping[int, Cell]], found: Mapping[Any, Any]) -> dict[Key, Trials]:
    """The values of the trials of those networks all of whose trials have values."""
    return {
        key: [found[key, trial] for trial in cells]
        for key, cells in networks.items()
        if all((key, trial) in found for trial in cells)
    }


def trials(
    scale: Scale, data: str, options: dict[str, Any] | None = None, by: str = "seed", count: int | None = None
) -> dict[int, Cell]:
    """The trials of a network of the paper's, trained on a data set with some options; the same in every table."""
    sets, whole = scale.sets, DEFAULTS | (options or {})
    words = [name for name in ("convolution", "shrinking") if not whole[name]]
    words = [*(f"without {word}" for word in words), f"{whole['layers']} layers", " and ".join(whole["maps"])]
    recipe = {
        "data": data,
        "by": by,
        "options": whole,
        "sets": sets._asdict(),
        "extra_deals": scale.extra_deals if data == INIT else 0,
    }
    boards = {INIT: 1_900, BOAF: 68 * sets.state_seeds, ALL: 1_900 + 68 * sets.state_seeds}[data]
    cells = {}
    for trial in range(count or scale.training[data].trials):
        training = training_options(data, scale, trial)
        seconds = training["epochs"] * (4e-3 * (1 + boards / training["batch"]) + 5e-6 * boards)
        name = f"network on {data} by {by}, {', '.join(words)}, trial {trial + 1}"
        cell = Cell(name, judged_network, {**recipe, "training": training}, 1, seconds, partial(prepare, sets))
        cells[trial] = cell
    return cells


def training_in_words(scale: Scale, names: Sequence[str] = SETS) -> str:
    """How often and how long the networks of a table are trained, and on how much of BOAF."""
    ways: dict[str, list[str]] = {}
    for name in names:
        epochs, _, _, count = scale.training[name]
        ways.setdefault(f"{count} trial{'s' * (count > 1)} of {epochs:,} epochs", []).append(name)
    each = "; ".join(f"{way} on {' and '.join(on)}" for way, on in ways.items())
    seeds = f"; BOAF from {scale.sets.state_seeds:,} seeds" if set(names) - {INIT} else ""
    printed = f"{PRINTED_EPOCHS:,} epochs{f', {PRINTED_SEEDS:,} seeds' if seeds else ''}"
    return f"{each}{seeds} (printed: {printed})"


def prepare(sets: Sets) -> None:
    """Make the files of the data sets."""
    require_torch()
    for name in (INIT, BOAF):
        data_set(name, sets)


def judged_network(
    _progress: Progress,
    *,
    data: str,
    by: str,
    options: dict[str, Any],
    sets: dict[str, int],
    extra_deals: int,
    training: dict[str, Any],
) -> dict[str, Any]:
    """Train a network, and judge it on both data sets and, if it was trained on InitSet, on many more deals."""
    from boaf.learn.neural.training_data import boards_of

    given = Sets(**sets)
    own = data_set(data, given, by)
    fit = fitted(options, training, own, boards_of(own, "train"))
    parts = {name: data_set(name, given, by) for name in (INIT, BOAF)}
    judged = {
        name: {part: _judgement(fit.network, one.part(part)) for part in EVALUATED} for name, one in parts.items()
    }
    step = max(1, -(-len(fit.losses) // _LOSSES))
    losses = [[epoch, *fit.losses[epoch - 1]] for epoch in range(1, len(fit.losses) + 1, step)]
    answer: dict[str, Any] = {"seed": fit.seed, "losses": losses, "judged": judged}
    if extra_deals:
        cards, solvable = everything(given, extra_deals)
        answer["everything"] = recognised(answers(fit.network, cards), solvable)
    return answer


def answers(network: Network, cards: Cards, rows: int = 4, cols: int = 4) -> NDArray[np.bool_]:
    """Which boards a network takes for solvable."""
    from boaf.learn.neural.inference import probabilities

    return probabilities(network, cards, rows, cols) > 0.5


def _judgement(network: Network, data: DataSet) -> dict[str, int]:
    given = answers(network, data.cards)
    right, called_solvable = int(np.sum(given == data.solvable)), int(np.sum(given))
    return {"boards": len(data), "right": right, "called_solvable": called_solvable}


def recognised(given: NDArray[np.bool_], solvable: NDArray[np.bool_]) -> dict[str, int]:
    """How many of the solvable and of the unsolvable boards are recognised."""
    return {
        "solvable": int(np.sum(solvable)),
        "solvable_right": int(np.sum(given & solvable)),
        "unsolvable": int(np.sum(~solvable)),
        "unsolvable_right": int(np.sum(~given & ~solvable)),
    }


def fitted(options: dict[str, Any], training: dict[str, Any], data: DataSet, learnt: LabelledBoards) -> Fit:
    """Train a network on some boards, from another seed where it ends up with the same answer for every board."""
    require_torch()
    from boaf.learn.neural.training_data import boards_of

    held_out = boards_of(data, "validation")
    for seed in range(training["seed"], training["seed"] + training["tries"]):
        trained = _train(options, training | {"seed": seed}, data, learnt, held_out)
        given = answers(trained.network, held_out.cards, data.rows, data.cols)
        if given.any() and not given.all():
            break
    return Fit(trained.network, [(epoch.train_loss, epoch.validation_loss) for epoch in trained.history], seed)


def _train(
    options: dict[str, Any], training: dict[str, Any], data: DataSet, learnt: LabelledBoards, held_out: LabelledBoards
) -> Trained:
    from boaf.learn.neural.training import TrainingOptions, train

    chosen = {name: value for name, value in training.items() if name not in ("tries", "is_rounded")}
    whole = {"rows": data.rows, "cols": data.cols, **options}
    network = _new_network(whole, training["seed"], training.get("is_rounded", False))
    return train(network, learnt, held_out, TrainingOptions(**chosen))


def _new_network(options: dict[str, Any], seed: int, is_rounded: bool) -> Network:
    """An untrained network; one that is rounded gets the same training on every CPU.

    CPUs differ in the last bits of a sum, and training amplifies that: a network learns on one CPU and dies on another.
    In double precision sums differ by some 1e-15. Each gradient is rounded to bfloat16, of 8 bits, which leaves nothing
    of such a difference unless it lies across the border between two of its values. The first weights are drawn in
    double precision, too: as single ones, they differ in their last bits.
    """
    import torch

    from boaf.learn.neural.networks import new_network

    if not is_rounded:
        return new_network("maps", options, seed)
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        network = new_network("maps", options, seed)
    finally:
        torch.set_default_dtype(usual)
    for weights in network.parameters():
        weights.register_hook(lambda gradient: gradient.bfloat16().double())  # type: ignore[no-untyped-call]
    return network
