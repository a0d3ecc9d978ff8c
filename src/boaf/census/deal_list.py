"""The list of all unsolvable numbered 4 × 4 deals, 3,975,830 of 2^31, in a file of 6.3 MB.

    >>> from boaf.census import unsolvable_deals
    >>> unsolvable_deals(1000, 2000).tolist()
    [1163, 1264, 1309, 1646]

docs/census.md describes the format of the file, which any program with zlib can read.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SEEDS, require_deals
from boaf.support.errors import ParameterError, whole_number

BLOCK_SIZE = 1 << 20
BLOCKS = SEEDS // BLOCK_SIZE
LIST_FILE = Path(__file__).with_name("unsolvable-4x4.bin")
HEAD = b"BOAFLST1" + BLOCKS.to_bytes(4, "little")
_DATA = len(HEAD) + 4 * (BLOCKS + 1) + 32 * BLOCKS


@cache
def _content() -> bytes:
    return LIST_FILE.read_bytes()


@cache
def block_seeds(number: int) -> NDArray[np.int64]:
    """The unsolvable seeds of a block in increasing order. Shape (seeds,)."""
    first, last = np.frombuffer(_content(), "<u4", 2, len(HEAD) + 4 * number) + _DATA
    low, high = np.frombuffer(zlib.decompress(_content()[first:last]), np.uint8).reshape(2, -1)
    seeds = number * BLOCK_SIZE - 1 + np.cumsum(low + high.astype(np.int64) * 256)
    seeds.flags.writeable = False
    return seeds


def is_solvable(seed: int) -> bool:
    """Whether a numbered 4 × 4 deal can be solved, looked up in the list of all that cannot.

    Parameters
    ----------
    seed
        The number of the deal, any integer, as for `boaf.deal`.

    Returns
    -------
    bool
        What `boaf.solve(boaf.deal(seed))` would find, in microseconds.

    Raises
    ------
    BoafError
        If `seed` is not an integer.

    Examples
    --------
    >>> is_solvable(1), is_solvable(1264)
    (True, False)

    """
    seed = whole_number("seed", seed) % SEEDS
    seeds = block_seeds(seed // BLOCK_SIZE)
    place = int(seeds.searchsorted(seed))
    return place == len(seeds) or int(seeds[place]) != seed


def unsolvable_deals(start: int, stop: int) -> NDArray[np.int64]:
    """The unsolvable deals of a range of numbered 4 × 4 deals.

    Parameters
    ----------
    start, stop
        The seeds `start` … `stop` − 1, within 0 … 2^31 − 1.

    Returns
    -------
    ndarray
        Their seeds in increasing order.

    Raises
    ------
    BoafError
        If this is not such a range.

    Examples
    --------
    >>> unsolvable_deals(0, 1500).tolist()
    [10, 190, 397, 520, 1163, 1264, 1309]

    """
    require_listed(start, stop)
    blocks = [block_seeds(number) for number in range(start // BLOCK_SIZE, (stop - 1) // BLOCK_SIZE + 1)]
    seeds = np.concatenate(blocks)
    return seeds[seeds.searchsorted(start) : seeds.searchsorted(stop)]


def require_listed(start: int, stop: int) -> None:
    """Refuse what is not a range of listed seeds."""
    require_deals(whole_number("start", start), whole_number("stop", stop), 4, 4)
    if start < 0 or stop > SEEDS:
        raise ParameterError(f"start and stop must lie between 0 and {SEEDS:,}", "start", "stop")
