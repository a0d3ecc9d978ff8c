"""Collapse sets against plain recursion, and what they leave out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.kernel.position import Status, position_of
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.family import join


def states(board: Board) -> set[tuple[frozenset[int], int, int]]:
    """All (set, top, cell) that play can reach, by trying every sequence of moves; stacks are named by their cells."""
    tops = {card: cell for cell, card in enumerate(board.tops) if card is not None}
    found = set()
    seen = set()

    def visit(board: Board) -> None:
        if board in seen:
            return
        seen.add(board.copy())
        for cell, stack in enumerate(board.stacks):
            if stack:
                found.add((frozenset(tops[card] for card in stack), tops[stack[0]], cell))
        for move in board.legal_moves:
            board.push(move)
            visit(board)
            board.pop()

    visit(board)
    return found


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_collapse_sets_are_states_that_play_can_reach(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, 3, 3, stacks)
    collapser = Collapser(position_of(board))
    assert collapser.advance_until(1 << 40, Limits(), 0) == Status.DONE
    family = collapser.family
    cells = family.cells.tolist()
    claimed = {
        (frozenset(cells[u] for u in range(len(cells)) if int(family.sets[k]) >> u & 1), cells[v], cells[f])
        for k in range(int(family.state[0]["found"]))
        for v in range(len(cells))
        for f in range(len(cells))
        if int(family.stand[k, v]) >> f & 1
    }
    reachable = states(board)
    everything = frozenset(cells)
    assert claimed <= reachable
    assert {state for state in claimed if state[0] == everything} == {s for s in reachable if s[0] == everything}


def test_room_for_sets_grows() -> None:
    collapser = Collapser(position_of(boaf.deal(0)))
    assert collapser.advance_until(1 << 40, Limits(), 0) == Status.DONE
    assert collapser.nodes > 1 << 14
    assert collapser.steps()


@pytest.mark.parametrize("seed", [0, 221602, 11982])
def test_a_solution_needs_no_more_sets_than_all(seed: int) -> None:
    position = position_of(boaf.deal(seed))
    every, until_solved = Collapser(position), Collapser(position, only_one=True)
    for collapser in (every, until_solved):
        assert collapser.advance_until(1 << 40, Limits(), 0) == Status.DONE
    assert bool(until_solved.steps()) == bool(every.steps())
    assert until_solved.nodes < every.nodes or not every.steps()


@pytest.mark.parametrize("limit", [0, 10, 1000])
def test_a_limit_on_sets_is_kept(limit: int) -> None:
    result = boaf.solve(boaf.deal(0), "collapse", max_nodes=limit)
    assert result.verdict is Verdict.UNKNOWN
    assert result.nodes <= limit


def test_the_work_can_be_paused_anywhere() -> None:
    position = position_of(boaf.deal(221602))
    at_once, by_and_by = Collapser(position), Collapser(position)
    assert at_once.advance_until(1 << 40, Limits(), 0) == Status.DONE
    pauses = 0
    while join(by_and_by.family, 100, len(by_and_by.family.sets), False) == Status.PAUSED:
        pauses += 1
    assert pauses > 100
    assert by_and_by.nodes == at_once.nodes
    assert (by_and_by.family.stand == at_once.family.stand).all()
