"""Many boards at once, on all cores: the basis of the census and of learning.

Threads share the work in chunks; the compiled search holds no lock on the interpreter. Boards that the search does not
decide, a few deals in ten thousand, are finished one by one with collapse sets. Node counts and verdicts do not depend
on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.cards import STANDARD, Deck
from boaf.deals import SEEDS, cell_count
from boaf.kernel.dealing import (
    Cards,
    board_cards,
    board_of,
    cards_of,
    draw_deals,
    position_of_cards,
    positions_of_cards,
)
from boaf.kernel.native import compiled
from boaf.kernel.position import Status, moves_of, steps_of
from boaf.rules import STANDARD_RULES, Rules
from boaf.solvers.contract import Limits, Solver, Verdict
from boaf.solvers.descent import Search, complete, new_search, nodes_taken, run, search_first, start_cards
from boaf.solvers.endgame import STATUSES, VERDICTS, Decision, decide, go_on
from boaf.solvers.single import find_solver, is_own, require_board, solve
from boaf.support.errors import BoafError, PluginError, whole_number
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import PerThread, thread_pool

if TYPE_CHECKING:
    import polars as pl

_CHUNK = 1000
_WORTH_SEVEN = 2000
"""From this many boards on, loading the tables of seven stacks pays off."""


@dataclass(frozen=True, eq=False)
class Batch:
    """The answers for many boards, one row each, in the order in which they were given."""

    statuses: NDArray[np.int8]
    """0 for an unsolvable board, 1 for a solvable one, 2 for one that is unknown. Shape (boards,)."""
    nodes: NDArray[np.int64]
    """Shape (boards,)."""
    steps: NDArray[np.uint16]
    """The solutions, one step for each move, then zeros. Shape (boards, cells − 1), or (boards, 0) if not asked for."""
    seeds: NDArray[np.int64] | None = None
    """The seeds, if the boards are numbered deals. Shape (boards,)."""
    errors: dict[int, PluginError] = field(default_factory=dict)
    """What went wrong with a plug-in, by the index of the board, which is then unknown."""

    def __len__(self) -> int:
        return len(self.statuses)

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Which boards are solvable. Shape (boards,)."""
        return self.statuses == Status.SOLVED

    @property
    def unsolvable(self) -> NDArray[np.bool_]:
        """Which boards are unsolvable. Shape (boards,)."""
        return self.statuses == Status.EXHAUSTED

    @property
    def unknown(self) -> NDArray[np.bool_]:
        """Which boards were left undecided at a limit. Shape (boards,)."""
        return self.statuses == Status.PAUSED

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many boards have each verdict."""
        return {verdict: int(np.sum(self.statuses == status)) for status, verdict in VERDICTS.items()}

    def verdict(self, index: int) -> Verdict:
        """The verdict of one board."""
        return VERDICTS[Status(self.statuses[index])]

    def moves(self, index: int, board: Board) -> tuple[Move, ...]:
        """The solution of one board, replayed; none if it is not solvable or solutions were not asked for."""
        if self.verdict(index) is not Verdict.SOLVABLE or not self.steps.size:
            return ()
        replay, moves = board.copy(), moves_of(board, self.steps[index, : board.stack_count - 1])
        for move in moves:
            replay.push(move)
        return moves

    def to_frame(self) -> pl.DataFrame:
        """A Polars data frame with the columns `seed` (for numbered deals), `verdict` and `nodes`."""
        import polars as pl

        columns = [verdict_column(self.statuses), pl.Series("nodes", self.nodes)]
        return pl.DataFrame(columns if self.seeds is None else [pl.Series("seed", self.seeds), *columns])

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {verdict}" for verdict, count in self.counts.items() if count)
        return f"<Batch of {len(self):,} boards: {counts or 'none'}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the counts."""
        rows = "".join(f"<tr><td>{verdict}<td>{count:,}" for verdict, count in self.counts.items())
        return f"<table><tr><th>verdict<th>boards{rows}</table>"


def verdict_column(statuses: NDArray[np.int8]) -> pl.Series:
    """A Polars column of the verdicts that statuses stand for."""
    import polars as pl

    names = [str(verdict) for verdict in VERDICTS.values()]
    return pl.Series("verdict", names, pl.Enum(names)).gather(statuses.astype(np.uint32))


def solve_many(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer],
    rows: int = 4,
    cols: int = 4,
    *,
    solver: str | Solver = "endgame",
    solutions: bool = False,
    max_nodes: int | None = None,
    tables: int | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
    rules: str | Rules | None = None,
) -> Batch:
    """Solve many boards on all cores.

    Parameters
    ----------
    boards
        Seeds of numbered deals (a range, a list, an array), or boards, or an array of card numbers with one board per
        row (0 … 51 from AC, AD, … to KS, 255 for an empty cell).
    rows, cols
        The size of every board.
    solver
        As for `boaf.solve`. Only the default is compiled for many boards; a plug-in solves one after another.
    solutions
        Whether to keep the solutions, for `Batch.moves`.
    max_nodes
        A limit for each board; past it the board is unknown.
    tables
        The number of stacks up to which endgame tables are used, by default what suits the number of boards.
    threads
        How many threads share the work (default: all cores).
    progress
        Called with the number of boards finished since the last call.
    rules
        The rules of a variant, as for `boaf.deal`; by default those of the boards, and the standard ones for seeds and
        arrays.

    Returns
    -------
    Batch
        The answers, in the order of the boards.

    Raises
    ------
    BoafError
        If something is neither a seed nor a board of this size and these rules, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> batch = boaf.solve_many(range(1000))
    >>> batch
    <Batch of 1,000 boards: 4 unsolvable, 996 solvable>
    >>> batch.seeds[batch.unsolvable].tolist()
    [10, 190, 397, 520]

    """
    rules = _rules_of(boards) if rules is None else Rules.parse(rules)
    read, seeds = _reader(boards, rows, cols, rules)
    total = len(boards)
    if solver != "endgame":
        make_board = partial(board_of, cols=cols, rules=rules)
        batch = _solve_each(read, total, make_board, solver, solutions, max_nodes, threads, progress)
        return replace(batch, seeds=seeds)
    if tables is None:
        tables = 7 if total >= _WORTH_SEVEN else 6
    batch = run_searches(
        read,
        total,
        partial(new_search, rows, cols, whole_number("tables", tables), adjacent=rules.adjacent),
        Limits(max_nodes),
        most_steps=rows * cols - 1 if solutions else 0,
        threads=threads,
        progress=progress,
        rules=rules,
    )
    return replace(batch, seeds=seeds)


def _rules_of(boards: Sequence[int] | Sequence[Board] | NDArray[np.integer]) -> Rules:
    """The rules of the first board, the standard ones for seeds and arrays."""
    is_list = isinstance(boards, Sequence) and not isinstance(boards, range) and len(boards) > 0
    return boards[0].rules if is_list and isinstance(boards[0], Board) else STANDARD_RULES


def _solve_each(
    cards_from: Callable[[slice], Cards],
    total: int,
    make_board: Callable[[Cards], Board],
    solver: str | Solver,
    solutions: bool,
    max_nodes: int | None,
    threads: int | None,
    progress: Progress,
) -> Batch:
    """Solve boards one by one with any solver."""
    find_solver(solver)
    batch = empty_batch(total, cards_from(slice(0, 1)).shape[1] - 1 if solutions and total else 0)

    def work(k: int) -> None:
        board = make_board(cards_from(slice(k, k + 1))[0])
        try:
            result = solve(board, solver, max_nodes=max_nodes)
        except PluginError as error:
            batch.errors[k] = error
            batch.statuses[k] = Status.PAUSED
            return
        batch.statuses[k], batch.nodes[k] = STATUSES[result.verdict], result.nodes
        if solutions:
            batch.steps[k, : len(result.moves)] = steps_of(board, result.moves)

    with thread_pool(threads if is_own(solver) else 1) as pool:
        for _ in pool.map(work, range(total)):
            progress(1)
    return batch


def run_searches(
    cards_from: Callable[[slice], Cards],
    total: int,
    make_search: Callable[[], Search],
    limits: Limits,
    *,
    most_steps: int = 0,
    threads: int | None = None,
    progress: Progress = no_progress,
    rules: Rules = STANDARD_RULES,
) -> Batch:
    """Run a search over `total` boards, read by `cards_from` part by part; solutions have up to `most_steps` steps."""
    batch = empty_batch(total, most_steps)
    own_search = PerThread(make_search)

    def work(first: int) -> int:
        search = own_search()
        part = slice(first, min(first + _CHUNK, total))
        found = decide_each(cards_from(part), search, limits, most_steps, rules)
        batch.statuses[part], batch.nodes[part], batch.steps[part] = found.statuses, found.nodes, found.steps
        return len(found)

    with thread_pool(threads) as pool:
        for finished in pool.map(work, range(0, total, _CHUNK)):
            progress(finished)
    return batch


def decide_each(
    cards: Cards, search: Search, limits: Limits, most_steps: int = 0, rules: Rules = STANDARD_RULES
) -> Batch:
    """Decide boards of card numbers one after another, on this thread. Shape (boards, cells)."""
    batch = empty_batch(len(cards), most_steps)
    if not rules.is_standard:  # the compiled loop below knows the standard matches only
        for k, position in enumerate(positions_of_cards(cards, search.lookup.cols, rules)):
            _note(batch, k, decide(position, search, limits, is_sparse=rules.adjacent))
        return batch
    allowed, k = limits.nodes_left(0), 0
    while (k := int(_search_each(cards, search, allowed, k, batch.statuses, batch.nodes, batch.steps))) < len(cards):
        position = position_of_cards(cards[k], search.lookup.cols)
        _note(batch, k, go_on(position, search, limits, with_steps=most_steps > 0))
        k += 1
    return batch


def _note(batch: Batch, k: int, decision: Decision) -> None:
    """Write a decision to a row of a batch."""
    batch.statuses[k], batch.nodes[k] = decision.status, decision.nodes
    if batch.steps.shape[1]:
        batch.steps[k, : len(decision.steps)] = decision.steps


def empty_batch(boards: int, most_steps: int = 0) -> Batch:
    """Answers to be filled in, with solutions of up to `most_steps` steps."""
    return Batch(np.zeros(boards, np.int8), np.zeros(boards, np.int64), np.zeros((boards, most_steps), np.uint16))


def card_reader(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer], rows: int, cols: int
) -> Callable[[slice], Cards]:
    """How to get the card numbers of a part of the boards. Shape (part, cells)."""
    return _reader(boards, rows, cols, STANDARD_RULES)[0]


def _reader(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer], rows: int, cols: int, rules: Rules
) -> tuple[Callable[[slice], Cards], NDArray[np.int64] | None]:
    """How to get the card numbers of a part of the boards, shape (part, cells), and their seeds if they have any."""
    if not isinstance(boards, Sequence) and not np.ndim(boards):
        raise BoafError(f"expected seeds, as in range(100), or boards, in a list or array, not {type(boards).__name__}")
    if isinstance(boards, np.ndarray) and boards.ndim > 1:
        if rules.deck != STANDARD:
            raise BoafError(f"arrays hold cards of the standard deck: give the deals of {rules} as seeds or boards")
        cards = board_cards(boards, rows, cols)
        return lambda part: cards[part], None
    if not isinstance(boards, range) and len(boards) and isinstance(boards[0], Board):
        given = cast(Sequence[Board], boards)
        for board in given:
            require_board(board, any_rules=True)
            if (board.rows, board.cols) != (rows, cols):
                raise BoafError(f"a board is {board.rows} × {board.cols}, not {rows} × {cols}")
        return lambda part: np.stack([cards_of(board, rules) for board in given[part]]), None
    seeds = seed_array(cast(Sequence[int], boards))
    return seed_reader(seeds, rows, cols, rules.deck), seeds


def seed_array(seeds: Sequence[int] | NDArray[np.integer]) -> NDArray[np.int64]:
    """Any integers as seeds; where they do not fit, the numbers of the same deals. Shape (seeds,)."""
    if isinstance(seeds, range) and seeds[SEEDS:]:
        raise BoafError(f"there are only 2^31 = {SEEDS:,} numbered deals, and more seeds than that in {seeds}")
    found = np.arange(seeds.start, seeds.stop, seeds.step) if isinstance(seeds, range) else np.asarray(seeds)
    if found.ndim == 1 and (found.dtype.kind in "iu" or not found.size):
        return found.astype(np.int64)
    if found.ndim != 1 or not all(isinstance(seed, int) for seed in found.tolist()):
        raise BoafError("seeds are integers; boards are Board objects, or rows of card numbers in an array")
    return np.array([seed % SEEDS for seed in found.tolist()], np.int64)


def seed_reader(seeds: NDArray[np.int64], rows: int, cols: int, deck: Deck = STANDARD) -> Callable[[slice], Cards]:
    """The card numbers of a part of the numbered deals of these seeds. Shape (part, cells)."""
    cells = cell_count(rows, cols, deck)
    return lambda part: draw_deals(seeds[part], cells, deck)


@compiled
def _search_each(
    cards: Cards,
    search: Search,
    max_nodes: int,
    first: int,
    statuses: NDArray[np.int8],
    nodes: NDArray[np.int64],
    steps: NDArray[np.uint16],
) -> int:
    """Search each board from number `first` on, up to one that resists; return its number, or that of all boards.

    Shapes: cards (boards, cells), steps (boards, cells − 1) or, where no solutions are wanted, (boards, 0).
    """
    for k in range(first, len(cards)):
        # A short search settles all but a few deals in ten thousand. One that resists is left to the caller, which
        # needs Python to take turns with collapse sets and then calls again with the next number.
        stacks = start_cards(search, cards[k])
        statuses[k] = run(search, min(max_nodes, search_first(stacks)))
        nodes[k] = nodes_taken(search)
        if statuses[k] == Status.PAUSED and nodes[k] < max_nodes:
            return k
        if statuses[k] == Status.SOLVED and steps.shape[1]:
            complete(search)
            for step in range(stacks - 1):
                steps[k, step] = search.path[step]
    return len(cards)
