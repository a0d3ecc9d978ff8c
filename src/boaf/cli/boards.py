"""The BOARD argument: a seed, a board text, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from boaf.board import Board
from boaf.deals import read_board
from boaf.errors import BoafError

BOARD_HELP = 'A seed (1264), a board text ("2H 3D / KD --"), or - for standard input.'
Rows = Annotated[int | None, typer.Option("--rows", "-r", metavar="R", help="Rows of the board (for a seed: 4).")]
Cols = Annotated[int | None, typer.Option("--cols", "-c", metavar="C", help="Columns of the board (for a seed: 4).")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line, and nothing else.")]
MaxNodes = Annotated[int | None, typer.Option("--max-nodes", metavar="N", help="Stop after so many nodes.")]
MaxSeconds = Annotated[float | None, typer.Option("--max-seconds", metavar="S", help="Stop after so many seconds.")]


def read_boards(texts: list[str], rows: int | None, cols: int | None) -> list[Board]:
    """The boards that the arguments name; `-` may bring several."""
    found = []
    for text in texts:
        parts = split_boards(sys.stdin.read()) if text.strip() == "-" else [text]
        found += [read_board(part, rows, cols) for part in parts]
    if not found:
        raise BoafError("standard input holds no board")
    return found


def read_one_board(text: str, rows: int | None, cols: int | None) -> Board:
    """The one board that an argument names."""
    found = read_boards([text], rows, cols)
    if len(found) > 1:
        raise BoafError(f"standard input holds {len(found)} boards; this command takes one")
    return found[0]


def split_boards(text: str) -> list[str]:
    """The boards of a text: apart by blank lines, or one a line where every line is a whole board.

    Rows of a data set, `"TH5HKS…",1`, are boards too; the label is left out.
    """
    text = re.sub(r'^"(.*)",.*$', r"\1", text, flags=re.MULTILINE)
    boards = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = [line for line in paragraph.splitlines() if line.strip()]
        whole = all("/" in line or re.fullmatch(r"\s*(\S{8,}|[+-]?\d+)\s*", line) for line in lines)
        boards += lines if whole else [paragraph]
    return boards
