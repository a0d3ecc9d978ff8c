"""Model-guided search: depth-first search that evaluates the children of a node in one batch, the best first.

The search is Ordered DFS (Araki et al. 2019, solver `ordered`) without its cutoff: a board with a disconnected
compatibility graph is dropped, a board that was seen is skipped. A node is a board whose children were listed, so a
board that is dropped is not a node.

The solver `ordered` is compiled and evaluates one child after the other by a compiled model. A network is much faster
on all children at once, so this search runs in Python.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ZERO, Masks, is_connected
from boaf.kernel.dealing import EMPTY, Cards, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import copy_row, scratch
from boaf.learn.data.interesting import write_children
from boaf.learn.neural import require_torch
from boaf.learn.neural.graph_inputs import lines_of
from boaf.learn.prediction import NeuralModel
from boaf.models.learned import Judge, Learned, learned_value, read_learned
from boaf.models.position_features import NAMES
from boaf.solvers.contract import Verdict
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.paper_searches import MODEL

_MATCH = scratch((MAX_CELLS,), np.uint64)
_VALUES = scratch((len(NAMES),), np.float64)
_MOST_PROBABILITY = 0.999
"""Odds are computed as if no probability were higher."""


class GuidedSearchResult(NamedTuple):
    """How a search ended."""

    verdict: Verdict
    nodes: int
    judged: int
    """The number of boards that were evaluated."""


def ordered_search(cards: Cards, rows: int, cols: int, judge: Judge, max_nodes: int) -> GuidedSearchResult:
    """Search a board (cells,) depth first, the child with the highest value first."""
    steps = natural_steps(rows, cols)
    seen: set[bytes] = set()
    pending = [cards]
    nodes = judged = 0
    while pending:
        board = pending.pop()
        key = board.tobytes()
        if key in seen:
            continue
        seen.add(key)
        if np.sum(board != EMPTY) == 1:
            return GuidedSearchResult(Verdict.SOLVABLE, nodes, judged)
        if nodes == max_nodes:
            return GuidedSearchResult(Verdict.UNKNOWN, nodes, judged)
        nodes += 1
        children = np.empty((len(steps), len(board)), np.uint8)
        children = children[: _write_connected_children(board, steps, children)]
        if len(children):
            judged += len(children)
            order = np.argsort(judge(children, rows, cols), kind="stable")
            pending += [children[k] for k in order]
    return GuidedSearchResult(Verdict.UNSOLVABLE, nodes, judged)


@compiled
def _write_connected_children(cards: Cards, steps: NDArray[np.uint16], children: Cards) -> int:
    """Write the children with a connected compatibility graph to the first rows; return their number."""
    match, found = _MATCH(), 0
    for k in range(write_children(cards, steps, children)):
        if is_connected(match, match_cards(children[k], match)):
            copy_row(children[k], children[found])
            found += 1
    return found


def network_judge(model: Path | str = "stacks", lookahead: bool = False) -> Judge:
    """A network's probabilities that boards are solvable.

    Parameters
    ----------
    model
        The file of a network, or the name of one that comes with boaf.
    lookahead
        Whether to look one move ahead, for a network that was fitted to do so.

    Returns
    -------
    Judge
        A function of card numbers (boards, cells), rows and columns that gives the probabilities (boards,).

    Raises
    ------
    BoafError
        If there is no such network, or it was not fitted to look ahead.
    MissingExtraError
        If the extra `neural` is not installed.

    Examples
    --------
    >>> from boaf.learn.data import numbered_deals
    >>> network_judge()(numbered_deals(8, 12).cards, 4, 4).round(3).tolist()
    [1.0, 1.0, 0.0, 1.0]

    """
    require_torch()
    from boaf.learn.neural.inference import probabilities
    from boaf.learn.neural.network_files import load_network

    network, description = load_network(model)
    found = NeuralModel(partial(probabilities, network), description)
    return (found.with_lookahead() if lookahead else found).probability


def network_prior(model: Path | str = "stacks") -> Judge:
    """A network's odds that boards are solvable: a prior for the option `ask` of the Monte Carlo players.

    Parameters
    ----------
    model
        As for `network_judge`, with the same errors.

    Returns
    -------
    Judge
        A function of card numbers (boards, cells), rows and columns that gives the odds (boards,).

    Examples
    --------
    >>> import boaf
    >>> from boaf.players import think
    >>> board = boaf.deal(1, 3, 3)
    >>> think(board, "flock", iterations=10, ask=network_prior()).move in board.legal_moves
    True

    """
    judge = network_judge(model)

    def odds(cards: Cards, rows: int, cols: int) -> NDArray[np.floating]:
        likely = np.clip(judge(cards, rows, cols), 0, _MOST_PROBABILITY)
        return likely / (1 - likely)

    return odds


def estimate_judge(cards: Cards, rows: int, cols: int) -> NDArray[np.floating]:
    """The linear model of the solver `ordered`, after Araki et al. (2019)."""
    values = np.zeros(len(cards))
    _write_estimates(read_learned(MODEL), cards, lines_of(rows, cols), values)
    return values


@compiled
def _write_estimates(model: Learned, cards: Cards, lines: Masks, values: NDArray[np.float64]) -> None:
    row, match = _VALUES(), _MATCH()
    row[:] = 0.0
    for k in range(len(cards)):
        values[k] = learned_value(model, match, lines, match_cards(cards[k], match), cards[k], row)


def heuristic_judge(cards: Cards, rows: int, cols: int) -> NDArray[np.floating]:
    """Hoshino & Notarangelo's sum: pairs that match by card, pairs that match by position, pairs with a legal move."""
    sums = np.zeros(len(cards))
    _write_sums(cards, lines_of(rows, cols), sums)
    return sums


@compiled
def _write_sums(cards: Cards, lines: Masks, sums: NDArray[np.float64]) -> None:
    match = _MATCH()
    for k in range(len(cards)):
        occupied = match_cards(cards[k], match)
        for one in range(cards.shape[1]):
            for other in range(one):
                pair = (occupied >> np.uint64(one)) & (occupied >> np.uint64(other)) & np.uint64(1)
                by_card, in_line = match[one] >> np.uint64(other), lines[one] >> np.uint64(other)
                if pair != ZERO:
                    sums[k] += (
                        int(by_card & np.uint64(1))
                        + int(in_line & np.uint64(1))
                        + int(by_card & in_line & np.uint64(1))
                    )


def natural_judge(cards: Cards, rows: int, cols: int) -> NDArray[np.floating]:  # noqa: ARG001
    """The same value for all boards: the last child comes first, as in the challenge's code."""
    return np.zeros(len(cards))
