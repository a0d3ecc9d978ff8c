"""Making a data set file that may take a while: chunk by chunk, so that the same call resumes after an interruption.

Finished chunks are kept in the directory `FILE.chunks`, each a data set itself, beside `recipe.json`. When all are
there the file is written and the directory removed. A finished file is not made again, and neither a file nor a
directory with another recipe is touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from boaf.learn.data.data_set import DataSet
from boaf.learn.data.files import read, read_recipe, require_suffix, write
from boaf.learn.data.recipes import Recipe
from boaf.support.errors import BoafError
from boaf.support.progress import ProgressBar, no_bar
from boaf.support.store import ChunkDirectory, difference

_REMEDY = "delete it or choose another name"


@dataclass(frozen=True)
class Made:
    """A data set in its file."""

    data: DataSet
    computed: int
    """How many units this call has computed; the others were there."""
    seconds: float


def make(recipe: Recipe, path: Path | str, bar: ProgressBar = no_bar) -> Made:
    """Make the data set of a recipe in a file; the same call resumes where it was interrupted.

    Parameters
    ----------
    recipe
        What to make, such as `RandomStates(500_000)`.
    path
        The file; its suffix, `.parquet` or `.csv`, says how it is written.
    bar
        Shows the progress: `with bar("labelling", 2000, "deals") as progress`, then `progress(1)` for each deal.

    Returns
    -------
    Made
        The data set, and how much of it this call has computed.

    Raises
    ------
    BoafError
        If there is a file of another recipe, or it cannot be written.

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
        return Made(data, 0, perf_counter() - started)
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
    return Made(data, computed, perf_counter() - started)


class _Chunks(ChunkDirectory):
    """Where the chunks of a data set are kept, each a data set itself."""

    content = "data set"
    recipe_name = "recipe.json"
    remedy = _REMEDY

    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is there and whole."""
        return self.read(chunk) is not None

    def read(self, chunk: int) -> DataSet | None:
        """A chunk, if it is there and whole."""
        try:
            return read(self.file(chunk))
        except BoafError:
            return None


def _require_same(path: Path, found: dict[str, Any] | None, recipe: Recipe) -> None:
    """Refuse a file that was made by another recipe."""
    if found is None:
        raise BoafError(f"{path} is there already and tells no recipe: {_REMEDY}")
    wanted = recipe.to_json()
    del wanted["command"]  # which follows from the others, and may have been written otherwise once
    if differing := difference(found, wanted):
        raise BoafError(f"{path} holds another data set: {differing}; {_REMEDY}")
