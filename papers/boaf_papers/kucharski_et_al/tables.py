"""The tables: the baseline of the logs, then all searches on the seeds of the logs, on random ones and on others.

Two statistics say different things: the median is what a typical deal takes, and the total depends on a few hard deals.
The abstract finds "a significant improvement in terms of number of nodes"; it is judged by both, and by the share of
deals on which a search has fewer nodes than depth-first search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Any

import numpy as np

from boaf.kernel.dealing import draw_deals
from boaf.players.matches import match
from boaf.solvers.batch import solve_many
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.framework.study import Cell, Plan, quickest_first
from boaf_papers.kucharski_et_al import Scale
from boaf_papers.kucharski_et_al.logs import DEPTH_FIRST, EQUATION, NETWORK, SEEDS, SOLVED_BY_MCTS
from boaf_papers.kucharski_et_al.models import (
    AT_16,
    BY_NETWORK,
    EVERYWHERE,
    IN_PAIRS,
    PLAIN,
    SEARCHES,
    TO_8,
    choices_of,
)
from boaf_papers.kucharski_et_al.searches import nodes_in_one_run

HYBRIDS = (AT_16, TO_8)
SAME_LOG = (
    "the log repeats that of depth-first search row by row: in the program stored with it every child is scored by the "
    "features of its parent, so all children tie and stay in natural order; the search at 16 cards also counts "
    "cards in a text with blanks; both logs predate a correction of 31 August 2018, by which the regression gives "
    "probabilities instead of classes; here the children themselves are scored"
)
OLDER_NETWORK = (
    "the log is of an older network, with 22 inputs and 512, 256, 30 and 20 units, fitted on the seeds 0 … 100; ours "
    "has the 83 inputs and 500, 250 and 50 units of the later program"
)
MCTS = {
    "simulation": "random",
    "exploration": 0.35,
    "choice": "value",
    "lookahead": 0,
    "take_solvable": False,
    "prune": False,
    "conditions": (),
    "known": 1,
}
"""UCT as in the program: rewards of ±1 and c = 1.4 are rewards of 0 and 1 with Cp = 0.35; there is no checker."""
SIMULATIONS = 10
RESAMPLES = 1_000
"""How many samples of the deals the bootstrap draws."""
LABELS = {
    EVERYWHERE: "regression",
    AT_16: "regression at 16 cards",
    TO_8: "regression down to 8",
    IN_PAIRS: "a regression for 16–15, 14–13, 12–11, 10–9",
    BY_NETWORK: "network",
}
"""The searches as the tables name them; below the cards that are named, they go on without a model."""
STATISTICS: dict[str, Callable[[Sequence[int]], float]] = {"total": sum, "median": median}
_SECONDS = {PLAIN: 0.01, BY_NETWORK: 1.0}


def baseline(scale: Scale) -> Plan:
    """Depth-first search on the seeds of the logs, with one memory for the whole run as in the program."""
    seeds = list(SEEDS[: scale.seeds])
    cell = Cell("baseline", _baseline, {"seeds": seeds}, len(seeds), 0.3)
    without = " without 10, which cannot be solved" if seeds[-1] > 10 else ""
    about = f"deals {seeds[0]} … {seeds[-1]}{without}; printed: the log"
    return Plan("Depth-first search, row by row", {"": cell}, partial(_baseline_rows, len(seeds)), about)


def _baseline(progress: Progress, seeds: list[int]) -> list[int]:
    return nodes_in_one_run(draw_deals(np.array(seeds), 16), progress)


def _baseline_rows(rows: int, found: dict[Any, Any]) -> list[Quantity]:
    nodes, log = found[""], DEPTH_FIRST[:rows]
    equal = sum(ours == theirs for ours, theirs in zip(nodes, log, strict=True))
    return [
        Quantity("rows of the log that are equal", rows, equal),
        Quantity("nodes of deal 0", log[0], nodes[0]),
        Quantity("nodes in total", sum(log), sum(nodes)),
        Quantity("median", median(log), median(nodes)),
    ]


def logs(scale: Scale) -> Plan:
    """All searches on the seeds of the logs."""
    seeds = list(SEEDS[: scale.seeds])
    cells = _cells("logs", seeds, scale)
    printed = {PLAIN: DEPTH_FIRST, BY_NETWORK: NETWORK, AT_16: DEPTH_FIRST, TO_8: DEPTH_FIRST}
    notes = dict.fromkeys(HYBRIDS, SAME_LOG) | {BY_NETWORK: OLDER_NETWORK} | {PLAIN: "positions remembered per deal"}

    def rows(found: dict[Any, Any]) -> list[Quantity]:
        values = {name: found[name] for name in SEARCHES if name in found}
        return [*_statistics(values, printed, notes, len(seeds)), *_claims_of_the_logs()]

    about = f"{len(seeds)} solvable deals of the logs; {_models(scale)}; {_stopped(scale)}; printed: the logs"
    return Plan("All searches on the deals of the logs", cells, rows, about, is_partial=True)


def random_seeds(scale: Scale) -> Plan:
    """The 100 random seeds of the paper's final runs, of which no log is stored."""
    drawn = sorted(Random(1).sample(range(1, 100_000), 100))
    seeds = _solvable(drawn)[: scale.seeds]
    cells = _cells("random", seeds, scale)
    about = (
        f"{len(seeds)} solvable deals among the paper's 100 random seeds; {_models(scale)}; "
        f"{_stopped(scale)}; no log is stored"
    )
    return Plan("All searches on the paper's random seeds", cells, _rows, about, is_partial=True)


def others(scale: Scale) -> Plan:
    """Other seeds."""
    cells = _cells("others", range(100, 100 + scale.others), scale)

    def about(found: dict[Any, Any]) -> str:
        deals = len(next(iter(found.values()))["nodes"]) if found else 0
        return f"{deals:,} solvable deals of {scale.others:,} from 100 on; {_models(scale)}; {_stopped(scale)}"

    return Plan("All searches on other deals", cells, _rows, about, is_partial=True)


def _stopped(scale: Scale) -> str:
    return f"searches stopped at {scale.max_nodes:,} nodes count as that many"


def _models(scale: Scale) -> str:
    states = f"interesting states of the seeds 1 … {scale.fit_seeds:,}"
    return f"models of the {states}, {scale.epochs} epochs instead of 100"


def _solvable(seeds: Sequence[int]) -> list[int]:
    found: list[int] = np.array(seeds)[solve_many(seeds).solvable].tolist()
    return found


def _cells(where: str, seeds: list[int] | range, scale: Scale) -> dict[Any, Cell]:
    """A cell for each search, by its name."""
    cells = {}
    which = {"first": seeds[0], "after": seeds[-1] + 1} if isinstance(seeds, range) else {"seeds": seeds}
    for name, search in SEARCHES.items():
        recipe: dict[str, Any] = {"search": name, **which, "max_nodes": scale.max_nodes}
        recipe |= {"fit_seeds": scale.fit_seeds, "epochs": scale.epochs} if search.groups else {}
        cells[name] = Cell(f"{where}, {name}", _search, recipe, len(seeds), _SECONDS.get(name, 0.02))
    return quickest_first(cells)


def _search(
    progress: Progress,
    search: str,
    max_nodes: int,
    seeds: Sequence[int] = (),
    first: int = 0,
    after: int = 0,
    fit_seeds: int = 0,
    epochs: int = 0,
) -> dict[str, Any]:
    """The nodes of a search for each solvable deal, and how many searches were stopped."""
    boards = draw_deals(np.array(_solvable(seeds or range(first, after))), 16)
    found = run_depth_first(boards, choices_of(search, fit_seeds, epochs), max_nodes, progress)
    return {"nodes": found.nodes.tolist(), "stopped": int(found.unknown.sum())}


def _rows(found: dict[Any, Any]) -> list[Quantity]:
    values = {name: found[name] for name in SEARCHES if name in found and found[name]["nodes"]}
    return _statistics(values, {}, {}, 0)


def _statistics(
    found: Mapping[str, Any], printed: Mapping[str, Sequence[int]], notes: Mapping[str, str], deals: int
) -> list[Quantity]:
    """The total and the median of each search, how often it beats depth-first search, and how many were stopped."""
    rows = []
    for what, measure in STATISTICS.items():
        for name, one in found.items():
            log = measure(printed[name][:deals]) if name in printed else None
            row = Quantity(
                f"{what}, {name}", log, measure(one["nodes"]), note=notes.get(name, ""), tolerance=_tolerance(name)
            )
            rows.append(row.placed(LABELS.get(name, name), "" if log else what, part=what if log else ""))
    for name, one in found.items():
        if name != PLAIN and PLAIN in found:
            fewer, differing = _compared(one["nodes"], found[PLAIN]["nodes"])
            share = Quantity.share(f"deals with fewer nodes than {PLAIN}, {name}", None, fewer, differing)
            rows.append(share.placed(LABELS[name], "fewer nodes than depth-first"))
            ratio, interval = _ratio_of_totals(one["nodes"], found[PLAIN]["nodes"])
            row = Quantity(
                f"total : that of {PLAIN}, {name}", None, ratio, interval=interval, tolerance=None, shows_interval=True
            )
            rows.append(row.placed(LABELS[name], "total : depth-first"))
    for name, one in found.items():
        rows.append(Quantity(f"stopped, {name}", None, one["stopped"]).placed(LABELS.get(name, name), "stopped"))
    return rows


def _tolerance(name: str) -> float | None:
    """Depth-first search is exact; fits may differ in the last digits on another machine, and so may node counts."""
    return 0.0 if name == PLAIN else None


def _compared(nodes: Sequence[int], plain: Sequence[int]) -> tuple[int, int]:
    """On how many deals there are fewer nodes, and on how many there are not equally many."""
    pairs = list(zip(nodes, plain, strict=True))
    return sum(ours < theirs for ours, theirs in pairs), sum(ours != theirs for ours, theirs in pairs)


def _ratio_of_totals(nodes: Sequence[int], plain: Sequence[int]) -> tuple[float, tuple[float, float]]:
    """The ratio of the totals, and where it lies with 95 % confidence: the deals are drawn again and again."""
    pairs = np.array([nodes, plain], float)
    drawn = np.random.default_rng(0).integers(0, pairs.shape[1], (RESAMPLES, pairs.shape[1]))
    ours, theirs = (one[drawn].sum(axis=1) for one in pairs)
    low, high = np.quantile(ours / theirs, (0.025, 0.975))
    return float(pairs[0].sum() / pairs[1].sum()), (float(low), float(high))


def _claims_of_the_logs() -> list[Quantity]:
    """What the abstract says, by all 99 rows of the logs."""
    plain = DEPTH_FIRST
    rows = []
    for name, log in (("network", NETWORK), ("equation", EQUATION)):
        for what, measure in STATISTICS.items():
            ours, theirs = measure(log), measure(plain)
            note = f"{ours:,.0f} nodes, depth-first search {theirs:,.0f}"
            if ours >= theirs:
                hardest = max(range(len(log)), key=log.__getitem__)
                note += f"; a few deals decide, above all {SEEDS[hardest]} with {log[hardest]:,}"
            claim = f"by the log, the {name} has a smaller {what} than depth-first search"
            rows.append(Quantity.claim(claim, ours < theirs, note))
    return rows


def mcts(scale: Scale) -> Plan:
    """Monte Carlo tree search with ten simulations for each move."""
    recipe = {"seeds": scale.seeds, "games": scale.games, "iterations": SIMULATIONS, **MCTS, "conditions": []}
    cell = Cell("mcts", _play, recipe, scale.seeds, 0.001 * scale.games)
    solved = len([seed for seed in SOLVED_BY_MCTS if seed < scale.seeds])

    def rows(found: dict[Any, Any]) -> list[Quantity]:
        won, played = found[""]
        chance = 1 - (1 - won / played) ** scale.seeds
        note = f"the log has one game on each deal, and at this rate a win among them has a chance of {chance:.0%}"
        return [Quantity.share("won", solved / scale.seeds, won, played, note)]

    about = f"deals 0 … {scale.seeds - 1}, {scale.games} games on each; printed: the log, deal 3 of 100"
    return Plan("Monte Carlo tree search with ten simulations per move", {"": cell}, rows, about)


def _play(_progress: Progress, seeds: int, games: int, **options: Any) -> tuple[int, int]:
    found = match("mcts", range(seeds), games=games, **options | {"conditions": ()})
    return int(found.won), int(found.games)
