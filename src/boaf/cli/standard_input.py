"""Boards from standard input, each as soon as its last line is there.

A line that is a seed, has its rows separated by `/`, or is a run of cells is a board by itself. Other lines are the
rows of a board, which ends at an empty line, at a line that is a board by itself, or with the input.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from boaf.support.errors import BoafError

_LONGEST_LINE = 1_000_000
_LONGEST_BOARD = 10_000_000
_WHOLE = re.compile(r".*/.*|\s*([^\s+]{8,}|[+-]?\d+)\s*")


def lines_of_standard_input() -> Iterator[str]:
    """The lines of standard input as they come; bytes that are not text make characters that no board has."""
    if sys.stdin is None:
        raise BoafError("cannot read standard input: it is closed")
    with suppress(AttributeError, OSError, ValueError):  # a stand-in, or a stream that was read from before
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        while line := sys.stdin.readline(_LONGEST_LINE + 1):
            if len(line) > _LONGEST_LINE:
                raise BoafError(f"a line of standard input has more than {_LONGEST_LINE:,} characters")
            yield line
    except OSError as error:
        raise BoafError(f"cannot read standard input: {error.strerror}") from None


def is_whole_file() -> bool:
    """Whether standard input is a file, all of which is there, rather than a pipe or a terminal."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return False


def split_boards(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The boards of some lines, each with the number of its first line.

    Rows of a data set, `"TH5HKS…",1`, are boards too; the label is left out.
    """
    first, rows, size = 1, list[str](), 0
    for number, line in enumerate(lines, 1):
        text = re.sub(r'^"(.*)",.*$', r"\1", line.rstrip("\n"))
        is_whole = _WHOLE.fullmatch(text) is not None
        if rows and (is_whole or not text.strip()):
            yield first, "\n".join(rows)
            rows, size = [], 0
        if is_whole:
            yield number, text
        elif text.strip():
            first = first if rows else number
            rows.append(text)
            size += len(text)
            if size > _LONGEST_BOARD:
                raise BoafError(f"the board in line {first} has more than {_LONGEST_BOARD:,} characters")
    if rows:
        yield first, "\n".join(rows)
