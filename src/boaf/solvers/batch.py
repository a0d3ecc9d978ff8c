"""Many boards at once, on all cores: what the census and the learners stand on.

Threads share the work in chunks; the compiled search holds no lock on the interpreter. Boards that resist the search,
a few deals in ten thousand, are finished one by one with collapse sets. Node counts and verdicts do not depend on the
number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.deals import SEEDS, deal
from boaf.errors import BoafError
from boaf.kernel.bits import count
from boaf.kernel.dealing import Cards, cards_of, draw_deals, match_cards
from boaf.kernel.jit import compiled
from boaf.kernel.position import Position, moves_of
from boaf.progress import Progress
from boaf.solvers.contract import Limits
from boaf.solvers.endgame import PAUSED, SOLVED, Search, complete, decide, new_search, run, search_first, start
from boaf.solvers.result import Verdict
from boaf.threads import PerThread, thread_pool

VERDICTS = (Verdict.UNSOLVABLE, Verdict.SOLVABLE, Verdict.UNKNOWN)
"""The meaning of the codes 0, 1 and 2."""
_CHUNK = 1000
_WORTH_SEVEN = 2000
"""From how many boards on the tables of seven stacks pay for being loaded."""


@dataclass(frozen=True)
class Batch:
    """The answers for many boards, one row each."""

    verdicts: NDArray[np.int8]
    """0 unsolvable, 1 solvable, 2 unknown (see `VERDICTS`). Shape (boards,)."""
    nodes: NDArray[np.int64]
    """Shape (boards,)."""
    steps: NDArray[np.uint16]
    """The solutions, one step for each move, then zeros. Shape (boards, cells − 1), or (boards, 0) if not asked for."""

    def moves(self, index: int, board: Board) -> tuple[Move, ...]:
        """The solution of one board, replayed; none if it is not solvable or solutions were not asked for."""
        if VERDICTS[self.verdicts[index]] is not Verdict.SOLVABLE or not self.steps.size:
            return ()
        return moves_of(board, self.steps[index, : board.stack_count - 1])


def solve_many(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer],
    rows: int = 4,
    cols: int = 4,
    *,
    solutions: bool = False,
    max_nodes: int | None = None,
    tables: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Solve many boards with the `endgame` solver.

    `boards` are seeds of numbered deals of `rows` × `cols` (a range, a list, an array), or boards of that shape, or
    an array of card numbers with one board a row (`boaf.kernel.dealing`). `max_nodes` holds for each board. `tables`
    is the size of the endgame tables, by default what suits the number of boards. `progress` is called with the
    number of boards finished since the last call.
    """
    if tables is None:
        tables = 7 if len(boards) >= _WORTH_SEVEN else 6
    return run_searches(
        _reader(boards, rows, cols),
        len(boards),
        partial(new_search, rows, cols, tables),
        Limits(max_nodes),
        room=rows * cols - 1 if solutions else 0,
        threads=threads,
        progress=progress,
    )


def run_searches(
    cards_from: Callable[[slice], Cards],
    total: int,
    make_search: Callable[[], Search],
    limits: Limits,
    *,
    room: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Run any search over `total` boards, which `cards_from` brings part by part; `room` is for steps of solutions."""
    verdicts, nodes = np.zeros(total, np.int8), np.zeros(total, np.int64)
    steps = np.zeros((total, room), np.uint16)
    allowed = limits.nodes_left(0)
    own_search = PerThread(make_search)

    def work(first: int) -> int:
        search = own_search()
        part = slice(first, min(first + _CHUNK, total))
        cards = cards_from(part)
        _solve_chunk(cards, search, allowed, verdicts[part], nodes[part], steps[part])
        for k in first + np.flatnonzero(verdicts[part] == PAUSED):
            if nodes[k] < allowed:
                verdict, found, nodes[k] = decide(position_from(cards[k - first], search), search, limits)
                verdicts[k] = VERDICTS.index(verdict)
                if room:
                    steps[k, : len(found)] = found
        return len(cards)

    with thread_pool(threads) as pool:
        for finished in pool.map(work, range(0, total, _CHUNK)):
            if progress:
                progress(finished)
    return Batch(verdicts, nodes, steps)


def _reader(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer], rows: int, cols: int
) -> Callable[[slice], Cards]:
    """How to get the card numbers of a part of the boards. Shape (part, cells)."""
    first = boards[0] if len(boards) else 0
    if isinstance(first, Board):
        for board in cast(Sequence[Board], boards):
            if (board.rows, board.cols) != (rows, cols):
                raise BoafError(f"a board is {board.rows} × {board.cols}, not {rows} × {cols}")
        return lambda part: np.stack([cards_of(board) for board in cast(Sequence[Board], boards)[part]])
    if isinstance(boards, np.ndarray) and boards.ndim == 2:
        if boards.shape[1] != rows * cols:
            raise BoafError(f"the boards have {boards.shape[1]} cells, not {rows} × {cols}")
        return lambda part: np.ascontiguousarray(boards[part], dtype=np.uint8)
    return seed_reader(cast(Sequence[int], boards), rows, cols)


def seed_reader(seeds: Sequence[int], rows: int, cols: int) -> Callable[[slice], Cards]:
    """The card numbers of a part of the numbered deals of these seeds. Shape (part, cells)."""
    deal(0, rows, cols)
    return lambda part: draw_deals(np.array([int(seed) % SEEDS for seed in seeds[part]], np.int64), rows * cols)


def position_from(cards: Cards, search: Search) -> Position:
    """The position of a board of card numbers. Shape (cells,)."""
    match = np.zeros_like(search.line)
    return Position(match_cards(cards, match), match, search.line, search.lookup.cols)


@compiled
def _solve_chunk(
    cards: Cards,
    search: Search,
    max_nodes: int,
    verdicts: NDArray[np.int8],
    nodes: NDArray[np.int64],
    steps: NDArray[np.uint16],
) -> None:
    """Search each board of a chunk.

    Shapes: cards (boards, cells), steps (boards, cells − 1) or, where no solutions are wanted, (boards, 0).
    """
    for k in range(len(cards)):
        occupied = match_cards(cards[k], search.match[0])
        start(search, occupied)
        verdicts[k] = run(search, min(max_nodes, search_first(count(occupied))))
        nodes[k] = search.state[1]
        if verdicts[k] == SOLVED and steps.shape[1]:
            complete(search)
            for step in range(count(occupied) - 1):
                steps[k, step] = search.path[step]
