"""Predictions by models of any kind: load a model, apply it to boards, or use it as a sieve for deals.

A model is a file of `boaf.models.model_file`, which holds a model of features, or a network in a safetensors file.
`load` opens both, and imports PyTorch only for the network of Sang & Yoon.

The sieve finds the boards that may be unsolvable (requested by Hoshino & Kahn 2019). A board that a playout wins has a
solution and passes; so do those whose probability, by the default model, is above its parameter `sieve`. The rest are
suspect. docs/learning.md reports how many solvable deals that costs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import Cards, board_cards, cards_of
from boaf.learn.board_features import extract
from boaf.learn.feature_models import parse_feature_model
from boaf.learn.neural import require_torch
from boaf.learn.neural.lookahead import Evaluator, LookaheadWeights, probabilities_with_lookahead
from boaf.learn.neural.stack_inference import KIND, MOVES_KIND, StackEvaluator
from boaf.learn.neural.tensor_file import LOOKAHEAD, description_of, is_tensor_file, metadata_of
from boaf.models.model_file import Description, read_bytes
from boaf.solvers.single import require_board
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, no_progress

SHIPPED = "shipped"
_CHUNK = 20_000


class Model(Protocol):
    """A fitted model."""

    @property
    def description(self) -> Description:
        """What the model is."""

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""


@dataclass(frozen=True)
class NeuralModel:
    """A trained network."""

    evaluate: Evaluator
    description: Description
    has_lookahead: bool = False

    def with_lookahead(self) -> NeuralModel:
        """The same network with a lookahead of one move (`boaf.learn.neural.lookahead`)."""
        name = self.description.name
        if LOOKAHEAD not in self.description.parameters:
            raise BoafError(f"{name} has no lookahead; only networks of stacks have it")
        return replace(self, description=replace(self.description, name=f"{name}-lookahead"), has_lookahead=True)

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""
        cards = board_cards(cards, rows, cols)
        if not self.has_lookahead:
            return self.evaluate(cards, rows, cols)
        weights = LookaheadWeights(*self.description.parameters[LOOKAHEAD])
        return probabilities_with_lookahead(self.evaluate, weights, cards, rows, cols)


def load(model: Path | str) -> Model:
    """Open a model.

    Parameters
    ----------
    model
        A file of `boaf.learn.save`, of `boaf train` or `boaf.learn.neural.train_network`, or the name of a model that
        comes with boaf: `shipped`, `linear-H`, `lightgbm-F`, or `stacks`, which is a network.

    Returns
    -------
    Model
        `probability(cards, rows, cols)` says how likely many boards are solvable, `description` what the model is.

    Raises
    ------
    BoafError
        If the file cannot be read or is not a boaf model file. No file can run code.
    MissingExtraError
        If the model needs a library that is not installed.

    Examples
    --------
    >>> load("linear-H").description.features
    ('min_degree', 'max_degree', 'mean_degree')

    """
    content, where = read_bytes(model), str(model)
    if not is_tensor_file(content):
        return parse_feature_model(content, where)
    description = description_of(metadata_of(content, where), where)
    if description.kind == KIND:
        return NeuralModel(StackEvaluator(content, description, where), description)
    if description.kind == MOVES_KIND:
        raise BoafError(f"{where} scores moves, not boards: it is for the player `policy`")
    require_torch()
    from boaf.learn.neural.inference import probabilities
    from boaf.learn.neural.network_files import parse_network

    return NeuralModel(partial(probabilities, parse_network(content, where)[0]), description)


@cache
def shipped() -> Model:
    """The default model, fitted by `tools/fit_shipped.py`; it needs no extra."""
    return load(SHIPPED)


def predict(board: Board, model: Model | Path | str | None = None) -> float:
    """How likely a board is solvable, by a model that does not search.

    Parameters
    ----------
    board
        A board with at least one stack.
    model
        A model, or what `boaf.learn.load` takes; by default the model that comes with boaf.

    Returns
    -------
    float
        A probability, from 0 to 1.

    Raises
    ------
    BoafError
        As `boaf.learn.load` does, where `model` is not a model, and where it is made for boards of another size.

    Examples
    --------
    >>> import boaf
    >>> [round(boaf.predict(boaf.deal(seed)), 3) for seed in (1, 1264)]
    [1.0, 0.0]

    """
    require_board(board)
    if model is None:
        model = shipped()
    elif isinstance(model, Path | str):
        model = load(model)
    elif not hasattr(model, "probability"):
        raise BoafError(f"a model is a model of boaf.learn.load, a file or a name, not {model!r}")
    return float(model.probability(cards_of(board)[None], board.rows, board.cols)[0])


def suspects(
    cards: Cards, rows: int = 4, cols: int = 4, model: Model | None = None, progress: Progress = no_progress
) -> NDArray[np.bool_]:
    """Find the boards that may be unsolvable; the others can be dealt without a search.

    Parameters
    ----------
    cards
        Card numbers, one board per row. Shape (boards, cells).
    rows, cols
        The size of the boards.
    model
        A model with the parameter `sieve`; by default the model that comes with boaf.
    progress
        Called with the number of boards finished since its last call.

    Returns
    -------
    array
        True for suspects. Shape (boards,).

    Raises
    ------
    BoafError
        If the model has no parameter `sieve`.

    Examples
    --------
    >>> import numpy as np
    >>> from boaf.learn.data import numbered_deals
    >>> np.flatnonzero(suspects(numbered_deals(0, 12).cards)).tolist()
    [10]

    """
    model = model or shipped()
    if "sieve" not in model.description.parameters:
        raise BoafError(f"{model.description.name} cannot be used as a sieve: it has no `sieve` threshold")
    sieve = float(model.description.parameters["sieve"])
    return probability_unless_won(cards, rows, cols, model, progress) <= sieve


def probability_unless_won(
    cards: Cards, rows: int = 4, cols: int = 4, model: Model | None = None, progress: Progress = no_progress
) -> NDArray[np.float64]:
    """How likely boards are solvable: 1 where a playout wins, else what the model says. Shape (boards,)."""
    model = model or shipped()
    found = np.ones(len(cards))
    for first in range(0, len(cards), _CHUNK):
        part = cards[first : first + _CHUNK]
        left = first + np.flatnonzero(extract(part, rows, cols, ("fewest_left",))[:, 0] > 1)
        if len(left):
            found[left] = model.probability(cards[left], rows, cols)
        progress(len(part))
    return found
