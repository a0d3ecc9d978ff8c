"""Conclusion: the deal of two orthogonal Latin squares, which the tree takes for solvable."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from typing import Any

from boaf.board import Board
from boaf.graphs import compatibility_masks
from boaf.kernel.dealing import cards_of
from boaf.learn.board_features import HOSHINO_KAHN, extract
from boaf.learn.feature_models import says_unsolvable
from boaf.papers.framework.quantity import Quantity
from boaf.papers.framework.study import Cell, Plan
from boaf.papers.hoshino_kahn import Scale
from boaf.prove.explain import explain
from boaf.support.progress import Progress

LATIN_SQUARE = "2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S"


def plan(_scale: Scale) -> Plan:
    """What the paper says of the deal."""
    cell = Cell("latin-square", _judge_latin_square, {"board": LATIN_SQUARE}, 1, 0.02)
    return Plan("Conclusion: the deal of two orthogonal Latin squares", {"": cell}, _rows)


def _rows(found: dict[str, Any]) -> list[Quantity]:
    return [Quantity(**row) for row in found[""] if row["printed"] is not None]


def _judge_latin_square(_progress: Progress, board: str) -> list[dict[str, Any]]:
    parsed = Board(board)
    values = extract(cards_of(parsed)[None], 4, 4, (*HOSHINO_KAHN, "moves"))
    nw1, nw2, trees, moves = values.T
    why = explain(parsed)
    quantities = [
        Quantity("legal moves", 0, float(moves[0])),
        Quantity("nw2", 0, float(nw2[0]), note="some walk of length two joins every pair"),
        Quantity("fewest walks of length two between two cards", 2, _fewest_walks(parsed)),
        Quantity("nw1", None, float(nw1[0])),
        Quantity("spanning trees", None, float(trees[0]), note="the paper: more than 0"),
        Quantity.claim(
            "the printed tree calls it solvable",
            not says_unsolvable(trees, 2 * nw2, nw1)[0],
            f"it is {why.headline}: {why.text}",
        ),
    ]
    return [asdict(quantity) for quantity in quantities]


def _fewest_walks(board: Board) -> int:
    """How many walks of length two of the compatibility graph join two cards, at least."""
    masks = compatibility_masks(board)
    return min((one & other).bit_count() for one, other in combinations(masks, 2))
