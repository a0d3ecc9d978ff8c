"""The game as a Gymnasium environment.

    env = gymnasium.make("boaf.envs:BirdsOfAFeather-v0", rows=4, cols=4)

docs/environment.md describes actions, observations, rewards and masks. `gymnasium.make` breaks off a game after 256
steps, five times as many as the longest game has moves, for players that ignore the mask.

This environment plays on a `Board`, one move at a time; the vector environment (`boaf.envs.vector_env`) plays many
games on the kernel and returns the same.
"""

from __future__ import annotations

from typing import Any, SupportsInt, cast

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.cards import STANDARD
from boaf.deals import SEEDS, SplitMix64, deal
from boaf.envs.games import NO_DEAL, plane_count
from boaf.envs.settings import Settings, start_option
from boaf.kernel.bits import Masks
from boaf.kernel.dealing import cards_of, match_cards
from boaf.kernel.position import line_masks
from boaf.solvers.contract import Verdict
from boaf.solvers.single import solve
from boaf.support.errors import BoafError, IllegalMoveError, MissingExtraError

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtraError("gymnasium", "learn") from None

Observation = NDArray[np.int8]
RENDER_MODES = ("ansi", "rgb_array")


def observation_space(settings: Settings) -> spaces.Space[Observation]:
    """Planes of zeros and ones, and one of heights. Shape (planes, rows, cols)."""
    planes = plane_count(settings.cells, settings.observation == "cards")
    high = np.ones((planes, settings.rows, settings.cols), np.int8)
    high[-1] = len(STANDARD)
    return cast(spaces.Space[Observation], spaces.Box(np.zeros_like(high), high, dtype=np.int8))


def stream_seed(random: np.random.Generator) -> int:
    """Where the stream of deals of one game after the other begins."""
    return int(random.integers(0, 2**64, dtype=np.uint64))


class BirdsOfAFeather(gymnasium.Env[Observation, np.int64]):
    """One game after the other on boards of one shape.

    `reward` is `win` or `score`, `observation` is `match` or `cards`. `solvable_only` asks the exact solver about each
    random deal and draws again if it is unsolvable. `reset` takes the options `deal`, the number of a deal, and
    `board`, a `Board` or its text; both are taken as they are, solvable or not.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (as in the base class)

    def __init__(
        self,
        rows: int = 4,
        cols: int = 4,
        *,
        reward: str = "win",
        observation: str = "match",
        illegal_penalty: float = 0.1,
        solvable_only: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._settings = Settings(rows, cols, reward, observation, illegal_penalty, solvable_only)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self._settings)
        self.action_space = spaces.Discrete(self._settings.action_count)
        self._stream: SplitMix64 | None = None
        self._line = line_masks(rows, cols)
        self._deal, self._gain = NO_DEAL, 1
        self._board = deal(0, rows, cols)
        self._look()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game: on a random deal, or where `options` says."""
        start = start_option(options)
        asked = self._settings.start_of(*start) if start else None
        super().reset(seed=seed)
        if seed is not None or self._stream is None:
            self._stream = SplitMix64(stream_seed(self.np_random))
        number, self._board = asked or self._random_deal(self._stream)
        self._deal = NO_DEAL if number is None else number
        cards = sum(map(len, self._board.stacks))
        self._gain = cards**2 - self._board.score
        self._look()
        return self._observation(), self._info(illegal=False)

    def _random_deal(self, stream: SplitMix64) -> tuple[int, Board]:
        while True:
            number = stream.below(SEEDS)
            board = deal(number, self._settings.rows, self._settings.cols)
            if not board.is_over and (not self._settings.solvable_only or solve(board).verdict is Verdict.SOLVABLE):
                return number, board

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the move of an action; if it is illegal, pay the penalty instead."""
        if not self.action_space.contains(action):
            raise BoafError(f"action {action!r}: must be one of 0 … {self._settings.action_count - 1}")
        legal = bool(self._legal.flat[int(action)])
        reward = self._play(self.move_of(action)) if legal else -self._settings.illegal_penalty
        return self._observation(), reward, not self._legal.any(), False, self._info(not legal)

    def _play(self, move: Move) -> float:
        """Make a legal move; return its reward."""
        before = self._board.score
        self._board.push(move)
        self._look()
        if self._settings.reward == "score":
            return (self._board.score - before) / self._gain
        return float(self._board.is_solved)

    def _look(self) -> None:
        """See which stacks match, and which of them stand in line."""
        match = np.zeros_like(self._line)
        match_cards(cards_of(self._board), match)
        self._match, self._legal = (_bits(rows, self._settings.cells) for rows in (match, match & self._line))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal. Shape (actions,)."""
        return self._legal.flatten()

    def action_of(self, move: Move | str) -> int:
        """The action of a legal move such as `7H-6C`."""
        move = Move.parse(move) if isinstance(move, str) else move
        if not self._board.is_legal(move):
            raise IllegalMoveError(f"{move} is not legal on {self._board.text(tops_only=True)}")
        return self._board.cell_of(move.source) * self._settings.cells + self._board.cell_of(move.target)

    def move_of(self, action: SupportsInt) -> Move:
        """The move of a legal action."""
        if not self.action_space.contains(action) or not self._legal.flat[int(action)]:
            raise IllegalMoveError(f"action {action} is not legal on {self._board.text(tops_only=True)}")
        source, target = (self._board.stacks[cell] for cell in divmod(int(action), self._settings.cells))
        return Move(source[0], target[0])

    @property
    def board(self) -> Board:
        """A copy of the board, with the moves played."""
        return self._board.copy()

    def _observation(self) -> Observation:
        board, cells = self._board, self._settings.cells
        planes = np.zeros((plane_count(cells, self._settings.observation == "cards"), cells), np.int8)
        if self._settings.observation == "cards":
            for cell, card in enumerate(board.tops):
                if card is not None:
                    planes[card.rank - 1, cell] = planes[STANDARD.ranks + card.suit - 1, cell] = 1
        else:
            planes[:cells] = self._match
        planes[-1] = [len(stack) for stack in board.stacks]
        return planes.reshape(-1, board.rows, board.cols)

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {
            "action_mask": self._legal.flatten().astype(np.int8),
            "deal": self._deal,
            "score": self._board.score,
            "stacks": self._board.stack_count,
            "is_success": self._board.is_solved,
            "illegal": illegal,
        }

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text (`ansi`) or as a picture (`rgb_array`)."""
        return render_board(self._board, self.render_mode)


def checked_render_mode(mode: str | None) -> str | None:
    """The mode, if it is valid."""
    if mode is not None and mode not in RENDER_MODES:
        raise BoafError(f"render_mode {mode!r}: must be one of {', '.join(RENDER_MODES)}")
    return mode


def render_board(board: Board, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A board as text or as a picture of shape (height, width, 3); None without a mode."""
    if mode == "rgb_array":
        from boaf.render.raster import draw

        return draw(board)
    return None if mode is None else f"{board}\n"


def _bits(masks: Masks, cells: int) -> NDArray[np.bool_]:
    """Which cells the mask of each cell holds. Shapes (lanes,) and (cells, cells)."""
    return (masks[:cells, None] >> np.arange(cells, dtype=masks.dtype) & masks.dtype.type(1)).astype(np.bool_)
