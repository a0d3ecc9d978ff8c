"""The boards that arguments name: a seed, a board text, or `-` for standard input.

Standard input is read board by board, each as soon as its last line has arrived. A line that is a seed, has its rows
separated by `/`, or is a run of cells is a board by itself. Other lines are the rows of a board, which ends at an empty
line, at a line that is a board by itself, or at the end of the input.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial, wraps
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from click import argument

from boaf.board import Board
from boaf.cli import options
from boaf.cli.process import ExitStatus, require_figure, show, warn
from boaf.deals import read_board
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError, ParseError
from boaf.support.files import MOST_TEXT, json_text, read_text

BOARD_HELP = 'A seed (1264), a board text ("2H 3D / KD --"), or - for standard input.'
Reader = Callable[[str], Board]
"""How a text becomes a board, of the size and the rules that the options ask for."""
_LONGEST_LINE = 1_000_000
_LONGEST_BOARD = 10_000_000
_WHOLE = re.compile(r".*/.*|\s*([^\s+]{8,}|[+-]?\d+)\s*")


def boards_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add BOARD, `--rows` and `--cols`, which the command gets as one argument, `boards`, with `--rules` if there."""

    @wraps(command)
    def run(
        board: tuple[str, ...], rows: int | None, cols: int | None, rules: Rules = STANDARD_RULES, **given: Any
    ) -> Any:
        return command(boards=Boards(board, partial(read_board, rows=rows, cols=cols, rules=rules)), **given)

    return argument("board", nargs=-1, required=True, help=BOARD_HELP)(options.board_size(run))


def board_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add BOARD, `--rows` and `--cols`, which the command gets as one `Board`, `board`."""

    @wraps(command)
    def run(board: str, rows: int | None, cols: int | None, **given: Any) -> Any:
        return command(board=read_one_board(board, partial(read_board, rows=rows, cols=cols)), **given)

    return argument("board", help=BOARD_HELP)(options.board_size(run))


class BoardAnswer(NamedTuple):
    """What a command says of a board, as JSON or as text; only one of them is made."""

    to_json: Callable[[], dict[str, Any]]
    to_text: Callable[[], str]
    is_decided: bool = True
    """Whether the answer was known before a limit was reached."""


class Boards:
    """The boards that arguments name, in their order; those of standard input as they arrive.

    If a board of standard input cannot be read, a message names its line, the others follow, and the exit status is
    that of bad input.
    """

    def __init__(self, texts: Sequence[str], read: Reader) -> None:
        self._read = read
        self._found = [None if text.strip() == "-" else read(text) for text in texts]
        self._has_errors = False

    def require_drawing(self, svg: Path | None) -> None:
        """Refuse a drawing that cannot be written, or that is not of exactly one board given as an argument."""
        require_figure(svg, (".svg",))
        if svg is not None and (len(self._found) != 1 or None in self._found):
            raise BoafError("--svg takes one board")

    def __iter__(self) -> Iterator[Board]:
        """The boards."""
        for board in self._found:
            if board is not None:
                yield board
                continue
            for found in _boards_of(lines_of_standard_input(), "standard input", self._read):
                if isinstance(found, Board):
                    yield found
                else:
                    self._has_errors = True
                    warn(f"boaf: {found}")

    def answer(self, answer: Callable[[Board], BoardAnswer], as_json: bool) -> ExitStatus:
        """Print the answer for every board as soon as it is known; the exit status."""
        status = ExitStatus.ANSWERED
        for number, board in enumerate(self):
            found = answer(board)
            show(json_text(found.to_json()) if as_json else ("\n" if number else "") + found.to_text())
            if not found.is_decided:
                status = ExitStatus.LIMIT_REACHED
        return self.status(status)

    def batches(self, size: int) -> Iterator[list[Board]]:
        """The boards in lists of `size`; one by one if the next may be sent only after an answer to the last."""
        if None in self._found and not _is_regular_file():
            size = 1
        boards = iter(self)
        while batch := list(islice(boards, size)):
            yield batch

    def status(self, answered: ExitStatus = ExitStatus.ANSWERED) -> ExitStatus:
        """The exit status, given that of the boards that could be read."""
        return ExitStatus.BAD_INPUT if self._has_errors else answered


def read_one_board(text: str, read: Reader) -> Board:
    """The one board that an argument names."""
    if text.strip() != "-":
        return read(text)
    return _only_board(lines_of_standard_input(), "standard input", read)


def read_board_file(path: Path, read: Reader) -> Board:
    """The one board of a file, which is read like standard input."""
    return _only_board(read_text(path, MOST_TEXT).splitlines(), str(path), read)


def _only_board(lines: Iterable[str], where: str, read: Reader) -> Board:
    found = list(islice(_boards_of(lines, where, read), 2))
    if len(found) > 1:
        raise BoafError(f"{where} holds more than one board; this command takes one")
    if isinstance(found[0], BoafError):
        raise found[0]
    return found[0]


def _boards_of(lines: Iterable[str], where: str, read: Reader) -> Iterator[Board | BoafError]:
    """The boards of a text, with an error in place of each one that cannot be read."""
    line = None
    for line, text in split_boards(lines):
        try:
            yield read(text)
        except BoafError as error:
            row = error.row if isinstance(error, ParseError) and "\n" in text else None
            yield BoafError(f"line {line + (row or 1) - 1}: {error}")
    if line is None:
        raise BoafError(f"{where} holds no board")


def lines_of_standard_input() -> Iterator[str]:
    """The lines of standard input as they arrive; bytes that are not text become characters that no board has."""
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


def _is_regular_file() -> bool:
    """Whether standard input is a file rather than a pipe or a terminal."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return False


def split_boards(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The boards of some lines, each with the number of its first line.

    Rows of a data set, `"TH5HKS…",1`, are boards too; the label is ignored.
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
