"""`boaf reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_directory
from boaf.cli.help import lists
from boaf.cli.progress import study_bar
from boaf.cli.status import Status
from boaf.files import json_text, write_text
from boaf.papers import PAPERS, SCALES, plans_of
from boaf.papers.cell_store import CellStore
from boaf.papers.quantity import Table
from boaf.papers.study import run, stored
from boaf.render.figures import draw


@lists("Papers", PAPERS.items)
def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of the papers below.")],
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help="Show only this table.")] = None,
    scale: Annotated[str, typer.Option("--scale", metavar="SCALE", help=f"Size: {' or '.join(SCALES)}.")] = "small",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Also write Markdown, JSON and figures to this directory, each table as soon as it is finished, "
            "and resume the run that is there.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Compute a paper's figures and show them beside the printed ones, each table as soon as it is finished.

    The small scale takes from five seconds (prediction) to seven minutes (neural) on two cores, the papers' own hours.
    Ctrl-C keeps what is finished. With --out that includes the cells that tables are made of, in DIR/NAME, and the
    same command computes only the others.

    JSON: {paper, scale, complete, tables: [{name, title, quantities: [{name, printed, computed, unit, note,
    difference}]}]}, printed at the end; complete is false after Ctrl-C.

    Example: boaf reproduce mcts
    """
    plans = plans_of(name, scale, table or ())
    require_directory(out)
    store = CellStore(name, out)
    tables: list[Table] = []
    complete = False
    try:
        with study_bar() as bar:
            for found in run(plans, store, bar):
                tables.append(found)
                if out is not None:
                    _write(out, name, scale, stored(plans_of(name, scale), store), found)
                if not as_json:
                    bar.print(("\n" if len(tables) > 1 else "") + found.to_text())
        complete = True
    except KeyboardInterrupt:
        pass
    if as_json:
        typer.echo(json_text(_answer(name, scale, complete, tables)))
    return Status.ANSWERED if complete else Status.INTERRUPTED


def _answer(name: str, scale: str, complete: bool, tables: list[Table]) -> dict[str, Any]:
    shown = [found.to_json() for found in tables]
    return {"paper": name, "scale": scale, "complete": complete, "tables": shown}


def _write(directory: Path, name: str, scale: str, tables: list[Table], newest: Table) -> None:
    """Write all tables that are finished, and the figures of the newest."""
    complete = len(tables) == len(plans_of(name, scale))
    answer = _answer(name, scale, complete, tables)
    heading = f"# {PAPERS[name]}, scale {scale}\n\n"
    write_text(directory / f"{name}.json", json_text(answer, indent=1) + "\n")
    write_text(directory / f"{name}.md", heading + "\n".join(table.to_markdown() for table in tables))
    for number, figure in enumerate(newest.figures, 1):
        draw(figure, directory / f"{name}-{newest.name}-{number}.png")
