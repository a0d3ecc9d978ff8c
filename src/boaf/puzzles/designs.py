"""What a designer of puzzles may ask for besides a difficulty: themes, few solutions, forced moves, traps, only moves.

A theme is a way to draw boards. `mirror` puts cards of the same rank and colour into cells that mirror each other left
and right; the other themes draw from part of the deck. A trap is a step of the solution at which the greedy player
might choose a move that loses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boaf.board import Board, Move
from boaf.cards import STANDARD, Card
from boaf.deals import SplitMix64, deal
from boaf.players.registry import think
from boaf.questions.analysis import analyze
from boaf.questions.solution_count import count_solutions
from boaf.solvers.contract import Limits, Verdict
from boaf.support.errors import BoafError, ParameterError, UndecidedError, whole_number

THEMES: dict[str, tuple[str, Callable[[Card], bool]]] = {
    "mirror": ("left and right mirror each other, with equal ranks and colours", lambda _card: True),
    "red": ("hearts and diamonds", lambda card: card.suit in (2, 3)),
    "black": ("clubs and spades", lambda card: card.suit in (1, 4)),
    "low": ("aces to eights", lambda card: card.rank <= 8),
    "high": ("sixes to kings", lambda card: card.rank >= 6),
}
"""The themes by name, each with its description and the cards that it uses."""
_MOST_SETS = 100_000
"""The most sets that a count of solutions may look at; a board with more has far too many solutions to be asked for."""
_LEAST_CHOICES = 3
_LINES = 8
"""Winning lines on which a position with one winning move is looked for."""


@dataclass(frozen=True)
class Filters:
    """What a puzzle must have besides its difficulty; None for anything."""

    theme: str | None = None
    max_solutions: int | None = None
    """At most this many solutions, up to the order of independent moves; no board has only one."""
    min_forced: int | None = None
    """At least this many steps of the solution at which all moves but one lose."""
    min_traps: int | None = None
    """At least this many steps of the solution with a losing move that the greedy player likes."""

    def __post_init__(self) -> None:
        if self.theme is not None and self.theme not in THEMES:
            raise BoafError(f"unknown theme {self.theme!r}: choose from {', '.join(THEMES)}")
        for name, low, high in (("max_solutions", 2, 1 << 62), ("min_forced", 0, 50), ("min_traps", 0, 50)):
            value = getattr(self, name)
            if value is not None and not low <= whole_number(name, value) <= high:
                raise ParameterError(f"{name} must be from {low} to {high:,}, not {value:,}", name)

    def __bool__(self) -> bool:
        return self != Filters()

    def to_json(self) -> dict[str, Any]:
        """The filters that are set, as plain values."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def measured(self, board: Board, solution: tuple[Move, ...], limits: Limits) -> dict[str, int] | None:
        """What was asked for and found, None if the board does not fit; `UndecidedError` when the time is over."""
        found = {}
        least = {"forced": self.min_forced, "traps": self.min_traps}
        if any(number is not None for number in least.values()):
            decisions = decisions_of(board, solution, limits)
            found = {name: decisions[name] for name, number in least.items() if number is not None}
            if any(found[name] < (least[name] or 0) for name in found):
                return None
        if self.max_solutions is not None:
            counted = count_solutions(board, max_nodes=_MOST_SETS, max_seconds=limits.seconds_left).solutions
            if counted > self.max_solutions:
                return None
            found["solutions"] = counted
        return found


def themed_board(theme: str, rows: int, cols: int, random: SplitMix64) -> Board:
    """A random board of a theme; refused if the theme has too few cards."""
    what, fits = THEMES[theme]
    cards = [card for card in STANDARD if fits(card)]
    if rows * cols > len(cards):
        raise BoafError(f"theme {theme} ({what}) has {len(cards)} cards, too few for {rows} × {cols}")
    if theme != "mirror":
        return Board.from_cells([cards.pop(random.below(len(cards))) for _ in range(rows * cols)], cols)
    twins = [(card, Card(card.rank, 5 - card.suit)) for card in cards if card.suit <= 2]  # of one rank and colour
    grid = []
    for _ in range(rows):
        pairs = [twins.pop(random.below(len(twins)))[:: random.below(2) * 2 - 1] for _ in range(cols // 2)]
        grid.append([pair[0] for pair in pairs] + [None] * (cols % 2) + [pair[1] for pair in reversed(pairs)])
    rest = [card for pair in twins for card in pair]
    filled = [[rest.pop(random.below(len(rest))) if card is None else card for card in row] for row in grid]
    return Board.from_grid(filled)


def decisions_of(board: Board, solution: tuple[Move, ...], limits: Limits) -> dict[str, int]:
    """How many steps of a solution are forced, and how many have a trap; `UndecidedError` when the time is over."""
    game, found = board.copy(), {"forced": 0, "traps": 0}
    for move in solution:
        candidates = think(game, "greedy").candidates
        liked = {candidate.move for candidate in candidates if candidate.value == candidates[0].value}
        fates = analyze(game, max_nodes=limits.max_nodes, max_seconds=limits.seconds_left).moves
        if not limits.seconds_left:
            raise UndecidedError("a limit was reached before the decisions were counted")
        losing = {other for other, fate in fates if fate is Verdict.UNSOLVABLE}
        found["forced"] += 0 < len(losing) == len(fates) - 1
        found["traps"] += bool(losing & liked)
        game.push(move)
    return found


@dataclass(frozen=True)
class OnlyMove:
    """A position in which exactly one of several legal moves keeps the board solvable."""

    board: Board
    move: Move
    legal_moves: int
    solution: tuple[Move, ...]
    """The moves from here to the end; the first is `move`."""
    seed: int
    """The number of the deal that the position comes from."""

    def to_json(self) -> dict[str, Any]:
        """The position as plain values."""
        values = {"board": self.board.text(), "seed": self.seed, "legal_moves": self.legal_moves}
        return values | {"move": str(self.move), "solution": list(map(str, self.solution))}


def only_move(
    seed: int, rows: int = 4, cols: int = 4, stacks: int = 8, *, max_seconds: float | None = None
) -> OnlyMove | None:
    """The first position with exactly one winning move on random winning lines of a numbered deal, or None.

    It has at least `stacks` stacks and three legal moves. `UndecidedError` if the limit is reached first.

    >>> found = only_move(1)
    >>> found.board.stack_count, found.legal_moves, str(found.move)
    (9, 8, 'KD-KH')
    """
    from boaf.solvers.single import solve

    if whole_number("stacks", stacks) < 2:
        raise ParameterError(f"stacks must be 2 or more, not {stacks}", "stacks")
    limits, random = Limits(None, max_seconds), SplitMix64(seed)
    for _ in range(_LINES):
        game = deal(seed, rows, cols)
        while game.stack_count >= stacks:
            fates = analyze(game, max_seconds=limits.seconds_left).moves
            if not limits.seconds_left:
                raise UndecidedError("a limit was reached before the position was found")
            winning = [move for move, fate in fates if fate is Verdict.SOLVABLE]
            if not winning:
                return None
            if len(winning) == 1 and len(fates) >= _LEAST_CHOICES:
                board = Board.from_cells(game.stacks, game.cols)
                game.push(winning[0])
                rest = solve(game, max_seconds=limits.seconds_left).moves
                return OnlyMove(board, winning[0], len(fates), (winning[0], *rest), seed)
            game.push(winning[random.below(len(winning))])
    return None
