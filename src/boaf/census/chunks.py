"""One chunk of a census: a pure function from its number to the bytes of its file.

The columns are `seed`, `verdict`, `reason` and `best_score` (both optional, and null unless the deal is unsolvable; the
score is also null if `max_nodes` was too low), `nodes`, and `solution` (optional, and null unless the deal is solvable;
see `solutions`). The rows are in the order of the seeds.
A file is one row group, so its bytes depend on the parameters and the version of polars alone. Its metadata hold the
recipe, under `boaf`: the parameters and the number of the chunk, as JSON.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from boaf import __version__
from boaf.census.parameters import MAX_CHUNK_SIZE, MAX_CHUNKS, Parameters
from boaf.census.reasons import reasons_of
from boaf.census.solutions import encode_solutions
from boaf.deals import deal
from boaf.kernel.dealing import draw_deals
from boaf.prove.conditions import CONDITIONS
from boaf.questions.best_score import maximise
from boaf.rules import STANDARD_RULES, Rules
from boaf.solvers.batch import Batch, solve_many
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.descent import new_search
from boaf.solvers.endgame import VERDICTS
from boaf.support.errors import BoafError
from boaf.support.files import digest_of
from boaf.support.intervals import Interval, wilson
from boaf.support.progress import Progress, no_progress
from boaf.support.schema import mapping, optional, text, whole
from boaf.support.schema import record as record_shape

VERDICT_TYPE = pl.Enum([str(verdict) for verdict in VERDICTS.values()])
REASON_TYPE = pl.Enum(list(CONDITIONS))
SCORE_TYPE = pl.Int64()
RECIPE_KEY = "boaf"
"""The recipe in the metadata of a file."""
_TABLES = 6
_WORTH_SEVEN = 2000
"""The fewest deals for which a chunk is solved with the tables of seven stacks, which take long to load."""
_SEED = whole(-(1 << 62), 1 << 62)
_DEALS = whole(0, MAX_CHUNK_SIZE)
_SHAPE = record_shape(
    chunk=whole(0, MAX_CHUNKS - 1),
    start=_SEED,
    stop=_SEED,
    **dict.fromkeys(("deals", "solvable", "unsolvable", "unknown"), _DEALS),
    reasons=optional(mapping(_DEALS)),
    nodes=whole(0, (1 << 63) - 1),
    bytes=whole(0, 1 << 40),
    sha256=text(),
)


@dataclass(frozen=True)
class Counts:
    """The verdicts of a set of deals, counted.

    Unknown verdicts are counted both ways: an interval begins where it would if all of these deals were solvable and
    ends where it would if none were.
    """

    solvable: int = 0
    unsolvable: int = 0
    unknown: int = 0
    reasons: dict[str, int] | None = None
    """How many deals are unsolvable for each reason, in order of precedence; None if they were not asked for."""
    nodes: int = 0

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.solvable + self.unsolvable + self.unknown

    def unsolvable_share(self) -> Interval:
        """The share of unsolvable deals among the known ones, and its interval."""
        low = wilson(self.unsolvable, self.deals).low
        high = wilson(self.unsolvable + self.unknown, self.deals).high
        known = self.solvable + self.unsolvable
        return Interval(self.unsolvable / known if known else 0.0, low, high)

    def solvable_share(self) -> Interval:
        """The share of solvable deals among the known ones, and its interval."""
        share, low, high = self.unsolvable_share()
        return Interval(1 - share if self.solvable + self.unsolvable else 0.0, 1 - high, 1 - low)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Counts:
        """The counts that are part of these values, which must add up."""
        counts = cls(**{name: values[name] for name in cls.__dataclass_fields__ if name in values})
        if counts.deals != values["deals"]:
            raise BoafError(f"'deals' is {values['deals']}, but the verdicts add up to {counts.deals}")
        return counts

    def to_json(self) -> dict[str, object]:
        """The counts as plain values."""
        return {"deals": self.deals} | self.__dict__


def total(parts: Iterable[Counts], *, reasons: bool) -> Counts:
    """The counts of several sets of deals together."""
    found: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for part in parts:
        sums.update({name: getattr(part, name) for name in ("solvable", "unsolvable", "unknown", "nodes")})
        found.update(part.reasons or {})
    return Counts(**sums, reasons=in_order(found) if reasons else None)


def in_order(found: Counter[str]) -> dict[str, int]:
    """Reasons with their counts, in order of precedence."""
    return {reason: found[reason] for reason in CONDITIONS if found[reason]}


@dataclass(frozen=True)
class ChunkRecord:
    """A finished chunk: its seeds, its counts, and the size and SHA-256 of its file."""

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
    def from_json(cls, values: Any) -> ChunkRecord:
        """The record that `to_json` gave."""
        _SHAPE(values, "a record")
        counts = Counts.from_json(values)
        return cls(values["chunk"], values["start"], values["stop"], counts, values["bytes"], values["sha256"])


def compute_chunk(
    parameters: Parameters, chunk: int, *, threads: int | None = None, progress: Progress = no_progress
) -> tuple[bytes, ChunkRecord]:
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
        rules=parameters.rules,
    )
    frame = pl.DataFrame(_columns(parameters, seeds, batch))
    file = io.BytesIO()
    recipe = json.dumps({"parameters": parameters.to_json(), "chunk": chunk})
    frame.write_parquet(
        file, compression="zstd", compression_level=1, row_group_size=len(seeds), metadata={RECIPE_KEY: recipe}
    )
    content = file.getvalue()
    return content, record_of(chunk, seeds, frame, content)


def tables_for(deals: int) -> int:
    """The size of the endgame tables for a chunk, on which the number of nodes of a deal depends."""
    return 7 if deals >= _WORTH_SEVEN else _TABLES


def _columns(parameters: Parameters, seeds: range, batch: Batch) -> list[pl.Series]:
    cells, rules = parameters.rows * parameters.cols, parameters.rules
    verdicts = pl.Series("verdict", VERDICT_TYPE.categories, dtype=VERDICT_TYPE)
    columns = [
        pl.Series("seed", np.arange(seeds.start, seeds.stop, dtype=np.int64)),
        verdicts.gather(batch.statuses.astype(np.uint32)),
    ]
    lost = seeds.start + np.flatnonzero(batch.unsolvable)
    if parameters.reasons:
        found = reasons_of(draw_deals(lost, cells, rules.deck), parameters.rows, parameters.cols, rules)
        columns.append(_scattered("reason", REASON_TYPE, batch.unsolvable, found))
    if parameters.best_score:
        scores = best_scores(lost.tolist(), parameters.rows, parameters.cols, parameters.max_nodes, rules)
        columns.append(_scattered("best_score", SCORE_TYPE, batch.unsolvable, scores))
    columns.append(pl.Series("nodes", batch.nodes))
    if parameters.solutions:
        encoded = encode_solutions(batch.steps[batch.solvable], cells)
        columns.append(_scattered("solution", pl.Binary(), batch.solvable, encoded))
    return columns


def best_scores(
    seeds: Sequence[int], rows: int, cols: int, max_nodes: int | None = None, rules: Rules = STANDARD_RULES
) -> list[int | None]:
    """The best score of each deal; None if `max_nodes` was too low to find it."""
    search = new_search(rows, cols, _TABLES, adjacent=rules.adjacent)
    found = []
    for seed in seeds:
        best = maximise(deal(seed, rows, cols, rules=rules), search, Limits(max_nodes))
        found.append(None if best.verdict is Verdict.UNKNOWN else best.score)
    return found


def _scattered(
    name: str, kind: pl.DataType, chosen: NDArray[np.bool_], values: Sequence[str | bytes | int | None]
) -> pl.Series:
    """A column with the values in the chosen rows and null elsewhere. Shape (rows,)."""
    column: list[str | bytes | int | None] = [None] * len(chosen)
    for row, value in zip(np.flatnonzero(chosen).tolist(), values, strict=True):
        column[row] = value
    return pl.Series(name, column, dtype=kind)


def record_of(chunk: int, seeds: range, frame: pl.DataFrame, content: bytes) -> ChunkRecord:
    """The record of a chunk whose file has this content and holds this frame."""
    found = _tally(frame["verdict"])
    solvable, unsolvable, unknown = (found[verdict] for verdict in Verdict)
    reasons = in_order(_tally(frame["reason"].drop_nulls())) if "reason" in frame.columns else None
    counts = Counts(solvable, unsolvable, unknown, reasons, int(frame["nodes"].sum()))
    return ChunkRecord(chunk, seeds.start, seeds.stop, counts, len(content), digest_of(content))


def _tally(column: pl.Series) -> Counter[str]:
    return Counter(dict(column.value_counts().iter_rows()))
