"""The repaired deal as the table of docs/intractability.md has it: read from the page, with nothing of boaf.reduction.

The table leaves open which numbers ranks and suits are. So a card of it has a rank such as ("a", 1), for a_1, plus an
offset, and a suit such as ("s", 1, 0), for s_{1,0}.
"""

import re
from itertools import count
from pathlib import Path
from typing import NamedTuple

NOTE = Path(__file__).parents[2] / "docs" / "intractability.md"


class Entry(NamedTuple):
    """A card of the table."""

    name: str
    rank: tuple
    offset: int
    suit: tuple
    cell: tuple[int, int]


def table_rows():
    """The rows of the table: card, rank, suit, row, column, as they are printed."""
    text = NOTE.read_text(encoding="utf-8").partition("| card | rank | suit | row | column |\n")[2]
    lines = text.partition("\n\n")[0].splitlines()[1:]
    return [[part.strip() for part in line.strip("|").split("|")] for line in lines]


def entries(variables, clauses):
    """Every card but the fillers, for clauses of one to three literals."""
    m, v, w = len(clauses), variables, max(map(len, clauses))
    board = {"m": m, "v": v, "w": w, "e": (w + 1) * m + 3 * v, "M": 6 * m + 3 * v, "N": 6 * m + 3 * v + 3}
    own = count()
    found = []
    for name, rank, suit, row, column in table_rows()[:-1]:
        for scope in _scopes(f"{name} {rank} {suit} {row} {column}", board, clauses):
            (symbol, offset), (suit_symbol, _) = _symbol(rank, scope, own), _symbol(suit, scope, own)
            cell = eval(_plain(row), {}, scope), _column(column, scope)
            found.append(Entry(_named(name, scope), symbol, offset, suit_symbol, cell))
    return found


def size(variables, clauses):
    """N."""
    return 6 * len(clauses) + 3 * variables + 3


def _scopes(text, board, clauses):
    """What the letters of a row stand for: once for each literal, clause or variable that it speaks of."""
    m, v, w = board["m"], board["v"], board["w"]
    if not re.search(r"\b[jyix]\b|_[jik{]|\bz\b|_k", text):
        yield board
    elif re.search(r"\bz\b", text):
        for k in range(1, v + 1):
            yield board | {"k": k, "z": 6 * m + 3 * k - 3}
    else:
        for j, clause in enumerate(clauses, 1):
            scope = board | {"j": j, "y": 6 * j - 6, "x": 2 * v + (w + 1) * (j - 1)}
            if re.search(r"_i\b|\bi\b", text):
                for i, literal in enumerate(sorted(clause, key=abs)):
                    yield scope | {"i": i, "l_i": literal, "k_i": abs(literal)}
            else:
                yield scope


def _plain(text):
    return text.replace("−", "-")


def _column(text, scope):
    """`of l_i`, `of ¬u_k`, or a formula."""
    if not text.startswith("of "):
        return eval(_plain(text), {}, scope)
    literal = {"l_i": scope.get("l_i"), "u_k": scope.get("k")}[text.removeprefix("of ").lstrip("¬")]
    literal = -literal if "¬" in text else literal
    return 2 * literal - 2 if literal > 0 else -2 * literal - 1


def _symbol(text, scope, own):
    """`a_j + 1` in clause 2 is (("a", 2), 1); `own` is unlike all others."""
    if text == "own":
        return ("own", next(own)), 0
    letter, _, offset = text.partition(" + ")
    letter, _, indices = letter.partition("_")
    names = re.findall(r"k_i|[ijk]", indices)
    return (letter, *(scope[name] for name in names)), int(offset or 0)


def _named(name, scope):
    """The name of a card, with the numbers of its clause or variable and of its literal."""
    numbers = [str(scope[letter]) for letter in "jki" if letter in scope]
    return " ".join([name, *numbers])
