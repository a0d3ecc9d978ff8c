"""The paper's searches: depth first, with a table of a model's scores for the order of the children.

Every visit of a board is a node; a board that was seen before is not expanded again. The children of a board are in
natural order (`boaf.solvers.depth_first`) unless a model is asked for its number of stacks: then the child with the
highest score comes first, and equal ones stay in natural order. A model sees five counts of a board, so a table holds
all of its scores, and the compiled search looks them up.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import NATURAL, TABLE, Choices, search
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import check_stopped

ROWS = COLS = 4
CELLS = ROWS * COLS
CARDS = 52
PLAIN_CHOICES = Choices(drop=0, order=NATURAL, count_all=True, repeats=True)
_GONE = bytes([EMPTY])
_LINES = [range(row * COLS, (row + 1) * COLS) for row in range(ROWS)] + [range(col, CELLS, COLS) for col in range(COLS)]
_PAIRS = [pair for line in _LINES for pair in combinations(line, 2)]
"""The pairs of cells in line, in natural order."""
_MATCHES = [
    bytes(max(a, b) < CARDS and (a % 4 == b % 4 or abs(a // 4 - b // 4) <= 1) for b in range(EMPTY + 1))
    for a in range(EMPTY + 1)
]
"""Whether two card numbers match by card; an empty cell matches nothing."""


def ordered_choices(table: NDArray[np.float64], fewest: int) -> Choices:
    """The search that asks a model, as a table of scores, at boards of at least `fewest` stacks."""
    return PLAIN_CHOICES._replace(order=TABLE, cutoff=fewest - 1, table=table)


def depth_first(board: Board, limits: Limits) -> Outcome:
    """The paper's depth-first search as a solver: `boaf_papers.kucharski_et_al.searches:depth_first`.

    Examples
    --------
    >>> import boaf
    >>> boaf.solve(boaf.deal(3), depth_first).nodes
    801

    """
    return search(board, limits, PLAIN_CHOICES)


def nodes_in_one_run(boards: Cards, progress: Progress = no_progress) -> list[int]:
    """The nodes of depth-first search on one board after another, with one memory for all, as the logs have them.

    Plain Python: the keys of the compiled search name cards by their first cells, so they differ between deals.
    """
    seen: set[bytes] = set()
    nodes = []
    for cards in boards:
        check_stopped()
        nodes.append(_nodes(cards.tobytes(), seen))
        progress(1)
    return nodes


def _nodes(board: bytes, seen: set[bytes]) -> int:
    """The nodes of a search that knows the boards in `seen` already, and adds those that it expands."""
    pending, nodes = [board], 0
    while pending:
        board = pending.pop()
        nodes += 1
        if board.count(_GONE) == CELLS - 1:
            break
        if board not in seen:
            seen.add(board)
            pending += reversed(_children(board))
    return nodes


def _children(board: bytes) -> list[bytes]:
    """The children of a board, in natural order."""
    children = []
    for one, other in _PAIRS:
        if _MATCHES[board[one]][board[other]]:
            left, middle, right = board[:one], board[one + 1 : other], board[other + 1 :]
            children.append(left + _GONE + middle + board[one : one + 1] + right)
            children.append(left + board[other : other + 1] + middle + _GONE + right)
    return children
