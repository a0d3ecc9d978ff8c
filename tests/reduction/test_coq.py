"""The part of docs/intractability.md that Coq has checked."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from boaf.reduction.formula import Formula
from boaf.reduction.repaired import Repaired
from tests.reduction import coq_data

COQ = Path(__file__).parents[2] / "coq"


def test_the_gadgets_in_coq_are_those_of_the_deal():
    assert (COQ / "Data.v").read_text() == coq_data.text()


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_coq_accepts_the_proofs_without_axioms():
    done = subprocess.run([COQ / "check.sh"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("30 theorems hold, without axioms\n")


SHOW_DEAL = """
Require Import List NArith. Require Import Game Deal. Import ListNotations.
Definition numbers f x := match deal f x with Some c => [N.of_nat (rank c); N.of_nat (suit c)] | None => [] end.
Definition all f := map (fun r => map (fun c => numbers f (r, c)) (seq 0 (size f))) (seq 0 (size f)).
Set Printing Depth 100000.
"""


def coq_list(items):
    return f"[{'; '.join(items)}]"


def coq_formula(formula):
    """The formula as a term of Deal.v, which counts from 0."""
    lengths = coq_list(str(len(clause)) for clause in formula.clauses)
    variables = coq_list(coq_list(str(abs(literal) - 1) for literal in clause) for clause in formula.clauses)
    signs = coq_list(coq_list(str(literal > 0).lower() for literal in clause) for clause in formula.clauses)
    return (
        f"Formula {len(formula.clauses)} {formula.variables} (fun j => nth j {lengths} 0)"
        f" (fun j i => nth i (nth j {variables} []) 0) (fun j i => nth i (nth j {signs} []) true)"
    )


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_the_deal_in_coq_has_the_numbers_of_the_deal_that_boaf_makes(tmp_path: Path):
    formulas = [
        Formula(1, ((-1,),)),
        Formula(2, ((1,), (1, -2))),
        Formula(3, ((1, -2, 3), (-1, 3))),
        Formula(3, ((1, -2, 3), (-1, 2, 3))),
    ]
    for name in ("Game", "Deal"):
        shutil.copy(COQ / f"{name}.v", tmp_path)
        subprocess.run(["coqc", f"{name}.v"], cwd=tmp_path, check=True)
    for formula in formulas:
        (tmp_path / "Show.v").write_text(f"{SHOW_DEAL}Eval vm_compute in all ({coq_formula(formula)}).\n")
        done = subprocess.run(["coqc", "Show.v"], cwd=tmp_path, capture_output=True, text=True, check=True)
        numbers = [int(text) for text in re.findall(r"\d+", done.stdout)]
        deal = Repaired(formula)
        cards = [deal.cards[row, column] for row in range(deal.size) for column in range(deal.size)]
        assert numbers == [number for card in cards for number in (card.rank, card.suit)]


def test_without_coq_nothing_is_checked_and_nothing_fails():
    done = subprocess.run(["/bin/sh", COQ / "check.sh"], env={"PATH": ""}, capture_output=True, text=True, check=True)
    assert done.stdout == "coqc is not installed: nothing was checked\n"
