"""A Boolean formula in conjunctive normal form, and the DIMACS files that hold one.

Variables are numbered from 1; the literal k is the variable k and −k its negation. A DIMACS file has comment lines
`c …`, a line `p cnf VARIABLES CLAUSES`, and then the literals of each clause, ended by a 0.

The example of Hoshino & Notarangelo (2019) has seven clauses on four variables. The scan of the paper has lost the
negation bars; its tables and text leave two choices (tests/reduction/readings.py), which differ in the order of C2 and
C5. As in the pairs C1, C4 and C3, C6, the one with the positive u4 comes first here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from boaf.support.errors import BoafError, ParseError

Clause = tuple[int, ...]
Assignment = tuple[bool, ...]
"""The value of each variable, from variable 1 on."""
_WORDS = ("none", "one", "two", "three")


@dataclass(frozen=True)
class Formula:
    """A conjunction of clauses."""

    variables: int
    clauses: tuple[Clause, ...]

    def falsified(self, assignment: Sequence[bool]) -> list[int]:
        """The clauses (by index) of which no literal is true."""
        return [
            index
            for index, clause in enumerate(self.clauses)
            if not any(is_true(literal, assignment) for literal in clause)
        ]

    def is_satisfied_by(self, assignment: Sequence[bool]) -> bool:
        """Whether every clause has a true literal."""
        return not self.falsified(assignment)

    def values(self, model: Collection[int]) -> Assignment:
        """The assignment of a model, given by its true literals."""
        return tuple(variable in model for variable in range(1, self.variables + 1))

    def to_dimacs(self) -> str:
        """The formula as a DIMACS file."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        return "\n".join(lines + [" ".join(map(str, (*clause, 0))) for clause in self.clauses]) + "\n"

    def __str__(self) -> str:
        return " ∧ ".join(describe_clause(clause) for clause in self.clauses)


def is_true(literal: int, assignment: Sequence[bool]) -> bool:
    """Whether a literal is true under an assignment."""
    return assignment[abs(literal) - 1] == (literal > 0)


def describe_clause(clause: Clause) -> str:
    """A clause as Hoshino & Notarangelo (2019) write it: `(u1 ∨ ¬u2 ∨ u4)`."""
    return f"({' ∨ '.join('¬' * (literal < 0) + f'u{abs(literal)}' for literal in clause)})"


def describe_assignment(assignment: Sequence[bool]) -> str:
    """An assignment as Hoshino & Notarangelo (2019) write it: `(T, T, T, F)`."""
    return f"({', '.join('T' if value else 'F' for value in assignment)})"


def example_formula() -> Formula:
    """The formula S of Hoshino & Notarangelo (2019).

    Returns
    -------
    Formula
        Seven clauses on four variables, satisfiable.

    Examples
    --------
    >>> formula = example_formula()
    >>> formula.variables, formula.clauses[0]
    (4, (1, -2, 4))

    """
    return Formula(4, ((1, -2, 4), (2, -3, 4), (-1, 3, 4), (1, -2, -4), (2, -3, -4), (-1, 3, -4), (1, 2, 3)))


def extended_example() -> Formula:
    """The formula S* of the paper: S with an eighth clause, unsatisfiable."""
    return Formula(4, (*example_formula().clauses, (-1, -2, -3)))


def smallest_unsatisfiable() -> Formula:
    """All eight clauses on three variables: no fewer will do, since each excludes one assignment in eight."""
    return Formula(3, tuple(product((1, -1), (2, -2), (3, -3))))


NAMED = {"example": example_formula, "example-extended": extended_example, "unsatisfiable": smallest_unsatisfiable}
"""The formulas that the command line knows by name."""


def parse_dimacs(text: str) -> Formula:
    r"""The formula of a DIMACS file.

    Parameters
    ----------
    text
        What the file holds.

    Returns
    -------
    Formula
        The number of variables and the clauses.

    Raises
    ------
    ParseError
        If the text is not in that form, or does not hold what its header promises.

    Examples
    --------
    >>> print(parse_dimacs("p cnf 2 2\n1 -2 0\n2 0"))
    (u1 ∨ ¬u2) ∧ (u2)

    """
    variables = promised = None
    clauses: list[Clause] = []
    open_clause: list[int] = []
    for number, words in _lines(text):
        if words[0] == "p":
            if variables is not None:
                raise ParseError(f"line {number}: a second 'p cnf' line", number)
            variables, promised = _header(words, number)
        elif variables is None:
            raise ParseError(f"line {number}: {words[0]!r} appears before the line 'p cnf VARIABLES CLAUSES'", number)
        else:
            for word in words:
                literal = _literal(word, variables, number)
                if literal:
                    open_clause.append(literal)
                else:
                    clauses.append(tuple(open_clause))
                    open_clause = []
    if variables is None:
        raise ParseError("the file has no line 'p cnf VARIABLES CLAUSES'")
    if open_clause:
        raise ParseError(f"clause {len(clauses) + 1} is not ended by 0")
    if len(clauses) != promised:
        raise ParseError(f"the 'p cnf' line promises {promised} clauses, the file has {len(clauses)}")
    return Formula(variables, tuple(clauses))


def require_clauses(formula: Formula, fewest: int, most: int) -> None:
    """Refuse a formula unless it has clauses, each of `fewest` to `most` literals of different variables."""
    if not formula.clauses:
        raise BoafError("the formula has no clauses: the construction needs at least one")
    widths = _WORDS[fewest] if fewest == most else f"{_WORDS[fewest]} to {_WORDS[most]}"
    for number, clause in enumerate(formula.clauses, 1):
        if not fewest <= len(clause) <= most:
            count = f"{len(clause)} literal{'s' * (len(clause) != 1)}"
            raise BoafError(f"clause {number} has {count}: the construction takes clauses of {widths}")
        for literal in clause:
            if not 1 <= abs(literal) <= formula.variables:
                raise BoafError(f"clause {number} holds {literal}: the variables are 1 … {formula.variables}")
            if -literal in clause:
                pair = f"{abs(literal)} and -{abs(literal)}"
                raise BoafError(f"clause {number} is a tautology, it holds both {pair}: leave it out")
            if clause.count(literal) > 1:
                raise BoafError(f"clause {number} holds {literal} twice: its literals must be of different variables")


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that say something, split into words, with their numbers from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] == ["%"]:
            return  # some old collections end their files so
        if words and words[0] != "c":
            yield number, words


def _header(words: list[str], number: int) -> tuple[int, int]:
    if len(words) != 4 or words[1] != "cnf" or not (_is_number(words[2]) and _is_number(words[3])):
        raise ParseError(f"line {number}: write it as 'p cnf VARIABLES CLAUSES', such as 'p cnf 4 7'", number)
    return int(words[2]), int(words[3])


def _literal(word: str, variables: int, number: int) -> int:
    if not _is_number(word.removeprefix("-")):
        raise ParseError(f"line {number}: {word!r} is not a literal, which is a number such as 3 or -3", number)
    literal = int(word)
    if abs(literal) > variables:
        raise ParseError(
            f"line {number}: literal {literal}, but the 'p cnf' line promises {variables} variables", number
        )
    return literal


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 9
