"""What orders the children: six features of a board, their monomials up to degree three, and models of those.

The features: pairs that match by card and legal moves, each counted in both directions and each also divided by the
number of cards, and the number of cards of the commonest suit and of the commonest rank. With all products of up to
three of them there are 83 inputs, scaled so that they lie between 0 and 1 on the states that a model is fitted on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.board_features import extract
from boaf.learn.classifiers import new_classifier
from boaf.learn.data.interesting import walk_with_parents
from boaf.solvers.depth_first import Choices
from boaf.support.errors import require
from boaf.support.threads import check_stopped
from boaf_papers.kucharski_et_al.searches import COLS, PLAIN_CHOICES, ROWS, ordered_choices

_FEATURES = 6
_RANKS, _EMPTY_RANKS = 13, 64
"""Ranks of cards, and with what an empty cell seems to have."""
_LIMITS = (16, 106, 43, 14, 5)
"""Above what 15 stacks in four rows can have: stacks, pairs, pairs in line, stacks of a suit and of a rank."""
_CHUNK = 50_000
_DECIMALS = 6
"""Scores are rounded, so that equal children are equal on every machine."""
_SQUARES = list(combinations_with_replacement(range(_FEATURES), 2))
_CUBES = list(combinations_with_replacement(range(_FEATURES), 3))
_ONE, _OTHER = np.array(_SQUARES).T
_SQUARE = np.array([_SQUARES.index(terms[:2]) for terms in _CUBES])
_THIRD = np.array([terms[2] for terms in _CUBES])
LOGISTIC, NETWORK = "logistic regression", "network"
UNITS = (500, 250, 50)
_LOGISTIC = {"solver": "newton-cholesky", "tol": 1e-9}
_LEARNING_RATE, _BATCH = 0.005, 32
Numbers = NDArray[np.floating]
Scorer = Callable[[NDArray[np.int64]], Numbers]
"""A number for each board, larger for boards that are likelier solvable, from the counts of `counts_of`."""


class ModelSearch(NamedTuple):
    """A search: the model that it asks, and at which numbers of cards, with one model for each group of numbers."""

    model: str
    groups: tuple[range, ...]


PLAIN = "depth-first search"
EVERYWHERE = "logistic regression everywhere"
AT_16 = "logistic regression at 16 cards, then depth-first"
TO_8 = "logistic regression down to 8 cards, then depth-first"
IN_PAIRS = "a logistic regression for 16–15, 14–13, 12–11 and 10–9 cards each, then depth-first"
BY_NETWORK = "network everywhere"
SEARCHES = {
    PLAIN: ModelSearch(LOGISTIC, ()),
    EVERYWHERE: ModelSearch(LOGISTIC, (range(2, 17),)),
    AT_16: ModelSearch(LOGISTIC, (range(16, 17),)),
    TO_8: ModelSearch(LOGISTIC, (range(8, 17),)),
    IN_PAIRS: ModelSearch(LOGISTIC, tuple(range(most - 1, most + 1) for most in (16, 14, 12, 10))),
    BY_NETWORK: ModelSearch(NETWORK, (range(2, 17),)),
}


def rank_dominance(board: Board) -> float:
    """The share of the top cards that have the commonest rank: the one feature that is not among `boaf features`."""
    ranks = Counter(card.rank for card in board.tops if card)
    return max(ranks.values()) / ranks.total()


@lru_cache(8)
def choices_of(name: str, fit_seeds: int, epochs: int) -> Choices:
    """A search, with the scores of its models."""
    model, groups = SEARCHES[name]
    if not groups:
        return PLAIN_CHOICES
    table = np.zeros(_LIMITS)
    for group in groups:
        score = fitted(model, group, fit_seeds, epochs)
        for cards in group:
            _fill(table[cards - 1], cards - 1, score)
    return ordered_choices(table, min(group[0] for group in groups))


def _fill(table: Numbers, stacks: int, score: Scorer) -> None:
    """Write the scores of all counts that a board with this many stacks can have."""
    pairs, moves, suit, rank = np.indices(table.shape)
    # A pair in line is a pair; some suit has at least a quarter of the stacks.
    possible = (pairs <= stacks * (stacks - 1) // 2) & (moves <= pairs) & (rank >= 1) & (rank <= stacks)
    possible &= (suit <= stacks) & (4 * suit >= stacks)
    counts = np.stack([2 * pairs, 2 * moves, np.full_like(pairs, stacks), suit, rank], axis=-1)[possible]
    chunks = [score(counts[first : first + _CHUNK]) for first in range(0, len(counts), _CHUNK)]
    table[possible] = np.round(np.concatenate(chunks), _DECIMALS)


def counts_of(cards: Cards) -> NDArray[np.int64]:
    """Pairs, moves, cards, and cards of the commonest suit and rank. Shapes (boards, 16) and (boards, 5)."""
    values = extract(cards, ROWS, COLS, ("total_flockability", "moves", "stacks", "suit_dominance"), threads=1)
    values[:, 3] *= values[:, 2]
    rank_of_board = cards // 4 + _EMPTY_RANKS * np.arange(len(cards))[:, np.newaxis]
    ranks = np.bincount(rank_of_board.ravel(), minlength=_EMPTY_RANKS * len(cards)).reshape(-1, _EMPTY_RANKS)
    return np.column_stack([np.round(values).astype(np.int64), ranks[:, :_RANKS].max(axis=1)])


def inputs_of(counts: NDArray[np.int64]) -> Numbers:
    """The six features and their products, not yet scaled. Shapes (boards, 5) and (boards, 83)."""
    pairs, moves, stacks, suit, rank = counts.T.astype(np.float64)
    six = np.stack([pairs / stacks, moves / stacks, moves, pairs, suit, rank], axis=1)
    squares = six[:, _ONE] * six[:, _OTHER]
    return np.concatenate([six, squares, squares[:, _SQUARE] * six[:, _THIRD]], axis=1)


@lru_cache(1)
def interesting_states(fit_seeds: int) -> tuple[Cards, NDArray[np.bool_]]:
    """The challenge's interesting states of the seeds 1 … fit_seeds, and whether they are solvable."""
    states = [states for states, _ in walk_with_parents(fit_seeds + 1) if states.seed]
    return np.concatenate([one.cards for one in states]), np.concatenate([one.solvable for one in states])


@lru_cache(32)
def fitted(model: str, asked_at: range, fit_seeds: int, epochs: int) -> Scorer:
    """A model that scores the children of boards with some numbers of cards, as log-odds."""
    cards, solvable = interesting_states(fit_seeds)
    stacks = np.sum(cards != EMPTY, axis=1)
    own = (stacks >= asked_at[0] - 1) & (stacks < asked_at[-1])
    inputs = inputs_of(counts_of(cards[own]))
    low, span = inputs.min(axis=0), np.ptp(inputs, axis=0)
    scale = 1 / np.where(span > 0, span, 1)
    scaled = (inputs - low) * scale
    if model == LOGISTIC:
        fit = new_classifier("logistic-regression", parameters=_LOGISTIC).fit(scaled, solvable[own])
        layers = [(fit.coef_.T, fit.intercept_)]
    else:
        layers = _network(scaled, solvable[own], epochs)

    def score(counts: NDArray[np.int64]) -> Numbers:
        values = ((inputs_of(counts) - low) * scale).astype(layers[0][0].dtype)
        for weights, bias in layers[:-1]:
            values = np.maximum(values @ weights + bias, 0)
        weights, bias = layers[-1]
        found: Numbers = (values @ weights + bias)[:, 0]
        return found

    return score


def _network(inputs: Numbers, solvable: NDArray[np.bool_], epochs: int) -> list[tuple[Numbers, Numbers]]:
    """The weights and biases of a network with `UNITS`, fitted with Adam."""
    torch = require("torch", "neural")
    torch.manual_seed(0)
    sizes = list(pairwise((inputs.shape[1], *UNITS, 1)))
    parts = [part for size in sizes for part in (torch.nn.Linear(*size), torch.nn.ReLU())][:-1]
    network = torch.nn.Sequential(*parts)
    adam = torch.optim.Adam(network.parameters(), _LEARNING_RATE, fused=True)
    rows, labels = torch.tensor(inputs, dtype=torch.float32), torch.tensor(solvable, dtype=torch.float32)[:, None]
    loss = torch.nn.BCEWithLogitsLoss()
    for _ in range(epochs):
        for batch in torch.randperm(len(rows)).split(_BATCH):
            check_stopped()
            adam.zero_grad()
            loss(network(rows[batch]), labels[batch]).backward()
            adam.step()
    linear = [part for part in parts if hasattr(part, "weight")]
    return [(part.weight.detach().numpy().T, part.bias.detach().numpy()) for part in linear]
