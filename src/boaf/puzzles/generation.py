"""Puzzles: solvable boards of a given difficulty, by choosing numbered deals or by simulated annealing.

`deals` draws numbers of deals and keeps those that have the difficulty. `annealing` begins with a random deal and
changes the placement of its cards, two that swap their cells or one that is exchanged for a card of the deck, until the
score (`difficulty`) is what is wanted. Changes for the worse are accepted with a chance that falls with the temperature
(Kirkpatrick, Gelatt, Vecchi 1983), unsolvable boards never. The objective is the distance of the log-odds of the score
from the goal: the middle of the level, for level 5 beyond its lower end by as much as level 4 is wide, for level 1
likewise below its upper end.

A board that is not decided within a limit is no puzzle; the limit is one of nodes, so that everything follows from the
seed. A limit of time only ends the work: what is finished by then is kept. The deal of the day follows from the date: a
numbered deal, easy on Monday and hard on Sunday, the same for everyone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from math import exp, log
from typing import Any, NamedTuple

from boaf.board import Board, Move
from boaf.cards import STANDARD, Card
from boaf.deals import SEEDS, SplitMix64, cell_count, deal, random_deal
from boaf.errors import BoafError, UndecidedError
from boaf.progress import Progress
from boaf.puzzles.attributes import attributes_of
from boaf.puzzles.difficulty import LEVELS, Rating, cuts_of, difficulty_of, levels_of, quick_score, rate
from boaf.solvers.contract import Limits, ready
from boaf.solvers.result import Verdict
from boaf.solvers.single import solve

METHODS = {"deals": "choose numbered deals", "annealing": "simulated annealing over the placement of the cards"}
DAILY = (1, 2, 2, 3, 3, 4, 5)
"""The difficulty of the deal of the day, Monday to Sunday."""
_MOST_NODES = 100_000
"""How many nodes a search may take, a second's worth; 4 × 4 deals take some thousands at most."""
_PATIENCE = 1000
"""After this many boards in a row without the difficulty, there is taken to be none."""
_STEPS = 100
_FIRST_TEMPERATURE = 0.5


@dataclass(frozen=True)
class Puzzle:
    """A solvable board with its difficulty and one solution."""

    board: Board
    rating: Rating
    solution: tuple[Move, ...]
    seed: int | None
    """The number of the deal, if it is a numbered one."""

    def _repr_html_(self) -> str:
        """What a notebook shows: the board and its rating."""
        return self.board._repr_svg_() + self.rating._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain values."""
        solution = [str(move) for move in self.solution]
        return {"board": self.board.text(), "seed": self.seed} | self.rating.to_json() | {"solution": solution}


def generate(
    difficulty: int,
    count: int = 1,
    rows: int = 4,
    cols: int = 4,
    seed: int = 0,
    method: str = "deals",
    *,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> list[Puzzle]:
    """Make solvable boards of a given difficulty.

    Parameters
    ----------
    difficulty
        From 1, easy, to 5, hard.
    count
        How many different boards to make.
    rows, cols
        The size of the boards.
    seed
        The same seed gives the same boards.
    method
        `deals` chooses numbered deals; `annealing` moves and exchanges the cards of random deals.
    max_seconds
        The most time to take, without what loading or compiling takes.
    progress
        Called with 1 after each board.

    Returns
    -------
    list of Puzzle
        The boards, each with its rating and a solution; past the limit, those that were finished.

    Raises
    ------
    BoafError
        If a number is out of range, the method is unknown, or boards of this size have no such difficulty.
    UndecidedError
        If no board was finished within the limit.

    Examples
    --------
    >>> import boaf
    >>> puzzle, = boaf.generate(2, rows=3, cols=3, seed=1)
    >>> puzzle.rating.difficulty, len(puzzle.solution)
    (2, 8)

    """
    if difficulty not in LEVELS:
        raise BoafError(f"the difficulty must be one of {', '.join(map(str, LEVELS))}, not {difficulty!r}")
    if count < 1:
        raise BoafError(f"the number of puzzles must be at least 1, but it is {count}")
    if method not in METHODS:
        raise BoafError(f"unknown method {method!r}: choose from {', '.join(METHODS)}")
    cell_count(rows, cols)
    ready(rows, cols, attributes_of)
    wish = _Wish(difficulty, rows, cols, Limits(_MOST_NODES, max_seconds))
    if difficulty not in (levels := levels_of(rows, cols)):
        raise _no_boards(wish, f"the difficulties there are {', '.join(map(str, levels))}")
    make = _chosen_deals if method == "deals" else _annealed_boards
    puzzles: list[Puzzle] = []
    try:
        for board, number in make(wish, SplitMix64(seed)):
            with suppress(UndecidedError):
                puzzles.append(_puzzle(board, number, wish.limits))
                if progress:
                    progress(1)
            if len(puzzles) == count:
                break
    except UndecidedError:
        if not puzzles:
            raise UndecidedError(f"no puzzle was finished within {max_seconds:g} seconds") from None
    return puzzles


def daily(date: Date, *, max_seconds: float | None = None) -> Puzzle:
    """The deal of the day: a numbered 4 × 4 deal, the same for everyone, easy on Monday and hard on Sunday.

    Parameters
    ----------
    date
        A `datetime.date`.
    max_seconds
        The most time to take, without what loading or compiling takes.

    Returns
    -------
    Puzzle
        The deal with its number, its rating and a solution.

    Raises
    ------
    BoafError
        If `date` is something else.
    UndecidedError
        If the deal was not found within the limit.

    Examples
    --------
    >>> import boaf, datetime
    >>> boaf.daily(datetime.date(2026, 11, 15)).rating.difficulty
    5

    """
    if not isinstance(date, Date):
        raise BoafError(f"expected a datetime.date, not {date!r}: datetime.date.fromisoformat reads a text")
    (puzzle,) = generate(DAILY[date.weekday()], seed=date.toordinal(), max_seconds=max_seconds)
    return puzzle


class _Wish(NamedTuple):
    """What kind of boards to make, within which limits."""

    difficulty: int
    rows: int
    cols: int
    limits: Limits
    """Its nodes hold for each search, its time for everything."""

    def is_met_by(self, score: float) -> bool:
        """Whether a board with this score has the difficulty."""
        return difficulty_of(score, self.rows, self.cols) == self.difficulty


def _puzzle(board: Board, number: int | None, limits: Limits) -> Puzzle:
    """The board with its rating and a solution; `UndecidedError` past a limit."""
    rating = rate(board, max_nodes=limits.max_nodes, max_seconds=limits.seconds_left)
    result = solve(board, tables=7, max_nodes=limits.max_nodes, max_seconds=limits.seconds_left)
    if result.verdict is Verdict.UNKNOWN:
        raise UndecidedError("a limit was reached before the board was solved")
    return Puzzle(board, rating, result.moves, number)


def _score(board: Board, limits: Limits) -> float | None:
    """The score of a board that can be a puzzle, or None; `UndecidedError` when the time is over."""
    try:
        return quick_score(board, limits)
    except UndecidedError:
        if not limits.seconds_left:
            raise
        return None


def _no_boards(wish: _Wish, why: str, found: int = 0) -> BoafError:
    more = f"after {found} different ones no further" if found else "no"
    return BoafError(f"{more} {wish.rows} × {wish.cols} board of difficulty {wish.difficulty} was found: {why}")


def _chosen_deals(wish: _Wish, random: SplitMix64) -> Iterator[tuple[Board, int | None]]:
    """Different numbered deals of a difficulty."""
    misses, found = 0, set()
    while misses < _PATIENCE:
        number = random.below(SEEDS)
        board = deal(number, wish.rows, wish.cols)
        score = _score(board, wish.limits)
        misses += 1
        if score is not None and wish.is_met_by(score) and board.text() not in found:
            misses = 0
            found.add(board.text())
            yield board, number
    raise _no_boards(wish, f"{_PATIENCE} deals in a row have others", len(found))


def _annealed_boards(wish: _Wish, random: SplitMix64) -> Iterator[tuple[Board, None]]:
    """Different boards of a difficulty, each annealed from another random deal."""
    misses, found = 0, set()
    while misses * _STEPS < _PATIENCE:
        board, score = _anneal(wish, random)
        misses += 1
        if wish.is_met_by(score) and board.text() not in found:
            misses = 0
            found.add(board.text())
            yield board, None
    raise _no_boards(wish, f"{_PATIENCE} steps of annealing lead to others", len(found))


def _goal(difficulty: int, rows: int, cols: int) -> tuple[float, float]:
    """The log-odds of the score that annealing makes for, and how near is near enough: halfway to the level's end."""
    cuts = [_log_odds(cut) for cut in cuts_of(rows, cols)]
    ends = [2 * cuts[0] - cuts[1], *cuts, 2 * cuts[-1] - cuts[-2]]
    low, high = ends[difficulty - 1], ends[difficulty]
    goal = {1: low, len(LEVELS): high}.get(difficulty, (low + high) / 2)
    return goal, (high - low) / 4


def _log_odds(score: float) -> float:
    return log(score / (1 - score))


def _anneal(wish: _Wish, random: SplitMix64) -> tuple[Board, float]:
    """A solvable board whose score is near to the goal of a difficulty, and its score."""
    goal, near = _goal(wish.difficulty, wish.rows, wish.cols)
    score = None
    while score is None:
        board = random_deal(random.next(), wish.rows, wish.cols)
        score = _score(board, wish.limits)
    best, best_score = board, score
    for step in range(_STEPS):
        if abs(_log_odds(best_score) - goal) <= near:
            break
        changed = _changed(board, random)
        found = _score(changed, wish.limits)
        chance = random.next() / 2**64
        if found is None:
            continue
        worse = abs(_log_odds(found) - goal) - abs(_log_odds(score) - goal)
        temperature = _FIRST_TEMPERATURE * (1 - step / _STEPS)
        if worse <= 0 or chance < exp(-worse / temperature):
            board, score = changed, found
            if abs(_log_odds(score) - goal) < abs(_log_odds(best_score) - goal):
                best, best_score = board, score
    return best, best_score


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
