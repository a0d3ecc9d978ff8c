"""The patterns of stacks, read from the tables that come with the package."""

from boaf.kernel.tables import tables_of


def patterns(stacks: int) -> list[list[int]]:
    """The cells of every rook-connected pattern on an 8 × 8 board: a code has four bits for each column."""
    codes = [code for code in tables_of(stacks).codes.tolist() if code.bit_count() == stacks]
    return [[8 * (k % 4) + k // 4 for k in range(code.bit_length()) if code >> k & 1] for code in codes]
