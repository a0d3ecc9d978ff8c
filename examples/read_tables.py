"""Read the endgame tables without boaf: python read_tables.py endgame-7.bin "7H 6C / -- 6H".

Prints whether a board of up to seven stacks can be collapsed to one. Needs nothing but Python's standard library;
docs/endgame-tables.md describes the format.
"""

import hashlib
import sys
import zlib
from itertools import combinations, permutations

Cell = tuple[int, int]
HEAD = b"boaf endgame tables 2\n"
RANKS = "A23456789TJQK"


def read_tables(path: str) -> dict[int, bytes]:
    """The tables of a file: by code, the bytes of the table."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        sys.exit(str(error))
    digest, rest = content[22:54], content[54:]
    if content[:22] != HEAD or hashlib.sha256(rest).digest() != digest:
        sys.exit(f"{path} is damaged, or not a file of endgame tables")
    found = zlib.decompress(rest)
    patterns = int.from_bytes(found[:4], "little")
    codes = [int.from_bytes(found[k : k + 4], "little") for k in range(4, 4 + 4 * patterns, 4)]
    tables, place = {}, 4 + 4 * patterns
    for code in codes:
        stacks = bin(code).count("1")
        size = max(1, 2 ** (stacks * (stacks - 1) // 2) // 8)
        tables[code] = found[place : place + size]
        place += size
    return tables


def canonical(cells: list[Cell]) -> tuple[int, list[Cell]]:
    """The code of a pattern, given as (row, column) pairs, and its cells in canonical order."""
    best: tuple[int, list[Cell]] = -1, []
    for turned in (False, True):
        turn = {cell: (cell[1], cell[0]) if turned else cell for cell in cells}
        rows, columns = ({place[side] for place in turn.values()} for side in (0, 1))
        if len(rows) > min(len(columns), 4):
            continue
        for order in permutations(rows):
            number = {row: k for k, row in enumerate(order)}
            masks = dict.fromkeys(columns, 0)
            for row, column in turn.values():
                masks[column] |= 1 << number[row]
            ranked = {column: k for k, column in enumerate(sorted(columns, key=lambda column: -masks[column]))}
            code = 0
            for column in ranked:
                code = 16 * code + masks[column]
            if code > best[0]:
                best = code, sorted(cells, key=lambda cell: (ranked[turn[cell][1]], number[turn[cell][0]]))
    return best


def match(first: str, second: str) -> bool:
    """Whether two cards match."""
    return first[1] == second[1] or abs(RANKS.index(first[0]) - RANKS.index(second[0])) <= 1


def can_be_collapsed(tables: dict[int, bytes], text: str) -> bool:
    """Whether a board such as `7H 6C / -- 6H` can be collapsed to one stack."""
    grid = [row.split() for row in text.split("/")]
    cards = {(r, c): card for r, row in enumerate(grid) for c, card in enumerate(row) if card != "--"}
    code, cells = canonical(list(cards))
    if code not in tables:
        return False
    index = 0
    for pair, (one, other) in enumerate(combinations(cells, 2)):
        index |= match(cards[one], cards[other]) << pair
    return bool(tables[code][index // 8] >> index % 8 & 1)


def main() -> None:
    """Answer for one board."""
    if len(sys.argv) != 3:
        sys.exit("usage: python read_tables.py FILE BOARD")
    cards = [card for card in sys.argv[2].replace("/", " ").split() if card != "--"]
    for card in cards:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in "CDHS":
            sys.exit(f"{card} is not a card such as 7H")
    if not 1 <= len(cards) <= 7:
        sys.exit(f"the board has {len(cards)} stacks; the tables are for 1 to 7")
    print("solvable" if can_be_collapsed(read_tables(sys.argv[1]), sys.argv[2]) else "unsolvable")


if __name__ == "__main__":
    main()
