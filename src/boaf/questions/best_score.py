"""The general solution: the moves that maximise the score, the sum of the squares of the stack sizes.

Moves of different subtrees never disturb each other (see `collapse`), so play can end in the stacks S1 … Sk exactly
when each Si, as a board of its own, can be collapsed to one stack. The best score is therefore the largest sum of
squares over the partitions of the stacks into sets that can be collapsed, and the solver decides which can.

Stacks that are not connected by card and by position never meet, so each part of the board is a problem of its own:

    1. If a part can be collapsed, that is best.
    2. Otherwise its stacks are shared out. Sets that could be the heaviest of the partition are tried by the number
       of stacks that they leave out, one, two and so on; what a set that collapses leaves out is again such a problem.
    3. If the heaviest set weighs at most w of a total of t, the score is at most ⌊t / w⌋ · w² + (t mod w)². As soon as
       that does not exceed the best score found, no partition is better: the search is exhausted.

Stacks of several cards count with their heights. A node is a set of stacks that was looked at, or a node of `endgame`
on one that is connected.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.kernel.bits import ONE, ZERO, Masks, is_connected, lowest, lowest_bit, part_around
from boaf.kernel.native import compiled
from boaf.kernel.position import Position, moves_of, position_of
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.descent import Search, new_search
from boaf.solvers.endgame import decide
from boaf.solvers.single import require_board

_TABLES = 6
_SLICE = 1 << 16
"""How many sets are looked at between two looks at the limits."""


@dataclass(frozen=True)
class BestScore:
    """The best score of a board and the moves that reach it."""

    verdict: Verdict
    """Whether a single stack can be reached; `unknown` if a limit was reached before `score` was known to be best."""
    score: int
    bound: int
    """No play scores more; equal to `score` unless the verdict is `unknown`."""
    moves: tuple[Move, ...]
    nodes: int
    seconds: float

    def _repr_html_(self) -> str:
        """What a notebook shows: the score, whether it is proved best, and the moves."""
        best = "the best possible" if self.score == self.bound else f"at most {self.bound} is possible"
        return f"<p><b>{self.score} points</b> ({best}; {self.verdict})</p><p>{' '.join(map(str, self.moves))}</p>"

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return self.__dict__ | {"verdict": str(self.verdict), "moves": [str(move) for move in self.moves]}


def best_score(board: Board, *, max_nodes: int | None = None, max_seconds: float | None = None) -> BestScore:
    """The moves that maximise the score of a board.

    Parameters
    ----------
    board
        Any board; it is not changed.
    max_nodes, max_seconds
        Past a limit the verdict is `unknown`, and the best moves found are given.

    Returns
    -------
    BestScore
        The score, the moves that reach it, and a bound that no play exceeds.

    Raises
    ------
    BoafError
        If the board is not a `Board`, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> best = boaf.best_score(boaf.deal(1264))
    >>> best.verdict, best.score == best.bound
    (<Verdict.UNSOLVABLE: 'unsolvable'>, True)

    """
    require_board(board, any_rules=True)
    limits = Limits(max_nodes, max_seconds)
    return maximise(board, new_search(board.rows, board.cols, _TABLES, adjacent=board.rules.adjacent), limits)


def maximise(board: Board, search: Search, limits: Limits) -> BestScore:
    """The best score of a board, with a search for its shape."""
    position = position_of(board)
    solver = _Solver(position, [len(stack) for stack in board.stacks], search, limits)
    found = solver.best(int(position.occupied))
    play = board.copy()
    for move in moves_of(board, found.steps):
        play.push(move)
    if play.score != found.score:
        raise AssertionError("the moves do not reach the score")
    verdict = Verdict.SOLVABLE if play.is_solved else Verdict.UNSOLVABLE
    if found.score < found.bound:
        verdict = Verdict.UNKNOWN
        _play_on(play)
    return BestScore(
        verdict,
        play.score,
        found.bound,
        play.moves[len(board.moves) :],
        solver.nodes,
        limits.seconds,
    )


def _play_on(play: Board) -> None:
    """Make the move that scores most as long as there is one: every move scores."""
    while moves := play.legal_moves:
        height = {stack[0]: len(stack) for stack in play.stacks if stack}
        play.push(max(moves, key=lambda move: height[move.source] * height[move.target]))


class _Partition(NamedTuple):
    """The best way found to share out some stacks."""

    score: int
    bound: int
    steps: tuple[int, ...]


class _Solver:
    """The best partitions of the sets of stacks of one position; sets are masks of cells."""

    def __init__(self, position: Position, heights: list[int], search: Search, limits: Limits) -> None:
        self.position, self.heights, self.search, self.limits = position, heights, search, limits
        self.nodes = 0
        self.known: dict[int, _Partition] = {}

    def best(self, cells: int) -> _Partition:
        """The best partition of a set."""
        if cells not in self.known:
            parts = self._parts(cells)
            best = [self._best_of_part(part) if len(parts) == 1 else self.best(part) for part in parts]
            steps = tuple(step for partition in best for step in partition.steps)
            self.known[cells] = _Partition(sum(one.score for one in best), sum(one.bound for one in best), steps)
        return self.known[cells]

    def _parts(self, cells: int) -> list[int]:
        """The parts of a set that never meet; one that is not connected by card and by position falls apart."""
        for graph in (self.position.match, self.position.line):
            first = int(part_around(graph, np.uint64(cells), np.uint64(cells & -cells)))
            if first != cells:
                return self._parts(first) + self._parts(cells & ~first)
        return [cells]

    def _best_of_part(self, cells: int) -> _Partition:
        """The best partition of a set that is connected by card and by position."""
        stacks = [cell for cell in range(len(self.heights)) if cells >> cell & 1]
        heights = [self.heights[cell] for cell in stacks]
        total = sum(heights)
        best = _Partition(sum(height**2 for height in heights), total**2, ())
        verdict, steps = self._collapse(cells)
        if verdict is Verdict.SOLVABLE:
            return _Partition(total**2, total**2, steps)
        if verdict is Verdict.UNKNOWN:
            return best
        sets = _Sets(self.position, stacks, heights)
        for out in range(1, len(stacks)):
            bound = _most(total, total - sum(sorted(heights)[:out]))
            if bound <= best.score:
                break
            sets.start(out)
            while not sets.is_over:
                heaviest, verdict, steps = self._try_next(sets, best.score)
                if verdict is Verdict.SOLVABLE:
                    rest = self.best(cells & ~heaviest)
                    weight = sum(self.heights[cell] for cell in stacks if heaviest >> cell & 1)
                    if weight**2 + rest.score > best.score:
                        best = _Partition(weight**2 + rest.score, 0, (*steps, *rest.steps))
                elif verdict is Verdict.UNKNOWN:
                    return best._replace(bound=max(bound, best.score))
        return best._replace(bound=best.score)

    def _try_next(self, sets: _Sets, score: int) -> tuple[int, Verdict, tuple[int, ...]]:
        """The next set worth a try, whether it can be collapsed, and how; `unsolvable` if there is none left."""
        heaviest = 0
        while not heaviest and not sets.is_over:
            allowed = self.limits.nodes_left(self.nodes)
            if not allowed:
                return 0, Verdict.UNKNOWN, ()
            looked, heaviest = sets.advance(score, min(allowed, _SLICE))
            self.nodes += looked
        return (heaviest, *self._collapse(heaviest)) if heaviest else (0, Verdict.UNSOLVABLE, ())

    def _collapse(self, cells: int) -> tuple[Verdict, tuple[int, ...]]:
        """Whether a set can be collapsed, and how."""
        if cells & (cells - 1) == 0:
            return Verdict.SOLVABLE, ()
        match = self.position.match & self.position.match.dtype.type(cells)
        for cell in range(len(match)):
            if not cells >> cell & 1:
                match[cell] = 0
        position = self.position._replace(occupied=np.uint64(cells), match=match)
        limits = replace(self.limits, max_nodes=self.limits.nodes_left(self.nodes))
        decision = decide(position, self.search, limits)
        self.nodes += decision.nodes
        return decision.verdict, tuple(decision.steps)


def _most(total: int, heaviest: int) -> int:
    """The most that stacks of `total` cards can score if none has more than `heaviest`."""
    return total // heaviest * heaviest**2 + (total % heaviest) ** 2


class _Sets:
    """The sets of a part's stacks that leave out a given number of them and are worth a try."""

    def __init__(self, position: Position, stacks: list[int], heights: list[int]) -> None:
        self._stacks = stacks
        self._match, self._line = (_renumbered(graph, stacks) for graph in (position.match, position.line))
        self._heights = np.array(heights, np.int64)
        self._next = 0

    def start(self, out: int) -> None:
        """Begin with the sets that leave out `out` stacks."""
        self._next = (1 << out) - 1

    @property
    def is_over(self) -> bool:
        """Whether all sets have been looked at."""
        return not self._next

    def advance(self, score: int, most: int) -> tuple[int, int]:
        """Look at up to `most` sets: how many were looked at, and the cells of one that is worth a try, or 0.

        It must be connected by card and by position, and as the heaviest of a partition allow for more than `score`.
        """
        left_out = np.uint64(self._next)
        looked, after, found = _next_set(self._match, self._line, self._heights, score, most, left_out)
        self._next = int(after)
        return looked, sum(1 << cell for number, cell in enumerate(self._stacks) if int(found) >> number & 1)


def _renumbered(graph: Masks, stacks: list[int]) -> NDArray[np.uint64]:
    """The graph on some cells, with these numbered from 0. Shape (stacks,)."""
    rows = [sum(1 << j for j, other in enumerate(stacks) if int(graph[cell]) >> other & 1) for cell in stacks]
    return np.array(rows, np.uint64)


@compiled
def _next_set(
    match: Masks, line: Masks, heights: NDArray[np.int64], score: int, most: int, left_out: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Look at up to `most` sets: how many were looked at, the next set to leave out, and the set found.

    The search starts with the set `left_out`. The next one is 0 at the end, and so is the set found if there is none.
    """
    n = len(heights)
    everything = (ONE << np.uint64(n - 1) << ONE) - ONE
    total = 0
    for k in range(n):
        total += heights[k]
    looked, found = 0, ZERO
    while left_out and looked < most and not found:
        out = left_out
        looked += 1
        # Gosper's rule: the next larger number with as many bits. Move the highest bit of the lowest run of ones up by
        # one, and the other ones of the run down to the end.
        # Example: 0b0110 → 0b1001 → 0b1010 → 0b1100.
        low = lowest_bit(out)
        ripple = out + low
        after = ripple | ((ripple ^ out) >> (np.uint64(2) + lowest(low)))
        left_out = after if ripple and after <= everything else ZERO
        # Skip a set that is too light: with it as the heaviest, even a perfect rest does not beat `score`.
        weight = total
        left = out
        while left:
            weight -= heights[lowest(left)]
            left &= left - ONE
        if total // weight * weight * weight + (total % weight) * (total % weight) <= score:
            continue
        # Stacks that are not connected by card and by position cannot be collapsed.
        kept = everything & ~out
        if is_connected(match, kept) and is_connected(line, kept):
            found = kept
    return looked, left_out, found
