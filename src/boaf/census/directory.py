"""The directory of a census: what stands in it, what is still missing, and how chunks get into it.

A chunk is done when its record is there and its file has the size and the digest that the record says. The file is
written before the record, so a crash between the two costs the chunk and nothing else.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path

import polars as pl

from boaf.census.chunks import REASON_TYPE, SCORE_TYPE, VERDICT_TYPE, Record, digest, record_of
from boaf.census.parameters import Parameters
from boaf.errors import BoafError
from boaf.files import create_file, write_file

PARAMETERS = "census.json"
MANIFEST = "manifest.json"
_KEPT = "; finished chunks are kept"


class CensusDirectory:
    """A directory that holds a census, or will."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def claim(self, parameters: Parameters) -> None:
        """Make the directory one of a census with these parameters; refuse if it has others."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            strangers = any(self.path.glob("chunk-*")) and not (self.path / PARAMETERS).exists()
        except OSError as error:
            raise BoafError(f"cannot write to {self.path}: {error.strerror}") from None
        if strangers:
            raise BoafError(f"{self.path} holds chunks but no {PARAMETERS}: choose another directory")
        create_file(self.path / PARAMETERS, _to_bytes(parameters.to_json()))
        if difference := self.parameters().difference(parameters):
            raise BoafError(f"{self.path} holds another census: {difference}; choose another directory")

    def parameters(self) -> Parameters:
        """The parameters of the census."""
        path = self.path / PARAMETERS
        try:
            return Parameters.from_json(json.loads(path.read_bytes()))
        except FileNotFoundError:
            raise BoafError(f"{self.path} holds no census: there is no {PARAMETERS}") from None
        except OSError as error:
            raise BoafError(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, TypeError):
            raise BoafError(f"{path} is damaged: it does not hold the parameters of a census") from None

    def file(self, chunk: int) -> Path:
        """Where the deals of a chunk are."""
        return self.path / f"chunk-{chunk:06}.parquet"

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

    def content(self, record: Record) -> bytes | None:
        """The file of a chunk; None if it is not what the record says."""
        path = self.file(record.chunk)
        try:
            content = path.read_bytes() if path.stat().st_size == record.bytes else None
        except OSError:
            return None
        return content if content is not None and digest(content) == record.sha256 else None

    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is there and whole."""
        record = self.record(chunk)
        return record is not None and self.content(record) is not None

    def missing(self, chunks: Iterable[int]) -> list[int]:
        """The chunks that are not done."""
        return [chunk for chunk in chunks if not self.is_done(chunk)]

    def records(self) -> list[Record]:
        """The records of all chunks that have one."""
        return [record for chunk in self.parameters().chunks if (record := self.record(chunk))]

    def frame(self, record: Record) -> pl.DataFrame:
        """The deals of a chunk, one a row."""
        content = self.content(record)
        if content is None:
            raise BoafError(f"{self.file(record.chunk)} is damaged: `boaf census verify {self.path} --repair` mends it")
        return pl.read_parquet(io.BytesIO(content))

    def save(self, content: bytes, record: Record) -> None:
        """Add a chunk, if its file can be read and holds what the record says."""
        parameters = self.parameters()
        seeds = parameters.seeds(record.chunk)
        frame = pl.read_parquet(io.BytesIO(content))
        assert objection(parameters, record.chunk, frame) is None, "a chunk was computed that is none"
        assert record == record_of(record.chunk, seeds, frame, content), "a record does not fit its chunk"
        write_file(self.file(record.chunk), content, reassurance=_KEPT)
        write_file(self.record_file(record.chunk), _to_bytes(record.to_json()), reassurance=_KEPT)

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
        return _to_bytes(values)


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


def _to_bytes(values: object) -> bytes:
    return (json.dumps(values, indent=1) + "\n").encode()
