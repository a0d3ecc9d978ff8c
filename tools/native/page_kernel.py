"""What the page can ask of the kernel: each entry hands the arrays of the arena to functions of `boaf`.

The page writes a position to `narrow_match` and `narrow_line` if it has at most 16 numbers, else to `wide_match` and
`wide_line`, a row of masks each, and the mask of its stacks to `occupied`. For the search the numbers are the cells of
the board, for everything else its stacks, in the order of their cells. Other masks go by `given`, and what does not fit
into a number comes back by `found`. Entries take and return 32 bits, which JavaScript has as plain numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from arena import Arena
from numba.core import types

from boaf.kernel.bits import ONE, ZERO, bit, lowest, smallest_part
from boaf.kernel.lanes import load, mask, store
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.position import line_masks
from boaf.kernel.tables import Lookup, find_move, forget_patterns, tables_of
from boaf.kernel.vectors import dispatcher_of
from boaf.prove import cut_vertex, disconnected, lollipop_stick, lynchpin
from boaf.questions.analysis import mark_states_of_solutions
from boaf.solvers.collapse import last_move
from boaf.solvers.descent import ALL_RULES, Gear, Search, complete, nodes_taken, run, search_first, start
from boaf.solvers.descent import STATE as SEARCH_STATE
from boaf.solvers.family import STATE as FAMILY_STATE
from boaf.solvers.family import Family, begin, clear, find_known, join
from boaf.solvers.ordering import Moves, new_moves

F = TypeVar("F", bound=Callable[..., Any])
NARROW, WIDE = 16, 64
_SLACK = 6
_PATTERN_CACHE = 1 << 16
_NARROW_SETS, _NARROW_SLOTS = (1 << 16) + (1 << 14), 1 << 16
"""All sets of 16 stacks, and the largest number of one size on top, because a join asks for as much room."""
_WIDE_SETS, _WIDE_SLOTS = 1 << 15, 1 << 17

arena = Arena()
found = arena.array((4,), np.int64, "found")
given = arena.array((2,), np.uint64, "given")
occupied = arena.array((1,), np.uint64, "occupied")
path = arena.array((WIDE,), np.uint16, "path")
state = arena.array((1,), SEARCH_STATE)
shape = arena.array((2,), np.int64)
"""The columns of the narrow board whose patterns the look-up knows, 0 if it is none, and those of the wide board."""

ENTRIES: dict[str, Any] = {}
_TABLES = tables_of(6)
_BITS, _CODES, _OFFSETS = _TABLES.bits, _TABLES.codes, _TABLES.offsets
_STACKS = _TABLES.stacks


def _compiled(function: F) -> F:
    return cast(F, dispatcher_of(function))


def ir_of(name: str) -> str:
    """The code of an entry and of all that it calls, under its own name."""
    entry = ENTRIES[name]
    return re.sub(rf'@"?{re.escape(entry._wrapper_name)}"?', f"@{name}", entry.inspect_llvm())


def _entry(name: str) -> Callable[[Callable[..., int]], None]:
    def add(function: Callable[..., int]) -> None:
        numbers = function.__code__.co_argcount
        ENTRIES[name] = numba.cfunc(types.int32(*[types.int32] * numbers))(function)

    return add


def _name_of(lanes: int) -> str:
    return "narrow" if lanes == NARROW else "wide"


def _kind_of(lanes: int) -> Any:
    return np.dtype(f"u{lanes // 8}")


def _new_lookup(name: str) -> Any:
    """The endgame tables with a cache of their own."""
    cells = arena.array((WIDE,), np.uint8, name)
    meaning = arena.array((1,), np.uint64)
    known = arena.array((_PATTERN_CACHE, 2), np.uint64)
    order, room = arena.array((MAX_STACKS,), np.uint8), arena.array((8, MAX_STACKS), np.int64)
    matches = arena.array((WIDE,), np.uint16)

    @_compiled
    def lookup(cols: int) -> Lookup:
        parts = cells(), meaning(), known(), order(), room(), matches()
        return Lookup(_STACKS, _BITS, _CODES, _OFFSETS, cols, *parts)

    return lookup


def _new_gear(lanes: int, frames: int) -> Any:
    """The frames of a search in rows of one width."""
    kind = _kind_of(lanes)
    line = arena.array((lanes,), kind)
    sources = arena.array((frames,), np.uint64)
    targets = arena.array((frames, lanes), kind)
    scores = arena.array((frames, lanes, lanes), np.dtype(f"i{lanes // 8}"))
    prices, random = arena.array((2, lanes), kind), arena.array((2, lanes), kind)
    match = arena.array((frames, lanes), kind)
    occupied_in = arena.array((frames,), np.uint64)
    fresh = new_moves(line_masks(1, lanes), 1)
    alone, weights, noise = fresh.alone, fresh.weights, fresh.random

    @_compiled
    def gear() -> Gear:
        store(random(), 1, load(noise, 1))
        moves = Moves(line(), alone, weights, sources(), targets(), scores(), prices(), random())
        return Gear(moves, match(), occupied_in())

    return gear


_lookup = _new_lookup("cells")
_mini_lookup = _new_lookup("mini_cells")
_narrow_match = arena.array((1, NARROW), np.uint16, "narrow_match")
_narrow_line = arena.array((1, NARROW), np.uint16, "narrow_line")
_small = _new_gear(NARROW, NARROW + 1)


@_compiled
def _narrow_search() -> Search:
    lookup = _lookup(shape()[0])
    return Search(lookup, ALL_RULES, _SLACK, _small(), None, _narrow_match()[0], path(), state())


@_entry("narrow_start")
def _narrow_start(cols: int) -> int:
    """Begin to search a board of up to 16 cells; return how many nodes to try before collapse sets."""
    if shape()[0] != cols:
        shape()[0] = cols
        lookup = _lookup(cols)
        for cell in range(NARROW):
            lookup.cells[cell] = cell
        forget_patterns(lookup)
    search = _narrow_search()
    store(search.small.moves.line, 0, load(_narrow_line(), 0))
    start(search, _narrow_match()[0], occupied()[0])
    return search_first(search.state[0]["board"])


def _add_search(lanes: int, searching: Any) -> None:
    """What can be asked of a search that was started."""

    @_entry(f"{_name_of(lanes)}_run")
    def go_on(max_nodes: int) -> int:
        """Search until `max_nodes` nodes in all; return a status, and the nodes in `found`."""
        search = searching()
        status = run(search, max_nodes)
        found()[0] = nodes_taken(search)
        return status

    @_entry(f"{_name_of(lanes)}_complete")
    def finish() -> int:
        """After success, write the whole solution to `path`."""
        complete(searching())
        return 0


def _new_family(lanes: int, capacity: int, slots: int) -> tuple[Any, Any]:
    """The collapse sets of a number of stacks, and the number of stacks in hand."""
    kind = _kind_of(lanes)
    cells = arena.array((lanes,), np.int64)
    match, line = arena.array((lanes,), kind), arena.array((lanes,), kind)
    first, first_child = arena.array((lanes + 2,), np.int64), arena.array((lanes + 2,), np.int64)
    state, in_hand = arena.array((1,), FAMILY_STATE), arena.array((1,), np.int64)
    sets, roots = arena.array((capacity,), np.uint64), arena.array((capacity,), np.uint64)
    parents, children = arena.array((capacity,), np.uint64), arena.array((capacity,), np.int64)
    holding = arena.array((lanes, capacity // 64), np.uint64)
    offered = arena.array((lanes, capacity // 64), np.uint64)
    slot = arena.array((slots,), np.int64)
    stand, near = arena.array((capacity, lanes), kind), arena.array((capacity, lanes), kind)
    cover = arena.array((capacity, lanes), kind)
    alone = new_moves(line_masks(1, lanes), 1).alone

    @_compiled
    def family(stacks: int) -> Family:
        rows = sets(), stand(), near(), cover(), roots(), parents(), children(), holding(), offered(), slot()
        return Family(cells()[:stacks], alone, match(), line(), *rows, first(), first_child(), state())

    return family, in_hand


def _add_family(lanes: int, capacity: int, slots: int, match: Any, line: Any) -> Any:
    """What can be asked about collapse sets."""
    name = _name_of(lanes)
    family_of, in_hand = _new_family(lanes, capacity, slots)

    @_compiled
    def family() -> Any:
        return family_of(in_hand()[0])

    @_entry(f"{name}_collapse_start")
    def begin_anew(stacks: int) -> int:
        """Begin with the single stacks of a position."""
        clear(family())
        in_hand()[0] = stacks
        begin(family(), match()[0], line()[0], occupied()[0])
        return 0

    @_entry(f"{name}_collapse_run")
    def go_on(pairs: int, only_one: int) -> int:
        """Try about this many pairs of sets (see `join`); return a status, and how many sets were found in `found`."""
        status = join(family(), pairs, capacity, bool(only_one))
        found()[0] = family().state[0]["found"] - in_hand()[0]
        return status

    @_entry(f"{name}_collapse_goal")
    def goal() -> int:
        """Whether the set of all can be collapsed; in `found` its number, a top card and its cell."""
        sets, stacks = family(), in_hand()[0]
        everything = sets.first[stacks]
        if sets.first[stacks + 1] == everything:
            return 0
        top = lowest(mask(load(sets.stand, everything)))
        found()[0], found()[1] = everything, np.int64(top)
        found()[2] = np.int64(lowest(np.uint64(sets.stand[everything, top])))
        return 1

    @_entry(f"{name}_collapse_move")
    def move(number: int, top: int, cell: int) -> int:
        """The last move to a state, in `found`: the sets of both stacks, the cell left, the card covered."""
        parent, child, before, covered = last_move(family(), number, top, cell)
        found()[0], found()[1] = np.int64(parent), np.int64(child)
        found()[2], found()[3] = np.int64(before), np.int64(covered)
        return 0

    @_entry(f"{name}_collapse_count")
    def count_sets() -> int:
        """How many sets of two or more stacks can be collapsed on the way to a solution."""
        sets, standing = family(), 0
        for number in range(in_hand()[0], sets.state[0]["found"]):
            standing += mask(load(sets.stand, number)) != ZERO
        return standing

    return family


def _add_fates(capacity: int, family: Any) -> None:
    """Which moves keep a board solvable, from all its collapse sets."""
    part = arena.array((capacity, NARROW), np.uint16)

    @_entry("narrow_fates")
    def find_fates() -> int:
        sets, states = family(), part()
        nothing = load(sets.alone, 0) & ZERO
        for number in range(sets.state[0]["found"]):
            store(states, number, nothing)
        mark_states_of_solutions(sets, states)
        return 0

    @_entry("narrow_keeps")
    def keeps(source: int, target: int) -> int:
        """Whether a move keeps the board solvable, after `fates`."""
        sets = family()
        number = find_known(sets, bit(source) | bit(target))
        return number >= 0 and np.uint64(part()[number, source]) >> np.uint64(target) & ONE != ZERO


def _add_reasons(lanes: int, match: Any, line: Any) -> None:
    """Why a position cannot be solved: what the conditions of `boaf.prove` compute."""
    name, sets = _name_of(lanes), 2 << cut_vertex.MOST_CARDS
    cells = arena.array((cut_vertex.MOST_CARDS + 1,), np.uint64)
    life = arena.array((sets, lanes + 1), np.uint64)
    stand = arena.array((sets, cut_vertex.MOST_CARDS + 1), np.uint64)
    collapsible = arena.array((sets,), np.bool_)

    @_entry(f"{name}_odd_birds")
    def odd_birds() -> int:
        found()[0] = np.int64(disconnected.odd_birds(match()[0], occupied()[0]))
        return 0

    @_entry(f"{name}_smallest_flock")
    def smallest_flock() -> int:
        found()[0] = np.int64(smallest_part(match()[0], given()[0]))
        return 0

    @_entry(f"{name}_smallest_part")
    def smallest_part_by_position() -> int:
        found()[0] = np.int64(smallest_part(line()[0], occupied()[0]))
        return 0

    @_entry(f"{name}_lynchpins")
    def lynchpins() -> int:
        """The lynchpins, and what they keep apart."""
        pins = lynchpin.lynchpins(line()[0], occupied()[0])
        found()[0] = np.int64(pins)
        found()[1] = np.int64(lynchpin.cards_apart(match()[0], occupied()[0], pins)) if pins else 0
        return 0

    @_entry(f"{name}_lollipop_stick")
    def stick() -> int:
        x, u, w, moves = lollipop_stick.lollipop_stick(match()[0], line()[0], occupied()[0])
        found()[0], found()[1], found()[2], found()[3] = np.int64(x), np.int64(u), np.int64(w), np.int64(moves)
        return 0

    @_entry(f"{name}_ways_to_join")
    def ways_to_join(card: int, other_parts: int) -> int:
        """Whether a card can cover the part that is given (1), or the part the card (2), next to the others given."""
        room = cut_vertex.Room(cells(), life(), stand(), collapsible())
        room.life[:] = ZERO
        room.stand[:] = ZERO
        room.collapsible[:] = False
        part, others = given()[0], given()[1]
        ways = cut_vertex.find_ways_to_join(match()[0], line()[0], card, part, others, other_parts, room)
        return ways[0] | ways[1] << 1


@_entry("collapses")
def _collapses(cols: int) -> int:
    """Whether a mini-board, whose stacks stand in the cells `mini_cells`, can be collapsed."""
    lookup = _mini_lookup(cols)
    forget_patterns(lookup)
    return int(find_move(lookup, _narrow_match(), occupied()[0], _narrow_line()[0], 0) >= 0)


_add_search(NARROW, _narrow_search)
_add_reasons(NARROW, _narrow_match, _narrow_line)
_narrow_family = _add_family(NARROW, _NARROW_SETS, _NARROW_SLOTS, _narrow_match, _narrow_line)
_add_fates(_NARROW_SETS, _narrow_family)
NARROW_SIZE = arena.size
"""The bytes that boards of up to 16 stacks need."""

_wide_match = arena.array((1, WIDE), np.uint64, "wide_match")
_wide_line = arena.array((1, WIDE), np.uint64, "wide_line")
_wide = _new_gear(WIDE, WIDE + 1)


@_compiled
def _wide_search() -> Search:
    return Search(_lookup(shape()[1]), ALL_RULES, _SLACK, _small(), _wide(), _wide_match()[0], path(), state())


@_entry("wide_start")
def _wide_start(cols: int) -> int:
    """Begin to search a larger board; return how many nodes to try before collapse sets."""
    shape()[0], shape()[1] = 0, cols
    search, wide = _wide_search(), _wide()
    store(wide.moves.line, 0, load(_wide_line(), 0))
    start(search, _wide_match()[0], occupied()[0])
    return search_first(search.state[0]["board"])


_add_search(WIDE, _wide_search)
_add_reasons(WIDE, _wide_match, _wide_line)
_add_family(WIDE, _WIDE_SETS, _WIDE_SLOTS, _wide_match, _wide_line)
