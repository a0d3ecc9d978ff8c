"""The searches of the paper as the solver `learned`.

scikit-learn is imported with this module: a limit in seconds starts when the plug-in is loaded.
"""

from __future__ import annotations

from concurrent.futures import Future, wait
from functools import lru_cache
from threading import Thread

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import Choices, search
from boaf.support.errors import BoafError, require, whole_number
from boaf.support.schema import shown
from boaf_papers.kucharski_et_al.models import AT_16, BY_NETWORK, EVERYWHERE, IN_PAIRS, TO_8, choices_of
from boaf_papers.kucharski_et_al.searches import COLS, ROWS

require("sklearn.linear_model", "learn")

MODELS = {"everywhere": EVERYWHERE, "at-16": AT_16, "to-8": TO_8, "in-pairs": IN_PAIRS, "network": BY_NETWORK}
"""The searches that ask a model, by the value of the option `model`."""


def solve(board: Board, limits: Limits, *, model: str = "to-8", fit_seeds: int = 100, epochs: int = 10) -> Outcome:
    """Search depth-first with children ordered by a model.

    `model` is one of `MODELS`. It is fitted when it is first used, on the states of the seeds 1 … `fit_seeds` (2,500 in
    the authors' program), the network for `epochs` epochs (100 there). The boards that wait for it are `unknown` when
    their time is over.

    Examples
    --------
    >>> import boaf
    >>> boaf.solve(boaf.deal(3), solve, fit_seeds=5).verdict
    <Verdict.SOLVABLE: 'solvable'>

    """
    if (board.rows, board.cols) != (ROWS, COLS):
        raise BoafError(f"the solver learned takes boards of {ROWS} × {COLS}, not {board.rows} × {board.cols}")
    if model not in MODELS:
        raise BoafError(f"unknown model {shown(model)}: choose from {', '.join(MODELS)}")
    for name, value in {"fit_seeds": fit_seeds, "epochs": epochs}.items():
        if whole_number(name, value) < 1:
            raise BoafError(f"{name} must be at least 1, not {value}")
    fit = _fit(MODELS[model], fit_seeds, epochs)
    while not fit.done():
        if not limits.seconds_left:
            return Outcome(Verdict.UNKNOWN, (), 0)
        wait([fit], timeout=min(limits.seconds_left, 0.1))
    return search(board, limits, fit.result())


@lru_cache(8)
def _fit(name: str, fit_seeds: int, epochs: int) -> Future[Choices]:
    """The search, fitted in a thread of its own, which goes on when a board has run out of time."""
    fit: Future[Choices] = Future()

    def work() -> None:
        try:
            fit.set_result(choices_of(name, fit_seeds, epochs))
        except BaseException as error:
            fit.set_exception(error)

    Thread(target=work, daemon=True).start()
    return fit
