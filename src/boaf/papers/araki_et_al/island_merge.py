"""The accuracy of Island Merge: its verdicts compared with the exact solver's, on the paper's 500,000 states."""

from __future__ import annotations

from typing import Any

from boaf.papers.araki_et_al import Scale
from boaf.papers.araki_et_al.searches import ISLANDS, MAX_NODES, Found, all_algorithms, blocks
from boaf.papers.framework.quantity import Quantity
from boaf.papers.framework.study import Plan
from boaf.solvers.contract import Verdict

PRINTED_SOLVABLE = 0.48775


def plan(scale: Scale) -> Plan:
    """Whether Island Merge is right about every state."""
    cells = all_algorithms(scale)
    cells |= blocks(range(scale.states, scale.island_states), (ISLANDS,), scale.block_states)

    def about(values: dict[Any, Any]) -> str:
        searched = sum(_found(values).verdicts[ISLANDS].values())
        return f"{searched:,}{f' of {scale.island_states:,}' if searched < scale.island_states else ''} random states"

    return Plan("Accuracy of Island Merge", cells, _rows, about, is_partial=True)


def _found(values: dict[Any, Any]) -> Found:
    return Found.of(list(values.values()), (ISLANDS,))


def _rows(values: dict[Any, Any]) -> list[Quantity]:
    found = _found(values)
    verdicts = found.verdicts[ISLANDS]
    searched = sum(verdicts.values())
    note = f"of {searched:,}; the paper: right about all of its 500,000"
    return [
        Quantity("verdicts other than the exact solver's", 0, found.wrong[ISLANDS], note=note),
        Quantity("states left undecided", 0, verdicts.get(Verdict.UNKNOWN, 0), note=f"at most {MAX_NODES:,} nodes"),
        Quantity.share("solvable states", PRINTED_SOLVABLE, verdicts.get(Verdict.SOLVABLE, 0), searched),
    ]
