"""`boaf sat` and `boaf export`: from a formula to a board, and from a board to a formula or a planning problem."""

from __future__ import annotations

from pathlib import Path

from click import argument, group, option

from boaf.board import Board
from boaf.cli import options
from boaf.cli.boards import board_argument, lines_of_standard_input
from boaf.cli.options import Group, command
from boaf.cli.process import ExitStatus, require_directory, require_figure, require_place, show, warn
from boaf.reduction.formula import NAMED, Formula, parse_dimacs
from boaf.support.errors import BoafError
from boaf.support.files import MOST_TEXT, json_text, read_text, write_text

_FORMULA_HELP = (
    "A DIMACS file with clauses of three literals (with --repaired, of one to three), - for standard input, or the "
    f"name of a known formula: {', '.join(NAMED)}."
)
_WAY_HELP = "How to solve the printed deal of an unsatisfiable formula in the file of --out: bypass or crossing."
_formula_argument = argument("formula", help=_FORMULA_HELP)
_repaired_option = options.flag("--repaired", help="Use the deal that closes the gaps in Hoshino & Notarangelo (2019).")


@group(cls=Group)
def sat() -> None:
    """Turn a formula into a board (Hoshino & Notarangelo 2019), and a board into a formula."""


@sat.command()
@_formula_argument
@_repaired_option
@options.number("--block", metavar="J", help="Show one block, as Table 5 does.")
@options.file("--out", help="Write the deal to a file instead.")
@options.file("--svg", help="Draw the deal to an SVG file.")
@options.file("--png", help="Draw the deal to a PNG file.")
@options.json
def encode(
    formula: str, repaired: bool, block: int | None, out: Path | None, svg: Path | None, png: Path | None, as_json: bool
) -> None:
    """Write the deal of a formula: the one of Hoshino & Notarangelo (2019), or the repaired one.

    JSON: {formula, construction, rows, cols, board}.

    Example: boaf sat encode example --svg deal.svg
    """
    from boaf.reduction.printed import Printed, block_table
    from boaf.reduction.repaired import Repaired

    require_place(out)
    require_figure(svg, (".svg",))
    require_figure(png, (".png",))
    if block is not None and (repaired or out or svg or png or as_json):
        raise BoafError("--block shows one block as a table: leave out --repaired, --out, --svg, --png and --json")
    parsed = read_formula(formula)
    deal = Repaired(parsed) if repaired else Printed(parsed)
    if block is not None and isinstance(deal, Printed):
        if not 1 <= block <= len(deal.blocks):
            raise BoafError(f"--block must be one of 1 … {len(deal.blocks)}, but it is {block}")
        show(block_table(deal, block - 1))
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
        show(json_text(answer | {"board": text}))
    elif out is None and svg is None and png is None:
        show(text.replace(" / ", "\n"))
    else:
        warn(f"a deal of {board.rows} × {board.cols}, {board.stack_count} cards")


@sat.command()
@_formula_argument
@_repaired_option
@options.file("--out", help="Write the moves to a file.")
@option("--way", metavar="NAME", default="bypass", help=_WAY_HELP)
@options.json
def play(formula: str, repaired: bool, out: Path | None, way: str, as_json: bool) -> None:
    """Solve a formula with a SAT solver and play the solution on its deal.

    The moves are those of Hoshino & Notarangelo (2019), Lemma 1 and Theorem 1, replayed by the rules; the assignment is
    read back from them. The printed deal of an unsatisfiable formula should be unsolvable; it is solved in two ways.
    JSON: {formula, construction, satisfiable, assignment, rows, moves, stacks, read_back, stuck, bypass, crossing}.

    Example: boaf sat play example
    """
    from boaf.reduction.play import Way, describe, play_formula, to_json

    require_place(out)
    if repaired and way != Way.BYPASS:
        raise BoafError("--way is for the printed deal: the repaired one has no such ways")
    if way not in set(Way):
        raise BoafError(f"--way must be {' or '.join(Way)}, not {way!r}")
    played = play_formula(read_formula(formula), repaired=repaired)
    if out is not None:
        moves = played.ways.get(Way(way), played.moves)
        write_text(out, "".join(f"{move.numeric()}\n" for move in moves))
    show(json_text(to_json(played)) if as_json else describe(played))


@sat.command()
@board_argument
@options.file("--out", help="Write the formula to a file instead.")
@options.json
def cnf(board: Board, out: Path | None, as_json: bool) -> None:
    """Write a formula, in DIMACS, that is satisfiable exactly when the board is solvable.

    JSON: {board, variables, clauses, dimacs}.

    Example: boaf sat cnf "7H 6C / -- 6H"
    """
    from boaf.reduction.encoding import Encoding

    require_place(out)
    encoding = Encoding(board)
    text = encoding.to_dimacs()
    if out is not None:
        write_text(out, text)
    if as_json:
        sizes = {"variables": encoding.formula.variables, "clauses": len(encoding.clauses)}
        show(json_text({"board": board.text()} | sizes | {"dimacs": text}))
    elif out is None:
        show(text.removesuffix("\n"))


@sat.command()
@board_argument
@options.file("--cnf", "formula", help="Write the formula to this file.")
@options.file("--proof", help="Write the DRAT proof to this file.")
@options.max_seconds
@options.json
def prove(board: Board, formula: Path | None, proof: Path | None, max_seconds: float | None, as_json: bool) -> int:
    """Prove with a SAT solver that a board is unsolvable, and check the proof.

    The checker is independent of boards and of the solver. If the board is solvable, a solution is shown. JSON: {board,
    verdict, moves, steps, checked}. Exit status 3 if the time was too short.

    Example: boaf sat prove "2H 9C / -- 9D"
    """
    from boaf.reduction.drat import check_drat
    from boaf.reduction.encoding import Encoding
    from boaf.reduction.sat_solver import decide
    from boaf.solvers.contract import Verdict

    require_place(formula)
    require_place(proof)
    encoding = Encoding(board)
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
        result = {"board": board.text(), "verdict": str(verdict), "moves": moves.split(), "steps": len(answer.proof)}
        show(json_text(result | {"checked": checked is not None}))
    else:
        show(f"{board}\n{verdict}")
        if verdict is Verdict.SOLVABLE:
            show(moves)
        if checked is not None:
            show(f"the proof was checked: {checked.reason}")
    return ExitStatus.LIMIT_REACHED if verdict is Verdict.UNKNOWN else ExitStatus.ANSWERED


@command()
@board_argument
@options.file("--pddl", "directory", metavar="DIR", help="Write domain.pddl and problem.pddl to DIR instead.")
@options.json
def export(board: Board, directory: Path | None, as_json: bool) -> None:
    """Write a board as a planning problem in PDDL: the domain, then the problem.

    A planner finds a plan exactly when the board is solvable; `boaf.reduction.read_plan` turns the plan into moves and
    replays them. JSON: {board, domain, problem}.

    Example: boaf export "7H 6C / -- 6H" --pddl planning
    """
    from boaf.reduction.pddl import DOMAIN, to_pddl

    require_directory(directory)
    problem = to_pddl(board)
    if directory is not None:
        write_text(directory / "domain.pddl", DOMAIN)
        write_text(directory / "problem.pddl", problem)
    if as_json:
        show(json_text({"board": board.text(), "domain": DOMAIN, "problem": problem}))
    elif directory is None:
        show(f"{DOMAIN}\n{problem}".removesuffix("\n"))


def read_formula(path: str) -> Formula:
    """The formula that an argument names."""
    if path in NAMED:
        return NAMED[path]()
    text = "".join(lines_of_standard_input()) if path == "-" else read_text(Path(path), MOST_TEXT)
    return parse_dimacs(text)
