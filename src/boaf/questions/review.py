"""Which move lost the game: the verdicts on every position of a game.

A position from which a game was won is solvable, and so is every position before it; one that is lost stays lost. So
only positions between the last one known to be solvable and the first one known to be unsolvable are solved: the end
first, then the middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from boaf.board import Board, Move
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.single import require_board, solve


@dataclass(frozen=True)
class Review:
    """The verdicts on the positions of a game."""

    moves: tuple[Move, ...]
    verdicts: tuple[Verdict, ...]
    """Of the position before each move, and after the last."""

    @property
    def lost_at(self) -> int | None:
        """After how many moves the game was lost; None if it never was, or that is unknown."""
        if Verdict.UNSOLVABLE not in self.verdicts:
            return None
        first = self.verdicts.index(Verdict.UNSOLVABLE)
        return first if first == 0 or self.verdicts[first - 1] is Verdict.SOLVABLE else None

    @property
    def losing_move(self) -> Move | None:
        """The move that lost the game."""
        return self.moves[self.lost_at - 1] if self.lost_at else None

    def to_json(self) -> dict[str, Any]:
        """The review as plain values."""
        moves, verdicts = [str(move) for move in self.moves], [str(verdict) for verdict in self.verdicts]
        return {"moves": moves, "verdicts": verdicts, "lost_at": self.lost_at}


def review(board: Board, moves: Iterable[Move | str] = (), *, max_seconds: float | None = None) -> Review:
    """Find the move that lost a game.

    Parameters
    ----------
    board
        The board at the start; or, without `moves`, a board with the moves played on it.
    moves
        The moves of the game.
    max_seconds
        For all positions together; those not decided by then are `unknown`.

    Returns
    -------
    Review
        The verdict on every position, and the move that lost.

    Raises
    ------
    BoafError
        If the board is not a `Board`, or a move is illegal.

    Examples
    --------
    >>> import boaf
    >>> found = boaf.review(boaf.deal(19), ["3D-2H"])
    >>> found.lost_at, str(found.losing_move)
    (1, '3D-2H')

    """
    require_board(board, any_rules=True)
    limits = Limits(max_seconds=max_seconds)
    game = board.copy()
    for move in moves:
        game.push(move)
    positions = [game.copy()]
    while positions[-1].moves:
        positions.append(positions[-1].copy())
        positions[-1].pop()
    positions.reverse()
    verdicts = [Verdict.UNKNOWN] * len(positions)
    undecided = list(range(len(positions)))
    place = len(positions) - 1
    while undecided and limits.seconds_left:
        number = undecided.pop(place)
        left = None if max_seconds is None else limits.seconds_left
        verdict = solve(positions[number], max_seconds=left).verdict
        if verdict is Verdict.SOLVABLE:
            verdicts[: number + 1] = [verdict] * (number + 1)
            undecided = [other for other in undecided if other > number]
        elif verdict is Verdict.UNSOLVABLE:
            verdicts[number:] = [verdict] * (len(verdicts) - number)
            undecided = [other for other in undecided if other < number]
        place = len(undecided) // 2
    return Review(game.moves, tuple(verdicts))
