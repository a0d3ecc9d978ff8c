"""The features of boards, by name, for one board or for many at once on all cores, and groups of features.

`FEATURES` has their definitions; `boaf.models.position_features` computes them.

In the arrays of `extract`, the number of spanning trees is exact, rounded once to 53 bits, for up to 17 stacks, and has
a relative error below 10^−10 otherwise (see `boaf.kernel.spanning_trees`); `features` gives it exactly.

Hoshino & Kahn (2019) define nw1 and nw2 over pairs i < j, and so do the features `nw1` and `nw2`: on the seeds
1 … 70,000 they have the printed means of 71.7 and 10.7, and over the eight connected unsolvable deals of the paper the
printed ranges 76 … 82 and 37 … 56. The paper's program counts differently: see `boaf.learn.feature_models.PrintedTree`.

The subsets A … L are those of Araki et al. (2019), Table 2, which our copy of the paper lacks. Its text fixes one, F:
all graph features except islands. H has three features of the compatibility graph, without islands ("the others in
subset F"); Table 3 prints an error of 0.400 in a linear regression and 1,381 nodes. By error, two degree statistics
with node connectivity come closest; by nodes, no triple is clearly best. H is read as minimum, maximum and mean degree,
the cheapest to compute. The other ten are our reading of the rule in the text: features of one pass over the board
belong together, and so do features of the compatibility graph; expensive features (islands, node connectivity) are left
out in turn; the number of stacks, which siblings share, is in none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.graphs import compatibility_masks, position_masks, stackability_masks
from boaf.kernel.dealing import Cards, board_cards, cards_of, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import line_masks
from boaf.kernel.scratch import scratch, scratch_rows
from boaf.kernel.spanning_trees import count_exactly
from boaf.learn.plugin_features import Feature, is_plugin, plugin_values, register_feature
from boaf.learn.relaxation_features import DEFINITIONS as RELAXATIONS
from boaf.learn.relaxation_features import NAMES as RELAXATION_NAMES
from boaf.learn.relaxation_features import fewest_left, fill_relaxations
from boaf.models.position_features import NAMES, fill, groups_of
from boaf.solvers.ordering import Moves, new_moves
from boaf.solvers.single import require_board
from boaf.support.errors import BoafError
from boaf.support.schema import shown
from boaf.support.threads import thread_pool

_ROW = scratch_rows(1)
_VALUES = scratch((len(NAMES) + len(RELAXATION_NAMES),), np.float64)
_CHUNK = 2000


def _of_graph(graph: str, edge: str, edges: str, prefix: str, degrees: str) -> dict[str, str]:
    """The definitions of the features of one graph; `degrees` and `prefix` say how they are named."""
    return {
        degrees.format("min"): f"least number of {edges} of a stack",
        degrees.format("max"): f"largest number of {edges} of a stack",
        degrees.format("median"): f"median number of {edges} of a stack",
        degrees.format("mean"): f"mean number of {edges} of a stack",
        f"{prefix}isolated": f"stacks without a {edge}",
        f"{prefix}leaves": f"stacks with exactly one {edge}",
        f"{prefix}critical_nodes": f"articulation nodes and leaves of the {graph} graph",
        f"{prefix}critical_edges": f"edges of the {graph} graph between two critical nodes",
        f"{prefix}islands": f"parts of the {graph} graph without its critical edges",
        f"{prefix}articulation_nodes": f"stacks without which their part of the {graph} graph falls apart",
        f"{prefix}cut_edges": f"edges without which their part of the {graph} graph falls apart",
        f"{prefix}connected": f"1 if the {graph} graph is connected, else 0",
        f"{prefix}parts": f"connected components of the {graph} graph",
        f"{prefix}node_connectivity": f"least number of stacks whose removal disconnects the {graph} graph",
        f"{prefix}nw1": f"pairs of stacks that no edge of the {graph} graph joins",
        f"{prefix}nw2": f"pairs of stacks without a common neighbour in the {graph} graph",
        f"{prefix}spanning_trees": f"spanning trees of the {graph} graph",
        f"{prefix}log_spanning_trees": f"log2 of 1 + the spanning trees of the {graph} graph",
        f"{prefix}diameter": f"largest distance of two stacks in one part of the {graph} graph",
    }


_SUITS = ("club", "diamond", "heart", "spade")
_DEFINITIONS = {
    **_of_graph("compatibility", "match by card", "matches by card", "", "{}_degree"),
    **_of_graph("stackability", "legal move", "legal moves", "stackability_", "rc_compatibility_{}"),
    **_of_graph("position", "match by position", "matches by position", "position_", "rc_count_{}"),
    "stacks": "number of stacks",
    "aces": "top cards that are aces",
    "kings": "top cards that are kings",
    "rank_deviation": "standard deviation of the ranks of the top cards (of the population)",
    **{f"{suit}_ratio": f"share of the top cards that are {suit}s" for suit in _SUITS},
    "suits": "suits among the top cards",
    "ranks": "ranks among the top cards",
    "suit_dominance": "share of the top cards in the commonest suit",
    "rank_clusters": "runs of neighbouring ranks among the top cards",
    "moves": "legal moves",
    "safe_moves": "legal moves after which compatibility and position graph are connected",
    "least_stuck_after_move": "fewest stacks without a legal move after any one move; all stacks if there is none",
    "distant_leaves": "stacks whose only match by card is not in line with them",
    "total_flockability": "matches by card of all stacks, each counted for both",
}
FEATURES: dict[str, str] = {name: _DEFINITIONS[name] for name in NAMES}
"""The definition of each feature."""
KNOWN_FEATURES = FEATURES | RELAXATIONS
"""Those and the relaxations, which cost several times as much as all others and are computed only by name."""
_PLACES = {name: place for place, name in enumerate((*NAMES, *RELAXATIONS))}

_STATISTICS = ("min", "max", "median", "mean")
ARAKI_GRAPH = (
    *(f"{statistic}_degree" for statistic in _STATISTICS),
    *("critical_nodes", "critical_edges", "islands", "connected", "node_connectivity"),
)
"""The graph features of Araki et al. (2019)."""
ARAKI_CARD = (
    *(f"rc_count_{statistic}" for statistic in _STATISTICS),
    *(f"rc_compatibility_{statistic}" for statistic in _STATISTICS),
    *("aces", "kings", "rank_deviation"),
    *(f"{suit}_ratio" for suit in _SUITS),
    "stacks",
)
"""The card features of Araki et al. (2019). The number of stacks is not in the paper's list, but the paper says that
Ordered DFS does not consider it, as if others did: we read this as a feature of the classifiers."""
ARAKI = (*ARAKI_GRAPH, *ARAKI_CARD)
HOSHINO_KAHN = ("nw1", "nw2", "spanning_trees")
_CARDS = tuple(name for name in ARAKI_CARD if name != "stacks")
_COUNTS = ("aces", "kings", "rank_deviation", "club_ratio", "diamond_ratio", "heart_ratio", "spade_ratio")
_LINES = tuple(name for name in ARAKI_CARD if name.startswith("rc_count"))
_MOVES = tuple(name for name in ARAKI_CARD if name.startswith("rc_compatibility"))
_DEGREES = tuple(name for name in ARAKI_GRAPH if name.endswith("_degree"))
_CHEAP = tuple(name for name in ARAKI_GRAPH if name not in ("islands", "node_connectivity"))

SUBSETS: dict[str, tuple[str, ...]] = {
    "A": (*ARAKI_GRAPH, *_CARDS),
    "B": (*(name for name in ARAKI_GRAPH if name != "islands"), *_CARDS),
    "C": (*_CHEAP, *_CARDS),
    "D": _CARDS,
    "E": ARAKI_GRAPH,
    "F": tuple(name for name in ARAKI_GRAPH if name != "islands"),
    "G": _CHEAP,
    "H": ("min_degree", "max_degree", "mean_degree"),
    "I": (*_DEGREES, *_MOVES),
    "J": (*_COUNTS, *_LINES),
    "K": _MOVES,
    "L": _LINES,
}
"""The subsets; A has everything."""
GROUPS = {
    "all": tuple(FEATURES),
    "known": tuple(KNOWN_FEATURES),
    "araki": ARAKI,
    "graph": ARAKI_GRAPH,
    "card": ARAKI_CARD,
    "hoshino-kahn": HOSHINO_KAHN,
    "relaxations": RELAXATION_NAMES,
    **SUBSETS,
}
"""The features of each group, by the names for `train` and `boaf train --features`: `GROUPS["araki"]` are the 25 of
Araki et al. (2019), by our reading with the number of stacks, `GROUPS["hoshino-kahn"]` the three of Hoshino & Kahn
(2019)."""


def features_named(names: str | Sequence[str | Feature]) -> tuple[str, ...]:
    """The features of names of groups, subsets and single features, in a sequence or separated by commas.

    A function of a board in the sequence becomes a feature of its name (`boaf.learn.plugin_features`).
    """
    parts = names.split(",") if isinstance(names, str) else names
    texts = [part.strip() if isinstance(part, str) else register_feature(part) for part in parts]
    found: dict[str, None] = {}
    for name in filter(None, texts):
        if name not in GROUPS and name not in KNOWN_FEATURES and not is_plugin(name):
            raise BoafError(
                f"unknown feature {name!r}: choose from {', '.join(GROUPS)}, or from what `boaf features --all 1` shows"
            )
        found |= dict.fromkeys(GROUPS.get(name, (name,)))
    if not found:
        raise BoafError("no feature is named")
    return tuple(found)


def extract(
    cards: Cards, rows: int, cols: int, names: Sequence[str | Feature] | None = None, threads: int | None = None
) -> NDArray[np.float64]:
    """The features of many boards at once.

    Parameters
    ----------
    cards
        Card numbers, one board per row, as data sets have them: 0 … 51 from AC, AD, … to KS, 255 for an empty cell.
        Shape (boards, cells).
    rows, cols
        The size of the boards.
    names
        The features, of `KNOWN_FEATURES` or your own; by default all of `FEATURES`.
    threads
        By default one for each core.

    Returns
    -------
    array
        The values. Shape (boards, names).

    Raises
    ------
    BoafError
        If a feature is not known, or the array does not hold boards of this size.

    Examples
    --------
    >>> from boaf.learn.data import numbered_deals
    >>> extract(numbered_deals(0, 3).cards, 4, 4, ["moves", "nw1"])
    array([[38., 69.],
           [40., 80.],
           [46., 62.]])

    """
    asked = _names(names)
    wanted = [name for name in asked if name in KNOWN_FEATURES]
    cards, line = board_cards(cards, rows, cols), line_masks(rows, cols)
    groups = groups_of(name for name in wanted if name in FEATURES)
    played = "fewest_left" in wanted
    relaxed = any(name in RELAXATIONS and name != "fewest_left" for name in wanted)
    columns = np.array([_PLACES[name] for name in wanted], np.int64)
    values = np.empty((len(cards), len(wanted)))

    def work(first: int) -> None:
        part = slice(first, first + _CHUNK)
        moves = new_moves(line, rows * cols + 2)
        _extract(moves, cards[part], groups, relaxed, played, columns, values[part])

    if len(cards) <= _CHUNK:
        work(0)
    else:
        with thread_pool(threads) as pool:
            list(pool.map(work, range(0, len(cards), _CHUNK)))
    if len(wanted) == len(asked):
        return values
    own = dict(zip(wanted, values.T, strict=True))
    return np.stack([own[name] if name in own else plugin_values(name, cards, cols) for name in asked], axis=1)


def _names(names: Sequence[str | Feature] | None) -> tuple[str, ...]:
    """The names of features, each of which is known."""
    if names is None:
        return tuple(FEATURES)
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BoafError(f"the features are a list of names, such as ['moves', 'nw1'], not {shown(names)}")
    found = tuple(name if isinstance(name, str) else register_feature(name) for name in names)
    for name in found:
        if name not in KNOWN_FEATURES and not is_plugin(name):
            remedy = "choose from boaf.learn.KNOWN_FEATURES, or register your own with boaf.learn.register_feature"
            raise BoafError(f"unknown feature {name!r}: {remedy}")
    return found


@compiled
def _extract(
    moves: Moves,
    boards: Cards,
    groups: int,
    relaxed: bool,
    played: bool,
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
) -> None:
    """Write the features in these columns, of `NAMES` and the relaxations, to the rows of `values`.

    Shape (boards, columns).
    """
    line, match, row = moves.line, _ROW(moves.line)[0], _VALUES()
    row[:] = 0.0
    for k in range(len(boards)):
        occupied = match_cards(boards[k], match)
        fill(match, line, occupied, boards[k], groups, row)
        if relaxed:
            fill_relaxations(match, line, occupied, row, len(NAMES))
        if played:
            row[-1] = fewest_left(moves, match, occupied)
        for j in range(len(columns)):
            values[k, j] = row[columns[j]]


def features(board: Board, names: Sequence[str | Feature] | None = None) -> dict[str, float]:
    """What the learners see of a board: features of its graphs, its cards and its moves.

    Parameters
    ----------
    board
        A board with at least one stack.
    names
        The features, of `boaf.learn.KNOWN_FEATURES` or your own; by default all of `boaf.learn.FEATURES`, which has no
        relaxations.

    Returns
    -------
    dict
        The values by name, in this order. Whole numbers are `int`, however large.

    Raises
    ------
    BoafError
        If a feature is not known, or the board is empty.

    Examples
    --------
    >>> import boaf
    >>> boaf.features(boaf.deal(1), ["stacks", "moves", "spanning_trees"])
    {'stacks': 16, 'moves': 40, 'spanning_trees': 568571010}

    """
    wanted = _names(names)
    require_board(board)
    values = extract(cards_of(board)[np.newaxis], board.rows, board.cols, wanted, threads=1)[0].tolist()
    found = {name: int(value) if value.is_integer() else value for name, value in zip(wanted, values, strict=True)}
    graphs = {"": compatibility_masks, "stackability_": stackability_masks, "position_": position_masks}
    stacks = sum(1 << cell for cell, card in enumerate(board.tops) if card is not None)
    for prefix, masks in graphs.items():
        if f"{prefix}spanning_trees" in found:
            found[f"{prefix}spanning_trees"] = count_exactly(masks(board), stacks)
    return found
