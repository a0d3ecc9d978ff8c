"""`boaf reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_directory
from boaf.cli.help import lists
from boaf.cli.progress import progress_bar
from boaf.errors import BoafError
from boaf.files import json_text, write_text
from boaf.papers import PAPERS, SCALES
from boaf.papers import reproduce as compute
from boaf.papers.quantity import Table
from boaf.render.figures import draw


@lists("Papers", PAPERS.items)
def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of the papers below.")],
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help="Show only this table.")] = None,
    scale: Annotated[str, typer.Option("--scale", metavar="SCALE", help=f"Size: {' or '.join(SCALES)}.")] = "small",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Also write Markdown, JSON and figures to this directory."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a paper's figures and show them beside the printed ones.

    JSON: {paper, scale, tables: [{name, title, quantities: [{name, printed, computed, unit, note, difference}]}]}.

    Example: boaf reproduce mcts
    """
    require_directory(out)
    with progress_bar(f"reproducing {name}", None, "boards") as progress:
        tables = compute(name, scale, progress, table or ())
    answer: dict[str, Any] = {"paper": name, "scale": scale, "tables": [found.to_json() for found in tables]}
    if out is not None:
        _write(out, name, scale, answer, tables)
    typer.echo(json_text(answer) if as_json else "\n\n".join(found.to_text() for found in tables))


def _write(directory: Path, name: str, scale: str, answer: dict[str, Any], tables: list[Table]) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoafError(f"cannot write to {directory}: {error.strerror}") from None
    heading = f"# {PAPERS[name]}, scale {scale}\n\n"
    write_text(directory / f"{name}.json", json_text(answer, indent=1) + "\n")
    write_text(directory / f"{name}.md", heading + "\n".join(table.to_markdown() for table in tables))
    for table in tables:
        for number, figure in enumerate(table.figures, 1):
            draw(figure, directory / f"{name}-{table.name}-{number}.png")
