"""The door to python-sat: the one place that imports it, and the one that says what to do where it is missing."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from boaf.reduction.formula import Assignment, Formula
from boaf.support.errors import require

_SOLVER = "glucose4"
"""The fastest of python-sat's solvers on our formulas that can also write down its proofs."""


class SatResult(NamedTuple):
    """What the SAT solver says of a formula: satisfiable or not, or None where the time was not enough."""

    satisfiable: bool | None
    model: frozenset[int]
    """The literals that are true, of a satisfiable formula."""
    proof: tuple[str, ...]
    """The lines of a DRAT proof, of an unsatisfiable formula, where it was asked for."""
    conflicts: int


def decide(
    clauses: Iterable[Sequence[int]],
    *,
    with_proof: bool = False,
    seconds: float | None = None,
    conflicts: int | None = None,
) -> SatResult:
    """Let the SAT solver decide a formula.

    Parameters
    ----------
    clauses
        The clauses, each a sequence of literals other than 0.
    with_proof
        Whether to keep the proof that the formula is unsatisfiable, for `check_drat`.
    seconds, conflicts
        Limits, the second one not exact; past either the answer is None.

    Returns
    -------
    SatResult
        Whether the formula is satisfiable, and the model or the proof.

    Raises
    ------
    MissingExtraError
        If the extra `research` is not installed.

    Examples
    --------
    >>> answer = decide([(1, 2), (-1,)])
    >>> answer.satisfiable, sorted(answer.model)
    (True, [-1, 2])

    """
    with _solver(clauses, with_proof) as solver:
        with _interruptible():
            satisfiable = _solve(solver, seconds, conflicts)
        model = frozenset(literal for literal in solver.get_model() or () if satisfiable)
        proof = tuple(solver.get_proof() or ()) if with_proof and satisfiable is False else ()
        return SatResult(satisfiable, model, proof, solver.accum_stats()["conflicts"])


def refute_by_cases(clauses: Iterable[Sequence[int]], cases: Sequence[Sequence[int]]) -> tuple[str, ...] | None:
    """Refute a formula case by case, which can be much quicker than all at once.

    Parameters
    ----------
    clauses
        The clauses, each a sequence of literals other than 0.
    cases
        Some of the clauses; whatever satisfies the formula makes a literal of each true. The solver tries every
        choice of one literal from each, and keeps what it has learned for the next.

    Returns
    -------
    tuple of str or None
        The lines of one DRAT proof for all cases, or None if the formula is satisfiable.

    Raises
    ------
    MissingExtraError
        If the extra `research` is not installed.

    Examples
    --------
    >>> clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    >>> refute_by_cases(clauses, [(1, 2)])[-3:]
    ('-1 0', '-2 0', '0')
    >>> refute_by_cases(clauses[1:], [(1, -2)]) is None
    True

    """
    closed: list[str] = []
    with _solver(clauses, with_proof=True) as solver, _interruptible():
        if not _closes(solver, cases, [], closed):
            return None
        # Nothing that was learned is forgotten, so that each case follows from the whole; the solver also writes a
        # contradiction after each.
        learned = [line for line in solver.get_proof() if line != "0" and not line.startswith("d")]
        return (*learned, *closed)


def _closes(solver: Any, cases: Sequence[Sequence[int]], assumed: list[int], closed: list[str]) -> bool:
    """Whether what is assumed leads to a contradiction in all cases; if so, its negation is added to `closed`."""
    if cases:
        if not all(_closes(solver, cases[1:], [*assumed, literal], closed) for literal in cases[0]):
            return False
    elif solver.solve(assumptions=assumed):
        return False
    closed.append(" ".join(map(str, (*(-literal for literal in assumed), 0))))
    return True


def satisfying_assignment(formula: Formula) -> Assignment | None:
    """An assignment that satisfies the formula, or None if there is none."""
    answer = decide(formula.clauses)
    return formula.values(answer.model) if answer.satisfiable else None


def _solver(clauses: Iterable[Sequence[int]], with_proof: bool) -> Any:
    return require("pysat.solvers", "research").Solver(name=_SOLVER, bootstrap_with=clauses, with_proof=with_proof)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Turn what the solvers make of Ctrl-C, which they catch and report as an error of their own, back into it."""
    try:
        yield
    except Exception as error:
        if "keyboard interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise


def _solve(solver: Any, seconds: float | None, conflicts: int | None) -> bool | None:
    if seconds is None and conflicts is None:
        return bool(solver.solve())
    if conflicts is not None:
        solver.conf_budget(conflicts)
    if seconds is None:
        return _as_answer(solver.solve_limited())
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), solver.interrupt)
    timer.start()
    try:
        return _as_answer(solver.solve_limited(expect_interrupt=True))
    finally:
        timer.cancel()
        solver.clear_interrupt()


def _as_answer(answer: Any) -> bool | None:
    return None if answer is None else bool(answer)
