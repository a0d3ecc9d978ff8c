"""Functions that make a data set in memory; `boaf.learn.data.making` makes the same in a file."""

from __future__ import annotations

from boaf.learn.data.data_set import DataSet
from boaf.learn.data.recipes import Balanced, Interesting, NumberedDeals, RandomStates, Recipe
from boaf.support.progress import Progress


def random_states(count: int, seed: int = 0, rows: int = 4, cols: int = 4, progress: Progress | None = None) -> DataSet:
    """Random states as in Araki et al. (2019), with their labels.

    Parameters
    ----------
    count
        How many states.
    seed
        Another seed gives other states, none of them twice.
    rows, cols
        The size of the boards.
    progress
        Called with the number of states finished since its last call.

    Returns
    -------
    DataSet
        The states with their labels.

    Raises
    ------
    BoafError
        If `count`, `seed` or the size is out of bounds.

    Examples
    --------
    >>> data = random_states(1000)
    >>> data.cards.shape, int(data.solvable.sum())
    ((1000, 16), 488)

    """
    return made(RandomStates(count, seed, rows, cols), progress)


def numbered_deals(start: int, stop: int, rows: int = 4, cols: int = 4, progress: Progress | None = None) -> DataSet:
    """The numbered deals start … stop − 1 with their labels.

    Parameters
    ----------
    start, stop
        The first seed, and the seed after the last one.
    rows, cols
        The size of the boards.
    progress
        Called with the number of deals finished since its last call.

    Returns
    -------
    DataSet
        The deals with their labels and seeds.

    Raises
    ------
    BoafError
        If the range or the size is out of bounds.

    Examples
    --------
    >>> deals = numbered_deals(0, 1000)
    >>> deals.seeds[~deals.solvable].tolist()
    [10, 190, 397, 520]

    """
    return made(NumberedDeals(start, stop, rows, cols), progress)


def interesting_states(stop: int, progress: Progress | None = None) -> DataSet:
    """The challenge's interesting states of the seeds 0 … stop − 1 (see `boaf.learn.data.interesting`).

    Parameters
    ----------
    stop
        The seed after the last one.
    progress
        Called with the number of seeds finished since its last call.

    Returns
    -------
    DataSet
        The states with their labels and seeds.

    Raises
    ------
    BoafError
        If `stop` is out of bounds.

    Examples
    --------
    >>> states = interesting_states(100)
    >>> len(states), int(states.solvable.sum())
    (11862, 5719)

    """
    return made(Interesting(stop), progress)


def balanced_deals(
    start: int = -500_000,
    stop: int = 500_000,
    seed: int = 0,
    rows: int = 4,
    cols: int = 4,
    progress: Progress | None = None,
) -> DataSet:
    """The unsolvable deals of a range and as many solvable ones, split into parts: InitSet of Sang & Yoon (2019).

    Parameters
    ----------
    start, stop
        The first seed of the range, and the seed after the last one.
    seed
        For the draw of the solvable deals and for the split.
    rows, cols
        The size of the boards.
    progress
        Called with the number of deals finished since its last call.

    Returns
    -------
    DataSet
        The deals with their labels and parts.

    Raises
    ------
    BoafError
        If the range or the size is out of bounds, or fewer deals of the range are solvable than unsolvable.

    Examples
    --------
    >>> deals = balanced_deals(0, 2000)
    >>> len(deals), len(deals.part("train"))
    (16, 8)

    """
    return made(Balanced(start, stop, rows, cols, seed), progress)


def made(recipe: Recipe, progress: Progress | None = None) -> DataSet:
    """The data set of a recipe, made in memory."""
    chunks: list[DataSet] = []
    for number in recipe.chunks:
        chunks.append(recipe.chunk(number, chunks[-1] if chunks else None, progress))
    return recipe.assemble(chunks)
