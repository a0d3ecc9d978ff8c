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

A node is a position whose moves were listed, or a set of stacks that was found to collapse. The search itself is in
`boaf.solvers.descent`; here it takes turns with collapse sets.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from boaf.board import Board
from boaf.kernel.position import Position, Status, moves_of, position_of
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.descent import RULES, Search, attempt, complete, own_search, run, search_first
from boaf.support.errors import BoafError

VERDICTS = {Status.EXHAUSTED: Verdict.UNSOLVABLE, Status.SOLVED: Verdict.SOLVABLE, Status.PAUSED: Verdict.UNKNOWN}
"""What each status of a search says of a board, in the order of the codes."""
STATUSES = {verdict: status for status, verdict in VERDICTS.items()}
_FIRST_PAIRS = 1 << 25
"""How many pairs of collapse sets are tried before the search goes on."""
_FIRST_IF_SPARSE = 50
"""How many nodes are searched before collapse sets where few cells are in line, so that few sets collapse."""
_SLICE = 10_000
"""How many nodes are searched between two checks of the limits: some milliseconds."""


def solve(
    board: Board, limits: Limits, *, tables: int = 6, rules: tuple[str, ...] = tuple(RULES), collapse: bool = True
) -> Outcome:
    """Search into the tables of up to `tables` stacks, pruned by `rules`, with collapse sets as the last resort."""
    search = own_search(board.rows, board.cols, tables, _rule_bits(tuple(rules)), board.rules.adjacent)
    decision = decide(position_of(board), search, limits, collapse, is_sparse=board.rules.adjacent)
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


def decide(
    position: Position, search: Search, limits: Limits, collapse: bool = True, *, is_sparse: bool = False
) -> Decision:
    """Decide a position with a search for its shape; if few cells are in line, collapse sets are tried sooner."""
    stacks = int(position.occupied).bit_count()
    first = _FIRST_IF_SPARSE if is_sparse and collapse else _SLICE
    status = Status(attempt(search, position.match, position.occupied, min(first, limits.nodes_left(0))))
    if status == Status.PAUSED:
        return go_on(position, search, limits, collapse, first=first)
    steps = search.path[: stacks - 1].tolist() if status == Status.SOLVED else []
    return Decision(status, steps, int(search.state[0]["nodes"]))


def go_on(
    position: Position,
    search: Search,
    limits: Limits,
    collapse: bool = True,
    *,
    with_steps: bool = True,
    first: int = _SLICE,
) -> Decision:
    """Decide a position on which the search has already spent its first nodes without success.

    Without `with_steps` a solution has no steps: to list those of collapse sets takes a quarter of the time.
    """
    collapser = None
    goal, pairs = min(first, search_first(int(position.occupied).bit_count())), _FIRST_PAIRS
    while True:
        spent = collapser.nodes if collapser else 0
        status = _search_until(search, goal, limits, spent)
        nodes = int(search.state[0]["nodes"]) + spent
        if status == Status.SOLVED:
            complete(search)
            return Decision(status, search.path[: int(position.occupied).bit_count() - 1].tolist(), nodes)
        if status == Status.EXHAUSTED:
            return Decision(status, [], nodes)
        if collapse and limits.nodes_left(nodes):
            collapser = collapser or Collapser(position, only_one=True)
            status = collapser.advance_until(pairs, limits, int(search.state[0]["nodes"]))
            nodes = int(search.state[0]["nodes"]) + collapser.nodes
            if status == Status.DONE:
                status = Status.SOLVED if collapser.is_solvable else Status.EXHAUSTED
                steps = collapser.steps() if with_steps else []
                collapser.finish()
                return Decision(status, steps, nodes)
            collapse = status == Status.PAUSED
        if not limits.nodes_left(nodes):
            return Decision(Status.PAUSED, [], nodes)
        goal, pairs = 4 * goal, 4 * pairs


def _search_until(search: Search, goal: int, limits: Limits, spent: int) -> Status:
    """Search until `goal` nodes or the limits, which are checked now and then; `spent` nodes went elsewhere."""
    while True:
        nodes = int(search.state[0]["nodes"])
        stop = min(goal, nodes + min(_SLICE, limits.nodes_left(nodes + spent)))
        status = run(search, stop)
        if status != Status.PAUSED or stop in (nodes, goal):
            return status


@cache
def _rule_bits(rules: tuple[str, ...]) -> int:
    unknown = set(rules) - set(RULES)
    if unknown:
        remedy = f"choose from {', '.join(RULES)}; the rules of a variant belong to the board, as in boaf.deal"
        raise BoafError(f"unknown pruning rule {min(unknown)!r}: {remedy}")
    return sum(RULES[rule] for rule in set(rules))
