"""What a person does on the page: look for a card, drag it, tap it, walk to it with the arrow keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from boaf import Board, Move
from boaf.cards import Card

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
STEPS = {(1, 0): "ArrowDown", (-1, 0): "ArrowUp", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}


def expect(thing: Page | Locator) -> Any:
    """What Playwright waits for. It is imported here, so that collecting the tests stays quick."""
    from playwright.sync_api import expect

    return expect(thing)


def name(card: Card) -> str:
    """The card as the page reads it aloud."""
    return f"{RANKS[card.rank - 1]} of {SUITS[card.suit - 1]}"


def shown(text: object) -> str:
    """A card or a move such as 7H-6C as the page writes it: 7♥→6♣."""
    signs = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}
    return "→".join(card[:-1].replace("T", "10") + signs[card[-1]] for card in str(text).split("-"))


def cell(page: Page, card: Card) -> Locator:
    """The cell of the stack that a card tops."""
    return page.get_by_role("gridcell", name=re.compile(f"^{name(card)}(,|$)"))


def tap(page: Page, move: Move) -> None:
    """Make a move by two clicks or taps."""
    has_touch = page.evaluate("navigator.maxTouchPoints > 0")
    for card in move:
        cell(page, card).tap() if has_touch else cell(page, card).click()


def drag(page: Page, source: Locator, target: Locator) -> None:
    """Drag with the mouse from the middle of one thing to the middle of another."""
    middles = []
    for thing in (source, target):
        box = thing.bounding_box()
        assert box
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=4)
    page.mouse.up()


def walk(page: Page, to: int, cols: int) -> None:
    """Move the focus to a cell with the arrow keys."""
    at = int(page.evaluate("document.activeElement.dataset.cell"))
    (row, column), (row_there, column_there) = divmod(at, cols), divmod(to, cols)
    for down, right, times in (
        (1 if row_there > row else -1, 0, abs(row_there - row)),
        (0, 1 if column_there > column else -1, abs(column_there - column)),
    ):
        for _ in range(times):
            page.keyboard.press(STEPS[down, right])


def follow(page: Page, fragment: str) -> None:
    """Follow a link to another game on the open page, and wait until the page has read it."""
    script = """fragment => new Promise((done) => {
        addEventListener("hashchange", done, { once: true });  // called after the page's own listener
        location.hash = fragment;
    })"""
    page.evaluate(script, fragment)


def played(page: Page) -> list[str]:
    """The moves in the page's address."""
    moves = parse_qs(page.evaluate("location.hash.slice(1)")).get("moves", [""])[0]
    return [move for move in moves.split(".") if move]


def expect_board(page: Page, board: Board) -> None:
    """The page shows this board, with its score and its number of legal moves."""
    labels = []
    for number, stack in enumerate(board.stacks):
        height = f", stack of {len(stack)}" if len(stack) > 1 else ""
        row, column = divmod(number, board.cols)
        labels.append(f"{f'{name(stack[0])}{height}' if stack else 'empty'}, row {row + 1}, column {column + 1}")
    script = """expected => {
        const labels = [...document.querySelectorAll("#grid .cell")].map((cell) => cell.ariaLabel);
        const counts = ["score", "legal-moves"].map((id) => document.getElementById(id).textContent);
        return JSON.stringify([...labels, ...counts]) === JSON.stringify(expected);
    }"""
    page.wait_for_function(script, arg=[*labels, f"{board.score:,}", str(len(board.legal_moves))])
