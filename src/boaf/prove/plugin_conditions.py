"""Conditions of unsolvability that do not come with boaf: functions of a board that say why it cannot be solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boaf.board import Board, Move
from boaf.plugins.names import name_of
from boaf.support.errors import PluginError
from boaf.support.schema import shown


def claims_of(
    conditions: Sequence[Callable[[Board], str | None]], board: Board, solution: Sequence[Move]
) -> dict[str, str]:
    """The sentences of the conditions that hold; an error if one holds although there is a solution."""
    claims = {}
    for condition in conditions:
        name = name_of(condition)
        try:
            text = condition(board.copy())
        except Exception as error:
            raise PluginError(name, f"failed: {type(error).__name__}: {error}") from error
        if text is None:
            continue
        if not isinstance(text, str):
            raise PluginError(name, f"gave {shown(text)}, which is neither a sentence nor None")
        if solution:
            moves = " ".join(map(str, solution))
            raise PluginError(name, f"holds, but {moves} solves the board", is_wrong=True)
        claims[name] = text
    return claims
