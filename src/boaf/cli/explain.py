"""`boaf explain`, and how `boaf check --proof` judges what it wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from boaf.board import Board
from boaf.cli.boards import BOARD_HELP, Cols, Json, MaxNodes, MaxSeconds, Rows, read_one_board
from boaf.cli.files import write_text
from boaf.cli.solve import LIMIT_REACHED
from boaf.errors import BoafError, ProofError, UndecidedError
from boaf.prove.proof import Proof
from boaf.solvers.result import Verdict


def explain(
    board: Annotated[str, typer.Argument(metavar="BOARD", help=BOARD_HELP)],
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the compatibility graph, with the reason marked, to a file."),
    ] = None,
) -> int:
    """Say why a board cannot be solved.

    JSON: {board, verdict, reason, witness, text}; the reason is null unless the board is unsolvable, and `boaf check
    BOARD --proof FILE` checks what was saved. Exit status 3 if a limit was reached.

    Example: boaf explain 1264
    """
    from boaf.prove.explain import explain as explain_board
    from boaf.render.graph import draw_graph

    parsed = read_one_board(board, rows, cols)
    status = 0
    try:
        proof = explain_board(parsed, max_nodes=max_nodes, max_seconds=max_seconds)
        answer = proof.to_json() if proof else _without_proof(parsed, Verdict.SOLVABLE, "The board can be solved.")
    except UndecidedError as limit:
        proof, status = None, LIMIT_REACHED
        answer = _without_proof(parsed, Verdict.UNKNOWN, f"{str(limit).capitalize()}.")
    if svg is not None:
        write_text(svg, draw_graph(parsed, proof))
    if as_json:
        typer.echo(json.dumps(answer))
    else:
        reason = f" ({answer['reason']})" if proof else ""
        typer.echo(f"{parsed}\n{answer['verdict']}{reason}\n{answer['text']}")
    return status


def _without_proof(board: Board, verdict: Verdict, text: str) -> dict[str, Any]:
    return {"board": board.text(), "verdict": str(verdict), "reason": None, "witness": None, "text": text}


def check_proof_file(board: Board, path: Path) -> dict[str, Any]:
    """Whether the proof in a file holds for a board: {board, holds, reason, error}."""
    from boaf.prove.checker import check_proof

    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise BoafError(f"cannot read {path}: {failure.strerror}") from None
    except ValueError:
        raise BoafError(f"{path} holds no proof: it is not JSON") from None
    reason = error = None
    try:
        proof = Proof.from_json(values)
        reason = proof.reason
        check_proof(board, proof)
    except ProofError as wrong:
        error = str(wrong)
    return {"board": board.text(), "holds": error is None, "reason": reason, "error": error}
