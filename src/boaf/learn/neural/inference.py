"""Inference: the probabilities that a network gives to many boards, directly or with a lookahead of one move.

A board is solvable exactly when some child is, and children are smaller, which makes them easier for a network. The
lookahead combines the log-odds of the board and of its most promising child by a logistic regression, fitted on
validation boards: the best of many children is often overrated, and the weights correct for that. It costs one
evaluation for every legal move instead of one for the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.kernel.native import compiled
from boaf.learn.data.interesting import write_children
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.learn.neural.network_files import MOST_WEIGHT
from boaf.learn.neural.networks import Network
from boaf.learn.neural.training_data import Boards
from boaf.models.model_file import require_probabilities
from boaf.solvers.depth_first import natural_steps

_BATCH = 2048
_MOST_LOG_ODDS = 10.0
_MOST_LOGIT = 700.0
"""Above this, the exponential overflows."""
_FITTED_BOARDS = 5_000
_ROUNDS = 100


def loss_and_accuracy(network: Network, boards: Boards) -> tuple[float, float]:
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


class LookaheadWeights(NamedTuple):
    """The weights of the log-odds of a board and of its most promising child."""

    own: float
    child: float
    bias: float


def fit_lookahead(network: Network, boards: Boards) -> LookaheadWeights:
    """Fit the weights on a few thousand boards that the network was not trained on."""
    step = -(-len(boards.cards) // _FITTED_BOARDS)
    cards, solvable = boards.cards[::step], boards.solvable[::step].astype(np.float32)
    inputs = torch.from_numpy(_log_odds_ahead(network, cards, boards.rows, boards.cols).astype(np.float32))
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


def probabilities_ahead(
    network: Network, weights: LookaheadWeights, cards: Cards, rows: int, cols: int
) -> NDArray[np.float64]:
    """The probability that each board is solvable, with a lookahead of one move. Shape (boards,)."""
    logits = _log_odds_ahead(network, cards, rows, cols) @ weights[:2] + weights.bias
    return np.where(stacks_of(cards) == 1, 1.0, 1 / (1 + np.exp(-np.clip(logits, -_MOST_LOGIT, _MOST_LOGIT))))


def _log_odds_ahead(network: Network, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
    """The log-odds of boards and of the most promising child of each. Shape (boards, 2)."""
    steps = natural_steps(rows, cols)
    children = np.empty((len(cards) * len(steps), cards.shape[1]), np.uint8)
    parents = np.empty(len(children), np.int64)
    count = _write_all_children(cards, steps, children, parents)
    found = np.full((len(cards), 2), -_MOST_LOG_ODDS)
    found[:, 0] = _log_odds(probabilities(network, cards, rows, cols))
    of_children = _log_odds(probabilities(network, children[:count], rows, cols))
    np.maximum.at(found[:, 1], parents[:count], of_children)
    return found


def _log_odds(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.clip(np.log(likely) - np.log1p(-likely), -_MOST_LOG_ODDS, _MOST_LOG_ODDS)


@compiled
def _write_all_children(cards: Cards, steps: NDArray[np.uint16], children: Cards, parents: NDArray[np.int64]) -> int:
    """Write the boards after each legal move of each board, and the rows of their parents; return their number."""
    found = 0
    for k in range(len(cards)):
        some = write_children(cards[k], steps, children[found:])
        parents[found : found + some] = k
        found += some
    return found
