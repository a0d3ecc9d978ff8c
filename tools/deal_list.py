"""The list of all unsolvable numbered 4 × 4 deals: 3,975,830 seeds of 2^31 in one file of 5 MB.

    >>> from deal_list import is_solvable, unsolvable_deals
    >>> is_solvable(1), is_solvable(1264)
    (True, False)

The format needs nothing but zlib to be read. All numbers are little-endian and unsigned. The seeds are divided into
blocks of 2^20, as in the census of blocks.

| bytes         | what                                                                                                |
| ------------- | --------------------------------------------------------------------------------------------------- |
| 8             | `BOAFLST1`                                                                                          |
| 4             | the number of blocks, b = 2,048                                                                     |
| 4 · (b + 1)   | where each block begins in the data, and where the last one ends                                    |
| 32 · b        | for each block, SHA-256 of its seeds, each in decimal and followed by a line feed                   |
| the rest      | the data: each block is one zlib stream of 2n bytes for n seeds                                     |

The first n bytes of a stream are the low bytes of the gaps between seeds, the other n bytes are the high bytes. The
first gap of a block is the distance from the block's first seed minus one. The digests are those of the census
(`results/census-4x4.jsonl`), so the list cannot differ from it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SEEDS
from boaf.support.errors import BoafError
from boaf.support.files import digest_of

BLOCK_SIZE = 1 << 20
BLOCKS = SEEDS // BLOCK_SIZE
LIST_FILE = Path(__file__).parents[1] / "results" / "unsolvable-4x4.bin"
_MAGIC = b"BOAFLST1"
_DIGEST_BYTES = 32


class DealList:
    """A file with the unsolvable seeds of all blocks; a block is decoded when it is asked for."""

    def __init__(self, content: bytes) -> None:
        start = len(_MAGIC) + 4
        if content[:start] != _MAGIC + BLOCKS.to_bytes(4, "little"):
            raise BoafError("this is not a list of deals")
        self._offsets = np.frombuffer(content, "<u4", BLOCKS + 1, start).tolist()
        start += 4 * (BLOCKS + 1)
        self._digests = content[start : start + _DIGEST_BYTES * BLOCKS]
        self._data = content[start + _DIGEST_BYTES * BLOCKS :]
        self.block = lru_cache(maxsize=BLOCKS)(self._block)

    def _block(self, number: int) -> NDArray[np.int64]:
        """The unsolvable seeds of a block in increasing order. Shape (seeds,)."""
        first, last = self._offsets[number : number + 2]
        return decode_block(number, self._data[first:last])

    def digest(self, number: int) -> str:
        """SHA-256 of the seeds of a block, as the census has it."""
        return self._digests[_DIGEST_BYTES * number :][:_DIGEST_BYTES].hex()


def encode_block(number: int, seeds: NDArray[np.int64]) -> bytes:
    """The stream of a block with these seeds."""
    gaps = np.diff(seeds, prepend=number * BLOCK_SIZE - 1)
    if len(gaps) and not (gaps.min() > 0 and gaps.max() < 1 << 16):
        raise BoafError(f"the seeds of block {number} cannot be encoded")
    return zlib.compress(gaps.astype("<u2").view(np.uint8).reshape(-1, 2).T.tobytes(), 9)


def decode_block(number: int, stream: bytes) -> NDArray[np.int64]:
    """The seeds that `encode_block` was given. Shape (seeds,)."""
    planes = np.frombuffer(zlib.decompress(stream), np.uint8).reshape(2, -1)
    gaps = planes[0] + planes[1].astype(np.int64) * 256
    return number * BLOCK_SIZE - 1 + np.cumsum(gaps)


def digest_of_seeds(seeds: NDArray[np.int64]) -> str:
    """SHA-256 of seeds, each in decimal and followed by a line feed."""
    return digest_of("".join(f"{seed}\n" for seed in seeds.tolist()))


def join_blocks(streams: Sequence[bytes], digests: Mapping[int, str]) -> bytes:
    """The file with these streams, one per block; `digests` has the digest of each block."""
    offsets = np.cumsum([0, *map(len, streams)]).astype("<u4")
    header = _MAGIC + BLOCKS.to_bytes(4, "little") + offsets.tobytes()
    return header + b"".join(bytes.fromhex(digests[number]) for number in range(BLOCKS)) + b"".join(streams)


@lru_cache(maxsize=1)
def _shipped() -> DealList:
    try:
        return DealList(LIST_FILE.read_bytes())
    except OSError as error:
        raise BoafError(f"the list of deals {LIST_FILE} cannot be read: {error.strerror}") from None


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
        If the list cannot be read.

    Examples
    --------
    >>> is_solvable(1), is_solvable(1264)
    (True, False)

    """
    seed %= SEEDS
    seeds = _shipped().block(seed // BLOCK_SIZE)
    place = int(np.searchsorted(seeds, seed))
    return place == len(seeds) or seeds[place] != seed


def unsolvable_deals(start: int, stop: int) -> NDArray[np.int64]:
    """The unsolvable seeds from `start` to `stop` − 1, in increasing order. Shape (seeds,)."""
    if not 0 <= start <= stop <= SEEDS:
        raise BoafError(f"the list covers the seeds 0 … {SEEDS - 1:,}, not {start} … {stop}")
    listed = _shipped()
    blocks = [listed.block(number) for number in range(start // BLOCK_SIZE, -(-stop // BLOCK_SIZE))]
    seeds = np.concatenate([np.empty(0, np.int64), *blocks])
    return seeds[np.searchsorted(seeds, start) : np.searchsorted(seeds, stop)]
