"""Depth-first search with a model for the order of the children, for many boards at once.

Every visit of a board is a node; a board that was seen before is not expanded again. The children of a board are in
natural order (`boaf.solvers.depth_first`) unless a model is asked for its number of stacks: then the child with the
highest score comes first, and equal ones stay in natural order.

A model is fast on many boards. So each search is a generator that yields the board it expands next and receives its
children in order, and the boards of all searches are expanded together. Where few searches are left, each also expands
boards that it is going to reach unless it succeeds first: hard deals take millions of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards, cards_of
from boaf.kernel.position import moves_of, source_of, step_of, target_of
from boaf.learn.data.interesting import write_all_children
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import natural_steps
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import check_stopped

ROWS = COLS = 4
CELLS = ROWS * COLS
CARDS = 52
STEPS = natural_steps(ROWS, COLS)
_AT_ONCE = 256
_DECIMALS = 6
"""Scores are rounded, so that equal children are equal on every machine."""
_GONE = bytes([EMPTY])
_PAIRS = [(int(source_of(step)), int(target_of(step))) for step in STEPS[::2]]
"""The pairs of cells in line, in natural order."""
_MATCHES = [
    bytes(max(a, b) < CARDS and (a % 4 == b % 4 or abs(a // 4 - b // 4) <= 1) for b in range(EMPTY + 1))
    for a in range(EMPTY + 1)
]
"""Whether two card numbers match by card; an empty cell matches nothing."""

Scorer = Callable[[Cards], NDArray[np.floating]]
"""A number for each board, larger for boards that are likelier solvable. Shapes (boards, 16) and (boards,)."""
Orders = Mapping[int, Scorer]
"""What orders the children of a board, by its number of stacks; without an entry they stay in natural order."""


class Found(NamedTuple):
    """How a search ended: the nodes, and the boards from the first to the solved one, if that was reached."""

    nodes: int
    path: tuple[bytes, ...]
    is_stopped: bool = False


_Search = Generator[bytes, list[bytes], Found]


def _search(pending: list[list[bytes]], max_nodes: int, seen: set[bytes]) -> _Search:
    """Search a board, `[[board]]`.

    `pending` has the boards still to be visited, by level, the next one of each level last; `seen` has the boards that
    were expanded before.
    """
    nodes, path = 0, [b""]
    while pending:
        if not pending[-1]:
            pending.pop()
            path.pop()
            continue
        if nodes == max_nodes:
            return Found(nodes, (), is_stopped=True)
        position = pending[-1].pop()
        nodes += 1
        path[-1] = position
        if position.count(_GONE) == CELLS - 1:
            return Found(nodes, tuple(path))
        if position in seen:
            continue
        seen.add(position)
        pending.append((yield position)[::-1])
        path.append(b"")
    return Found(nodes, ())


class _Running:
    """A search that waits for the children of a board."""

    def __init__(self, board: bytes, max_nodes: int) -> None:
        self._pending, self._seen = [[board]], set[bytes]()
        self._search = _search(self._pending, max_nodes, self._seen)
        self._known: dict[bytes, list[bytes]] = {}
        """The children of boards that were expanded ahead."""
        self._position = next(self._search)

    def wanted(self, most: int) -> list[bytes]:
        """The board to be expanded, then boards that will be visited next if the search fails below it."""
        boards = {self._position: None}
        for level in reversed(self._pending):
            for board in reversed(level):
                if len(boards) >= most:
                    return list(boards)
                if board not in self._known and board not in self._seen:
                    boards[board] = None
        return list(boards)

    def advance(self, children: Mapping[bytes, list[bytes]]) -> Found | None:
        """Continue up to the next board whose children are not known; what was found, if the search ends."""
        self._known |= children
        try:
            while (known := self._known.pop(self._position, None)) is not None:
                self._position = self._search.send(known)
        except StopIteration as end:
            found: Found = end.value
            return found
        return None


def search_all(
    boards: Cards, orders: Orders, max_nodes: int, progress: Progress = no_progress, at_once: int = _AT_ONCE
) -> list[Found]:
    """Search 4 × 4 boards of card numbers. Shape (boards, 16)."""
    found: dict[int, Found] = {}
    waiting = list(range(len(boards)))[::-1]
    running: dict[int, _Running] = {}
    while running or waiting:
        check_stopped()
        while waiting and len(running) < at_once:
            k = waiting.pop()
            running[k] = _Running(boards[k].tobytes(), max_nodes)
        wanted = {k: search.wanted(at_once // len(running)) for k, search in running.items()}
        expanded = iter(_expand([board for own in wanted.values() for board in own], orders))
        for k, own in wanted.items():
            if end := running[k].advance({board: next(expanded) for board in own}):
                found[k] = end
                del running[k]
                progress(1)
    return [found[k] for k in range(len(boards))]


def _expand(boards: Sequence[bytes], orders: Orders) -> list[list[bytes]]:
    """The children of each board, in order."""
    asked = [board for board in boards if CELLS - board.count(_GONE) in orders]
    ordered = iter(_in_order(asked, orders) if asked else ())
    return [next(ordered) if CELLS - board.count(_GONE) in orders else _children(board) for board in boards]


def _in_order(boards: Sequence[bytes], orders: Orders) -> list[list[bytes]]:
    """The children of boards for which there is a model."""
    cards = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), CELLS)
    children = np.empty((len(boards) * len(STEPS), CELLS), np.uint8)
    parents = np.empty(len(children), np.int64)
    count = write_all_children(cards, STEPS, children, parents)
    children, parents = children[:count], parents[:count]
    stacks = np.sum(cards != EMPTY, axis=1)[parents]
    scores = np.zeros(count)
    for scorer in set(orders.values()):
        asked = np.isin(stacks, [size for size, one in orders.items() if one is scorer])
        if asked.any():
            scores[asked] = np.round(scorer(children[asked]), _DECIMALS)
    children = children[np.lexsort((-scores, parents))]
    raw, ends = children.tobytes(), CELLS * np.cumsum(np.bincount(parents, minlength=len(boards)))
    starts = [0, *ends[:-1].tolist()]
    return [
        [raw[k : k + CELLS] for k in range(start, end, CELLS)] for start, end in zip(starts, ends.tolist(), strict=True)
    ]


def _children(board: bytes) -> list[bytes]:
    """The children of a board, in natural order."""
    children = []
    for one, other in _PAIRS:
        if _MATCHES[board[one]][board[other]]:
            left, middle, right = board[:one], board[one + 1 : other], board[other + 1 :]
            children.append(left + _GONE + middle + board[one : one + 1] + right)
            children.append(left + board[other : other + 1] + middle + _GONE + right)
    return children


def nodes_in_one_run(boards: Cards, progress: Progress = no_progress) -> list[int]:
    """The nodes of depth-first search on one board after another, with one memory for all, as the logs have them."""
    seen: set[bytes] = set()
    nodes = []
    for cards in boards:
        check_stopped()
        nodes.append(_run_alone(cards.tobytes(), {}, 1 << 62, seen).nodes)
        progress(1)
    return nodes


def _run_alone(board: bytes, orders: Orders, max_nodes: int, seen: set[bytes]) -> Found:
    search = _search([[board]], max_nodes, seen)
    try:
        position = next(search)
        while True:
            position = search.send(_expand([position], orders)[0])
    except StopIteration as end:
        found: Found = end.value
        return found


def depth_first(board: Board, limits: Limits) -> Outcome:
    """The paper's depth-first search as a solver of 4 × 4 boards: `boaf_papers.kucharski_et_al.searches:depth_first`.

    Examples
    --------
    >>> import boaf
    >>> boaf.solve(boaf.deal(3), depth_first).nodes
    801

    """
    return solve(board, limits, {})


def solve(board: Board, limits: Limits, orders: Orders) -> Outcome:
    """Search a board with models for the order of the children, within limits of nodes."""
    if (board.rows, board.cols) != (ROWS, COLS):
        raise BoafError(f"this search takes {ROWS} × {COLS} boards, not {board.rows} × {board.cols}")
    found = _run_alone(cards_of(board).tobytes(), orders, limits.nodes_left(0), set())
    if found.is_stopped:
        return Outcome(Verdict.UNKNOWN, (), found.nodes)
    if not found.path:
        return Outcome(Verdict.UNSOLVABLE, (), found.nodes)
    return Outcome(Verdict.SOLVABLE, moves_of(board, _steps(found.path)), found.nodes)


def _steps(path: Sequence[bytes]) -> list[int]:
    """The steps between the boards of a path."""
    steps = []
    for before, after in pairwise(path):
        source, target = sorted(
            (cell for cell in range(CELLS) if before[cell] != after[cell]), key=lambda cell: after[cell] != EMPTY
        )
        steps.append(int(step_of(source, target)))
    return steps
