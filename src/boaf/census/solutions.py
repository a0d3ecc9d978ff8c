"""Solutions in a compact column: a byte per move, or two.

A move is a source cell and a target cell. On boards of up to sixteen cells both fit into one byte,
source << 4 | target; on larger boards each has a byte. So a 4 × 4 solution takes fifteen bytes.

`replays` checks solutions by the rules, without any code of the solver: it keeps the card of each cell, not masks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.kernel.dealing import Cards, board_of
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import copy_row, scratch
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError

NIBBLES = 16
"""Up to this many cells, a cell is half a byte."""
_SUITS = 4
_TOPS = scratch((MAX_CELLS,), np.uint8)
_GONE = 255


def encode_solutions(steps: NDArray[np.uint16], cells: int) -> list[bytes]:
    """Solutions of full boards, one per row of steps source << 8 | target. Shape (boards, cells − 1)."""
    if cells <= NIBBLES:
        content = (steps >> 4 | steps & 15).astype(np.uint8).tobytes()
    else:
        content = steps.astype(">u2").tobytes()
    width = len(content) // len(steps) if len(steps) else 0
    return [content[k * width : (k + 1) * width] for k in range(len(steps))]


def decode_steps(solution: bytes, cells: int) -> list[int]:
    """The steps, source << 8 | target, of a solution."""
    if cells <= NIBBLES:
        return [(byte >> 4) << 8 | byte & 15 for byte in solution]
    return [int.from_bytes(solution[k : k + 2], "big") for k in range(0, len(solution), 2)]


def decode_solution(solution: bytes, board: Board) -> tuple[Move, ...]:
    """The moves of a solution that a census stores.

    Parameters
    ----------
    solution
        A value of the column `solution`.
    board
        The deal.

    Returns
    -------
    tuple[Move, ...]
        The moves; they were replayed, so each is legal.

    Raises
    ------
    BoafError
        If a move is illegal, or names a cell that is empty or that the board does not have.

    Examples
    --------
    >>> decode_solution(bytes([0x01, 0x13]), Board("7H 6C / -- 6H"))
    (Move.parse("7H-6C"), Move.parse("7H-6H"))

    """
    if not isinstance(solution, bytes) or (len(board.tops) > NIBBLES and len(solution) % 2):
        raise BoafError(f"a solution is bytes, {'one' if len(board.tops) <= NIBBLES else 'two'} per move")
    steps = decode_steps(solution, len(board.tops))
    replay = board.copy()
    played = len(replay.moves)
    for number, step in enumerate(steps, 1):
        source, target = divmod(step, 256)
        if max(source, target) >= len(board.tops):
            raise BoafError(f"move {number} of the solution names a cell that the board does not have")
        mover, covered = replay.stacks[source], replay.stacks[target]
        if not mover or not covered:
            raise BoafError(f"move {number} of the solution names an empty cell")
        replay.push(Move(mover[0], covered[0]))
    return replay.moves[played:]


def replays(cards: Cards, solutions: list[bytes], cols: int, rules: Rules = STANDARD_RULES) -> NDArray[np.bool_]:
    """Whether each solution collapses its full board to one stack. Shapes (boards, cells) and (boards,)."""
    if not rules.is_standard:
        played = (_solves(one, board_of(board, cols, rules)) for one, board in zip(solutions, cards, strict=True))
        return np.array(list(played), np.bool_)
    cells = cards.shape[1]
    width = (cells - 1) * (1 if cells <= NIBBLES else 2)
    good = np.array([len(solution) == width for solution in solutions], np.bool_)
    content = b"".join(solution for solution in solutions if len(solution) == width)
    steps = np.frombuffer(content, np.uint8 if cells <= NIBBLES else ">u2").astype(np.uint16)
    steps = steps.reshape(int(good.sum()), cells - 1)
    if cells <= NIBBLES:
        steps += 15 * (steps & 0xF0)  # from source << 4 to source << 8
    solved = np.zeros(len(steps), np.bool_)
    _replay(cards[good], steps, cols, solved)
    good[good] = solved
    return good


def _solves(solution: bytes, board: Board) -> bool:
    try:
        return board.is_solved_by(decode_solution(solution, board))
    except BoafError:
        return False


@compiled
def _replay(cards: Cards, steps: NDArray[np.uint16], cols: int, good: NDArray[np.bool_]) -> None:
    """Play every solution. Shapes (boards, cells), (boards, cells − 1), (boards,)."""
    cells = cards.shape[1]
    tops = _TOPS()[:cells]
    for k in range(len(cards)):
        copy_row(cards[k], tops)
        legal = True
        for j in range(cells - 1):
            source, target = np.int64(steps[k, j]) >> 8, np.int64(steps[k, j]) & 255
            if source >= cells or target >= cells or source == target:
                legal = False
                break
            mover, covered = np.int64(tops[source]), np.int64(tops[target])
            in_line = source // cols == target // cols or source % cols == target % cols
            matching = mover % _SUITS == covered % _SUITS or abs(mover // _SUITS - covered // _SUITS) <= 1
            if mover == _GONE or covered == _GONE or not in_line or not matching:
                legal = False
                break
            tops[target], tops[source] = tops[source], _GONE
        good[k] = legal
