"""A solver, a player and a feature that boaf finds once this package is installed."""

from __future__ import annotations

from boaf import Board, Move
from boaf.players import SplitMix64
from boaf.solvers import Limits, Outcome, Verdict


def first_descent(board: Board, limits: Limits, *, descents: int = 100) -> Outcome:
    """Plays the move that keeps most moves open, with random ties: it can find solutions, but never exclude one.

    An option of a solver is a keyword-only parameter: `boaf solve 1 --solver first-descent -o descents=10`.
    """
    nodes = 0
    for attempt in range(descents):
        game, random = board.copy(), SplitMix64(attempt)
        while not game.is_over:
            if not limits.nodes_left(nodes):
                return Outcome(Verdict.UNKNOWN, (), nodes)
            nodes += 1
            game.push(most_open(game, random))
        if game.is_solved:
            return Outcome(Verdict.SOLVABLE, game.moves[len(board.moves) :], nodes)
    return Outcome(Verdict.UNKNOWN, (), nodes)


class CautiousPlayer:
    """Keeps most moves open. The options of a player are the parameters of its class."""

    def choose(self, board: Board, random: SplitMix64) -> Move:
        """The move to make; all random numbers come from `random`, so that a match can be repeated."""
        return most_open(board, random)


def corner_matches(board: Board) -> float:
    """A feature: in how many corners the top card has a legal move."""
    corners = (0, board.cols - 1, (board.rows - 1) * board.cols, board.rows * board.cols - 1)
    movable = {move.source for move in board.legal_moves}
    return float(sum(board.tops[corner] in movable for corner in corners))


def most_open(board: Board, random: SplitMix64) -> Move:
    """The legal move after which most moves are legal; one of them at random if there are several."""
    best: list[Move] = []
    most = -1
    for move in board.legal_moves:
        board.push(move)
        moves = len(board.legal_moves)
        board.pop()
        if moves >= most:
            best = [*best, move] if moves == most else [move]
            most = moves
    return best[random.below(len(best))]
