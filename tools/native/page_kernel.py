"""The solver of the page (`kernel.wasm`): each entry hands the arrays of the arena to functions of `boaf`.

`page_module` says how positions get there. For all but the search, the numbers of a position are its stacks, in the
order of their cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from page_module import (
    ENTRIES,
    NARROW,
    WIDE,
    NarrowSearch,
    WideSearch,
    add_entry,
    arena,
    code,
    compiled,
    found,
    given,
    kind_of,
    name_of,
    new_lookup,
    occupied,
)

from boaf.kernel.bits import ONE, ZERO, bit, lowest, smallest_part
from boaf.kernel.lanes import load, mask, store
from boaf.kernel.position import line_masks
from boaf.kernel.tables import find_move, forget_patterns, tables_of
from boaf.prove import cut_vertex, disconnected, lollipop_stick, lynchpin
from boaf.questions.analysis import mark_states_of_solutions
from boaf.solvers.collapse import last_move
from boaf.solvers.family import STATE as FAMILY_STATE
from boaf.solvers.family import Family, begin, clear, find_known, join
from boaf.solvers.ordering import new_moves

__all__ = ["ENTRIES", "NARROW_SIZE", "STACK", "arena", "code"]
STACK = 1 << 17
_NARROW_SETS, _NARROW_SLOTS = (1 << 16) + (1 << 14), 1 << 16
"""All sets of 16 stacks, and the largest number of one size on top, because a join asks for as much room."""
_WIDE_SETS, _WIDE_SLOTS = 1 << 15, 1 << 17

_lookup = new_lookup("cells", tables_of(6))
_mini_lookup = new_lookup("mini_cells", tables_of(6))
_narrow = NarrowSearch(_lookup)
_match, _line = _narrow.match, _narrow.line


def _new_family(lanes: int, capacity: int, slots: int) -> tuple[Any, Any]:
    """The collapse sets of a number of stacks, and the number of stacks in hand."""
    kind = kind_of(lanes)
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

    @compiled
    def family(stacks: int) -> Family:
        rows = sets(), stand(), near(), cover(), roots(), parents(), children(), holding(), offered(), slot()
        return Family(cells()[:stacks], alone, match(), line(), *rows, first(), first_child(), state())

    return family, in_hand


def _add_family(lanes: int, capacity: int, slots: int, match: Any, line: Any) -> Any:
    """What can be asked about collapse sets."""
    name = name_of(lanes)
    family_of, in_hand = _new_family(lanes, capacity, slots)

    @compiled
    def family() -> Any:
        return family_of(in_hand()[0])

    @add_entry(f"{name}_collapse_start")
    def begin_anew(stacks: int) -> int:
        """Begin with the single stacks of a position."""
        clear(family())
        in_hand()[0] = stacks
        begin(family(), match()[0], line()[0], occupied()[0])
        return 0

    @add_entry(f"{name}_collapse_run")
    def go_on(pairs: int, only_one: int) -> int:
        """Try about this many pairs of sets (see `join`); return a status, and how many sets were found in `found`."""
        status = join(family(), pairs, capacity, bool(only_one))
        found()[0] = family().state[0]["found"] - in_hand()[0]
        return status

    @add_entry(f"{name}_collapse_goal")
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

    @add_entry(f"{name}_collapse_move")
    def move(number: int, top: int, cell: int) -> int:
        """The last move to a state, in `found`: the sets of both stacks, the cell left, the card covered."""
        parent, child, before, covered = last_move(family(), number, top, cell)
        found()[0], found()[1] = np.int64(parent), np.int64(child)
        found()[2], found()[3] = np.int64(before), np.int64(covered)
        return 0

    @add_entry(f"{name}_collapse_count")
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

    @add_entry("narrow_fates")
    def find_fates() -> int:
        sets, states = family(), part()
        nothing = load(sets.alone, 0) & ZERO
        for number in range(sets.state[0]["found"]):
            store(states, number, nothing)
        mark_states_of_solutions(sets, states)
        return 0

    @add_entry("narrow_keeps")
    def keeps(source: int, target: int) -> int:
        """Whether a move keeps the board solvable, after `fates`."""
        sets = family()
        number = find_known(sets, bit(source) | bit(target))
        return number >= 0 and np.uint64(part()[number, source]) >> np.uint64(target) & ONE != ZERO


def _add_reasons(lanes: int, match: Any, line: Any) -> None:
    """Why a position cannot be solved: what the conditions of `boaf.prove` compute."""
    name, sets = name_of(lanes), 2 << cut_vertex.MOST_CARDS
    cells = arena.array((cut_vertex.MOST_CARDS + 1,), np.uint64)
    life = arena.array((sets, lanes + 1), np.uint64)
    stand = arena.array((sets, cut_vertex.MOST_CARDS + 1), np.uint64)
    collapsible = arena.array((sets,), np.bool_)

    @add_entry(f"{name}_odd_birds")
    def odd_birds() -> int:
        found()[0] = np.int64(disconnected.odd_birds(match()[0], occupied()[0]))
        return 0

    @add_entry(f"{name}_smallest_flock")
    def smallest_flock() -> int:
        found()[0] = np.int64(smallest_part(match()[0], given()[0]))
        return 0

    @add_entry(f"{name}_smallest_part")
    def smallest_part_by_position() -> int:
        found()[0] = np.int64(smallest_part(line()[0], occupied()[0]))
        return 0

    @add_entry(f"{name}_lynchpins")
    def lynchpins() -> int:
        """The lynchpins, and what they keep apart."""
        pins = lynchpin.lynchpins(line()[0], occupied()[0])
        found()[0] = np.int64(pins)
        found()[1] = np.int64(lynchpin.cards_apart(match()[0], occupied()[0], pins)) if pins else 0
        return 0

    @add_entry(f"{name}_lollipop_stick")
    def stick() -> int:
        x, u, w, moves = lollipop_stick.lollipop_stick(match()[0], line()[0], occupied()[0])
        found()[0], found()[1], found()[2], found()[3] = np.int64(x), np.int64(u), np.int64(w), np.int64(moves)
        return 0

    @add_entry(f"{name}_ways_to_join")
    def ways_to_join(card: int, other_parts: int) -> int:
        """Whether a card can cover the part that is given (1), or the part the card (2), next to the others given."""
        room = cut_vertex.Room(cells(), life(), stand(), collapsible())
        room.life[:] = ZERO
        room.stand[:] = ZERO
        room.collapsible[:] = False
        part, others = given()[0], given()[1]
        ways = cut_vertex.find_ways_to_join(match()[0], line()[0], card, part, others, other_parts, room)
        return ways[0] | ways[1] << 1


@add_entry("collapses")
def _collapses(cols: int) -> int:
    """Whether a mini-board, whose stacks stand in the cells `mini_cells`, can be collapsed."""
    lookup = _mini_lookup(cols)
    forget_patterns(lookup)
    return int(find_move(lookup, _match(), occupied()[0], _line()[0], 0) >= 0)


_add_reasons(NARROW, _match, _line)
_narrow_family = _add_family(NARROW, _NARROW_SETS, _NARROW_SLOTS, _match, _line)
_add_fates(_NARROW_SETS, _narrow_family)
NARROW_SIZE = arena.size
"""The bytes that boards of up to 16 stacks need."""

_wide = WideSearch(_lookup, _narrow)
_add_reasons(WIDE, _wide.match, _wide.line)
_add_family(WIDE, _WIDE_SETS, _WIDE_SLOTS, _wide.match, _wide.line)
