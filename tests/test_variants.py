"""Variants of the rules against brute force that is written here, with plain sets and dictionaries, for nothing else."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.rules import Rules
from boaf.solvers.contract import Verdict

Place = tuple[int, int]
RULES = ["standard", "wrap", "adjacent", "wrap+adjacent", "9x3", "wrap+9x3", "adjacent+9x3", "wrap+adjacent+15x2"]
SMALL = [("3x3", 3, 3, 9), ("2x4", 2, 4, 8), ("corner of 5x5", 5, 5, 9)]


def board_like(seed: int, rows: int, cols: int, stacks: int, rules: str) -> boaf.Board:
    """A deal with some stacks: all cells of a small board, or those in the corner of one of more than 16 cells."""
    deck = list(Rules.parse(rules).deck)
    cards = [deck[number] for number in np.random.default_rng(seed).permutation(len(deck))[:stacks]]
    if rows * cols == stacks:
        return boaf.Board.from_cells(cards, cols, rules=rules)
    grid = [[cards[3 * row + col] if max(row, col) < 3 else None for col in range(cols)] for row in range(rows)]
    return boaf.Board.from_grid(grid, rules=rules)


class BruteForce:
    """The game of a board: which positions can be collapsed to one stack."""

    def __init__(self, board: boaf.Board, wrap: bool, adjacent: bool, ranks: int) -> None:
        self.start = frozenset(
            (divmod(cell, board.cols), (card.rank, card.suit)) for cell, card in enumerate(board.tops) if card
        )
        places, cards = [place for place, _ in self.start], [card for _, card in self.start]
        self.near = {place: {other for other in places if self._sees(place, other, adjacent)} for place in places}
        next_ranks = {rank: {rank - 1, rank, rank + 1} for rank in range(1, ranks + 1)}
        if wrap:
            next_ranks[1].add(ranks)
            next_ranks[ranks].add(1)
        self.friends = {
            card: {other for other in cards if other[1] == card[1] or other[0] in next_ranks[card[0]]} for card in cards
        }
        self.can_be_solved = cache(self._can_be_solved)

    @staticmethod
    def _sees(place: Place, other: Place, adjacent: bool) -> bool:
        (row, col), (row2, col2) = place, other
        if adjacent:
            return other in {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        return place != other and (row == row2 or col == col2)

    def moves(self, position: frozenset[Any]) -> Iterator[tuple[Any, Any, frozenset[Any]]]:
        for source, card in position:
            for target, covered in position:
                if source != target and target in self.near[source] and covered in self.friends[card]:
                    yield card, covered, position - {(source, card), (target, covered)} | {(target, card)}

    def _can_be_solved(self, position: frozenset[Any]) -> bool:
        return len(position) == 1 or any(self.can_be_solved(after) for _, _, after in self.moves(position))


def brute_force(board: boaf.Board, rules: str) -> BruteForce:
    """Brute force, with the rules read from their name."""
    words = rules.split("+")
    ranks = next((int(word.split("x")[0]) for word in words if "x" in word), 13)
    return BruteForce(board, "wrap" in words, "adjacent" in words, ranks)


def compare(rules: str, size: tuple[str, int, int, int], seeds: range) -> tuple[set[Verdict], set[str]]:
    """Compare everything that decides a board with brute force; the verdicts and the reasons that occurred."""
    _, rows, cols, stacks = size
    boards = [board_like(seed, rows, cols, stacks, rules) for seed in seeds]
    batch = boaf.solve_many(boards, rows, cols, solutions=True)
    verdicts, reasons = set[Verdict](), set[str]()
    for k, board in enumerate(boards):
        brute = brute_force(board, rules)
        truth = Verdict.SOLVABLE if brute.can_be_solved(brute.start) else Verdict.UNSOLVABLE
        verdicts.add(truth)
        for solver in ("endgame", "collapse", "standard"):
            assert boaf.solve(board, solver).verdict is truth, (solver, board)
        assert batch.verdict(k) is truth
        assert board.is_solved_by(batch.moves(k, board)) == (truth is Verdict.SOLVABLE)
        after = {(card, covered): brute.can_be_solved(left) for card, covered, left in brute.moves(brute.start)}
        found = boaf.analyze(board)
        assert found.verdict is truth
        assert {move: fate is Verdict.SOLVABLE for move, fate in found.moves} == after
        explanation = boaf.explain(board)
        assert explanation.verdict is truth
        if truth is Verdict.UNSOLVABLE:
            proof = explanation.proof
            assert proof
            reasons.add(proof.reason)
            boaf.check_proof(board, proof)
            boaf.check_proof(board, boaf.Proof.from_json(json.loads(json.dumps(explanation.to_json()))))
    return verdicts, reasons


@pytest.mark.parametrize("rules", RULES)
def test_every_variant_agrees_with_brute_force(rules: str) -> None:
    for number, size in enumerate(SMALL):
        compare(rules, size, range(100 * number, 100 * number + 4))
