"""Figures 4 and 5: nodes and time of the search algorithms and of the Solvability Model; accuracy of Island Merge.

The table has as many of the paper's 248,170 states as are on record (`searches`). What the paper says of the order of
the algorithms is a claim that holds or fails. It tells them apart by "a T-test"; ours is Welch's, since the variances
differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from boaf.render.figures import Curve, Figure
from boaf.solvers.contract import Verdict
from boaf.support.errors import require
from boaf_papers.araki_et_al import SEARCHED_STATES, Scale
from boaf_papers.araki_et_al.models import OTHER_TIME
from boaf_papers.araki_et_al.searches import (
    ALGORITHMS,
    COMPATIBLE,
    CONSTRAINED,
    ISLANDS,
    MAX_NODES,
    MEASURES,
    MODEL,
    ORDERED,
    SIZES,
    Found,
    all_algorithms,
    blocks,
)
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.study import Plan

DIVERGENT = 10
"""The paper's divergent region: states with at least ten stacks."""
FEW, MANY = SIZES[: DIVERGENT - 1], SIZES[DIVERGENT - 1 :]
CONSTRAINED_RISES = "Constrained DFS: a small rise in nodes for fewer stacks"
SIGNIFICANT = 1e-4
"""The paper: the largest p-value of any two algorithms is less than this."""
WITH_MEMORY = (
    "searched with a memory for positions, which the paper does not mention; the study has searches without it"
)
LEAST_FEWER, MOST_FEWER = 9, 10
"""How many times fewer nodes than Constrained DFS the paper prints."""
DROPPED_SOON = "compiled code: the check of the graph takes little time and saves expanding"
IN_A_BATCH = "compiled code, and the model judges states in batches"
PRINTED_MODEL_SECONDS = 1.9822e-6
PRINTED_SOLVABLE = 0.48775


def plan(scale: Scale) -> Plan:
    """Nodes and time of each algorithm, by number of stacks."""

    def about(found: dict[Any, Any]) -> str:
        states = int(_found(found).sample(CONSTRAINED, "nodes").states)
        of = f" of {scale.states:,}" if states < scale.states else ""
        return f"{states:,}{of} random states; times are of compiled code"

    title = "Figures 4 and 5: nodes and time of the algorithms"
    cells = all_algorithms(scale)
    return Plan(title, cells, _rows, about, lambda found: _figures(_found(found)), is_partial=True)


def _found(values: dict[Any, Any], algorithms: Sequence[str] = (*ALGORITHMS, MODEL)) -> Found:
    return Found.of(list(values.values()), algorithms)


def _rows(values: dict[Any, Any]) -> list[Quantity]:
    found = _found(values)
    return [
        *_node_ratios(found),
        *_times(found),
        *_claims_on_nodes(found),
        *_claims_on_times(found),
        *(_t_tests(found, measure) for measure in MEASURES),
    ]


def _node_ratios(found: Found) -> list[Quantity]:
    means = found.means("nodes", SIZES)
    fewer = [means[CONSTRAINED] / means[name] for name in ALGORITHMS if name != CONSTRAINED]
    given_up = stopped_at(MAX_NODES, found.verdicts[CONSTRAINED].get(Verdict.UNKNOWN, 0))
    bound = f"at least this, with {given_up}; " if given_up else ""
    printed = f"{bound}{WITH_MEMORY}"
    return [
        Quantity("constrained : best of the others, mean nodes", MOST_FEWER, max(fewer), note=printed),
        Quantity("constrained : worst of the others, mean nodes", LEAST_FEWER, min(fewer), note=printed),
    ]


def _times(found: Found) -> list[Quantity]:
    slow = [
        size
        for size in found.sums[MODEL]
        if found.model_seconds([size]) > found.sample(COMPATIBLE, "seconds", [size]).mean
    ]
    return [
        Quantity(
            f"{MODEL}: mean seconds, from ten stacks",
            PRINTED_MODEL_SECONDS,
            found.model_seconds(MANY),
            note=OTHER_TIME,
            tolerance=None,
        ),
        Quantity(
            f"{MODEL}: most stacks at which Compatible DFS is faster",
            5,
            float(max(slow, default=0)),
            note="the paper: typically below six cards; depends on the machine",
            tolerance=None,
        ),
    ]


def _claims_on_nodes(found: Found) -> list[Quantity]:
    divergent = found.means("nodes", MANY)
    order, ranking = sorted(ALGORITHMS, key=lambda name: divergent[name]), ranked(divergent)
    fewest = ranking if order[0] == ISLANDS else f"{ranking}; {WITH_MEMORY}"
    by_size = {size: found.sample(CONSTRAINED, "nodes", [size]).mean for size in found.sums[CONSTRAINED]}
    return [
        Quantity.claim("from ten stacks: Island Merge has the fewest nodes", order[0] == ISLANDS, fewest),
        Quantity.claim(
            "from ten stacks: Ordered DFS has fewer nodes than Compatible DFS",
            divergent[ORDERED] < divergent[COMPATIBLE],
            ranking,
        ),
        Quantity.claim("each of the three has fewer nodes than Constrained DFS", order[-1] == CONSTRAINED),
        rise_of(CONSTRAINED_RISES, by_size, UNEXPLAINED),
    ]


def rise_of(claim: str, nodes: Mapping[int, float], reason: str = "") -> Quantity:
    """Whether a search takes more nodes for some number of stacks below ten than for one stack more."""
    rises = [size for size, larger in pairwise(sorted(nodes)) if larger < DIVERGENT and nodes[size] > nodes[larger]]
    where = f"more at {', '.join(map(str, rises))} stacks than at one more" if rises else reason
    return Quantity.claim(claim, bool(rises), where)


def stopped_at(max_nodes: int, states: int) -> str:
    """A note on searches that were stopped, if any."""
    return f"{states:,} state{'s' * (states > 1)} stopped at {max_nodes:,} nodes" if states else ""


def _claims_on_times(found: Found) -> list[Quantity]:
    convergent, divergent = (found.means("seconds", sizes) for sizes in (FEW, MANY))
    order = sorted(ALGORITHMS, key=lambda name: divergent[name])
    quickest = min(convergent, key=lambda name: convergent[name])
    below, above = (found.model_seconds(sizes) for sizes in (FEW, MANY))
    of_node = {name: found.sample(name, "seconds").total / found.sample(name, "nodes").total for name in ALGORITHMS}
    by_node = sorted(of_node, key=lambda name: of_node[name])
    several = _few_states(found) or f"{UNEXPLAINED}; compiled code"
    claims = {
        "from ten stacks: Ordered DFS is the fastest search": (order[0] == ORDERED, ranked(divergent), several),
        "from ten stacks: Compatible DFS is second, Island Merge third": (
            order[1:3] == [COMPATIBLE, ISLANDS],
            ranked(divergent),
            several,
        ),
        "from ten stacks: each of the three is faster than Constrained DFS": (
            order[-1] == CONSTRAINED,
            ranked(divergent),
            several,
        ),
        "from ten stacks: the Solvability Model is faster than any search": (
            above < divergent[order[0]],
            f"{above:.2e} s against {divergent[order[0]]:.2e} s",
            several,
        ),
        "below ten stacks: Constrained DFS is the fastest search": (
            quickest == CONSTRAINED,
            ranked(convergent),
            DROPPED_SOON,
        ),
        "below ten stacks: the Solvability Model is slower than any search": (
            below > max(convergent.values()),
            f"{below:.2e} s against at most {max(convergent.values()):.2e} s",
            IN_A_BATCH,
        ),
        "Island Merge takes the most time per node": (by_node[-1] == ISLANDS, ranked(of_node), DROPPED_SOON),
        "Constrained DFS takes the least time per node": (by_node[0] == CONSTRAINED, ranked(of_node), DROPPED_SOON),
    }
    return [
        Quantity.claim(name, holds, note if holds else f"{note}; {reason}", is_exact=False)
        for name, (holds, note, reason) in claims.items()
    ]


def _few_states(found: Found) -> str:
    """What to say of a claim that fails as long as there are fewer states than in the paper."""
    states = found.sample(CONSTRAINED, "nodes").states
    return f"fewer states than the paper's {SEARCHED_STATES:,}" if states < SEARCHED_STATES else ""


def ranked(means: Mapping[str, float]) -> str:
    """Some means, the smallest first."""
    order = sorted(means, key=lambda name: means[name])
    return ", ".join(
        f"{name} {means[name]:,.0f}" if means[name] >= 1 else f"{name} {means[name]:.2e}" for name in order
    )


def _t_tests(found: Found, measure: str) -> Quantity:
    """Whether every two algorithms differ in the mean of a measure."""
    stats = require("scipy.stats", "research")
    results = {}
    for pair in combinations(ALGORITHMS, 2):
        one, other = (found.sample(name, measure) for name in pair)
        results[pair] = stats.ttest_ind_from_stats(
            one.mean, one.deviation, one.states, other.mean, other.deviation, other.states, equal_var=False
        ).pvalue
    alike, largest = max(results.items(), key=lambda item: float(item[1]))
    note = f"Welch's, largest: {alike[0]} and {alike[1]}, p {f'= {largest:.1e}' if largest else '< 1e-300'}"
    if largest >= SIGNIFICANT:
        note = f"{note}; {_few_states(found) or UNEXPLAINED}"
    name = f"t-test, {measure}: any two algorithms differ, p < {SIGNIFICANT}"
    return Quantity.claim(name, bool(largest < SIGNIFICANT), note, is_exact=measure == "nodes")


def _figures(found: Found) -> list[Figure]:
    sizes = list(found.sums[CONSTRAINED])
    curves = {
        measure: [
            Curve(name, sizes, [found.sample(name, measure, [size]).mean for size in sizes]) for name in ALGORITHMS
        ]
        for measure in MEASURES
    }
    curves["seconds"].append(Curve(MODEL, sizes, [found.model_seconds([size]) for size in sizes]))
    return [
        Figure(title, "stacks", f"mean {measure}", curves[measure], True)
        for title, measure in (("Figure 5: nodes", "nodes"), ("Figure 4: time", "seconds"))
    ]


def island_merge(scale: Scale) -> Plan:
    """Whether Island Merge is right about every state."""
    cells = all_algorithms(scale)
    cells |= blocks(range(scale.states, scale.island_states), (ISLANDS,), scale.block_states)

    def about(values: dict[Any, Any]) -> str:
        searched = sum(_found(values, (ISLANDS,)).verdicts[ISLANDS].values())
        return f"{searched:,}{f' of {scale.island_states:,}' if searched < scale.island_states else ''} random states"

    return Plan("Accuracy of Island Merge", cells, _island_rows, about, is_partial=True)


def _island_rows(values: dict[Any, Any]) -> list[Quantity]:
    found = _found(values, (ISLANDS,))
    verdicts = found.verdicts[ISLANDS]
    searched = sum(verdicts.values())
    note = f"of {searched:,}; the paper: right about all of its 500,000"
    return [
        Quantity("verdicts other than the exact solver's", 0, found.wrong[ISLANDS], note=note),
        Quantity("states left undecided", 0, verdicts.get(Verdict.UNKNOWN, 0), note=f"at most {MAX_NODES:,} nodes"),
        Quantity.share("solvable states", PRINTED_SOLVABLE, verdicts.get(Verdict.SOLVABLE, 0), searched),
    ]
