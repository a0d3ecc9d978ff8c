"""One chunk of a census: a pure function from its number to the bytes of its file.

The columns are `seed`, `verdict`, `reason` and `best_score` (if asked for; null where the deal is not unsolvable; the
score also where `max_nodes` were too few), `nodes`, and `solution` (if asked for; null where the deal is not solvable;
see `solutions`). The rows are in the order of the seeds.
A file is one row group, so its bytes depend on the parameters and the version of polars alone. Its metadata hold the
recipe, under `boaf`: the parameters and the number of the chunk, as JSON.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from boaf import __version__
from boaf.census.counts import Counts, in_order
from boaf.census.parameters import MAX_CHUNK_SIZE, MAX_CHUNKS, Parameters
from boaf.census.reasons import reasons_of
from boaf.census.solutions import encode_solutions
from boaf.deals import deal
from boaf.kernel.dealing import Cards, draw_deals
from boaf.prove.conditions import CONDITIONS
from boaf.questions.best_score import maximise
from boaf.solvers.batch import Batch, solve_many
from boaf.solvers.contract import Limits
from boaf.solvers.descent import new_search
from boaf.solvers.result import VERDICTS, Verdict
from boaf.support.errors import BoafError
from boaf.support.progress import Progress
from boaf.support.schema import mapping, optional, text, whole
from boaf.support.schema import record as record_shape

VERDICT_TYPE = pl.Enum([str(verdict) for verdict in VERDICTS.values()])
REASON_TYPE = pl.Enum(list(CONDITIONS))
SCORE_TYPE = pl.Int64()
_TABLES = 6
_WORTH_SEVEN = 2000
"""From how many deals on a chunk is solved with the tables of seven stacks, which take long to load."""
_COUNTS = ("solvable", "unsolvable", "unknown", "reasons", "nodes")
_SEED = whole(-(1 << 62), 1 << 62)
_DEALS = whole(0, MAX_CHUNK_SIZE)
_SHAPE = record_shape(
    chunk=whole(0, MAX_CHUNKS - 1),
    start=_SEED,
    stop=_SEED,
    deals=_DEALS,
    solvable=_DEALS,
    unsolvable=_DEALS,
    unknown=_DEALS,
    reasons=optional(mapping(_DEALS)),
    nodes=whole(0, (1 << 63) - 1),
    bytes=whole(0, 1 << 40),
    sha256=text(),
)


@dataclass(frozen=True)
class Record:
    """What is known of a finished chunk: its place, its counts, and the size and SHA-256 of its file."""

    chunk: int
    start: int
    stop: int
    counts: Counts
    bytes: int
    sha256: str

    def to_json(self) -> dict[str, object]:
        """The record as plain values."""
        place: dict[str, object] = {"chunk": self.chunk, "start": self.start, "stop": self.stop}
        return place | self.counts.to_json() | {"bytes": self.bytes, "sha256": self.sha256}

    @classmethod
    def from_json(cls, values: Any) -> Record:
        """The record that `to_json` gave."""
        _SHAPE(values, "a record")
        counts = Counts(**{name: values[name] for name in _COUNTS})
        place = {name: values[name] for name in ("chunk", "start", "stop", "bytes", "sha256")}
        if counts.deals != values["deals"]:
            raise BoafError(f"'deals' is {values['deals']}, but the verdicts add up to {counts.deals}")
        return cls(counts=counts, **place)


def compute_chunk(
    parameters: Parameters,
    chunk: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[bytes, Record]:
    """The Parquet file of a chunk and its record; `progress` counts deals."""
    if parameters.version != __version__:
        raise BoafError(f"the census was begun with boaf {parameters.version}, but boaf {__version__} is running")
    seeds = parameters.seeds(chunk)
    batch = solve_many(
        seeds,
        parameters.rows,
        parameters.cols,
        solutions=parameters.solutions,
        max_nodes=parameters.max_nodes,
        tables=tables_for(len(seeds)),
        threads=threads,
        progress=progress,
    )
    frame = pl.DataFrame(_columns(parameters, seeds, batch))
    file = io.BytesIO()
    recipe = json.dumps({"parameters": parameters.to_json(), "chunk": chunk})
    frame.write_parquet(
        file, compression="zstd", compression_level=1, row_group_size=len(seeds), metadata={"boaf": recipe}
    )
    content = file.getvalue()
    return content, record_of(chunk, seeds, frame, content)


def tables_for(deals: int) -> int:
    """The endgame tables for a chunk of so many deals; the number of nodes that a deal takes depends on them."""
    return 7 if deals >= _WORTH_SEVEN else _TABLES


def _columns(parameters: Parameters, seeds: range, batch: Batch) -> list[pl.Series]:
    cells = parameters.rows * parameters.cols
    verdicts = pl.Series("verdict", VERDICT_TYPE.categories, dtype=VERDICT_TYPE)
    columns = [
        pl.Series("seed", np.arange(seeds.start, seeds.stop, dtype=np.int64)),
        verdicts.gather(batch.statuses.astype(np.uint32)),
    ]
    if parameters.reasons:
        unsolvable = np.flatnonzero(batch.unsolvable)
        found = reasons_of(cards_of_seeds(seeds.start + unsolvable, cells), parameters.rows, parameters.cols)
        columns.append(_scattered("reason", REASON_TYPE, unsolvable.tolist(), found, len(seeds)))
    if parameters.best_score:
        unsolvable = np.flatnonzero(batch.unsolvable)
        lost = (seeds.start + unsolvable).tolist()
        scores = best_scores(lost, parameters.rows, parameters.cols, parameters.max_nodes)
        columns.append(_scattered("best_score", SCORE_TYPE, unsolvable.tolist(), scores, len(seeds)))
    columns.append(pl.Series("nodes", batch.nodes))
    if parameters.solutions:
        solvable = np.flatnonzero(batch.solvable)
        encoded = encode_solutions(batch.steps[solvable], cells)
        columns.append(_scattered("solution", pl.Binary(), solvable.tolist(), encoded, len(seeds)))
    return columns


def best_scores(seeds: Sequence[int], rows: int, cols: int, max_nodes: int | None = None) -> list[int | None]:
    """The best score of each of these deals; None where `max_nodes` were too few to know it."""
    search = new_search(rows, cols, _TABLES)
    found = []
    for seed in seeds:
        best = maximise(deal(seed, rows, cols), search, Limits(max_nodes))
        found.append(None if best.verdict is Verdict.UNKNOWN else best.score)
    return found


def cards_of_seeds(seeds: np.ndarray[tuple[int, ...], np.dtype[np.int64]], cells: int) -> Cards:
    """The numbered deals of these seeds as card numbers. Shape (seeds, cells)."""
    return draw_deals(seeds, cells)


def _scattered(
    name: str, kind: pl.DataType, places: list[int], values: Sequence[str | bytes | int | None], length: int
) -> pl.Series:
    """A column of `length` rows with the values in their places and null elsewhere."""
    column: list[str | bytes | int | None] = [None] * length
    for place, value in zip(places, values, strict=True):
        column[place] = value
    return pl.Series(name, column, dtype=kind)


def record_of(chunk: int, seeds: range, frame: pl.DataFrame, content: bytes) -> Record:
    """The record of a chunk whose file has this content and holds this frame."""
    found = _tally(frame["verdict"])
    reasons = None
    if "reason" in frame.columns:
        reasons = in_order(_tally(frame["reason"].drop_nulls()))
    counts = Counts(
        found[Verdict.SOLVABLE],
        found[Verdict.UNSOLVABLE],
        found[Verdict.UNKNOWN],
        reasons,
        int(frame["nodes"].sum()),
    )
    return Record(chunk, seeds.start, seeds.stop, counts, len(content), digest(content))


def _tally(column: pl.Series) -> Counter[str]:
    return Counter(dict(column.value_counts().iter_rows()))


def digest(content: bytes) -> str:
    """The SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()
