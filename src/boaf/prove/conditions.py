"""The conditions, in order of precedence: the one table in which a condition is registered.

A condition's name is its reason and, with `_` for `-`, its module in this package. The module argues at its head that
the condition is sound, says what its witness is, and has two functions:

    prove(board, position)  gives a proof, or None where the condition does not hold; an exhaustive condition takes
                            limits as well, and raises `UndecidedError` when they are reached;
    marks(witness)          says what of the witness a picture marks.

Provers are imported when they are first used, so that the checker, which needs only the checks, does not depend on
them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boaf.prove import checks

if TYPE_CHECKING:
    from boaf.board import Board
    from boaf.kernel.position import Position
    from boaf.prove.proof import Marks, Proof
    from boaf.solvers.contract import Limits

HOSHINO_NOTARANGELO = "Hoshino & Notarangelo (2019)"
ROBERSON_SPERDUTO = "Roberson & Sperduto (2019)"
OURS = "ours"


@dataclass(frozen=True)
class Condition:
    """A reason why a board cannot be solved."""

    reason: str
    claim: str
    """What holds of a board that meets the condition."""
    source: str
    check: Callable[..., None]
    """The independent check of its witness, from `checks`."""
    is_exhaustive: bool = False
    """Whether it decides every board that it takes, in a time that only limits bound."""

    def prove(self, board: Board, position: Position, *limits: Limits) -> Proof | None:
        """A proof if the condition holds; limits are for an exhaustive condition."""
        proof: Proof | None = self._module.prove(board, position, *limits)
        return proof

    def marks(self, witness: dict[str, Any]) -> Marks:
        """What a picture of a witness marks."""
        marks: Marks = self._module.marks(witness)
        return marks

    @property
    def _module(self) -> Any:
        return import_module(f"boaf.prove.{self.reason.replace('-', '_')}")


CONDITIONS = {
    condition.reason: condition
    for condition in (
        Condition("odd-bird", "a card matches no other", HOSHINO_NOTARANGELO, checks.odd_bird),
        Condition(
            "multiple-flocks",
            "the compatibility graph is in several parts",
            HOSHINO_NOTARANGELO,
            checks.multiple_flocks,
        ),
        Condition(
            "cut-edge",
            "one match joins two sides, and mini-boards show that it cannot serve",
            HOSHINO_NOTARANGELO,
            checks.cut_edge,
        ),
        Condition(
            "lollipop-stick",
            "a card behind a card behind a card that cannot come near",
            HOSHINO_NOTARANGELO,
            checks.lollipop_stick,
        ),
        Condition("stranded", "the position graph is in several parts", ROBERSON_SPERDUTO, checks.stranded),
        Condition("lynchpin", "cards that can never move would have to", ROBERSON_SPERDUTO, checks.lynchpin),
        Condition("cut-vertex", "one card joins parts that it can neither cover nor serve", OURS, checks.cut_vertex),
        Condition(
            "collapse",
            "the sets of stacks that can be collapsed do not include the set of all",
            OURS,
            checks.collapse,
            is_exhaustive=True,
        ),
        Condition(
            "search",
            "every position that can be reached was tried",
            HOSHINO_NOTARANGELO,
            checks.search,
            is_exhaustive=True,
        ),
    )
}
"""Every condition by its reason, in order of precedence. The last one decides every board."""
BOUNDED = [condition for condition in CONDITIONS.values() if not condition.is_exhaustive]
EXHAUSTIVE = [condition for condition in CONDITIONS.values() if condition.is_exhaustive]
