"""Data sets to learn from: random states, numbered deals, interesting states, the balanced deals of Sang & Yoon (2019).

    >>> data = random_states(1000)
    >>> data.cards.shape, int(data.solvable.sum())
    ((1000, 16), 488)

These functions make a data set in memory; `boaf.learn.data.making.make` writes one to a file and can be interrupted.
"""

from __future__ import annotations

from boaf.learn.data.data_set import PARTS, DataSet
from boaf.learn.data.files import read, write
from boaf.learn.data.recipes import Balanced, Interesting, NumberedDeals, RandomStates, Recipe
from boaf.progress import Progress

__all__ = ["PARTS", "DataSet", "balanced", "interesting", "numbered_deals", "random_states", "read", "write"]


def random_states(count: int, seed: int = 0, rows: int = 4, cols: int = 4, progress: Progress | None = None) -> DataSet:
    """Araki et al.'s (2019) random states with their labels; other seeds give other states, none of them twice."""
    return made(RandomStates(count, seed, rows, cols), progress)


def numbered_deals(start: int, stop: int, rows: int = 4, cols: int = 4, progress: Progress | None = None) -> DataSet:
    """The numbered deals start … stop − 1 with their labels."""
    return made(NumberedDeals(start, stop, rows, cols), progress)


def interesting(stop: int, progress: Progress | None = None) -> DataSet:
    """The challenge's interesting states of the seeds 0 … stop − 1; `progress` counts seeds."""
    return made(Interesting(stop), progress)


def balanced(
    start: int = -500_000,
    stop: int = 500_000,
    seed: int = 0,
    rows: int = 4,
    cols: int = 4,
    progress: Progress | None = None,
) -> DataSet:
    """Sang & Yoon's (2019) InitSet: the unsolvable deals of a range and as many solvable ones, split into parts."""
    return made(Balanced(start, stop, rows, cols, seed), progress)


def made(recipe: Recipe, progress: Progress | None = None) -> DataSet:
    """The data set of a recipe, made in memory."""
    chunks: list[DataSet] = []
    for number in recipe.chunks:
        chunks.append(recipe.chunk(number, chunks[-1] if chunks else None, progress))
    return recipe.assemble(chunks)
