"""The directory of a census: what stands in it, what is still missing, and how chunks get into it.

A chunk is done when its record is there and its file has the size and the digest that the record says. The file is
written before the record, so a crash between the two costs the chunk and nothing else.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import polars as pl

from boaf.census.chunks import REASON_TYPE, SCORE_TYPE, VERDICT_TYPE, Record, digest, record_of
from boaf.census.parameters import Parameters
from boaf.chunked import ChunkDirectory, json_bytes
from boaf.errors import BoafError
from boaf.files import write_file

MANIFEST = "manifest.json"
_KEPT = "; finished chunks are kept"


class CensusDirectory(ChunkDirectory):
    """A directory that holds a census, or will."""

    content = "census"
    recipe_name = "census.json"
    remedy = "choose another directory"

    def recipe(self) -> dict[str, Any]:
        """The parameters of the census as plain values, complete and checked."""
        found = super().recipe()
        try:
            return Parameters.from_json(found).to_json()
        except (BoafError, TypeError):
            path = self.path / self.recipe_name
            raise BoafError(f"{path} is damaged: it does not hold the parameters of a census") from None

    def parameters(self) -> Parameters:
        """The parameters of the census."""
        return Parameters(**self.recipe())

    def record_file(self, chunk: int) -> Path:
        """Where the record of a chunk is."""
        return self.file(chunk).with_suffix(".json")

    def record(self, chunk: int) -> Record | None:
        """The record of a chunk; None if there is none that can be read."""
        try:
            found = Record.from_json(json.loads(self.record_file(chunk).read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if found.chunk == chunk else None

    def read(self, record: Record) -> bytes | None:
        """The content of a chunk's file; None if it is not what the record says."""
        path = self.file(record.chunk)
        try:
            content = path.read_bytes() if path.stat().st_size == record.bytes else None
        except OSError:
            return None
        return content if content is not None and digest(content) == record.sha256 else None

    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is there and whole."""
        record = self.record(chunk)
        return record is not None and self.read(record) is not None

    def records(self) -> list[Record]:
        """The records of all chunks that have one."""
        return [record for chunk in self.parameters().chunks if (record := self.record(chunk))]

    def frame(self, record: Record) -> pl.DataFrame:
        """The deals of a chunk, one per row."""
        content = self.read(record)
        if content is None:
            raise BoafError(f"{self.file(record.chunk)} is damaged: verify the census and repair it")
        return pl.read_parquet(io.BytesIO(content))

    def save(self, content: bytes, record: Record) -> None:
        """Add a chunk, if its file can be read and holds what the record says."""
        parameters = self.parameters()
        seeds = parameters.seeds(record.chunk)
        frame = pl.read_parquet(io.BytesIO(content))
        if wrong := objection(parameters, record.chunk, frame):
            raise AssertionError(f"a chunk was computed that is none: {wrong}")
        if record != record_of(record.chunk, seeds, frame, content):
            raise AssertionError("a record does not fit its chunk")
        write_file(self.file(record.chunk), content, reassurance=_KEPT)
        write_file(self.record_file(record.chunk), json_bytes(record.to_json()), reassurance=_KEPT)

    def write_manifest(self) -> None:
        """Assemble the manifest from the records.

        Jobs of a job array may do so at the same time. A job that has put its manifest in place looks again, so the
        last one to do so has listed the chunks of all.
        """
        written = None
        while written != (manifest := self._manifest()):
            write_file(self.path / MANIFEST, manifest, reassurance=_KEPT)
            written = manifest

    def manifest_records(self) -> list[Record]:
        """The records that the manifest lists; none if there is no manifest yet."""
        try:
            values = json.loads((self.path / MANIFEST).read_bytes())
            return [Record.from_json(entry) for entry in values["chunks"]]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError):
            raise BoafError(f"{self.path / MANIFEST} is damaged: delete it and run the census again") from None

    def _manifest(self) -> bytes:
        parameters = self.parameters()
        records = self.records()
        values = {
            "version": parameters.version,
            "parameters": parameters.to_json(),
            "complete": len(records) == len(parameters.chunks),
            "chunks": [record.to_json() for record in records],
        }
        return json_bytes(values)


def read_census(path: Path | str) -> pl.DataFrame:
    """The deals of all finished chunks of a census, one per row, in the order of their seeds.

    Parameters
    ----------
    path
        The directory of the census.

    Returns
    -------
    polars.DataFrame
        The columns are `seed`, `verdict`, `reason`, `best_score`, `nodes` and `solution`, as far as they were asked
        for; `decode_solution` reads the last one.

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
    records = directory.records()
    if not records:
        raise BoafError(f"{path} holds no finished chunk yet")
    return pl.concat([directory.frame(record) for record in records])


def objection(parameters: Parameters, chunk: int, frame: pl.DataFrame) -> str | None:
    """What is wrong with a chunk's columns or seeds; None if nothing is."""
    schema = {"seed": pl.Int64(), "verdict": VERDICT_TYPE}
    schema |= {"reason": REASON_TYPE} if parameters.reasons else {}
    schema |= {"best_score": SCORE_TYPE} if parameters.best_score else {}
    schema |= {"nodes": pl.Int64()}
    schema |= {"solution": pl.Binary()} if parameters.solutions else {}
    if dict(frame.schema) != schema:
        return f"its columns are {', '.join(frame.columns)}, not {', '.join(schema)}"
    seeds = parameters.seeds(chunk)
    expected = pl.Series("seed", range(seeds.start, seeds.stop), dtype=pl.Int64)
    if not frame["seed"].equals(expected):
        return f"its seeds are not {seeds.start} … {seeds.stop - 1}"
    return None
