"""`boaf reproduce`, which `boaf.cli` loads by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click import argument, option

from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, progress_bar, require_directory, show, warn
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text
from boaf_papers import PAPERS, SCALES, plans_of
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.pages import best_tables, page_of
from boaf_papers.framework.quantity import Table
from boaf_papers.framework.study import Reproduction, compare, run, tables_on_record

ALL = "all"
RECORD = Path("results")
"""Where a checkout of boaf keeps its results."""
_OUT_HELP = (
    "Also write JSON, a page in Markdown and figures to this directory, each table as soon as it is finished, and "
    "resume an earlier run."
)
_CHECK_HELP = f"Recompute the records in DIR (default: {RECORD}) and report which figures hold."


def _papers() -> list[tuple[str, str]]:
    rows = [(name, f"{paper.cite}: {paper.about}") for name, paper in PAPERS.items()]
    return [*rows, (ALL, "one after another")]


@command(listing=("Papers", _papers))
@argument("name", help="One of the papers below.")
@option("--table", metavar="TABLE", multiple=True, help="Show only this table; may be repeated.")
@option("--scale", metavar="SCALE", default=SCALES[0], help=f"Size: {' or '.join(SCALES)}.")
@options.file("--out", metavar="DIR", help=_OUT_HELP)
@options.flag("--check", help=_CHECK_HELP)
@options.json
def reproduce(name: str, table: tuple[str, ...], scale: str, out: Path | None, check: bool, as_json: bool) -> int:
    """Compute a paper's figures and show them next to the printed ones.

    Each table is shown as soon as it is finished. The small scale takes from five seconds (prediction) to some minutes
    (neural) on two cores; the paper scale takes hours and comes close to the papers' own sizes. With --out the finished
    cells of tables are kept in DIR/NAME/SCALE, and the same command computes only the rest.

    --check changes nothing: it names each figure that differs from the record and each table without a record. Times
    are not compared. Exit status 2 if a figure does not hold.

    JSON: {paper, scale, complete, tables: [{name, title, quantities: [{name, printed, computed, unit, note, interval,
    tolerance, difference}]}]}, one object per paper when it is finished; complete is false after Ctrl-C. With
    --check: {paper, scale, complete, figures, changed: [{table, quantity, recorded, computed}]}.

    Example: boaf reproduce mcts
    """
    if name not in (*PAPERS, ALL):
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)} or {ALL}")
    names = [*PAPERS] if name == ALL else [name]
    if name == ALL and table:
        raise BoafError("--table needs the name of one paper")
    for one in names:
        plans_of(one, scale, table)
    if check:
        names = _on_record(names, scale, out or RECORD)
    else:
        require_directory(out)
    status = ExitStatus.ANSWERED
    for one in names:
        if check:
            reached = _check(one, scale, table, out or RECORD, as_json)
        else:
            reached = _compute(one, scale, table, out, as_json)
        if reached == ExitStatus.INTERRUPTED:
            return reached
        status = max(status, reached)
    return status


def _compute(name: str, scale: str, only: Sequence[str], out: Path | None, as_json: bool) -> ExitStatus:
    tables: list[Table] = []
    complete, kept, store = False, 0, CellStore(name, scale, out)
    try:
        for found in run(plans_of(name, scale, only), store, progress_bar):
            tables.append(found)
            if out is not None and (store.kept > kept or not all(path.exists() for path in _files(out, name, scale))):
                _write(out, name, scale)
                kept = store.kept
            if not as_json:
                show(("\n" if len(tables) > 1 else "") + found.to_text())
        complete = True
    except KeyboardInterrupt:
        pass
    if as_json:
        show(json_text(_answer(name, scale, complete, tables)))
    return ExitStatus.ANSWERED if complete else ExitStatus.INTERRUPTED


def _answer(name: str, scale: str, complete: bool, tables: list[Table]) -> dict[str, Any]:
    shown = [found.to_json() for found in tables]
    return {"paper": name, "scale": scale, "complete": complete, "tables": shown}


def _write(directory: Path, name: str, scale: str) -> None:
    """Write all tables that are finished, the page of the paper, and its figures."""
    best = best_tables(name, directory)
    tables = [found[1].table for found in best.values() if found and found[0] == scale and found[1].is_complete]
    answer = _answer(name, scale, len(tables) == len(best), tables)
    page, figures = page_of(name, PAPERS[name], best)
    for file, text in figures.items():
        write_text(directory / file, text)
    for path, text in zip(_files(directory, name, scale), (json_text(answer, indent=1) + "\n", page), strict=True):
        write_text(path, text)


def _files(directory: Path, name: str, scale: str) -> tuple[Path, Path]:
    """Where the tables and the page are written."""
    return directory / f"{name}-{scale}.json", directory / f"{name}.md"


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
        warn(f"not on record, so not checked: {names}")


def _check(name: str, scale: str, only: Sequence[str], record: Path, as_json: bool) -> ExitStatus:
    found, plans = Reproduction(name, scale), plans_of(name, scale, only)
    recorded = tables_on_record(plans, CellStore(name, scale, record))
    missing = ", ".join(plan.name for plan in plans if plan.name not in recorded)
    if missing and (only or not recorded):
        raise BoafError(f"there is no record of {missing}: make one by `boaf reproduce {name} --out {record}`")
    _say_missing(missing)
    try:
        for one in compare(plans, recorded, CellStore(name, scale), progress_bar):
            found.add(one)
        found.complete = True
    except KeyboardInterrupt:
        pass
    show(json_text(found.to_json()) if as_json else found.to_text())
    if not found.complete:
        return ExitStatus.INTERRUPTED
    return ExitStatus.BAD_INPUT if found.changed else ExitStatus.ANSWERED
