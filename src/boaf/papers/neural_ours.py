"""Beyond Sang & Yoon (2019): a network of ours, which sees both graphs of a board, and its uses.

stacks     The network, shipped with boaf and trained on other seeds, on InitSet and BOAF, and by the number of stacks.
search     Does it pay as an ordering of a search, for each node and for each second?
player     Does it pay as a prior of the Monte Carlo players?
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import process_time
from typing import Any, TypeVar

import numpy as np

from boaf.kernel.dealing import Cards, draw_deals
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.learn.neural.image_inputs import has_odd_bird
from boaf.learn.neural.model_guided_search import (
    estimate_judge,
    heuristic_judge,
    natural_judge,
    network_judge,
    network_prior,
    ordered_search,
)
from boaf.models.learned import Judge
from boaf.papers.neural_study import BOAF, INIT, PRINTED_BEST, Sets, data_set
from boaf.papers.quantity import Quantity, Table
from boaf.papers.study import Cell, Plan
from boaf.players.flock import Player as FlockPlayer
from boaf.players.mcts import Player as MctsPlayer
from boaf.players.tree_player import TreePlayer
from boaf.render.figures import Curve, Figure
from boaf.solvers.batch import solve_many
from boaf.solvers.result import Verdict
from boaf.support.errors import require
from boaf.support.progress import Progress

Made = TypeVar("Made")

SEARCH_DEALS = {"small": 100, "paper": 1_000}
SEARCH_NODES = 3_000
PLAYER_DEALS = {"small": 20, "paper": 500}
ITERATIONS = 5
AHEAD_BOARDS = {"small": 5_000, "paper": 50_000}
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


def _stacks(scale: str) -> Plan:
    """Beyond the paper: our network on all boards of InitSet and BOAF, none of which it was trained on."""
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
        title = f"Beyond Sang & Yoon (2019): a network that sees both graphs; BOAF from {sets.state_seeds:,} seeds"
        return Table("stacks", title, quantities, [figure])

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
    """Beyond the paper: nodes and seconds of the same search with different judges of its children."""
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
                    f"{name}, milliseconds per deal",
                    None,
                    1000 * value["seconds"],
                    note="processor time, one thread, this machine",
                    tolerance=None,
                ),
            ]
        nodes, seconds = values[f"search by {ENDGAME}"]
        quantities.append(Quantity(f"{ENDGAME}, nodes per deal", None, nodes, note="with tables"))
        quantities.append(
            Quantity(
                f"{ENDGAME}, milliseconds per deal",
                None,
                1000 * seconds,
                note="processor time, one thread, this machine",
                tolerance=None,
            )
        )
        title = f"Beyond Sang & Yoon (2019): ordered search with different judges, {deals:,} solvable deals from seed 0"
        return Table("search", title, quantities)

    return Plan("search", cells, table)


def _on_one_thread(make: Callable[[], Made]) -> Made:
    """What may have a network in it, which is then asked on one thread: threads that wait for each other count, too."""
    require("torch", "neural").set_num_threads(1)
    return make()


@cache
def _solvable_deals(count: int) -> Cards:
    """The first solvable deals. Shape (count, 16)."""
    solvable = solve_many(range(2 * count)).solvable
    return draw_deals(np.flatnonzero(solvable)[:count], 16)


def _search_by(progress: Progress, deals: int, max_nodes: int, judge: str) -> dict[str, Any]:
    chosen, cards, found = _on_one_thread(JUDGES[judge]), _solvable_deals(deals), []
    ordered_search(cards[0], 4, 4, chosen, 1)  # compiles, loads
    started = process_time()
    for deal in cards:
        found.append(ordered_search(deal, 4, 4, chosen, max_nodes))
        progress(1)
    seconds = (process_time() - started) / len(cards)
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
    started = process_time()
    batch = solve_many(cards, threads=1, tables=6)
    return float(batch.nodes.mean()), (process_time() - started) / len(cards)


def _player(scale: str) -> Plan:
    """Beyond the paper: games that Monte Carlo players win in few iterations, with and without our network as prior."""
    deals = PLAYER_DEALS[scale]
    recipe = {"deals": deals, "iterations": ITERATIONS}
    cells = [Cell(f"player {name}", _play, {**recipe, "player": name}, 1, 0.2 * deals) for name in MONTE_CARLO]

    def table(values: dict[str, Any]) -> Table:
        quantities, note = [], "processor time, one thread, this machine"
        for name, (won, seconds) in zip(MONTE_CARLO, values.values(), strict=True):
            quantities.append(Quantity(f"{name}, games won", None, won, "%"))
            quantities.append(
                Quantity(f"{name}, milliseconds per game", None, 1000 * seconds, note=note, tolerance=None)
            )
        title = f"Beyond the paper: Monte Carlo players, {ITERATIONS} iterations per move, {deals:,} solvable deals"
        return Table("player", title, quantities)

    return Plan("player", cells, table)


def _play(_progress: Progress, deals: int, iterations: int, player: str) -> tuple[float, float]:
    """The share of games won, and the seconds a game takes."""
    chosen, cards = _on_one_thread(lambda: MONTE_CARLO[player](iterations)), _solvable_deals(deals)
    seeds = np.arange(len(cards), dtype=np.uint64)
    chosen.play_many(cards[:1], 4, 4, seeds[:1])  # compiles, loads
    started = process_time()
    games = chosen.play_many(cards, 4, 4, seeds)
    return float(np.mean(games.stacks == 1)), (process_time() - started) / len(cards)


TABLES = {"stacks": _stacks, "search": _search, "player": _player}
