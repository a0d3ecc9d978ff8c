"""What proves the 52 deals unsolvable that the conditions of Hoshino & Notarangelo (2019) leave to search."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from boaf import check_proof, deal, explain, solve_many
from boaf.prove.batch import intractability_reasons
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER, TABLE = "intractability", "conditions"
SCALES = {"tiny": 5_000, "small": 1_000_000, "paper": 1_000_000}
"""The number of deals."""
BY_HAND = (618_979, 687_168)
"""The deals that the authors settle by hand."""


def plan(deals: int) -> Plan:
    """The first condition of `boaf explain` that proves each of them."""
    cell = Cell("beyond", _explain_the_rest, {"deals": deals, "by_hand": list(BY_HAND)}, deals, 1e-5)
    return Plan("What proves the deals that the paper's conditions leave to search", {"": cell}, _rows)


def _rows(values: dict[str, Any]) -> list[Quantity]:
    found, by_hand = values[""]
    return [
        *(Quantity(reason, None, count) for reason, count in Counter(found).most_common()),
        *(
            Quantity(f"deal #{seed}", None, int(seed), note=f"the paper settles it by hand; here by {reason}")
            for seed, reason in by_hand.items()
        ),
    ]


def _explain_the_rest(progress: Progress, deals: int, by_hand: list[int]) -> tuple[dict[str, int], dict[str, str]]:
    """How many of the remaining deals each condition proves, and which one proves the deals settled by hand."""
    unsolvable = np.flatnonzero(solve_many(range(deals), progress=progress).unsolvable).tolist()
    left = [
        seed for seed, reason in zip(unsolvable, intractability_reasons(unsolvable), strict=True) if reason == "search"
    ]
    reasons = Counter(_reason(seed) for seed in left)
    return reasons, {str(seed): _reason(seed) for seed in by_hand}


def _reason(seed: int) -> str:
    """The condition by which a deal is proved unsolvable, with a proof that the checker accepts."""
    board = deal(seed)
    proof = explain(board).proof
    if proof is None:
        raise AssertionError(f"deal {seed} is not proved unsolvable")
    check_proof(board, proof)
    return proof.reason


def finding(table: Table) -> str:
    """What the page says."""
    deals = [one for one in table.quantities if one.name.startswith("deal #")]
    reasons = [one for one in table.quantities if one not in deals]
    counts = ", ".join(f"`{one.name}` {one.computed:.0f}" for one in reasons)
    hand = " and ".join(f"{one.name} ({one.note.rpartition(' by ')[2]})" for one in deals)
    return (
        f"`boaf explain` proves all {sum(one.computed for one in reasons):.0f} deals that the conditions leave to "
        f"search: {counts}. The authors settle two of them by hand: {hand}."
    )


if __name__ == "__main__":
    main(__file__)
