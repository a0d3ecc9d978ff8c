"""Write the list of all unsolvable numbered 4 × 4 deals: `python tools/list_unsolvable.py`.

The census of blocks (`results/census-4x4.jsonl`) has the number and the digest of the unsolvable deals of each block,
but not the deals. This program decides every block again, refuses one whose digest differs, and writes groups of 16
blocks to `build/unsolvable-4x4/`. A run computes the groups that are missing, about a minute each on two cores. When
all are there, it joins them into one file (its format: `boaf.census.deal_list`). Needs Numba (extra `dev`): most deals
are settled by `quick_wins.py`, and the exact solver decides the others.
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path

os.environ["BOAF_KERNEL"] = "numba"

import numpy as np
from numpy.typing import NDArray

from boaf.census.blocks import BlockFile
from boaf.census.deal_list import BLOCK_SIZE, BLOCKS, HEAD, LIST_FILE
from boaf.kernel.dealing import draw_deals
from boaf.solvers.batch import solve_many
from boaf.solvers.descent import new_search
from boaf.support.files import digest_of, write_file
from boaf.support.threads import PerThread, thread_pool
from quick_wins import quick_wins

ROOT = Path(__file__).parents[1]
GROUPS = ROOT / "build" / "unsolvable-4x4"
GROUP_SIZE = 16
TABLES = 7
TRIES = 6
CHUNK = 1 << 14


def main() -> None:
    """Compute the groups that are missing; join them when none is."""
    census = BlockFile(ROOT / "results" / "census-4x4.jsonl")
    digests = {number: record.digest for number, record in census.done.items()}
    GROUPS.mkdir(parents=True, exist_ok=True)
    for group in range(BLOCKS // GROUP_SIZE):
        path = GROUPS / f"{group:03}.bin"
        if path.exists():
            continue
        streams = []
        for number in range(group * GROUP_SIZE, (group + 1) * GROUP_SIZE):
            seeds = census.blocks.seeds(number)
            found = unsolvable_of(seeds)
            if digest_of("".join(f"{seed}\n" for seed in found.tolist())) != digests[number]:
                sys.exit(f"block {number} differs from the census")
            streams.append(encode_block(number, found))
            print(f"block {number:,} of {BLOCKS:,}", flush=True)
        write_file(path, b"".join(len(stream).to_bytes(4, "little") + stream for stream in streams))
    streams = [stream for path in sorted(GROUPS.glob("*.bin")) for stream in _split(path)]
    offsets = np.cumsum([0, *map(len, streams)]).astype("<u4").tobytes()
    every_digest = b"".join(bytes.fromhex(digests[number]) for number in range(BLOCKS))
    write_file(LIST_FILE, HEAD + offsets + every_digest + b"".join(streams))


def unsolvable_of(seeds: range) -> NDArray[np.int64]:
    """The unsolvable deals of a range."""
    own_search = PerThread(lambda: new_search(4, 4, TABLES))

    def left_by(first: int) -> NDArray[np.int64]:
        """The deals of a chunk that no quick descent wins."""
        numbers = np.arange(first, min(first + CHUNK, seeds.stop))
        won = np.zeros(len(numbers), np.bool_)
        quick_wins(draw_deals(numbers, 16), own_search(), TRIES, won)
        return numbers[~won]

    with thread_pool(None) as pool:
        left = np.concatenate(list(pool.map(left_by, range(seeds.start, seeds.stop, CHUNK))))
    return left[solve_many(left, tables=TABLES).unsolvable]


def encode_block(number: int, seeds: NDArray[np.int64]) -> bytes:
    """The stream of a block with these seeds."""
    gaps = np.diff(seeds, prepend=number * BLOCK_SIZE - 1)
    if len(gaps) and not (gaps.min() > 0 and gaps.max() < 1 << 16):
        sys.exit(f"the seeds of block {number} cannot be encoded")
    return zlib.compress(gaps.astype("<u2").view(np.uint8).reshape(-1, 2).T.tobytes(), 9)


def _split(path: Path) -> list[bytes]:
    """The streams of a group, each with its length in front."""
    content, streams = path.read_bytes(), []
    while content:
        end = 4 + int.from_bytes(content[:4], "little")
        streams.append(content[4:end])
        content = content[end:]
    return streams


if __name__ == "__main__":
    main()
