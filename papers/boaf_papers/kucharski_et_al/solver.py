"""The searches of the paper as the solver `learned`.

scikit-learn is imported with this module: a limit in seconds starts when the plug-in is loaded.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import search
from boaf.support.errors import BoafError, StoppedError, require, whole_number
from boaf.support.schema import shown
from boaf.support.threads import check_stopped, stopped_by
from boaf_papers.kucharski_et_al.models import AT_16, BY_NETWORK, EVERYWHERE, IN_PAIRS, TO_8, choices_of
from boaf_papers.kucharski_et_al.searches import COLS, ROWS

require("sklearn.linear_model", "learn")

MODELS = {"everywhere": EVERYWHERE, "at-16": AT_16, "to-8": TO_8, "in-pairs": IN_PAIRS, "network": BY_NETWORK}
"""The searches that ask a model, by the value of the option `model`."""


def solve(board: Board, limits: Limits, *, model: str = "to-8", fit_seeds: int = 100, epochs: int = 10) -> Outcome:
    """Search depth-first with children ordered by a model.

    `model` is one of `MODELS`. It is fitted when it is first used, which counts as time of that board, on the states of
    the seeds 1 … `fit_seeds` (2,500 in the authors' program), the network for `epochs` epochs (100 there).

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
    try:
        with stopped_by(lambda: limits.max_seconds is not None and limits.seconds > limits.max_seconds):
            choices = choices_of(MODELS[model], fit_seeds, epochs)
    except StoppedError:
        check_stopped()  # others may have cancelled the work, too
        return Outcome(Verdict.UNKNOWN, (), 0)
    return search(board, limits, choices)
