"""A yardstick: a plain scalar search whose time stands for the speed of a machine, so that records can be compared.

It is Compatible DFS of Araki et al. (2019) on 4 × 4 deals, without a memory and with a limit for each deal, compiled
from this file alone. It must not be changed or made faster: every figure of `record.jsonl` is a multiple of its time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards, draw_deals

_F = TypeVar("_F", bound=Callable[..., Any])
_DEALS, _MAX_NODES = 2_000, 1_000


def seconds_per_deal() -> float:
    """The processor time of the yardstick for one deal, on average over a fixed set."""
    deals = draw_deals(np.arange(_DEALS), 16)
    search_each(deals[:1], 1)  # compiles it
    started = process_time()
    search_each(deals, _MAX_NODES)
    return (process_time() - started) / _DEALS


def _compiled(function: _F) -> _F:
    return cast(_F, numba.njit(function))


@_compiled
def _is_connected(match: NDArray[np.int64], occupied: int) -> bool:
    """Whether the compatibility graph is connected. Shape (16,)."""
    reached, before = occupied & -occupied, 0
    while reached != before:
        before = reached
        for cell in range(16):
            if before >> cell & 1:
                reached |= match[cell] & occupied
    return reached == occupied


@_compiled
def search_each(deals: Cards, max_nodes: int) -> int:
    """Search deals, shape (deals, 16), depth first: the nodes in all."""
    match = np.zeros((16, 16), np.int64)
    occupied, following = np.zeros(16, np.int64), np.zeros(16, np.int64)
    total = 0
    for cards in deals:
        for a in range(16):
            match[0, a] = 0
            for b in range(16):
                near = abs(np.int64(cards[a] >> 2) - np.int64(cards[b] >> 2)) <= 1
                if a != b and (cards[a] & 3 == cards[b] & 3 or near):
                    match[0, a] |= 1 << b
        occupied[0], following[0] = 0xFFFF, 0
        depth, nodes = 0, 1
        while 0 <= depth < 15 and nodes < max_nodes:
            step = following[depth]
            following[depth] += 1
            if step == 256:
                depth -= 1
                continue
            source, target = step >> 4, step & 15
            is_in_line = source >> 2 == target >> 2 or source & 3 == target & 3
            if not (is_in_line and occupied[depth] >> source & 1 and match[depth, source] >> target & 1):
                continue
            nodes += 1
            gone, there = 1 << source, 1 << target
            for cell in range(16):
                row = match[depth, cell] & ~(gone | there)
                match[depth + 1, cell] = row | there if match[depth, cell] & gone else row
            match[depth + 1, target] = match[depth, source] & ~(gone | there)
            match[depth + 1, source] = 0
            occupied[depth + 1] = occupied[depth] & ~gone
            if _is_connected(match[depth + 1], occupied[depth + 1]):
                depth += 1
                following[depth] = 0
        total += nodes
    return total
