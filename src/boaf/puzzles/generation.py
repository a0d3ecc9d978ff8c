"""Puzzles: solvable boards of given difficulties, by choosing numbered deals or by simulated annealing.

Boards are drawn one after another (`candidates`), and the puzzles among them are taken in that order, until there are
enough of each difficulty. Threads judge several draws at once, which does not change the puzzles.

The deal of the day follows from the date: a numbered deal, easy on Monday and hard on Sunday, the same for everyone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import date as Date  # noqa: N812
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from boaf import __version__
from boaf.deals import SplitMix64, cell_count
from boaf.puzzles.candidates import METHODS, MOST_NODES, Draw, Puzzle, PuzzleRequest, draws, judged
from boaf.puzzles.designs import Filters, themed_board
from boaf.puzzles.difficulty import LEVELS, levels_of
from boaf.solvers.contract import Limits
from boaf.support.errors import BoafError, ParameterError, UndecidedError, whole_number
from boaf.support.files import digest_of, json_text
from boaf.support.progress import Progress, no_progress
from boaf.support.schema import shown, text, whole
from boaf.support.store import LineFile, line_of, require_same
from boaf.support.threads import in_order, thread_count, thread_pool

DAILY = (1, 2, 2, 3, 3, 4, 5)
"""The difficulty of the deal of the day, Monday to Sunday."""
MOST_PUZZLES = 1_000_000
"""The most puzzles of one difficulty; their boards are kept in memory, since no two may be the same."""
_AHEAD = 4
"""How many draws each thread may start before the first of them is finished."""
_PATIENCE = 100
"""How many times as many draws may fail in a row if there are filters."""
_REMEDY = "delete it or choose another name"
_DIGITS = 16
_TAKEN = {"draw": whole(0, 1 << 62), "difficulty": whole(1, 5), "board": text()}
"""What is needed of a puzzle in order to resume."""


class Taken(NamedTuple):
    """What is needed of a finished puzzle in order to resume after it."""

    draw: int
    difficulty: int
    board: str


def generate(
    difficulty: int,
    count: int = 1,
    rows: int = 4,
    cols: int = 4,
    seed: int = 0,
    method: str = "deals",
    *,
    max_seconds: float | None = None,
    threads: int = 1,
    progress: Progress = no_progress,
    **filters: Any,
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
        A limit in seconds of wall time.
    threads
        How many threads share the work; the boards are the same for any number.
    progress
        Called with 1 after each board.
    **filters
        What else a puzzle must have: `theme` (one of `boaf.puzzles.THEMES`), `max_solutions` up to the order of
        independent moves, and on the solution `min_forced` steps with one winning move and `min_traps` traps.

    Returns
    -------
    list of Puzzle
        The boards, each with its rating and a solution; after the limit, those that were finished.

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
    request = make_request((difficulty,), count, rows, cols, seed, method, max_seconds=max_seconds, **filters)
    puzzles: list[Puzzle] = []
    try:
        for _, puzzle in stream(request, threads=threads):
            puzzles.append(puzzle)
            progress(1)
    except UndecidedError:
        if not puzzles:
            raise UndecidedError(f"no puzzle was finished within {max_seconds:g} seconds") from None
    return puzzles


def daily(
    date: Date,
    group: str | None = None,
    rows: int = 4,
    cols: int = 4,
    difficulty: int | None = None,
    *,
    max_seconds: float | None = None,
) -> Puzzle:
    """The deal of the day: a numbered deal, the same for everyone, easy on Monday and hard on Sunday.

    Parameters
    ----------
    date
        A `datetime.date`.
    group
        A name, such as that of a class, which then has a deal of its own.
    rows, cols, difficulty
        For a group: the size, and the difficulty instead of that of the weekday.
    max_seconds
        A limit in seconds of wall time.

    Returns
    -------
    Puzzle
        The deal with its number, its rating and a solution.

    Raises
    ------
    BoafError
        If `date` is something else, or a size or a difficulty is given without a group.
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
    level, seed = DAILY[date.weekday()], date.toordinal()
    if group is not None:
        if not group.strip():
            raise BoafError("the name of the group is empty")
        level = level if difficulty is None else difficulty
        seed = int(digest_of(f"{date.isoformat()} {' '.join(group.split())}")[:_DIGITS], 16)
    elif (rows, cols, difficulty) != (4, 4, None):
        raise BoafError("the deal of the day is the same for everyone: name a group to choose its size or difficulty")
    (puzzle,) = generate(level, 1, rows, cols, seed, max_seconds=max_seconds)
    return puzzle


def make_request(
    difficulties: Iterable[int],
    count: int,
    rows: int = 4,
    cols: int = 4,
    seed: int = 0,
    method: str = "deals",
    *,
    max_seconds: float | None = None,
    **filters: Any,
) -> PuzzleRequest:
    """A checked request; refused if a number is out of range or boards of this size have no such difficulty."""
    for difficulty in difficulties:
        if not isinstance(difficulty, int) or difficulty not in LEVELS:
            raise BoafError(f"the difficulty must be one of {', '.join(map(str, LEVELS))}, not {shown(difficulty)}")
    chosen = tuple(sorted(set(difficulties)))
    if not 1 <= whole_number("count", count) <= MOST_PUZZLES:
        raise ParameterError(f"count must be from 1 to {MOST_PUZZLES:,}, not {count:,}", "count")
    if method not in METHODS:
        raise BoafError(f"unknown method {method!r}: choose from {', '.join(METHODS)}")
    cell_count(rows, cols)
    whole_number("seed", seed)
    if unknown := sorted(filters.keys() - {field.name for field in fields(Filters)}):
        raise BoafError(f"unknown filter {unknown[0]!r}: choose from {', '.join(Filters.__annotations__)}")
    wanted = Filters(**filters)
    most = max(rows * cols - 2, 0)  # whichever of the last two stacks moves, the game is won
    for name in ("min_forced", "min_traps"):
        if (getattr(wanted, name) or 0) > most:
            raise ParameterError(f"{name} must be at most {most} on {rows} × {cols}: the last move never loses", name)
    if wanted.theme is not None:
        if method != "deals":
            raise BoafError(f"method {method} has no themes: it changes the cards")
        themed_board(wanted.theme, rows, cols, SplitMix64(0))
    request = PuzzleRequest(chosen, count, rows, cols, seed, method, Limits(MOST_NODES, max_seconds), wanted)
    levels = levels_of(rows, cols)
    for difficulty in chosen:
        if difficulty not in levels:
            raise _no_boards(request, difficulty, f"the difficulties there are {', '.join(map(str, levels))}")
    return request


def stream(
    request: PuzzleRequest, *, threads: int | None = None, before: Sequence[Taken] = ()
) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a request, all different, each with the number of its draw, as soon as they are finished.

    `before` are those of an earlier run, which is resumed. Raises `UndecidedError` when the time is over.
    """
    tally = _Tally(request)
    for taken in before:
        tally.take(taken)
    if not tally.wanted:
        return
    for draw, puzzle in _judged(islice(draws(request), tally.next_draw, None), request, tally, threads):
        if puzzle and tally.is_wanted(puzzle.rating.difficulty, text := puzzle.board.text()):
            tally.take(Taken(draw.number, puzzle.rating.difficulty, text))
            yield draw.number, puzzle
            if not tally.wanted:
                return
        else:
            tally.check_patience(draw)


def _judged(
    chosen: Iterable[Draw], request: PuzzleRequest, tally: _Tally, threads: int | None
) -> Iterator[tuple[Draw, Puzzle | None]]:
    """Each draw with its puzzle, if it gives one, in order."""

    def judge(draw: Draw) -> tuple[Draw, Puzzle | None]:
        # A board that is no longer wanted never is again, so a thread that learns of it late only wastes work.
        return draw, judged(draw, request, tally.is_wanted)

    number = thread_count(threads)
    if number == 1:
        yield from map(judge, chosen)
        return
    with thread_pool(number) as pool:
        yield from in_order(pool, judge, chosen, _AHEAD * number)


class _Tally:
    """The puzzles taken so far, and the difficulties still wanted."""

    def __init__(self, request: PuzzleRequest) -> None:
        self._request = request
        self._taken = dict.fromkeys(request.difficulties, 0)
        self._last = dict.fromkeys(request.difficulties, -1)
        """The draw of the last puzzle of each difficulty."""
        self.wanted = set(request.difficulties)
        self._boards: set[str] = set()
        self.next_draw = 0

    def is_wanted(self, difficulty: int, board: str) -> bool:
        return difficulty in self.wanted and board not in self._boards

    def take(self, taken: Taken) -> None:
        self._boards.add(taken.board)
        self.next_draw = taken.draw + 1
        self._last[taken.difficulty] = taken.draw
        self._taken[taken.difficulty] += 1
        if self._taken[taken.difficulty] >= self._request.count:
            self.wanted.discard(taken.difficulty)

    def check_patience(self, draw: Draw) -> None:
        """Give up if a difficulty has not been seen for too long."""
        rate = 1 if draw.difficulty is None else len(self._request.difficulties)
        most = METHODS[self._request.method] * (_PATIENCE if self._request.filters else 1)
        for difficulty in self.wanted:
            if (draw.number - self._last[difficulty]) // rate >= most:
                why = f"{most:,} {'deals' if draw.difficulty is None else 'annealed boards'} in a row have others"
                raise _no_boards(self._request, difficulty, why, self._taken[difficulty])


def missing(request: PuzzleRequest, made: Iterable[int]) -> str:
    """Which puzzles of a request are missing, in words, from the difficulties of those that were made."""
    found = Counter(made)
    left = {level: request.count - found[level] for level in request.difficulties if found[level] < request.count}
    parts = ", ".join(f"{number:,} of difficulty {level}" for level, number in left.items())
    why = "; few boards pass the filters" if request.filters else ""
    return f"{parts} {'is' if sum(left.values()) == 1 else 'are'} missing{why}"


def _no_boards(request: PuzzleRequest, difficulty: int, why: str, found: int = 0) -> BoafError:
    more = f"after {found} different ones no further" if found else "no"
    return BoafError(f"{more} {request.rows} × {request.cols} board of difficulty {difficulty} was found: {why}")


class PuzzleFile:
    """The file of a request, one JSON object per line, which grows puzzle by puzzle and can be resumed.

    The first line has the recipe; each other line has a puzzle and the number of its draw. `check` in every line is a
    digest of that line and of all lines before it, so a file is only resumed if it is as it was written. `taken` are
    the puzzles that it holds.
    """

    def __init__(self, path: Path, request: PuzzleRequest) -> None:
        self._file = LineFile(path)
        self._recipe = {"boaf": __version__, **vars(request), "difficulties": list(request.difficulties)}
        del self._recipe["limits"]  # the puzzles do not depend on them
        self._recipe["filters"] = request.filters.to_json()
        self._check = ""
        self.taken: list[Taken] = []
        for number, (where, values) in enumerate(self._file.lines()):
            self._read(number, where, values)
        self._head = None if self._file.size else self._signed({"recipe": self._recipe})
        if self._head and not line_of(self._head).startswith(self._file.rest):
            raise self._foreign()

    def write(self, draw: int, puzzle: Puzzle) -> None:
        """Add a puzzle, after the recipe if it is the first."""
        if self._head:
            self._file.append(self._head)
            self._head = None
        self._file.append(self._signed({"draw": draw} | puzzle.to_json()))

    def _signed(self, values: dict[str, Any]) -> dict[str, Any]:
        self._check = _digest(self._check, values)
        return values | {"check": self._check}

    def _foreign(self) -> BoafError:
        return BoafError(f"{self._file.path} is not a file of puzzles: {_REMEDY}")

    def _read(self, number: int, where: str, values: Any) -> None:
        if number == 0:
            if not isinstance(values, dict) or not isinstance(values.get("recipe"), dict):
                raise self._foreign()
            require_same(f"{self._file.path} holds other puzzles", values["recipe"], self._recipe, _REMEDY)
        check = values.pop("check", None) if isinstance(values, dict) else None
        self._check = _digest(self._check, values)
        if check != self._check:
            raise BoafError(f"{where} is not as it was written: {_REMEDY}")
        if number:
            for name, shape in _TAKEN.items():
                shape(values.get(name) if isinstance(values, dict) else None, f"{name!r} in {where}")
            if values["difficulty"] not in self._recipe["difficulties"]:
                raise BoafError(f"{where} has a difficulty that was not asked for: {_REMEDY}")
            self.taken.append(Taken(values["draw"], values["difficulty"], values["board"]))


def _digest(before: str, values: Any) -> str:
    return digest_of(before, json_text(values))[:_DIGITS]
