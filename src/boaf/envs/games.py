"""Many games at once, compiled: what the vector environment stands on.

A game is a position that is played on in place (`kernel.position`), with the top cards and the heights of its stacks.
An action is a move by cells, source · cells + target. An illegal action costs a penalty and changes nothing else.

An observation is a pile of planes, each as large as the board. In the last one stands the height of every stack, 0 for
an empty cell. The planes before it hold zeros and ones, in one of two ways:

- `match`: plane i shows the stacks that match the top card of cell i. Which cards they are does not matter for the
  rest of the game, so nothing is lost, and a network need not learn which cards match.
- `cards`: one plane for each rank, A to K, then one for each suit, C D H S.

Deals come from one stream of random numbers for each game: a numbered deal, any of the 2^31 with the same chance; a
deal on which nothing can be moved is drawn again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.cards import STANDARD
from boaf.deals import SEEDS
from boaf.kernel.bits import ONE, ZERO, Masks, count
from boaf.kernel.dealing import EMPTY, Cards, cards_of, draw_deal, match_cards, random_below
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import new_rows, push, step_of
from boaf.kernel.scratch import scratch

NO_DEAL = -1
"""The deal of a game that was started from a board."""
_RANKS, _SUITS = STANDARD.ranks, STANDARD.suits
_DECK = scratch((len(STANDARD),), np.uint8)


@workspace
class GameRules(NamedTuple):
    """What holds for all games."""

    line: Masks
    """The other cells in the row and column of each cell. Shape (cells,)."""
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
    heights: NDArray[np.uint8]
    """Shape (games, cells)."""
    match: Masks
    """Shape (games, cells)."""
    occupied: NDArray[np.uint64]
    score: NDArray[np.int64]
    gain: NDArray[np.int64]
    """How much more a single stack scores than the start. Shape (games,), as is all that follows but for `stream`."""
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
    """What is told about each game after a step."""

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
        heights=np.zeros((games, cells), np.uint8),
        match=new_rows(cells, games),
        occupied=np.zeros(games, np.uint64),
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
    """Room for what is seen of games."""
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


def put_board(games: Games, game: int, board: Board) -> None:
    """Start a game on a board."""
    games.cards[game] = cards_of(board)
    games.heights[game] = [len(stack) for stack in board.stacks]
    start_game(games, game)


@compiled
def draw_games(games: Games, rules: GameRules, which: NDArray[np.int64]) -> None:
    """Start those of some games that are over on the next deals of their streams. Shape (some,)."""
    deck = _DECK()
    for k in which:
        while games.over[k]:
            deal = random_below(games.stream[k], SEEDS)
            draw_deal(int(deal), games.cards[k], deck)
            games.heights[k] = 1
            start_game(games, k)
            games.deal[k] = deal
            games.over[k] = not has_move(games.match[k], rules.line)


@compiled
def start_game(games: Games, k: int) -> None:
    """Set everything else to what the cards and heights of a game say."""
    total = score = np.int64(0)
    for height in games.heights[k]:
        total += np.int64(height)
        score += np.int64(height) * np.int64(height)
    games.occupied[k] = match_cards(games.cards[k], games.match[k])
    games.score[k] = score
    games.gain[k] = total * total - score
    games.deal[k] = NO_DEAL
    games.moves[k] = 0
    games.elapsed[k] = 0
    games.over[k] = False


@compiled
def has_move(match: Masks, line: Masks) -> bool:
    """Whether a legal move is left. Shapes (cells,)."""
    legal = ZERO
    for cell in range(len(line)):
        legal |= np.uint64(match[cell] & line[cell])
    return legal != ZERO


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

    Shapes (games,), and (some,) for `which`. The loop calls nothing with all of `games`: handing over so many arrays
    costs more than the move.
    """
    draw_games(games, rules, which)
    cells = np.uint64(games.cards.shape[1])
    for k in which:
        view.reward[k] = 0.0
        view.terminated[k] = view.truncated[k] = view.illegal[k] = False
        if waits[k]:
            continue
        source, target = np.uint64(actions[k]) // cells, np.uint64(actions[k]) % cells
        if np.uint64(games.match[k, source] & rules.line[source]) >> target & ONE:
            step = step_of(source, target)
            push(games.match, games.occupied, k, step, k)
            gain = _join(games.cards[k], games.heights[k], source, target)
            games.score[k] += gain
            games.steps[k, games.moves[k]] = step
            games.moves[k] += 1
            if rules.rewards_score:
                view.reward[k] = gain / games.gain[k]
            elif count(games.occupied[k]) == 1:
                view.reward[k] = 1.0
        else:
            view.illegal[k] = True
            view.reward[k] = -rules.penalty
        games.elapsed[k] += 1
        view.terminated[k] = not has_move(games.match[k], rules.line)
        view.truncated[k] = games.elapsed[k] >= rules.most_steps
        games.over[k] = view.terminated[k] or view.truncated[k]
    show_games(games, rules, which, view)


@compiled
def _join(cards: Cards, heights: NDArray[np.uint8], source: np.uint64, target: np.uint64) -> np.int64:
    """Put one stack onto another; return the gain in score. Shapes (cells,)."""
    gain = 2 * np.int64(heights[source]) * np.int64(heights[target])
    heights[target] += heights[source]
    heights[source] = 0
    cards[target] = cards[source]
    cards[source] = EMPTY
    return gain


@compiled
def show_games(games: Games, rules: GameRules, which: NDArray[np.int64], view: View) -> None:
    """Write what is seen of some games, but for what the last action brought. Shape (some,)."""
    for k in which:
        match, planes = games.match[k], view.observation[k]
        _spread(match, rules.line, view.mask[k])
        if rules.shows_cards:
            _spread_cards(games.cards[k], planes)
        else:
            _spread(match, match, planes)
        for cell in range(games.cards.shape[1]):
            planes[len(planes) - 1, cell] = games.heights[k, cell]
        view.deal[k] = games.deal[k]
        view.score[k] = games.score[k]
        view.stacks[k] = count(games.occupied[k])


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
