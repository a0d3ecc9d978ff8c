"""A lookahead of one move: the probability of a board from those of the board and of its children.

A board is solvable exactly when some child is, and children are smaller, which makes them easier for a network. The
lookahead combines the log-odds of the board and of its most promising child by a logistic regression, fitted on
validation boards (`inference.fit_lookahead`): the best of many children is often overrated, and the weights correct for
that. It costs one evaluation for every legal move instead of one for the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards
from boaf.learn.data.interesting import all_children
from boaf.learn.neural.graph_inputs import stacks_of

Evaluator = Callable[[Cards, int, int], NDArray[np.float64]]
"""The probabilities that boards of card numbers, with some rows and columns, are solvable."""
_MOST_LOG_ODDS = 10.0
_MOST_LOGIT = 700.0
"""Above this, the exponential overflows."""


class LookaheadWeights(NamedTuple):
    """The weights of the log-odds of a board and of its most promising child."""

    own: float
    child: float
    bias: float


def probabilities_with_lookahead(
    evaluate: Evaluator, weights: LookaheadWeights, cards: Cards, rows: int, cols: int
) -> NDArray[np.float64]:
    """The probability that each board is solvable, with a lookahead of one move. Shape (boards,)."""
    logits = log_odds_with_lookahead(evaluate, cards, rows, cols) @ weights[:2] + weights.bias
    return np.where(stacks_of(cards) == 1, 1.0, 1 / (1 + np.exp(-np.clip(logits, -_MOST_LOGIT, _MOST_LOGIT))))


def log_odds_with_lookahead(evaluate: Evaluator, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
    """The log-odds of boards and of the most promising child of each. Shape (boards, 2)."""
    parents, children = all_children(cards, rows, cols)
    found = np.full((len(cards), 2), -_MOST_LOG_ODDS)
    found[:, 0] = _log_odds(evaluate(cards, rows, cols))
    np.maximum.at(found[:, 1], parents, _log_odds(evaluate(children, rows, cols)))
    return found


def _log_odds(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.clip(np.log(likely) - np.log1p(-likely), -_MOST_LOG_ODDS, _MOST_LOG_ODDS)
