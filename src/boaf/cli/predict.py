"""`boaf predict`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import Boards, BoardTexts, Cols, Json, Rows
from boaf.support.errors import BoafError
from boaf.support.files import json_text


def predict(
    boards: BoardTexts,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model",
            "-m",
            metavar="FILE",
            help="A file of `boaf train`, or a model that comes with boaf: shipped (default), linear-H, lightgbm-F, or "
            "stacks, a neural network.",
        ),
    ] = None,
    ahead: Annotated[
        bool, typer.Option("--ahead", help="Let a network look one move ahead: slower, and more often right.")
    ] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Show the exact verdict beside it.")] = False,
    rows: Rows = None,
    cols: Cols = None,
    as_json: Json = False,
) -> int:
    """Say how likely boards are to be solvable, by a model that does not search.

    JSON, one object per board: {board, model, probability}, and verdict with --exact; model is what --model names.

    Example: boaf predict 1 1264 --exact
    """
    from boaf.learn.prediction import SHIPPED, load
    from boaf.learn.prediction import predict as probability_of
    from boaf.solvers.single import solve

    found = Boards(boards, rows, cols)
    name = SHIPPED if model is None else str(model)
    chosen = load(name)
    if ahead:
        from boaf.learn.prediction import NeuralModel

        if not isinstance(chosen, NeuralModel):
            raise BoafError(f"{chosen.description.name} is not a network: --ahead goes with --model stacks")
        chosen = chosen.ahead()
    kind = chosen.description.name
    told = name if kind == name else f"{name}, {kind}"
    for number, board in enumerate(found):
        likely = probability_of(board, chosen)
        answer = {"board": board.text(), "model": name, "probability": likely}
        if exact:
            answer["verdict"] = str(solve(board).verdict)
        if as_json:
            typer.echo(json_text(answer))
            continue
        typer.echo(("\n" if number else "") + str(board))
        typer.echo(f"solvable with probability {_shown(likely)} ({told})")
        if exact:
            typer.echo(f"exactly: {answer['verdict']}")
    return found.status()


def _shown(likely: float) -> str:
    """A probability, never rounded to certainty."""
    if likely in (0, 1):
        return f"{likely:.0f}"
    for digits in range(4, 13):
        if round(likely, digits) not in (0, 1):
            return f"{likely:.{digits}f}"
    return "< 1e-12" if likely < 0.5 else "> 1 - 1e-12"
