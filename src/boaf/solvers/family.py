"""The family of collapse sets of a position: how the dynamic programme of `boaf.solvers.collapse` is computed.

Sets are found by size, smallest first, by joining every fitting pair of smaller ones; bit sets say which of 64 fit at
once. The work can be paused after any number of pairs, and the arrays grow when they are full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, lowest, lowest_bit
from boaf.kernel.lanes import load, mask, splat, store, where
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Position, Status, new_rows
from boaf.kernel.scratch import doubled

_FIRST_CAPACITY = 14
"""The arrays hold 2^14 sets at first, or all sets of fewer stacks."""
_SETTLING = 64
"""To settle a set counts as this many pairs."""
STATE = np.dtype([(name, np.int64) for name in ("found", "size", "part", "next", "subtrees")])
"""How many sets were found, and how many of them can be subtrees; the size of the sets being built; the size of P and
the number of the next P. When all P have been joined, `part` is `size`, and `next` is the next set to settle."""


@workspace
class Family(NamedTuple):
    """The n stacks of a position, numbered in the order of their cells, and the sets of them found so far.

    Masks are sets of stacks; a cell is named by the stack that stands in it at the start.
    """

    cells: NDArray[np.int64]
    """The cell of each stack. Shape (n,)."""
    alone: Masks
    """The set of each stack alone. Shape (lanes,)."""
    match: Masks
    """match[v]: the stacks whose card matches v. Shape (lanes,)."""
    line: Masks
    """line[f]: the cells in line with f. Shape (lanes,)."""
    sets: NDArray[np.uint64]
    """The sets, by size. Shape (capacity,), as for all arrays below."""
    stand: Masks
    """stand[k, v] = F(sets[k], v). Shape (capacity, lanes)."""
    near: Masks
    """near[k, v]: the cells in line with F(sets[k], v). Shape (capacity, lanes)."""
    cover: Masks
    """cover[k, v]: the cells in which v may cover sets[k]. Shape (capacity, lanes)."""
    roots: NDArray[np.uint64]
    """The v for which sets[k] can be what v has covered so far."""
    parents: NDArray[np.uint64]
    """The v that may cover sets[k]; none if it cannot be a subtree."""
    children: NDArray[np.int64]
    """The numbers of the sets that can be subtrees, by size."""
    holding: NDArray[np.uint64]
    """Bit j of row u: stack u is in sets[children[j]]. Shape (n, capacity / 64)."""
    offered: NDArray[np.uint64]
    """Bit j of row v: v may cover sets[children[j]]. Shape (n, capacity / 64)."""
    slots: NDArray[np.int64]
    """A hash index of the sets: k + 1, or 0 for a free slot. Shape (4 · capacity,)."""
    first: NDArray[np.int64]
    """The sets of size s are first[s] … first[s + 1] − 1. Shape (n + 2,)."""
    first_child: NDArray[np.int64]
    """Their subtrees are children[first_child[s]] … Shape (n + 2,)."""
    state: NDArray[np.void]
    """One record of `STATE`. Shape (1,)."""


def new_family(position: Position, used: Family | None = None) -> Family:
    """The stacks of a position, and the sets of one stack.

    The arrays of a family that is no longer needed can be used again, if it has as many stacks; that is quicker.
    """
    n = int(position.occupied).bit_count()
    if used is not None and len(used.cells) == n:
        clear(used)
        begin(used, position.match, position.line, position.occupied)
        return used
    capacity = 1 << min(max(n, 6), _FIRST_CAPACITY)
    sets, roots, parents = (np.zeros(capacity, np.uint64) for _ in range(3))
    stand, near, cover = (new_rows(n, capacity) for _ in range(3))
    family = Family(
        cells=np.zeros(n, np.int64),
        alone=np.array([1 << v for v in range(stand.shape[1])], stand.dtype),
        match=new_rows(n, 1)[0],
        line=new_rows(n, 1)[0],
        sets=sets,
        stand=stand,
        near=near,
        cover=cover,
        roots=roots,
        parents=parents,
        children=np.zeros(capacity, np.int64),
        holding=np.zeros((n, capacity // 64), np.uint64),
        offered=np.zeros((n, capacity // 64), np.uint64),
        slots=np.zeros(4 * capacity, np.int64),
        first=np.zeros(n + 2, np.int64),
        first_child=np.zeros(n + 2, np.int64),
        state=np.zeros(1, STATE),
    )
    begin(family, position.match, position.line, position.occupied)
    return family


@compiled
def clear(family: Family) -> None:
    """Forget all sets."""
    nothing = load(family.alone, 0) & ZERO
    family.slots[:] = 0
    state = family.state[0]
    for k in range(state["found"]):
        for rows in (family.stand, family.near, family.cover):
            store(rows, k, nothing)
        family.parents[k] = 0
    for stack in range(len(family.cells)):
        for word in range((state["subtrees"] >> 6) + 1):
            family.holding[stack, word] = family.offered[stack, word] = 0
    store(family.match, 0, nothing)
    store(family.line, 0, nothing)
    state["found"] = state["subtrees"] = 0


@compiled
def begin(family: Family, match: Masks, line: Masks, occupied: np.uint64) -> None:
    """Number the stacks and put the single ones in place."""
    n, state = len(family.cells), family.state[0]
    state["size"], state["part"], state["next"] = 2, 1, 0
    for v in range(n):
        family.cells[v] = np.int64(lowest(occupied))
        occupied &= occupied - ONE
    for v in range(n):
        for u in range(n):
            if np.uint64(match[family.cells[v]]) & bit(family.cells[u]):
                family.match[v] |= bit(u)
            if np.uint64(line[family.cells[v]]) & bit(family.cells[u]):
                family.line[v] |= bit(u)
    for v in range(n):
        k = _find(family, bit(v))
        family.stand[k, v] = bit(v)
        _settle(family, k)
    family.first[2] = n
    family.first_child[2] = state["subtrees"]


def grown(family: Family) -> Family:
    """The same sets in arrays of twice the size."""
    arrays = {
        name: doubled(getattr(family, name))
        for name in ("sets", "stand", "near", "cover", "roots", "parents", "children")
    }
    arrays |= {name: doubled(getattr(family, name), axis=1) for name in ("holding", "offered")}
    larger = family._replace(**arrays, slots=np.zeros(2 * len(family.slots), np.int64))
    _reindex(larger)
    return larger


@compiled
def _reindex(family: Family) -> None:
    for k in range(family.state[0]["found"]):
        family.slots[_slot(family, family.sets[k])] = k + 1


@compiled
def join(family: Family, pairs: int, most_sets: int, only_one: bool) -> Status:
    """Go on joining sets: DONE when all are found, PAUSED after about `pairs` pairs, FULL if `most_sets` are too few.

    With `only_one`, DONE also when any two sets found so far make up the whole board.
    """
    n = len(family.cells)
    state, first, first_child = family.state[0], family.first, family.first_child
    found, size, part, k = state["found"], state["size"], state["part"], state["next"]
    status = Status.DONE
    tried = 0
    while size <= n and status == Status.DONE:
        # All sets of this size are found and settled. If a single solution is enough, two sets may already make up the
        # whole board: the larger has at least half of the stacks, so the remaining sizes, most of the work, need not be
        # built.
        if part == size and k == found:
            if only_one and size < n <= 2 * size and found < most_sets and _close(family, size):
                size = n + 1
                break
            size, part = size + 1, 1
            first[size] = found
            first_child[size] = state["subtrees"]
            k = first[1]
            continue
        # All sets of `part` stacks were joined: go on with those that have one stack more.
        if part < size and k == first[part + 1]:
            part += 1
            k = first[part]
            continue
        if tried >= pairs:
            status = Status.PAUSED
            break
        if part == size:
            # All pairs of this size were joined, so what is known of set k is final.
            _settle(family, k)
            tried += _SETTLING
            k += 1
            continue
        # Set k can be extended by the subtrees that have the missing `size − part` stacks.
        start, stop = first_child[size - part], first_child[size - part + 1]
        if family.roots[k]:
            # At worst every pair makes a set of its own; check for space before the loop, not in it.
            if found + (stop - start) > most_sets:
                status = Status.FULL
                break
            _join_with_all(family, k, start, stop)
            found = state["found"]
            tried += stop - start
        k += 1
    state["size"], state["part"], state["next"] = size, part, k
    return status


@compiled
def _close(family: Family, size: int) -> bool:
    """Join two sets, the larger of `size` stacks, to the set of all stacks, if any two can be; it takes one place."""
    n, state = len(family.cells), family.state[0]
    everything = _all_stacks(n)
    for k in range(family.first[size], state["found"]):
        rest = find_known(family, everything & ~family.sets[k])
        if rest < 0:
            continue
        # Each lane v: the cells where v, on top of one of the two sets, covers the other.
        reached = load(family.cover, rest) & load(family.near, k) | load(family.cover, k) & load(family.near, rest)
        if mask(reached):
            family.first[n] = state["found"]
            store(family.stand, _find(family, everything), reached)
            family.first[n + 1] = state["found"]
            return True
    return False


@compiled
def _all_stacks(n: int) -> np.uint64:
    return (ONE << np.uint64(n - 1) << ONE) - ONE


@compiled
def _join_with_all(family: Family, k: int, start: int, stop: int) -> None:
    """Let the roots of set k cover every one of children[start] … children[stop − 1] that fits."""
    sets, offered, holding = family.sets, family.offered, family.holding
    stand, near, cover = family.stand, family.near, family.cover
    stacks, roots = sets[k], family.roots[k]
    # Subtrees are numbered, so 64 of them are one word. Most pairs share a stack or have no root that may cover the
    # subtree; a few operations on words rule them out, 64 at a time.
    for word in range(start >> 6, (stop + 63) >> 6):
        fitting = fitting_sets(offered, holding, stacks, roots, word, start, stop)
        while fitting:
            q = np.uint64(family.children[np.uint64(word << 6) + lowest(fitting)])
            fitting &= fitting - ONE
            # Each lane v: the cells of q that v may cover and that are in line with where v stands on k.
            reached = load(cover, q) & load(near, k)
            if mask(reached):
                joined = _find(family, stacks | sets[q])
                store(stand, joined, load(stand, joined) | reached)


@compiled
def fitting_sets(
    offered: Masks, holding: Masks, stacks: np.uint64, roots: np.uint64, word: int, start: int, stop: int
) -> np.uint64:
    """Which of the 64 sets of a word, if among start … stop − 1, share no stack with `stacks` and fit under a root."""
    fitting = ZERO
    # Subtrees that some root may cover …
    while roots:
        fitting |= offered[lowest(roots), word]
        roots &= roots - ONE
    # … without those that contain a stack of the set …
    while stacks:
        fitting &= ~holding[lowest(stacks), word]
        stacks &= stacks - ONE
    # … and without those of the word that are outside the range asked for.
    first = word << 6
    if first < start:
        fitting &= ~(bit(start - first) - ONE)
    if first + 64 > stop:
        fitting &= bit(stop - first) - ONE
    return fitting


@compiled
def _slot(family: Family, stacks: np.uint64) -> np.uint64:
    """The slot of the hash index that holds a set, or the free slot where it belongs."""
    # A set that is a small enough number is its own slot, which is always so for few stacks; else its hash is.
    last = np.uint64(len(family.slots) - 1)
    slot = (stacks if stacks <= last else stacks * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(32)) & last
    while family.slots[slot] and family.sets[family.slots[slot] - 1] != stacks:
        slot = (slot + ONE) & last
    return slot


@compiled
def find_known(family: Family, stacks: np.uint64) -> int:
    """The number of a set, or −1."""
    return family.slots[_slot(family, stacks)] - 1


@compiled
def _find(family: Family, stacks: np.uint64) -> int:
    """The number of a set, which is added if it is not there."""
    slot = _slot(family, stacks)
    if not family.slots[slot]:
        found = family.state[0]["found"]
        family.sets[found] = stacks
        family.state[0]["found"] = found + 1
        family.slots[slot] = found + 1
    return family.slots[slot] - 1


@compiled
def _settle(family: Family, k: int) -> None:
    """Derive roots, near, parents and cover of a set from where it stands."""
    stacks, alone, match = family.sets[k], load(family.alone, 0), load(family.match, 0)
    rest = _all_stacks(len(family.cells)) & ~stacks
    # The moves within the set may be made first, and then the rest must still be connected through the top card and its
    # cell. So the top card must match into every part of the rest (roots), and its cell must be in line with every part
    # (landings).
    parts, roots = _attachment(family.match, stacks, rest)
    _, landings = _attachment(family.line, stacks, rest)
    stand = load(family.stand, k) & landings
    store(family.stand, k, stand)
    standing = mask(stand)
    nothing = alone & ZERO
    # near[v]: the cells in line with one of those where v may stand. Only roots can go on, so other lanes are empty.
    near = nothing
    left = landings
    while left:
        cell = lowest(left)
        left &= left - ONE
        near = near | where(stand & bit(cell), splat(near, family.line[cell]), nothing)
    store(family.near, k, where(alone & roots, near, nothing))
    family.roots[k] = roots & standing
    # A subtree is covered as a whole, so the rest must be in one part by card; otherwise the set is never covered.
    if parts > 1:
        return
    # cover[v]: the cells in which some card that v matches may stand on top of this set. v must be outside the set.
    cover = nothing
    left = standing
    while left:
        child = lowest(left)
        left &= left - ONE
        cover = cover | where(match & bit(child), splat(cover, family.stand[k, child]), nothing)
    cover = where(alone & rest, cover, nothing)
    store(family.cover, k, cover)
    family.parents[k] = mask(cover)
    if family.parents[k]:
        # Note the set as a subtree, in the bit rows that `fitting_sets` reads.
        number = family.state[0]["subtrees"]
        family.state[0]["subtrees"] = number + 1
        family.children[number] = k
        _mark(family.offered, family.parents[k], number)
        _mark(family.holding, stacks, number)


@compiled
def _mark(rows: Masks, stacks: np.uint64, number: int) -> None:
    """Set one bit of the rows of some stacks."""
    while stacks:
        rows[lowest(stacks), number >> 6] |= bit(number & 63)
        stacks &= stacks - ONE


@compiled
def _attachment(graph: Masks, stacks: np.uint64, rest: np.uint64) -> tuple[int, np.uint64]:
    """The number of parts that the rest of a graph falls into, and the members of `stacks` that are joined to each."""
    rows, parts, roots = load(graph, 0), 0, stacks
    # Take the part around the lowest vertex of the rest; `around` also collects the neighbours outside the rest.
    while rest:
        reached, around = ZERO, lowest_bit(rest)
        while around & rest & ~reached:
            reached |= around & rest
            around |= mask(rows & reached)
        parts += 1
        roots &= around
        rest &= ~reached
    return parts, roots
