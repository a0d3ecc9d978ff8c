"""The deal of Hoshino & Notarangelo (2019) as it is printed.

A block of twelve rows stands for a clause (Tables 5 and 6). In its first three rows, one for each literal, are the
activator, the card opposite it, and two runners with the suit of the variable. With the literals counted 0, 1, 2, rows
3g … 3g + 2 of the other nine have a *ladder* card of rank 10j − 3 + g in the column of literal g, one for each of the
activators' suits, and in the column of the next literal two *rungs* of rank 10j − 7 and a card of rank L. An activator
matches the rungs by rank and its own ladder cards by suit, so it can walk once around all three columns and take
everything along (Lemma 1). All other cells of the block hold fillers, a suit for each block. The last 2v + 1 rows
(Table 9) hold, for each variable, five cards of rank X and two of rank L; everything else there has rank L.

The paper leaves some cards open; our choice: fillers have the ranks from 10m + 1 on, the same in every block, and one
is the L of the block. X and L follow with a gap of one before each. The cards "of rank L" that fill the last rows have
suits of their own: one with the suit of a variable, say, would pick up that variable's runners.
"""

from __future__ import annotations

from boaf.cards import Card
from boaf.reduction.construction import Construction, Part, column_of
from boaf.reduction.formula import Formula, require_clauses

ROWS = 12
"""The rows of a block."""
THREE = range(3)


class Printed(Construction):
    """The deal as printed. Blocks and literals within a block are counted from 0 here."""

    clause_rows = ROWS

    def __init__(self, formula: Formula) -> None:
        require_clauses(formula, 3, 3)
        super().__init__(formula, ROWS * len(formula.clauses) + 2 * formula.variables + 1)
        self.blocks = [tuple(sorted(clause, key=abs)) for clause in formula.clauses]
        clauses, variables = len(self.blocks), formula.variables
        fillers = ROWS * self.size - 30
        self.own_suits = 10 * clauses + 5 * variables
        """The cards that fill the last rows take the suits after this one."""
        fillers_below = (2 * variables + 1) * self.size - 7 * variables
        self.x = 10 * clauses + fillers + 1
        self.high = max(self.x + 2, self.own_suits + fillers_below)
        """The rank L, which is also the number of suits that the paper allows."""
        for block in range(clauses):
            self._lay_block(block)
        for variable in range(1, variables + 1):
            self._lay_variable(variable)
        last_rows = range(ROWS * clauses, self.size)
        for suit, (row, column) in enumerate(self.free_cells(last_rows), self.own_suits + 1):
            self.put(Card(self.high, suit), row, column, Part.FILLER)

    def activator(self, block: int, literal: int) -> Card:
        """The card in the column of a literal of the clause."""
        return Card(10 * block + 2 + 2 * self._is_negative(block, literal), 10 * block + 1 + literal)

    def opposite(self, block: int, literal: int) -> Card:
        """The card in the column of the literal's negation."""
        return Card(10 * block + 4 - 2 * self._is_negative(block, literal), 10 * block + 4 + literal)

    def runners(self, block: int, literal: int) -> tuple[Card, Card]:
        """The two cards of the variable: one goes onto the card in the column of u, the other onto that of ¬u."""
        suit = 10 * len(self.blocks) + abs(self.blocks[block][literal])
        return Card(10 * block + 1, suit), Card(10 * block + 5, suit)

    def ladder(self, block: int, group: int, suit: int) -> Card:
        """The card of rank 10j − 3 + group that has the suit of an activator."""
        return Card(10 * block + 7 + group, 10 * block + 1 + suit)

    def rungs(self, block: int, column: int) -> list[Card]:
        """The two cards of rank 10j − 7 in the column of a literal, from above."""
        return [Card(10 * block + 3, 10 * block + suit + column) for suit in (4, 7)]

    def last(self, block: int, literal: int) -> Card:
        """The card of rank L with the suit of an activator, in its column."""
        return Card(self.high, 10 * block + 1 + literal)

    def filler(self, block: int) -> Card:
        """The filler of rank L."""
        return Card(self.high, 10 * block + 10)

    def collector(self, variable: int) -> Card:
        """X with the suit of the variable."""
        return Card(self.x, 10 * len(self.blocks) + variable)

    def gate(self, letter: str, variable: int, rank: int) -> Card:
        """A card of Table 9 with one of the suits a, b, c, d of a variable."""
        after = 10 * len(self.blocks) + self.formula.variables
        return Card(rank, after + 4 * (variable - 1) + 1 + "abcd".index(letter))

    def name(self, card: Card) -> str:
        """The card as the paper prints it, with L for the highest rank."""
        return f"L.{card.suit}" if card.rank == self.high else card.numeric()

    def column(self, block: int, literal: int) -> int:
        """The column of a literal of a clause."""
        return column_of(self.blocks[block][literal])

    def row(self, block: int, number: int) -> int:
        """The row of the board that is row `number`, from 0, of a block."""
        return ROWS * block + number

    def ladder_row(self, block: int, group: int, number: int) -> int:
        """The row of the board of one of the three ladder cards of a group."""
        return self.row(block, 3 + 3 * group + number)

    def _is_negative(self, block: int, literal: int) -> bool:
        return self.blocks[block][literal] < 0

    def _lay_block(self, block: int) -> None:
        clause = self.blocks[block]
        for literal in THREE:
            row = self.row(block, literal)
            self.put(self.activator(block, literal), row, column_of(clause[literal]), Part.ACTIVATOR)
            self.put(self.opposite(block, literal), row, column_of(-clause[literal]), Part.OPPOSITE)
            own = 2 * self.formula.variables + 6 * block + 2 * literal
            for column, runner in enumerate(self.runners(block, literal), own):
                self.put(runner, row, column, Part.RUNNER)
        for group in THREE:
            beside = (group + 1) % 3
            rungs = self.rungs(block, beside)
            for number in THREE:
                row = self.ladder_row(block, group, number)
                self.put(self.ladder(block, group, number), row, self.column(block, group), Part.CLAUSE)
                if number == group:
                    self.put(self.last(block, beside), row, self.column(block, beside), Part.EXIT)
                else:
                    self.put(rungs.pop(0), row, self.column(block, beside), Part.CLAUSE)
        first = 10 * len(self.blocks) + 1
        cells = self.free_cells(range(self.row(block, 0), self.row(block, ROWS)))
        for rank, (row, column) in enumerate(cells[:-1], first):
            self.put(Card(rank, 10 * block + 10), row, column, Part.FILLER)
        self.put(self.filler(block), *cells[-1], Part.EXIT)

    def _lay_variable(self, variable: int) -> None:
        yes, no = column_of(variable), column_of(-variable)
        row = ROWS * len(self.blocks) + 2 * (variable - 1)
        self.put(self.gate("c", variable, self.x), row, yes, Part.VARIABLE)
        self.put(self.gate("d", variable, self.x), row, no, Part.VARIABLE)
        self.put(self.collector(variable), row, self.size - 1, Part.VARIABLE)
        self.put(self.gate("b", variable, self.x), row + 1, yes, Part.VARIABLE)
        self.put(self.gate("a", variable, self.x), row + 1, no, Part.VARIABLE)
        self.put(self.gate("a", variable, self.high), self.size - 1, yes, Part.EXIT)
        self.put(self.gate("b", variable, self.high), self.size - 1, no, Part.EXIT)


def block_table(deal: Printed, block: int) -> str:
    """A block as Tables 5 and 6 print it, with their headings, without fillers and columns that hold nothing else."""
    literals = sorted({column_of(sign * literal) for literal in deal.blocks[block] for sign in (1, -1)})
    own = 2 * deal.formula.variables + 6 * block
    columns = [*literals, *range(own, own + 6)]
    heads = [f"{'¬' * (column % 2)}u{column // 2 + 1}" for column in literals]
    lines = [heads + [f"C{block + 1}.{number}" for number in range(1, 7)]]
    for row in range(deal.row(block, 0), deal.row(block, ROWS)):
        cards = [deal.cards[row, column] for column in columns]
        lines.append([deal.name(card) if card.suit != deal.filler(block).suit else "" for card in cards])
    widths = [max(len(line[column]) for line in lines) for column in range(len(columns))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
