"""Araki et al. (2019): the search algorithms side by side (Figures 4 and 5), and Island Merge's verdicts.

A table has as many of the paper's 248,170 states as are on record (`solvability_searches`). Times are of compiled code,
so only their order and their ratios compare with the paper's.

What the paper says of the order of the algorithms stands in rows that hold or fail. It tells them apart by "a T-test";
ours is Welch's, since the variances differ. The paper's check of Island Merge on 500,000 states is repeated on the same
blocks and those after them: its verdicts are compared with the exact solver's.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

from boaf.papers.araki_et_al.searches import (
    ALGORITHMS,
    COMPATIBLE,
    CONSTRAINED,
    ISLANDS,
    MAX_NODES,
    MEASURES,
    MODEL,
    ORDERED,
    SIZES,
    STATES,
    Found,
    all_algorithms,
    blocks,
)
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.study import Plan
from boaf.render.figures import Curve, Figure
from boaf.solvers.result import Verdict
from boaf.support.errors import require

ISLAND_STATES = {"small": 3_000, "paper": 500_000}
DIVERGENT = 10
"""The paper's divergent region: states with at least ten stacks."""
FEW, MANY = SIZES[: DIVERGENT - 1], SIZES[DIVERGENT - 1 :]
CONSTRAINED_RISES = "Constrained DFS: a small rise in nodes for fewer stacks"
SIGNIFICANT = 1e-4
"""The paper: the largest p-value of any two algorithms is less than this."""
PRINTED_STATES = STATES["paper"]
WITH_MEMORY = (
    "searched with a memory for positions, which the paper does not mention; `--table memory` has it without, for 10 "
    "to 12 stacks"
)
LEAST_FEWER, MOST_FEWER = 9, 10
"""The paper: so many times fewer nodes than Constrained DFS."""
UNEXPLAINED_RISE = "unexplained; `--table memory` has it without memory"
DROPPED_SOON = "compiled code: the check of the graph takes little time, and a state that it drops is not expanded"
IN_A_BATCH = "compiled code; the model judges states in batches, the searches are called for one at a time"
PRINTED_MODEL_SECONDS = 1.9822e-6
PRINTED_SOLVABLE = 0.48775


def _algorithms(scale: str) -> Plan:
    """Figures 4 and 5: nodes and time of each algorithm, by number of stacks."""

    def table(values: dict[str, Any]) -> Table:
        found = Found.of(list(values.values()), (*ALGORITHMS, MODEL))
        states = int(found.sample(CONSTRAINED, "nodes").states)
        of = f" of {STATES[scale]:,}" if states < STATES[scale] else ""
        quantities = [
            *_mean_nodes(found),
            *_mean_times(found),
            *_claims_on_nodes(found),
            *_claims_on_times(found),
            *(_t_test(found, measure, pair) for measure in MEASURES for pair in combinations(ALGORITHMS, 2)),
        ]
        title = f"Araki et al. (2019), Figures 4 and 5, {states:,}{of} random states"
        return Table("algorithms", title, quantities, _figures(found))

    return Plan("algorithms", all_algorithms(scale), table, is_partial=True)


def _mean_nodes(found: Found) -> list[Quantity]:
    quantities = []
    for name in ALGORITHMS:
        stopped = found.verdicts[name].get(Verdict.UNKNOWN, 0)
        note = stopped_at(MAX_NODES, stopped)
        for where, sizes in (("", SIZES), (", ten stacks or more", MANY)):
            sample = found.sample(name, "nodes", sizes)
            quantities.append(
                Quantity(f"{name}: mean nodes{where}", None, sample.mean, note=note, interval=sample.interval)
            )
    means = found.means("nodes", SIZES)
    fewer = [means[CONSTRAINED] / means[name] for name in ALGORITHMS if name != CONSTRAINED]
    given_up = stopped_at(MAX_NODES, found.verdicts[CONSTRAINED].get(Verdict.UNKNOWN, 0))
    bound = f"at least this, with {given_up} for Constrained DFS; " if given_up else ""
    printed = f"the paper: nine to ten times fewer for each of the three; {bound}{WITH_MEMORY}"
    return [
        *quantities,
        Quantity("constrained : best of the others, mean nodes", MOST_FEWER, max(fewer), note=printed),
        Quantity("constrained : worst of the others, mean nodes", LEAST_FEWER, min(fewer), note=printed),
    ]


def _mean_times(found: Found) -> list[Quantity]:
    quantities = [
        Quantity(
            f"{name}: mean seconds, ten stacks or more",
            None,
            seconds,
            note="processor time of compiled code",
            tolerance=None,
        )
        for name, seconds in found.means("seconds", MANY).items()
    ]
    slow = [
        size
        for size in found.sums[MODEL]
        if found.model_seconds([size]) > found.sample(COMPATIBLE, "seconds", [size]).mean
    ]
    return [
        *quantities,
        Quantity(
            f"{MODEL}: mean seconds, ten stacks or more",
            PRINTED_MODEL_SECONDS,
            found.model_seconds(MANY),
            note="processor time of another machine, with features; whether the paper counts them is not said",
            tolerance=None,
        ),
        Quantity(
            f"{MODEL}: most stacks at which Compatible DFS is faster",
            5,
            float(max(slow, default=0)),
            note="the paper: for fewer than six cards search is typically faster; depends on the machine",
            tolerance=None,
        ),
    ]


def _claims_on_nodes(found: Found) -> list[Quantity]:
    divergent = found.means("nodes", MANY)
    order, ranking = sorted(ALGORITHMS, key=lambda name: divergent[name]), ranked(divergent)
    fewest = ranking if order[0] == ISLANDS else f"{ranking}; {WITH_MEMORY}"
    by_size = {size: found.sample(CONSTRAINED, "nodes", [size]).mean for size in found.sums[CONSTRAINED]}
    return [
        Quantity.claim("ten stacks or more: Island Merge has the fewest nodes", order[0] == ISLANDS, fewest),
        Quantity.claim(
            "ten stacks or more: Ordered DFS has fewer nodes than Compatible DFS",
            divergent[ORDERED] < divergent[COMPATIBLE],
            ranking,
        ),
        Quantity.claim("each of the three has fewer nodes than Constrained DFS", order[-1] == CONSTRAINED),
        rise_of(CONSTRAINED_RISES, by_size, UNEXPLAINED_RISE),
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
    several = _few_states(found) or "unexplained; compiled code"
    claims = {
        "ten stacks or more: Ordered DFS is the fastest search": (order[0] == ORDERED, ranked(divergent), several),
        "ten stacks or more: Compatible DFS is second, Island Merge third": (
            order[1:3] == [COMPATIBLE, ISLANDS],
            ranked(divergent),
            several,
        ),
        "ten stacks or more: each of the three is faster than Constrained DFS": (
            order[-1] == CONSTRAINED,
            ranked(divergent),
            several,
        ),
        "ten stacks or more: the Solvability Model is faster than any search": (
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
    return f"fewer states than the paper's {PRINTED_STATES:,}" if states < PRINTED_STATES else ""


def ranked(means: Mapping[str, float]) -> str:
    """Some means, the smallest first."""
    order = sorted(means, key=lambda name: means[name])
    return ", ".join(
        f"{name} {means[name]:,.0f}" if means[name] >= 1 else f"{name} {means[name]:.2e}" for name in order
    )


def _t_test(found: Found, measure: str, pair: tuple[str, str]) -> Quantity:
    """Whether two algorithms differ in the mean of a measure."""
    stats = require("scipy.stats", "research")
    one, other = (found.sample(name, measure) for name in pair)
    test = stats.ttest_ind_from_stats(
        one.mean, one.deviation, one.states, other.mean, other.deviation, other.states, equal_var=False
    )
    p = f"p = {test.pvalue:.1e}" if test.pvalue else "p < 1e-300"
    note, differ = f"Welch's t = {test.statistic:,.1f}, {p}", bool(test.pvalue < SIGNIFICANT)
    if not differ:
        note = f"{note}; {_few_states(found) or 'unexplained'}"
    name = f"t-test, {measure}: {pair[0]} and {pair[1]} differ, p < {SIGNIFICANT}"
    return Quantity.claim(name, differ, note, is_exact=measure == "nodes")


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


def _island_verdicts(scale: str) -> Plan:
    """Whether Island Merge is right about every state."""
    states = ISLAND_STATES[scale]
    cells = all_algorithms(scale) + blocks(range(STATES[scale], states), (ISLANDS,), None)

    def table(values: dict[str, Any]) -> Table:
        found = Found.of(list(values.values()), (ISLANDS,))
        verdicts, wrong = found.verdicts[ISLANDS], found.wrong[ISLANDS]
        searched = sum(verdicts.values())
        note = f"of {searched:,}; the paper: right about all of its 500,000"
        undecided = verdicts.get(Verdict.UNKNOWN, 0)
        quantities = [
            Quantity("verdicts other than the exact solver's", 0, wrong, note=note),
            Quantity("states left undecided", 0, undecided, note=f"at most {MAX_NODES:,} nodes"),
            Quantity.share("solvable states", PRINTED_SOLVABLE, verdicts.get(Verdict.SOLVABLE, 0), searched),
        ]
        of = f" of {states:,}" if searched < states else ""
        title = f"Araki et al. (2019), accuracy of Island Merge, {searched:,}{of} random states"
        return Table("island-merge", title, quantities)

    return Plan("island-merge", cells, table, is_partial=True)


TABLES = {"algorithms": _algorithms, "island-merge": _island_verdicts}
