"""Runs a study: `python studies/NAME.py [--compute] [--scale SCALE] [--out DIR]`.

A study explains a difference from a paper, or takes up a question that a paper leaves open. It was run once; its
record is in `results`, next to the cells of the paper's tables, some of which it uses. A script prints the tables on
record; with `--compute` it also computes the cells that are missing.

A script has `PAPER` and `TABLE`, which say where its finding is shown, `SCALES`, `plan`, a function of one of them that
gives a plan or several, and `finding`, a sentence or two made from the tables. It may have `ruled_out`, which makes a
phrase for the list of open figures. `tools/make_pages.py` puts both on the pages. The questions of the challenge
(`CHALLENGE`) have a page of their own, with whole tables.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from boaf.support.errors import BoafError
from boaf_papers import Paper
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.pages import Best, Finding
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Plan, Stored, run, stored
from boaf_papers.sang_yoon import SCALES, SETS, Scale, Sets, Training

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results"
CHALLENGE = Paper(
    "",
    "Neller (2018)",
    "Todd W. Neller (Gettysburg College)",
    "Birds of a Feather",
    "three of the challenge's questions, with two figures of Neller, Berson et al. (2019)",
    where="EAAI-19 Undergraduate Research Challenge, 2018",
)
QUESTIONS = ("search_orderings", "unsolvability_causes", "hard_deals")
"""The studies that answer them: questions 3, 4 and 5."""
_NO_STUDY = ("study_runner", "in_old_python")


def names() -> list[str]:
    """The names of all studies."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in _NO_STUDY)


def studies() -> dict[str, ModuleType]:
    """All studies, by name."""
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    return {name: import_module(name) for name in names()}


def plans_of(study: ModuleType, scale: str) -> list[Plan]:
    """The plans of a study."""
    found = study.plan(study.SCALES[scale])
    name = Path(str(study.__file__)).stem
    return [replace(plan, name=name) for plan in (found if isinstance(found, list) else [found])]


def findings(results: Path = RESULTS) -> Iterator[Finding]:
    """What the studies on record found, at their largest scale."""
    for name, study in studies().items():
        tables = _stored(study, results)
        if tables and name not in QUESTIONS:
            figures = [figure for one in tables for figure in one.table.figures]
            own = [one.table for one in tables]
            out = study.ruled_out(*own) if hasattr(study, "ruled_out") else ""
            file = getattr(study, "FIGURES", name)
            seconds = sum(cell.processor_seconds for one in tables for cell in one.cells)
            yield Finding(study.PAPER, study.TABLE, name, study.finding(*own), figures, file, out, seconds)


def answers(results: Path = RESULTS) -> dict[str, tuple[Paper, Best]]:
    """The page of the challenge: its paper and the tables of the studies that answer its questions."""
    tables: Best = {}
    for name in QUESTIONS:
        found = _stored(studies()[name], results)
        tables[name] = ("paper", found[0]) if found else None
    return {"questions": (CHALLENGE, tables)}


def _stored(study: ModuleType, results: Path) -> list[Stored]:
    return stored(plans_of(study, "paper"), CellStore(study.PAPER, "paper", results))


def as_reading(one: Quantity) -> Quantity:
    """A quantity with a note that says whether a reading of the paper that gives it is possible."""
    return replace(one, note="possible" if one.holds_printed else "excluded")


def tiny() -> Scale:
    """A scale at which networks learn nothing, to see that a study runs."""
    once = dict.fromkeys(SETS, Training(1, 100, 0.005, 2))
    return replace(SCALES["small"], sets=Sets(-5_000, 5_000, 6), extra_deals=500, training=once, tries=1)


def main(file: str) -> None:
    """Run the study of a script."""
    study = import_module(Path(file).stem)
    parser = argparse.ArgumentParser(description=(study.__doc__ or "").partition("\n")[0])
    parser.add_argument("--scale", default="paper", choices=list(study.SCALES))
    parser.add_argument("--out", default=RESULTS, type=Path, metavar="DIR", help="the record (default: results)")
    parser.add_argument("--compute", action="store_true", help="compute what is not on record, which may take hours")
    chosen = parser.parse_args()
    try:
        plans, store = plans_of(study, chosen.scale), CellStore(study.PAPER, chosen.scale, chosen.out)
        recorded = (one.table for one in stored(plans, store))
        for table in run(plans, store) if chosen.compute else recorded:
            print(table.to_text(), end="\n\n")
    except BoafError as error:
        sys.exit(f"{Path(file).name}: {error}")
