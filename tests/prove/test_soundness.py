"""No condition ever fires on a board that can be solved, and every one fires somewhere."""

from itertools import combinations

import numpy as np
import pytest

from boaf.kernel.bits import is_connected, parts_of
from boaf.kernel.position import Position, line_masks, position_of
from boaf.kernel.tables import find_move, new_lookup, tables_of
from boaf.prove import cut_vertex, disconnected, lollipop_stick, lynchpin
from boaf.prove.conditions import BOUNDED, Condition
from boaf.solvers.contract import Verdict
from tests.kernel.patterns import patterns
from tests.prove.boards import judged_boards

READINGS = {
    "one lynchpin": lynchpin.is_held_by_one_lynchpin,
    "printed lynchpin": lynchpin.meets_printed_cases,
}


@pytest.mark.parametrize("condition", BOUNDED, ids=lambda condition: condition.reason)
def test_no_condition_fires_on_a_solvable_board(condition: Condition) -> None:
    fired = 0
    for board, verdict in judged_boards():
        proof = condition.prove(board, position_of(board))
        if proof is not None:
            fired += 1
            assert verdict is Verdict.UNSOLVABLE, board
            assert proof.reason == condition.reason
    assert fired > 10


@pytest.mark.parametrize("reading", READINGS)
def test_readings_of_lynchpin_are_sound_and_part_of_the_condition(reading: str) -> None:
    fired = 0
    for board, verdict in judged_boards():
        match, line, occupied = (position := position_of(board)).match, position.line, position.occupied
        if READINGS[reading](match, line, occupied):
            fired += 1
            assert verdict is Verdict.UNSOLVABLE, board
            assert lynchpin.is_held_by_lynchpins(match, line, occupied)
    assert fired > 10


def every_position(stacks: int) -> list[Position]:
    """Every rook-connected pattern of that many stacks with every match graph, whether or not cards can make it."""
    pairs = list(combinations(range(stacks), 2))
    line = line_masks(8, 8)
    found = []
    for cells in patterns(stacks):
        occupied = np.uint64(sum(1 << cell for cell in cells))
        for graph in range(1 << len(pairs)):
            match = np.zeros(64, np.uint64)
            for k, (a, b) in enumerate(pairs):
                if graph >> k & 1:
                    match[cells[a]] |= np.uint64(1 << cells[b])
                    match[cells[b]] |= np.uint64(1 << cells[a])
            found.append(Position(occupied, match, line, 8))
    return found


@pytest.mark.parametrize("stacks", [2, 3, 4, 5])
def test_no_condition_fires_on_any_solvable_position_of_few_stacks(stacks: int) -> None:
    lookup = new_lookup(tables_of(6), 8)
    for position in every_position(stacks):
        match, line, occupied = position.match, position.line, position.occupied
        if find_move(lookup, match[None], occupied, line, 0) >= 0:
            assert not disconnected.odd_birds(match, occupied)
            assert is_connected(match, occupied)
            assert is_connected(line, occupied)
            assert not lynchpin.is_held_by_lynchpins(match, line, occupied)
            assert not lynchpin.meets_printed_cases(match, line, occupied)
            assert lollipop_stick.lollipop_stick(match, line, occupied)[0] < 0
            assert not any(cut_vertex_fails(position, cell) for cell in range(64) if int(occupied) >> cell & 1)


def cut_vertex_fails(position: Position, cell: int) -> bool:
    parts = parts_of(position.match, int(position.occupied) & ~(1 << cell))
    return len(parts) > 1 and bool(cut_vertex.failing_parts(position, cell, parts))
