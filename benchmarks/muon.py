"""Our Muon against PyTorch's own on the training of the stacks network: accuracy reached, processor time for a step.

Both see the same boards in the same order from the same first weights; AdamW moves all that is no hidden matrix. The
time of a step holds everything: inputs, both passes, both optimisers.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from boaf.learn.neural import training
from boaf.learn.neural.muon import Muon
from boaf.learn.neural.networks import new_network
from boaf.learn.neural.training import TrainingOptions, train
from boaf.learn.neural.training_data import LabelledBoards, lines_of_play

FIRST, FIRST_VALIDATION = 2_000_000_000, 2_000_100_000
OPTIMIZERS: dict[str, Callable[..., Any]] = {
    "ours": Muon,
    "PyTorch's": partial(torch.optim.Muon, adjust_lr_fn="original"),
}


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batches", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    boards = LabelledBoards(4, 4, *lines_of_play(FIRST, FIRST + arguments.lines)[:2])
    validation = LabelledBoards(4, 4, *lines_of_play(FIRST_VALIDATION, FIRST_VALIDATION + arguments.lines // 4)[:2])
    print(f"{len(boards.cards):,} boards to train on, {len(validation.cards):,} to validate on", flush=True)
    for name, make in OPTIMIZERS.items():
        found = []
        for seed in range(arguments.seeds):
            options = TrainingOptions(
                seed, 160, arguments.epochs, 2e-3, schedule="fall", optimizer="muon", weight_decay=0.01,
                averaging=0.998, epoch_batches=arguments.batches,
            )  # fmt: skip
            vars(training)["Muon"] = make
            steps = _Clock()
            done = train(new_network("stacks", {}, seed), boards, validation, options, tick=steps)
            best = done.history[done.best - 1]
            found.append((best.validation_loss, best.validation_accuracy, float(np.median(steps.seconds))))
            loss, accuracy, seconds = found[-1]
            figures = f"loss {loss:.4f}, accuracy {100 * accuracy:.2f} %, {1000 * seconds:.1f} ms a step"
            print(f"{name:10} seed {seed}: {figures}", flush=True)
        loss, accuracy, seconds = np.mean(found, axis=0)
        print(f"{name:10} mean  : loss {loss:.4f}, accuracy {100 * accuracy:.2f} %, {1000 * seconds:.1f} ms a step")


class _Clock:
    """The processor time between calls."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.last = time.process_time()

    def __call__(self) -> None:
        now = time.process_time()
        self.seconds.append(now - self.last)
        self.last = now


if __name__ == "__main__":
    main()
