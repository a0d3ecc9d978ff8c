"""The boards that our network is trained on: hard states of many lines of play, and deals of both classes.

Their seeds lie far from those on which anything is measured. Deals are repeated, because unsolvable ones are rare and
the states of lines of play are mostly smaller. The mixture takes some minutes to make: it is a recipe as those of
`boaf dataset`, made in chunks, so that an interruption loses little.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from boaf.kernel.dealing import EMPTY
from boaf.learn.data.data_set import PARTS, DataSet
from boaf.learn.data.in_memory import balanced_deals
from boaf.learn.data.recipes import Recipe
from boaf.learn.neural.inference import Boards
from boaf.learn.neural.training_data import lines_of_play
from boaf.support.progress import Progress

_LINES, _VALIDATION_LINES, _DEALS = 1_000_000_000, 1_500_000_000, 1_100_000_000
_DEALS_A_LINE = 1_000
"""So many deals take about as long as a line of play."""


@dataclass(frozen=True)
class Mixture(Recipe):
    """How many seeds the training states, the validation states and the deals come from, and how often deals count.

    There is a chunk for every thousand training lines, one for the validation lines, and one for the deals.
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
        """The number of lines, with the deals counted as what they cost."""
        return sum(len(self.units(number)) for number in self.chunks)

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.lines // self.chunk_size) + 2)

    def units(self, number: int) -> range:
        """The lines of a chunk, or as many as its deals cost."""
        if number == self.chunks[-1]:
            return range(-(-self.deals // _DEALS_A_LINE))
        if number == self.chunks[-2]:
            return range(self.validation_lines)
        return range(number * self.chunk_size, min((number + 1) * self.chunk_size, self.lines))

    def chunk(self, number: int, before: DataSet | None, progress: Progress | None) -> DataSet:  # noqa: ARG002
        """Some lines of play, or the deals; parts 0 (training) and 1 (validation)."""
        units = self.units(number)
        if number == self.chunks[-1]:
            deals = balanced_deals(_DEALS, _DEALS + self.deals)
            if deals.parts is None:
                raise AssertionError("balanced deals have parts")
            parts = (deals.parts == PARTS.index("test")).astype(np.int8)
            if progress:
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


def boards_of(data: DataSet, part: str, repeat: int = 1) -> Boards:
    """The boards of a part, full boards `repeat` times."""
    chosen = data.part(part)
    full = np.flatnonzero((chosen.cards != EMPTY).all(axis=1))
    order = np.concatenate([np.arange(len(chosen)), np.tile(full, repeat - 1)])
    return Boards(data.rows, data.cols, chosen.cards[order], chosen.solvable[order])
