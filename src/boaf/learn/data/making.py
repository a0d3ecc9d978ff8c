"""Making a data set file that may take a while: chunk by chunk, so that the same call goes on after an interruption.

Finished chunks are kept in the directory `FILE.chunks`, each a data set itself, beside `recipe.json`. When all are
there the file is written and the directory removed. A finished file is not made again, and neither a file nor a
directory with another recipe is touched.
"""

from __future__ import annotations

import json
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from boaf.errors import BoafError
from boaf.files import create_file, remove_leftovers
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.files import read, read_recipe, require_suffix, write
from boaf.learn.data.recipes import Recipe
from boaf.progress import Watch

_RECIPE = "recipe.json"


@dataclass(frozen=True)
class Made:
    """A data set in its file."""

    data: DataSet
    computed: int
    """How many units this call has computed; the others were there."""
    seconds: float


def make(recipe: Recipe, path: Path | str, watch: Watch | None = None) -> Made:
    """Make the data set of a recipe into a file, or what is missing of it."""
    path = Path(path)
    require_suffix(path)
    started = perf_counter()
    directory = path.with_name(f"{path.name}.chunks")
    if path.exists():
        _require_same(path, read_recipe(path), recipe)
        data = read(path)
        _remove(directory)
        return Made(data, 0, perf_counter() - started)
    _claim(directory, recipe)
    found = {number: chunk for number in recipe.chunks if (chunk := _finished(directory, number)) is not None}
    computed = sum(len(recipe.units(number)) for number in recipe.chunks if number not in found)
    with watch(computed) if watch else nullcontext() as progress:
        for number in recipe.chunks:
            if number not in found:
                found[number] = recipe.chunk(number, found.get(number - 1), progress)
                write(found[number], _file(directory, number))
    try:
        data = recipe.assemble([found[number] for number in recipe.chunks])
    except BoafError:
        _remove(directory)
        raise
    write(data, path)
    _remove(directory)
    return Made(data, computed, perf_counter() - started)


def _file(directory: Path, number: int) -> Path:
    return directory / f"chunk-{number:06}.parquet"


def _finished(directory: Path, number: int) -> DataSet | None:
    """A chunk that is there and whole."""
    try:
        return read(_file(directory, number))
    except BoafError:
        return None


def _claim(directory: Path, recipe: Recipe) -> None:
    """Make the directory one for the chunks of this recipe; refuse if it holds others."""
    file = directory / _RECIPE
    try:
        directory.mkdir(parents=True, exist_ok=True)
        create_file(file, (json.dumps(recipe.to_json(), indent=1) + "\n").encode())
        claimed = json.loads(file.read_bytes())
    except OSError as error:
        raise BoafError(f"cannot write to {directory}: {error.strerror}") from None
    except ValueError:
        claimed = None
    _require_same(directory, claimed, recipe)


def _require_same(path: Path, found: dict[str, Any] | None, recipe: Recipe) -> None:
    """Refuse what was made by another recipe."""
    remedy = "delete it or choose another name"
    if not isinstance(found, dict):
        raise BoafError(f"{path} is there already and tells no recipe: {remedy}")
    for name, value in recipe.to_json().items():
        if found.get(name) != value:
            raise BoafError(f"{path} holds another data set: its {name} is {found.get(name)}, not {value}; {remedy}")


def _remove(directory: Path) -> None:
    """Remove the chunks, and the directory if nothing else is in it."""
    if directory.is_dir():
        remove_leftovers(directory)
        for file in [*directory.glob("chunk-*.parquet"), directory / _RECIPE]:
            file.unlink(missing_ok=True)
        with suppress(OSError):
            directory.rmdir()
