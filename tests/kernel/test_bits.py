import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boaf.kernel.bits import bit, count, is_connected, lowest

pytestmark = pytest.mark.plain
words = st.integers(0, 2**64 - 1)


@given(words)
def test_count_counts_bits(word: int) -> None:
    assert count(np.uint64(word)) == word.bit_count()


@given(words.filter(bool))
def test_lowest_is_the_lowest_bit(word: int) -> None:
    assert lowest(np.uint64(word)) == (word & -word).bit_length() - 1


@given(st.integers(0, 63))
def test_bit_is_one_bit(cell: int) -> None:
    assert bit(cell) == 1 << cell


@pytest.mark.parametrize("dtype", [np.uint16, np.uint64])
def test_a_path_is_connected_and_its_ends_alone_are_not(dtype: type) -> None:
    path = np.array([0b010, 0b101, 0b010], dtype)
    assert is_connected(path, np.uint64(0b111))
    assert is_connected(path, np.uint64(0b011))
    assert not is_connected(path, np.uint64(0b101))
    assert is_connected(path, np.uint64(0b001))
    assert is_connected(path, np.uint64(0))
