"""What tests of data sets and of their files share."""

import numpy as np

from boaf.learn.data import DataSet


def require_same(one: DataSet, other: DataSet) -> None:
    assert (one.rows, one.cols, one.recipe) == (other.rows, other.cols, other.recipe)
    for name in ("cards", "solvable", "seeds", "parts"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.cards.dtype, one.solvable.dtype, one.seeds.dtype) == (np.uint8, np.bool_, np.int64)


def damaged(content: bytes, how: str) -> bytes:
    if how == "cut":
        return content[: len(content) // 2]
    if how == "empty":
        return b""
    if how == "other":
        return b"PK\x03\x04" + bytes(range(256))
    middle = len(content) // 3
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
