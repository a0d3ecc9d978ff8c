"""Read the list of unsolvable deals without boaf: python read_list.py unsolvable-4x4.bin [START STOP].

Prints the numbers of the unsolvable 4 × 4 deals from START to STOP - 1, one per line, after checking the digest of each
block of 2^20 deals. Needs nothing but Python's standard library; docs/census.md describes the format.
"""

import hashlib
import struct
import sys
import zlib
from collections.abc import Iterator

BLOCK_SIZE = 1 << 20


def block_seeds(content: bytes, number: int) -> list[int]:
    """The unsolvable seeds of a block."""
    blocks = struct.unpack_from("<I", content, 8)[0]
    first, last = struct.unpack_from("<2I", content, 12 + 4 * number)
    digests = 12 + 4 * (blocks + 1)
    data = digests + 32 * blocks
    try:
        gaps = zlib.decompress(content[data + first : data + last])
    except zlib.error:
        sys.exit(f"block {number} is damaged")
    seeds, seed, half = [], number * BLOCK_SIZE - 1, len(gaps) // 2
    for k in range(half):
        seed += gaps[k] + 256 * gaps[half + k]
        seeds.append(seed)
    text = "".join(f"{seed}\n" for seed in seeds)
    if hashlib.sha256(text.encode()).digest() != content[digests + 32 * number :][:32]:
        sys.exit(f"block {number} is damaged")
    return seeds


def unsolvable(content: bytes, start: int, stop: int) -> Iterator[int]:
    """The unsolvable seeds of a range."""
    for number in range(start // BLOCK_SIZE, -(-stop // BLOCK_SIZE)):
        yield from (seed for seed in block_seeds(content, number) if start <= seed < stop)


def main() -> None:
    """Print the list."""
    if len(sys.argv) not in (2, 4):
        sys.exit("usage: python read_list.py FILE [START STOP]")
    try:
        with open(sys.argv[1], "rb") as file:
            content = file.read()
        start, stop = map(int, sys.argv[2:] or (0, 1 << 31))
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    if not content.startswith(b"BOAFLST1"):
        sys.exit(f"{sys.argv[1]} is not a list of deals")
    if not 0 <= start <= stop <= 1 << 31:
        sys.exit("START and STOP are from 0 to 2147483648")
    try:
        for seed in unsolvable(content, start, stop):
            print(seed)
    except struct.error:
        sys.exit(f"{sys.argv[1]} ends too early")


if __name__ == "__main__":
    main()
