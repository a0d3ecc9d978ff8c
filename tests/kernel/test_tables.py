"""The endgame tables against a plain recursion over stacks, cells and matches that knows nothing of patterns."""

import random
from functools import cache
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from boaf.kernel.patterns import canonical, new_scratch
from boaf.kernel.tables import FILE, find_move, new_lookup, tables_of, unpack
from boaf.support.errors import BoafError
from tests.kernel.patterns import patterns

Stacks = frozenset[tuple[int, tuple[int, int]]]
"""Stacks as card number and (row, column)."""


def can_collapse(stacks: Stacks, matches: frozenset[tuple[int, int]]) -> bool:
    @cache
    def search(stacks: Stacks) -> bool:
        if len(stacks) == 1:
            return True
        return any(
            (a, b) in matches and (here[0] == there[0] or here[1] == there[1])
            and search(stacks - {(a, here), (b, there)} | {(a, there)})
            for a, here in stacks
            for b, there in stacks
            if a != b
        )  # fmt: skip

    return search(stacks)


@cache
def lines_of(cols: int) -> NDArray[np.uint64]:
    """For each cell, the others in its row and column."""
    lines = [
        sum(1 << j for j in range(64) if j != i and (i // cols == j // cols or i % cols == j % cols)) for i in range(64)
    ]
    return np.array(lines, np.uint64)


def from_tables(cells: list[int], graph: int, tables: int, cols: int = 8) -> bool:
    """What a search would learn: is there a move from these stacks to a position that the tables call solvable?"""
    lookup = new_lookup(tables_of(tables), cols)
    match = np.zeros((1, 64), np.uint64)
    for number, (i, j) in enumerate(combinations(range(len(cells)), 2)):
        if graph >> number & 1:
            match[0, cells[i]] |= np.uint64(1 << cells[j])
            match[0, cells[j]] |= np.uint64(1 << cells[i])
    occupied = np.uint64(sum(1 << cell for cell in cells))
    return int(find_move(lookup, match, occupied, lines_of(cols), 0)) >= 0


def by_recursion(cells: list[int], graph: int, cols: int = 8) -> bool:
    pairs = [pair for number, pair in enumerate(combinations(range(len(cells)), 2)) if graph >> number & 1]
    matches = frozenset(pairs) | frozenset((j, i) for i, j in pairs)
    return can_collapse(frozenset((k, divmod(cell, cols)) for k, cell in enumerate(cells)), matches)


def test_the_number_of_patterns_is_known() -> None:
    assert [len(patterns(n)) for n in range(1, 8)] == [1, 1, 2, 4, 7, 17, 36]
    on_4_by_4 = [sum(all(cell // 8 < 4 and cell % 8 < 4 for cell in cells) for cells in patterns(n)) for n in (6, 7)]
    assert on_4_by_4 == [13, 20]


def test_the_tables_take_the_room_they_should() -> None:
    assert len(tables_of(6).bits) < 72_000
    assert len(tables_of(7).bits) < 10_000_000


@pytest.mark.slow
@pytest.mark.parametrize("stacks", [2, 3, 4, 5])
def test_every_position_of_few_stacks_is_right(stacks: int) -> None:
    for cells in patterns(stacks):
        for graph in range(1 << stacks * (stacks - 1) // 2):
            assert from_tables(cells, graph, 6) == by_recursion(cells, graph), (cells, graph)


@pytest.mark.parametrize("stacks", [6, 7, 8])
def test_positions_of_more_stacks_are_right(stacks: int) -> None:
    generator = random.Random(stacks)
    seen = set()
    for _ in range(150):
        cells = generator.sample([row * 8 + column for row in range(4) for column in range(4)], stacks)
        density = generator.choice([0.25, 0.4, 0.55])
        graph = sum(1 << k for k in range(stacks * (stacks - 1) // 2) if generator.random() < density)
        expected = by_recursion(cells, graph)
        seen.add(expected)
        assert from_tables(cells, graph, 7) == expected, (cells, graph)
    assert seen == {True, False}


def test_symmetric_patterns_share_a_code() -> None:
    generator = random.Random(1)
    order, own = np.zeros(7, np.uint8), np.arange(64, dtype=np.uint8)
    for _ in range(200):
        cells = [divmod(cell, 8) for cell in generator.sample(range(64), generator.randint(1, 7))]
        rows, columns = generator.sample(range(8), 8), generator.sample(range(8), 8)
        image = [(rows[row], columns[column]) for row, column in cells]
        if generator.random() < 0.5:
            image = [(column, row) for row, column in image]
        codes = {
            canonical(np.uint64(sum(1 << 8 * row + column for row, column in pattern)), own, 8, order, new_scratch())
            for pattern in (cells, image)
        }
        assert len(codes) == 1


@pytest.mark.parametrize("stacks", [0, 8])
def test_tables_of_other_sizes_are_refused(stacks: int) -> None:
    with pytest.raises(BoafError, match="endgame tables hold 1 to 7 stacks"):
        tables_of(stacks)


def test_packed_tables_are_read_and_damaged_ones_are_not() -> None:
    tables = tables_of(4)
    content = files("boaf.kernel").joinpath(FILE).read_bytes()
    found = unpack(content, 4)
    assert found is not None
    assert found.bits.tobytes() == tables.bits.tobytes()
    assert unpack(content[:-1], 4) is None
    assert unpack(b"boaf endgame tables 1\n" + content[22:], 4) is None
    assert unpack(b"", 4) is None
