"""`boaf reproduce`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_directory
from boaf.cli.help import lists
from boaf.cli.progress import StudyBar, study_bar
from boaf.cli.status import Status
from boaf.papers import PAPERS, SCALES, plans_of
from boaf.papers.framework.cell_store import CellStore
from boaf.papers.framework.check import Comparison, compare, tables_on_record
from boaf.papers.framework.pages import best_tables, page_of
from boaf.papers.framework.quantity import Table
from boaf.papers.framework.study import run
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text

ALL = "all"
RECORD = Path("results")
"""Where a checkout of boaf has what was computed."""


def _papers() -> list[tuple[str, str]]:
    rows = [(name, f"{paper.cite}: {paper.about}") for name, paper in PAPERS.items()]
    return [*rows, (ALL, "one after another")]


@lists("Papers", _papers)
def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of the papers below.")],
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help="Show only this table.")] = None,
    scale: Annotated[str, typer.Option("--scale", metavar="SCALE", help=f"Size: {' or '.join(SCALES)}.")] = SCALES[0],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Also write JSON, a page in Markdown and figures to this directory, each table as soon as it is "
            "finished, and resume the run that is there.",
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help=f"Compute again what is recorded in DIR (default: {RECORD}), and say which figures hold."
        ),
    ] = False,
    as_json: Json = False,
) -> int:
    """Compute a paper's figures and show them beside the printed ones, each table as soon as it is finished.

    The small scale takes from five seconds (prediction) to some minutes (neural) on two cores, the paper
    scale hours: it comes as near to the papers' own sizes as that allows, and the titles of the tables say how near.
    Ctrl-C keeps what is finished. With --out that includes the cells that tables are made of, in DIR/NAME/SCALE, and
    the same command computes only the others.

    --check changes nothing: it names each figure that comes out differently from the record, and each table of which
    there is no record. Times are not compared.
    The exit status is 2 if a figure does not hold.

    JSON: {paper, scale, complete, tables: [{name, title, quantities: [{name, printed, computed, unit, note, interval,
    tolerance, difference}]}]}, one object per paper at its end; complete is false after Ctrl-C. With --check: {paper,
    scale, complete, figures, changed: [{table, quantity, recorded, computed}]}.

    Example: boaf reproduce mcts
    """
    if name not in (*PAPERS, ALL):
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)} or {ALL}")
    names = [*PAPERS] if name == ALL else [name]
    if name == ALL and table:
        raise BoafError("--table needs the name of one paper")
    for one in names:
        plans_of(one, scale, table or ())
    if check:
        names = _on_record(names, scale, out or RECORD)
    else:
        require_directory(out)
    status = Status.ANSWERED
    with study_bar() as bar:
        for one in names:
            if check:
                reached = _check(bar, one, scale, table or (), out or RECORD, as_json)
            else:
                reached = _compute(bar, one, scale, table or (), out, as_json)
            if reached == Status.INTERRUPTED:
                return reached
            status = max(status, reached)
    return status


def _compute(bar: StudyBar, name: str, scale: str, only: Sequence[str], out: Path | None, as_json: bool) -> Status:
    tables: list[Table] = []
    complete, kept, store = False, 0, CellStore(name, scale, out)
    try:
        for found in run(plans_of(name, scale, only), store, bar):
            tables.append(found)
            if out is not None and store.kept > kept:
                _write(out, name, scale)
                kept = store.kept
            if not as_json:
                bar.print(("\n" if len(tables) > 1 else "") + found.to_text())
        complete = True
    except KeyboardInterrupt:
        pass
    if as_json:
        bar.print(json_text(_answer(name, scale, complete, tables)))
    return Status.ANSWERED if complete else Status.INTERRUPTED


def _answer(name: str, scale: str, complete: bool, tables: list[Table]) -> dict[str, Any]:
    shown = [found.to_json() for found in tables]
    return {"paper": name, "scale": scale, "complete": complete, "tables": shown}


def _write(directory: Path, name: str, scale: str) -> None:
    """Write all tables that are finished, the page of the paper, and its figures."""
    best = best_tables(name, directory)
    tables = [found[1].table for found in best.values() if found and found[0] == scale and found[1].is_complete]
    answer = _answer(name, scale, len(tables) == len(best), tables)
    write_text(directory / f"{name}-{scale}.json", json_text(answer, indent=1) + "\n")
    page, figures = page_of(name, best)
    for file, text in {f"{name}.md": page, **figures}.items():
        write_text(directory / file, text)


def _on_record(names: list[str], scale: str, record: Path) -> list[str]:
    """The papers that are on record; the others are named."""
    found = [name for name in names if (record / name / scale).is_dir()]
    missing = ", ".join(name for name in names if name not in found)
    if not found:
        raise BoafError(f"there is no record of {missing} in {record}: give its directory as --out")
    _say_missing(missing)
    return found


def _say_missing(names: str) -> None:
    if names:
        typer.echo(f"not on record, so not checked: {names}", err=True)


def _check(bar: StudyBar, name: str, scale: str, only: Sequence[str], record: Path, as_json: bool) -> Status:
    found, plans = Comparison(name, scale), plans_of(name, scale, only)
    recorded = tables_on_record(plans, CellStore(name, scale, record))
    missing = ", ".join(plan.name for plan in plans if plan.name not in recorded)
    if missing and (only or not recorded):
        raise BoafError(f"there is no record of {missing}: make one by `boaf reproduce {name} --out {record}`")
    _say_missing(missing)
    try:
        for one in compare(plans, recorded, CellStore(name, scale), bar):
            found.add(one)
        found.complete = True
    except KeyboardInterrupt:
        pass
    bar.print(json_text(found.to_json()) if as_json else found.to_text())
    if not found.complete:
        return Status.INTERRUPTED
    return Status.BAD_INPUT if found.changed else Status.ANSWERED
