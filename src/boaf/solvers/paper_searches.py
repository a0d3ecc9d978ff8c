"""The depth-first searches of the challenge and of two papers: one search, `depth_first`, with six sets of choices.

They differ in which boards they drop, in which order they try children, and in what they count as a node. Each function
below is the solver of that name, and says where it comes from and how what the paper leaves open is read.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.graphs import compatibility_masks
from boaf.models.learned import Learned, read_learned
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import CARDS, ESTIMATE, HEURISTIC, NATURAL, POSITIONS, REVERSED, Choices, search
from boaf.support.errors import BoafError

CHOICES = {
    "baseline": Choices(drop=0, order=REVERSED, count_all=True),
    "constrained": Choices(drop=0, order=NATURAL, count_all=True),
    "compatible": Choices(drop=CARDS, order=NATURAL, count_all=True),
    "standard": Choices(drop=CARDS | POSITIONS, order=REVERSED, count_all=True),
    "heuristic": Choices(drop=CARDS | POSITIONS, order=HEURISTIC, count_all=False),
}
"""The searches that need no model, by the name of the solver; `ordered_choices` has those of Ordered DFS."""
CUTOFFS = range(2, 17)
"""The numbers of stacks at which Ordered DFS may stop ordering."""
CUTOFF = 11
"""The best of them, says the paper."""
MODEL = "linear-H"
"""The model that Ordered DFS asks by default."""


def baseline(board: Board, limits: Limits) -> Outcome:
    """The challenge's baseline: depth-first search with an explicit stack, as Neller's Java code has it.

    Pop a position; skip it if its top cards were seen; count it; stop if a single stack is left; push all children in
    natural order, so that they are explored from the last. It prunes nothing, except that a board with an odd bird, a
    stack that matches no other by card, is rejected before the search. A node is a position that was counted so.
    """
    masks = compatibility_masks(board)
    if not board.is_solved and any(not mask for mask, card in zip(masks, board.tops, strict=True) if card is not None):
        return Outcome(Verdict.UNSOLVABLE, (), 0)
    return search(board, limits, CHOICES["baseline"])


def constrained(board: Board, limits: Limits, *, remember: bool = True) -> Outcome:
    """Constrained DFS (Araki et al. 2019, "A Baseline Approach"): depth first, stopping at the first solvable child.

    The paper leaves the order of the children open; it is the natural one here, and positions that were seen are
    skipped (see `depth_first`). A node is a position that is looked at, as the paper says of node counts under Table 3.
    """
    return search(board, limits, CHOICES["constrained"]._replace(remember=remember))


def compatible(board: Board, limits: Limits, *, remember: bool = True) -> Outcome:
    """Compatible DFS: depth-first search that prunes boards whose compatibility graph is disconnected.

    A card never gains a partner: moves only delete vertices and edges of that graph (Araki et al. 2019, "Graph
    Features"). So once it is disconnected no sequence of moves can join the parts again, and the whole subtree is lost.
    Everything else is as in Constrained DFS; a node is a position that is looked at, also one that is dropped.
    """
    return search(board, limits, CHOICES["compatible"]._replace(remember=remember))


def ordered(
    board: Board, limits: Limits, *, cutoff: int = CUTOFF, model: str = MODEL, remember: bool = True
) -> Outcome:
    """Ordered DFS (Araki et al. 2019, "Ordered DFS"): Compatible DFS with the most promising child first.

    Children are tried in the order of a model's estimates, equal ones in natural order. With `cutoff` stacks or fewer
    ordering no longer pays, and the order is the natural one; the paper finds 11 best. `model` names a model that comes
    with boaf (`linear-H` or `lightgbm-F`, made by `tools/fit_ordered.py`), or a file of `boaf train`. Everything else
    is as in Compatible DFS; a node is a position that is looked at, also one that is dropped.
    """
    return search(board, limits, ordered_choices(cutoff, read_learned(model))._replace(remember=remember))


def ordered_choices(cutoff: int = CUTOFF, model: Learned | None = None) -> Choices:
    """Ordered DFS as a depth-first search, by `MODEL` or by another model."""
    if cutoff not in CUTOFFS:
        raise BoafError(f"the ordering cutoff must be from {CUTOFFS[0]} to {CUTOFFS[-1]} stacks, not {cutoff}")
    model = read_learned(MODEL) if model is None else model
    return Choices(drop=CARDS, order=ESTIMATE, count_all=True, cutoff=cutoff, model=model)


def standard(board: Board, limits: Limits) -> Outcome:
    """Standard depth-first search (Hoshino & Notarangelo 2019, "Solving with Search"): classical, with two tests.

    A position is expanded only if its compatibility graph and its position graph are connected. Children are explored
    from the last, as in the challenge's code, on which the paper built. A node is a step of the paper, read as a
    position that is looked at, also one that is dropped: that reading gives the paper's median of 4,055 steps
    (`studies/search_readings.py` has others).
    """
    return search(board, limits, CHOICES["standard"])


def heuristic(board: Board, limits: Limits) -> Outcome:
    """Heuristic depth-first search (Hoshino & Notarangelo 2019, "Solving with Search").

    Of the open positions with the fewest stacks, the one with the highest h = a + b + c − p1 − p2 is expanded: a counts
    the pairs that match by card, b those that match by position, c the legal moves; p1 and p2 are penalties of 1000 for
    a disconnected compatibility graph and a disconnected position graph, and positions with h < 0 are never expanded.
    All open positions with the fewest stacks are children of one position, so this is depth-first search with sorted
    children.

    "The number of legal moves" is read as the number of pairs of stacks that may be joined, which gives exactly the
    paper's number of deals solved in 15 steps (`studies/search_readings.py`). Equal h are tried in natural order. A
    node is a position that is expanded. The paper's limit, fewer than 100 steps, is `max_nodes=99`.
    """
    return search(board, limits, CHOICES["heuristic"])
