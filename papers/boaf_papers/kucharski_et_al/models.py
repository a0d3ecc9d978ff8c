"""What orders the children: six features of a board, their monomials up to degree three, and models of those.

The features: pairs that match by card and legal moves, each counted in both directions and each also divided by the
number of cards, and the number of cards of the commonest suit and of the commonest rank. With all products of up to
three of them there are 83 inputs, scaled so that they lie between 0 and 1 on the states that a model is fitted on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple
from warnings import catch_warnings

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.board_features import extract
from boaf.learn.classifiers import new_classifier
from boaf.learn.data.interesting import walk_seeds
from boaf_papers.kucharski_et_al.searches import COLS, ROWS, Orders, Scorer

_FEATURES = 6
_RANKS, _EMPTY_RANKS = 13, 64
"""Ranks of cards, and with what an empty cell seems to have."""
_LIMITS = (241, 97, 17, 17, 5)
"""Above what 16 cards in four rows can have: pairs, moves, cards, cards of a suit and of a rank."""
_SQUARES = list(combinations_with_replacement(range(_FEATURES), 2))
_CUBES = list(combinations_with_replacement(range(_FEATURES), 3))
_ONE, _OTHER = np.array(_SQUARES).T
_SQUARE = np.array([_SQUARES.index(terms[:2]) for terms in _CUBES])
_THIRD = np.array([terms[2] for terms in _CUBES])
LOGISTIC, NETWORK = "logistic regression", "network"
UNITS = (500, 250, 50)
_NETWORK = {"hidden_layer_sizes": UNITS, "learning_rate_init": 0.005, "batch_size": 32}
Numbers = NDArray[np.floating]


class Search(NamedTuple):
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
    PLAIN: Search(LOGISTIC, ()),
    EVERYWHERE: Search(LOGISTIC, (range(2, 17),)),
    AT_16: Search(LOGISTIC, (range(16, 17),)),
    TO_8: Search(LOGISTIC, (range(8, 17),)),
    IN_PAIRS: Search(LOGISTIC, tuple(range(most - 1, most + 1) for most in (16, 14, 12, 10))),
    BY_NETWORK: Search(NETWORK, (range(2, 17),)),
}


def orders_of(name: str, fit_seeds: int, epochs: int) -> Orders:
    """The models of a search, by the number of cards at which they are asked."""
    model, groups = SEARCHES[name]
    return {cards: fitted(model, group, fit_seeds, epochs) for group in groups for cards in group}


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
    states = [states for states in walk_seeds(fit_seeds + 1) if states.seed]
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
    scaled = ((inputs - low) * scale).astype(np.float32)
    with catch_warnings(action="ignore"):
        if model == LOGISTIC:
            fit = new_classifier("logistic-regression").fit(scaled, solvable[own])
            layers = [(fit.coef_.T, fit.intercept_)]
        else:
            fit = new_classifier("mlp", parameters=_NETWORK | {"max_iter": epochs}).fit(scaled, solvable[own])
            layers = list(zip(fit.coefs_, fit.intercepts_, strict=True))
    return _scorer(low, scale, layers)


def _scorer(low: Numbers, scale: Numbers, layers: Sequence[tuple[Numbers, Numbers]]) -> Scorer:
    """A model as a function of boards. Few counts differ, so each score is computed once."""
    known: dict[int, float] = {}

    def compute(counts: NDArray[np.int64]) -> Numbers:
        values = ((inputs_of(counts) - low) * scale).astype(np.float32)
        for weights, bias in layers[:-1]:
            values = np.maximum(values @ weights + bias, 0)
        weights, bias = layers[-1]
        found: Numbers = (values @ weights + bias)[:, 0]
        return found

    def score(cards: Cards) -> Numbers:
        counts = counts_of(cards)
        keys, first, place = np.unique(np.ravel_multi_index(counts.T, _LIMITS), return_index=True, return_inverse=True)
        new = [k for k, key in enumerate(keys.tolist()) if key not in known]
        if new:
            known.update(zip(keys[new].tolist(), compute(counts[first[new]]).tolist(), strict=True))
        return np.array([known[key] for key in keys.tolist()])[place]

    return score
