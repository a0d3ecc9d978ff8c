"""The named sets of boards that everyone can be measured on, and the ranges of deals for learning.

A set is a recipe in `sets.json`, which `tools/make_bench_sets.py` wrote: seeds of numbered deals, seeds of random
mid-game boards, or texts, with the digest of the boards and their exact verdicts.

Learn from deals of `TRAINING` and `VALIDATION` only. The sets `train`, `validation` and `test` are the first thousand
deals of their ranges; no other deal of the sets lies in any of the three.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from boaf.board import Board
from boaf.deals import deal, random_board
from boaf.support.errors import BoafError
from boaf.support.files import digest_of

TRAINING = range(1_500_000_000, 1_501_000_000)
VALIDATION = range(1_501_000_000, 1_501_100_000)
TEST = range(1_502_000_000, 1_502_100_000)
_FILE = Path(__file__).with_name("sets.json")


@dataclass(frozen=True)
class BoardSet:
    """A named set of boards."""

    name: str
    summary: str
    boards: tuple[Board, ...]
    solvable: tuple[bool, ...]
    """The exact verdict on each board."""
    digest: str
    """SHA-256 of the texts of the boards, each followed by a line feed."""


@cache
def _recipes() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(_FILE.read_bytes())
    return found


def set_names() -> dict[str, str]:
    """The name of every set, and what it holds.

    Returns
    -------
    dict
        What each set holds, by its name.

    Examples
    --------
    >>> list(set_names())[:3]
    ['train', 'validation', 'test']

    """
    return {name: recipe["summary"] for name, recipe in _recipes().items()}


def board_set(name: str) -> BoardSet:
    """The set of that name.

    Parameters
    ----------
    name
        One of `set_names()`.

    Returns
    -------
    BoardSet
        Its boards, in their order.

    Raises
    ------
    BoafError
        If there is no set of that name.

    Examples
    --------
    >>> len(board_set("test").boards), board_set("unsolvable").summary
    (1000, 'unsolvable 4 × 4 deals, forty for each of the six reasons')

    """
    recipe = _recipe(name)
    boards = tuple(board for part in recipe["parts"] for board in boards_of(part))
    digest = digest_of_boards(boards)
    if digest != recipe["digest"]:
        raise BoafError(f"the set {name!r} does not match its digest")
    solvable = tuple(verdict == "1" for verdict in recipe["solvable"])
    return BoardSet(name, recipe["summary"], boards, solvable, digest)


def digest_and_size(name: str) -> tuple[str, int]:
    """The digest of a set and the number of its boards, without making them."""
    recipe = _recipe(name)
    return recipe["digest"], len(recipe["solvable"])


def _recipe(name: str) -> dict[str, Any]:
    if name not in _recipes():
        raise BoafError(f"unknown set {name!r}: choose from {', '.join(_recipes())}")
    return _recipes()[name]


def boards_of(part: dict[str, Any]) -> list[Board]:
    """The boards of one part of a recipe: `texts`, or `deals` or `random` with a size."""
    if "texts" in part:
        return [Board(text) for text in part["texts"]]
    kind = "deals" if "deals" in part else "random"
    seeds = range(*part[kind]["range"]) if isinstance(part[kind], dict) else part[kind]
    make = deal if kind == "deals" else random_board
    return [make(seed, part["rows"], part["cols"]) for seed in seeds]


def digest_of_boards(boards: tuple[Board, ...]) -> str:
    """SHA-256 of the texts of boards, each followed by a line feed."""
    return digest_of("".join(f"{board.text()}\n" for board in boards))
