"""Beyond Sang & Yoon (2019): a network of ours, which sees both graphs of a board, and its uses.

The network comes with boaf and was trained on other seeds. It is judged on InitSet and BOAF and by number of stacks; it
orders the children of a search, which pays for each node but not for each second; and it is the prior of Monte Carlo
players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from time import process_time
from typing import Any, NamedTuple, TypeVar

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
from boaf.players.tree_player import FlockPlayer, MctsPlayer, TreePlayer
from boaf.render.figures import Curve, Figure
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.sang_yoon import BOAF, INIT, PRINTED_BEST, Sets
from boaf_papers.sang_yoon.training import data_set
from study_runner import main

Made = TypeVar("Made")

PAPER, TABLE, FIGURES = "neural", "table-3", "stacks"


class Scale(NamedTuple):
    """The data sets, the boards judged one move ahead, and the deals that are searched and played."""

    sets: Sets
    ahead_boards: int
    search_deals: int
    player_deals: int
    search_nodes: int = 3_000


SCALES = {
    "tiny": Scale(Sets(-5_000, 5_000, 6), 50, 2, 1, 20),
    "small": Scale(Sets(-500_000, 500_000, 100), 5_000, 100, 20),
    "paper": Scale(Sets(-500_000, 500_000, 2_000), 50_000, 1_000, 500),
}
ITERATIONS = 5
TIME = "processor time, one thread, this machine"
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


def plan(scale: Scale) -> list[Plan]:
    """Accuracy, search, play."""
    return [_stacks(scale), _search(scale), _player(scale)]


def _stacks(scale: Scale) -> Plan:
    """Our network on all boards of InitSet and BOAF, none of which it was trained on."""
    common = {"sets": scale.sets._asdict(), "ahead_boards": scale.ahead_boards}
    cells = {
        name: Cell(f"our network on {name}", _judge_stacks, {**common, "data": name}, boards, 1e-3)
        for name, boards in ((INIT, 3_700), (BOAF, 130 * scale.sets.state_seeds))
    }

    def rows(found: dict[str, Any]) -> list[Quantity]:
        return [row for name, value in found.items() for row in _stacks_quantities(name, value)]

    about = f"BOAF from {scale.sets.state_seeds:,} seeds"
    return Plan("A network that sees both graphs", cells, rows, about, _figure)


def _figure(found: dict[str, Any]) -> list[Figure]:
    counts, *shares = zip(*found[BOAF]["by_stacks"], strict=True)
    curves = [Curve(what, counts, hits) for what, hits in zip(("our network", "odd-bird rule"), shares, strict=True)]
    return [Figure("Accuracy on interesting states", "stacks", "accuracy", curves)]


def _judge_stacks(progress: Progress, sets: dict[str, int], ahead_boards: int, data: str) -> dict[str, Any]:
    """What our network and the odd-bird rule recognise of a data set, and our network one move ahead of some of it."""
    found = data_set(data, Sets(**sets))
    right = (network_judge()(found.cards, 4, 4) > 0.5) == found.solvable
    progress(len(found) // 2)
    some = found.take(np.arange(0, len(found), -(-len(found) // ahead_boards)))
    ahead = (network_judge(lookahead=True)(some.cards, 4, 4) > 0.5) == some.solvable
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


def _search(scale: Scale) -> Plan:
    """Nodes and seconds of the same search with different judges of its children."""
    deals = scale.search_deals
    recipe = {"deals": deals, "max_nodes": scale.search_nodes}
    cells = {name: Cell(f"search by {name}", _search_by, {**recipe, "judge": name}, deals, 0.05) for name in JUDGES}
    cells[ENDGAME] = Cell(f"search by {ENDGAME}", _search_endgame, {"deals": deals}, 1, 1.0)
    title = "Ordered search with different judges"
    return Plan(title, cells, partial(_search_rows, scale.search_nodes), f"{deals:,} solvable deals from seed 0")


def _search_rows(most: int, found: dict[str, Any]) -> list[Quantity]:
    quantities = []
    for name in JUDGES:
        value = found[name]
        stopped = f"; {value['stopped']} stopped at {most:,}" if value["stopped"] else ""
        quantities += [
            Quantity(f"{name}, nodes per deal", None, value["nodes"], note=f"median {value['median']:,.0f}{stopped}"),
            Quantity(f"{name}, solved without a wrong turn", None, value["direct"], "%"),
            Quantity(f"{name}, milliseconds per deal", None, 1000 * value["seconds"], note=TIME, tolerance=None),
        ]
    nodes, seconds = found[ENDGAME]
    return [
        *quantities,
        Quantity(f"{ENDGAME}, nodes per deal", None, nodes, note="with tables"),
        Quantity(f"{ENDGAME}, milliseconds per deal", None, 1000 * seconds, note=TIME, tolerance=None),
    ]


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


def _player(scale: Scale) -> Plan:
    """Games that Monte Carlo players win in few iterations, with and without our network as prior."""
    deals = scale.player_deals
    recipe = {"deals": deals, "iterations": ITERATIONS}
    cells = {name: Cell(f"player {name}", _play, {**recipe, "player": name}, 1, 0.2 * deals) for name in MONTE_CARLO}
    about = f"{ITERATIONS} iterations per move, {deals:,} solvable deals"
    return Plan("Monte Carlo players with our network as prior", cells, _player_rows, about)


def _player_rows(found: dict[str, Any]) -> list[Quantity]:
    return [
        row
        for name, (won, seconds) in found.items()
        for row in (
            Quantity(f"{name}, games won", None, won, "%"),
            Quantity(f"{name}, milliseconds per game", None, 1000 * seconds, note=TIME, tolerance=None),
        )
    ]


def _play(_progress: Progress, deals: int, iterations: int, player: str) -> tuple[float, float]:
    """The share of games won, and the seconds a game takes."""
    chosen, cards = _on_one_thread(lambda: MONTE_CARLO[player](iterations)), _solvable_deals(deals)
    seeds = np.arange(len(cards), dtype=np.uint64)
    chosen.play_many(cards[:1], 4, 4, seeds[:1])  # compiles, loads
    started = process_time()
    games = chosen.play_many(cards, 4, 4, seeds)
    return float(np.mean(games.stacks == 1)), (process_time() - started) / len(cards)


def finding(stacks: Table, search: Table, player: Table) -> str:
    """What the page says."""
    found = {one.name: one.computed for table in (stacks, search, player) for one in table.quantities}
    return (
        f"Our own network, trained on other seeds, is right for {100 * found[f'{INIT}, our network']:.1f} % of InitSet "
        f"and {100 * found[f'{BOAF}, our network']:.1f} % of BOAF. A search ordered by it solves "
        f"{100 * found['our network, solved without a wrong turn']:.1f} % of the deals without a wrong turn; as a "
        f"prior it raises the wins of `flock` with {ITERATIONS} iterations from "
        f"{100 * found['flock, games won']:.1f} to "
        f"{100 * found['flock with our network, games won']:.1f} %."
    )


if __name__ == "__main__":
    main(__file__)
