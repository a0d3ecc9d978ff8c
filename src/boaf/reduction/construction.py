"""What the two constructions share: a square board that is filled card by card, and the moves their proofs make on it.

Both follow the plan of Hoshino & Notarangelo (2019), "Proof that BoaF is NP-complete". The first 2v columns belong to
the literals u1, ¬u1, … uv, ¬uv. Every clause has rows in which one card for each of its literals, the activator, stands
in the literal's column, a card opposite it in the column of the negation, and a runner, a card of the variable, that
must end in one of these two columns. A clause can be cleared only if one of its activators leaves its cell for ever,
and then the runner can only end in the column of the negation, which says that this literal is true. The last rows, for
each variable, can clear one of its two columns of runners, not both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection
from enum import StrEnum
from typing import ClassVar

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.reduction.formula import Formula
from boaf.support.errors import BoafError

LARGEST = 400
"""The most rows of a board that is still built: beyond it the text of the board takes more than two megabytes."""


class Part(StrEnum):
    """What a card is there for."""

    ACTIVATOR = "activator"
    OPPOSITE = "opposite the activator"
    RUNNER = "runner"
    CLAUSE = "clause"
    EXIT = "way out"
    VARIABLE = "variable"
    FILLER = "filler"


class Construction(ABC):
    """A formula as a square board."""

    clause_rows: ClassVar[int]
    """The rows of a clause."""

    def __init__(self, formula: Formula, size: int) -> None:
        self.formula = formula
        self.size = size
        if self.size > LARGEST:
            sizes = f"{len(formula.clauses)} clauses and {formula.variables} variables"
            raise BoafError(f"{sizes} make a board of {self.size} rows: at most {LARGEST} are built")
        self.cards: dict[tuple[int, int], Card] = {}
        self.parts: dict[tuple[int, int], Part] = {}

    def put(self, card: Card, row: int, column: int, part: Part) -> Card:
        """Lay a card into a free cell."""
        if (row, column) in self.cards:
            raise AssertionError(f"row {row}, column {column} holds a card already")
        self.cards[row, column] = card
        self.parts[row, column] = part
        return card

    def free_cells(self, rows: range) -> list[tuple[int, int]]:
        """The cells of these rows that hold no card yet, row by row."""
        return [(row, column) for row in rows for column in range(self.size) if (row, column) not in self.cards]

    def board(self) -> Board:
        """The deal."""
        size = range(self.size)
        return Board.from_grid([[self.cards[row, column] for column in size] for row in size])

    def name(self, card: Card) -> str:
        """What a picture calls a card."""
        return card.numeric()

    @abstractmethod
    def collector(self, variable: int) -> Card:
        """The card that picks up the runners of a variable, in the column of its false literal."""

    def is_runner_row(self, row: int) -> bool:
        """Whether a row belongs to a clause, as all do in which runners start."""
        return row < self.clause_rows * len(self.formula.clauses)


def column_of(literal: int) -> int:
    """The column of a literal; they stand in the order u1, ¬u1, u2, ¬u2 and so on."""
    return 2 * (abs(literal) - 1) + (literal < 0)


def cover(board: Board, card: Card, *targets: Card) -> None:
    """Move the stack that `card` tops onto each of these in turn."""
    for target in targets:
        board.push(Move(card, target))


def gather(board: Board, cells: Collection[int], goal: int) -> Card:
    """Collapse the stacks of these cells, all of which match one another, into the cell `goal`; the card on top.

    The cells in line with each other form a graph; every stack moves to its parent in a spanning tree of it that is
    rooted at the goal, leaves first.
    """
    tops = {cell: top for cell, top in enumerate(board.tops) if top is not None and cell in set(cells)}
    parents = _spanning_tree(board.cols, tops, goal)
    if len(parents) != len(tops):
        raise AssertionError("the cells to gather from are not connected")
    for cell, parent in reversed(parents.items()):
        if cell != parent:
            board.push(Move(tops[cell], tops[parent]))
            tops[parent] = tops[cell]
    return tops[goal]


def _spanning_tree(cols: int, cells: Collection[int], root: int) -> dict[int, int]:
    """The parent of each cell in a breadth-first tree, parents before children; the root is its own."""
    lines: dict[tuple[str, int], list[int]] = {}
    for cell in cells:
        for line in _lines(cell, cols):
            lines.setdefault(line, []).append(cell)
    parents = {root: root}
    queue = deque([root])
    while queue:
        cell = queue.popleft()
        for line in _lines(cell, cols):
            for other in lines.pop(line, ()):
                if other not in parents:
                    parents[other] = cell
                    queue.append(other)
    return parents


def _lines(cell: int, cols: int) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("row", cell // cols), ("column", cell % cols)
