"""The errors that boaf raises.

A mistake in the input is a `BoafError`, a `ValueError` whose message is one line that names the thing, the place and
the remedy. The command line prints that line and exits with status 2. A limit that was reached is no mistake.
"""

from __future__ import annotations


class BoafError(ValueError):
    """A mistake in what the user asked for."""


class ParseError(BoafError):
    """A text that is not a card, a move or a board.

    `row` and `column` (from 1) say where, and `start` and `end` are the range of characters of the text that was read;
    each is None where it is not known.
    """

    def __init__(
        self,
        message: str,
        row: int | None = None,
        column: int | None = None,
        *,
        start: int | None = None,
        end: int | None = None,
    ) -> None:
        super().__init__(message)
        self.row = row
        self.column = column
        self.start = start
        self.end = end


class IllegalMoveError(BoafError):
    """A move that the rules do not allow on this board."""


class ProofError(BoafError):
    """A proof that does not hold, with the reason why."""


class UndecidedError(Exception):
    """A limit was reached before the board was decided."""
