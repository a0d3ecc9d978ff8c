"""What many commands take: the BOARD argument (a seed, a board text, or `-` for standard input), sizes, limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from boaf.board import Board
from boaf.cli.standard_input import is_whole_file, lines_of_standard_input, split_boards
from boaf.cli.status import Status
from boaf.deals import read_board, require_deals
from boaf.support.errors import BoafError, ParseError
from boaf.support.files import MOST_TEXT, read_text

BOARD_HELP = 'A seed (1264), a board text ("2H 3D / KD --"), or - for standard input.'
BoardText = Annotated[str, typer.Argument(metavar="BOARD", help=BOARD_HELP)]
BoardTexts = Annotated[list[str], typer.Argument(metavar="BOARD", help=BOARD_HELP)]
Rows = Annotated[int | None, typer.Option("--rows", "-r", metavar="R", help="Rows of the board (for a seed: 4).")]
Cols = Annotated[int | None, typer.Option("--cols", "-c", metavar="C", help="Columns of the board (for a seed: 4).")]
DealRows = Annotated[int, typer.Option("--rows", "-r", metavar="R", help="Rows of the boards.")]
DealCols = Annotated[int, typer.Option("--cols", "-c", metavar="C", help="Columns of the boards.")]
Seeds = typer.Option("--seeds", metavar="START STOP", help="The numbered deals START … STOP − 1.")
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line, and nothing else.")]
MaxNodes = Annotated[int | None, typer.Option("--max-nodes", metavar="N", help="Give up after N nodes.")]
MaxSeconds = Annotated[float | None, typer.Option("--max-seconds", metavar="S", help="Give up after S seconds.")]
Threads = Annotated[int | None, typer.Option("--threads", metavar="N", min=1, help="Threads (default: all cores).")]


def range_of(seeds: tuple[int, int]) -> range:
    """The seeds that `--seeds START STOP` names."""
    if seeds[0] >= seeds[1]:
        raise BoafError(f"--seeds {seeds[0]} {seeds[1]}: START must be below STOP")
    require_deals(*seeds, 1, 1)
    return range(*seeds)


class Boards:
    """The boards that arguments name, in their order; those of standard input as they come.

    Where a board of standard input cannot be read, a message names its line, the others follow, and the status at the
    end is that of bad input.
    """

    def __init__(self, texts: list[str], rows: int | None, cols: int | None) -> None:
        self._size = rows, cols
        self._found = [None if text.strip() == "-" else read_board(text, rows, cols) for text in texts]
        self._are_bad = False

    def __iter__(self) -> Iterator[Board]:
        """The boards."""
        for board in self._found:
            if board is not None:
                yield board
                continue
            for found in _boards_of(lines_of_standard_input(), "standard input", *self._size):
                if isinstance(found, Board):
                    yield found
                else:
                    self._are_bad = True
                    typer.echo(f"boaf: {found}", err=True)

    def batches(self, size: int) -> Iterator[list[Board]]:
        """The boards in lists of `size`; one by one where the next may not come before this one is answered."""
        if None in self._found and not is_whole_file():
            size = 1
        boards = iter(self)
        while batch := list(islice(boards, size)):
            yield batch

    def status(self, answered: Status = Status.ANSWERED) -> Status:
        """The exit status after boards were `answered` with a status."""
        return Status.BAD_INPUT if self._are_bad else answered


def read_one_board(text: str, rows: int | None, cols: int | None) -> Board:
    """The one board that an argument names."""
    if text.strip() != "-":
        return read_board(text, rows, cols)
    return _only_board(lines_of_standard_input(), "standard input", rows, cols)


def read_board_file(path: Path, rows: int | None, cols: int | None) -> Board:
    """The one board of a file, which is read as standard input is."""
    return _only_board(read_text(path, MOST_TEXT).splitlines(), str(path), rows, cols)


def _only_board(lines: Iterable[str], where: str, rows: int | None, cols: int | None) -> Board:
    found = list(islice(_boards_of(lines, where, rows, cols), 2))
    if len(found) > 1:
        raise BoafError(f"{where} holds more than one board; this command takes one")
    if isinstance(found[0], BoafError):
        raise found[0]
    return found[0]


def _boards_of(lines: Iterable[str], where: str, rows: int | None, cols: int | None) -> Iterator[Board | BoafError]:
    """The boards of a text, and in the place of one that cannot be read what is wrong with it."""
    line = None
    for line, text in split_boards(lines):
        try:
            yield read_board(text, rows, cols)
        except BoafError as error:
            row = error.row if isinstance(error, ParseError) and "\n" in text else None
            yield BoafError(f"line {line + (row or 1) - 1}: {error}")
    if line is None:
        raise BoafError(f"{where} holds no board")
