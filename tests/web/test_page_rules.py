"""The page's own rules are those of Board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.deals import SplitMix64, random_board

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

SIZES = [(2, 2), (2, 3), (3, 3), (4, 4), (5, 3), (5, 5), (6, 6), (7, 7), (4, 13)]
LARGE_DECK = "57.51 57.3 1.1 / -- 2.7+58.51 4.4"


def played_boards() -> list[boaf.Board]:
    """Boards of all sizes, fresh and played on, so that they hold stacks."""
    random = SplitMix64(1)
    boards = [boaf.Board(LARGE_DECK)]
    for seed in range(40):
        rows, cols = SIZES[seed % len(SIZES)]
        for board in (boaf.deal(seed, rows, cols), random_board(seed, rows, cols)):
            boards.append(board.copy())
            for _ in range(random.below(rows * cols)):
                if board.is_over:
                    break
                board.push(board.legal_moves[random.below(len(board.legal_moves))])
            boards.append(board)
    return boards


def test_the_page_plays_by_the_rules(modules: Page) -> None:
    script = """async (texts) => {
        const { parse } = await import("/static/kernel/boaf.js");
        return texts.map((text) => {
            const board = parse(text);
            const moves = board.legalMoves;
            return {
                text: board.text, moves: moves.map((move) => move.text),
                after: moves.map((move) => board.push(move).text),
                targets: board.stacks.map((_, cell) => board.targets(cell)),
                score: board.score, stacks: board.stackCount, solved: board.isSolved, over: board.isOver,
            };
        });
    }"""
    boards = played_boards()
    found = modules.evaluate(script, [board.text() for board in boards])
    for board, given in zip(boards, found, strict=True):
        after = []
        targets: list[set[int]] = [set() for _ in board.stacks]
        for move in board.legal_moves:
            targets[board.cell_of(move.source)].add(board.cell_of(move.target))
            board.push(move)
            after.append(board.text())
            board.pop()
        assert given == {
            "text": board.text(),
            "moves": list(map(str, board.legal_moves)),
            "after": after,
            "targets": [sorted(cells) for cells in targets],
            "score": board.score,
            "stacks": board.stack_count,
            "solved": board.is_solved,
            "over": board.is_over,
        }


def test_the_page_deals_the_numbered_deals(modules: Page) -> None:
    seeds = [0, 1, -1, 1264, 221602, 360528, 2**31 - 1, 2**31, -(2**31) - 7, 2**53 - 1, 1 - 2**53]
    asked = [(seed, rows, cols) for seed in seeds for rows, cols in SIZES]
    script = """async (asked) => {
        const { deal } = await import("/static/kernel/boaf.js");
        return asked.map((values) => deal(...values).text);
    }"""
    assert modules.evaluate(script, asked) == [boaf.deal(*values).text() for values in asked]


def test_a_text_that_is_no_board_is_refused(modules: Page) -> None:
    texts = ["", "--", "7H 6C / 5C", "7H 7H", "1H 2H", "7H+ 6C", "7X", "0.1 2.2"]
    script = """async (texts) => {
        const { parse } = await import("/static/kernel/boaf.js");
        return texts.filter((text) => { try { parse(text); return true; } catch { return false; } });
    }"""
    assert modules.evaluate(script, texts) == []
