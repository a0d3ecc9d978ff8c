"""Two gaps in Hoshino & Notarangelo (2019): the printed deal of an unsatisfiable formula can be solved.

The bypass (`clear_false_block`) clears a block although no literal of its clause is true. The paper says that the rungs
of a block need an activator that comes down to them. But a rung can also go up onto the activator, where the card
opposite covers it and a runner covers that card. So, in each of the three columns alone,

    rung → rung, rung → activator, opposite → rung, runner → opposite, the other runner → runner

leaves the runner in the column of the *literal*, which the paper reads as "this literal is false". The card of rank L
in the column covers the ladder cards. With this in place of Lemma 1, the deal of every formula is solvable.

The crossing (`play_crossing`) lets runners change columns, even if only an activator can clear a block. Where a
literal's activator is not needed, the paper leaves the two runners of a row in both columns for a while. Until they
join, a runner of another block can go along its column onto the first, along the row onto the second, and is in the
other column. So one such row is enough for each variable that is activated both ways, and every formula allows that:
reserve one occurrence of each variable that occurs with both signs, at most two in a clause, and let a literal that is
not reserved activate the clause. Hall's theorem applies: any n such variables occur in at least 2n/3 clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from boaf.board import Board
from boaf.reduction.construction import column_of, cover
from boaf.reduction.formula import Clause, is_true
from boaf.reduction.lemmas import clear_the_rest, join_runners, send_across, spread_runners, walk
from boaf.reduction.printed import THREE, Printed

_MOST_RESERVED = 2
"""A clause of three literals needs one that may activate it."""


def clear_false_block(deal: Printed, board: Board, block: int) -> None:
    """Clear a block as if all three literals of its clause were false."""
    for literal in THREE:
        upper, lower = deal.rungs(block, literal)
        opposite = deal.opposite(block, literal)
        low, high = deal.runners(block, literal)
        near, far = (low, high) if deal.blocks[block][literal] < 0 else (high, low)
        cover(board, upper, lower, deal.activator(block, literal))
        cover(board, opposite, upper)
        cover(board, near, opposite)
        cover(board, far, near)
        first = deal.ladder(block, literal, literal)
        cover(board, first, *(deal.ladder(block, literal, number) for number in THREE if number != literal))
        cover(board, deal.last(block, literal), first)


def play_crossing(deal: Printed, assignment: Sequence[bool]) -> Board:
    """The board after moves that solve the printed deal, whether or not the assignment satisfies the formula.

    A clause that it makes false is activated by a false literal, whose runners then cross over. Variables that occur
    with one sign only are taken to be such that their literals are true.
    """
    board = deal.board()
    reserved = reserve(deal.blocks)
    literals = {literal for clause in deal.blocks for literal in clause}
    assignment = [
        value if variable in reserved else variable in literals for variable, value in enumerate(assignment, 1)
    ]
    activators = [_activator(clause, reserved, block, assignment) for block, clause in enumerate(deal.blocks)]
    chosen = [clause[number] for clause, number in zip(deal.blocks, activators, strict=True)]
    crossing = {abs(literal) for literal in chosen if not is_true(literal, assignment)}
    for block, clause in enumerate(deal.blocks):
        walk(deal, board, block, activators[block])
        for number in THREE:
            variable = abs(clause[number])
            if number == activators[block]:
                send_across(deal, board, block, number)
                continue
            spread_runners(deal, board, block, number)
            if variable not in crossing or reserved[variable] != block:
                join_runners(deal, board, block, number, assignment)
    for variable in sorted(crossing):
        _cross(deal, board, variable, reserved[variable], assignment)
    clear_the_rest(deal, board, assignment)
    return board


def reserve(clauses: Sequence[Clause]) -> dict[int, int]:
    """For each variable that occurs with both signs, a clause (by index), none of them more than twice.

    Variables are given clauses one by one; one that finds all of its clauses full makes others move on.
    """
    literals = {literal for clause in clauses for literal in clause}
    reserved: dict[int, int] = {}

    def place(variable: int, tried: set[int]) -> bool:
        for index, clause in enumerate(clauses):
            if index in tried or variable not in map(abs, clause):
                continue
            tried.add(index)
            guests = [guest for guest, host in reserved.items() if host == index]
            if len(guests) < _MOST_RESERVED or any(place(guest, tried) for guest in guests):
                reserved[variable] = index
                return True
        return False

    for variable in sorted(literal for literal in literals if -literal in literals and literal > 0):
        if not place(variable, set()):
            raise AssertionError("Hall's theorem gives every variable a clause")
    return reserved


def _activator(clause: Clause, reserved: dict[int, int], block: int, assignment: Sequence[bool]) -> int:
    """A literal of the clause, by index, that is not reserved there, and is true if there is such a one."""
    free = [number for number in THREE if reserved.get(abs(clause[number])) != block]
    return next((number for number in free if is_true(clause[number], assignment)), free[0])


def _cross(deal: Printed, board: Board, variable: int, block: int, assignment: Sequence[bool]) -> None:
    """The runners of a variable in the column of its true literal go to the other, over the row reserved for that."""
    value = assignment[variable - 1]
    number = next(number for number in THREE if abs(deal.blocks[block][number]) == variable)
    low, high = deal.runners(block, number)
    top, other_side = (low, high) if value else (high, low)
    column = column_of(variable if value else -variable)
    tops = board.tops[column :: deal.size]
    for card in [card for card in tops if card is not None and card.suit == top.suit and card != top]:
        cover(board, card, top)
        top = card
    cover(board, top, other_side)
