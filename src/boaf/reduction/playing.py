"""Moves as the proofs tell them: this card covers these, one after another; all of these are gathered there."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from boaf.board import Board, Move
from boaf.cards import Card


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
