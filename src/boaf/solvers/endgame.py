"""The `endgame` solver: search with a fitted ordering into endgame tables, restarts, and collapse sets for the rest.

Three ideas, each of which catches what the one before it lets through.

1. Depth-first search, best child first (`ordering`), until the tables (`kernel.tables`) know the answer. Over nine in
   ten 4 × 4 deals fall without a wrong turn. A position is dropped when its compatibility graph or its position graph
   has come apart: moves only ever delete vertices and edges of the former, and stacks in different parts of the
   latter can never meet.
2. Restarts. Where the search goes wrong early it can be lost for a long time, so it gives up soon, adds noise to the
   ordering and tries again with a limit that is 10 % larger, which tames the heavy tail.
3. Collapse sets (`collapse`). A board that resists some hundreds or thousands of nodes is either unsolvable or has few
   solutions; the dynamic programme over sets of stacks then decides it in a bounded time. On boards too large for that,
   search and collapse sets take turns.

A node is a position whose moves were listed, or a set of stacks that was found to collapse.

The search has two gears. With up to 16 stacks a position is one vector of the machine, whatever the board: the stacks
of a larger board are then numbered from 0 in the order of their cells. With more, rows are four times as long and as
wide, and the ordering leaves out what costs most (`ordering`); such positions are rarely lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.errors import BoafError
from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.jit import answers_at_once, lean, portion
from boaf.kernel.lanes import load, store
from boaf.kernel.position import (
    Position,
    hangs_together,
    line_masks,
    moves_of,
    new_rows,
    position_of,
    push,
    source_of,
    step_of,
    target_of,
)
from boaf.kernel.status import Status
from boaf.kernel.store import tables_of
from boaf.kernel.tables import Lookup, find_move, forget_patterns, new_lookup
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.ordering import Moves, Weights, calm, list_children, new_moves, take_best
from boaf.solvers.result import VERDICTS, Verdict
from boaf.threads import PerThread

RULES = {"compatibility": 1, "position": 2, "isolated": 4}
"""The pruning rules: a compatibility graph or a position graph that has come apart, a move that isolates a stack."""
ALL_RULES = sum(RULES.values())
_FIRST_PAIRS = 1 << 25
"""How many pairs of collapse sets are tried before the search goes on."""
_SLICE = 10_000
"""How many nodes are searched between two looks at the limits, some milliseconds' worth."""
_GROWTH = 1.1
_NOISE = 10
"""How many random bits are added to a score: up to four units of it."""
SMALL = 16
"""Up to how many stacks a position fits the narrow rows."""
_BOARD, _STACKS, _NODES, _ENTERED, _LIMIT, _STOP = range(6)


class Gear(NamedTuple):
    """Positions in rows of one width, frame n for that of n stacks, with the moves still to try in each."""

    moves: Moves
    match: Masks
    """Shape (frames, lanes)."""
    occupied: NDArray[np.uint64]
    """Shape (frames,)."""


class Search(NamedTuple):
    """A depth-first search in progress, and everything it reads."""

    lookup: Lookup
    rules: int
    slack: int
    """How many nodes the first try may take beyond the fewest possible; each restart may take 10 % more in all."""
    small: Gear
    """Positions of up to 16 stacks, by the numbers that `lookup.cells` translates."""
    wide: Gear | None
    """Positions of more stacks, by cells; None on boards of up to 16 cells."""
    landing: Masks
    """Where the match masks of a board are put first. Shape (lanes,)."""
    path: NDArray[np.uint16]
    """The moves made, by cells; after `complete`, the whole solution. Shape (cells,)."""
    state: NDArray[np.int64]
    """The stacks of the board, those left, the nodes, whether the position was entered, the limit of this try, and the
    nodes at which it ends. Shape (6,)."""


_kept: PerThread[dict[tuple[int, int, int, int], Search]] = PerThread(dict)
_MOST_KEPT = 8
"""How many searches a thread keeps, each for boards of one shape."""


def new_search(
    rows: int, cols: int, tables: int, *, rules: int = ALL_RULES, weights: Weights | None = None, slack: int = 6
) -> Search:
    """A search for boards of one shape, to be started with `start`; one for each thread."""
    cells, line = rows * cols, line_masks(rows, cols)
    is_wide = cells > SMALL
    return Search(
        lookup=new_lookup(tables_of(tables), cols),
        rules=rules,
        slack=slack,
        small=_new_gear(new_rows(SMALL, 1)[0] if is_wide else line, SMALL + 1, weights),
        wide=_new_gear(line, cells + 1, weights) if is_wide else None,
        landing=np.zeros_like(line),
        path=np.zeros(cells, np.uint16),
        state=np.zeros(6, np.int64),
    )


def _new_gear(line: Masks, frames: int, weights: Weights | None) -> Gear:
    match = np.zeros((frames, len(line)), line.dtype)
    return Gear(new_moves(line, frames, weights), match, np.zeros(frames, np.uint64))


@lean
def search_first(stacks: int) -> int:
    """How many nodes the search may take before collapse sets are tried: about as long as those take."""
    if stacks <= 12:
        return 100
    return 300 if stacks <= 14 else 1000


@lean
def start(search: Search, match: Masks, occupied: np.uint64) -> None:
    """Begin anew on a position of the search's shape. Shape (lanes,)."""
    _place(search.small, search.wide, search.lookup, match, occupied)
    search.state[:] = 0
    search.state[_BOARD] = search.state[_STACKS] = count(occupied)
    search.state[_LIMIT] = search.state[_STOP] = _first_limit(search)


@lean
def start_cards(search: Search, cards: Cards) -> int:
    """Begin anew on a board of card numbers; return how many stacks it has. Shape (cells,)."""
    occupied = match_cards(cards, search.landing)
    start(search, search.landing, occupied)
    return count(occupied)


@lean
def _place(small: Gear, wide: Gear | None, lookup: Lookup, match: Masks, occupied: np.uint64) -> None:
    """Put a position into the frame where the search begins, and begin the noise."""
    stacks = count(occupied)
    calm(small.moves)
    if wide is None:
        store(small.match, stacks, load(match, 0))
        small.occupied[stacks] = occupied
    else:
        calm(wide.moves)
        store(wide.match, stacks, load(match, 0))
        wide.occupied[stacks] = occupied
        if stacks <= SMALL:
            _shrink(small, wide, lookup, stacks)


@lean
def _shrink(small: Gear, wide: Gear, lookup: Lookup, stacks: int) -> None:
    """Number the stacks of a wide frame in the order of their cells, and copy it to the small frame."""
    cells, left = lookup.cells, wide.occupied[stacks]
    forget_patterns(lookup)
    for number in range(stacks):
        cells[number] = lowest(left)
        left &= left - ONE
    for number in range(SMALL):
        matching, in_line = ZERO, ZERO
        for other in range(stacks if number < stacks else 0):
            cell = np.uint64(cells[other])
            matching |= (np.uint64(wide.match[stacks, cells[number]]) >> cell & ONE) << np.uint64(other)
            in_line |= (np.uint64(wide.moves.line[cells[number]]) >> cell & ONE) << np.uint64(other)
        small.match[stacks, number] = matching
        small.moves.line[number] = in_line
    small.occupied[stacks] = bit(stacks) - ONE


@lean
def _first_limit(search: Search) -> int:
    return max(search.state[_BOARD] - search.lookup.stacks, 1) + search.slack


@lean
def nodes_taken(search: Search) -> int:
    """The nodes of all tries since the start."""
    return search.state[_NODES]


@lean
def run(search: Search, max_nodes: int) -> Status:
    """Search until `max_nodes` nodes in all: SOLVED (see `complete`), EXHAUSTED, or PAUSED, to be called again."""
    if search.state[_BOARD] == 1:
        return Status.SOLVED
    first_limit = _first_limit(search)
    return _run(
        search.small, search.wide, search.lookup, search.path, search.state, search.rules, first_limit, max_nodes
    )


@lean
def _run(
    small: Gear,
    wide: Gear | None,
    lookup: Lookup,
    path: NDArray[np.uint16],
    state: NDArray[np.int64],
    rules: int,
    first_limit: int,
    max_nodes: int,
) -> Status:
    """`run`, whose loop is quicker with its arrays at hand. On small boards nothing of the wide gear is compiled."""
    moves, match, occupied, line, board = small.moves, small.match, small.occupied, small.moves.line, state[_BOARD]
    while True:
        stacks, step = state[_STACKS], np.int64(-1)
        if not state[_ENTERED]:
            if state[_NODES] >= max_nodes:
                return Status.PAUSED
            _restart_in_time(state)
            stacks, noise = state[_STACKS], _NOISE * (state[_LIMIT] > first_limit)
            state[_ENTERED] = 1
            if stacks - 1 <= lookup.stacks:
                moves.sources[stacks] = 0
                is_whole = _is_whole(line, match, stacks, occupied[stacks], rules)
                state[_NODES] += is_whole
                if is_whole and find_move(lookup, match, occupied[stacks], line, stacks) >= 0:
                    return Status.SOLVED
            elif stacks <= SMALL:
                state[_NODES] += _enter(moves, match, stacks, occupied[stacks], rules, noise)
            elif wide is not None:
                state[_NODES] += _enter(wide.moves, wide.match, stacks, wide.occupied[stacks], rules, noise)
        if stacks <= SMALL:
            step = take_best(moves, stacks)
        elif wide is not None:
            step = take_best(wide.moves, stacks)
        if step < 0:
            if stacks == board:
                return Status.EXHAUSTED
            state[_STACKS] = stacks + 1
            continue
        if stacks <= SMALL:
            path[board - stacks] = _by_cells(lookup.cells, step)
            push(match, occupied, stacks, step, stacks - 1)
        elif wide is not None:
            path[board - stacks] = step
            push(wide.match, wide.occupied, stacks, step, stacks - 1)
            if stacks - 1 == SMALL:
                _shrink(small, wide, lookup, SMALL)
        state[_STACKS] = stacks - 1
        state[_ENTERED] = 0


@lean
def _restart_in_time(state: NDArray[np.int64]) -> None:
    """Go back to the board when this try has had its nodes."""
    if state[_NODES] >= state[_STOP]:
        state[_LIMIT] = np.int64(state[_LIMIT] * _GROWTH) + 1
        state[_STOP] = state[_NODES] + state[_LIMIT]
        state[_STACKS] = state[_BOARD]


@lean
def _enter(moves: Moves, match: Masks, frame: int, occupied: np.uint64, rules: int, noise: int) -> bool:
    """List the moves of a position, or none if it has come apart; return whether it has not."""
    moves.sources[frame] = 0
    if not _is_whole(moves.line, match, frame, occupied, rules):
        return False
    list_children(moves, match, frame, occupied, rules & 4 != 0, noise)
    return True


@lean
def _is_whole(line: Masks, match: Masks, frame: int, occupied: np.uint64, rules: int) -> bool:
    """Whether both graphs of a position are connected, as far as the rules ask."""
    return (not rules & 1 or hangs_together(match, frame, occupied)) and (
        not rules & 2 or hangs_together(line, 0, occupied)
    )


@lean
def _by_cells(cells: NDArray[np.uint8], step: np.int64) -> np.int64:
    """A step of the small gear by the cells of the board."""
    return step_of(cells[source_of(step)], cells[target_of(step)])


@lean
def complete(search: Search) -> None:
    """After success, follow the tables to the last stack, so that `path` is the whole solution."""
    small, board = search.small, search.state[_BOARD]
    for stacks in range(search.state[_STACKS], 1, -1):
        step = find_move(search.lookup, small.match, small.occupied[stacks], small.moves.line, stacks)
        search.path[board - stacks] = _by_cells(search.lookup.cells, step)
        push(small.match, small.occupied, stacks, step, stacks - 1)


@answers_at_once
def solve(
    board: Board,
    limits: Limits,
    *,
    tables: int = 6,
    rules: tuple[str, ...] = tuple(RULES),
    collapse: bool = True,
) -> Outcome:
    """Search into the tables of up to `tables` stacks, pruned by `rules`, with collapse sets as the last resort."""
    search = _own_search(board.rows, board.cols, tables, _rule_bits(rules))
    decision = decide(position_of(board), search, limits, collapse)
    return Outcome(decision.verdict, moves_of(board, decision.steps), decision.nodes)


def _own_search(rows: int, cols: int, tables: int, rules: int) -> Search:
    """A search of this thread's, made when it is first needed: to make one takes longer than an easy board."""
    kept, key = _kept(), (rows, cols, tables, rules)
    if key not in kept:
        if len(kept) == _MOST_KEPT:
            kept.clear()
        kept[key] = new_search(rows, cols, tables, rules=rules)
    return kept[key]


class Decision(NamedTuple):
    """How the search of a position ended: `SOLVED`, `EXHAUSTED`, or `PAUSED` at a limit."""

    status: Status
    steps: list[int]
    """The steps of a solution."""
    nodes: int

    @property
    def verdict(self) -> Verdict:
        """What that says of the board."""
        return VERDICTS[self.status]


def decide(position: Position, search: Search, limits: Limits, collapse: bool = True) -> Decision:
    """Decide a position with a search for its shape."""
    stacks = int(position.occupied).bit_count()
    status = Status(_attempt(search, position.match, position.occupied, min(portion(_SLICE), limits.nodes_left(0))))
    if status == Status.PAUSED:
        return go_on(position, search, limits, collapse)
    steps = search.path[: stacks - 1].tolist() if status == Status.SOLVED else []
    return Decision(status, steps, int(search.state[_NODES]))


@lean
def _attempt(search: Search, match: Masks, occupied: np.uint64, max_nodes: int) -> Status:
    """Begin anew on a position and search it shortly; if it is solved, `path` is the whole solution."""
    start(search, match, occupied)
    status = run(search, min(max_nodes, search_first(count(occupied))))
    if status == Status.SOLVED:
        complete(search)
    return status


def go_on(position: Position, search: Search, limits: Limits, collapse: bool = True) -> Decision:
    """Decide a position that the search has been started on, and has been searching in vain."""
    collapser = None
    goal, pairs = search_first(int(position.occupied).bit_count()), _FIRST_PAIRS
    while True:
        spent = collapser.nodes if collapser else 0
        status = _search_until(search, goal, limits, spent)
        nodes = int(search.state[_NODES]) + spent
        if status == Status.SOLVED:
            complete(search)
            return Decision(status, search.path[: int(position.occupied).bit_count() - 1].tolist(), nodes)
        if status == Status.EXHAUSTED:
            return Decision(status, [], nodes)
        if collapse and limits.nodes_left(nodes):
            collapser = collapser or Collapser(position)
            status = collapser.advance_until(pairs, limits, int(search.state[_NODES]))
            nodes = int(search.state[_NODES]) + collapser.nodes
            if status == Status.DONE:
                steps = collapser.steps()
                collapser.finish()
                return Decision(Status.SOLVED if steps else Status.EXHAUSTED, steps, nodes)
            collapse = status == Status.PAUSED
        if not limits.nodes_left(nodes):
            return Decision(Status.PAUSED, [], nodes)
        goal, pairs = 4 * goal, 4 * pairs


def _search_until(search: Search, goal: int, limits: Limits, spent: int) -> Status:
    """Search until `goal` nodes or the limits, looking up now and then; `spent` nodes went elsewhere."""
    while True:
        nodes = int(search.state[_NODES])
        stop = min(goal, nodes + min(portion(_SLICE), limits.nodes_left(nodes + spent)))
        status = run(search, stop)
        if status != Status.PAUSED or stop in (nodes, goal):
            return status


def _rule_bits(rules: tuple[str, ...]) -> int:
    unknown = set(rules) - set(RULES)
    if unknown:
        raise BoafError(f"unknown pruning rule {min(unknown)!r}: choose from {', '.join(RULES)}")
    return sum(RULES[rule] for rule in set(rules))
