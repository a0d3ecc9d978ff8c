"""The part of docs/intractability.md that Coq has checked."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.reduction import coq_data

COQ = Path(__file__).parents[2] / "coq"


def test_the_gadgets_in_coq_are_those_of_the_deal():
    assert (COQ / "Data.v").read_text() == coq_data.text()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_coq_accepts_the_proofs_without_axioms():
    done = subprocess.run([COQ / "check.sh"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("13 theorems hold, without axioms\n")


def test_without_coq_nothing_is_checked_and_nothing_fails():
    done = subprocess.run(["/bin/sh", COQ / "check.sh"], env={"PATH": ""}, capture_output=True, text=True, check=True)
    assert done.stdout == "coqc is not installed: nothing was checked\n"
