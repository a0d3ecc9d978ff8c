"""The switch "Analyse": what it shows is what boaf knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.graphs import compatibility_graph
from boaf.solvers.contract import Verdict
from tests.web.helpers import cell, expect, expect_board, played, shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
DEAL = 2454
"""A deal with winning and losing first moves."""


def analyse(page: Page, *sections: str) -> None:
    page.get_by_role("switch", name="Analyse").click()
    for section in sections:
        page.locator("#analysis summary").get_by_text(section, exact=True).click()
    expect(page.locator(".is-waiting")).to_have_count(0)


def arrows(page: Page) -> set[str]:
    return set(page.locator(".arrow").evaluate_all("all => all.map((arrow) => arrow.dataset.move)"))


def test_every_move_is_called_winning_or_losing(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}")
    analyse(page)
    fates = dict(boaf.analyze(boaf.deal(DEAL)).moves)
    groups = {}
    for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE):
        groups[verdict] = {str(move) for move, fate in fates.items() if fate is verdict}
        chips = page.locator(f".move-group[data-verdict='{verdict}'] .chip")
        labels = chips.evaluate_all("all => all.map(chip => chip.ariaLabel)")
        assert {label.split()[1].rstrip(",") for label in labels} == set(map(shown, groups[verdict]))
    fewer = min(groups.values(), key=len)
    assert arrows(page) == fewer, "only the exceptions are drawn unasked"
    move, verdict = next(iter(fates.items()))
    cell(page, move.source).click()
    expect(cell(page, move.target)).to_have_attribute("data-verdict", str(verdict))
    assert arrows(page) == {str(other) for other in fates if other.source == move.source}
    page.get_by_role("switch", name="Analyse").click()
    expect(page.locator(".arrow")).to_have_count(0)
    expect(page.locator("[data-verdict].cell")).to_have_count(0)


def test_analysis_follows_the_game(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}")
    analyse(page)
    board = boaf.deal(DEAL)
    losing = next(move for move, verdict in boaf.analyze(board).moves if verdict is Verdict.UNSOLVABLE)
    for folded in page.locator("#moves-list summary").all():
        folded.click()
    chip = page.get_by_role("button", name=f"Play {shown(losing)}, cannot be won")
    chip.hover()
    assert arrows(page) == {str(losing)}
    chip.click()
    board.push(losing)
    expect_board(page, board)
    expect(page.locator("#verdict")).to_contain_text("cannot be won")
    expect(page.locator("#proof")).to_contain_text("Why?")
    page.keyboard.press("u")
    expect(page.locator("#verdict")).to_contain_text("can be won")
    expect(page.locator("#proof")).to_be_empty()


def test_the_graph_is_drawn_with_its_cut_edges(open_page: Open) -> None:
    import networkx as nx

    page = open_page("deal=221602")
    analyse(page, "Compatibility graph")
    graph = compatibility_graph(boaf.deal(221602))
    expect(page.locator("#graph-text figure .edge-line")).to_have_count(graph.number_of_edges())
    expect(page.locator("#graph-text figure .edge-line.cut")).to_have_count(len(list(nx.bridges(graph))))
    expect(page.locator("#graph-text figure .articulation")).to_have_count(len(list(nx.articulation_points(graph))))
    expect(page.locator("#graph-text")).to_contain_text(f"1 cut edge: {shown('4H')}–{shown('QH')}")
    expect(page.locator("#proof")).to_contain_text("Only the match of 4H and QH joins")
    expect(page.locator("[data-mark='proof']")).not_to_have_count(0)
    assert page.url.endswith("#deal=221602&analyse=graph")
    page.reload()
    expect(page.locator("#graph-text figure")).to_be_visible()


def test_odd_birds_and_flocks_are_marked(open_page: Open) -> None:
    page = open_page("board=7H+2C+/+8H+KD")
    analyse(page, "Compatibility graph")
    expect(page.locator("#graph-text figure .odd-bird")).to_have_count(2)
    expect(page.locator("#graph-text figure .flock")).to_have_count(4)
    expect(page.locator("#graph-text")).to_contain_text("3 flocks")


def test_the_solution_is_stepped_through(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}")
    analyse(page, "A solution")
    page.get_by_role("button", name="Show a solution").click()
    solution = page.locator("#solution")
    expect(solution.locator(".chip")).to_have_count(15)
    board = boaf.deal(DEAL)
    moves = boaf.solve(board).moves
    assert solution.locator(".chip").all_text_contents() == list(map(shown, moves))
    for move in moves[:2]:
        solution.get_by_role("button", name="Step").click()
        board.push(move)
        expect_board(page, board)
    solution.get_by_role("button", name="Back").click()
    board.pop()
    expect_board(page, board)
    solution.locator(".chip").nth(14).click()
    for move in moves[1:]:
        board.push(move)
    expect_board(page, board)
    assert board.is_solved
    expect(page.locator("#outcome-title")).to_have_text("Solved by the machine")
    expect(page.locator("#statistics")).to_contain_text("1 solved by the machine")


@pytest.mark.parametrize("player", ["greedy", "mcts"])
def test_a_player_is_watched(open_page: Open, player: str) -> None:
    page = open_page("deal=1&rows=3&cols=3")
    analyse(page, "Watch a player")
    watch = page.locator("#watch")
    watch.get_by_label("Player").select_option(player)
    watch.get_by_role("button", name="Step").click()
    expect(watch.locator("tbody tr.is-chosen")).to_have_count(1)
    assert len(played(page)) == 1
    chosen = watch.locator("tr.is-chosen")
    expect(chosen).to_contain_text(shown(played(page)[0]))
    if player == "mcts":
        expect(chosen.locator("td.number").first).to_have_text(re.compile(r"^[\d,]+$"))
    watch.get_by_role("button", name="Play").click()
    expect(page.locator("#legal-moves")).to_have_text("0")
    expect(watch.get_by_role("button", name="Play")).to_be_visible()
    board = boaf.deal(1, 3, 3)
    for move in played(page):
        board.push(move)
    assert board.is_over


def test_a_watched_player_stops_when_the_person_takes_over(open_page: Open) -> None:
    page = open_page("deal=1")
    analyse(page, "Watch a player")
    page.locator("#watch").get_by_role("button", name="Play").click()
    page.wait_for_function("() => location.hash.includes('moves')")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#watch").get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#watch-thought")).to_be_empty()


def test_predictions_stand_beside_the_truth(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}")
    analyse(page, "What the models predict")
    expect(page.locator("#predictions")).to_contain_text("can be won")
    expect(page.locator("#predictions tbody tr")).to_have_count(2)


def test_the_difficulty_is_shown_with_its_attributes(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}")
    analyse(page, "Difficulty")
    expect(page.locator("#rating .feathers svg")).to_have_count(5)
    expect(page.locator("#rating tbody tr")).not_to_have_count(0)


@pytest.mark.thorough
def test_a_served_page_asks_the_server_nothing(open_page: Open) -> None:
    page = open_page(f"deal={DEAL}", server=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    analyse(page, "Difficulty")
    expect(page.locator("#rating .feathers")).to_be_visible()
    page.get_by_text("What the models predict").click()
    expect(page.locator("#predictions tbody tr")).to_have_count(2)
    expect(page.locator("body")).not_to_contain_text("Python")
    assert not [url for url in asked if "/api/" in url]
