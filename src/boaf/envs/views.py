"""Memory for what a step tells, used again once nobody holds what was told.

What a step tells is as large as the games are many, and belongs to the caller. New memory comes from the system page by
page, which takes longer than the step and lets threads wait for each other. So a few views are kept, and one is used
again when no array of it has a reference from outside: whoever can still read the memory holds such a reference.
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import getrefcount

import numpy as np

from boaf.envs.games import View, new_view

_MOST = 3
"""Callers often hold what the last step told while they take the next."""


class Views:
    """Views of some number of games on boards of some size."""

    def __init__(self, games: int, cells: int, shows_cards: bool) -> None:
        self._size = games, cells, shows_cards
        self._kept: list[View] = []

    def take(self) -> View:
        """A view that nobody reads, its content arbitrary."""
        for view in self._kept:
            if _references(view) == _ALONE:
                return view
        view = new_view(*self._size)
        if len(self._kept) < _MOST:
            self._kept.append(view)
        return view


def _references(arrays: Iterable[object]) -> int:
    """The most references that one of some objects has."""
    return max(getrefcount(array) for array in arrays)


_ALONE = _references((np.empty(1),))
"""The references to an array that only a tuple holds: how many that are depends on the interpreter."""
