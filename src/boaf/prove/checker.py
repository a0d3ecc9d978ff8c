"""An independent checker: whether a proof really shows that a board cannot be solved.

It shares no code with the conditions or the kernel: it knows the rules only from `Board`, `Card` and `Rules`, finds
everything that a witness claims by itself (`checks`, `independent`), and says in one line what is wrong. The head of a
condition's module argues why it makes a board unsolvable; here it is only tested that it holds. The text of a proof is
for people, and is not judged.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from time import perf_counter

from boaf.board import Board
from boaf.prove.checks import ProofContext
from boaf.prove.conditions import CONDITIONS
from boaf.prove.proof import Proof
from boaf.support.errors import BoafError, ProofError, UndecidedError, require_number


def check_proof(board: Board, proof: Proof, *, max_seconds: float | None = None) -> None:
    """Check a proof that a board is unsolvable.

    Parameters
    ----------
    board
        The board that the proof must be about.
    proof
        What `explain` found, or anyone else.
    max_seconds
        The most time to take: a proof from elsewhere may claim a search of many positions.

    Raises
    ------
    ProofError
        If the proof does not hold, with the reason why.
    UndecidedError
        If the time is up before that is known.
    BoafError
        If these are not a `Board` and a `Proof`.

    Examples
    --------
    >>> import boaf
    >>> board = boaf.deal(10)
    >>> proof = boaf.explain(board).proof
    >>> boaf.check_proof(board, proof)
    >>> forged = boaf.Proof.from_json(proof.to_json() | {"witness": {"card": "5D"}})
    >>> boaf.check_proof(board, forged)
    Traceback (most recent call last):
    boaf.support.errors.ProofError: 5D is not an odd bird: it matches 2D

    """
    if not isinstance(board, Board) or not isinstance(proof, Proof):
        given = f"{type(board).__name__} and {type(proof).__name__}"
        raise BoafError(f"expected a Board and a Proof, not {given}: see boaf.read_board and Explanation.proof")
    if proof.board != board.text():
        raise ProofError(f"the proof is about another board: {proof.board}")
    if proof.rules != str(board.rules):
        raise ProofError(f"the proof is for the rules {proof.rules}, and the board is played by {board.rules}")
    if proof.verdict != "unsolvable":
        raise ProofError(f"a proof shows that a board is unsolvable, not {proof.verdict!r}")
    if proof.reason not in CONDITIONS:
        raise ProofError(f"unknown reason {proof.reason!r}: it must be one of {', '.join(CONDITIONS)}")
    if board.is_solved:
        raise ProofError("the board is solved: a single stack is left")
    check = CONDITIONS[proof.reason].check
    entries = list(inspect.signature(check).parameters)[1:]
    if sorted(proof.witness) != sorted(entries):
        raise ProofError(f"the witness of {proof.reason} must have the entries {', '.join(entries)}, and no others")
    check(ProofContext(board, _clock(max_seconds)), **proof.witness)


def _clock(max_seconds: float | None) -> Callable[[], None]:
    """A function that raises an error when the time is up."""
    if max_seconds is None:
        return lambda: None
    require_number("max_seconds", max_seconds)
    until = perf_counter() + max_seconds

    def tick() -> None:
        if perf_counter() > until:
            raise UndecidedError(f"the proof was not checked within {max_seconds:g} s")

    return tick
