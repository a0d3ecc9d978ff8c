"""Attributes of a solvable board: what might make it hard to win, measured in some milliseconds.

They come from two kinds of play. The first is whole games, at random and by the heuristic of Roberson & Sperduto
(2019): how many are won, and how many can still be won halfway (Neller and Ziegler's halfway solvability ratio). The
second is winning lines: every move is drawn among those that keep the board solvable. On a winning line we count how
many of the legal moves lose, and how often only one move does not.

Winning lines also measure what would take too many random games. Draw lines as above, with w winning moves among m
legal ones at each step. Then the product of all w is, on average, the number of winning sequences of moves (Knuth
1975), and the product of all w / m is, on average, the chance that a random game is won, however small it is.

All draws come from fixed seeds, so a board has the same attributes on every machine.
"""

from __future__ import annotations

from dataclasses import replace
from math import log10
from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.bits import ONE, Masks, count, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import Position, Status, line_masks, position_of, push, step_of
from boaf.kernel.scratch import scratch
from boaf.players.frames import Frames, advance, copy_frame, frames_of, new_frames
from boaf.players.playout import POLICIES, Policy, choose, stream
from boaf.questions.analysis import short_searches
from boaf.solvers.best_first import WEIGHT
from boaf.solvers.contract import Limits
from boaf.solvers.descent import Search, new_search, run, search_first, start
from boaf.solvers.endgame import Decision, decide
from boaf.support.errors import UndecidedError, UnsolvableError

ATTRIBUTES = {
    "greedy_wins": "share of games won by the greedy player, which draws among equal moves",
    "greedy_halfway": "share of the greedy player's games that can still be won after half of the moves",
    "random_halfway": "share of random games that can still be won after half of the moves "
    "(the halfway solvability ratio)",
    "random_wins": "decimal logarithm of the chance that a random game is won, estimated from winning lines",
    "losing_first_moves": "share of the first moves that lose",
    "losing_moves": "share of the moves that lose, the mean over the steps of winning lines",
    "forced_moves": "steps at which all moves but one lose, the fewest on up to eight winning lines",
    "solutions": "decimal logarithm of the number of winning sequences of moves, estimated from winning lines",
}
"""The attributes by name, with their definitions. A game that ends before half of the moves is not won by then."""

GAMES = 1000
"""The fewest games of each kind: whole ones of the greedy player, and random ones up to half of the moves."""
_RANDOM_HALVES = 2000
"""The most games of each kind; on boards of up to 16 stacks, where they are quick, four times as many."""
_HALVES = 300
"""Games of the greedy player up to half of the moves."""
_GAMES_AT_ONCE = 250
"""Games between two checks of the limits: some hundredths of a second, on hard boards tenths."""
_HALF_NODES = 100
"""A board counts as solvable halfway if a search of this many nodes solves it; hardly any solvable one takes more."""
_LINES = 8
"""Winning lines on a board of up to 16 stacks; larger boards get fewer, because each takes longer."""
_TABLES = 7
_LIMIT_REACHED = "a limit was reached before the board was rated"
_OWN = local()
_RANDOM = scratch((1,), np.uint64)


class _Tools(NamedTuple):
    """Workspace for boards of one size; one for each thread."""

    search: Search
    frames: Frames
    """Two frames."""
    steps: NDArray[np.uint16]
    """Room for all moves of a board."""


class GameCounts:
    """Games from a solvable board: how many the greedy player won, and random ones that could still be won halfway.

    Games are numbered from `first`, and their random numbers follow from that. More can be played while no other board
    is counted in the same thread. `UndecidedError` after a limit.
    """

    def __init__(self, board: Board, limits: Limits, first: int = 0) -> None:
        self._tools = _tools(board.rows, board.cols)
        if _decide(position_of(board), self._tools.search, limits).status == Status.EXHAUSTED:
            raise UnsolvableError("the board is unsolvable, so it has no difficulty")
        copy_frame(frames_of(board), 0, self._tools.frames, 0)
        self._stacks = board.stack_count
        self._limits = limits if self._stacks > 1 else Limits()  # a solved board has nothing to play
        self.most_games = _RANDOM_HALVES * (4 if self._stacks <= 16 else 1)
        """The number of games beyond which a rating does not go."""
        self._first, self.games, self._won, self._halves = first, 0, 0, 0

    def play(self, games: int) -> None:
        """Play until there are this many games of each kind."""
        more = range(self._first + self.games, self._first + games)
        for policy, moves in (("greedy", self._stacks), ("random", self._stacks // 2)):
            won = _count_games(self._tools, policy, more, moves, self._limits)
            self._won += won if policy == "greedy" else 0
            self._halves += won if policy == "random" else 0
        self.games = games

    def shares(self) -> dict[str, float]:
        """The shares of the games so far."""
        return {"greedy_wins": self._won / self.games, "random_halfway": self._halves / self.games}

    def greedy_halfway(self) -> float:
        """The share of the greedy player's games that can still be won halfway."""
        return _count_games(self._tools, "greedy", range(_HALVES), self._stacks // 2, self._limits) / _HALVES


def attributes_of(board: Board, limits: Limits | None = None, counts: GameCounts | None = None) -> dict[str, float]:
    """The attributes of a board, in the order of `ATTRIBUTES`; `counts` has its games if they were played before.

    Raises `UnsolvableError` if the board is unsolvable, and `UndecidedError` if a limit is reached first: `max_nodes`
    of one search, or `max_seconds` of all together.
    """
    limits = limits or Limits()
    if counts is None:
        counts = GameCounts(board, limits)
        counts.play(GAMES)
    found = {**counts.shares(), "greedy_halfway": counts.greedy_halfway()}
    found |= _describe_lines(_winning_lines(position_of(board), _tools(board.rows, board.cols), limits))
    return {name: found[name] for name in ATTRIBUTES}


def _decide(position: Position, search: Search, limits: Limits) -> Decision:
    """Decide a position; `UndecidedError` after a limit."""
    decision = decide(position, search, limits)
    if decision.status == Status.PAUSED:
        raise UndecidedError(_LIMIT_REACHED)
    return decision


def _tools(rows: int, cols: int) -> _Tools:
    if not hasattr(_OWN, "tools"):
        _OWN.tools = {}
    if (rows, cols) not in _OWN.tools:
        search = new_search(rows, cols, _TABLES)
        frames = new_frames(line_masks(rows, cols), 2)
        _OWN.tools[rows, cols] = _Tools(search, frames, np.zeros(rows * cols * (rows + cols - 2), np.uint16))
    tools: _Tools = _OWN.tools[rows, cols]
    return tools


def _count_games(tools: _Tools, policy: str, games: range, moves: int, limits: Limits) -> int:
    """How many of the games from frame 0 can still be won after this many moves, or are won by then."""
    won = 0
    for first in range(games.start, games.stop, _GAMES_AT_ONCE):
        if not limits.seconds_left:
            raise UndecidedError(_LIMIT_REACHED)
        last = min(first + _GAMES_AT_ONCE, games.stop)
        won += int(_count_still_solvable(tools.search, tools.frames, POLICIES[policy], first, last, moves))
    return won


@compiled
def _count_still_solvable(search: Search, frames: Frames, policy: Policy, first: int, last: int, moves: int) -> int:
    """How many of the games `first` … `last` − 1 from frame 0 are won after `moves` moves, or can still be won."""
    random = _RANDOM()
    won = 0
    for game in range(first, last):
        stream(np.uint64(0), game, random)
        copy_frame(frames, 0, frames, 1)
        made = 0
        while made < moves:
            step = choose(frames, 1, policy, WEIGHT, random)
            if step < 0:
                break
            advance(frames, 1, step, 1)
            made += 1
        if made == moves:
            won += _is_solved_soon(search, frames.match[1], frames.occupied[1], _HALF_NODES)
        else:
            won += count(frames.occupied[1]) == 1
    return won


@compiled
def _is_solved_soon(search: Search, match: Masks, occupied: np.uint64, nodes: int) -> bool:
    """Whether a search of up to `nodes` nodes solves a position. Shape (cells,)."""
    start(search, match, occupied)
    return run(search, nodes) == Status.SOLVED


class _Line(NamedTuple):
    """How many moves were legal, and how many of them winning, at each step of a winning line."""

    legal: list[int]
    winning: list[int]


def _winning_lines(position: Position, tools: _Tools, limits: Limits) -> list[_Line]:
    """Winning lines from a position, each move drawn among the winning ones."""
    stacks = int(position.occupied).bit_count()
    known: dict[bytes, tuple[int, NDArray[np.uint16]]] = {}
    random = SplitMix64(0)
    lines = []
    for _ in range(max(1, min(_LINES, _LINES * 16**3 // stacks**3))):
        line = _Line([], [])
        tools.frames.match[1], tools.frames.occupied[1] = position.match, position.occupied
        for _ in range(stacks - 1):
            key = tools.frames.match[1].tobytes()
            if key not in known:
                known[key] = _winning_moves(tools, limits)
            legal, winning = known[key]
            line.legal.append(legal)
            line.winning.append(len(winning))
            step = int(winning[random.below(len(winning))])
            push(tools.frames.match, tools.frames.occupied, 1, step, 1)
        lines.append(line)
    return lines


def _winning_moves(tools: _Tools, limits: Limits) -> tuple[int, NDArray[np.uint16]]:
    """The number of legal moves in frame 1, and the winning ones among them as steps."""
    search, frames = tools.search, tools.frames
    position = Position(frames.occupied[1], frames.match[1].copy(), frames.line, search.lookup.cols)
    legal = tools.steps[: int(_list_steps(frames, tools.steps))]
    nodes = int(search_first(int(position.occupied).bit_count() - 1))
    statuses = short_searches(search, position, legal, nodes, replace(limits, max_nodes=None))
    if not limits.nodes_left(0):
        raise UndecidedError(_LIMIT_REACHED)
    winning = legal[statuses == Status.SOLVED]
    if not len(winning):
        winning = np.array(_decide(position, search, limits).steps[:1], np.uint16)
    return len(legal), winning


@compiled
def _list_steps(frames: Frames, steps: NDArray[np.uint16]) -> int:
    """List the legal moves in frame 1; return how many there are."""
    found = 0
    left = frames.occupied[1]
    while left:
        source = lowest(left)
        left &= left - ONE
        targets = np.uint64(frames.match[1, source]) & np.uint64(frames.line[source])
        while targets:
            steps[found] = step_of(source, lowest(targets))
            targets &= targets - ONE
            found += 1
    return found


def _describe_lines(lines: list[_Line]) -> dict[str, float]:
    """The attributes of winning lines."""
    legal, winning = (np.array(counts, np.float64) for counts in zip(*lines, strict=True))
    if not legal.size:
        return dict.fromkeys(("random_wins", "losing_first_moves", "losing_moves", "forced_moves", "solutions"), 0.0)
    return {
        "random_wins": _log_mean(np.log10(winning / legal).sum(axis=1)),
        "losing_first_moves": float(1 - winning[0, 0] / legal[0, 0]),
        "losing_moves": float(np.mean(1 - winning / legal)),
        "forced_moves": float(((winning == 1) & (legal > 1)).sum(axis=1).min()),
        "solutions": _log_mean(np.log10(winning).sum(axis=1)),
    }


def _log_mean(logarithms: NDArray[np.float64]) -> float:
    """The decimal logarithm of the mean of numbers whose logarithms are given."""
    largest = float(logarithms.max())
    return largest + log10(float(np.mean(10 ** (logarithms - largest))))
