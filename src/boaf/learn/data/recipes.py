"""Recipes of data sets: one class for each kind, divided into chunks that are computed one after another.

A chunk is a data set itself and a pure function of its number; a chunk of interesting states also depends on the chunk
before, because their random numbers continue from one chunk to the next. So an interrupted run can resume
(`boaf.learn.data.making`). Every label comes from the exact solver.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.deals import SplitMix64, cell_count, require_deals
from boaf.kernel.dealing import Cards, draw_deals, draw_random_board
from boaf.kernel.native import compiled
from boaf.learn.data.data_set import DataSet, joined
from boaf.learn.data.interesting import JavaRandom, moves_between, walk_with_parents
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError, ParameterError
from boaf.support.progress import Progress

_UNITS = 1 << 32
"""How many random states belong to each seed."""
MOST_BOARDS = 100_000_000
"""The most boards of a data set, which is assembled in memory: 3 GB of 4 × 4 boards."""
_MOST_WALKS = 1_000_000
"""The most deals to walk from, each of which gives about sixty interesting states."""


class Recipe(ABC):
    """What a data set depends on, and how it is computed."""

    kind: ClassVar[str]
    unit: ClassVar[str]
    """The unit of progress."""
    generator: ClassVar[str]
    chunk_size: ClassVar[int]
    rows: int
    cols: int

    @property
    @abstractmethod
    def total(self) -> int:
        """The number of units."""

    @abstractmethod
    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:
        """The boards of one chunk; `before` is the previous chunk."""

    def assemble(self, chunks: Sequence[DataSet]) -> DataSet:
        """The data set of these chunks."""
        return joined(chunks, self.to_json())

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.total // self.chunk_size))

    def units(self, number: int) -> range:
        """The units of a chunk, counted from 0; the last chunk may be shorter."""
        return range(self.total)[number * self.chunk_size : (number + 1) * self.chunk_size]

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain values; it is kept with the data."""
        parameters = {entry.name: getattr(self, entry.name) for entry in fields(self)}  # type: ignore[arg-type]
        origin = {"generator": self.generator, "command": self.command, "boaf": __version__}
        return {"kind": self.kind, **parameters, **origin}

    @property
    def command(self) -> str:
        """The command that makes the data set, without its file."""
        words = (f"--{name} {value}".rstrip() for name, value in self.options().items())
        return f"boaf dataset {self.kind} " + " ".join(words)

    def options(self) -> dict[str, Any]:
        """The options of the command."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self) if entry.init}  # type: ignore[arg-type]


@dataclass(frozen=True)
class RandomStates(Recipe):
    """Araki et al.'s random states: the number of stacks is drawn first, then their cards, then their cells.

    Data sets with different seeds have no state of the same draw.
    """

    count: int
    seed: int = 0
    rows: int = 4
    cols: int = 4
    kind: ClassVar[str] = "states"
    unit: ClassVar[str] = "states"
    generator: ClassVar[str] = "state k is boaf.random_board(seed · 2^32 + k, rows, cols)"
    chunk_size: ClassVar[int] = 50_000

    def __post_init__(self) -> None:
        cell_count(self.rows, self.cols)
        if not 1 <= self.count <= MOST_BOARDS:
            raise ParameterError(f"count must be from 1 to {MOST_BOARDS:,}, not {self.count:,}", "count")
        if not -(1 << 30) <= self.seed < 1 << 30:
            raise ParameterError(f"seed must lie between −2^30 and 2^30, but it is {self.seed}", "seed")

    @property
    def total(self) -> int:
        """The number of states."""
        return self.count

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:  # noqa: ARG002
        """Draw and label some states."""
        units = self.units(number)
        seeds = self.seed * _UNITS + np.arange(units.start, units.stop, dtype=np.int64)
        return labelled(random_boards(seeds, self.rows * self.cols), seeds, self, progress)


@dataclass(frozen=True)
class NumberedDeals(Recipe):
    """The numbered deals start … stop − 1, as in Hoshino & Kahn (2019)."""

    start: int
    stop: int
    rows: int = 4
    cols: int = 4
    kind: ClassVar[str] = "deals"
    unit: ClassVar[str] = "deals"
    generator: ClassVar[str] = "boaf.deal(seed, rows, cols) for the seeds start … stop − 1"
    chunk_size: ClassVar[int] = 50_000
    keeps_all: ClassVar[bool] = True
    """Whether every deal of the range is in the data set."""

    def __post_init__(self) -> None:
        require_deals(self.start, self.stop, self.rows, self.cols)
        if self.keeps_all and self.total > MOST_BOARDS:
            raise BoafError(f"a data set holds at most {MOST_BOARDS:,} deals, not {self.total:,}")

    @property
    def total(self) -> int:
        """The number of deals."""
        return self.stop - self.start

    def options(self) -> dict[str, Any]:
        """The options of the command, which takes the range as one."""
        others = {name: value for name, value in super().options().items() if name not in ("start", "stop")}
        return {"seeds": f"{self.start} {self.stop}", **others}

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:  # noqa: ARG002
        """Deal and label some deals."""
        units = self.units(number)
        seeds = self.start + np.arange(units.start, units.stop, dtype=np.int64)
        return labelled(draw_deals(seeds, self.rows * self.cols), seeds, self, progress)


@dataclass(frozen=True)
class Interesting(Recipe):
    """The challenge's interesting states of the seeds 0 … stop − 1 (see `boaf.learn.data.interesting`).

    With `moves`, each row has the state before and the move instead of the state; the deals themselves are left out.
    """

    stop: int
    moves: bool = False
    rows: int = field(default=4, init=False)
    cols: int = field(default=4, init=False)
    kind: ClassVar[str] = "interesting"
    unit: ClassVar[str] = "seeds"
    generator: ClassVar[str] = "the challenge's walk from the deals 0 … stop − 1, java.util.Random(0)"
    chunk_size: ClassVar[int] = 100

    def __post_init__(self) -> None:
        if not 1 <= self.stop <= _MOST_WALKS:
            raise ParameterError(f"stop must be from 1 to {_MOST_WALKS:,}, not {self.stop:,}", "stop")

    @property
    def total(self) -> int:
        """The number of seeds."""
        return self.stop

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:
        """Walk from some deals; the random numbers continue those of the previous chunk."""
        random = JavaRandom(state=None if before is None else before.recipe["random"])
        units = self.units(number)
        found = list(walk_with_parents(units.stop, progress, start=units.start, random=random))
        seeds = np.concatenate([np.full(len(states.cards), states.seed, np.int64) for states, _ in found])
        cards = np.concatenate([states.cards for states, _ in found])
        solvable = np.concatenate([states.solvable for states, _ in found])
        data = DataSet(self.rows, self.cols, cards, solvable, seeds, None, {"random": random.state})
        if not self.moves:
            return data
        parents = np.concatenate([parents for _, parents in found])
        moved = np.flatnonzero((parents != cards).any(axis=1))  # all states but the deals
        return replace(data, cards=parents, steps=moves_between(parents, cards)).take(moved)

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain values; states, not moves, are what earlier versions made."""
        return {name: value for name, value in super().to_json().items() if name != "moves" or value}

    def options(self) -> dict[str, Any]:
        """The options of the command, one of which has no value."""
        return {"stop": self.stop} | ({"moves": ""} if self.moves else {})


@dataclass(frozen=True)
class Balanced(NumberedDeals):
    """Sang & Yoon's InitSet: all unsolvable deals of a range and as many solvable ones, split 50 / 30 / 20.

    The solvable ones are drawn from the range start … stop − 1, with `seed`. Each class is shuffled and split: of n
    deals ⌊n/2⌋ are for training, ⌊n/5⌋ for the test and the others for validation, which gives the paper's 931, 560 and
    372 of 1,863.
    """

    start: int = -500_000
    stop: int = 500_000
    seed: int = 0
    kind: ClassVar[str] = "balanced"
    keeps_all: ClassVar[bool] = False
    generator: ClassVar[str] = (
        "all unsolvable boaf.deal(seed, rows, cols) of the seeds start … stop − 1 and as many solvable ones, drawn and "
        "split 50/30/20 in each class by SplitMix64(seed)"
    )

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:
        """The unsolvable deals of a part of the range."""
        deals = super().chunk(number, before, progress)
        return deals.take(np.flatnonzero(~deals.solvable))

    def assemble(self, chunks: Sequence[DataSet]) -> DataSet:
        """Draw the solvable deals and split."""
        unsolvable = np.concatenate([chunk.seeds for chunk in chunks])
        if not len(unsolvable):
            raise BoafError(f"all of the {self.total:,} deals are solvable: choose a larger range")
        if 2 * len(unsolvable) > self.total:
            raise BoafError(
                f"{len(unsolvable):,} of the {self.total:,} deals are unsolvable, so there are fewer solvable ones"
            )
        random = SplitMix64(self.seed)
        taken = set(unsolvable.tolist())
        solvable: list[int] = []
        while len(solvable) < len(unsolvable):
            drawn = self.start + random.below(self.total)
            if drawn not in taken:
                taken.add(drawn)
                solvable.append(drawn)
        classes = [_split(seeds, label, random) for seeds, label in ((unsolvable.tolist(), 0), (solvable, 1))]
        rows = np.array(sorted(classes[0] + classes[1]), np.int64).reshape(-1, 3)
        parts, seeds, labels = rows.T
        cards = draw_deals(seeds, self.rows * self.cols)
        return DataSet(self.rows, self.cols, cards, labels == 1, seeds, parts.astype(np.int8), self.to_json())


def _split(seeds: list[int], label: int, random: SplitMix64) -> list[tuple[int, int, int]]:
    """The rows (part, seed, label) of one class."""
    seeds = sorted(seeds)
    for k in range(len(seeds) - 1, 0, -1):
        other = random.below(k + 1)
        seeds[k], seeds[other] = seeds[other], seeds[k]
    train, test = len(seeds) // 2, len(seeds) // 5
    parts = [0] * train + [2] * test + [1] * (len(seeds) - train - test)
    return [(part, seed, label) for part, seed in zip(parts, seeds, strict=True)]


def labelled(cards: Cards, seeds: NDArray[np.int64], recipe: Recipe, progress: Progress) -> DataSet:
    """Boards with the labels of the solver."""
    batch = solve_many(cards, recipe.rows, recipe.cols, progress=progress)
    if batch.unknown.any():
        raise AssertionError("a board was left undecided without a limit")
    return DataSet(recipe.rows, recipe.cols, cards, batch.solvable, seeds, None, recipe.to_json())


def random_boards(seeds: NDArray[np.int64], cells: int) -> Cards:
    """The random mid-game boards of these seeds, those of `boaf.random_board`. Shape (seeds, cells)."""
    cards = np.empty((len(seeds), cells), np.uint8)
    _draw_each(seeds, cards)
    return cards


@compiled
def _draw_each(seeds: NDArray[np.int64], cards: Cards) -> None:
    for k in range(len(seeds)):
        draw_random_board(np.uint64(seeds[k]), cards[k])
