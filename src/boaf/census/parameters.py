"""The parameters of a census: everything that its bytes depend on, and how its range is divided into chunks.

`start` is in the range and `stop` is not, as in Python. Chunk k holds the deals from start + k · size on. The number of
threads, the cluster and the shards are not parameters: nothing depends on them.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from boaf import __version__
from boaf.deals import require_deals
from boaf.kernel.position import MAX_CELLS
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError, ParameterError
from boaf.support.schema import flag, optional, record, text, whole

FORMAT = 1
"""The layout of the files."""
CHUNK_SIZE = 100_000
MAX_CHUNK_SIZE = 10_000_000
"""A chunk is held in memory as a whole."""
MAX_CHUNKS = 1_000_000
"""File names count in six digits, and every chunk is two files in one directory."""
MAX_NODES = 1 << 62
_SHAPE = record(
    {"best_score": flag(), "rules": text()},
    start=whole(-(1 << 62), 1 << 62),
    stop=whole(-(1 << 62), 1 << 62),
    rows=whole(1, MAX_CELLS),
    cols=whole(1, MAX_CELLS),
    chunk_size=whole(1, MAX_CHUNK_SIZE),
    solutions=flag(),
    reasons=flag(),
    max_nodes=optional(whole(0, MAX_NODES)),
    version=text(),
    format=whole(FORMAT, FORMAT),
)


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
    rules: Rules = STANDARD_RULES
    """The rules of a variant, also given by name."""
    version: str = __version__
    format: int = FORMAT

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        require_deals(self.start, self.stop, self.rows, self.cols, self.rules.deck)
        if not 1 <= self.chunk_size <= MAX_CHUNK_SIZE:
            raise BoafError(f"a chunk holds 1 to {MAX_CHUNK_SIZE:,} deals, not {self.chunk_size:,}")
        if len(self.chunks) > MAX_CHUNKS:
            raise BoafError(f"a census has at most {MAX_CHUNKS:,} chunks, not {len(self.chunks):,}: make them larger")
        if self.max_nodes is not None and self.max_nodes < 0:
            raise ParameterError(f"max_nodes must not be negative, but it is {self.max_nodes}", "max_nodes")
        if self.max_nodes is not None and self.max_nodes > MAX_NODES:
            raise ParameterError(f"max_nodes must be at most 2^62, but it is {self.max_nodes}", "max_nodes")

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-(self.stop - self.start) // self.chunk_size))

    def seeds(self, chunk: int) -> range:
        """The seeds of a chunk; the last one may be shorter."""
        return range(self.start, self.stop)[chunk * self.chunk_size : (chunk + 1) * self.chunk_size]

    def place(self) -> dict[str, object]:
        """The size of the boards and the range of the seeds, as plain values."""
        return {"rows": self.rows, "cols": self.cols, "start": self.start, "stop": self.stop} | self._rules()

    def heading(self) -> str:
        """The same in words."""
        rules = "".join(f", rules {name}" for name in self._rules().values())
        return f"{self.rows} × {self.cols}{rules}, deals {self.start} … {self.stop - 1}"

    def _rules(self) -> dict[str, object]:
        """The name of the rules, unless they are the standard ones."""
        return {} if self.rules.is_standard else {"rules": str(self.rules)}

    def to_json(self) -> dict[str, object]:
        """The parameters as plain values; without `rules` if these are the standard ones."""
        values = asdict(self)
        del values["rules"]
        return values | self._rules()

    @classmethod
    def from_json(cls, values: Any) -> Parameters:
        """The parameters that `to_json` gave."""
        if isinstance(values, dict) and isinstance(made := values.get("format"), int) and made > FORMAT:
            raise BoafError(f"its format is {made}, but this version of boaf reads format {FORMAT}")
        _SHAPE(values, "the parameters of a census")
        if not re.fullmatch(r"[\w.+!-]{1,60}", values["version"]):
            raise BoafError("'version' is not that of a boaf")
        return cls(**values)


@dataclass(frozen=True)
class Shard:
    """One of `count` equal parts of the chunks of a census, for the jobs of a job array; `index` counts from 1."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """The shard that a text such as `3/16` names."""
        found = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise BoafError(f"shard {text!r}: write it as i/n with i from 1 to n, such as 3/16")
        return cls(int(found[1]), int(found[2]))

    def of(self, chunks: range) -> range:
        """The chunks of this shard."""
        return chunks[self.index - 1 :: self.count]
