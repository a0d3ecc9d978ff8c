"""`explain`: the verdict on a board, and the first reason, in order of precedence, why it cannot be solved.

The conditions of bounded cost come first; what they leave open is given to the solver, so that only an unsolvable board
is put to the exhaustive ones. Every condition is sound by itself: the solver only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from boaf.board import Board, Move
from boaf.kernel.position import Position, position_of
from boaf.prove.conditions import BOUNDED, EXHAUSTIVE
from boaf.prove.proof import Proof
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.single import require_board, solve
from boaf.support.errors import PluginError, UndecidedError
from boaf.support.schema import shown


@dataclass(frozen=True)
class Explanation:
    """The verdict on a board, and why.

    Examples
    --------
    >>> import boaf
    >>> explanation = boaf.explain(boaf.Board("7H 7S / 2H --"))
    >>> explanation.headline
    'unsolvable (lynchpin)'
    >>> explanation.text
    '7H is a lynchpin: to move it would strand others. Without it, 7S matches no other card.'
    >>> boaf.explain(boaf.Board("7H 6C / -- 6H")).verdict
    <Verdict.SOLVABLE: 'solvable'>

    """

    board: Board
    """The board that is explained."""
    verdict: Verdict
    """Whether it can be solved; `unknown` if a limit was reached first."""
    proof: Proof | None = None
    """Why it is unsolvable. None for any other verdict, and where a limit was reached after the board had been decided
    but before the proof was complete."""
    moves: tuple[Move, ...] = ()
    """A solution, if it is solvable."""
    claims: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What conditions of your own say of an unsolvable board, by their names."""

    @property
    def headline(self) -> str:
        """The verdict and the reason, as in `unsolvable (odd-bird)`."""
        if self.verdict is not Verdict.UNSOLVABLE:
            return str(self.verdict)
        return f"{self.verdict} ({self.proof.reason if self.proof else 'no proof'})"

    @property
    def text(self) -> str:
        """The reason in words."""
        if self.proof:
            return self.proof.text
        match self.verdict:
            case Verdict.SOLVABLE:
                return "The board can be solved."
            case Verdict.UNSOLVABLE:
                return "The solver has decided it, but a limit was reached before the proof was complete."
            case Verdict.UNKNOWN:
                return "A limit was reached before the board was decided."

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain values: {board, verdict, reason, witness, text}.

        With a proof it is the proof's own JSON, which `Proof.from_json` reads. Otherwise reason and witness are None,
        and `moves` is there too.
        """
        if self.proof:
            return self.proof.to_json()
        answer = self.board.to_json() | {"verdict": str(self.verdict), "reason": None, "witness": None}
        return answer | {"text": self.text, "moves": [str(move) for move in self.moves]}

    def __str__(self) -> str:
        claims = "".join(f"\n{name}: {text}" for name, text in self.claims.items())
        return f"{self.board}\n{self.headline}\n{self.text}{claims}"

    def svg(self) -> str:
        """A picture of the proof, or of the board if there is none: an SVG document."""
        return self.proof._repr_svg_() if self.proof else self.board.svg()

    def _repr_html_(self) -> str:
        words = "" if self.proof else f"<p>{escape(self.text)}</p>"
        return f"<p><b>{self.headline}</b></p>{self.svg()}{words}"


def explain(
    board: Board,
    *,
    conditions: Sequence[Callable[[Board], str | None]] = (),
    max_nodes: int | None = None,
    max_seconds: float | None = None,
) -> Explanation:
    """Decide whether a board can be solved, and say why it cannot.

    Parameters
    ----------
    board
        The board; of its stacks only the top cards matter.
    conditions
        Conditions of your own: functions of a board that say in a sentence why it cannot be solved, or return None.
    max_nodes
        The most work to do: nodes of the solver, sets of `collapse` and positions of `search`, each counted by itself.
    max_seconds
        The most time to take in all.

    Returns
    -------
    Explanation
        The verdict, with a proof if the board is unsolvable and with a solution if it is solvable. If a limit is
        reached, the verdict is `unknown`; if it is reached after the board has been decided, only the proof is missing.

    Raises
    ------
    BoafError
        If the board is not a `Board` or has more than 64 cells, or a limit is negative.
    PluginError
        If one of your conditions fails, or holds for a board that can be solved.

    Examples
    --------
    >>> import boaf
    >>> explanation = boaf.explain(boaf.deal(1264))
    >>> explanation.verdict, explanation.proof.reason
    (<Verdict.UNSOLVABLE: 'unsolvable'>, 'multiple-flocks')
    >>> print(explanation)
    2H  3D  KD  3H
    4D  AH  TS  6D
    3C  4H  KC  9S
    KH  AC  6C  2C
    unsolvable (multiple-flocks)
    TS and 9S form a flock of their own: none of them matches any other card.
    >>> boaf.check_proof(boaf.deal(1264), explanation.proof)

    """
    found = _explain(board, Limits(max_nodes, max_seconds))
    return replace(found, claims=_claims_of(conditions, board, found.moves)) if conditions else found


def _explain(board: Board, limits: Limits) -> Explanation:
    require_board(board, any_rules=True)
    subject = board.copy()
    position = position_of(board)
    for condition in BOUNDED:
        if proof := condition.prove(board, position):
            return Explanation(subject, Verdict.UNSOLVABLE, proof)
    result = solve(board, max_nodes=limits.max_nodes, max_seconds=limits.seconds_left)
    if result.verdict is not Verdict.UNSOLVABLE:
        return Explanation(subject, result.verdict, moves=result.moves)
    return Explanation(subject, result.verdict, _by_exhaustion(board, position, limits))


def _by_exhaustion(board: Board, position: Position, limits: Limits) -> Proof | None:
    """The first proof by exhaustion of an unsolvable board that the limits allow; None if they allow none."""
    is_open = False
    for condition in EXHAUSTIVE:
        try:
            if proof := condition.prove(board, position, limits):
                return proof
            is_open = False
        except UndecidedError:
            is_open = True
    if not is_open:
        raise AssertionError("the search solved a board that the solver found unsolvable")
    return None


def _claims_of(
    conditions: Sequence[Callable[[Board], str | None]], board: Board, solution: Sequence[Move]
) -> dict[str, str]:
    """The sentences of the conditions that hold; an error if one holds although there is a solution."""
    from boaf.plugins.names import name_of

    claims = {}
    for condition in conditions:
        name = name_of(condition)
        try:
            text = condition(board.copy())
        except Exception as error:
            raise PluginError(name, f"failed: {type(error).__name__}: {error}") from error
        if text is None:
            continue
        if not isinstance(text, str):
            raise PluginError(name, f"gave {shown(text)}, which is neither a sentence nor None")
        if solution:
            moves = " ".join(map(str, solution))
            raise PluginError(name, f"holds, but {moves} solves the board", is_wrong=True)
        claims[name] = text
    return claims
