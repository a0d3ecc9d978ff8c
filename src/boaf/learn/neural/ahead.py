"""One move ahead: a network that also looks at the boards after each legal move.

A board is solvable exactly when some child is, and children are smaller, which networks judge better. The log-odds of
the likeliest child and of the board itself are weighed by a logistic regression, fitted on boards of validation: the
likeliest of many children is often overrated, and the weights know by how much. It costs a judgement for every legal
move instead of one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.kernel.native import compiled
from boaf.learn.data.interesting import write_children
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.learn.neural.inference import Boards, probabilities
from boaf.learn.neural.network_files import MOST_AHEAD, Network
from boaf.solvers.depth_first import natural_steps

_MOST = 10.0
"""No log-odds count as more, for or against."""
_MOST_LOGIT = 700.0
"""Beyond it the exponential overflows."""
_FITTED_BOARDS = 5_000
_ROUNDS = 100


class AheadWeights(NamedTuple):
    """How the log-odds of a board and of its likeliest child are weighed."""

    own: float
    child: float
    bias: float


def fit_weights(network: Network, boards: Boards) -> AheadWeights:
    """The weights that suit some thousand boards, which the network must not have been trained on, best."""
    step = -(-len(boards.cards) // _FITTED_BOARDS)
    cards, solvable = boards.cards[::step], boards.solvable[::step].astype(np.float32)
    inputs = torch.from_numpy(_log_odds(network, cards, boards.rows, boards.cols).astype(np.float32))
    labels = torch.from_numpy(solvable)
    weights = torch.tensor([0.5, 0.5, 0.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=_ROUNDS, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(inputs @ weights[:2] + weights[2], labels)
        value.backward()  # type: ignore[no-untyped-call]
        return float(value.detach())

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return AheadWeights(*(round(float(weight), 4) for weight in weights.detach().clamp(-MOST_AHEAD, MOST_AHEAD)))


def probabilities_ahead(
    network: Network, weights: AheadWeights, cards: Cards, rows: int, cols: int
) -> NDArray[np.float64]:
    """The probability that each board is solvable, with a look at its children. Shape (boards,)."""
    odds = _log_odds(network, cards, rows, cols) @ weights[:2] + weights.bias
    return np.where(stacks_of(cards) == 1, 1.0, 1 / (1 + np.exp(-np.clip(odds, -_MOST_LOGIT, _MOST_LOGIT))))


def _log_odds(network: Network, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
    """The log-odds of boards and of the likeliest child of each. Shape (boards, 2)."""
    children, parents = _all_children(cards, natural_steps(rows, cols))
    found = np.full((len(cards), 2), -_MOST)
    found[:, 0] = _odds(probabilities(network, cards, rows, cols))
    np.maximum.at(found[:, 1], parents, _odds(probabilities(network, children, rows, cols)))
    return found


def _odds(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.clip(np.log(likely) - np.log1p(-likely), -_MOST, _MOST)


def _all_children(cards: Cards, steps: NDArray[np.uint16]) -> tuple[Cards, NDArray[np.int64]]:
    """The boards after each legal move of each board, and the numbers of the boards they come from."""
    children = np.empty((len(cards) * len(steps), cards.shape[1]), np.uint8)
    parents = np.empty(len(children), np.int64)
    found = _write_all_children(cards, steps, children, parents)
    return children[:found].copy(), parents[:found].copy()


@compiled
def _write_all_children(cards: Cards, steps: NDArray[np.uint16], children: Cards, parents: NDArray[np.int64]) -> int:
    found = 0
    for k in range(len(cards)):
        some = write_children(cards[k], steps, children[found:])
        parents[found : found + some] = k
        found += some
    return found
