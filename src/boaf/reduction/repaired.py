"""A deal for which the claim of Hoshino & Notarangelo (2019) holds: solvable exactly when the formula is satisfiable.

The plan is the paper's (see `construction`). What differs is that only the matches that the proof needs are there, so
the proof in docs/intractability.md covers every move. For m clauses and v variables the deal has 6m + 3v + 3 rows.
docs/reduction.md explains the roles of the cards with a picture. In rows:

- *A clause* has a row for each literal, with activator, opposite and runner; a row of *rungs*, one in each literal's
  column and one in a column of the clause's own; a row with two more rungs, below that one and in the *exit*, a column
  that all clauses and variables share; and a row with the *usher*, in the exit.
- *A variable* has a row with its *collector* and two *entries*, one in each of its columns; a row with two *leaves*,
  likewise, and a *door* in the exit; and a row with its usher, in the exit.
- *The gate* holds the *seat* and the *head* of the ushers and a chain of three cards, whose cells are such that it can
  be walked outwards only. The fillers, all of one suit, match the other cards only by way of this chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.construction import Construction, Part, column_of, cover, gather
from boaf.reduction.formula import Clause, Formula, is_true, require_clauses

ROWS = 6
"""The rows of a clause."""


class Literal(NamedTuple):
    """The cards of a literal of a clause."""

    literal: int
    activator: Card
    opposite: Card
    runner: Card
    rung: Card


class Block(NamedTuple):
    """The cards of a clause."""

    literals: tuple[Literal, ...]
    way: tuple[Card, Card, Card]
    """The rungs from the row of the literals' rungs to the exit."""
    usher: Card


class Variable(NamedTuple):
    """The cards of a variable; of entries and leaves, the first stands in the column of u, the second in that of ¬u."""

    collector: Card
    entries: tuple[Card, Card]
    leaves: tuple[Card, Card]
    door: Card
    usher: Card


class Repaired(Construction):
    """The repaired deal, of clauses with one to three literals, of different variables."""

    clause_rows = ROWS

    def __init__(self, formula: Formula) -> None:
        require_clauses(formula, 1, 3)
        clauses, variables = len(formula.clauses), formula.variables
        super().__init__(formula, ROWS * clauses + 3 * variables + 3)
        self._ranks = self._suits = 0
        widest = max(map(len, formula.clauses))
        self._exit = 3 * variables + (widest + 1) * clauses
        self._usher_suit = self._suit()
        self._runner_ranks = [self._rank() for _ in range(variables)]
        self.blocks = [self._lay_block(number, clause, widest) for number, clause in enumerate(formula.clauses)]
        self.variables = [self._lay_variable(variable) for variable in range(1, variables + 1)]
        self._lay_gate()
        self.core = frozenset(self.cards)
        """The cells that the fillers and the chain before them leave out."""
        self._lay_chain()
        filler = self._suit()
        self.key = Card(self.head.rank + 4, filler)
        cells = self.free_cells(range(self.size))
        self._key_cell = next(cell for cell in cells if cell[1] == self._exit)
        for rank, (row, column) in enumerate(cells, self._rank()):
            card = self.key if (row, column) == self._key_cell else Card(rank, filler)
            self.put(card, row, column, Part.EXIT if card == self.key else Part.FILLER)

    def collector(self, variable: int) -> Card:
        """The card with the rank of the variable's runners and the suit of its entries and leaves."""
        return self.variables[variable - 1].collector

    def _rank(self, count: int = 1) -> int:
        """The first of some consecutive ranks, with a gap before and after them."""
        first = self._ranks + 1
        self._ranks += count + 1
        return first

    def _suit(self) -> int:
        self._suits += 1
        return self._suits

    def _lay_block(self, number: int, clause: Clause, widest: int) -> Block:
        top = ROWS * number
        rung_row = top + 3
        rank = self._rank(3)
        literals = []
        for row, literal in enumerate(sorted(clause, key=abs), top):
            suit, column = self._suit(), column_of(literal)
            own_column = 2 * self.formula.variables + (widest + 1) * number + row - top
            activator = self.put(Card(rank + 1, suit), row, column, Part.ACTIVATOR)
            opposite = self.put(Card(self._rank(), suit), row, column_of(-literal), Part.OPPOSITE)
            runner = self.put(Card(self._runner_ranks[abs(literal) - 1], suit), row, own_column, Part.RUNNER)
            rung = self.put(Card(rank, self._suit()), rung_row, column, Part.CLAUSE)
            literals.append(Literal(literal, activator, opposite, runner, rung))
        own_column = 2 * self.formula.variables + (widest + 1) * number + widest
        places = (rung_row, own_column), (rung_row + 1, own_column), (rung_row + 1, self._exit)
        first, second, third = (self.put(Card(rank, self._suit()), *place, Part.CLAUSE) for place in places)
        usher = self.put(Card(rank + 2, self._usher_suit), rung_row + 2, self._exit, Part.EXIT)
        return Block(tuple(literals), (first, second, third), usher)

    def _lay_variable(self, variable: int) -> Variable:
        suit, leaf = self._suit(), self._rank(3)
        row = ROWS * len(self.blocks) + 3 * (variable - 1)
        columns = column_of(variable), column_of(-variable)
        own_column = self._exit - self.formula.variables + variable - 1
        collector = Card(self._runner_ranks[variable - 1], suit)
        self.put(collector, row, own_column, Part.VARIABLE)
        yes, no = (self.put(Card(self._rank(), suit), row, column, Part.VARIABLE) for column in columns)
        entries = yes, no
        leaf_yes = self.put(Card(leaf, suit), row + 1, columns[0], Part.VARIABLE)
        leaf_no = self.put(Card(leaf + 2, suit), row + 1, columns[1], Part.VARIABLE)
        door = self.put(Card(leaf + 1, self._suit()), row + 1, self._exit, Part.VARIABLE)
        usher = self.put(Card(leaf + 1, self._usher_suit), row + 2, self._exit, Part.EXIT)
        return Variable(collector, entries, (leaf_yes, leaf_no), door, usher)

    def _lay_gate(self) -> None:
        """The seat, in the row where all meet, and the head, which comes last."""
        meeting = self.size - 3
        self.seat = self.put(Card(self._rank(), self._usher_suit), meeting, self._exit, Part.EXIT)
        self.head = self.put(Card(self._rank(5), self._usher_suit), meeting + 1, self._exit, Part.EXIT)

    def _lay_chain(self) -> None:
        """Two cards in the row of the cell where all meet, one in its column: no other cell is in line with all."""
        meeting = self.size - 3
        cells = [(meeting, self._exit + 1), (meeting, self._exit + 2), (self.size - 1, self._exit)]
        self.chain = [Card(self.head.rank + 1 + number, self._suit()) for number in range(3)]
        for card, (row, column) in zip(self.chain, cells, strict=True):
            self.put(card, row, column, Part.EXIT)

    def collapse_core(self, board: Board, assignment: Sequence[bool]) -> None:
        """Collapse all but fillers and chain; clauses that are false under the assignment keep their rungs."""
        for block in self.blocks:
            clear_block(board, block, assignment)
        if self.formula.falsified(assignment):
            return
        for cards, value in zip(self.variables, assignment, strict=True):
            clear_variable(board, cards, value)
        top = self.seat
        for card in (*(block.usher for block in self.blocks), *(cards.usher for cards in self.variables), self.head):
            cover(board, card, top)
            top = card

    def collapse_fillers(self, board: Board) -> None:
        """The chain goes onto the one stack of the core; the fillers become one stack and go onto the chain."""
        top = self.head
        for card in self.chain:
            cover(board, card, top)
            top = card
        suit = self.key.suit
        tops = board.tops
        cells = [cell for cell, card in enumerate(tops) if card is not None and card.suit == suit and card != self.key]
        goal = next(cell for cell in cells if cell % self.size == self._exit)
        cover(board, self.key, gather(board, cells, goal), top)


def play_repaired(deal: Repaired, assignment: Sequence[bool]) -> Board:
    """The board after the moves for an assignment: one stack, if the assignment satisfies the formula."""
    board = deal.board()
    deal.collapse_core(board, assignment)
    if not deal.formula.falsified(assignment):
        deal.collapse_fillers(board)
    return board


def clear_block(board: Board, block: Block, assignment: Sequence[bool]) -> None:
    """Clear the rows of a clause by the activator of its first true literal; a runner ends at its false literal."""
    true = [number for number, cards in enumerate(block.literals) if is_true(cards.literal, assignment)]
    for number, cards in enumerate(block.literals):
        if true and number == true[0]:
            cover(board, cards.runner, cards.opposite)
        elif number in true:
            cover(board, cards.runner, cards.activator, cards.opposite)
        else:
            cover(board, cards.runner, cards.opposite, cards.activator)
    top = block.way[0]
    for number, cards in enumerate(block.literals):
        if not true or number != true[0]:
            cover(board, cards.rung, top)
            top = cards.rung
    if true:
        chosen = block.literals[true[0]]
        cover(board, chosen.activator, chosen.rung, top, *block.way[1:])
        cover(board, block.usher, chosen.activator)


def clear_variable(board: Board, cards: Variable, value: bool) -> None:
    """The collector picks up the runners in the column of the false literal and leaves there."""
    here, there = (1, 0) if value else (0, 1)
    cover(board, cards.entries[there], cards.entries[here])
    column = board.cell_of(cards.leaves[here]) % board.cols
    cover(board, cards.collector, cards.entries[there])
    for card in board.tops[column :: board.cols]:
        if card is not None and card.rank == cards.collector.rank and card != cards.collector:
            cover(board, cards.collector, card)
    cover(board, cards.collector, cards.leaves[here])
    cover(board, cards.leaves[there], cards.collector, cards.door)
    cover(board, cards.usher, cards.leaves[there])
