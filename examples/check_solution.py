"""Check a solution of a board by the rules alone; needs only Python, not boaf.

    python check_solution.py BOARD MOVES

BOARD has one row per line, with cells separated by spaces, and MOVES one move per line. A card is RANK.SUIT, as in
57.51, an empty cell is --, and a move is CARD-CARD. Two cards match if they share a suit or their ranks differ by at
most one. A stack moves onto another in the same row or column if their top cards match. A solution leaves one stack.
`boaf sat encode … --out BOARD` and `boaf sat play … --out MOVES` write such files.
"""

import sys
from pathlib import Path


def main(board: str, moves: str) -> str:
    """A summary of the solution; exits with the line of the first error."""
    places: dict[tuple[int, ...], tuple[int, int]] = {}  # row and column of each top card
    for line, text in enumerate(Path(board).read_text().splitlines(), 1):
        for column, cell in enumerate(text.split()):
            if cell != "--" and places.setdefault(card(cell, board, line), (line, column)) != (line, column):
                sys.exit(f"{board}, line {line}: {cell} occurs twice")
    cards = len(places)
    for line, text in enumerate(Path(moves).read_text().splitlines(), 1):
        names = text.split("-")
        if len(names) != 2:
            sys.exit(f"{moves}, line {line}: {text!r} is not a move")
        source, target = (card(name, moves, line) for name in names)
        if source == target or source not in places or target not in places:
            sys.exit(f"{moves}, line {line}: {text} does not join the tops of two stacks")
        if source[1] != target[1] and abs(source[0] - target[0]) > 1:
            sys.exit(f"{moves}, line {line}: {text} joins cards that do not match")
        here, there = places[source], places.pop(target)
        if here[0] != there[0] and here[1] != there[1]:
            sys.exit(f"{moves}, line {line}: {text} joins stacks that share neither a row nor a column")
        places[source] = there
    if len(places) != 1:
        sys.exit(f"{moves}: every move is legal, but {len(places)} stacks are left")
    return f"a solution: {cards} cards, {cards - 1} legal moves, one stack"


def card(text: str, file: str, line: int) -> tuple[int, ...]:
    """The rank and the suit of a card."""
    numbers = text.split(".")
    if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        sys.exit(f"{file}, line {line}: {text!r} is not a card such as 57.51")
    return tuple(map(int, numbers))


if __name__ == "__main__":
    print(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
