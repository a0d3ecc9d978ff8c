"""The text of a board, read cell by cell, with the place of each so that a mistake can be shown where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from boaf.cards import Card
from boaf.support.errors import BoafError, ParseError
from boaf.support.schema import shown

Stack = tuple[Card, ...]
"""The cards of a stack, top first; an empty cell is the empty tuple."""

EMPTY = "--"


class Field(NamedTuple):
    """The text of a cell and where it stands in the text of the board."""

    text: str
    start: int
    end: int


def read_fields(text: str, rows: int | None, cols: int | None) -> list[list[Field]]:
    """The cells of a board text, row by row."""
    if number := re.fullmatch(r"\s*(\d+)\s*", text):
        message = "a number is not a board text: boaf.deal makes numbered deals, and boaf.read_board reads both"
        raise ParseError(message, start=number.start(1), end=number.end(1))
    fields = [_fields(line[0], line.start()) for line in re.finditer(r"[^/\n]+", text) if line[0].strip()]
    if len(fields) == 1 and len(fields[0]) == 1 and _is_compact(fields[0][0].text):
        return _unfold(fields[0][0], rows, cols)
    return fields


def _fields(line: str, start: int) -> list[Field]:
    """The cells of a row that begins at `start`; between bars an empty field is an empty cell."""
    if "|" not in line:
        return [Field(found[0], start + found.start(), start + found.end()) for found in re.finditer(r"\S+", line)]
    first = line.index(line.strip())
    inner = line.strip().removesuffix("|")
    if inner.startswith("|"):
        first, inner = first + 1, inner[1:]
    found = []
    for field in re.finditer(r"(?:^|\|)\s*([^|]*)", inner):
        cell = field[1].rstrip()
        found.append(Field(cell or EMPTY, start + first + field.start(1), start + first + field.start(1) + len(cell)))
    return found


def _is_compact(text: str) -> bool:
    return len(text) > 3 and len(text) % 2 == 0 and text.replace(EMPTY, "").isalnum()


def _unfold(run: Field, rows: int | None, cols: int | None) -> list[list[Field]]:
    text, start, end = run
    cells = [Field(text[at : at + 2], start + at, start + at + 2) for at in range(0, len(text), 2)]
    if rows is None and cols is None:
        rows = cols = isqrt(len(cells))
    if rows is None:
        rows = len(cells) // max(cols or 0, 1)
    if cols is None:
        cols = len(cells) // max(rows, 1)
    if cols < 1 or rows * cols != len(cells):
        remedy = "separate its rows by /, or give rows and columns"
        message = f"{len(cells)} cells in one run make no board of that shape: {remedy}"
        raise ParseError(message, start=start, end=end)
    return [cells[at : at + cols] for at in range(0, len(cells), cols)]


def parse_cells(fields: list[list[Field]]) -> list[list[Stack]]:
    """The stacks that the cells name."""
    return [
        [_parse_cell(field.text, row, column) for column, field in enumerate(cells, 1)]
        for row, cells in enumerate(fields, 1)
    ]


def _parse_cell(text: str, row: int, column: int) -> Stack:
    if text == EMPTY:
        return ()
    try:
        return tuple(Card.parse(card) for card in text.split("+"))
    except ParseError as error:
        what, _, remedy = str(error).partition(": ")
        raise ParseError(f"{what} in row {row}: {remedy}", row, column) from None


def range_of(fields: list[list[Field]], error: ParseError) -> tuple[int | None, int | None]:
    """The characters that an error is about: those of its cell, or of its whole row."""
    if error.row is None:
        return None, None
    row = fields[error.row - 1]
    cells = row if error.column is None else [row[error.column - 1]]
    return cells[0].start, cells[-1].end


def shape_of(grid: list[list[Stack]]) -> tuple[int, int]:
    """The number of rows and of columns, which must be equally long."""
    if not grid or not grid[0]:
        raise ParseError("the board is empty: at least one cell must hold a card")
    for number, row in enumerate(grid, 1):
        if len(row) != len(grid[0]):
            cells = f"{len(row)} cell{'s' * (len(row) != 1)}"
            raise ParseError(f"row {number} has {cells}, row 1 has {len(grid[0])}", row=number)
    return len(grid), len(grid[0])


def require_distinct(stacks: Iterable[Stack], cols: int) -> None:
    """Refuse a card that occurs twice."""
    seen: dict[Card, int] = {}
    for cell, stack in enumerate(stacks):
        for card in stack:
            if card in seen:
                (row, column), (row0, column0) = divmod(cell, cols), divmod(seen[card], cols)
                raise ParseError(
                    f"card {card} in row {row + 1}, column {column + 1} is already in "
                    f"row {row0 + 1}, column {column0 + 1}",
                    row + 1,
                    column + 1,
                )
            seen[card] = cell


def as_stack(cell: Card | Sequence[Card] | None) -> Stack:
    """The stack that a cell holds, given as a card, the cards of a stack, or None."""
    if cell is None:
        return ()
    stack = (cell,) if isinstance(cell, Card) else cell
    if not isinstance(stack, Sequence) or not all(isinstance(card, Card) for card in stack):
        raise BoafError(f"a cell holds a Card, the cards of a stack, top first, or None, not {shown(cell)}")
    for card in stack:
        for name, value in zip(card._fields, card, strict=True):
            if type(value) is not int or value < 1:
                raise BoafError(f"the {name} of a card is a whole number from 1 on, not {shown(value)}")
    return tuple(stack)
