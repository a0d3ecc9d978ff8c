"""A checker for the proofs that SAT solvers write, so that `unsolvable` can be verified.

A DRAT proof is a list of clauses that the solver has learned, ended by the empty clause, with lines `d …` for those
that it has forgotten. Each clause must follow from those before it by *reverse unit propagation* (Goldberg, Novikov
2003): assume that all its literals are false; then clauses with one literal left force that literal, again and again,
until one clause has none left. This checker goes forwards and takes nothing but such steps; the rarer kind that the
format also allows (RAT) our solver does not use, and a proof with one is refused. It shares no code with the solver
or with the encoding: it knows clauses only. The package index has no checker to use in its place.

Every clause that was accepted follows from the formula, so it would never be wrong to keep it; deletions are followed
because they make the check fast, except where a clause has forced a literal for good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.native import compiled, workspace
from boaf.support.errors import ParseError

_REFUTED = -1
_UNFINISHED = -2
_NONE = -1
_LITERAL = re.compile(r"-?[0-9]{1,18}")

Ints = NDArray[np.int64]


class Check(NamedTuple):
    """What the checker says of a proof."""

    accepted: bool
    reason: str


def check_drat(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> Check:
    """Whether a proof shows that no assignment satisfies the clauses.

    Parameters
    ----------
    clauses
        The clauses, each a sequence of literals other than 0.
    proof
        The lines of a DRAT file.

    Returns
    -------
    Check
        Whether the proof is accepted, and why.

    Raises
    ------
    ParseError
        If a line of the proof is not a clause.

    Examples
    --------
    >>> clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    >>> check_drat(clauses, ["1 0", "0"])
    Check(accepted=True, reason='all 2 steps follow, and the last is a contradiction')
    >>> check_drat(clauses[1:], ["1 0"]).reason
    'line 1 of the proof, 1 0, does not follow by unit propagation'

    """
    formula = [tuple(clause) for clause in clauses]
    learned, steps = _read(formula, proof)
    everything = formula + learned
    numbers = _renumbered(everything)
    starts = np.zeros(len(everything) + 1, np.int64)
    np.cumsum([len(clause) for clause in everything], out=starts[1:])
    literals = np.array([_code(literal, numbers) for clause in everything for literal in clause] or [0], np.int64)
    state = _new_state(len(numbers), literals, starts)
    answer = _check(state, len(formula), np.array(steps, np.int64))
    if answer == _REFUTED:
        return Check(True, f"all {len(learned)} steps follow, and the last is a contradiction")
    if answer == _UNFINISHED:
        return Check(False, "every step follows, but they lead to no contradiction")
    wrong = " ".join(map(str, (*everything[steps[answer] - 1], 0)))
    return Check(False, f"line {answer + 1} of the proof, {wrong}, does not follow by unit propagation")


def _read(formula: list[tuple[int, ...]], proof: Iterable[str]) -> tuple[list[tuple[int, ...]], list[int]]:
    """The learned clauses, and the steps: +n adds clause n − 1 of all clauses, −n deletes it, 0 does nothing."""
    places: dict[tuple[int, ...], list[int]] = {}
    for index, clause in enumerate(formula):
        places.setdefault(tuple(sorted(clause)), []).append(index)
    learned: list[tuple[int, ...]] = []
    steps = []
    for number, line in enumerate(proof, 1):
        words = line.split()
        deletes = words[:1] == ["d"]
        clause = _clause(words[deletes:], number)
        key = tuple(sorted(clause))
        if deletes:
            found = places.get(key)
            steps.append(-1 - found.pop() if found else 0)
        else:
            places.setdefault(key, []).append(len(formula) + len(learned))
            learned.append(clause)
            steps.append(len(formula) + len(learned))
    return learned, steps


def _clause(words: list[str], number: int) -> tuple[int, ...]:
    if not all(map(_LITERAL.fullmatch, words)):
        raise ParseError(f"line {number} of the proof is not a clause", number)
    literals = [int(word) for word in words]
    if literals[-1:] != [0] or 0 in literals[:-1]:
        raise ParseError(f"line {number} of the proof is not ended by 0", number)
    return tuple(literals[:-1])


def _renumbered(clauses: list[tuple[int, ...]]) -> dict[int, int]:
    """The variables with new numbers from 1, so that memory is needed only for those that occur."""
    return {number: k for k, number in enumerate(sorted({abs(v) for clause in clauses for v in clause}), 1)}


def _code(literal: int, numbers: dict[int, int]) -> int:
    """A literal as an index: 2k for variable k, 2k + 1 for its negation."""
    return 2 * numbers[abs(literal)] + (literal < 0)


@workspace
class _State(NamedTuple):
    """The clauses under watch and the literals that are known.

    A clause of which two literals are not false is on the lists of two such literals. List `literal` starts at node
    head[literal] and goes on at after[node]; nodes 2c and 2c + 1 belong to clause c, and its two watched literals
    stand first in it. trail[:known[0]] are the true literals in the order in which they were found.
    """

    literals: Ints
    starts: Ints
    value: NDArray[np.int8]
    head: Ints
    after: Ints
    gone: NDArray[np.bool_]
    forces: NDArray[np.bool_]
    trail: Ints
    known: Ints


def _new_state(variables: int, literals: Ints, starts: Ints) -> _State:
    count = len(starts) - 1
    return _State(
        literals,
        starts,
        np.zeros(2 * variables + 2, np.int8),
        np.full(2 * variables + 2, _NONE, np.int64),
        np.full(2 * count, _NONE, np.int64),
        np.zeros(count, np.bool_),
        np.zeros(count, np.bool_),
        np.zeros(variables + 1, np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def _swap(array: Ints, one: int, other: int) -> None:
    array[one], array[other] = array[other], array[one]


@compiled
def _watch(state: _State, node: int, literal: int) -> None:
    state.after[node] = state.head[literal]
    state.head[literal] = node


@compiled
def _restore(state: _State, node: int, literal: int) -> None:
    """Put the rest of a list back that was being gone through."""
    while node != _NONE:
        following = state.after[node]
        _watch(state, node, literal)
        node = following


@compiled
def _assume(state: _State, literal: int) -> None:
    state.value[literal] = 1
    state.value[literal ^ 1] = -1
    state.trail[state.known[0]] = literal
    state.known[0] += 1


@compiled
def _rewatch(state: _State, node: int, clause: int, false: int, for_good: bool) -> bool:
    """Find another literal for a clause to watch than one that became false, or take the only one left."""
    start, end = state.starts[clause], state.starts[clause + 1]
    if state.literals[start] == false:
        _swap(state.literals, start, start + 1)
    other = state.literals[start]
    if state.value[other] <= 0:
        for place in range(start + 2, end):
            literal = state.literals[place]
            if state.value[literal] >= 0:
                _swap(state.literals, start + 1, place)
                _watch(state, node, literal)
                return True
    _watch(state, node, false)
    if state.value[other] < 0:
        return False
    if state.value[other] == 0:
        state.forces[clause] |= for_good
        _assume(state, other)
    return True


@compiled
def _propagate(state: _State, begin: int, for_good: bool) -> bool:
    """Take every forced literal, from place `begin` of the trail on; False at a contradiction."""
    while begin < state.known[0]:
        false = state.trail[begin] ^ 1
        begin += 1
        node = state.head[false]
        state.head[false] = _NONE
        while node != _NONE:
            following = state.after[node]
            clause = node // 2
            if not state.gone[clause] and not _rewatch(state, node, clause, false, for_good):
                _restore(state, following, false)
                return False
            node = following
    return True


@compiled
def _add(state: _State, clause: int) -> bool:
    """Watch a clause, or take the one literal that it leaves; False if it leaves none."""
    start, end = state.starts[clause], state.starts[clause + 1]
    open_literals = 0
    for place in range(start, end):
        if state.value[state.literals[place]] >= 0:
            _swap(state.literals, start + open_literals, place)
            open_literals += 1
            if open_literals == 2:
                break
    if open_literals == 0:
        return False
    if open_literals == 1:
        state.forces[clause] = True
        if state.value[state.literals[start]] == 0:
            _assume(state, state.literals[start])
        return True
    for side in range(2):
        _watch(state, 2 * clause + side, state.literals[start + side])
    return True


@compiled
def _follows(state: _State, clause: int) -> bool:
    """Whether unit propagation refutes that all literals of the clause are false; the state is left as it was."""
    fixed = state.known[0]
    follows = False
    for place in range(state.starts[clause], state.starts[clause + 1]):
        literal = state.literals[place]
        if state.value[literal] > 0:
            follows = True
            break
        if state.value[literal] == 0:
            _assume(state, literal ^ 1)
    if not follows:
        follows = not _propagate(state, fixed, False)
    for place in range(fixed, state.known[0]):
        literal = state.trail[place]
        state.value[literal] = 0
        state.value[literal ^ 1] = 0
    state.known[0] = fixed
    return follows


@compiled
def _check(state: _State, formula: int, steps: Ints) -> int:
    """The first step that does not follow, or _REFUTED or _UNFINISHED."""
    for clause in range(formula):
        if not _add(state, clause):
            return _REFUTED
    if not _propagate(state, 0, True):
        return _REFUTED
    for number in range(len(steps)):
        step = steps[number]
        if step < 0:
            if not state.forces[-1 - step]:
                state.gone[-1 - step] = True
        elif step > 0:
            if not _follows(state, step - 1):
                return number
            fixed = state.known[0]
            if not _add(state, step - 1) or not _propagate(state, fixed, True):
                return _REFUTED
    return _UNFINISHED
