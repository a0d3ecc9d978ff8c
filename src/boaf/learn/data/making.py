"""Making data sets: in memory, or in a file chunk by chunk, so that the same call resumes after an interruption.

Finished chunks of a file are kept in the directory `FILE.chunks`, each a data set itself, next to `recipe.json`. When
all are finished, the file is written and the directory removed. A finished file is not made again, and neither a file
nor a directory with another recipe is touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from boaf.learn.data.data_set import DataSet
from boaf.learn.data.files import read, read_recipe, require_suffix, write
from boaf.learn.data.recipes import Balanced, Interesting, NumberedDeals, RandomStates, Recipe
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, ProgressBar, no_bar, no_progress
from boaf.support.store import ChunkDirectory, require_same

_REMEDY = "delete it or choose another name"


def random_states(count: int, seed: int = 0, rows: int = 4, cols: int = 4, progress: Progress = no_progress) -> DataSet:
    """Random states as in Araki et al. (2019), with their labels.

    Parameters
    ----------
    count, seed, rows, cols
        The fields of `RandomStates`.
    progress
        Called with the number of states finished since its last call.

    Returns
    -------
    DataSet
        The states with their labels.

    Examples
    --------
    >>> data = random_states(1000)
    >>> data.cards.shape, int(data.solvable.sum())
    ((1000, 16), 488)

    """
    return _made(RandomStates(count, seed, rows, cols), progress)


def numbered_deals(start: int, stop: int, rows: int = 4, cols: int = 4, progress: Progress = no_progress) -> DataSet:
    """The numbered deals start … stop − 1 with their labels.

    Parameters
    ----------
    start, stop, rows, cols
        The fields of `NumberedDeals`.
    progress
        Called with the number of deals finished since its last call.

    Returns
    -------
    DataSet
        The deals with their labels and seeds.

    Examples
    --------
    >>> deals = numbered_deals(0, 1000)
    >>> deals.seeds[~deals.solvable].tolist()
    [10, 190, 397, 520]

    """
    return _made(NumberedDeals(start, stop, rows, cols), progress)


def interesting_states(stop: int, progress: Progress = no_progress, *, moves: bool = False) -> DataSet:
    """The challenge's interesting states of the seeds 0 … stop − 1 (see `boaf.learn.data.interesting`).

    Parameters
    ----------
    stop, moves
        The fields of `Interesting`.
    progress
        Called with the number of seeds finished since its last call.

    Returns
    -------
    DataSet
        The states, or the moves that lead to them, with their labels and seeds.

    Examples
    --------
    >>> states = interesting_states(100)
    >>> len(states), int(states.solvable.sum())
    (11862, 5719)
    >>> moves = interesting_states(1, moves=True)
    >>> str(moves.move(0)), bool(moves.solvable[0])
    ('TH-5H', True)

    """
    return _made(Interesting(stop, moves), progress)


def balanced_deals(
    start: int = -500_000,
    stop: int = 500_000,
    seed: int = 0,
    rows: int = 4,
    cols: int = 4,
    progress: Progress = no_progress,
) -> DataSet:
    """The unsolvable deals of a range and as many solvable ones, split into parts: InitSet of Sang & Yoon (2019).

    Parameters
    ----------
    start, stop, seed, rows, cols
        The fields of `Balanced`.
    progress
        Called with the number of deals finished since its last call.

    Returns
    -------
    DataSet
        The deals with their labels and parts.

    Examples
    --------
    >>> deals = balanced_deals(0, 2000)
    >>> len(deals), len(deals.part("train"))
    (16, 8)

    """
    return _made(Balanced(start, stop, rows, cols, seed), progress)


def _made(recipe: Recipe, progress: Progress) -> DataSet:
    """The data set of a recipe, made in memory."""
    chunks: list[DataSet] = []
    for number in recipe.chunks:
        chunks.append(recipe.chunk(number, chunks[-1] if chunks else None, progress))
    return recipe.assemble(chunks)


@dataclass(frozen=True)
class MakeResult:
    """A data set in its file."""

    data: DataSet
    computed: int
    """The number of units that this call has computed; the others were finished before."""
    seconds: float


def make(recipe: Recipe, path: Path | str, bar: ProgressBar = no_bar) -> MakeResult:
    """Make the data set of a recipe in a file; the same call resumes after an interruption.

    Parameters
    ----------
    recipe
        What to make, such as `RandomStates(500_000)`.
    path
        The file; its suffix, `.parquet` or `.csv`, determines the format.
    bar
        Shows the progress: `with bar("labelling", 2000, "deals") as progress`, then `progress(1)` for each deal.

    Returns
    -------
    MakeResult
        The data set, and how much of it this call has computed.

    Raises
    ------
    BoafError
        If the file exists with another recipe, or cannot be written.

    Examples
    --------
    >>> from boaf.learn.data import RandomStates
    >>> make(RandomStates(100), "states.parquet").computed
    100
    >>> make(RandomStates(100), "states.parquet").computed
    0

    """
    path = Path(path)
    require_suffix(path)
    started = perf_counter()
    directory = _Chunks(path.with_name(f"{path.name}.chunks"))
    if path.exists():
        _require_same(path, read_recipe(path), recipe)
        data = read(path)
        directory.remove()
        return MakeResult(data, 0, perf_counter() - started)
    directory.claim(recipe.to_json())
    found = {number: chunk for number in recipe.chunks if (chunk := directory.read(number)) is not None}
    computed = sum(len(recipe.units(number)) for number in recipe.chunks if number not in found)
    with bar("labelling", computed, recipe.unit) as progress:
        for number in recipe.chunks:
            if number not in found:
                found[number] = recipe.chunk(number, found.get(number - 1), progress)
                write(found[number], directory.file(number))
    try:
        data = recipe.assemble([found[number] for number in recipe.chunks])
    except BoafError:
        directory.remove()
        raise
    write(data, path)
    directory.remove()
    return MakeResult(data, computed, perf_counter() - started)


class _Chunks(ChunkDirectory):
    """The finished chunks of a data set, each a data set itself."""

    content = "data set"
    recipe_name = "recipe.json"
    remedy = _REMEDY

    def read(self, chunk: int) -> DataSet | None:
        """A chunk, if it is finished and undamaged."""
        try:
            return read(self.file(chunk))
        except BoafError:
            return None


def _require_same(path: Path, found: dict[str, Any] | None, recipe: Recipe) -> None:
    """Refuse a file with another recipe."""
    if found is None:
        raise BoafError(f"{path} exists already and has no recipe: {_REMEDY}")
    wanted = recipe.to_json()
    del wanted["command"]  # which follows from the others, and older versions may have written it differently
    require_same(f"{path} holds another data set", found, wanted, _REMEDY)
