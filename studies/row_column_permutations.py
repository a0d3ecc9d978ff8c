"""Searches with a memory for positions up to permutations of rows and columns.

The order of rows and of columns does not matter for moves, nor does a reflection that swaps them. So a search may treat
positions that differ by that alone as one. Cards are unique, so such a class is determined by which cards share a row
and which share a column: the sets of cards in each row and in each column, empty ones left out.

Each search is run with both memories, on the same deals, in plain Python. A node is a position that is expanded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from boaf.kernel.bits import is_connected
from boaf.kernel.dealing import EMPTY, Cards, draw_deals, match_cards
from boaf.kernel.position import MAX_CELLS
from boaf.learn.data.interesting import children_of
from boaf.learn.neural.model_guided_search import heuristic_judge
from boaf.models.learned import Judge
from boaf.solvers.depth_first import natural_steps
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER, TABLE = "learned", "baseline"


class Scale(NamedTuple):
    """How many deals are searched, and where a search is stopped."""

    deals: int
    max_nodes: int


SCALES = {"tiny": Scale(2, 50), "small": Scale(10, 500), "paper": Scale(60, 20_000)}
SEARCHES: dict[str, tuple[bool, Judge | None]] = {
    "constrained": (False, None),
    "compatible": (True, None),
    "heuristic": (True, heuristic_judge),
}
"""Whether boards with a disconnected compatibility graph are dropped, and what orders the children."""
SIZE = 4
STEPS = natural_steps(SIZE, SIZE)
Key = Callable[[Cards], Any]


def plan(scale: Scale) -> Plan:
    """Every search with both memories."""
    cells: dict[Any, Cell] = {
        (name, is_up_to): Cell(
            f"{name}, memory {'up to permutations' if is_up_to else 'of positions'}",
            _search_all,
            {**scale._asdict(), "search": name, "is_up_to": is_up_to},
            scale.deals,
            0.1,
        )
        for name in SEARCHES
        for is_up_to in (False, True)
    }
    about = f"deals 0 … {scale.deals - 1}, at most {scale.max_nodes:,} nodes each"
    return Plan("Positions up to permutations of rows and columns", cells, _rows, about)


def _rows(found: dict[Any, Any]) -> list[Quantity]:
    rows = []
    for name in SEARCHES:
        plain, fewer = found[name, False], found[name, True]
        rows.append(Quantity(f"{name}: nodes, positions", None, plain["nodes"], note=f"{plain['stopped']} stopped"))
        rows.append(Quantity(f"{name}: nodes, up to permutations", None, fewer["nodes"]))
        pairs = zip(plain["each"], fewer["each"], strict=True)
        saved = sum(one - other for one, other in pairs if one < plain["most"])
        total = sum(one for one in plain["each"] if one < plain["most"])
        note = f"{sum(one < plain['most'] for one in plain['each'])} searches that were not stopped"
        rows.append(Quantity(f"{name}: nodes saved", None, saved / total if total else 0.0, "%", note))
    return rows


def finding(table: Table) -> str:
    """What the page says."""
    saved = [one for one in table.quantities if one.name.endswith("nodes saved")]
    shown = ", ".join(f"{one.name.partition(':')[0]} {100 * one.computed:.2f} % ({one.note})" for one in saved)
    return (
        "A public program of another group remembers positions up to permutations of rows and columns. That saves this "
        f"share of the nodes ({table.about}): {shown}. So few positions recur that no search of boaf does this."
    )


def key_up_to_permutations(cards: Cards) -> Any:
    """The class of a position: the sets of cards of its rows and those of its columns, in either order."""
    grid = cards.reshape(SIZE, SIZE)
    sets = [frozenset(frozenset(line[line != EMPTY].tolist()) for line in lines) for lines in (grid, grid.T)]
    return frozenset(sets)


def nodes_of(cards: Cards, key: Key, drops: bool, judge: Judge | None, max_nodes: int) -> int:
    """The positions that a depth-first search expands."""
    seen: set[Any] = set()
    pending, nodes = [cards], 0
    while pending and nodes < max_nodes:
        board = pending.pop()
        if np.sum(board != EMPTY) == 1:
            break
        name = key(board)
        if name in seen or (drops and not _is_whole(board)):
            continue
        seen.add(name)
        nodes += 1
        children = children_of(board, STEPS)
        children = np.ascontiguousarray(children[::-1])
        if judge and len(children):
            children = children[np.argsort(judge(children, SIZE, SIZE), kind="stable")]
        pending += list(children)
    return nodes


def _is_whole(cards: Cards) -> bool:
    """Whether the compatibility graph is connected."""
    match = np.zeros(MAX_CELLS, np.uint64)
    return bool(is_connected(match, match_cards(cards, match)))


def _search_all(progress: Progress, deals: int, max_nodes: int, search: str, is_up_to: bool) -> dict[str, Any]:
    drops, judge = SEARCHES[search]
    key: Key = key_up_to_permutations if is_up_to else bytes
    each = []
    for cards in draw_deals(np.arange(deals), SIZE * SIZE):
        each.append(nodes_of(cards, key, drops, judge, max_nodes))
        progress(1)
    return {"nodes": sum(each), "each": each, "most": max_nodes, "stopped": sum(one == max_nodes for one in each)}


if __name__ == "__main__":
    main(__file__)
