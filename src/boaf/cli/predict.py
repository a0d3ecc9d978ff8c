"""`boaf predict`."""

from __future__ import annotations

from pathlib import Path

from boaf.board import Board
from boaf.cli.boards import Answer, Boards, boards_argument
from boaf.cli.command import command, file_option, flag_option, json_option
from boaf.support.errors import BoafError

_MODEL_HELP = (
    "A file of `boaf train`, or a model that comes with boaf: shipped (default), linear-H, lightgbm-F, or stacks, a "
    "neural network."
)


@command()
@boards_argument
@file_option("--model", "-m", help=_MODEL_HELP)
@flag_option("--ahead", help="Let a network look one move ahead: slower, but more accurate.")
@flag_option("--exact", help="Also show the exact verdict.")
@json_option
def predict(boards: Boards, model: Path | None, ahead: bool, exact: bool, as_json: bool) -> int:
    """Estimate how likely boards are to be solvable, with a model that does not search.

    JSON, one object per board: {board, model, probability}, and verdict with --exact; model is the value of --model.

    Example: boaf predict 1 1264 --exact
    """
    from boaf.learn.prediction import SHIPPED, load
    from boaf.learn.prediction import predict as probability_of
    from boaf.solvers.single import solve

    name = SHIPPED if model is None else str(model)
    chosen = load(name)
    if ahead:
        from boaf.learn.prediction import NeuralModel

        if not isinstance(chosen, NeuralModel):
            raise BoafError(f"{chosen.description.name} is not a network: --ahead goes with --model stacks")
        chosen = chosen.ahead()
    kind = chosen.description.name
    told = name if kind == name else f"{name}, {kind}"

    def answer(board: Board) -> Answer:
        likely = probability_of(board, chosen)
        values = {"board": board.text(), "model": name, "probability": likely}
        text = f"{board}\nsolvable with probability {_shown(likely)} ({told})"
        if exact:
            values["verdict"] = str(solve(board).verdict)
            text += f"\nexactly: {values['verdict']}"
        return Answer(lambda: values, lambda: text)

    return boards.answer(answer, as_json)


def _shown(likely: float) -> str:
    """A probability, never rounded to certainty."""
    if likely in (0, 1):
        return f"{likely:.0f}"
    for digits in range(4, 13):
        if round(likely, digits) not in (0, 1):
            return f"{likely:.{digits}f}"
    return "< 1e-12" if likely < 0.5 else "> 1 - 1e-12"
