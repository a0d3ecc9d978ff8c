"""Araki et al. (2019), Table 3: which three graph features are subset H: all triples, by error and by nodes.

Table 3 prints an error of 0.400 and 1,381 nodes for a linear regression on H. Neither settles it. By error, two degree
statistics with node connectivity come nearest; by nodes, no triple is distinctly best, and the nearest to 1,381 have
other errors than 0.400. What the paper says of H, "the others in subset F", makes it a part of F, which has no island
count: so the triples with islands are excluded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from boaf.learn.board_features import ARAKI_GRAPH, SUBSETS, extract
from boaf.learn.classifiers import fit
from boaf.support.progress import Progress
from boaf_papers.araki_et_al.classifiers import TOLERANCE
from boaf_papers.araki_et_al.models import (
    FIT_SEED,
    MAX_NODES,
    REGRESSIONS,
    SEARCH_SEED,
    TABLE_3,
    cost_of_search,
    ordering_by,
    states_of,
)
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER, TABLE = "solvability", "table-3"


class Scale(NamedTuple):
    """The states to fit on and to search, and how many of the triples are tried."""

    fit_states: int
    search_states: int
    triples: int = 84


SCALES = {"tiny": Scale(300, 5, 2), "small": Scale(10_000, 30), "paper": Scale(100_000, 1_000)}
TRIPLES = list(combinations(ARAKI_GRAPH, 3))
PRINTED = TABLE_3["linear", "H"]


class _Triple(NamedTuple):
    names: tuple[str, ...]
    error: float
    nodes: float

    @property
    def title(self) -> str:
        return ", ".join(self.names)

    @property
    def is_part_of_f(self) -> bool:
        return set(self.names) <= set(SUBSETS["F"])

    @property
    def note(self) -> str:
        out = "" if self.is_part_of_f else "; excluded by the text, as F has no islands"
        return f"{self.nodes:,.0f} nodes; printed {PRINTED.nodes:,}{out}"


def plan(scale: Scale) -> Plan:
    """Error and nodes of a linear model on every three graph features."""
    states, test = scale.fit_states, scale.search_states
    few = {} if scale.triples == len(TRIPLES) else {"triples": scale.triples}
    recipe = {"fit_states": states, "search_states": test, "max_nodes": MAX_NODES, **few}
    cells = {
        "errors": Cell("triples, errors", _triple_errors, {"fit_states": states, **few}, 1, 1e-4 * states),
        "nodes": Cell("triples, nodes", _triple_nodes, recipe, scale.triples, 3e-3 * test),
    }
    about = f"{states:,} states to fit and as many others to test, {test:,} to search with every child ordered"
    return Plan("Table 3: every three graph features as subset H, nearest error first", cells, _rows, about)


def _rows(values: dict[str, Any]) -> list[Quantity]:
    found = [_Triple(*one) for one in zip(TRIPLES, values["errors"], values["nodes"], strict=False)]
    quantities = [
        Quantity(f"{triple.title}: error", PRINTED.error, triple.error, note=triple.note, tolerance=TOLERANCE)
        for triple in sorted(found, key=lambda triple: abs(triple.error - PRINTED.error))
    ]
    return quantities + (_nearest(found) if len(found) == len(TRIPLES) else [])


def finding(table: Table) -> str:
    """What the page says."""
    nodes, error, taken = table.quantities[-3:]

    def shown(one: Quantity) -> str:
        return f"error {one.note.rpartition(' ')[2]}, {one.computed:,.0f} nodes"

    return (
        f"None of {len(TRIPLES)} triples of graph features, tried as subset H, gives both printed figures, error "
        f"{PRINTED.error:.3f} and {PRINTED.nodes:,} nodes. Nearest within F, as the text has it, are {shown(error)} "
        f"and {shown(nodes)}; taken here is *{taken.note.partition(';')[0]}* ({shown(taken)})."
    )


def _nearest(triples: Sequence[_Triple]) -> list[Quantity]:
    """The nodes of the triples within F that come nearest to the printed figures, and of the one that is taken here."""
    within = [triple for triple in triples if triple.is_part_of_f]
    chosen = {
        "nearest nodes": min(within, key=lambda triple: abs(triple.nodes - PRINTED.nodes)),
        "nearest error": min(within, key=lambda triple: abs(triple.error - PRINTED.error)),
        "taken here": next(triple for triple in within if set(triple.names) == set(SUBSETS["H"])),
    }
    return [
        Quantity(
            f"mean nodes, {which}",
            PRINTED.nodes,
            triple.nodes,
            note=f"{triple.title}; error {triple.error:.3f}",
            tolerance=0.1 * triple.nodes,
        )
        for which, triple in chosen.items()
    ]


def _triple_errors(_progress: Progress, fit_states: int, triples: int = len(TRIPLES)) -> list[float]:
    """The root mean squared error on other states."""
    learnt, other = states_of(fit_states, FIT_SEED), states_of(fit_states, SEARCH_SEED)
    found = []
    for names in TRIPLES[:triples]:
        model = fit(REGRESSIONS["linear"], extract(learnt.cards, 4, 4, names), learnt.solvable, names)
        said = model.of_features(extract(other.cards, 4, 4, names))
        found.append(float(np.sqrt(np.mean((said - other.solvable) ** 2))))
    return found


def _triple_nodes(
    progress: Progress, fit_states: int, search_states: int, max_nodes: int, triples: int = len(TRIPLES)
) -> list[float]:
    """The mean nodes of the search that each triple orders."""
    found = []
    for names in TRIPLES[:triples]:
        states = states_of(fit_states, FIT_SEED)
        model = fit(REGRESSIONS["linear"], extract(states.cards, 4, 4, names), states.solvable, names)
        test = states_of(search_states, SEARCH_SEED)
        found.append(cost_of_search(test, ordering_by(model), max_nodes, lambda _done: None).nodes)
        progress(1)
    return found


if __name__ == "__main__":
    main(__file__)
