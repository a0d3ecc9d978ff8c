"""Features that do not come with boaf: functions of a board that return a number.

They run in this process, once per board, so they are slow next to boaf's own. A model that was trained with one needs
it again wherever it is used: register it there, or install the package that has it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import Cards, board_of
from boaf.plugins.names import FEATURE_GROUP, installed, name_of
from boaf.support.errors import BoafError, PluginError

Feature = Callable[[Board], float]
_registered: dict[str, Feature] = {}


def register_feature(feature: Feature, name: str | None = None) -> str:
    """Make a feature known by name in this process.

    Parameters
    ----------
    feature
        A function of a board that returns a finite number.
    name
        By default the name of the function.

    Returns
    -------
    str
        The name, for `boaf.learn.train`, `extract` and `boaf.features`.

    Raises
    ------
    BoafError
        If it is not a function, or boaf has a feature of that name.

    Examples
    --------
    >>> import boaf
    >>> def cards_left(board):
    ...     return sum(map(len, board.stacks))
    >>> boaf.features(boaf.deal(1), ["moves", register_feature(cards_left)])
    {'moves': 40, 'cards_left': 16}

    """
    from boaf.learn.board_features import GROUPS, KNOWN_FEATURES

    if not callable(feature):
        raise BoafError(f"a feature is a function of a board, not {type(feature).__name__}")
    name = name or name_of(feature)
    if name in KNOWN_FEATURES or name in GROUPS:
        raise BoafError(f"boaf has a feature or a group {name!r}: choose another name")
    _registered[name] = feature
    return name


def is_plugin(name: str) -> bool:
    """Whether a name is that of a registered or installed feature."""
    return name in _registered or name in installed(FEATURE_GROUP)


def plugin_values(name: str, cards: Cards, cols: int) -> NDArray[np.float64]:
    """The values of such a feature. Shapes (boards, cells) and (boards,)."""
    feature = _registered.get(name) or installed(FEATURE_GROUP)[name].load()
    values = np.empty(len(cards))
    for k in range(len(cards)):
        try:
            values[k] = float(feature(board_of(cards[k], cols)))
        except Exception as error:
            raise PluginError(name, f"failed: {type(error).__name__}: {error}") from error
        if not isfinite(values[k]):
            raise PluginError(name, f"gave {values[k]}, which is not a finite number")
    return values
