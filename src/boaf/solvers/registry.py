"""The solvers by name."""

from __future__ import annotations

import inspect
from functools import cache
from typing import TYPE_CHECKING, Any

from boaf.support.errors import BoafError
from boaf.support.lazy import import_whole

if TYPE_CHECKING:
    from boaf.solvers.contract import Solver

SOLVERS = {
    "endgame": "search with a fitted ordering into endgame tables; exact, the default",
    "collapse": "dynamic programme over sets of stacks that can be collapsed; exact, for up to about 16 stacks",
    "beam": "beam search by mobility with a widening beam; for large boards",
    "baseline": "the challenge's search: depth first, last child first, prunes nothing",
    "constrained": "Araki et al. (2019): depth first, stops at the first solvable child",
    "compatible": "Araki et al. (2019): constrained, and prunes boards whose compatibility graph is disconnected",
    "ordered": "Araki et al. (2019): compatible, with children in order of estimated solvability",
    "island-merge": "Araki et al. (2019): collapses the islands of the compatibility graph one after another",
    "heuristic": "Hoshino & Notarangelo (2019): depth first, children by matches and legal moves",
    "standard": "Hoshino & Notarangelo (2019): depth first, prunes boards that are disconnected by card or position",
    "best-first": "Roberson & Sperduto (2019): the board with the highest score + w · legal moves first",
    "best-n": "Neller, Berson et al. (2019), by its abstract: the best n children by flockability depth first",
    "sat": "the board as a formula, decided by a SAT solver; independent of the searches (extra `research`)",
    "oracle": "brute force in plain Python; slow and obvious, the reference for all other solvers",
}
"""The name of every solver and what it is."""
_PAPER_SEARCHES = ("baseline", "constrained", "compatible", "ordered", "heuristic", "standard")
"""The solvers that are functions of `paper_searches`; any other is the function `solve` of its own module."""


def find_solver(name: str, options: dict[str, Any] | None = None) -> Solver:
    """The solver of that name, which must take these options.

    Raises
    ------
    BoafError
        If there is no such solver, or it has no such option.

    """
    if name not in SOLVERS:
        raise BoafError(f"unknown solver {name!r}: choose from {', '.join(SOLVERS)}")
    known = options_of(name)
    for option in options or {}:
        if option not in known:
            raise BoafError(f"solver {name!r} has no option {option!r}; it takes {', '.join(known) or 'none'}")
    return _load(name)


@cache
def options_of(name: str) -> tuple[str, ...]:
    """The names of a solver's options."""
    parameters = inspect.signature(_load(name)).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def _load(name: str) -> Solver:
    module, function = ("paper_searches", name) if name in _PAPER_SEARCHES else (name.replace("-", "_"), "solve")
    solver: Solver = getattr(import_whole(f"boaf.solvers.{module}"), function)
    return solver
