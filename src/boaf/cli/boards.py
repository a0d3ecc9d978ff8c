"""What many commands take: the BOARD argument (a seed, a board text, or `-` for standard input), sizes, limits."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from boaf.board import Board
from boaf.deals import read_board, require_deals
from boaf.errors import BoafError

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
    """The boards of a text: separated by blank lines, or one per line where every line is a whole board.

    Rows of a data set, `"TH5HKS…",1`, are boards too; the label is left out.
    """
    text = re.sub(r'^"(.*)",.*$', r"\1", text, flags=re.MULTILINE)
    boards = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = [line for line in paragraph.splitlines() if line.strip()]
        whole = all("/" in line or re.fullmatch(r"\s*(\S{8,}|[+-]?\d+)\s*", line) for line in lines)
        boards += lines if whole else [paragraph]
    return boards
