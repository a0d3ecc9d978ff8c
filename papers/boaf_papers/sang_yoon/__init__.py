"""Sang & Yoon (2019): data sets (Table 1) and neural networks (Tables 2 to 5, Figures 5 and 6).

The text has 50,000 epochs and a learning rate that changes every 13,000; the authors' program
(github.com/yoonsejong/BirdsOfAFeatherNN) has 500 and 130, and all logs of losses that come with it end at epoch 500. So
InitSet is trained for 500 epochs here. On BOAF and All it is as many as some hours of two cores allow for all networks
together; every table says how many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

INIT, BOAF, ALL = "InitSet", "BOAF", "All"
SETS = (INIT, BOAF, ALL)
PRINTED_SEEDS = 10_000
PRINTED_EPOCHS, LOGGED_EPOCHS = 50_000, 500
PRINTED_BEST = {INIT: 0.906, BOAF: 0.767}
"""The accuracy of the paper's choice on the test parts."""


class Sets(NamedTuple):
    """What the data sets are made of: the range of the deals of InitSet, and the seeds of the states of BOAF."""

    start: int
    stop: int
    state_seeds: int


class Training(NamedTuple):
    """How networks are trained on a data set. The paper's batches are 100 and 10,000, its learning rate 0.001."""

    epochs: int
    batch: int
    learning_rate: float
    trials: int = 1
    """How often each network is trained, from other seeds."""


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    sets: Sets
    counted_seeds: int
    """The seeds of BOAF if its boards are only counted, with those of all files as the authors have it."""
    extra_deals: int
    """How many more deals a network trained on InitSet is judged on."""
    training: Mapping[str, Training]
    more_trials: Mapping[str, int]
    """How often the network of the paper's choice is trained to see how much the seed matters."""
    tolerance: float
    """How much the accuracy of a trained network may differ on another CPU; see `training`."""
    loss_tolerance: float
    is_rounded: bool = False
    """Whether training gives the same network on every CPU."""
    tries: int = 3
    """A network that answers the same for every board is trained again from the next seed, this often in all."""


SCALES = {
    "small": Scale(
        sets=Sets(-500_000, 500_000, 100),
        counted_seeds=100,
        extra_deals=100_000,
        training={INIT: Training(150, 100, 0.005), BOAF: Training(40, 200, 0.005), ALL: Training(40, 200, 0.005)},
        more_trials={INIT: 4, BOAF: 4},
        tolerance=0.0,
        loss_tolerance=0.0,
        is_rounded=True,
    ),
    "paper": Scale(
        sets=Sets(-500_000, 500_000, 2_000),
        counted_seeds=11_100,
        extra_deals=1_000_000,
        training={
            INIT: Training(500, 100, 0.001, 3),
            BOAF: Training(20, 1_000, 0.005),
            ALL: Training(20, 1_000, 0.005),
        },
        more_trials={INIT: 12, BOAF: 5},
        tolerance=0.1,
        loss_tolerance=0.2,
    ),
}
TABLES = {
    "table-1": "data_sets.plan",
    "table-2": "networks.architectures",
    "table-3": "networks.features",
    "table-4": "networks.transfer",
    "table-5": "networks.more_deals",
    "layers": "networks.layers",
    "trials": "networks.repeated",
}
