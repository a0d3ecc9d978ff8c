"""`boaf sat`: from a formula to a board, and from a board to a formula."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import BoardText, Cols, Json, MaxSeconds, Rows, read_one_board
from boaf.cli.files import require_figure, require_place
from boaf.cli.help import Command, Group
from boaf.cli.standard_input import lines_of_standard_input
from boaf.cli.status import Status
from boaf.reduction.example import NAMED
from boaf.reduction.formula import Formula, parse_dimacs
from boaf.support.errors import BoafError
from boaf.support.files import MOST_TEXT, json_text, read_text, write_text

FORMULA_HELP = (
    "A DIMACS file of clauses of three literals (with --repaired, of one to three), - for standard input, or one of "
    f"the formulas known by name: {', '.join(NAMED)}."
)
FormulaFile = Annotated[str, typer.Argument(metavar="FORMULA", help=FORMULA_HELP)]
RepairedFlag = Annotated[
    bool, typer.Option("--repaired", help="Use the deal that closes the gap in Hoshino & Notarangelo (2019).")
]
WAY_HELP = (
    "How to solve the printed deal of an unsatisfiable formula in the file of --out: bypass (default) or crossing."
)
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it to a file instead.")]

sat_app = typer.Typer(
    name="sat",
    cls=Group,
    help="Turn a formula into a board (Hoshino & Notarangelo 2019), and a board into a formula.",
    rich_markup_mode=None,
)


@sat_app.command(cls=Command)
def encode(
    formula: FormulaFile,
    repaired: RepairedFlag = False,
    block: Annotated[int | None, typer.Option("--block", metavar="J", help="Show one block, as Table 5 does.")] = None,
    out: Out = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the deal to an SVG file.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the deal to a PNG file.")] = None,
    as_json: Json = False,
) -> None:
    """Write the deal of a formula: the one of Hoshino & Notarangelo (2019), of 12m + 2v + 1 rows, or the repaired one.

    JSON: {formula, construction, rows, cols, board}.

    Example: boaf sat encode example --svg deal.svg
    """
    from boaf.reduction.printed import Printed, block_table
    from boaf.reduction.repaired import Repaired

    require_place(out)
    require_figure(svg, (".svg",))
    require_figure(png, (".png",))
    if block is not None and (repaired or out or svg or png or as_json):
        raise BoafError(
            "--block shows a block of the printed deal as a table: "
            "it takes no --repaired, --out, --svg, --png and no --json"
        )
    parsed = read_formula(formula)
    deal = Repaired(parsed) if repaired else Printed(parsed)
    if block is not None and isinstance(deal, Printed):
        if not 1 <= block <= len(deal.blocks):
            raise BoafError(f"--block must be one of 1 … {len(deal.blocks)}, but it is {block}")
        typer.echo(block_table(deal, block - 1))
        return
    board = deal.board()
    if svg is not None or png is not None:
        from boaf.render.reduction import picture, to_svg, write_png

        drawn = picture(deal)
        if svg is not None:
            write_text(svg, to_svg(drawn))
        if png is not None:
            write_png(drawn, png)
    text = board.text()
    if out is not None:
        write_text(out, text.replace(" / ", "\n") + "\n")
    if as_json:
        name = "repaired" if repaired else "printed"
        answer = {"formula": parsed.to_dimacs(), "construction": name, "rows": board.rows, "cols": board.cols}
        typer.echo(json_text(answer | {"board": text}))
    elif out is None and svg is None and png is None:
        typer.echo(text.replace(" / ", "\n"))
    else:
        typer.echo(f"a deal of {board.rows} × {board.cols}, {board.stack_count} cards", err=True)


@sat_app.command(cls=Command)
def play(
    formula: FormulaFile,
    repaired: RepairedFlag = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the moves to a file.")] = None,
    way: Annotated[str, typer.Option("--way", metavar="NAME", help=WAY_HELP)] = "bypass",
    as_json: Json = False,
) -> None:
    """Solve a formula with a SAT solver and play the solution on its deal.

    The moves are those of Hoshino & Notarangelo (2019), Lemma 1 and Theorem 1, replayed by the rules; the assignment is
    read back out of them. The printed deal of an unsatisfiable formula should be unsolvable; it is solved in two ways.
    JSON: {formula, construction, satisfiable, assignment, rows, moves, stacks, read_back, stuck, bypass, crossing}.

    Example: boaf sat play example
    """
    from boaf.reduction.play import Way, play_formula
    from boaf.reduction.report import describe, to_json

    require_place(out)
    if repaired and way != Way.BYPASS:
        raise BoafError("--way is for the printed deal: the repaired one has no such ways")
    if way not in set(Way):
        raise BoafError(f"--way must be {' or '.join(Way)}, not {way!r}")
    played = play_formula(read_formula(formula), repaired=repaired)
    if out is not None:
        moves = played.ways.get(Way(way), played.moves)
        write_text(out, "".join(f"{move.numeric()}\n" for move in moves))
    typer.echo(json_text(to_json(played)) if as_json else describe(played))


@sat_app.command(cls=Command)
def cnf(
    board: BoardText,
    rows: Rows = None,
    cols: Cols = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Write a formula, in DIMACS, that is satisfiable exactly when the board is solvable.

    JSON: {board, variables, clauses, dimacs}.

    Example: boaf sat cnf "7H 6C / -- 6H"
    """
    from boaf.reduction.encoding import Encoding

    require_place(out)
    parsed = read_one_board(board, rows, cols)
    encoding = Encoding(parsed)
    text = encoding.to_dimacs()
    if out is not None:
        write_text(out, text)
    if as_json:
        sizes = {"variables": encoding.formula.variables, "clauses": len(encoding.clauses)}
        typer.echo(json_text({"board": parsed.text()} | sizes | {"dimacs": text}))
    elif out is None:
        typer.echo(text, nl=False)


@sat_app.command(cls=Command)
def prove(
    board: BoardText,
    rows: Rows = None,
    cols: Cols = None,
    formula: Annotated[Path | None, typer.Option("--cnf", metavar="FILE", help="Write the formula here.")] = None,
    proof: Annotated[Path | None, typer.Option("--proof", metavar="FILE", help="Write the DRAT proof here.")] = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
) -> int:
    """Prove with a SAT solver that a board is unsolvable, and check the proof.

    The checker is ours, and it knows nothing of boards or of the solver. Where the board is solvable, its moves are
    shown. JSON: {board, verdict, moves, steps, checked}. Exit status 3 if the time was not enough.

    Example: boaf sat prove "2H 9C / -- 9D"
    """
    from boaf.reduction.drat import check_drat
    from boaf.reduction.encoding import Encoding
    from boaf.reduction.sat_solver import decide
    from boaf.solvers.result import Verdict

    require_place(formula)
    require_place(proof)
    parsed = read_one_board(board, rows, cols)
    encoding = Encoding(parsed)
    answer = decide(encoding.clauses, with_proof=True, seconds=max_seconds)
    if formula is not None:
        write_text(formula, encoding.to_dimacs())
    verdict, moves, checked = Verdict.UNKNOWN, "", None
    if answer.satisfiable:
        verdict, moves = Verdict.SOLVABLE, " ".join(map(str, encoding.moves(answer.model)))
    elif answer.satisfiable is not None:
        verdict, checked = Verdict.UNSOLVABLE, check_drat(encoding.clauses, answer.proof)
        if not checked.accepted:
            raise AssertionError(f"the SAT solver's proof is wrong: {checked.reason}")
        if proof is not None:
            write_text(proof, "".join(f"{line}\n" for line in answer.proof))
    if as_json:
        result = {"board": parsed.text(), "verdict": str(verdict), "moves": moves.split(), "steps": len(answer.proof)}
        typer.echo(json_text(result | {"checked": checked is not None}))
    else:
        typer.echo(f"{parsed}\n{verdict}")
        if verdict is Verdict.SOLVABLE:
            typer.echo(moves)
        if checked is not None:
            typer.echo(f"the proof was checked: {checked.reason}")
    return Status.LIMIT_REACHED if verdict is Verdict.UNKNOWN else Status.ANSWERED


def read_formula(path: str) -> Formula:
    """The formula that an argument names."""
    if path in NAMED:
        return NAMED[path]()
    text = "".join(lines_of_standard_input()) if path == "-" else read_text(Path(path), MOST_TEXT)
    return parse_dimacs(text)
