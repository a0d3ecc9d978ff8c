"""The parameters of a census: everything that its bytes depend on, and how its range is cut into chunks.

`start` is in the range and `stop` is not, as in Python. Chunk k holds the deals from start + k · size on. The number of
workers, the kind of runner and the shards are no parameters: nothing depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from boaf import __version__
from boaf.deals import require_deals
from boaf.errors import BoafError, ParameterError

FORMAT = 1
"""The layout of the files."""
CHUNK_SIZE = 100_000
MAX_CHUNK_SIZE = 10_000_000
"""A chunk is held in memory as a whole."""


@dataclass(frozen=True)
class Parameters:
    """What a census counts and keeps."""

    start: int
    stop: int
    rows: int = 4
    cols: int = 4
    chunk_size: int = CHUNK_SIZE
    solutions: bool = False
    reasons: bool = False
    max_nodes: int | None = None
    """The most nodes that a deal may take before its verdict is `unknown`."""
    best_score: bool = False
    """Whether to find the best score of every unsolvable deal."""
    version: str = __version__
    format: int = FORMAT

    def __post_init__(self) -> None:
        require_deals(self.start, self.stop, self.rows, self.cols)
        if not 1 <= self.chunk_size <= MAX_CHUNK_SIZE:
            raise BoafError(f"a chunk holds 1 to {MAX_CHUNK_SIZE:,} deals, not {self.chunk_size:,}")
        if self.max_nodes is not None and self.max_nodes < 0:
            raise ParameterError(f"max_nodes must not be negative, but it is {self.max_nodes}", "max_nodes")

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-(self.stop - self.start) // self.chunk_size))

    def seeds(self, chunk: int) -> range:
        """The seeds of a chunk; the last one may be shorter."""
        return range(self.start, self.stop)[chunk * self.chunk_size : (chunk + 1) * self.chunk_size]

    def to_json(self) -> dict[str, object]:
        """The parameters as plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: object) -> Parameters:
        """The parameters that `to_json` gave."""
        if not isinstance(values, Mapping) or set(values) | {"best_score"} != {field.name for field in fields(cls)}:
            raise BoafError("these are not the parameters of a census")
        return cls(**values)


@dataclass(frozen=True)
class Shard:
    """One of `count` equal parts of the chunks of a census, for the jobs of a job array; `index` counts from 1."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """The shard that a text such as `3/16` names."""
        found = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise BoafError(f"shard {text!r}: write it as i/n with i from 1 to n, such as 3/16")
        return cls(int(found[1]), int(found[2]))

    def of(self, chunks: range) -> range:
        """The chunks of this shard."""
        return chunks[self.index - 1 :: self.count]
