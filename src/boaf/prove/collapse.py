"""Collapse: the sets of stacks that can be collapsed do not include the set of all (ours).

The head of `solvers.collapse` shows that a board is solvable exactly when a dynamic programme over sets of stacks
reaches the set of all, and that only those sets matter that leave the rest of the board in one piece. On an unsolvable
deal that all other conditions leave open these are a few hundred to a few thousand, where a search has up to millions
of positions. So the proof is short, though no person will care to read it, and any program can repeat it. The family is
defined here and not by what the solver happens to keep, so that a saved proof holds for ever:

    A state is a set S of stacks, a card v of S, and the cell f of a card of S. ({v}, v, the cell of v) is a state.
    (P ∪ Q, v, f) is a state if (P, v, g) and (Q, c, f) are, P and Q have no card in common, v matches c, and g and f
    are in line; but only if v matches into every part by card of the stacks outside P, the stacks outside Q are in one
    part by card, and f is in line with every part by position of the stacks outside P ∪ Q.

The three provisos lose no solution. P is what v has covered so far: the rest hangs on it by v. Q is a subtree: the
rest hangs together without it. And when P ∪ Q is collapsed before anything else is moved, no stack may be stranded.

Boards of up to seven stacks are left to `search`, whose proof is as short there and plainer.

Witness: `sets`, how many sets of two or more stacks there are; `states`, how many states of theirs; `digest`, the
SHA-256 of the states as lines such as `2H 3D,3D,1` (the cards of S in the order of their cells, v, the number of f from
0), sorted, each with a newline.
"""

from __future__ import annotations

from collections.abc import Iterator

from boaf.board import Board
from boaf.kernel.bits import Masks, cells_of, parts_of
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, cards_in, unsolvable
from boaf.solvers.contract import Limits
from boaf.support.errors import UndecidedError
from boaf.support.files import digest_of

REASON = "collapse"
FEWEST_STACKS = 8
MOST_SETS = 1 << 15
"""The largest family; beyond it a check in plain Python would take minutes."""
_AT_ONCE = 64
"""How many sets are joined with all others between two looks at the limits."""

States = dict[int, dict[int, int]]
"""For each set, a mask of cells, the cells in which each card, named by its cell, can top it."""
Partners = dict[int, list[tuple[int, int]]]
"""For each card v, sets with the cells that count when v goes on from them, or covers them."""


def prove(board: Board, position: Position, limits: Limits) -> Proof | None:
    """A proof if the board is unsolvable and has at least eight stacks.

    Raises `UndecidedError` where there are more sets than limits and memory allow.
    """
    if board.stack_count < FEWEST_STACKS:
        return None
    family = collapsible_sets(position, limits)
    if int(position.occupied) in family:
        return None
    lines = sorted(_lines(board, family))
    digest = digest_of("".join(f"{line}\n" for line in lines))
    text = (
        f"Only {len(family)} sets of two or more stacks can be collapsed to one stack on the way to a solution, "
        f"and the set of all {board.stack_count} is not among them."
    )
    if board.is_over:
        text = "No move can be made: no two stacks match both by card and by position."
    return unsolvable(board, REASON, {"sets": len(family), "states": len(lines), "digest": digest}, text)


def collapsible_sets(position: Position, limits: Limits) -> States:
    """The states of the sets of two or more stacks."""
    stacks = cells_of(int(position.occupied))
    family: States = {}
    going_on: list[Partners] = []
    to_cover: list[Partners] = []
    found: States = {1 << cell: {cell: 1 << cell} for cell in stacks}
    for size in range(1, len(stacks)):
        onward, below = _partners(position, found, limits)
        going_on.append(onward)
        to_cover.append(below)
        found = {}
        # Sets of size + 1 stacks: v has collapsed own + 1 of them and covers a subtree of the other size − own.
        for own in range(size):
            for v in stacks:
                carriers, children = going_on[own][v], to_cover[size - 1 - own][v]
                for first in range(0, len(carriers), _AT_ONCE):
                    _join(v, carriers[first : first + _AT_ONCE], children, found)
                    _look(limits, len(family) + len(found))
        # Drop the states that would strand a stack, and keep the others as parts of larger sets.
        family |= _unstranded(position, found, limits)
        found = {members: family[members] for members in found if members in family}
    return family


def _look(limits: Limits, sets: int) -> None:
    """Raise `UndecidedError` where a limit is reached."""
    if sets > MOST_SETS or not limits.nodes_left(sets):
        raise UndecidedError(f"a limit was reached after {sets} sets")


def _partners(position: Position, found: States, limits: Limits) -> tuple[Partners, Partners]:
    """Which sets each card may go on from, with the cells in line, and which it may cover, with their cells."""
    match = [int(row) for row in position.match]
    stacks = cells_of(int(position.occupied))
    carriers: Partners = {v: [] for v in stacks}
    children: Partners = {v: [] for v in stacks}
    for members, tops in found.items():
        _look(limits, 0)
        rest = int(position.occupied) & ~members
        # The rest must stay connected by card: through v if v goes on from the set, without the set if it is covered.
        parts = parts_of(position.match, rest)
        for v, cells in tops.items():
            if all(match[v] & part for part in parts):
                carriers[v].append((members, _in_line(position.line, cells)))
        if len(parts) == 1:
            for v in cells_of(rest):
                landing = 0
                for c, cells in tops.items():
                    landing |= cells if match[v] >> c & 1 else 0
                if landing:
                    children[v].append((members, landing))
    return carriers, children


def _join(v: int, carriers: list[tuple[int, int]], children: list[tuple[int, int]], found: States) -> None:
    """Let v go on from every set by covering every other that has no stack in common with it."""
    for own, near in carriers:
        for child, landing in children:
            # v stands in a cell in line with one where a card that it matches tops the child.
            reached = near & landing
            if reached and not own & child:
                tops = found.setdefault(own | child, {})
                tops[v] = tops.get(v, 0) | reached


def _unstranded(position: Position, found: States, limits: Limits) -> States:
    """The states whose cell is in line with every part by position of the other stacks."""
    kept: States = {}
    for members, tops in found.items():
        _look(limits, 0)
        allowed = members
        for part in parts_of(position.line, int(position.occupied) & ~members):
            allowed &= _in_line(position.line, part)
        if left := {v: cells & allowed for v, cells in tops.items() if cells & allowed}:
            kept[members] = left
    return kept


def _lines(board: Board, family: States) -> Iterator[str]:
    """The states, a line each."""
    names = {cell: str(card) for cell, card in enumerate(board.tops)}
    for members, tops in family.items():
        cards = " ".join(cards_in(board, members))
        yield from (f"{cards},{names[v]},{cell}" for v, cells in tops.items() for cell in cells_of(cells))


def _in_line(line: Masks, cells: int) -> int:
    near = 0
    for cell in cells_of(cells):
        near |= int(line[cell])
    return near
