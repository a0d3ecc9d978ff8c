"""Beyond Sang & Yoon (2019): two open questions, the leak of the split, and a network of ours and its uses.

imbalance  Can the many solvable deals be used instead of thrown away? Weights or repetition even the classes out.
sizes      Does the approach carry over to other board sizes? Random states of 3 × 3, 4 × 4 and 5 × 5 boards.
leak       What does a split by state give away, as against one by seed?
stacks     Our network, shipped with boaf and trained on other seeds, on InitSet and BOAF, and by the number of stacks.
search     Does it pay as an ordering of a search, for each node and for each second?
player     Does it pay as a prior of the Monte Carlo players?
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from boaf.kernel.clock import now
from boaf.kernel.dealing import Cards, draw_deals
from boaf.learn.data.in_memory import random_states
from boaf.learn.neural import require_torch
from boaf.learn.neural.facts import stacks_of
from boaf.learn.neural.judged_search import (
    estimate_judge,
    heuristic_judge,
    natural_judge,
    network_judge,
    network_prior,
    ordered_search,
)
from boaf.learn.neural.maps import has_odd_bird
from boaf.learn.neural.splits import SPLITS, class_weights, leak_of, split
from boaf.models.judge import Judge
from boaf.papers.neural_study import (
    BOAF,
    DEFAULTS,
    INIT,
    TOLERANCE,
    Sets,
    answers,
    cells_of,
    data_set,
    fitted,
    prepare,
    recognised,
    training_options,
    trials,
)
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.players.flock import Player as FlockPlayer
from boaf.players.mcts import Player as MctsPlayer
from boaf.players.tree_player import TreePlayer
from boaf.progress import Progress
from boaf.render.figures import Curve, Figure
from boaf.solvers.batch import solve_many
from boaf.solvers.result import Verdict

MORE_SOLVABLE = {"small": 20, "paper": 200}
"""How many solvable deals there are for each unsolvable one where they are not thrown away."""
SIZES = ((3, 3), (4, 4), (5, 5))
SIZE_STATES = {"small": 4_000, "paper": 100_000}
SEARCH_DEALS = {"small": 100, "paper": 1_000}
SEARCH_NODES = 3_000
PLAYER_DEALS = {"small": 20, "paper": 500}
ITERATIONS = 5
AHEAD_BOARDS = {"small": 5_000, "paper": 50_000}
PRINTED_BEST = {INIT: 0.906, BOAF: 0.767}


WAYS = ("thrown away", "kept, classes weighted", "kept, unsolvable repeated", "kept as they are")
JUDGES: dict[str, Callable[[], Judge]] = {
    "natural order": lambda: natural_judge,
    "Hoshino & Notarangelo's sum": lambda: heuristic_judge,
    "Araki et al.'s estimate": lambda: estimate_judge,
    "our network": network_judge,
}
ENDGAME = "endgame solver"
MONTE_CARLO: dict[str, Callable[[int], TreePlayer]] = {
    "mcts (Roberson & Sperduto 2019)": lambda n: MctsPlayer(iterations=n),
    "mcts, explore_first off": lambda n: MctsPlayer(iterations=n, explore_first=False),
    "mcts, explore_first off, with our network": lambda n: MctsPlayer(
        iterations=n, ask=network_prior(), explore_first=False
    ),
    "flock": lambda n: FlockPlayer(iterations=n),
    "flock with our network": lambda n: FlockPlayer(iterations=n, ask=network_prior()),
}


def _imbalance(scale: str) -> Plan:
    """The paper's network, with one layer, on InitSet with more solvable deals than unsolvable ones."""
    sets = Sets.of(scale)
    recipe = {
        "sets": sets._asdict(),
        "options": DEFAULTS | {"layers": 1},
        "more_solvable": MORE_SOLVABLE[scale],
        "training": training_options(INIT, scale),
    }
    cells = [
        Cell(f"imbalance, {way}", _train_imbalanced, {**recipe, "way": way}, 1, 10.0, partial(prepare, sets))
        for way in WAYS
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for way, value in zip(WAYS, values.values(), strict=True):
            note = f"{value['boards']:,} boards, {value['epochs']} epochs"
            found = value["network"]
            tests = found["solvable"] + found["unsolvable"]
            accuracy = (found["solvable_right"] + found["unsolvable_right"]) / tests
            tpr, tnr = (found[f"{kind}_right"] / found[kind] for kind in ("solvable", "unsolvable"))
            quantities.append(Quantity(f"{way}, accuracy", None, accuracy, "%", note, tolerance=TOLERANCE))
            quantities.append(Quantity(f"{way}, TPR (solvable)", None, tpr, "%", tolerance=TOLERANCE))
            quantities.append(Quantity(f"{way}, TNR (unsolvable)", None, tnr, "%", tolerance=TOLERANCE))
        quantities.append(Quantity("odd-bird rule, accuracy", None, value["rule"], "%"))
        title = "Sang & Yoon (2019), open question: the solvable deals that InitSet leaves out; one layer, test part"
        return Table("imbalance", title, quantities)

    return Plan("imbalance", cells, table)


def _train_imbalanced(
    _progress: Progress,
    *,
    sets: dict[str, int],
    options: dict[str, Any],
    more_solvable: int,
    training: dict[str, Any],
    way: str,
) -> dict[str, Any]:
    """Train on InitSet in one of the ways to treat the solvable deals that it leaves out."""
    from boaf.learn.neural.judging import Boards

    data = data_set(INIT, Sets(**sets))
    own = data.part("train")
    cards, solvable, weights = own.cards, own.solvable, None
    if way != WAYS[0]:
        unused = np.setdiff1d(np.arange(sets["start"], sets["stop"]), data.seeds)
        wanted = min(len(unused), (more_solvable - 1) * int(np.sum(~own.solvable)))
        seeds = np.random.default_rng(0).permutation(unused)[:wanted]
        cards = np.concatenate([cards, draw_deals(seeds % (1 << 31), 16)])
        solvable = np.concatenate([solvable, np.ones(len(seeds), np.bool_)])
    if way == "kept, classes weighted":
        weights = class_weights(solvable)
    elif way == "kept, unsolvable repeated":
        repeated = np.repeat(np.flatnonzero(~solvable), np.sum(solvable) // np.sum(~solvable))
        order = np.concatenate([np.flatnonzero(solvable), repeated])
        cards, solvable = cards[order], solvable[order]
    equal_work = max(3, training["epochs"] * len(own) // len(cards))
    fit = fitted(options, training | {"epochs": equal_work}, data, Boards(4, 4, cards, solvable, weights))
    test = data.part("test")
    return {
        "boards": len(cards),
        "epochs": len(fit.losses),
        "network": recognised(answers(fit.network, test.cards), test.solvable),
        "rule": float(np.mean(~has_odd_bird(test.cards) == test.solvable)),
    }


def _sizes(scale: str) -> Plan:
    """The paper's network on random states of other boards, and ours, which has seen 4 × 4 boards only."""
    states = SIZE_STATES[scale]
    common = {"states": states, "training": training_options(BOAF, scale)}
    cells = [
        Cell(f"size {rows} by {cols}", _train_size, {"rows": rows, "cols": cols, **common}, 1, 20.0, require_torch)
        for rows, cols in SIZES
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (rows, cols), value in zip(SIZES, values.values(), strict=True):
            for what, share in value.items():
                note = "trained on 4 × 4 boards only" if what == "our network" else ""
                quantities.append(Quantity(f"{rows} × {cols}, {what}", None, share, "%", note, tolerance=TOLERANCE))
        title = f"Sang & Yoon (2019), open question: sizes; {states:,} random states of each, a fifth for testing"
        return Table("sizes", title, quantities)

    return Plan("sizes", cells, table)


def _train_size(progress: Progress, rows: int, cols: int, states: int, training: dict[str, Any]) -> dict[str, float]:
    """The accuracy of the paper's network, of ours and of rules on random states of a size."""
    from boaf.learn.neural.mixture import boards_of

    data = split(random_states(states, rows=rows, cols=cols, progress=progress))
    fit = fitted({}, training, data, boards_of(data, "train"))
    test = data.part("test")
    given = {
        "the paper's network": answers(fit.network, test.cards, rows, cols),
        "our network": network_judge()(test.cards, rows, cols) > 0.5,
        "odd-bird rule": ~has_odd_bird(test.cards),
    }
    found = {what: float(np.mean(called == test.solvable)) for what, called in given.items()}
    most = float(max(test.solvable.mean(), 1 - test.solvable.mean()))
    return found | {"the more frequent answer": most}


def _leak(scale: str) -> Plan:
    """Split by seed and by state: what siblings in the training part tell, and what the network gains."""
    networks = {by: trials(scale, BOAF, by=by) for by in SPLITS}
    sets = Sets.of(scale)._asdict()
    leaks = [Cell(f"leak by {by}", _measure_leak, {"by": by, "sets": sets}, 1, 1.0) for by in SPLITS]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for by, network in networks.items():
            leak = values[f"leak by {by}"]
            judged = [value["judged"][BOAF]["test"] for value in network.among(values)]
            accuracy = float(np.mean([one["right"] / one["boards"] for one in judged]))
            printed = PRINTED_BEST[BOAF] if by == "state" else None
            majority = "accuracy of the siblings' majority"
            quantities += [
                Quantity(f"by {by}, test states whose deal is in training", None, leak["shared_deals"], "%"),
                Quantity(f"by {by}, test states with siblings in training", None, leak["shared_siblings"], "%"),
                Quantity(f"by {by}, {majority}", None, leak["sibling_accuracy"], "%", "sees no card"),
                Quantity(f"by {by}, accuracy of the network", printed, accuracy, "%", tolerance=TOLERANCE),
            ]
        return Table("leak", "Sang & Yoon (2019): what a split by state gives away on BOAF", quantities)

    return Plan("leak", [*cells_of(networks.values()), *leaks], table)


def _measure_leak(_progress: Progress, by: str, sets: dict[str, int]) -> dict[str, float]:
    leak = leak_of(data_set(BOAF, Sets(**sets), by))
    names = ("shared_deals", "shared_siblings", "sibling_accuracy")
    return {name: float(getattr(leak, name)) for name in names}


def _stacks(scale: str) -> Plan:
    """Our network on all boards of InitSet and BOAF, none of which it was trained on."""
    sets = Sets.of(scale)
    common = {"sets": sets._asdict(), "ahead_boards": AHEAD_BOARDS[scale]}
    cells = [
        Cell(f"our network on {name}", _judge_stacks, {**common, "data": name}, boards, 1e-3)
        for name, boards in ((INIT, 3_700), (BOAF, 130 * sets.state_seeds))
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name, value in zip((INIT, BOAF), values.values(), strict=True):
            quantities += _stacks_quantities(name, value)
        by_stacks = values[f"our network on {BOAF}"]["by_stacks"]
        counts, *shares = zip(*by_stacks, strict=True)
        curves = [
            Curve(what, counts, hits) for what, hits in zip(("our network", "odd-bird rule"), shares, strict=True)
        ]
        figure = Figure("Accuracy on interesting states", "stacks", "accuracy", curves)
        return Table("stacks", "Beyond Sang & Yoon (2019): a network that sees both graphs", quantities, [figure])

    return Plan("stacks", cells, table)


def _judge_stacks(progress: Progress, sets: dict[str, int], ahead_boards: int, data: str) -> dict[str, Any]:
    """What our network and the odd-bird rule recognise of a data set, and our network one move ahead of some of it."""
    found = data_set(data, Sets(**sets))
    right = (network_judge()(found.cards, 4, 4) > 0.5) == found.solvable
    progress(len(found) // 2)
    some = found.take(np.arange(0, len(found), -(-len(found) // ahead_boards)))
    ahead = (network_judge(ahead=True)(some.cards, 4, 4) > 0.5) == some.solvable
    rule = ~has_odd_bird(found.cards) == found.solvable
    stacks = stacks_of(found.cards)
    counts = [count for count in range(2, 17) if (stacks == count).any()]
    return {
        "boards": len(found),
        "accuracy": float(right.mean()),
        "tpr": float(right[found.solvable].mean()),
        "tnr": float(right[~found.solvable].mean()),
        "some": len(some),
        "ahead": float(ahead.mean()),
        "rule": float(rule.mean()),
        "by_stacks": [
            [count, float(right[stacks == count].mean()), float(rule[stacks == count].mean())] for count in counts
        ],
    }


def _stacks_quantities(name: str, value: dict[str, Any]) -> list[Quantity]:
    note = f"printed: the paper's network; {value['boards']:,} boards, none of their deals seen in training"
    some = f"{value['some']:,} of these boards, evenly spread"
    return [
        Quantity(f"{name}, our network", PRINTED_BEST[name], value["accuracy"], "%", note),
        Quantity(f"{name}, our network, TPR (solvable)", None, value["tpr"], "%"),
        Quantity(f"{name}, our network, TNR (unsolvable)", None, value["tnr"], "%"),
        Quantity(f"{name}, our network, one move ahead", PRINTED_BEST[name], value["ahead"], "%", some),
        Quantity(f"{name}, odd-bird rule", None, value["rule"], "%"),
    ]


def _search(scale: str) -> Plan:
    """Nodes and seconds of the same search with different judges of its children."""
    deals = SEARCH_DEALS[scale]
    recipe = {"deals": deals, "max_nodes": SEARCH_NODES}
    cells = [Cell(f"search by {name}", _search_by, {**recipe, "judge": name}, deals, 0.05) for name in JUDGES]
    cells.append(Cell(f"search by {ENDGAME}", _search_endgame, {"deals": deals}, 1, 1.0))

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name in JUDGES:
            value = values[f"search by {name}"]
            stopped = f"; {value['stopped']} stopped at {SEARCH_NODES:,}" if value["stopped"] else ""
            note = f"median {value['median']:,.0f}{stopped}"
            quantities += [
                Quantity(f"{name}, nodes per deal", None, value["nodes"], note=note),
                Quantity(f"{name}, solved without a wrong turn", None, value["direct"], "%"),
                Quantity(
                    f"{name}, milliseconds a deal",
                    None,
                    1000 * value["seconds"],
                    note="this machine, this run",
                    tolerance=None,
                ),
            ]
        nodes, seconds = values[f"search by {ENDGAME}"]
        quantities.append(Quantity(f"{ENDGAME}, nodes per deal", None, nodes, note="with tables"))
        quantities.append(
            Quantity(f"{ENDGAME}, milliseconds a deal", None, 1000 * seconds, note="one thread", tolerance=None)
        )
        title = f"Beyond Sang & Yoon (2019): ordered search with different judges, {deals:,} solvable deals from seed 0"
        return Table("search", title, quantities)

    return Plan("search", cells, table)


@cache
def _solvable_deals(count: int) -> Cards:
    """The first solvable deals. Shape (count, 16)."""
    solvable = solve_many(range(2 * count)).solvable
    return draw_deals(np.flatnonzero(solvable)[:count], 16)


def _search_by(progress: Progress, deals: int, max_nodes: int, judge: str) -> dict[str, Any]:
    chosen, cards, found = JUDGES[judge](), _solvable_deals(deals), []
    ordered_search(cards[0], 4, 4, chosen, 1)  # compiles, loads
    started = now()
    for deal in cards:
        found.append(ordered_search(deal, 4, 4, chosen, max_nodes))
        progress(1)
    seconds = (now() - started) / len(cards)
    nodes = np.array([one.nodes for one in found])
    return {
        "nodes": float(nodes.mean()),
        "median": float(np.median(nodes)),
        "direct": float(np.mean(nodes <= 15)),
        "stopped": sum(one.verdict is Verdict.UNKNOWN for one in found),
        "seconds": seconds,
    }


def _search_endgame(_progress: Progress, deals: int) -> tuple[float, float]:
    """The mean nodes and seconds."""
    cards = _solvable_deals(deals)
    solve_many(cards[:1], threads=1, tables=6)
    started = now()
    batch = solve_many(cards, threads=1, tables=6)
    return float(batch.nodes.mean()), (now() - started) / len(cards)


def _player(scale: str) -> Plan:
    """Games that Monte Carlo players win with few iterations per move, with and without the network as a prior."""
    deals = PLAYER_DEALS[scale]
    recipe = {"deals": deals, "iterations": ITERATIONS}
    cells = [Cell(f"player {name}", _play, {**recipe, "player": name}, 1, 0.2 * deals) for name in MONTE_CARLO]

    def table(values: dict[str, Any]) -> Table:
        quantities, note = [], "this machine, this run"
        for name, (won, seconds) in zip(MONTE_CARLO, values.values(), strict=True):
            quantities.append(Quantity(f"{name}, games won", None, won, "%"))
            quantities.append(Quantity(f"{name}, milliseconds a game", None, 1000 * seconds, note=note, tolerance=None))
        title = f"Beyond the paper: Monte Carlo players, {ITERATIONS} iterations per move, {deals:,} solvable deals"
        return Table("player", title, quantities)

    return Plan("player", cells, table)


def _play(_progress: Progress, deals: int, iterations: int, player: str) -> tuple[float, float]:
    """The share of games won, and the seconds a game takes."""
    chosen, cards = MONTE_CARLO[player](iterations), _solvable_deals(deals)
    seeds = np.arange(len(cards), dtype=np.uint64)
    chosen.play_many(cards[:1], 4, 4, seeds[:1])  # compiles, loads
    started = now()
    games = chosen.play_many(cards, 4, 4, seeds)
    return float(np.mean(games.stacks == 1)), (now() - started) / len(cards)


TABLES = {
    "imbalance": _imbalance,
    "sizes": _sizes,
    "leak": _leak,
    "stacks": _stacks,
    "search": _search,
    "player": _player,
}
