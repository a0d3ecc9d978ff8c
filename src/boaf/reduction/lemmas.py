"""The moves of Hoshino & Notarangelo (2019) on its printed deal: Lemma 1 clears a block, Theorem 1 the rest.

Given an assignment, every clause with a true literal is cleared by that literal's activator, and every runner is left
in the column of its variable's false literal. Then the collector X of each variable picks up the runners of that one
column and leaves through the cards of Table 9, and what remains has rank L. By the paper, the block of a clause without
a true literal cannot be cleared; `counterexamples` clears it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.construction import column_of, cover, gather
from boaf.reduction.formula import is_true
from boaf.reduction.printed import ROWS, THREE, Printed

ClearBlock = Callable[[Printed, Board, int], None]


def play_printed(deal: Printed, assignment: Sequence[bool], otherwise: ClearBlock | None = None) -> Board:
    """The board after the paper's moves.

    A block whose clause is false under the assignment is cleared by `otherwise`; without it the block is left alone,
    and the game ends with more than one stack.
    """
    board = deal.board()
    cleared = []
    for block, clause in enumerate(deal.blocks):
        true = [number for number in THREE if is_true(clause[number], assignment)]
        if true:
            walk(deal, board, block, true[0])
            place_runners(deal, board, block, assignment, true[0])
        elif otherwise:
            otherwise(deal, board, block)
        else:
            continue
        cleared.append(block)
    if len(cleared) == len(deal.blocks):
        clear_the_rest(deal, board, assignment)
    else:
        for block in cleared:
            gather_fillers(deal, board, block)
    return board


def walk(deal: Printed, board: Board, block: int, literal: int) -> None:
    """Lemma 1, the nine lower rows: the activator walks around the columns of the three literals.

    First each column is made ready: its rungs become one stack, next to a stack of its ladder cards with the
    activator's suit on top. The L cards of the other two literals go under the ladder cards of their columns.
    """
    following = [literal, (literal + 1) % 3, (literal + 2) % 3]
    corner = {group: 3 - group - literal for group in following[1:]}
    corner[literal] = max(number for number in THREE if number != literal)
    others = [number for number in THREE if number not in (literal, corner[literal])]
    steps = [*others, corner[literal]]
    own = deal.ladder(block, literal, literal)
    cover(board, own, *(deal.ladder(block, literal, number) for number in steps))
    rungs = {column: _stack_rungs(deal, board, block, column, corner) for column in following[:2]}
    for group in following[1:]:
        carrier = deal.ladder(block, group, group)
        cover(board, carrier, deal.last(block, group), deal.ladder(block, group, corner[group]))
        cover(board, deal.ladder(block, group, literal), carrier)
        after = (group + 1) % 3
        if after not in rungs:
            rungs[after] = _stack_rungs(deal, board, block, after, corner)
    activator = deal.activator(block, literal)
    for group in following:
        cover(board, activator, deal.ladder(block, group, literal), rungs[(group + 1) % 3])
    cover(board, deal.last(block, literal), activator)


def _stack_rungs(deal: Printed, board: Board, block: int, column: int, corner: dict[int, int]) -> Card:
    """Put the rungs of a column on one stack, in the row where the ladder next to them will stand; the card on top."""
    group = (column - 1) % 3
    upper, lower = deal.rungs(block, column)
    rows = [number for number in THREE if number != group]
    mover, target = (upper, lower) if rows[1] == corner[group] else (lower, upper)
    cover(board, mover, target)
    return mover


def place_runners(deal: Printed, board: Board, block: int, assignment: Sequence[bool], literal: int) -> None:
    """Lemma 1, the three upper rows: the runners end in the columns of the false literals."""
    for number in THREE:
        if number == literal:
            send_across(deal, board, block, number)
        else:
            spread_runners(deal, board, block, number)
            join_runners(deal, board, block, number, assignment)


def send_across(deal: Printed, board: Board, block: int, literal: int) -> None:
    """The activator has left its cell: one runner goes onto the other and then onto the card opposite."""
    low, high = deal.runners(block, literal)
    first, second = (low, high) if deal.blocks[block][literal] < 0 else (high, low)
    cover(board, first, second, deal.opposite(block, literal))


def spread_runners(deal: Printed, board: Board, block: int, literal: int) -> None:
    """The activator is not needed: one runner goes onto it and one onto the card opposite."""
    low, high = deal.runners(block, literal)
    cards = deal.activator(block, literal), deal.opposite(block, literal)
    low_target, high_target = cards if deal.blocks[block][literal] > 0 else cards[::-1]
    cover(board, low, low_target)
    cover(board, high, high_target)


def join_runners(deal: Printed, board: Board, block: int, literal: int, assignment: Sequence[bool]) -> None:
    """Of the two runners, the one in the column of the true literal goes onto the other."""
    low, high = deal.runners(block, literal)
    value = assignment[abs(deal.blocks[block][literal]) - 1]
    cover(board, *((low, high) if value else (high, low)))


def clear_the_rest(deal: Printed, board: Board, assignment: Sequence[bool]) -> None:
    """What is left when every block is cleared: the fillers, then Theorem 1."""
    for block in range(len(deal.blocks)):
        gather_fillers(deal, board, block)
    for variable in range(1, deal.formula.variables + 1):
        clear_variable(deal, board, variable, assignment[variable - 1])
    remaining = [cell for cell, top in enumerate(board.tops) if top is not None]
    gather(board, remaining, remaining[-1])


def gather_fillers(deal: Printed, board: Board, block: int) -> None:
    """The fillers of a block become one stack with the block's L on top, which goes down to the last rows.

    The L card of the activator, or what L cards the block has left, go down first, each in its own column.
    """
    last_rows = range(ROWS * len(deal.blocks), deal.size)
    for literal in THREE:
        card = deal.last(block, literal)
        if card in board.tops:
            column = deal.column(block, literal)
            cover(board, card, _lowest_blank(deal, board, column, last_rows))
    filler = deal.filler(block)
    cells = {row * deal.size + column for (row, column), card in deal.cards.items() if card.suit == filler.suit}
    home = board.cell_of(filler)
    cells.remove(home)
    beside = home - 1
    cover(board, filler, gather(board, cells, beside))
    cover(board, filler, _lowest_blank(deal, board, beside % deal.size, last_rows))


def _lowest_blank(deal: Printed, board: Board, column: int, rows: range) -> Card:
    """The lowest card of rank L in a column that the variables do not need."""
    tops = board.tops
    cards = [tops[row * deal.size + column] for row in rows[:-1]]
    return next(card for card in reversed(cards) if card is not None and card.rank == deal.high)


def clear_variable(deal: Printed, board: Board, variable: int, value: bool) -> None:
    """Theorem 1: the collector picks up the runners in the column of the false literal and is covered by L."""
    false = -variable if value else variable
    collector = deal.collector(variable)
    names = "dcab" if value else "cdba"
    there, here, stay, leave = (deal.gate(name, variable, deal.x) for name in names)
    cover(board, here, there)
    cover(board, collector, here)
    column = column_of(false)
    tops = board.tops
    for row in range(ROWS * len(deal.blocks)):
        card = tops[row * deal.size + column]
        if card is not None and card.suit == collector.suit:
            cover(board, collector, card)
    cover(board, collector, stay)
    cover(board, leave, collector)
    cover(board, deal.gate(names[3], variable, deal.high), leave)
