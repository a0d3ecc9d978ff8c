"""Depth-first search: the loop that most of the papers' algorithms share.

An algorithm is a few choices:

- `drop`: which positions are pruned: those whose compatibility graph is disconnected, those whose position graph is.
- `order`: the order of the children. `NATURAL` is that of the challenge's code and of `Board.legal_moves`: row by row,
  each pair of cells from left to right in both directions, then the columns. `REVERSED` is the same from the end, the
  order that a stack of pending positions gives. `HEURISTIC`, `DIRECTED` and `ESTIMATE` put the child with the highest
  score first, equal ones in natural order; `DIRECTED` is `HEURISTIC` with legal moves counted in both directions.
  `TABLE` takes the score from a table of what can be counted on a child.
- `count_all`: whether every position that is visited is a node, even if it is dropped or solved, as Araki et al. (2019)
  and the challenge count, or only one that is expanded, as Hoshino & Notarangelo (2019) count the steps of their
  heuristic search.
- `remember`: whether a position that was seen, by the top cards of the cells, is skipped without being counted, as in
  the challenge's code. Araki et al. (2019) do not say; without it hardly any of these searches finishes on an
  unsolvable deal.
- `repeats`: whether such a position is counted all the same, as Kucharski et al. (2019) do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import Cell, Masks, bit, count, is_connected
from boaf.kernel.dealing import Cards, cards_of, match_cards
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import (
    MAX_CELLS,
    Status,
    line_masks,
    moves_of,
    new_rows,
    position_of,
    push,
    source_of,
    step_of,
    target_of,
)
from boaf.kernel.scratch import copy_row, scratch
from boaf.kernel.seen import Seen, add, advance_key, clear, grown, is_full, new_seen, start_key, words
from boaf.models.learned import Learned, learned_value
from boaf.models.position_features import NAMES
from boaf.solvers.batch import Batch, empty_batch
from boaf.solvers.contract import Limits, Outcome, Verdict

CARDS, POSITIONS = 1, 2
NATURAL, REVERSED, HEURISTIC, DIRECTED, ESTIMATE, TABLE = range(6)
_SLICE = 10_000
_MEMORY = 4 << 30
"""The most bytes that the positions seen may take."""
_VALUES = scratch((len(NAMES),), np.float64)
_CARDS = scratch((MAX_CELLS,), np.uint8)
_OF_SUITS = scratch((4,), np.int64)
_OF_RANKS = scratch((13,), np.int64)
NO_TABLE = np.zeros((0, 0, 0, 0, 0))
STATE = np.dtype([(name, np.int64) for name in ("depth", "nodes", "entered")])
"""How many moves were made, how many nodes were counted, and whether the moves of the frame were listed."""


@workspace
class Choices(NamedTuple):
    """The settings of an algorithm."""

    drop: int
    order: int
    count_all: bool
    cutoff: int = 0
    """With this many stacks or fewer, children are in natural order instead of `order`."""
    model: Learned | None = None
    """What `ESTIMATE` scores children by; what it needs is compiled only where there is one."""
    remember: bool = True
    """Whether positions that were seen are skipped."""
    repeats: bool = False
    """Whether they are counted."""
    table: NDArray[np.float64] = NO_TABLE
    """What `TABLE` scores a child by: table[stacks, matching pairs, pairs that may be joined, stacks of the commonest
    suit, of the commonest rank]."""


@workspace
class Tree(NamedTuple):
    """A search in progress: one frame for each move made."""

    choices: Choices
    line: Masks
    pairs: NDArray[np.uint16]
    """The steps between all pairs of cells in line, in natural order. Shape (steps,)."""
    words: NDArray[np.uint64]
    cards: Cards
    """The card numbers at the start, for models that ask for them. Shape (cells,)."""
    match: Masks
    """Shape (frames, cells)."""
    occupied: NDArray[np.uint64]
    tops: NDArray[np.uint8]
    """The card on top of each cell, named by its cell at the start. Shape (frames, cells)."""
    keys: NDArray[np.uint64]
    """The key of each frame's position. Shape (frames, 2)."""
    steps: NDArray[np.uint16]
    """The moves still to try; the last comes first unless there are scores. Shape (frames, steps)."""
    scores: NDArray[np.float64]
    left: NDArray[np.int64]
    path: NDArray[np.uint16]
    state: NDArray[np.void]
    """One record of `STATE`. Shape (1,)."""


def search(board: Board, limits: Limits, choices: Choices) -> Outcome:
    """Search a board depth first."""
    tree = new_tree(board, choices)
    return search_tree(board, tree, limits, partial(run, tree))


def search_tree(board: Board, tree: Tree, limits: Limits, run: Callable[[Seen, int], int]) -> Outcome:
    """Search with `run(seen, max_nodes)`, which works on the tree and returns as the `run` of this module does."""
    seen = new_seen(1 << 10)
    while True:
        nodes = int(tree.state[0]["nodes"])
        status = run(seen, nodes + min(_SLICE, limits.nodes_left(nodes)))
        nodes = int(tree.state[0]["nodes"])
        if status == Status.SOLVED:
            return Outcome(Verdict.SOLVABLE, moves_of(board, tree.path[: board.stack_count - 1]), nodes)
        if status == Status.EXHAUSTED:
            return Outcome(Verdict.UNSOLVABLE, (), nodes)
        if status == Status.FULL and _can_grow(seen):
            seen = grown(seen)
        elif status == Status.FULL or not limits.nodes_left(nodes):
            return Outcome(Verdict.UNKNOWN, (), nodes)


def search_many(boards: Cards, rows: int, cols: int, choices: Choices, max_nodes: int) -> Batch:
    """Search boards of card numbers one after another, on this thread. Shape (boards, cells)."""
    batch = empty_batch(len(boards))
    tree, seen, k = empty_tree(rows, cols, choices), new_seen(1 << 10), 0
    while (k := int(_run_each(boards, tree, seen, max_nodes, k, batch.statuses, batch.nodes))) < len(boards):
        batch.statuses[k] = _run_on(tree, seen, max_nodes)
        batch.nodes[k] = tree.state[0]["nodes"]
        k += 1
    return batch


def _run_on(tree: Tree, seen: Seen, max_nodes: int) -> Status:
    """Continue a search for which `seen` was too small."""
    status = Status.FULL
    while status == Status.FULL and _can_grow(seen):
        seen = grown(seen)
        status = run(tree, seen, max_nodes)
    return Status.PAUSED if status == Status.FULL else status


def _can_grow(seen: Seen) -> bool:
    return 4 * seen.keys.nbytes <= _MEMORY


def new_tree(board: Board, choices: Choices) -> Tree:
    """A search of a board that has not begun."""
    position = position_of(board)
    tree = empty_tree(board.rows, board.cols, choices, board.rules.adjacent)
    tree.match[0] = position.match
    if choices.order == TABLE or (choices.model is not None and choices.model.needs_cards):
        tree.cards[:] = cards_of(board)
    begin(tree, position.occupied)
    return tree


def empty_tree(rows: int, cols: int, choices: Choices, adjacent: bool = False) -> Tree:
    """A tree for boards of one shape."""
    line, pairs = line_masks(rows, cols, adjacent), natural_steps(rows, cols, adjacent)
    cells = rows * cols
    return Tree(
        choices=choices,
        line=line,
        pairs=pairs,
        words=words(cells),
        cards=np.zeros(cells, np.uint8),
        match=new_rows(cells, cells),
        occupied=np.zeros(cells, np.uint64),
        tops=np.zeros((cells, cells), np.uint8),
        keys=np.zeros((cells, 2), np.uint64),
        steps=np.zeros((cells, len(pairs)), np.uint16),
        scores=np.zeros((cells, len(pairs)), np.float64),
        left=np.zeros(cells, np.int64),
        path=np.zeros(cells, np.uint16),
        state=np.zeros(1, STATE),
    )


@compiled
def begin(tree: Tree, occupied: np.uint64) -> None:
    """Start on the board whose match masks are in frame 0."""
    tree.occupied[0] = occupied
    start_key(tree.words, occupied, tree.tops, tree.keys, 0)
    state = tree.state[0]
    state["depth"] = state["nodes"] = state["entered"] = 0


@compiled
def _run_each(
    boards: Cards,
    tree: Tree,
    seen: Seen,
    max_nodes: int,
    first: int,
    statuses: NDArray[np.int8],
    nodes: NDArray[np.int64],
) -> int:
    """Search boards from number `first` on, up to one for which `seen` is too small; return its number or the last + 1.

    Shapes (boards, cells), (boards,), (boards,).
    """
    for k in range(first, len(boards)):
        clear(seen)
        copy_row(boards[k], tree.cards)
        begin(tree, match_cards(boards[k], tree.match[0]))
        status = run(tree, seen, max_nodes)
        if status == Status.FULL:
            return k
        statuses[k] = status
        nodes[k] = tree.state[0]["nodes"]
    return len(boards)


@cache
def natural_steps(rows: int, cols: int, adjacent: bool = False) -> NDArray[np.uint16]:
    """The steps between all pairs of cells in line, in the order of the challenge's code. Shape (steps,)."""
    lines = [[row * cols + col for col in range(cols)] for row in range(rows)]
    lines += [[row * cols + col for row in range(rows)] for col in range(cols)]
    pairs = [pair for line in lines for pair in (pairwise(line) if adjacent else combinations(line, 2))]
    return np.array([step for a, b in pairs for step in (step_of(a, b), step_of(b, a))], dtype=np.uint16)


@compiled
def run(tree: Tree, seen: Seen, max_nodes: int) -> Status:
    """Search until `max_nodes` nodes in all: SOLVED (see `path`), EXHAUSTED, PAUSED, or FULL if `seen` must grow."""
    choices, state, left, match, occupied = tree.choices, tree.state[0], tree.left, tree.match, tree.occupied
    while True:
        depth = state["depth"]
        # A position that was just reached. The limits are checked first, so that a later call goes on right here.
        if not state["entered"]:
            stacks = count(occupied[depth])
            if stacks > 1 or choices.count_all:
                if state["nodes"] >= max_nodes:
                    return Status.PAUSED
                if is_full(seen):
                    return Status.FULL
            if stacks == 1:
                state["nodes"] += choices.count_all
                return Status.SOLVED
            state["entered"] = 1
            left[depth] = 0
            # Unless it was seen before: drop it if it is in pieces, by card or by position, or list its moves.
            if not (choices.remember and add(seen, tree.keys[depth, 0], tree.keys[depth, 1])):
                dropped = (choices.drop & CARDS and not is_connected(match[depth], occupied[depth])) or (
                    choices.drop & POSITIONS and not is_connected(tree.line, occupied[depth])
                )
                if choices.count_all or not dropped:
                    state["nodes"] += 1
                if not dropped:
                    _list_moves(tree, depth, stacks)
            else:
                state["nodes"] += choices.repeats
        if not advance(tree):
            return Status.EXHAUSTED


@compiled
def advance(tree: Tree) -> bool:
    """Make the next move of the frame, or go back one frame if there is none; false if this was the first frame."""
    state, left, depth = tree.state[0], tree.left, tree.state[0]["depth"]
    if not left[depth]:
        state["depth"] = depth - 1
        return bool(depth > 0)
    left[depth] -= 1
    step = np.int64(tree.steps[depth, left[depth]])
    tree.path[depth] = step
    make_move(tree, depth, step)
    state["depth"] = depth + 1
    state["entered"] = 0
    return True


@compiled
def _list_moves(tree: Tree, depth: int, stacks: int) -> None:
    """List the moves of a frame so that the one to try first is last."""
    pairs, steps, scores, match = tree.pairs, tree.steps, tree.scores, tree.match
    order = tree.choices.order
    found = 0
    for k in range(len(pairs)):
        step = pairs[k]
        if np.uint64(match[depth, source_of(step)]) & bit(target_of(step)):
            steps[depth, found] = step
            found += 1
    tree.left[depth] = found
    # Moves are taken from the end of the list, so the natural order has to be reversed.
    if order == REVERSED:
        return
    for k in range(found // 2):
        other = found - 1 - k
        steps[depth, k], steps[depth, other] = steps[depth, other], steps[depth, k]
    if order == NATURAL or stacks <= tree.choices.cutoff:
        return
    if order in (HEURISTIC, DIRECTED):
        for k in range(found):
            scores[depth, k] = heuristic_change(tree, depth, steps[depth, k], 1 + (order == DIRECTED))
    elif order == ESTIMATE:
        _estimate_children(tree, depth, found, tree.choices.model)
    elif order == TABLE:
        for k in range(found):
            scores[depth, k] = _table_score(tree, depth, np.int64(steps[depth, k]))
    # Insertion sort, lowest score first; equal ones keep their places, so the natural first stays last.
    for k in range(1, found):
        step, score = steps[depth, k], scores[depth, k]
        place = k
        while place > 0 and scores[depth, place - 1] > score:
            steps[depth, place], scores[depth, place] = steps[depth, place - 1], scores[depth, place - 1]
            place -= 1
        steps[depth, place], scores[depth, place] = step, score


@compiled
def _estimate_children(tree: Tree, depth: int, found: int, model: Learned | None) -> None:
    """Score the first moves of a frame by what a model says of their children."""
    if model is None:
        return
    steps, match, occupied = tree.steps, tree.match, tree.occupied
    row, cards = _VALUES(), _CARDS()[: len(tree.cards)]
    row[:] = 0.0
    for k in range(found):
        step = np.int64(steps[depth, k])
        push(match, occupied, depth, step, depth + 1)
        if model.needs_cards:
            for cell in range(len(cards)):
                cards[cell] = tree.cards[tree.tops[depth, cell]]
            cards[target_of(step)] = tree.cards[tree.tops[depth, source_of(step)]]
        tree.scores[depth, k] = learned_value(model, match[depth + 1], tree.line, occupied[depth + 1], cards, row)


@compiled
def _table_score(tree: Tree, depth: int, step: Cell) -> float:
    """What the table has for the child that a move leads to."""
    push(tree.match, tree.occupied, depth, step, depth + 1)
    source, target = np.int64(source_of(step)), np.int64(target_of(step))
    of_suits, of_ranks = _OF_SUITS(), _OF_RANKS()
    of_suits[:] = 0
    of_ranks[:] = 0
    stacks = pairs = moves = suit = rank = 0
    for cell in range(len(tree.cards)):
        if not tree.occupied[depth + 1] & bit(cell):
            continue
        matching = np.uint64(tree.match[depth + 1, cell])
        stacks += 1
        pairs += count(matching)
        moves += count(matching & np.uint64(tree.line[cell]))
        # The frame of the child has no tops yet: they are those of its parent, with the mover in the target's cell.
        card = np.int64(tree.cards[tree.tops[depth, source if cell == target else cell]])
        of_suits[card & 3] += 1
        of_ranks[card >> 2] += 1
        suit, rank = max(suit, of_suits[card & 3]), max(rank, of_ranks[card >> 2])
    # Each pair was counted at both of its cards.
    return tree.choices.table[stacks, pairs >> 1, moves >> 1, suit, rank]


@compiled
def heuristic_change(tree: Tree, depth: int, step: int, directions: int) -> int:
    """How a move changes Hoshino & Notarangelo's a + b + c: pairs by card, pairs by position, legal moves.

    A legal move is counted in one or two directions. The card that is covered leaves the compatibility graph, the
    cell that is left leaves the position graph, and the mover gains the matches in line with its cell.
    """
    source, target = source_of(step), target_of(step)
    occupied = tree.occupied[depth]
    around, matching = np.uint64(tree.line[source]) & occupied, np.uint64(tree.match[depth, source])
    around_target = np.uint64(tree.line[target]) & occupied
    covered = np.uint64(tree.match[depth, target])
    gain = matching & around_target & ~bit(source)
    lost = count(matching & around) + count(covered & around_target) - 1
    return directions * (count(gain) - lost) - count(covered) - count(around)


@compiled
def make_move(tree: Tree, depth: int, step: Cell) -> None:
    """Make a move from a frame into the next one."""
    push(tree.match, tree.occupied, depth, step, depth + 1)
    advance_key(tree.words, step, tree.tops, tree.keys, depth, depth + 1)
