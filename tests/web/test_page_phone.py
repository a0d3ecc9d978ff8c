"""The page under a finger: hints in view, and swipes that scroll."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import boaf
from tests.web.helpers import cell, expect, expect_board, played, shown, tap

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
DEAL = 11982


def phone(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


def touch(page: Page, points: list[tuple[float, float]], rest: int = 0) -> None:
    """A finger comes down, rests for some milliseconds, and moves from point to point."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *touches: tuple[float, float]) -> None:
        found = [{"x": x, "y": y} for x, y in touches]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    send("touchStart", points[0])
    page.wait_for_timeout(rest)
    for (x, y), (to_x, to_y) in pairwise(points):
        for step in range(1, 7):
            send("touchMove", (x + (to_x - x) * step / 6, y + (to_y - y) * step / 6))
            page.wait_for_timeout(16)
    send("touchEnd")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moves_by_direction(board: boaf.Board) -> tuple[boaf.Move, boaf.Move]:
    """A legal move along a row and one up a column."""
    placed = [(move, board.cell_of(move.source), board.cell_of(move.target)) for move in board.legal_moves]
    across = next(move for move, start, end in placed if start // 4 == end // 4)
    up = next(move for move, start, end in placed if start % 4 == end % 4 and end < start)
    return across, up


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (360, 640), (320, 568)])
def test_every_hint_is_in_view(open_page: Open, width: int, height: int) -> None:
    page = open_page(f"deal={DEAL}", **phone(width, height))
    for said in ("Yes, this can still be won.", "It can be won with", "Move "):
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator("#help-answer")).to_contain_text(said)
        expect(page.locator("#help-answer")).to_be_in_viewport(ratio=1)
        expect(page.locator("#help-actions button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_loss_and_its_reason_are_in_view(open_page: Open) -> None:
    page = open_page("deal=221602", **phone(390, 664))
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#help-answer")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Why?").tap()
    reason = page.locator("#mattered .reason")
    expect(reason).to_contain_text(f"tied to the rest only through {shown('4H')} and {shown('QH')}")
    expect(reason).to_be_in_viewport(ratio=1)
    expect(page.locator("#mattered [data-mark='proof']")).not_to_have_count(0)


def test_a_finger_drags_up_and_sideways_and_scrolls_beside_the_board(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}", **phone(390, 664))
    board = boaf.deal(DEAL)
    for number in (0, 1):
        move = moves_by_direction(board)[number]
        touch(page, [middle(cell(page, move.source)), middle(cell(page, move.target))])
        board.push(move)
        expect_board(page, board)
    assert page.evaluate("scrollY") == 0
    x, y = middle(page.locator(".toolbar"))
    touch(page, [(x, y), (x, y - 200)])
    page.wait_for_function("() => scrollY > 20")
    assert len(played(page)) == 2


def test_slow_taps_are_taps(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}", **phone(390, 664))
    board = boaf.deal(DEAL)
    move = board.legal_moves[0]
    for card in move:
        touch(page, [middle(cell(page, card))], rest=400)
    board.push(move)
    expect_board(page, board)
    tap(page, board.legal_moves[0])
    board.push(board.legal_moves[0])
    expect_board(page, board)
