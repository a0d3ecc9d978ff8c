"""The search of the `endgame` solver: depth first, best child first, down to the endgame tables, with restarts.

The search has two gears. A position of up to 16 stacks is one SIMD vector on every board: the stacks of a larger board
are then numbered from 0 in the order of their cells. With more stacks, rows are four times as long and as wide, and the
ordering leaves out the most expensive terms (`ordering`); such positions are rarely lost.

`boaf.solvers.endgame` explains the design, and what happens to boards that this search does not decide.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.lanes import load, store
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Status, hangs_together, line_masks, new_rows, push, source_of, step_of, target_of
from boaf.kernel.tables import Lookup, find_move, forget_patterns, new_lookup, tables_of
from boaf.solvers.ordering import Moves, Weights, list_children, new_moves, reset_noise, take_best
from boaf.support.threads import PerThread

RULES = {"compatibility": 1, "position": 2, "isolated": 4}
"""The pruning rules: a compatibility graph or a position graph that has come apart, a move that isolates a stack."""
ALL_RULES = sum(RULES.values())
_GROWTH = 1.1
_NOISE = 10
"""How many random bits are added to a score: up to four units of it."""
SMALL = 16
"""Up to how many stacks a position fits the narrow rows."""
STATE = np.dtype([(name, np.int64) for name in ("board", "stacks", "nodes", "entered", "limit", "stop")])
"""The stacks of the board and those left; the nodes of all tries; whether the position was entered, that is, its moves
were listed; the nodes allowed for this try, and the number of nodes at which it ends."""
_MOST_KEPT = 8
"""How many searches a thread keeps, each for boards of one shape."""


@workspace
class Gear(NamedTuple):
    """Positions in rows of one width, frame n for that of n stacks, with the moves still to try in each."""

    moves: Moves
    match: Masks
    """Shape (frames, lanes)."""
    occupied: NDArray[np.uint64]
    """Shape (frames,)."""


@workspace
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
    state: NDArray[np.void]
    """One record of `STATE`. Shape (1,)."""


_kept: PerThread[dict[tuple[int, int, int, int, bool], Search]] = PerThread(dict)


def new_search(
    rows: int,
    cols: int,
    tables: int,
    *,
    rules: int = ALL_RULES,
    weights: Weights | None = None,
    slack: int = 6,
    adjacent: bool = False,
) -> Search:
    """A search for boards of one shape, to be started with `start`; one for each thread.

    The tables know whole rows and columns. Where only adjacent cells are in line, that of a single stack alone is used.
    """
    cells, line = rows * cols, line_masks(rows, cols, adjacent)
    is_wide = cells > SMALL
    return Search(
        lookup=new_lookup(tables_of(1 if adjacent else tables), cols),
        rules=rules,
        slack=slack,
        small=_new_gear(new_rows(SMALL, 1)[0] if is_wide else line, SMALL + 1, weights),
        wide=_new_gear(line, cells + 1, weights) if is_wide else None,
        landing=np.zeros_like(line),
        path=np.zeros(cells, np.uint16),
        state=np.zeros(1, STATE),
    )


def own_search(rows: int, cols: int, tables: int, rules: int = ALL_RULES, adjacent: bool = False) -> Search:
    """A search of this thread's, made when it is first needed: to make one takes longer than an easy board."""
    kept, key = _kept(), (rows, cols, tables, rules, adjacent)
    if key not in kept:
        if len(kept) == _MOST_KEPT:
            kept.clear()
        kept[key] = new_search(rows, cols, tables, rules=rules, adjacent=adjacent)
    return kept[key]


def _new_gear(line: Masks, frames: int, weights: Weights | None) -> Gear:
    match = np.zeros((frames, len(line)), line.dtype)
    return Gear(new_moves(line, frames, weights), match, np.zeros(frames, np.uint64))


@compiled
def search_first(stacks: int) -> int:
    """How many nodes the search may take before collapse sets are tried: about as long as those take."""
    if stacks <= 12:
        return 100
    return 300 if stacks <= 14 else 1000


@compiled
def start(search: Search, match: Masks, occupied: np.uint64) -> None:
    """Start on a position of the search's shape. Shape (lanes,)."""
    _place(search.small, search.wide, search.lookup, match, occupied)
    state = search.state[0]
    state["board"] = state["stacks"] = count(occupied)
    state["nodes"] = state["entered"] = 0
    state["limit"] = state["stop"] = _first_limit(search)


@compiled
def start_cards(search: Search, cards: Cards) -> int:
    """Start on a board of card numbers; return how many stacks it has. Shape (cells,)."""
    occupied = match_cards(cards, search.landing)
    start(search, search.landing, occupied)
    return count(occupied)


@compiled
def _place(small: Gear, wide: Gear | None, lookup: Lookup, match: Masks, occupied: np.uint64) -> None:
    """Put a position into the frame where the search begins, and reset the noise."""
    stacks = count(occupied)
    reset_noise(small.moves)
    if wide is None:
        store(small.match, stacks, load(match, 0))
        small.occupied[stacks] = occupied
    else:
        reset_noise(wide.moves)
        store(wide.match, stacks, load(match, 0))
        wide.occupied[stacks] = occupied
        if stacks <= SMALL:
            _shrink(small, wide, lookup, stacks)


@compiled
def _shrink(small: Gear, wide: Gear, lookup: Lookup, stacks: int) -> None:
    """Number the stacks of a wide frame in the order of their cells, and copy it to the small frame."""
    cells, left = lookup.cells, wide.occupied[stacks]
    # Seventeen stacks of a 7 × 7 board have become sixteen. From here on they are numbered 0 … 15 whatever their cells,
    # so that a row fits a vector register. Patterns that are cached under the old numbers no longer hold.
    forget_patterns(lookup)
    for number in range(stacks):
        cells[number] = lowest(left)
        left &= left - ONE
    # Gather the bits of the old masks that belong to stacks, in the order of the new numbers.
    for number in range(SMALL):
        matching, in_line = ZERO, ZERO
        for other in range(stacks if number < stacks else 0):
            cell = np.uint64(cells[other])
            matching |= (np.uint64(wide.match[stacks, cells[number]]) >> cell & ONE) << np.uint64(other)
            in_line |= (np.uint64(wide.moves.line[cells[number]]) >> cell & ONE) << np.uint64(other)
        small.match[stacks, number] = matching
        small.moves.line[number] = in_line
    small.occupied[stacks] = bit(stacks) - ONE


@compiled
def _first_limit(search: Search) -> int:
    return max(search.state[0]["board"] - search.lookup.stacks, 1) + search.slack


@compiled
def nodes_taken(search: Search) -> int:
    """The nodes of all tries since the start."""
    return search.state[0]["nodes"]


@compiled
def run(search: Search, max_nodes: int) -> Status:
    """Search until `max_nodes` nodes in all: SOLVED (see `complete`), EXHAUSTED, or PAUSED, to be called again."""
    if search.state[0]["board"] == 1:
        return Status.SOLVED
    first_limit = _first_limit(search)
    return _run(
        search.small, search.wide, search.lookup, search.path, search.state, search.rules, first_limit, max_nodes
    )


@compiled
def _run(
    small: Gear,
    wide: Gear | None,
    lookup: Lookup,
    path: NDArray[np.uint16],
    states: NDArray[np.void],
    rules: int,
    first_limit: int,
    max_nodes: int,
) -> Status:
    """`run`, whose loop is quicker with its arrays at hand. On small boards nothing of the wide gear is compiled."""
    moves, match, occupied, line = small.moves, small.match, small.occupied, small.moves.line
    state = states[0]
    board = state["board"]
    while True:
        stacks, step = state["stacks"], np.int64(-1)
        # A position that was just reached: count it, and list its moves unless it is lost.
        if not state["entered"]:
            if state["nodes"] >= max_nodes:
                return Status.PAUSED
            _restart_in_time(state)
            # The first try follows the fitted ordering; every restart adds noise, so that it goes elsewhere.
            stacks, noise = state["stacks"], _NOISE * (state["limit"] > first_limit)
            state["entered"] = 1
            # One more move leads into the endgame tables: look up all moves instead of listing them.
            if stacks - 1 <= lookup.stacks:
                moves.sources[stacks] = 0
                is_whole = _is_whole(line, match, stacks, occupied[stacks], rules)
                state["nodes"] += is_whole
                if is_whole and find_move(lookup, match, occupied[stacks], line, stacks) >= 0:
                    return Status.SOLVED
            elif stacks <= SMALL:
                state["nodes"] += _enter(moves, match, stacks, occupied[stacks], rules, noise)
            elif wide is not None:
                state["nodes"] += _enter(wide.moves, wide.match, stacks, wide.occupied[stacks], rules, noise)
        if stacks <= SMALL:
            step = take_best(moves, stacks)
        elif wide is not None:
            step = take_best(wide.moves, stacks)
        # All moves were tried: go back to the position before, which has one stack more.
        if step < 0:
            if stacks == board:
                return Status.EXHAUSTED
            state["stacks"] = stacks + 1
            continue
        if stacks <= SMALL:
            path[board - stacks] = _by_cells(lookup.cells, step)
            push(match, occupied, stacks, step, stacks - 1)
        elif wide is not None:
            path[board - stacks] = step
            push(wide.match, wide.occupied, stacks, step, stacks - 1)
            if stacks - 1 == SMALL:
                _shrink(small, wide, lookup, SMALL)
        state["stacks"] = stacks - 1
        state["entered"] = 0


@compiled
def _restart_in_time(state: np.void) -> None:
    """Go back to the board if this try has used up its nodes; the next one may take 10 % more."""
    if state["nodes"] >= state["stop"]:
        state["limit"] = np.int64(state["limit"] * _GROWTH) + 1
        state["stop"] = state["nodes"] + state["limit"]
        state["stacks"] = state["board"]


@compiled
def _enter(moves: Moves, match: Masks, frame: int, occupied: np.uint64, rules: int, noise: int) -> bool:
    """List the moves of a position, or none if it has come apart; return whether it has not."""
    moves.sources[frame] = 0
    if not _is_whole(moves.line, match, frame, occupied, rules):
        return False
    list_children(moves, match, frame, occupied, rules & 4 != 0, noise)
    return True


@compiled
def _is_whole(line: Masks, match: Masks, frame: int, occupied: np.uint64, rules: int) -> bool:
    """Whether both graphs of a position are connected, as far as the rules ask."""
    return (not rules & 1 or hangs_together(match, frame, occupied)) and (
        not rules & 2 or hangs_together(line, 0, occupied)
    )


@compiled
def _by_cells(cells: NDArray[np.uint8], step: np.int64) -> np.int64:
    """A step of the small gear by the cells of the board."""
    return step_of(cells[source_of(step)], cells[target_of(step)])


@compiled
def complete(search: Search) -> None:
    """After success, follow the tables to the last stack, so that `path` is the whole solution."""
    small, board = search.small, search.state[0]["board"]
    for stacks in range(search.state[0]["stacks"], 1, -1):
        step = find_move(search.lookup, small.match, small.occupied[stacks], small.moves.line, stacks)
        search.path[board - stacks] = _by_cells(search.lookup.cells, step)
        push(small.match, small.occupied, stacks, step, stacks - 1)


@compiled
def attempt(search: Search, match: Masks, occupied: np.uint64, max_nodes: int) -> Status:
    """Start on a position and search it for a short time; if it is solved, `path` is the whole solution."""
    start(search, match, occupied)
    status = run(search, min(max_nodes, search_first(count(occupied))))
    if status == Status.SOLVED:
        complete(search)
    return status
