"""The boards that generation tries, one draw after another; each can be judged independently.

Draw k of a seed is a numbered deal, or a board annealed with a random generator of its own, and depends on the seed and
k alone. So draws can be judged on any number of threads, beginning with any draw.

`deals` draws numbers of deals and keeps those whose level is certain (`difficulty.CERTAIN`). `annealing` begins with a
random deal and changes cards until the score is near the goal. Changes for the worse are accepted with a chance that
falls with the temperature (Kirkpatrick, Gelatt, Vecchi 1983), unsolvable boards never. The goal, in log-odds of the
score, is the middle of the level; levels 1 and 5 are extended by the width of their neighbour.

A board that is not decided within a limit of nodes is not a puzzle, so that everything depends on the seed alone. A
limit of time only ends the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import exp
from typing import Any, NamedTuple, TypeVar

from boaf.board import Board, Move
from boaf.cards import STANDARD, Card
from boaf.deals import SEEDS, SplitMix64, deal, random_deal
from boaf.puzzles.designs import Filters, themed_board
from boaf.puzzles.difficulty import CERTAIN, LEVELS, Counted, Rating, cuts_of, log_odds, quick_score
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.single import solve
from boaf.support.errors import UndecidedError, UnsolvableError

MOST_NODES = 100_000
"""The limit of a search in nodes, about a second; 4 × 4 deals take some thousands at most."""
METHODS = {"deals": 1000, "annealing": 10}
"""For each method the number of draws in a row without a difficulty after which boards of it are taken not to exist."""
_SCREENS = (100, 300)
"""Games after which a board is dropped if it hardly has a level that is wanted."""
_POSSIBLE = 0.02
"""How likely it must have it."""
_STEPS = 100
T = TypeVar("T")
_FIRST_TEMPERATURE = 0.5


@dataclass(frozen=True)
class Puzzle:
    """A solvable board with its difficulty and one solution."""

    board: Board
    rating: Rating
    solution: tuple[Move, ...]
    seed: int | None
    """The number of the deal, if it is a numbered one."""
    counts: dict[str, int] = field(default_factory=dict)
    """The numbers of solutions and traps, if filters counted them."""

    def _repr_html_(self) -> str:
        """What a notebook shows: the board and its rating."""
        return self.board._repr_svg_() + self.rating._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain values."""
        values = {"board": self.board.text(), "seed": self.seed, **self.rating.to_json(), **self.counts}
        return values | {"solution": [str(move) for move in self.solution]}


@dataclass(frozen=True)
class PuzzleRequest:
    """Which boards to generate, how, and within which limits."""

    difficulties: tuple[int, ...]
    count: int
    """Of each difficulty."""
    rows: int
    cols: int
    seed: int
    method: str
    limits: Limits
    """Of nodes for each search, of time for everything."""
    filters: Filters = field(default_factory=Filters)


class Draw(NamedTuple):
    """What determines a board."""

    number: int
    """Counted from 0."""
    difficulty: int | None
    """The goal of annealing; None for a deal."""
    seed: int
    """The number of the deal, or the seed of the generator for annealing."""


def draws(request: PuzzleRequest) -> Iterator[Draw]:
    """All draws, without end."""
    random, number = SplitMix64(request.seed), 0
    while True:
        if request.method == "deals":
            yield Draw(number, None, random.below(SEEDS))
        else:
            yield Draw(number, request.difficulties[number % len(request.difficulties)], random.next())
        number += 1


def judged(draw: Draw, request: PuzzleRequest, is_wanted: Callable[[int, str], bool]) -> Puzzle | None:
    """The puzzle of a draw, if its level is certain and `is_wanted` accepts that and the text of its board.

    Raises `UndecidedError` when the time is over.
    """
    levels = request.difficulties if draw.difficulty is None else (draw.difficulty,)
    number: int | None = None
    if draw.difficulty is not None:
        board = _anneal(draw.difficulty, request, SplitMix64(draw.seed))
    elif request.filters.theme is not None:
        board = themed_board(request.filters.theme, request.rows, request.cols, SplitMix64(draw.seed))
    else:
        board, number = deal(draw.seed, request.rows, request.cols), draw.seed
    text = board.text()
    levels = tuple(level for level in levels if is_wanted(level, text))
    return _if_solvable(request.limits, lambda: _puzzle(board, number, levels, request)) if levels else None


def _puzzle(board: Board, number: int | None, levels: tuple[int, ...], request: PuzzleRequest) -> Puzzle | None:
    """The board with its rating and a solution, if it certainly has one of the levels; errors as for `rate`."""
    limits, size = request.limits, (request.rows, request.cols)
    counted = Counted(board, limits)
    for games in _SCREENS:
        # What happens to a board of some level does not depend on which other levels are still wanted.
        estimate = counted.estimate(games)
        levels = tuple(level for level in levels if estimate.chance(level, *size) >= _POSSIBLE)
        if not levels:
            return None
    level, certainty = counted.level()
    if level not in levels or certainty < CERTAIN:
        return None
    rating = counted.rating()
    result = solve(board, tables=7, max_nodes=limits.max_nodes, max_seconds=limits.seconds_left)
    if result.verdict is Verdict.UNKNOWN:
        raise UndecidedError("a limit was reached before the board was solved")
    counts = request.filters.measured(board, result.moves, limits)
    return None if counts is None else Puzzle(board, rating, result.moves, number, counts)


def _score(board: Board, limits: Limits) -> float | None:
    """The score of a board; None if it cannot be a puzzle, `UndecidedError` when the time is over."""
    return _if_solvable(limits, lambda: quick_score(board, limits))


def _if_solvable(limits: Limits, compute: Callable[[], T]) -> T | None:
    """What a function computes; None if the board is unsolvable or not decided, `UndecidedError` after the time."""
    try:
        return compute()
    except UnsolvableError:
        return None
    except UndecidedError:
        if not limits.seconds_left:
            raise
        return None


def _goal(difficulty: int, rows: int, cols: int) -> tuple[float, float]:
    """The log-odds of the score that is the goal of annealing, and how near is near enough: half of the level."""
    cuts = [log_odds(cut) for cut in cuts_of(rows, cols)]
    ends = [2 * cuts[0] - cuts[1], *cuts, 2 * cuts[-1] - cuts[-2]]
    low, high = ends[difficulty - 1], ends[difficulty]
    goal = {1: low, len(LEVELS): high}.get(difficulty, (low + high) / 2)
    return goal, (high - low) / 4


def _anneal(difficulty: int, request: PuzzleRequest, random: SplitMix64) -> Board:
    """A solvable board whose score is near to the goal of a difficulty."""
    goal, near = _goal(difficulty, request.rows, request.cols)
    score = None
    while score is None:
        board = random_deal(random.next(), request.rows, request.cols)
        score = _score(board, request.limits)
    best, best_score = board, score
    for step in range(_STEPS):
        if abs(log_odds(best_score) - goal) <= near:
            break
        changed = _changed(board, random)
        found = _score(changed, request.limits)
        chance = random.next() / 2**64
        if found is None:
            continue
        worse = abs(log_odds(found) - goal) - abs(log_odds(score) - goal)
        temperature = _FIRST_TEMPERATURE * (1 - step / _STEPS)
        if worse <= 0 or chance < exp(-worse / temperature):
            board, score = changed, found
            if abs(log_odds(score) - goal) < abs(log_odds(best_score) - goal):
                best, best_score = board, score
    return best


def _changed(board: Board, random: SplitMix64) -> Board:
    """The deal with two cards swapped, or with one exchanged for a card that is not on the board."""
    cards: list[Card | None] = list(board.tops)
    rest = [card for card in STANDARD if card not in cards]
    first, second = random.below(len(cards)), random.below(len(cards) + len(rest))
    if second < len(cards):
        cards[first], cards[second] = cards[second], cards[first]
    else:
        cards[first] = rest[second - len(cards)]
    return Board.from_cells(cards, board.cols)
