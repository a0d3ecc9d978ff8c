"""Rows as vectors against rows as plain arrays, and those against numbers."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boaf.kernel.lanes import (
    Rows,
    count_each,
    equal,
    greater,
    highest,
    lane,
    load,
    mask,
    splat,
    store,
    where,
)

WIDTHS = {16: np.uint16, 64: np.uint64}


def _everything(rows: Rows, found: Rows, number: np.uint64) -> tuple[int, int, int]:
    """Every function and operator, into the rows of `found`, and the three that give numbers."""
    one, other = load(rows, 0), load(rows, 1)
    store(found, 0, one & other)
    store(found, 1, one | number)
    store(found, 2, ~one)
    store(found, 3, one + other)
    store(found, 4, one - number)
    store(found, 5, one * other)
    store(found, 6, one >> np.uint64(3))
    store(found, 7, splat(one, number))
    store(found, 8, count_each(one))
    store(found, 9, equal(one & number, other & number))
    store(found, 10, equal(one, number))
    store(found, 11, greater(one, other))
    store(found, 12, where(one & number, one, other))
    return mask(one & number), lane(one, number & np.uint64(15)), highest(other)


@pytest.mark.slow
@pytest.mark.parametrize("bits", WIDTHS)
@given(data=st.data())
def test_vectors_and_arrays_agree(bits: int, data: st.DataObject) -> None:
    words = st.integers(0, 2**bits - 1)
    rows = np.array(data.draw(st.lists(words, min_size=2 * bits, max_size=2 * bits)), WIDTHS[bits]).reshape(2, bits)
    number = np.uint64(data.draw(st.one_of(words, st.sampled_from(rows.ravel().tolist()))))
    by_vector, by_array = np.zeros((13, bits), rows.dtype), np.zeros((13, bits), rows.dtype)
    assert _with_numba()(rows, by_vector, number) == _everything(rows, by_array, number)
    assert by_vector.tolist() == by_array.tolist()


@cache
def _with_numba() -> Any:
    return pytest.importorskip("boaf.kernel.vectors").dispatcher_of(_everything)


def test_a_row_is_what_its_lanes_are() -> None:
    rows = np.zeros((2, 16), np.uint16)
    rows[0, :3] = 1, 2, 0xFFFF
    row = load(rows, 0)
    store(rows, 1, row + 0x10001)
    assert rows[1, :4].tolist() == [2, 3, 0, 1]
    assert mask(row) == 0b111
    assert (lane(row, 2), highest(row)) == (-1, 2)
    assert mask(greater(row, row - 1)) == 0xFFFF
    assert mask(equal(count_each(row), 1)) == 0b11
