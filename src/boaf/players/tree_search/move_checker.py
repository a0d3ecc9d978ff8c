"""The solvability checker of Roberson & Sperduto (2019), for all moves of a board at once.

A board is unsolvable if it is stranded, if it has a separated flock, or if a lynchpin makes it so (`prove` has the
proofs). The paper's checker also knows "several identifiable subgroups" of three, four and five cards, which it does
not list; here every board of up to `known` stacks, five unless told otherwise, is looked up in the endgame tables. Of
the lynchpin conditions each lynchpin is taken by itself, the reading that comes nearest to the paper's Table 2.

A move a → b takes a's cell from the position graph and b's card from the compatibility graph. So whether a child is
stranded, and which of its cells are lynchpins, depends on a alone; whether it is separated depends on b alone; and it
is held by a lynchpin iff a cut vertex of the former carries a card that is a cut vertex of the latter. What depends
on the occupied cells only is kept in a cache, so that a child costs some operations on words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Cell, Masks, bit, count, is_connected, lowest, lowest_bit
from boaf.kernel.native import compiled, workspace
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.position import Status, line_masks, step_of
from boaf.kernel.tables import Lookup, new_lookup, slot_of, solvable_targets, tables_of
from boaf.prove.lynchpin import lynchpins
from boaf.support.errors import BoafError

CONDITIONS = {"stranded": 1, "separated": 2, "lynchpin": 4}
STRANDED, SEPARATED, LYNCHPIN = CONDITIONS.values()
SLOT = np.dtype([("occupied", np.uint64), ("pins", np.uint64), ("stranded", np.int64)])
"""The cache: occupied cells, 0 for an unused slot, their lynchpins, and whether they are stranded."""
KNOWN = 5
"""Up to how many stacks the paper's checker has cases."""


@workspace
class Checker(NamedTuple):
    """What the checker reads and remembers for boards of one shape; one for each thread."""

    line: Masks
    conditions: int
    known: int
    lookup: Lookup
    slots: NDArray[np.void]
    """Records of `SLOT`. Shape (65536,)."""
    cut: NDArray[np.uint64]
    """cut[0, b]: the cards of which it is known whether they are cut vertices without b; cut[1, b]: those that are.

    Shape (2, cells)."""


def new_checker(
    rows: int, cols: int, *, conditions: tuple[str, ...] = tuple(CONDITIONS), known: int = KNOWN
) -> Checker:
    """A checker with these conditions that looks up boards of up to `known` stacks."""
    for name in conditions:
        if name not in CONDITIONS:
            raise BoafError(f"unknown condition {name!r}: choose from {', '.join(CONDITIONS)}")
    if not 1 <= known <= MAX_STACKS:
        raise BoafError(f"the checker knows boards of up to 1 … {MAX_STACKS} stacks, not {known}")
    line = line_masks(rows, cols)
    lookup = new_lookup(tables_of(max(known, 2)), cols)
    return Checker(
        line=line,
        conditions=sum(CONDITIONS[name] for name in set(conditions)),
        known=known,
        lookup=lookup,
        slots=np.zeros(len(lookup.known), SLOT),
        cut=np.zeros((2, len(line)), np.uint64),
    )


@compiled
def judge_moves(
    checker: Checker,
    match: Masks,
    frame: Cell,
    occupied: np.uint64,
    steps: NDArray[np.uint16],
    statuses: NDArray[np.int8],
) -> np.int64:
    """List the legal moves of a position with what the checker says of the board after each; return how many.

    A status is `SOLVED`, `EXHAUSTED`, or `PAUSED` where the checker does not know.
    Shapes: match (frames, cells), steps and statuses (frames, moves), of which row `frame` is meant.
    """
    line, stacks = checker.line, count(occupied) - 1
    checker.cut[:] = 0
    # `without`: covered cards whose absence was tested; `apart`: those whose absence separates the rest.
    without, apart = ZERO, ZERO
    found = np.int64(0)
    left = occupied
    while left:
        source = lowest(left)
        left &= left - ONE
        targets = np.uint64(match[frame, source]) & np.uint64(line[source])
        if not targets:
            continue
        # Few stacks: the endgame tables know the answer for all targets at once.
        if stacks <= checker.known:
            solvable = solvable_targets(checker.lookup, match, frame, occupied, source, targets)
            while targets:
                target = lowest(targets)
                targets &= targets - ONE
                steps[frame, found] = step_of(source, target)
                statuses[frame, found] = Status.SOLVED if solvable & bit(target) else Status.EXHAUSTED
                found += 1
            continue
        # Stranding and lynchpins depend on the cells that stay occupied, so once per source.
        rest = occupied & ~bit(source)
        slot = checker.slots[_describe(checker, rest)]
        is_lost = bool(checker.conditions & STRANDED and slot["stranded"])
        pins = slot["pins"] if checker.conditions & LYNCHPIN else ZERO
        while targets:
            target = lowest(targets)
            there = bit(target)
            targets &= targets - ONE
            steps[frame, found] = step_of(source, target)
            statuses[frame, found] = Status.EXHAUSTED if is_lost else Status.PAUSED
            if not is_lost and checker.conditions & SEPARATED:
                # Separation depends on the covered card alone: once per target, whatever the source.
                if not without & there:
                    without |= there
                    if not is_connected(match[frame], occupied & ~there):
                        apart |= there
                if apart & there:
                    statuses[frame, found] = Status.EXHAUSTED
            if pins and statuses[frame, found] == Status.PAUSED:
                # If the covered stack's cell is a lynchpin's, the mover is the lynchpin afterwards.
                cards = (pins & ~there) | bit(source) if pins & there else pins
                if _holds_together(checker, match, frame, occupied & ~there, target, cards):
                    statuses[frame, found] = Status.EXHAUSTED
            found += 1
    return found


@compiled
def _holds_together(
    checker: Checker, match: Masks, frame: Cell, cards: np.uint64, covered: np.uint64, pins: np.uint64
) -> bool:
    """Whether one of `pins` is a cut vertex of the compatibility graph on `cards`, all but the covered one."""
    untested = pins & ~checker.cut[0, covered]
    checker.cut[0, covered] |= pins
    while untested:
        pin = lowest_bit(untested)
        untested &= untested - ONE
        if not is_connected(match[frame], cards & ~pin):
            checker.cut[1, covered] |= pin
    return bool(pins & checker.cut[1, covered])


@compiled
def _describe(checker: Checker, occupied: np.uint64) -> np.uint64:
    """The number of the slot of the cache that describes these occupied cells."""
    number = slot_of(occupied)
    slot = checker.slots[number]
    if slot["occupied"] != occupied:
        slot["occupied"] = occupied
        slot["stranded"] = not is_connected(checker.line, occupied)
        slot["pins"] = lynchpins(checker.line, occupied)
    return number
