"""The directory of a census: which chunks it holds, and how chunks are added and read.

A chunk is finished when its record is there. The file is written before the record, so a crash between the two costs
the chunk and nothing else. A record is never trusted: every use of a finished chunk reads its file, computes the record
again from the deals in it, and compares. So an edited count is as visible as an edited deal, and a damaged chunk is
refused by all commands until it is repaired.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from boaf.census.chunks import REASON_TYPE, RECIPE_KEY, SCORE_TYPE, VERDICT_TYPE, ChunkRecord, record_of
from boaf.census.parameters import MAX_CHUNKS, Parameters
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_bytes, parse_json, read_json, write_file
from boaf.support.schema import mapping, whole
from boaf.support.schema import record as record_shape
from boaf.support.store import ChunkDirectory

_KEPT = "; finished chunks are kept"
_RECORD_NAME = re.compile(r"chunk-(\d{6})\.json")
_RECORD_BYTES = 10_000
"""The most bytes of a record; three hundred are usual."""
_RECIPE_SHAPE = record_shape(parameters=mapping(), chunk=whole(0, MAX_CHUNKS - 1))


class DamageError(BoafError):
    """A file of a census is damaged; `problem` says how."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path} is damaged: {problem}; verify the census and repair it")
        self.problem = problem


class CensusDirectory(ChunkDirectory):
    """A directory that holds a census, or will."""

    content = "census"
    recipe_name = "census.json"
    remedy = "choose another directory"

    def recipe(self) -> dict[str, Any]:
        """The parameters of the census as plain values, complete and checked."""
        return self.parameters().to_json()

    def parameters(self) -> Parameters:
        """The parameters of the census."""
        found = super().recipe()
        try:
            return Parameters.from_json(found)
        except BoafError as error:
            raise BoafError(f"{self.path / self.recipe_name} cannot be used: {error}") from None

    def record_file(self, chunk: int) -> Path:
        """The file with the record of a chunk."""
        return self.file(chunk).with_suffix(".json")

    def record(self, chunk: int) -> ChunkRecord:
        """The record of a finished chunk."""
        try:
            found = ChunkRecord.from_json(read_json(self.record_file(chunk), _RECORD_BYTES))
        except BoafError:
            raise DamageError(self.file(chunk), "its record cannot be read") from None
        if found.chunk != chunk:
            raise DamageError(self.file(chunk), "its record is that of another chunk")
        return found

    def load(self, parameters: Parameters, chunk: int) -> tuple[ChunkRecord, pl.DataFrame]:
        """The record of a finished chunk and its deals, one per row; `DamageError` if they do not agree."""
        record, path = self.record(chunk), self.file(chunk)
        try:
            content = path.read_bytes() if path.stat().st_size == record.bytes else b""
        except OSError:
            raise DamageError(path, "the file is missing") from None
        if len(content) != record.bytes or digest_of(content) != record.sha256:
            raise DamageError(path, "its size or its digest differs from the record")
        seeds = parameters.seeds(chunk)
        try:
            frame = pl.read_parquet(io.BytesIO(content), n_rows=len(seeds) + 1)
            recipe = pl.read_parquet_metadata(io.BytesIO(content)).get(RECIPE_KEY)
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
            raise DamageError(path, "it is not a Parquet file") from None
        if recipe is not None and not _is_recipe(recipe, parameters, chunk):
            raise DamageError(path, f"its parameters are not those of {self.recipe_name}")
        if wrong := objection(parameters, chunk, frame):
            raise DamageError(path, wrong)
        if record != record_of(chunk, seeds, frame, content):
            raise DamageError(path, "its counts differ from the record")
        return record, frame

    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is finished; `DamageError` if it is damaged."""
        return self.record_file(chunk).exists() and bool(self.load(self.parameters(), chunk))

    def finished(self, parameters: Parameters) -> list[int]:
        """The numbers of the chunks that have a record."""
        names = (_RECORD_NAME.fullmatch(path.name) for path in self.path.glob("chunk-*.json"))
        chunks = sorted(int(name[1]) for name in names if name)
        if chunks and chunks[-1] not in parameters.chunks:
            raise BoafError(f"{self.record_file(chunks[-1])} is of another census, which has more chunks than this one")
        return chunks

    def save(self, content: bytes, record: ChunkRecord) -> None:
        """Add a chunk, if its file can be read and holds what the record says."""
        parameters = self.parameters()
        frame = pl.read_parquet(io.BytesIO(content))
        if wrong := objection(parameters, record.chunk, frame):
            raise AssertionError(f"an invalid chunk was computed: {wrong}")
        if record != record_of(record.chunk, parameters.seeds(record.chunk), frame, content):
            raise AssertionError("a record does not fit its chunk")
        write_file(self.file(record.chunk), content, reassurance=_KEPT)
        write_file(self.record_file(record.chunk), json_bytes(record.to_json()), reassurance=_KEPT)


def _is_recipe(text: str, parameters: Parameters, chunk: int) -> bool:
    """Whether the recipe in a file is that of a chunk."""
    try:
        values = parse_json(text, "the recipe")
        _RECIPE_SHAPE(values, "the recipe")
        return (Parameters.from_json(values["parameters"]), values["chunk"]) == (parameters, chunk)
    except BoafError:
        return False


def read_census(path: Path | str) -> pl.DataFrame:
    """The deals of all finished chunks of a census, one per row, in the order of their seeds.

    Parameters
    ----------
    path
        The directory of the census.

    Returns
    -------
    polars.DataFrame
        The columns are `seed`, `verdict`, `nodes` and, if they were kept, `reason`, `best_score` and `solution`, which
        `decode_solution` reads.

    Raises
    ------
    BoafError
        If the directory holds no census, no finished chunk or a damaged one.

    Examples
    --------
    >>> from boaf.census import Parameters, run_census
    >>> _ = run_census(Parameters(0, 20), "census")
    >>> read_census("census")["verdict"].to_list().count("solvable")
    19

    """
    directory = CensusDirectory(Path(path))
    parameters = directory.parameters()
    frames = [directory.load(parameters, chunk)[1] for chunk in directory.finished(parameters)]
    if not frames:
        raise BoafError(f"{path} holds no finished chunk yet")
    return pl.concat(frames)


def objection(parameters: Parameters, chunk: int, frame: pl.DataFrame) -> str | None:
    """The first inconsistency in the rows of a chunk, or None."""
    schema = {"seed": pl.Int64(), "verdict": VERDICT_TYPE}
    schema |= {"reason": REASON_TYPE} if parameters.reasons else {}
    schema |= {"best_score": SCORE_TYPE} if parameters.best_score else {}
    schema |= {"nodes": pl.Int64()}
    schema |= {"solution": pl.Binary()} if parameters.solutions else {}
    if dict(frame.schema) != schema:
        return f"its columns are not {', '.join(schema)}"
    seeds = parameters.seeds(chunk)
    if not np.array_equal(frame["seed"].to_numpy(), np.arange(seeds.start, seeds.stop)):
        return f"its seeds are not {seeds.start} … {seeds.stop - 1}"
    if frame["verdict"].has_nulls() or frame["nodes"].has_nulls():
        return "a deal has no verdict or no number of nodes"
    unknown = frame.filter(pl.col("verdict") == str(Verdict.UNKNOWN))["seed"]
    if parameters.max_nodes is None and len(unknown):
        return f"deal {unknown[0]} is unknown, though no limit was set that could leave it open"
    solvable, unsolvable = (frame["verdict"] == str(verdict) for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE))
    if parameters.reasons and not (frame["reason"].is_not_null() == unsolvable).all():
        return "a reason is missing or unexpected"
    if parameters.best_score:
        scored = frame["best_score"].is_not_null()
        if (scored & ~unsolvable).any() or (parameters.max_nodes is None and (unsolvable & ~scored).any()):
            return "a best score is missing or unexpected"
    if parameters.solutions and not (frame["solution"].is_not_null() == solvable).all():
        return "a solution is missing or unexpected"
    return None
