"""What a solver answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from boaf.board import Move
from boaf.kernel.position import Status


class Verdict(StrEnum):
    """Whether a board can be collapsed to one stack; `unknown` says that a limit was reached first."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


VERDICTS = {
    Status.EXHAUSTED: Verdict.UNSOLVABLE,
    Status.SOLVED: Verdict.SOLVABLE,
    Status.PAUSED: Verdict.UNKNOWN,
}
"""What each status of a search says of a board, in the order of the codes."""
STATUSES = {verdict: status for status, verdict in VERDICTS.items()}


@dataclass(frozen=True)
class Result:
    """A verdict with what it took; a solvable board comes with the moves that solve it."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    """What counts as a node is said at the head of each solver's module."""
    seconds: float
    solver: str

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict, what it took, and the solution."""
        took = f"{self.nodes:,} {'node' if self.nodes == 1 else 'nodes'}, {1000 * self.seconds:.1f} ms, {self.solver}"
        return f"<p><b>{self.verdict}</b> ({took})</p><p>{' '.join(map(str, self.moves))}</p>"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values: moves become texts such as `7H-6C`."""
        return asdict(self) | {"verdict": str(self.verdict), "moves": [str(move) for move in self.moves]}
