"""Asking a network about many boards, and how often it is right."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from boaf.kernel.dealing import Cards
from boaf.learn.neural.network_files import Network
from boaf.models.model_file import require_probabilities

_BATCH = 2048


class Boards(NamedTuple):
    """Labelled boards of one size."""

    rows: int
    cols: int
    cards: Cards
    """Card numbers. Shape (boards, cells)."""
    solvable: NDArray[np.bool_]
    """Shape (boards,)."""
    weights: NDArray[np.float32] | None = None
    """How much each board counts in training; None: all the same. Shape (boards,)."""


def judge(network: Network, boards: Boards) -> tuple[float, float]:
    """The mean loss and the accuracy of a network on boards."""
    outputs = outputs_of(network, boards.cards, boards.rows, boards.cols)
    labels = torch.from_numpy(boards.solvable.astype(np.float32))
    right = (network.probability(outputs) > 0.5) == (labels > 0.5)
    return float(network.losses(outputs, labels).mean()), float(right.float().mean())


def probabilities(network: Network, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
    """The probability that each board is solvable, as a network sees it. Shape (boards,)."""
    outputs = outputs_of(network, cards, rows, cols)
    found = network.probability(outputs).numpy().astype(np.float64)
    return require_probabilities(found, f"of {network.kind}")


@torch.inference_mode()
def outputs_of(network: Network, cards: Cards, rows: int, cols: int) -> Tensor:
    """What a network answers for boards of card numbers. Shape (boards, …)."""
    network.eval()
    groups = network.groups(cards)
    order = np.argsort(groups, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(groups[order])) + 1) if len(cards) else []
    found: list[Tensor] = [
        network(*network.inputs(cards[part[first : first + _BATCH]], rows, cols))
        for part in parts
        for first in range(0, len(part), _BATCH)
    ]
    if not found:
        return network(*network.inputs(cards, rows, cols))
    return torch.cat(found)[torch.from_numpy(np.argsort(order, kind="stable"))]
