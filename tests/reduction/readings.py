"""The negation bars that the scan of Hoshino & Notarangelo (2019) has lost: what is printed determines them.

1. Table 5: in the first three rows of a block ranks 10j − 8 and 10j − 6 alternate from column to column, and the suits
   10j − 9 … 10j − 7 mark the columns of the clause's own literals. The cards 2.1 4.4 / 2.5 4.2 / 2.3 4.6 say that C1
   is (u1 ∨ ¬u2 ∨ u4). Table 6 says likewise that C6 is (¬u1 ∨ u3 ∨ ¬u4).
2. The assignments that satisfy all seven are (T, T, T, F) and (T, T, T, T), and no other.
3. Under (T, T, T, F), C4 can be activated by its literals on u1 and u4, not by the one on u2.
4. With C8, on u1, u2 and u3, nothing satisfies the formula.

The second fact alone leaves 80 readings, with Table 5 it leaves 16, and with Table 6 two; the third agrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from boaf.reduction.formula import Assignment, Clause, Formula, is_true

VARIABLES: tuple[Clause, ...] = ((1, 2, 4), (2, 3, 4), (1, 3, 4), (1, 2, 4), (2, 3, 4), (1, 3, 4), (1, 2, 3))
"""The clauses without their bars, as the scan has them."""
TABLES: dict[int, Clause] = {0: (1, -2, 4), 5: (-1, 3, -4)}
"""C1 and C6, which Tables 5 and 6 determine."""
SATISFYING: frozenset[Assignment] = frozenset({(True, True, True, False), (True, True, True, True)})


def readings(tables: dict[int, Clause] = TABLES) -> Iterator[Formula]:
    """Every choice of signs that agrees with fact 1, as far as `tables` says, and fact 2."""
    choices = [
        [tables[index]]
        if index in tables
        else [clause for clause in _signed(names) if not _falsified(clause) & SATISFYING]
        for index, names in enumerate(VARIABLES)
    ]
    return (Formula(4, clauses) for clauses in _disjoint(choices, ()))


def _disjoint(choices: list[list[Clause]], chosen: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    """The choices in which no assignment is falsified twice.

    Seven clauses falsify two of the sixteen assignments each, and fourteen must be falsified.
    """
    if len(chosen) == len(choices):
        yield chosen
        return
    for clause in choices[len(chosen)]:
        if not any(_falsified(clause) & _falsified(other) for other in chosen):
            yield from _disjoint(choices, (*chosen, clause))


def fourth_clause_agrees(formula: Formula) -> bool:
    """Fact 3."""
    true = [abs(literal) for literal in formula.clauses[3] if is_true(literal, (True, True, True, False))]
    return true == [1, 4]


def _signed(names: Clause) -> Iterator[Clause]:
    for signs in product((1, -1), repeat=len(names)):
        yield tuple(sign * name for sign, name in zip(signs, names, strict=True))


@cache
def _falsified(clause: Clause) -> frozenset[Assignment]:
    assignments = product((False, True), repeat=4)
    return frozenset(values for values in assignments if not any(is_true(literal, values) for literal in clause))
