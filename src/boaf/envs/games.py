"""Many games at once, compiled: the engine of the vector environment.

A game is a frame (`players.frames`) that is played in place, with the top cards of its stacks. An action is a move by
cells, source · cells + target. An illegal action costs a penalty and changes nothing else.

An observation is a number of planes, each as large as the board. The last one holds the height of every stack, 0 for an
empty cell. The planes before it hold zeros and ones, in one of two ways:

- `match`: plane i shows the stacks that match the top card of cell i. Which cards they are does not matter for the
  rest of the game, so nothing is lost, and a network need not learn which cards match.
- `cards`: one plane for each rank, A to K, then one for each suit, C D H S.

Each game draws its deals from a random stream of its own: any of the 2^31 numbered deals with the same chance, except
deals without a legal move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.cards import STANDARD
from boaf.deals import SEEDS
from boaf.kernel.bits import ONE, Cell, Masks, count
from boaf.kernel.dealing import EMPTY, Cards, board_cards, cards_of, draw_deal, random_below
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import has_move, line_masks, step_of
from boaf.kernel.scratch import scratch
from boaf.players.frames import Frames, advance, best_score_of, copy_frame, frames_of, new_frames, put_cards, score_of

NO_DEAL = -1
"""The deal of a game that was started from a board."""
_RANKS, _SUITS = STANDARD.ranks, STANDARD.suits
_DECK = scratch((len(STANDARD),), np.uint8)


@workspace
class GameRules(NamedTuple):
    """The settings of all games."""

    shows_cards: bool
    """Whether an observation shows cards; otherwise it shows what matches."""
    rewards_score: bool
    """Whether the reward is the gain in score; otherwise it is 1 for a single stack."""
    penalty: float
    """What an illegal action costs."""
    most_steps: int
    """After how many steps, legal or not, a game is broken off."""


@workspace
class Games(NamedTuple):
    """The state of many games."""

    cards: Cards
    """The top cards (`kernel.dealing`). Shape (games, cells)."""
    frames: Frames
    """One frame for each game."""
    score: NDArray[np.int64]
    gain: NDArray[np.int64]
    """How much more a single stack scores than the start. Shape (games,), as for all that follows except `stream`."""
    deal: NDArray[np.int64]
    steps: NDArray[np.uint16]
    """The moves played, source << 8 | target. Shape (games, cells)."""
    moves: NDArray[np.int64]
    """How many moves were played."""
    elapsed: NDArray[np.int64]
    """How many actions were taken."""
    over: NDArray[np.bool_]
    """Whether a game has ended and waits for the next deal."""
    stream: NDArray[np.uint64]
    """The states of SplitMix64 that deals are drawn from. Shape (games, 1)."""


@workspace
class View(NamedTuple):
    """What a step returns about each game."""

    observation: NDArray[np.int8]
    """Shape (games, planes, cells)."""
    mask: NDArray[np.int8]
    """1 for each legal move. Shape (games, cells, cells)."""
    reward: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    deal: NDArray[np.int64]
    score: NDArray[np.int64]
    stacks: NDArray[np.int64]


def plane_count(cells: int, shows_cards: bool) -> int:
    """How many planes an observation has."""
    return (_RANKS + _SUITS if shows_cards else cells) + 1


def new_games(games: int, rows: int, cols: int) -> Games:
    """Games that are still to be dealt."""
    cells = rows * cols
    return Games(
        cards=np.full((games, cells), EMPTY, np.uint8),
        frames=new_frames(line_masks(rows, cols), games),
        score=np.zeros(games, np.int64),
        gain=np.ones(games, np.int64),
        deal=np.full(games, NO_DEAL, np.int64),
        steps=np.zeros((games, cells), np.uint16),
        moves=np.zeros(games, np.int64),
        elapsed=np.zeros(games, np.int64),
        over=np.ones(games, np.bool_),
        stream=np.zeros((games, 1), np.uint64),
    )


def new_view(games: int, cells: int, shows_cards: bool) -> View:
    """A view to be filled in."""
    return View(
        observation=np.empty((games, plane_count(cells, shows_cards), cells), np.int8),
        mask=np.empty((games, cells, cells), np.int8),
        reward=np.zeros(games),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        illegal=np.zeros(games, np.bool_),
        deal=np.empty(games, np.int64),
        score=np.empty(games, np.int64),
        stacks=np.empty(games, np.int64),
    )


def observe(
    cards: Cards, rows: int, cols: int, observation: str = "match", heights: NDArray[np.integer] | None = None
) -> NDArray[np.int8]:
    """What the environment shows of many boards, for networks that learn from data sets.

    Parameters
    ----------
    cards
        Card numbers, one board per row, 255 for an empty cell. Shape (boards, cells).
    rows, cols
        The size of the boards.
    observation
        `match` or `cards`, as for the environment.
    heights
        The heights of the stacks; by default 1, as data sets have top cards only. Shape (boards, cells).

    Returns
    -------
    array
        The planes. Shape (boards, planes, rows, cols).

    Raises
    ------
    BoafError
        If the array does not hold boards of this size.

    Examples
    --------
    >>> import boaf
    >>> observe(boaf.deal(1).cards()[None], 4, 4).shape
    (1, 17, 4, 4)

    """
    cards = board_cards(cards, rows, cols)
    boards, cells = cards.shape
    taken, rank, suit = cards != EMPTY, cards.astype(np.int16) // _SUITS, cards % _SUITS
    planes = np.zeros((boards, plane_count(cells, observation == "cards"), cells), np.int8)
    if observation == "cards":
        planes[:, :_RANKS] = (rank[:, None] == np.arange(_RANKS)[:, None]) & taken[:, None]
        planes[:, _RANKS:-1] = (suit[:, None] == np.arange(_SUITS)[:, None]) & taken[:, None]
    else:
        alike = (suit[:, :, None] == suit[:, None]) | (np.abs(rank[:, :, None] - rank[:, None]) <= 1)
        planes[:, :-1] = alike & taken[:, :, None] & taken[:, None] & ~np.eye(cells, dtype=np.bool_)
    planes[:, -1] = taken if heights is None else heights
    return planes.reshape(boards, -1, rows, cols)


def put_board(games: Games, game: int, board: Board, deal: int | None) -> None:
    """Start a game on a board; `deal` is its number if it is a numbered deal."""
    games.cards[game] = cards_of(board)
    copy_frame(frames_of(board), 0, games.frames, game)
    start_game(games, game, NO_DEAL if deal is None else deal)


@compiled
def draw_games(games: Games, which: NDArray[np.int64]) -> None:
    """Start those of some games that are over on the next deals of their streams. Shape (some,)."""
    deck, frames = _DECK(), games.frames
    for k in which:
        while games.over[k]:
            deal = random_below(games.stream[k], SEEDS)
            draw_deal(int(deal), games.cards[k], deck)
            put_cards(games.cards[k], frames, k)
            start_game(games, k, deal)
            games.over[k] = not has_move(frames.match, k, frames.line)


@compiled
def start_game(games: Games, k: int, deal: Cell) -> None:
    """Reset everything but the board of a game, which is in place."""
    games.score[k] = score_of(games.frames, k)
    games.gain[k] = best_score_of(games.frames, k) - games.score[k]
    games.deal[k] = deal
    games.moves[k] = 0
    games.elapsed[k] = 0
    games.over[k] = False


@compiled
def step_games(
    games: Games,
    rules: GameRules,
    actions: NDArray[np.int64],
    waits: NDArray[np.bool_],
    view: View,
    which: NDArray[np.int64],
) -> None:
    """Deal those of some games that are over, and take an action in each that does not wait.

    Shapes (games,), and (some,) for `which`. The loop calls nothing with all of `games`: handing over that many arrays
    costs more than the move.
    """
    draw_games(games, which)
    cells, frames = np.uint64(games.cards.shape[1]), games.frames
    for k in which:
        view.reward[k] = 0.0
        view.terminated[k] = view.truncated[k] = view.illegal[k] = False
        if waits[k]:
            continue
        # An action is source · cells + target. It is legal if the top cards match and the cells are in line.
        source, target = np.uint64(actions[k]) // cells, np.uint64(actions[k]) % cells
        if np.uint64(frames.match[k, source] & frames.line[source]) >> target & ONE:
            step = step_of(source, target)
            # (a + b)² − a² − b² = 2ab: what the move adds to the score.
            gain = 2 * np.int64(frames.heights[k, source]) * np.int64(frames.heights[k, target])
            advance(frames, k, step, k)
            games.cards[k, target] = games.cards[k, source]
            games.cards[k, source] = EMPTY
            games.score[k] += gain
            games.steps[k, games.moves[k]] = step
            games.moves[k] += 1
            if rules.rewards_score:
                view.reward[k] = gain / games.gain[k]
            elif count(frames.occupied[k]) == 1:
                view.reward[k] = 1.0
        else:
            view.illegal[k] = True
            view.reward[k] = -rules.penalty
        games.elapsed[k] += 1
        view.terminated[k] = not has_move(frames.match, k, frames.line)
        view.truncated[k] = games.elapsed[k] >= rules.most_steps
        games.over[k] = view.terminated[k] or view.truncated[k]
    show_games(games, rules, which, view)


@compiled
def show_games(games: Games, rules: GameRules, which: NDArray[np.int64], view: View) -> None:
    """Write what is seen of some games, except the result of the last action. Shape (some,)."""
    frames = games.frames
    for k in which:
        match, planes = frames.match[k], view.observation[k]
        _spread(match, frames.line, view.mask[k])
        if rules.shows_cards:
            _spread_cards(games.cards[k], planes)
        else:
            _spread(match, match, planes)
        for cell in range(games.cards.shape[1]):
            planes[len(planes) - 1, cell] = frames.heights[k, cell]
        view.deal[k] = games.deal[k]
        view.score[k] = games.score[k]
        view.stacks[k] = count(frames.occupied[k])


@compiled
def _spread(masks: Masks, kept: Masks, rows: NDArray[np.int8]) -> None:
    """Write the bits that are in both masks of a cell to its row. Shapes (lanes,), (lanes,), (cells or more, cells)."""
    for row in range(rows.shape[1]):
        mask = np.uint64(masks[row] & kept[row])
        for cell in range(rows.shape[1]):
            rows[row, cell] = mask >> np.uint64(cell) & ONE


@compiled
def _spread_cards(cards: Cards, planes: NDArray[np.int8]) -> None:
    """Write a one to the plane of each card's rank and to that of its suit. Shapes (cells,), (planes, cells)."""
    planes[:] = 0
    for cell in range(len(cards)):
        card = cards[cell]
        if card != EMPTY:
            planes[card // _SUITS, cell] = 1
            planes[_RANKS + card % _SUITS, cell] = 1
