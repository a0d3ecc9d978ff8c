"""Proof: why a board cannot be solved, with a witness that can be checked.

The witness is plain JSON: cards are texts such as `9S`, sets of cards are lists in the order of the cells. What its
entries are is said at the head of the condition that made it. The text is for people; it names the witness's cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from boaf.board import Board
from boaf.cards import Card
from boaf.rules import STANDARD_RULES
from boaf.support.errors import ProofError

_FIELDS = ("board", "verdict", "reason", "witness", "text")
_STANDARD = str(STANDARD_RULES)


@dataclass(frozen=True)
class Proof:
    """Why a board cannot be solved.

    Examples
    --------
    >>> import boaf
    >>> proof = boaf.explain(boaf.deal(10)).proof
    >>> proof.reason, proof.witness
    ('odd-bird', {'card': '9C'})
    >>> print(proof)
    unsolvable (odd-bird): 9C is an odd bird: no other card shares its suit or has a rank next to its own.

    """

    board: str
    """The board, as `Board` reads it."""
    verdict: str
    """`unsolvable`."""
    reason: str
    """The condition that the board meets."""
    witness: dict[str, Any]
    """What shows it, as plain values; the head of the condition's module says what it holds."""
    text: str
    """The reason in words."""
    rules: str = field(default=_STANDARD, repr=False)
    """The rules that the board is played by."""

    def to_json(self) -> dict[str, Any]:
        """The proof as plain values; `rules` is left out if they are the standard ones."""
        names = _FIELDS if self.rules == _STANDARD else (*_FIELDS, "rules")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_json(cls, values: object) -> Proof:
        """Read what `to_json` gave, or another prover; whether the proof holds is for `check_proof` to say.

        The text may be missing, and the rules if they are the standard ones.

        Raises
        ------
        ProofError
            If the values are not those of a proof.

        """
        if not isinstance(values, Mapping):
            raise ProofError("a proof is a JSON object")
        values = {"text": "", "rules": _STANDARD} | dict(values)
        for name in (*_FIELDS, "rules"):
            kind = dict if name == "witness" else str
            if not isinstance(values.get(name), kind):
                raise ProofError(f"a proof needs {name!r}, {'an object' if kind is dict else 'a text'}")
        if unknown := sorted(set(map(str, values)) - {*_FIELDS, "rules"}):
            raise ProofError(f"a proof has no entry {unknown[0]!r}")
        return cls(**values)

    def __str__(self) -> str:
        return f"{self.verdict} ({self.reason}): {self.text}"

    def _repr_svg_(self) -> str:
        from boaf.render.graph import draw_graph

        return draw_graph(Board(self.board, rules=self.rules), self)


@dataclass(frozen=True)
class Marks:
    """What a picture of a proof marks: cards that are the point, groups of cards, edges between cards; all by name."""

    keys: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    is_by_position: bool = False
    """Whether the point is seen in the position graph, with the cards as they lie."""


def unsolvable(board: Board, reason: str, witness: dict[str, Any], text: str) -> Proof:
    """The proof that a board cannot be solved for this reason."""
    return Proof(board.text(), "unsolvable", reason, witness, text, str(board.rules))


def cards_in(board: Board, cells: int) -> list[str]:
    """The top cards of a mask of cells, in the order of the cells."""
    return [str(card) for cell, card in enumerate(board.tops) if card is not None and int(cells) >> cell & 1]


def listed(cards: Iterable[Card | str]) -> str:
    """Cards in a sentence: `9S`, `9S and TS`, `9S, TS and JS`."""
    names = [str(card) for card in cards]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
