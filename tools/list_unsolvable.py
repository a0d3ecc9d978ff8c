"""Write the list of all unsolvable numbered 4 × 4 deals: `python tools/list_unsolvable.py`.

The census of blocks (`results/census-4x4.jsonl`) has the number and the digest of the unsolvable deals of each block,
but not the deals. This program decides every block again, refuses one whose digest differs, and writes groups of 16
blocks to `results/unsolvable-4x4/`. A run computes the groups that are missing, about a minute each on two cores.
When all are there, it joins them into one file (its format: `deal_list.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from boaf.census.blocks import BlockFile
from boaf.solvers.batch import solve_many
from boaf.support.files import write_file
from deal_list import BLOCKS, LIST_FILE, digest_of_seeds, encode_block, join_blocks

ROOT = Path(__file__).parents[1]
GROUPS = ROOT / "results" / "unsolvable-4x4"
GROUP_SIZE = 16


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
            found = seeds.start + np.flatnonzero(solve_many(seeds, tables=7).unsolvable)
            if digest_of_seeds(found) != digests[number]:
                sys.exit(f"block {number} differs from the census")
            streams.append(encode_block(number, found))
            print(f"block {number:,} of {BLOCKS:,}", flush=True)
        write_file(path, b"".join(len(stream).to_bytes(4, "little") + stream for stream in streams))
    write_file(
        LIST_FILE, join_blocks([stream for path in sorted(GROUPS.glob("*.bin")) for stream in _split(path)], digests)
    )


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
