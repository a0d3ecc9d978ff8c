"""Models: anything that says how likely boards are solvable, and the one place that opens a file of any kind.

`load` asks each kind of file in turn whether the bytes are its own. Two are known: the model files of
`boaf.models.model_file`, which hold a model of features, and the networks, which are safetensors. A kind is one
entry of `KINDS`; it is imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import Cards, cards_of
from boaf.models import model_file
from boaf.models.model_file import Description
from boaf.solvers.single import require_board
from boaf.support.errors import BoafError

SHIPPED = "shipped"


class Model(Protocol):
    """A fitted model."""

    @property
    def description(self) -> Description:
        """What the model is."""

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""


class Kind(NamedTuple):
    """A kind of model file."""

    recognises: Callable[[bytes], bool]
    """Whether the bytes of a file look like this kind."""
    module: str
    """Where its `load_model(content: bytes, where: str) -> Model` stands."""


def _is_archive(content: bytes) -> bool:
    return content.startswith(b"PK")


def _is_safetensors(content: bytes) -> bool:
    """Whether a file begins as safetensors do: the length of a header, then the header, which is JSON."""
    return content[8:9] == b"{" and int.from_bytes(content[:8], "little") <= len(content) - 8


KINDS: dict[str, Kind] = {
    "features": Kind(_is_archive, "boaf.learn.feature_models"),
    "network": Kind(_is_safetensors, "boaf.learn.neural.model"),
}
"""The kinds of model files, by name."""


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
    return parse(model_file.read_bytes(model), str(model))


def parse(content: bytes, where: str) -> Model:
    """The model that the bytes of a file hold; `where` names it in messages."""
    for kind in KINDS.values():
        if kind.recognises(content):
            model: Model = import_module(kind.module).load_model(content, where)
            return model
    model_file.parse(content, where)
    raise AssertionError("what no kind recognises is refused")


@cache
def shipped() -> Model:
    """The model that comes with boaf, which `tools/fit_shipped.py` has fitted; it needs no extra."""
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
        raise BoafError(f"a model is one that boaf.learn.load gives, a file or the name of one, not {model!r}")
    return float(model.probability(cards_of(board)[None], board.rows, board.cols)[0])
