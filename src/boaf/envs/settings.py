"""What the environment and the vector environment are asked for, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from boaf.board import Board
from boaf.cards import STANDARD
from boaf.deals import SEEDS, cell_count, deal
from boaf.rules import require_standard
from boaf.support.errors import BoafError

REWARDS = ("win", "score")
OBSERVATIONS = ("match", "cards")
_START_OPTIONS = ("deal", "board")


@dataclass(frozen=True)
class Settings:
    """The board's shape and the rules of the environment."""

    rows: int
    cols: int
    reward: str
    observation: str
    illegal_penalty: float
    solvable_only: bool

    def __post_init__(self) -> None:
        cell_count(self.rows, self.cols)
        if self.rows * self.cols < 2:
            raise BoafError("a 1 × 1 board has no moves: take at least two cells")
        for value, known, what in ((self.reward, REWARDS, "reward"), (self.observation, OBSERVATIONS, "observation")):
            if value not in known:
                raise BoafError(f"{what} {value!r}: must be one of {', '.join(known)}")
        if not np.isfinite(self.illegal_penalty) or self.illegal_penalty < 0:
            raise BoafError(f"illegal_penalty must be a number from 0 on, not {self.illegal_penalty}")

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols

    @property
    def action_count(self) -> int:
        """How many actions there are, legal or not: source · cells + target."""
        return self.cells**2

    def start_of(self, option: str, value: Any) -> tuple[int | None, Board]:
        """The deal, if it is one, and the board that an option of `reset` asks for."""
        if option == "deal":
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise BoafError(f"option deal {value!r}: must be the number of a deal")
            number = int(value) % SEEDS
            board = deal(number, self.rows, self.cols)
        else:
            if not isinstance(value, str | Board):
                raise BoafError(f"option board {value!r}: must be a board or its text")
            number = None
            if isinstance(value, str):
                board = Board(value, self.rows, self.cols)
            else:  # without the moves that led there
                require_standard(value.rules, "the environment plays by")
                board = Board.from_cells(value.stacks, value.cols)
            if (board.rows, board.cols) != (self.rows, self.cols):
                raise BoafError(f"the board is {board.rows} × {board.cols}, not {self.rows} × {self.cols}")
            if not all(card in STANDARD for stack in board.stacks for card in stack):
                raise BoafError("the environment plays with the standard deck only")
        if board.is_over:
            raise BoafError(f"nothing to play: {board.text()} has no legal move")
        return number, board


def start_option(options: Mapping[str, Any] | None, others: tuple[str, ...] = ()) -> tuple[str, Any] | None:
    """Which of the options of `reset` says how the game starts, and what it says; None for a random deal."""
    options = options or {}
    for name in options:
        if name not in (*_START_OPTIONS, *others):
            raise BoafError(f"option {name!r}: must be one of {', '.join((*_START_OPTIONS, *others))}")
    given = [(name, options[name]) for name in _START_OPTIONS if name in options]
    if len(given) > 1:
        raise BoafError("a game starts from a deal or from a board, not from both")
    return given[0] if given else None
