"""A board as a planning problem in PDDL, and a plan as moves.

Only STRIPS with types is used, so nearly every planner reads it. The goal, one stack, is "all cards but one are
covered", which STRIPS cannot say. So a covered card is *settled*, one card may be settled without being covered, by an
action of its own (`keep`), and the goal is that all cards are settled. Some card is always uncovered, so a plan
covers all others. Cards below the top of a stack never matter, and are left out.
"""

from __future__ import annotations

import re
from itertools import permutations

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.rules import require_standard
from boaf.support.errors import BoafError, ParseError

LARGEST = 64
"""The most stacks of a board that is written as a problem: the facts grow with their square."""
DOMAIN = """\
(define (domain birds-of-a-feather)
  (:requirements :strips :typing)
  (:types card cell)
  (:predicates
    (top ?card - card ?cell - cell)
    (matches ?one - card ?other - card)
    (in-line ?one - cell ?other - cell)
    (settled ?card - card)
    (may-keep))
  (:action move
    :parameters (?source - card ?target - card ?from - cell ?to - cell)
    :precondition (and (top ?source ?from) (top ?target ?to) (matches ?source ?target) (in-line ?from ?to))
    :effect (and (not (top ?source ?from)) (not (top ?target ?to)) (top ?source ?to) (settled ?target)))
  (:action keep
    :parameters (?card - card)
    :precondition (may-keep)
    :effect (and (not (may-keep)) (settled ?card))))
"""
"""The rules, for boards of every size and deck."""
_ACTION = re.compile(r"\(?\s*(move|keep)\s+([^\s()]+)(?:\s+([^\s()]+)\s+\S+\s+[^\s()]+)?\s*\)?", re.IGNORECASE)


def to_pddl(board: Board) -> str:
    """A board as a problem of `DOMAIN`: it has a plan exactly when the board is solvable.

    Parameters
    ----------
    board
        A board of up to 64 stacks.

    Returns
    -------
    str
        The problem, in PDDL.

    Raises
    ------
    BoafError
        If the board has more than 64 stacks.

    Examples
    --------
    >>> import boaf
    >>> print(to_pddl(boaf.Board("7H 6C / -- 6H")).splitlines()[2])
      (:objects card-7h card-6c card-6h - card cell-1-1 cell-1-2 cell-2-2 - cell)

    """
    if board.stack_count > LARGEST:
        raise BoafError(f"the board has {board.stack_count} stacks: at most {LARGEST} are written as a problem")
    require_standard(board.rules, "planning problems know")
    stacks = [(divmod(cell, board.cols), card) for cell, card in enumerate(board.tops) if card is not None]
    tops = [f"(top {_card(card)} {_cell(cell)})" for cell, card in stacks]
    pairs = list(permutations(stacks, 2))
    matches = [f"(matches {_card(one)} {_card(other)})" for (_, one), (_, other) in pairs if one.matches(other)]
    lines = [
        f"(in-line {_cell(one)} {_cell(other)})"
        for (one, _), (other, _) in pairs
        if one[0] == other[0] or one[1] == other[1]
    ]
    cards, cells = " ".join(_card(card) for _, card in stacks), " ".join(_cell(cell) for cell, _ in stacks)
    goal = " ".join(f"(settled {_card(card)})" for _, card in stacks)
    facts = "\n    ".join(["(may-keep)", *tops, *matches, *lines])
    return (
        f"(define (problem board)\n  (:domain birds-of-a-feather)\n  (:objects {cards} - card {cells} - cell)\n"
        f"  (:init\n    {facts})\n  (:goal (and {goal})))\n"
    )


def _card(card: Card) -> str:
    return f"card-{str(card).lower().replace('.', '-')}"


def _cell(cell: tuple[int, int]) -> str:
    row, col = cell
    return f"cell-{row + 1}-{col + 1}"


def read_plan(board: Board, plan: str) -> list[Move]:
    r"""The moves of a plan, as planners write it: one action in a line, comments after a semicolon.

    Parameters
    ----------
    board
        The board that the problem was made from.
    plan
        The text of the plan.

    Returns
    -------
    list of Move
        The moves, replayed by the rules; the last leaves one stack.

    Raises
    ------
    ParseError
        If a line is not an action of the domain, or names a card that is not on top of a stack of the board.
    IllegalMoveError
        If a move is illegal.
    BoafError
        If the moves do not solve the board.

    Examples
    --------
    >>> import boaf
    >>> plan = "(move card-7h card-6c cell-1-1 cell-1-2)\n(move card-7h card-6h cell-1-2 cell-2-2)\n(keep card-7h)"
    >>> [str(move) for move in read_plan(boaf.Board("7H 6C / -- 6H"), plan)]
    ['7H-6C', '7H-6H']

    """
    cards = {_card(card): card for card in board.tops if card is not None}
    moves, left = [], board.copy()
    for number, line in enumerate(plan.splitlines(), 1):
        action = line.partition(";")[0].strip()
        if not action:
            continue
        found = _ACTION.fullmatch(action)
        if found is None or (found[3] is None) != (found[1].lower() == "keep"):
            raise ParseError(f"line {number} of the plan is not a move or a keep: {action[:60]!r}")
        if found[3] is None:
            continue
        for name in (found[2], found[3]):
            if name.lower() not in cards:
                raise ParseError(f"line {number} of the plan: {name[:60]!r} is not on top of a stack of the board")
        moves.append(Move(cards[found[2].lower()], cards[found[3].lower()]))
        left.push(moves[-1])
    if not left.is_solved:
        raise BoafError(f"the plan leaves {left.stack_count} stacks")
    return moves
