"""The exit status of the command line."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What the exit status tells a script."""

    ANSWERED = 0
    """The question was answered, whatever the answer."""
    BAD_INPUT = 2
    """The arguments or the files given are wrong; one line says how."""
    LIMIT_REACHED = 3
    """A limit was reached before the answer was known."""
    INTERRUPTED = 130
    """Ctrl-C; finished work is kept."""
    READER_GONE = 141
    """Whoever read the answers stopped, as in `boaf … | head -1`: 128 + SIGPIPE, as for other programs in a pipe."""
