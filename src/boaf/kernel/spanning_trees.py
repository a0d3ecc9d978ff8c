"""The number of spanning trees of a graph.

By Kirchhoff's theorem it is the determinant of the Laplacian without one row and column. To eliminate vertex k there is
to replace its edges, of weights w(k, i), by edges of weight w(k, i) w(k, j) / d between its neighbours, d being the sum
of its weights; the number is the product of all d. Nothing is subtracted, so floating point does well: an elimination
changes each weight by a factor within 1 ± (n + 3) u, where u = 2^−53, and the number is a sum of products of n − 1
weights; over all eliminations the relative error is below n³ u.

That is exact up to 2^39 for n ≤ 16. Beyond, the number is also computed modulo the prime 2^31 − 1, and the one whole
number near the estimate with that remainder is the exact one, up to 2^62, which no graph on 17 vertices exceeds
(17^15). So the answer is the exact number for up to 17 vertices, rounded once to 53 bits, and has the relative error
above otherwise. It never overflows: 64 vertices have at most 64^62 = 2^372 trees. `count_exactly` is the slow way for
any graph: elimination in whole numbers (Bareiss, 1968).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import scratch

_SURE = 2.0**38
_LARGEST = 2.0**62
_PRIME = np.uint64((1 << 31) - 1)
_CELLS = scratch((MAX_CELLS,), np.uint64)
_WEIGHTS = scratch((MAX_CELLS, MAX_CELLS), np.float64)
_MATRIX = scratch((MAX_CELLS, MAX_CELLS), np.uint64)


@compiled
def spanning_trees(graph: Masks, nodes: np.uint64) -> float:
    """The number of spanning trees of the graph with adjacency masks `graph` on `nodes`; 1 for a single vertex."""
    number = count(nodes)
    cells = _CELLS()[:number]
    left = nodes
    for k in range(number):
        cells[k] = lowest(left)
        left &= left - ONE
    estimate = _estimate(graph, cells)
    if estimate < _SURE:
        return np.rint(estimate)
    if estimate > _LARGEST:
        return estimate
    # Of the numbers with the right remainder, the one nearest to the estimate, which is off by far less than half the
    # prime.
    whole = np.int64(estimate)
    prime = np.int64(_PRIME)
    away = (_remainder(graph, cells) - whole % prime) % prime
    return float(whole + (away if away <= prime // 2 else away - prime))


@compiled
def _estimate(graph: Masks, cells: NDArray[np.uint64]) -> float:
    """The number of spanning trees up to rounding. Shape of cells: (vertices,)."""
    number = len(cells)
    weights = _WEIGHTS()
    for k in range(number):
        for i in range(k):
            weights[k, i] = 1.0 if np.uint64(graph[cells[k]]) & bit(cells[i]) else 0.0
    trees = 1.0
    for k in range(number - 1, 0, -1):
        # Eliminate vertex k: spread its weight over the edges between its neighbours.
        total = 0.0
        for i in range(k):
            total += weights[k, i]
        if total == 0.0:
            return 0.0
        trees *= total
        for i in range(1, k):
            share = weights[k, i] / total
            if share > 0.0:
                for j in range(i):
                    weights[i, j] += share * weights[k, j]
    return trees


@compiled
def _remainder(graph: Masks, cells: NDArray[np.uint64]) -> np.int64:
    """The number of spanning trees modulo 2^31 − 1: a determinant by elimination with row exchanges."""
    size = len(cells) - 1
    matrix = _MATRIX()
    for i in range(size):
        row = np.uint64(graph[cells[i]])
        matrix[i, i] = count(row)
        for j in range(size):
            if j != i:
                matrix[i, j] = _PRIME - ONE if row & bit(cells[j]) else ZERO
    product = ONE
    for k in range(size):
        pivot = k
        while pivot < size and matrix[pivot, k] == 0:
            pivot += 1
        if pivot == size:
            return np.int64(0)
        # Exchanging two rows changes the sign of the determinant.
        if pivot != k:
            product = _PRIME - product
            for j in range(k, size):
                matrix[k, j], matrix[pivot, j] = matrix[pivot, j], matrix[k, j]
        product = product * matrix[k, k] % _PRIME
        inverse = _inverse(matrix[k, k])
        for i in range(k + 1, size):
            factor = _PRIME - matrix[i, k] * inverse % _PRIME
            for j in range(k, size):
                matrix[i, j] = (matrix[i, j] + factor * matrix[k, j]) % _PRIME
    return np.int64(product)


@compiled
def _inverse(value: np.uint64) -> np.uint64:
    """The inverse modulo the prime p: the power p − 2 (Fermat)."""
    inverse = ONE
    power = value
    exponent = _PRIME - ONE - ONE
    while exponent:
        if exponent & ONE:
            inverse = inverse * power % _PRIME
        power = power * power % _PRIME
        exponent >>= ONE
    return inverse


def count_exactly(graph: Sequence[int], nodes: int) -> int:
    """The exact number of spanning trees, however large, of a graph given as adjacency masks."""
    cells = [cell for cell in range(nodes.bit_length()) if nodes >> cell & 1][1:]
    matrix = [[graph[i].bit_count() if i == j else -(graph[i] >> j & 1) for j in cells] for i in cells]
    size, divisor = len(cells), 1
    for k in range(size):
        # A Laplacian without one row and column has no negative leading minor, and if one is 0, so is the whole.
        if matrix[k][k] == 0:
            return 0
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]) // divisor
        divisor = matrix[k][k]
    return divisor
