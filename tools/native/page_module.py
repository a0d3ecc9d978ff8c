"""What the WebAssembly modules of the page share: memory, entries, and the search of `boaf.solvers.descent`.

The page writes a position to `narrow_match` and `narrow_line` if it has at most 16 numbers, else to `wide_match` and
`wide_line`, a row of masks each, and the mask of its stacks to `occupied`. For the search the numbers are the cells of
the board. Other masks go by `given`, and what does not fit into a number comes back by `found`. Entries take and return
32 bits, which JavaScript has as plain numbers.

Each module is built in processes of its own, so each has this memory for itself. Every process lays out all arrays, and
compiles some of the entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from arena import Arena
from numba.core import types

from boaf.kernel.lanes import load, store
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.position import line_masks
from boaf.kernel.tables import Lookup, Tables, forget_patterns
from boaf.kernel.vectors import dispatcher_of
from boaf.solvers.descent import ALL_RULES, Gear, Search, complete, nodes_taken, run, search_first, start
from boaf.solvers.descent import STATE as SEARCH_STATE
from boaf.solvers.ordering import Moves, new_moves

F = TypeVar("F", bound=Callable[..., Any])
NARROW, WIDE = 16, 64
_SLACK = 6
_PATTERN_CACHE = 1 << 16

arena = Arena()
found = arena.array((4,), np.int64, "found")
given = arena.array((2,), np.uint64, "given")
occupied = arena.array((1,), np.uint64, "occupied")
path = arena.array((WIDE,), np.uint16, "path")
state = arena.array((1,), SEARCH_STATE)
shape = arena.array((2,), np.int64)
"""The columns of the narrow board whose patterns the look-up knows, 0 if it is none, and those of the wide board."""

ENTRIES: dict[str, Any] = {}
"""The entries by name; None for those that another process compiles."""
only = ".*"
"""The pattern of the names of the entries to compile; to be set before a module is imported."""


def compiled(function: F) -> F:
    """A function that entries can call."""
    return cast(F, dispatcher_of(function))


def code() -> list[str]:
    """The code of each entry that was compiled, under its own name, and of all that it calls."""
    return [
        re.sub(rf'@"?{re.escape(entry._wrapper_name)}"?', f"@{name}", entry.inspect_llvm())
        for name, entry in ENTRIES.items()
        if entry
    ]


def add_entry(name: str) -> Callable[[Callable[..., Any]], None]:
    """Add a function to the module under a name."""

    def add(function: Callable[..., Any]) -> None:
        numbers = function.__code__.co_argcount
        compiler = numba.cfunc(types.int32(*[types.int32] * numbers))
        ENTRIES[name] = compiler(function) if re.fullmatch(only, name) else None

    return add


def name_of(lanes: int) -> str:
    """What the names of the entries for rows of a width begin with."""
    return "narrow" if lanes == NARROW else "wide"


def kind_of(lanes: int) -> Any:
    """The type of the masks in rows of a width."""
    return np.dtype(f"u{lanes // 8}")


def new_lookup(name: str, tables: Tables, *, is_fetched: bool = False) -> Any:
    """Endgame tables with a cache of their own: in the module, or in the array `table` that the page fills."""
    cells = arena.array((WIDE,), np.uint8, name)
    meaning = arena.array((1,), np.uint64)
    known = arena.array((_PATTERN_CACHE, 2), np.uint64)
    order, room = arena.array((MAX_STACKS,), np.uint8), arena.array((8, MAX_STACKS), np.int64)
    matches = arena.array((WIDE,), np.uint16)
    stacks, bits, codes, offsets = tables
    table = arena.array(bits.shape, np.uint8, "table") if is_fetched else None

    @compiled
    def lookup(cols: int) -> Lookup:
        parts = cells(), meaning(), known(), order(), room(), matches()
        return Lookup(stacks, bits, codes, offsets, cols, *parts)

    @compiled
    def lookup_in_arena(cols: int) -> Lookup:
        parts = cells(), meaning(), known(), order(), room(), matches()
        return Lookup(stacks, table(), codes, offsets, cols, *parts)  # type: ignore[misc]

    return lookup_in_arena if is_fetched else lookup


def new_gear(lanes: int, frames: int) -> Any:
    """The frames of a search in rows of one width."""
    kind = kind_of(lanes)
    line = arena.array((lanes,), kind)
    sources = arena.array((frames,), np.uint64)
    targets = arena.array((frames, lanes), kind)
    scores = arena.array((frames, lanes, lanes), np.dtype(f"i{lanes // 8}"))
    prices, random = arena.array((2, lanes), kind), arena.array((2, lanes), kind)
    match = arena.array((frames, lanes), kind)
    occupied_in = arena.array((frames,), np.uint64)
    fresh = new_moves(line_masks(1, lanes), 1)
    alone, weights, noise = fresh.alone, fresh.weights, fresh.random

    @compiled
    def gear() -> Gear:
        store(random(), 1, load(noise, 1))
        moves = Moves(line(), alone, weights, sources(), targets(), scores(), prices(), random())
        return Gear(moves, match(), occupied_in())

    return gear


class NarrowSearch:
    """The search of boards of up to 16 cells, with tables, and the arrays that its positions are written to."""

    def __init__(self, lookup: Any) -> None:
        match = self.match = arena.array((1, NARROW), np.uint16, "narrow_match")
        line = self.line = arena.array((1, NARROW), np.uint16, "narrow_line")
        small = self.gear = new_gear(NARROW, NARROW + 1)

        @compiled
        def search() -> Search:
            return Search(lookup(shape()[0]), ALL_RULES, _SLACK, small(), None, match()[0], path(), state())

        self.search = search

        @add_entry("narrow_start")
        def begin(cols: int) -> int:
            """Begin to search a board of up to 16 cells; return how many nodes to try before collapse sets."""
            if shape()[0] != cols:
                shape()[0] = cols
                tables = lookup(cols)
                for cell in range(NARROW):
                    tables.cells[cell] = cell
                forget_patterns(tables)
            found = search()
            store(found.small.moves.line, 0, load(line(), 0))
            start(found, match()[0], occupied()[0])
            return search_first(found.state[0]["board"])

        _add_search(NARROW, search)


class WideSearch:
    """The search of larger boards; positions of up to 16 stacks go to the narrow one's gear."""

    def __init__(self, lookup: Any, narrow: NarrowSearch) -> None:
        match = self.match = arena.array((1, WIDE), np.uint64, "wide_match")
        line = self.line = arena.array((1, WIDE), np.uint64, "wide_line")
        small, wide = narrow.gear, new_gear(WIDE, WIDE + 1)

        @compiled
        def search() -> Search:
            return Search(lookup(shape()[1]), ALL_RULES, _SLACK, small(), wide(), match()[0], path(), state())

        self.search = search

        @add_entry("wide_start")
        def begin(cols: int) -> int:
            """Begin to search a larger board; return how many nodes to try before collapse sets."""
            shape()[0], shape()[1] = 0, cols
            found, gear = search(), wide()
            store(gear.moves.line, 0, load(line(), 0))
            start(found, match()[0], occupied()[0])
            return search_first(found.state[0]["board"])

        _add_search(WIDE, search)


def _add_search(lanes: int, searching: Any) -> None:
    """What can be asked of a search that was started."""

    @add_entry(f"{name_of(lanes)}_run")
    def go_on(max_nodes: int) -> int:
        """Search until `max_nodes` nodes in all; return a status, and the nodes in `found`."""
        search = searching()
        status = run(search, max_nodes)
        found()[0] = nodes_taken(search)
        return status

    @add_entry(f"{name_of(lanes)}_complete")
    def finish() -> int:
        """After success, write the whole solution to `path`."""
        complete(searching())
        return 0
