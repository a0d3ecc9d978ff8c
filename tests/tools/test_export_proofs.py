"""The proof checker that is verified in Coq (coq/README.md), on the proofs that boaf finds and on forged ones."""

import shutil
import subprocess
from collections.abc import Callable, Iterable
from copy import deepcopy
from pathlib import Path
from types import ModuleType

import pytest

import boaf
from boaf.prove.proof import Proof
from tests.prove.boards import proof_of_deal, unsolvable_seeds
from tests.prove.test_checker import WRONG_WITNESSES, forged_proofs

COQ = Path(__file__).parents[2] / "coq"
needs_coq = pytest.mark.skipif(
    not (shutil.which("coqc") and shutil.which("ocamlopt")), reason="Coq and OCaml are not installed"
)


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built from coq/."""
    program = tmp_path_factory.mktemp("checker") / "checker"
    subprocess.run([COQ / "check.sh", program], check=True, capture_output=True)
    return program


def verdict(checker: Path, lines: Iterable[str]) -> str:
    """What the checker says last."""
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run([checker], check=False, input=text, capture_output=True, text=True).stdout.splitlines()[-1]


def test_the_examples_are_the_proofs_of_their_deals(tool: Callable[[str], ModuleType]) -> None:
    export = tool("export_proofs")
    lines = (COQ / "examples.txt").read_text().splitlines()
    assert [line.split(" | ")[2] for line in lines] == list(export.FIELDS)
    for line in lines:
        name, text = line.split(" | ")[:2]
        assert line == export.line_of(name, boaf.explain(boaf.read_board(text)).proof)


@needs_coq
@pytest.mark.thorough
def test_the_verified_checker_accepts_the_proofs_of_all_unsolvable_deals_of_the_million(
    checker: Path, tool: Callable[[str], ModuleType]
) -> None:
    line_of = tool("export_proofs").line_of
    lines = (line_of(f"deal {seed}", proof_of_deal(seed)) for seed in unsolvable_seeds())
    assert verdict(checker, lines) == "1880 accepted, 0 rejected"


@needs_coq
@pytest.mark.thorough
def test_the_verified_checker_rejects_every_forged_proof(
    checker: Path, tool: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    line_of = tool("export_proofs").line_of
    forged = [proof for _, proof in forged_proofs(monkeypatch)]
    monkeypatch.undo()
    for seed, change, _ in WRONG_WITNESSES:
        proof = proof_of_deal(seed)
        forged.append(Proof(proof.board, proof.verdict, proof.reason, deepcopy(proof.witness) | change, proof.text))
    lines = [line_of(str(number), proof) for number, proof in enumerate(forged)]
    assert {proof.reason for proof in forged} >= {"cut-edge", "cut-vertex", "collapse", "search"}
    assert verdict(checker, lines) == f"0 accepted, {len(forged)} rejected"
