"""Cut vertex: one card joins parts by card, and a part can be neither covered by it nor cover it (ours).

Let v be a cut vertex of the compatibility graph, C one of the parts that are left without it, and D the cards of the
other parts. A solution is a tree of matches in which parents cover their children (`solvers.collapse`), and every edge
of it between C and another card is an edge to v. So one of two things happens to C:

    covered   no card of C is v's parent: C is divided into subtrees, and v covers each of them;
    covering  v's parent is in C: v covers all of D and perhaps some subtrees of C, is then covered itself, and C with v
              is collapsed with a card of C on top.

v has at most one parent, so all parts but one are covered. Whether C can be is asked of C and v alone. The cards of C
move as in `solvers.collapse`, with F(S, c) the cells to which a set S can be collapsed with c on top. Only v has
business elsewhere: it may go onto a card of D, into some cell of D in line with its own, at most d times, where d
counts the cards of D that it matches. Let X(S, j) be the cells in which v may stand when it has covered the cards of C
in S and j cards of D:

    X({v}, 0) is the cell of v,
    X(S, j)   holds the cells of D in line with a cell of X(S, j − 1), for j ≤ d,
              and the cells of F(Q, c), c a match of v, in line with one of X(P, j), for S made of P ∋ v and Q ∌ v,
    F(S, v)   = the union of X(S, j) for j ≥ the number of parts of D, in each of which v covers a card.

Every solution has such a life of v in it: the recursion asks only for what a solution needs of C and v, and grants v
every cell of D. So C cannot be covered if X(C ∪ {v}, j) is empty for all j, and cannot be covering if F(C ∪ {v}, c) is
empty for all c in C. The board is unsolvable if some part can be neither, or if two parts cannot be covered.

This contains the two conditions of Hoshino & Notarangelo (2019) that it is modelled on, for all parts of up to ten
cards: Cut Edge (v = w, C = U; here u must be on top, and further cut edges may divide U) and the Lollipop Stick's
count of the moves that w can make. Of the 52 deals of the million that Hoshino & Notarangelo (2019) leave to search it
proves 11, among them #687168, one of the two that the authors settled by hand.

Witness: `card`, that is v; `parts`, either one part that can be neither covered nor covering, or two that cannot be
covered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest, parts_of
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, cards_in, listed, unsolvable

REASON = "cut-vertex"
MOST_CARDS = 10
"""The largest part that is tried: 3^11 steps."""


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if the parts around some cut vertex cannot all be joined."""
    occupied = int(position.occupied)
    found: list[tuple[int, list[int]]] = []
    for v in range(len(position.match)):
        parts = parts_of(position.match, occupied & ~(1 << v)) if occupied >> v & 1 else []
        if len(parts) > 1:
            found += [(v, failing) for failing in failing_parts(position, v, parts)]
    if not found:
        return None
    v, failing = min(found, key=lambda one: sum(part.bit_count() for part in one[1]))
    return _proof(board, v, failing)


def failing_parts(position: Position, v: int, parts: list[int]) -> list[list[int]]:
    """The choices of one or two parts which show that v cannot join all."""
    choices = []
    uncovered = []
    for part in parts:
        if part.bit_count() > MOST_CARDS:
            continue
        others = int(position.occupied) & ~part & ~(1 << v)
        covered, covering = ways_to_join(
            position.match, position.line, v, np.uint64(part), np.uint64(others), len(parts) - 1
        )
        if not covered:
            uncovered.append(part)
            if not covering:
                choices.append([part])
    if len(uncovered) > 1:
        choices.append(sorted(uncovered, key=int.bit_count)[:2])
    return choices


def ways_to_join(
    match: Masks, line: Masks, v: int, part: np.uint64, others: np.uint64, other_parts: int
) -> tuple[bool, bool]:
    """Whether a part can be covered by v, and whether it can cover v, when v may use the cells of all other cards."""
    n, visits = count(part) + 1, count(np.uint64(match[v]) & others)
    life, stand = np.zeros((1 << n, visits + 1), np.uint64), np.zeros((1 << n, n), np.uint64)
    room = Room(np.zeros(n, np.uint64), life, stand, np.zeros(1 << n, np.bool_))
    return find_ways_to_join(match, line, v, part, others, other_parts, room)


@workspace
class Room(NamedTuple):
    """Tables over all sets of n cards: those of a part, and v as the last."""

    cells: NDArray[np.uint64]
    """Shape (n,)."""
    life: NDArray[np.uint64]
    """X, by set. Shape (2^n, visits + 1)."""
    stand: NDArray[np.uint64]
    """F, by set and card. Shape (2^n, n)."""
    collapsible: NDArray[np.bool_]
    """Shape (2^n,)."""


@compiled
def find_ways_to_join(
    match: Masks, line: Masks, v: int, part: np.uint64, others: np.uint64, other_parts: int, room: Room
) -> tuple[bool, bool]:
    """`ways_to_join` in arrays of zeros of at least the sizes that `Room` has."""
    cells, life, stand, size = room.cells, room.life, room.stand, count(part)
    # Number the cards of the part 0 … size − 1; v is the last, so sets with v have the highest bit.
    for k in range(size):
        cells[k] = lowest(part)
        part &= part - ONE
    cells[size] = np.uint64(v)
    visits = count(np.uint64(match[v]) & others)
    # Every subset is smaller, as a number, than its superset, so all splits are known when a set comes up.
    for stacks in range(1, 2 << size):
        if stacks & (stacks - 1) == 0:
            own = lowest(np.uint64(stacks))
            if stacks >> size:
                life[stacks, 0] = bit(cells[own])
            else:
                stand[stacks, own] = bit(cells[own])
        _join_splits(match, line, stacks, size + 1, visits, room)
        if stacks >> size:
            # v may go on to any cell of the other parts in line with where it stands: the j-th such visit.
            for j in range(1, visits + 1):
                life[stacks, j] |= _in_line(line, life[stacks, j - 1]) & others
            # v is covered only after a visit to each of the other parts.
            for j in range(other_parts, visits + 1):
                stand[stacks, size] |= life[stacks, j]
        room.collapsible[stacks] = stand[stacks].any()
    everything = (2 << size) - 1
    return bool(life[everything].any()), bool(stand[everything, :size].any())


@compiled
def _join_splits(match: Masks, line: Masks, stacks: int, n: int, visits: int, room: Room) -> None:
    """Find where each card can stand on a set, from all ways to split it into what the card has, and what it covers."""
    cells, life, stand = room.cells, room.life, room.stand
    # Enumerate the proper subsets: the next smaller one is (child − 1) & stacks.
    child = (stacks - 1) & stacks
    while child:
        own = stacks ^ child
        if room.collapsible[child]:
            for top in range(n):
                if not own >> top & 1:
                    continue
                # The cells in which a card that `top` matches can stand on top of the child.
                landing = ZERO
                for k in range(n):
                    if stand[child, k] and np.uint64(match[cells[top]]) & bit(cells[k]):
                        landing |= stand[child, k]
                if not landing:
                    continue
                if top == n - 1:
                    for j in range(visits + 1):
                        life[stacks, j] |= _in_line(line, life[own, j]) & landing
                else:
                    stand[stacks, top] |= _in_line(line, stand[own, top]) & landing
        child = (child - 1) & stacks


@compiled
def _in_line(line: Masks, cells: np.uint64) -> np.uint64:
    """The cells in line with one of `cells`."""
    found = ZERO
    while cells:
        found |= np.uint64(line[lowest(cells)])
        cells &= cells - ONE
    return found


def _proof(board: Board, v: int, failing: list[int]) -> Proof:
    card = cards_in(board, 1 << v)[0]
    parts = [cards_in(board, part) for part in failing]
    if len(parts) == 1:
        one = len(parts[0]) == 1
        text = (
            f"Only {card} joins {listed(parts[0])} to the other cards. It cannot cover {'it' if one else 'them all'}, "
            f"nor can {'it' if one else 'they'} be collapsed on top of it, whichever cells of the others it visits."
        )
    else:
        text = (
            f"Only {card} joins {listed(parts[0])}, and likewise {listed(parts[1])}, to the other cards. It would have "
            f"to cover one of these parts, but it can cover neither, whichever cells of the others it visits."
        )
    return unsolvable(board, REASON, {"card": card, "parts": parts}, text)
