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
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.errors import BoafError
from boaf.kernel.bits import Masks, count, is_connected
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.jit import compiled
from boaf.kernel.position import Position, line_masks, moves_of, position_of, push
from boaf.kernel.status import Status
from boaf.kernel.store import tables_of
from boaf.kernel.tables import Lookup, find_move, new_lookup
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.ordering import Moves, Weights, list_children, new_moves
from boaf.solvers.result import VERDICTS, Verdict

RULES = {"compatibility": 1, "position": 2, "isolated": 4}
"""The pruning rules: a compatibility graph or a position graph that has come apart, a move that isolates a stack."""
ALL_RULES = sum(RULES.values())
_FIRST_PAIRS = 1 << 25
"""How many pairs of collapse sets are tried before the search goes on."""
_SLICE = 10_000
"""How many nodes are searched between two looks at the limits, some milliseconds' worth."""
_GROWTH = 1.1
_NOISE = 4000
_DEPTH, _NODES, _ENTERED, _LIMIT, _STOP = range(5)


class Search(NamedTuple):
    """A depth-first search in progress: one frame for each move made, and everything it reads."""

    line: Masks
    lookup: Lookup
    moves: Moves
    """The moves still to try in each frame, the first `left` of its row."""
    rules: int
    slack: int
    """How many nodes the first try may take beyond the fewest possible; each restart may take 10 % more in all."""
    match: Masks
    """The match masks of each frame. Shape (cells, cells); frame 0 is the board."""
    occupied: NDArray[np.uint64]
    """Shape (cells,)."""
    left: NDArray[np.int64]
    """How many moves are still to try. Shape (cells,)."""
    path: NDArray[np.uint16]
    """The move made in each frame; after `complete`, the whole solution. Shape (cells,)."""
    state: NDArray[np.int64]
    """Depth, nodes, whether the frame was entered, the limit of this try, the nodes at which it ends. Shape (5,)."""


def new_search(
    rows: int, cols: int, tables: int, *, rules: int = ALL_RULES, weights: Weights | None = None, slack: int = 6
) -> Search:
    """A search for boards of one shape, to be started with `start`; one for each thread."""
    cells = rows * cols
    line = line_masks(rows, cols)
    return Search(
        line=line,
        lookup=new_lookup(tables_of(tables), cols),
        moves=new_moves(rows, cols, cells, weights),
        rules=rules,
        slack=slack,
        match=np.zeros((cells, cells), line.dtype),
        occupied=np.zeros(cells, np.uint64),
        left=np.zeros(cells, np.int64),
        path=np.zeros(cells, np.uint16),
        state=np.zeros(5, np.int64),
    )


@compiled
def search_first(stacks: int) -> int:
    """How many nodes the search may take before collapse sets are tried: about as long as those take."""
    if stacks <= 12:
        return 100
    return 300 if stacks <= 14 else 1000


@compiled
def start(search: Search, match: Masks, occupied: np.uint64) -> None:
    """Begin anew on a position. Shape (cells,)."""
    search.match[0] = match
    _start(search, occupied)


@compiled
def start_cards(search: Search, cards: Cards) -> int:
    """Begin anew on a board of card numbers; return how many stacks it has. Shape (cells,)."""
    occupied = match_cards(cards, search.match[0])
    _start(search, occupied)
    return count(occupied)


@compiled
def _start(search: Search, occupied: np.uint64) -> None:
    search.occupied[0] = occupied
    search.state[:] = 0
    search.state[_LIMIT] = search.state[_STOP] = _first_limit(search)
    search.moves.random[0] = 0


@compiled
def _first_limit(search: Search) -> int:
    return max(count(search.occupied[0]) - search.lookup.stacks, 1) + search.slack


@compiled
def nodes_taken(search: Search) -> int:
    """The nodes of all tries since the start."""
    return search.state[_NODES]


@compiled
def run(search: Search, max_nodes: int) -> Status:
    """Search until `max_nodes` nodes in all: SOLVED (see `path`), EXHAUSTED, or PAUSED, to be called again."""
    line, lookup, match, occupied = search.line, search.lookup, search.match, search.occupied
    left, path, state = search.left, search.path, search.state
    stacks = count(occupied[0])
    first_limit = _first_limit(search)
    if stacks == 1:
        return Status.SOLVED
    while True:
        depth = state[_DEPTH]
        if not state[_ENTERED]:
            if state[_NODES] >= max_nodes:
                return Status.PAUSED
            if state[_NODES] >= state[_STOP]:
                state[_LIMIT] = np.int64(state[_LIMIT] * _GROWTH) + 1
                state[_STOP] = state[_NODES] + state[_LIMIT]
                state[_DEPTH] = 0
                depth = 0
            state[_ENTERED] = 1
            left[depth] = 0
            if (not search.rules & 1 or is_connected(match[depth], occupied[depth])) and (
                not search.rules & 2 or is_connected(line, occupied[depth])
            ):
                state[_NODES] += 1
                if stacks - depth - 1 <= lookup.stacks:
                    step = find_move(lookup, match, occupied[depth], line, depth)
                    if step >= 0:
                        path[depth] = step
                        return Status.SOLVED
                else:
                    prune, noise = search.rules & 4 != 0, _NOISE if state[_LIMIT] > first_limit else 0
                    left[depth] = list_children(search.moves, match, depth, occupied[depth], prune, noise)
        if not left[depth]:
            if depth == 0:
                return Status.EXHAUSTED
            state[_DEPTH] = depth - 1
            continue
        path[depth] = _take_best(search.moves, left, depth)
        push(match, occupied, depth, path[depth], depth + 1)
        state[_DEPTH] = depth + 1
        state[_ENTERED] = 0


@compiled
def complete(search: Search) -> None:
    """After success, follow the tables to the last stack, so that `path` is the whole solution."""
    depth = search.state[_DEPTH]
    for _ in range(count(search.occupied[depth]) - 2):
        push(search.match, search.occupied, depth, search.path[depth], depth + 1)
        depth += 1
        search.path[depth] = find_move(search.lookup, search.match, search.occupied[depth], search.line, depth)


@compiled
def _take_best(moves: Moves, left: NDArray[np.int64], depth: int) -> np.uint16:
    """Remove the move with the highest score from those to try in a frame and return it."""
    steps, scores = moves.steps, moves.scores
    last = left[depth] - 1
    best = 0
    for k in range(1, last + 1):
        if scores[depth, k] > scores[depth, best]:
            best = k
    step = steps[depth, best]
    steps[depth, best], scores[depth, best] = steps[depth, last], scores[depth, last]
    left[depth] = last
    return step


def solve(
    board: Board,
    limits: Limits,
    *,
    tables: int | None = None,
    rules: tuple[str, ...] = tuple(RULES),
    collapse: bool = True,
) -> Outcome:
    """Search into the tables of up to `tables` stacks, pruned by `rules`, with collapse sets as the last resort.

    By default the tables reach up to 6 stacks, on boards of more than 16 cells up to 7.
    """
    if tables is None:
        tables = 6 if board.rows * board.cols <= 16 else 7
    search = new_search(board.rows, board.cols, tables, rules=_rule_bits(rules))
    decision = decide(position_of(board), search, limits, collapse)
    return Outcome(decision.verdict, moves_of(board, decision.steps), decision.nodes)


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
    start(search, position.match, position.occupied)
    collapser = None
    goal, pairs = search_first(int(position.occupied).bit_count()), _FIRST_PAIRS
    while True:
        spent = collapser.nodes if collapser else 0
        status = _search_until(search, goal, limits, spent)
        nodes = int(nodes_taken(search)) + spent
        if status == Status.SOLVED:
            complete(search)
            return Decision(status, search.path[: int(position.occupied).bit_count() - 1].tolist(), nodes)
        if status == Status.EXHAUSTED:
            return Decision(status, [], nodes)
        if collapse:
            collapser = collapser or Collapser(position)
            status = collapser.advance_until(pairs, limits, int(nodes_taken(search)))
            nodes = int(nodes_taken(search)) + collapser.nodes
            if status == Status.DONE:
                steps = collapser.steps()
                return Decision(Status.SOLVED if steps else Status.EXHAUSTED, steps, nodes)
            collapse = status == Status.PAUSED
        if not limits.nodes_left(nodes):
            return Decision(Status.PAUSED, [], nodes)
        goal, pairs = 4 * goal, 4 * pairs


def _search_until(search: Search, goal: int, limits: Limits, spent: int) -> Status:
    """Search until `goal` nodes or the limits, looking up now and then; `spent` nodes went elsewhere."""
    while True:
        nodes = int(nodes_taken(search))
        stop = min(goal, nodes + min(_SLICE, limits.nodes_left(nodes + spent)))
        status = run(search, stop)
        if status != Status.PAUSED or stop in (nodes, goal):
            return status


def _rule_bits(rules: tuple[str, ...]) -> int:
    unknown = set(rules) - set(RULES)
    if unknown:
        raise BoafError(f"unknown pruning rule {min(unknown)!r}: choose from {', '.join(RULES)}")
    return sum(RULES[rule] for rule in set(rules))
