"""Beyond Sang & Yoon (2019): two open questions, the leak of the split, and a network of ours and its uses.

imbalance  Can the many solvable deals be used instead of thrown away? Weights or repetition even the classes out.
sizes      Does the approach carry over to other board sizes? Random states of 3 × 3, 4 × 4 and 5 × 5 boards.
leak       What does a split by state give away, as against one by seed?
stacks     Our network, shipped with boaf and trained on other seeds, on InitSet and BOAF, and by the number of stacks.
search     Does it pay as an ordering of a search, for each node and for each second?
player     Does it pay as a prior of the Monte Carlo players?
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.clock import now
from boaf.kernel.dealing import draw_deals
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.in_memory import random_states
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
from boaf.papers import neural_study
from boaf.papers.neural_study import BOAF, INIT, Job, data_set, fits, with_boards
from boaf.papers.quantity import Quantity, Table
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


def _imbalance(scale: str, progress: Progress) -> Table:
    """The paper's network, with one layer, on InitSet with more solvable deals than unsolvable ones."""
    data = data_set(INIT, scale)
    training = data.part("train")
    unsolvable = training.take(np.flatnonzero(~training.solvable))
    start, stop = neural_study.DEALS[scale]
    unused = np.setdiff1d(np.arange(start, stop), data.seeds)
    wanted = min(len(unused), (MORE_SOLVABLE[scale] - 1) * len(unsolvable))
    seeds = np.random.default_rng(0).permutation(unused)[:wanted]
    cards = np.concatenate([training.cards, draw_deals(seeds % (1 << 31), 16)])
    solvable = np.concatenate([training.solvable, np.ones(len(seeds), np.bool_)])
    repeated = np.repeat(np.flatnonzero(~solvable), np.sum(solvable) // np.sum(~solvable))
    order = np.concatenate([np.flatnonzero(solvable), repeated])
    ways: dict[str, tuple[Any, Any, Any]] = {
        "thrown away": (training.cards, training.solvable, None),
        "kept, classes weighted": (cards, solvable, class_weights(solvable)),
        "kept, unsolvable repeated": (cards[order], solvable[order], None),
        "kept as they are": (cards, solvable, None),
    }
    epochs = neural_study.EPOCHS[scale][INIT]
    quantities = []
    for name, (some, labels, counts) in ways.items():
        equal_work = max(3, epochs * len(training) // len(some))
        fit = with_boards(Job(INIT, {"layers": 1}), data, scale, some, labels, counts, equal_work)
        progress(len(some))
        test = data.part("test")
        right = (_probabilities(fit.network, test) > 0.5) == test.solvable
        note = f"{len(some):,} boards, {len(fit.train_losses)} epochs"
        quantities.append(Quantity(f"{name}, accuracy", None, float(right.mean()), "%", note))
        quantities.append(Quantity(f"{name}, TPR (solvable)", None, float(right[test.solvable].mean()), "%"))
        quantities.append(Quantity(f"{name}, TNR (unsolvable)", None, float(right[~test.solvable].mean()), "%"))
    rule = ~has_odd_bird(test.cards) == test.solvable
    quantities.append(Quantity("odd-bird rule, accuracy", None, float(rule.mean()), "%"))
    return Table(
        "imbalance",
        "Sang & Yoon (2019), open question: the solvable deals that InitSet leaves out; one layer, test part",
        quantities,
    )


def _sizes(scale: str, progress: Progress) -> Table:
    """The paper's network on random states of other boards, and ours, which has seen 4 × 4 boards only."""
    quantities = []
    judge = network_judge()
    for rows, cols in SIZES:
        data = split(random_states(SIZE_STATES[scale], rows=rows, cols=cols, progress=progress))
        job = Job(BOAF, {"rows": rows, "cols": cols})
        training, test = data.part("train"), data.part("test")
        fit = with_boards(job, data, scale, training.cards, training.solvable)
        most = max(test.solvable.mean(), 1 - test.solvable.mean())
        name = f"{rows} × {cols}"
        answers = {
            "the paper's network": _probabilities(fit.network, test) > 0.5,
            "our network": judge(test.cards, rows, cols) > 0.5,
            "odd-bird rule": ~has_odd_bird(test.cards),
        }
        for what, given in answers.items():
            note = "trained on 4 × 4 boards only" if what == "our network" else ""
            quantities.append(Quantity(f"{name}, {what}", None, float(np.mean(given == test.solvable)), "%", note))
        quantities.append(Quantity(f"{name}, the more frequent answer", None, float(most), "%"))
    title = (
        f"Sang & Yoon (2019), open question: sizes; {SIZE_STATES[scale]:,} random states of each, a fifth for testing"
    )
    return Table("sizes", title, quantities)


def _leak(scale: str, progress: Progress) -> Table:
    """Split by seed and by state: what siblings in the training part tell, and what the network gains."""
    quantities = []
    for by, fit in zip(SPLITS, fits([Job(BOAF, by=by) for by in SPLITS], scale, progress), strict=True):
        data = data_set(BOAF, scale, by)
        leak, test = leak_of(data), data.part("test")
        accuracy = float(np.mean((_probabilities(fit.network, test) > 0.5) == test.solvable))
        quantities += [
            Quantity(f"by {by}, test states whose deal is in training", None, leak.shared_deals, "%"),
            Quantity(f"by {by}, test states with siblings in training", None, leak.shared_siblings, "%"),
            Quantity(f"by {by}, accuracy of the siblings' majority", None, leak.sibling_accuracy, "%", "sees no card"),
            Quantity(f"by {by}, accuracy of the network", PRINTED_BEST[BOAF] if by == "state" else None, accuracy, "%"),
        ]
    return Table("leak", "Sang & Yoon (2019): what a split by state gives away on BOAF", quantities)


def _stacks(scale: str, progress: Progress) -> Table:
    """Our network on all boards of InitSet and BOAF, none of which it was trained on."""
    judge, look_ahead = network_judge(), network_judge(ahead=True)
    quantities, curves = [], []
    for name in (INIT, BOAF):
        data = data_set(name, scale)
        right = (judge(data.cards, 4, 4) > 0.5) == data.solvable
        progress(len(data))
        note = f"printed: the paper's network; {len(data):,} boards, none of their deals seen in training"
        quantities.append(Quantity(f"{name}, our network", PRINTED_BEST[name], float(right.mean()), "%", note))
        quantities.append(
            Quantity(f"{name}, our network, TPR (solvable)", None, float(right[data.solvable].mean()), "%")
        )
        quantities.append(
            Quantity(f"{name}, our network, TNR (unsolvable)", None, float(right[~data.solvable].mean()), "%")
        )
        some = data.take(np.arange(0, len(data), -(-len(data) // AHEAD_BOARDS[scale])))
        accuracy = float(np.mean((look_ahead(some.cards, 4, 4) > 0.5) == some.solvable))
        progress(len(some))
        note = f"{len(some):,} of these boards, evenly spread"
        quantities.append(Quantity(f"{name}, our network, one move ahead", PRINTED_BEST[name], accuracy, "%", note))
        rule = ~has_odd_bird(data.cards) == data.solvable
        quantities.append(Quantity(f"{name}, odd-bird rule", None, float(rule.mean()), "%"))
        if name == BOAF:
            stacks = stacks_of(data.cards)
            counts = [count for count in range(2, 17) if (stacks == count).any()]
            for what, hits in (("our network", right), ("odd-bird rule", rule)):
                curves.append(Curve(what, counts, [float(hits[stacks == count].mean()) for count in counts]))
    figure = Figure("Accuracy on interesting states", "stacks", "accuracy", curves)
    return Table("stacks", "Beyond Sang & Yoon (2019): a network that sees both graphs", quantities, [figure])


def _search(scale: str, progress: Progress) -> Table:
    """Nodes and seconds of the same search with different judges of its children."""
    solvable = solve_many(range(2 * SEARCH_DEALS[scale])).solvable
    deals = draw_deals(np.flatnonzero(solvable)[: SEARCH_DEALS[scale]], 16)
    judges: dict[str, Judge] = {
        "natural order": natural_judge,
        "Hoshino & Notarangelo's sum": heuristic_judge,
        "Araki et al.'s estimate": estimate_judge,
        "our network": network_judge(),
    }
    quantities = []
    for name, judge in judges.items():
        ordered_search(deals[0], 4, 4, judge, 1)  # compiles, loads
        started = now()
        found = [ordered_search(deal, 4, 4, judge, SEARCH_NODES) for deal in deals]
        seconds = (now() - started) / len(deals)
        progress(len(deals))
        nodes = np.array([one.nodes for one in found])
        direct = float(np.mean(nodes <= 15))
        stopped = sum(one.verdict is Verdict.UNKNOWN for one in found)
        note = f"median {np.median(nodes):,.0f}" + (f"; {stopped} stopped at {SEARCH_NODES:,}" if stopped else "")
        quantities += [
            Quantity(f"{name}, nodes per deal", None, float(nodes.mean()), note=note),
            Quantity(f"{name}, solved without a wrong turn", None, direct, "%"),
            Quantity(f"{name}, milliseconds a deal", None, 1000 * seconds, note="this machine, this run"),
        ]
    solve_many(deals[:1], threads=1, tables=6)
    started = now()
    batch = solve_many(deals, threads=1, tables=6)
    seconds = (now() - started) / len(deals)
    quantities.append(Quantity("endgame solver, nodes per deal", None, float(batch.nodes.mean()), note="with tables"))
    quantities.append(Quantity("endgame solver, milliseconds a deal", None, 1000 * seconds, note="one thread"))
    title = (
        f"Beyond Sang & Yoon (2019): ordered search with different judges, {len(deals):,} solvable deals from seed 0"
    )
    return Table("search", title, quantities)


def _player(scale: str, progress: Progress) -> Table:
    """Games that Monte Carlo players win with few iterations per move, with and without the network as a prior."""
    count = PLAYER_DEALS[scale]
    solvable = solve_many(range(2 * count)).solvable
    deals = draw_deals(np.flatnonzero(solvable)[:count], 16)
    seeds = np.arange(len(deals), dtype=np.uint64)
    prior = network_prior()
    players: dict[str, TreePlayer] = {
        "mcts (Roberson & Sperduto 2019)": MctsPlayer(iterations=ITERATIONS),
        "mcts, explore_first off": MctsPlayer(iterations=ITERATIONS, explore_first=False),
        "mcts, explore_first off, with our network": MctsPlayer(iterations=ITERATIONS, ask=prior, explore_first=False),
        "flock": FlockPlayer(iterations=ITERATIONS),
        "flock with our network": FlockPlayer(iterations=ITERATIONS, ask=prior),
    }
    quantities = []
    for name, player in players.items():
        player.play_many(deals[:1], 4, 4, seeds[:1])  # compiles, loads
        started = now()
        games = player.play_many(deals, 4, 4, seeds)
        seconds = (now() - started) / len(deals)
        progress(len(deals))
        quantities.append(Quantity(f"{name}, games won", None, float(np.mean(games.stacks == 1)), "%"))
        quantities.append(Quantity(f"{name}, milliseconds a game", None, 1000 * seconds, note="this machine, this run"))
    title = f"Beyond the paper: Monte Carlo players, {ITERATIONS} iterations per move, {len(deals):,} solvable deals"
    return Table("player", title, quantities)


def _probabilities(network: Any, data: DataSet) -> NDArray[np.float64]:
    from boaf.learn.neural.judging import probabilities

    return probabilities(network, data.cards, data.rows, data.cols)


TABLES = {
    "imbalance": _imbalance,
    "sizes": _sizes,
    "leak": _leak,
    "stacks": _stacks,
    "search": _search,
    "player": _player,
}
