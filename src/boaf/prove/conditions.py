"""The conditions, in order of precedence: the one table in which a condition is registered.

A prover is a function of a module in this package, which argues at its head that the condition is sound and says what
its witness is. Given a board and its position, it gives a proof, or None if the condition does not hold. An exhaustive
one takes limits as well, and raises `UndecidedError` when they are reached.

Provers are imported when they are first used, so that the checker, which needs only the checks, does not depend on
them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from boaf.prove import checks
from boaf.prove.proof import Marks

if TYPE_CHECKING:
    from boaf.board import Board
    from boaf.kernel.position import Position
    from boaf.prove.proof import Proof
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
    prover: str
    """The module in this package, and the function."""
    check: Callable[..., None]
    """The independent check of its witness, from `checks`."""
    marks: Callable[[dict[str, Any]], Marks] = lambda _: Marks()
    """What a picture marks of a witness; nothing if all stacks are the point."""
    is_exhaustive: bool = False
    """Whether it decides every board that it takes, in a time that only limits bound."""

    def prove(self, board: Board, position: Position, *limits: Limits) -> Proof | None:
        """A proof if the condition holds; limits are for an exhaustive condition."""
        module, _, function = self.prover.partition(".")
        proof: Proof | None = getattr(import_module(f"boaf.prove.{module}"), function)(board, position, *limits)
        return proof


CONDITIONS = {
    condition.reason: condition
    for condition in (
        Condition(
            "odd-bird",
            "a card matches no other",
            HOSHINO_NOTARANGELO,
            "disconnected.odd_bird",
            checks.odd_bird,
            lambda witness: Marks(keys=(witness["card"],), groups=((witness["card"],),)),
        ),
        Condition(
            "multiple-flocks",
            "the compatibility graph is in several parts",
            HOSHINO_NOTARANGELO,
            "disconnected.multiple_flocks",
            checks.multiple_flocks,
            lambda witness: Marks(groups=(tuple(witness["flock"]),)),
        ),
        Condition(
            "cut-edge",
            "one match joins two sides, and mini-boards show that it cannot be used",
            HOSHINO_NOTARANGELO,
            "cut_edge.prove",
            checks.cut_edge,
            lambda witness: Marks(tuple(witness["edge"]), (tuple(witness["side"]),), (tuple(witness["edge"]),)),
        ),
        Condition(
            "lollipop-stick",
            "one card hangs on another, which hangs on a third that cannot come near",
            HOSHINO_NOTARANGELO,
            "lollipop_stick.prove",
            checks.lollipop_stick,
            lambda witness: Marks(
                tuple(witness["stick"]), (tuple(witness["stick"][:2]),), tuple(pairwise(witness["stick"]))
            ),
        ),
        Condition(
            "stranded",
            "the position graph is in several parts",
            ROBERSON_SPERDUTO,
            "disconnected.stranded",
            checks.stranded,
            lambda witness: Marks(groups=(tuple(witness["part"]),), is_by_position=True),
        ),
        Condition(
            "lynchpin",
            "cards that can never move would have to",
            ROBERSON_SPERDUTO,
            "lynchpin.prove",
            checks.lynchpin,
            lambda witness: Marks(tuple(witness["lynchpins"]), (tuple(witness["apart"]),)),
        ),
        Condition(
            "cut-vertex",
            "one card joins parts that it can neither cover nor serve",
            OURS,
            "cut_vertex.prove",
            checks.cut_vertex,
            lambda witness: Marks((witness["card"],), tuple(map(tuple, witness["parts"]))),
        ),
        Condition(
            "collapse",
            "the sets of stacks that can be collapsed do not include the set of all",
            OURS,
            "collapse.prove",
            checks.collapse,
            is_exhaustive=True,
        ),
        Condition(
            "search",
            "every position that can be reached was tried",
            HOSHINO_NOTARANGELO,
            "search.prove",
            checks.search,
            is_exhaustive=True,
        ),
    )
}
"""Every condition by its reason, in order of precedence. The last one decides every board."""
BOUNDED = [condition for condition in CONDITIONS.values() if not condition.is_exhaustive]
EXHAUSTIVE = [condition for condition in CONDITIONS.values() if condition.is_exhaustive]
