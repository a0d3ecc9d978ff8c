"""Write the list of all unsolvable numbered 4 × 4 deals: `python tools/list_unsolvable.py`.

The census of blocks (`results/census-4x4.jsonl`) has the number and the digest of the unsolvable deals of each block,
but not the deals. This program decides every block again, refuses one whose digest differs, and writes groups of 16
blocks to `results/unsolvable-4x4/`. A run computes the groups that are missing, about half a minute each on two cores.
When all are there, it joins them into one file (its format: `deal_list.py`). Needs Numba (extra `dev`): most deals are
settled by `quick_wins.py`, and the exact solver decides the others.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["BOAF_KERNEL"] = "numba"

import numpy as np
from numpy.typing import NDArray

from boaf.census.blocks import BlockFile
from boaf.kernel.dealing import draw_deals
from boaf.solvers.batch import solve_many
from boaf.solvers.descent import new_search
from boaf.support.files import write_file
from boaf.support.threads import PerThread, thread_pool
from deal_list import BLOCKS, LIST_FILE, digest_of_seeds, encode_block, join_blocks
from quick_wins import quick_wins

ROOT = Path(__file__).parents[1]
GROUPS = ROOT / "results" / "unsolvable-4x4"
GROUP_SIZE = 16
TABLES = 7
TRIES = 6
CHUNK = 1 << 14


def main() -> None:
    """Compute the groups that are missing; join them when none is."""
    census = BlockFile(ROOT / "results" / "census-4x4.jsonl")
    digests = {number: record.digest for number, record in census.done.items()}
    GROUPS.mkdir(exist_ok=True)
    for group in range(BLOCKS // GROUP_SIZE):
        path = GROUPS / f"{group:03}.bin"
        if path.exists():
            continue
        streams = []
        for number in range(group * GROUP_SIZE, (group + 1) * GROUP_SIZE):
            seeds = census.blocks.seeds(number)
            found = unsolvable_of(seeds)
            if digest_of_seeds(found) != digests[number]:
                sys.exit(f"block {number} differs from the census")
            streams.append(encode_block(number, found))
            print(f"block {number:,} of {BLOCKS:,}", flush=True)
        write_file(path, b"".join(len(stream).to_bytes(4, "little") + stream for stream in streams))
    write_file(
        LIST_FILE, join_blocks([stream for path in sorted(GROUPS.glob("*.bin")) for stream in _split(path)], digests)
    )


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
