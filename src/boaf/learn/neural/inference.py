"""Inference with PyTorch: the probabilities that a network gives to many boards, and the fit of its lookahead."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.learn.neural.lookahead import LookaheadWeights, log_odds_with_lookahead
from boaf.learn.neural.networks import Network
from boaf.learn.neural.tensor_file import MOST_WEIGHT
from boaf.learn.neural.training_data import LabelledBoards
from boaf.models.model_file import require_probabilities

_BATCH = 2048
_FITTED_BOARDS = 5_000
_ROUNDS = 100


def loss_and_accuracy(network: Network, boards: LabelledBoards) -> tuple[float, float]:
    """The mean loss and the accuracy of a network on boards."""
    outputs = outputs_of(network, boards.cards, boards.rows, boards.cols)
    labels = torch.from_numpy(boards.solvable.astype(np.float32))
    right = (network.probability(outputs) > 0.5) == (labels > 0.5)
    return float(network.losses(outputs, labels).mean()), float(right.float().mean())


def probabilities(network: Network, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
    """The probability that each board is solvable. Shape (boards,)."""
    outputs = outputs_of(network, cards, rows, cols)
    found = network.probability(outputs).numpy().astype(np.float64)
    return require_probabilities(found, f"of {network.kind}")


@torch.inference_mode()
def outputs_of(network: Network, cards: Cards, rows: int, cols: int) -> Tensor:
    """The outputs of a network for boards of card numbers. Shape (boards, …)."""
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
        outputs: Tensor = network(*network.inputs(cards, rows, cols))
        return outputs
    return torch.cat(found)[torch.from_numpy(np.argsort(order, kind="stable"))]


def fit_lookahead(network: Network, boards: LabelledBoards) -> LookaheadWeights:
    """Fit the weights on a few thousand boards that the network was not trained on."""
    step = -(-len(boards.cards) // _FITTED_BOARDS)
    cards, solvable = boards.cards[::step], boards.solvable[::step].astype(np.float32)
    odds = log_odds_with_lookahead(partial(probabilities, network), cards, boards.rows, boards.cols)
    inputs = torch.from_numpy(odds.astype(np.float32))
    labels = torch.from_numpy(solvable)
    weights = torch.tensor([0.5, 0.5, 0.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=_ROUNDS, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(inputs @ weights[:2] + weights[2], labels)
        value.backward()  # type: ignore[no-untyped-call]
        return float(value.detach())

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return LookaheadWeights(*(round(float(weight), 4) for weight in weights.detach().clamp(-MOST_WEIGHT, MOST_WEIGHT)))
