"""The boards that our network is trained on: hard states of many lines of play, and deals of both classes.

Their seeds lie far from those on which anything is measured. Deals are repeated, because unsolvable ones are rare and
the states of lines of play are mostly smaller. The mixture takes some minutes to make, so it is kept in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boaf.errors import BoafError
from boaf.kernel.dealing import EMPTY
from boaf.learn.data_set import PARTS, DataSet
from boaf.learn.datasets import balanced, read, write
from boaf.learn.neural.judging import Boards
from boaf.learn.neural.lines import lines_of_play

_LINES, _VALIDATION_LINES, _DEALS = 1_000_000_000, 1_500_000_000, 1_100_000_000


@dataclass(frozen=True)
class Mixture:
    """How many seeds the training states, the validation states and the deals come from, and how often deals count."""

    lines: int = 7_000
    validation_lines: int = 50
    deals: int = 2_000_000
    repeat: int = 4

    def to_json(self) -> dict[str, Any]:
        """The mixture as plain values."""
        first = {"first_line": _LINES, "first_validation_line": _VALIDATION_LINES, "first_deal": _DEALS}
        return {"kind": "mixture", **asdict(self), **first}


def make_mixture(mixture: Mixture, path: Path | None, progress: Callable[[int], None] | None = None) -> DataSet:
    """The boards of a mixture, with parts 0 (training) and 1 (validation), from the file if they are there."""
    if path is not None and path.exists():
        found = read(path)
        if found.recipe != mixture.to_json():
            raise BoafError(f"{path} holds another mixture: remove or rename it")
        return found
    lines = lines_of_play(_LINES, _LINES + mixture.lines, progress=progress)
    held_out = lines_of_play(_VALIDATION_LINES, _VALIDATION_LINES + mixture.validation_lines, progress=progress)
    deals = balanced(_DEALS, _DEALS + mixture.deals, progress=progress)
    assert deals.parts is not None
    of_deals = (deals.parts == PARTS.index("test")).astype(np.int8)
    rows = [(*lines, 0), (*held_out, 1)]
    rows += [(deals.cards[of_deals == part], deals.solvable[of_deals == part], deals.seeds[of_deals == part], part)
             for part in (0, 1)]  # fmt: skip
    made = DataSet(
        4, 4,
        np.concatenate([cards for cards, *_ in rows]),
        np.concatenate([solvable for _, solvable, *_ in rows]),
        np.concatenate([seeds for _, _, seeds, _ in rows]),
        np.concatenate([np.full(len(cards), part, np.int8) for cards, *_, part in rows]),
        mixture.to_json(),
    )  # fmt: skip
    if path is not None:
        write(made, path)
    return made


def boards_of(data: DataSet, part: str, repeat: int = 1) -> Boards:
    """The boards of a part, full boards `repeat` times."""
    chosen = data.part(part)
    full = np.flatnonzero((chosen.cards != EMPTY).all(axis=1))
    order = np.concatenate([np.arange(len(chosen)), np.tile(full, repeat - 1)])
    return Boards(data.rows, data.cols, chosen.cards[order], chosen.solvable[order])
