"""Hoshino & Kahn (2019): the printed tree in the other reading of nw2, and the tree fitted again, with true labels."""

from __future__ import annotations

from dataclasses import replace

from boaf.learn.board_features import HOSHINO_KAHN
from boaf.learn.classifiers import fit
from boaf.learn.feature_models import says_unsolvable
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Plan
from boaf_papers.hoshino_kahn.tree import Deals, plan_of_rows
from study_runner import main

PAPER, TABLE = "prediction", "counts"
SCALES = {"tiny": 6_000, "small": 100_000, "paper": 100_000}
"""The number of deals."""
LEAVES = 4
"""The leaves of the printed tree."""
PRINTED_TREE = "printed, nw2 over ordered pairs"


def plan(deals: int) -> Plan:
    """What each tree misses, and what it wrongly calls unsolvable."""
    title = "Readings of the tree, and the tree fitted again"
    made = plan_of_rows("trees", title, _trees, 8e-6, deals)
    return replace(made, rows=lambda found: [Quantity(**row) for row in found[""]])


def _trees(deals: Deals) -> list[Quantity]:
    """The tree in the other reading, and fitted again."""
    parts = deals.parts()
    train, test = parts["training"], parts["testing"]
    claims = {
        PRINTED_TREE: says_unsolvable(deals.trees, 2 * deals.nw2, deals.nw1),
        "printed, nw2 over unordered pairs": says_unsolvable(deals.trees, deals.nw2, deals.nw1),
    }
    for weights, how in ((None, ""), ("balanced", ", classes of equal weight")):
        for leaves in (LEAVES, 2 * LEAVES):
            refitted = fit(
                "entropy-tree",
                deals.features[train],
                ~deals.unsolvable[train],
                HOSHINO_KAHN,
                parameters={"max_leaf_nodes": leaves, "class_weight": weights},
            )
            claims[f"refitted by information gain{how}, {leaves} leaves"] = refitted.of_features(deals.features) < 0.5
    printed = {"training": (0, 90), "testing": (0, 28)}
    quantities = []
    for name, claim in claims.items():
        for where, part in (("training", train), ("testing", test)):
            truth, says = deals.unsolvable[part], claim[part]
            missed, wrong = printed[where] if name == PRINTED_TREE else (None, None)
            found = int((truth & ~says).sum())
            note = "the paper takes the two for solvable" if missed not in (None, found) else ""
            quantities.append(Quantity(f"{name}: missed, {where}", missed, found, note=note))
            quantities.append(
                Quantity(f"{name}: wrongly called unsolvable, {where}", wrong, int((says & ~truth).sum()))
            )
    return quantities


def finding(table: Table) -> str:
    """What the page says."""
    found = {one.name: int(one.computed) for one in table.quantities}

    def errors(tree: str) -> str:
        return f"{found[f'{tree}: missed, testing']} and {found[f'{tree}: wrongly called unsolvable, testing']}"

    return (
        "Testing, unsolvable deals missed and solvable ones called unsolvable: "
        f"{errors(PRINTED_TREE)} by the printed tree, {errors('printed, nw2 over unordered pairs')} with nw2 over "
        "unordered pairs, as in the text, and "
        f"{errors(f'refitted by information gain, {LEAVES} leaves')} if the tree is refitted with as many leaves."
    )


if __name__ == "__main__":
    main(__file__)
