"""The boards that networks are trained on: lines of play, mixtures of them with deals, and splits.

Lines of play give hard states of any range of seeds and any board size, on all cores. They are the states of
`boaf.learn.data.interesting`: from each solvable deal one line of play is followed, always to a solvable child drawn at
random, and all children of a state are kept where some are solvable and some are not. The draws of a seed depend on the
seed alone, so that the work can be divided.

A split by state, as in Sang & Yoon (2019), gives much away: the children of one state differ in one move, and most of
the test states have siblings in the training part. Split by seed, no deal is in two parts.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import DECK, EMPTY, Cards, draw_deal, random_below
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, Status
from boaf.kernel.scratch import copy_row, scratch
from boaf.learn.data.data_set import PARTS, DataSet
from boaf.learn.data.interesting import write_children
from boaf.learn.data.making import balanced_deals
from boaf.learn.data.recipes import Recipe
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.solvers.batch import solve_many
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.descent import Search, new_search, run, start_cards
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import PerThread, thread_pool

SPLITS = ("seed", "state")
_SHARES = (0.5, 0.8)
"""Where the training part and the validation part end: 50 %, 30 % and 20 % as in Sang & Yoon (2019)."""
_CHUNK = 20
_DECK = scratch((DECK,), np.uint8)
_STATE = scratch((MAX_CELLS,), np.uint8)
_RANDOM = scratch((1,), np.uint64)
_MAX_NODES = 300
"""A state that takes more is labelled later, with collapse sets, and no line of play goes through it."""
_TABLES = 7
_LINES, _VALIDATION_LINES, _DEALS = 1_000_000_000, 1_500_000_000, 1_100_000_000
"""The first seeds of a mixture, far from those on which anything is measured."""
_DEALS_PER_LINE = 1_000
"""This many deals take about as long as a line of play."""


class LabelledBoards(NamedTuple):
    """Labelled boards of one size."""

    rows: int
    cols: int
    cards: Cards
    """Card numbers. Shape (boards, cells)."""
    solvable: NDArray[np.bool_]
    """Shape (boards,)."""
    weights: NDArray[np.float32] | None = None
    """The weight of each board in training; None: all the same. Shape (boards,)."""


def boards_of(data: DataSet, part: str, repeat: int = 1) -> LabelledBoards:
    """The boards of a part, full boards `repeat` times."""
    chosen = data.part(part)
    full = np.flatnonzero((chosen.cards != EMPTY).all(axis=1))
    order = np.concatenate([np.arange(len(chosen)), np.tile(full, repeat - 1)])
    return LabelledBoards(data.rows, data.cols, chosen.cards[order], chosen.solvable[order])


def class_weights(solvable: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Weights, one on average, that give the solvable and the unsolvable boards the same total. Shape (boards,)."""
    shares = np.where(solvable, 1 / max(solvable.sum(), 1), 1 / max((~solvable).sum(), 1))
    return (shares * len(solvable) / 2).astype(np.float32)


def split(data: DataSet, by: str = "seed", seed: int = 0) -> DataSet:
    """The data set with parts drawn at random: whole deals (`seed`) or single boards (`state`)."""
    if by not in SPLITS:
        raise BoafError(f"unknown split {by!r}: choose from {', '.join(SPLITS)}")
    units = np.arange(len(data)) if by == "state" else np.unique(data.seeds, return_inverse=True)[1]
    count = int(units.max()) + 1 if len(units) else 0
    places = np.random.default_rng(seed).permutation(count)
    parts = np.digitize(places / max(count, 1), _SHARES).astype(np.int8)[units]
    recipe: dict[str, Any] = {**data.recipe, "split": by, "split_seed": seed}
    return DataSet(data.rows, data.cols, data.cards, data.solvable, data.seeds, parts, recipe)


class Leak(NamedTuple):
    """How much the training part tells about the test part without a look at the boards."""

    shared_deals: float
    """The share of the test boards whose deal is also in the training part."""
    shared_siblings: float
    """The share of them with a sibling there: a board of the same deal with as many stacks."""
    sibling_accuracy: float
    """The accuracy of the majority label of the siblings there or, without any, of the training part."""


def leak_of(data: DataSet) -> Leak:
    """The leak of a data set that is split."""
    training, test = data.part(PARTS[0]), data.part(PARTS[2])
    families = np.unique(np.concatenate([_families(training), _families(test)]), return_inverse=True)[1]
    theirs, ours = families[: len(training)], families[len(training) :]
    count = int(families.max()) + 1
    siblings = np.bincount(theirs, minlength=count)
    solvable = np.bincount(theirs, training.solvable, minlength=count)
    most = training.solvable.mean() > 0.5
    answers: NDArray[np.bool_] = np.where(2 * solvable == siblings, most, 2 * solvable > siblings)
    return Leak(
        float(np.isin(test.seeds, training.seeds).mean()),
        float((siblings[ours] > 0).mean()),
        float((answers[ours] == test.solvable).mean()),
    )


def _families(data: DataSet) -> NDArray[np.int64]:
    """A number for each board that its siblings share."""
    return data.seeds * (data.rows * data.cols + 1) + stacks_of(data.cards)


@dataclass(frozen=True)
class Mixture(Recipe):
    """The boards that our network is trained on: hard states of many lines of play, and deals of both classes.

    The fields are the numbers of seeds of the training states, the validation states and the deals, and how often deals
    are repeated: unsolvable ones are rare, and most states of lines of play are smaller. There is a chunk for every
    thousand training lines, one for the validation lines, and one for the deals.
    """

    lines: int = 25_000
    validation_lines: int = 100
    deals: int = 2_000_000
    repeat: int = 12
    rows: ClassVar[int] = 4  # type: ignore[misc]
    cols: ClassVar[int] = 4  # type: ignore[misc]
    kind: ClassVar[str] = "mixture"
    unit: ClassVar[str] = "lines"
    chunk_size: ClassVar[int] = 1_000

    @property
    def total(self) -> int:
        """The number of lines, with the deals converted to lines by their cost."""
        return sum(len(self.units(number)) for number in self.chunks)

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.lines // self.chunk_size) + 2)

    def units(self, number: int) -> range:
        """The lines of a chunk, or as many as its deals cost."""
        if number == self.chunks[-1]:
            return range(-(-self.deals // _DEALS_PER_LINE))
        if number == self.chunks[-2]:
            return range(self.validation_lines)
        return range(number * self.chunk_size, min((number + 1) * self.chunk_size, self.lines))

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:  # noqa: ARG002
        """Some lines of play, or the deals; parts 0 (training) and 1 (validation)."""
        units = self.units(number)
        if number == self.chunks[-1]:
            deals = balanced_deals(_DEALS, _DEALS + self.deals)
            if deals.parts is None:
                raise AssertionError("balanced deals have parts")
            parts = (deals.parts == PARTS.index("test")).astype(np.int8)
            progress(len(units))
            order = np.argsort(parts, kind="stable")
            return DataSet(4, 4, deals.cards, deals.solvable, deals.seeds, parts, self.to_json()).take(order)
        is_held_out = number == self.chunks[-2]
        first = _VALIDATION_LINES if is_held_out else _LINES
        cards, solvable, seeds = lines_of_play(first + units.start, first + units.stop, progress=progress)
        return DataSet(4, 4, cards, solvable, seeds, np.full(len(cards), is_held_out, np.int8), self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The mixture as plain values."""
        first = {"first_line": _LINES, "first_validation_line": _VALIDATION_LINES, "first_deal": _DEALS}
        return {"kind": self.kind, **asdict(self), **first}


def lines_of_play(
    start: int, stop: int, rows: int = 4, cols: int = 4, progress: Progress = no_progress
) -> tuple[Cards, NDArray[np.bool_], NDArray[np.int64]]:
    """Hard states of the deals start … stop − 1: cards (states, cells), whether solvable (states,), seeds (states,)."""
    search = PerThread(lambda: new_search(rows, cols, _TABLES))
    steps = natural_steps(rows, cols)

    def work(first: int) -> tuple[Cards, NDArray[np.int8], NDArray[np.int64]]:
        room = min(_CHUNK, stop - first) * rows * cols * len(steps) // 2
        cards, codes = np.empty((room, rows * cols), np.uint8), np.empty(room, np.int8)
        seeds = np.empty(room, np.int64)
        found = _follow(first, min(first + _CHUNK, stop), search(), steps, cards, codes, seeds)
        return cards[:found].copy(), codes[:found].copy(), seeds[:found].copy()

    parts = []
    with thread_pool() as pool:
        firsts = range(start, stop, _CHUNK)
        for first, part in zip(firsts, pool.map(work, firsts), strict=True):
            parts.append(part)
            progress(min(_CHUNK, stop - first))
    cards, codes, seeds = (np.concatenate(column) for column in zip(*parts, strict=True))
    hard = np.flatnonzero(codes == Status.PAUSED)
    if len(hard):
        codes[hard] = solve_many(cards[hard], rows, cols).statuses
    # Only now all labels are known: keep the siblings of which some are not solvable.
    _, siblings = np.unique(seeds * cards.shape[1] + stacks_of(cards), return_inverse=True)
    kept = (np.bincount(siblings, codes != Status.SOLVED) > 0)[siblings]
    return cards[kept], codes[kept] == Status.SOLVED, seeds[kept]


@compiled
def _follow(
    first: int,
    stop: int,
    search: Search,
    steps: NDArray[np.uint16],
    cards: Cards,
    codes: NDArray[np.int8],
    seeds: NDArray[np.int64],
) -> int:
    """Follow a line from each deal and write its states; return their number. Shapes (room, cells), twice (room,)."""
    deck, state, random, found = _DECK(), _STATE()[: cards.shape[1]], _RANDOM(), 0
    for seed in range(first, stop):
        random[0] = np.uint64(seed)
        draw_deal(seed, state, deck)
        solvable = _label(state, search) == Status.SOLVED
        while solvable:
            # Write and label the children after what was found; they stay only if `found` moves past them.
            children = cards[found:]
            moves, winning = write_children(state, steps, children), 0
            for k in range(moves):
                seeds[found + k] = seed
                codes[found + k] = _label(children[k], search)
                winning += codes[found + k] == Status.SOLVED
            solvable = winning > 0
            if solvable:
                # Go on from one of the solvable children, drawn at random.
                choice = random_below(random, winning)
                for k in range(moves):
                    if codes[found + k] == Status.SOLVED:
                        if choice == 0:
                            copy_row(children[k], state)
                        choice -= 1
                if winning < moves:
                    found += moves
    return found


@compiled
def _label(cards: Cards, search: Search) -> Status:
    """SOLVED, EXHAUSTED, or PAUSED for a state that takes too many nodes."""
    return run(search, _MAX_NODES if start_cards(search, cards) > 1 else 1)
