"""Spoiled files are refused in one line, and never believed: the short form of `python -m tests.fuzz`."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fuzz import harness
from tests.fuzz.harness import Judge, Reader, Sample, Tally, input_of, run
from tests.fuzz.table import GROUPS, READERS

INPUTS = 3
THOROUGH = dict.fromkeys(("models", "texts"), pytest.mark.thorough)
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("group", [pytest.param(name, marks=THOROUGH.get(name, ())) for name in GROUPS])
def test_no_reader_breaks_or_believes_a_spoiled_file(group: str) -> None:
    # In a process of its own: the limits are those of a process, and what breaks them may end it.
    command = [sys.executable, "-m", "tests.fuzz", "--group", group, "--each", str(INPUTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_every_reader_has_its_sample() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("skops")
    names = {sample.name for samples in GROUPS.values() for sample in samples()}
    assert set(READERS.values()) <= names


def refuse(_path: Path) -> object:
    raise ZeroDivisionError


def sample_of(reader: Reader, judge: Judge = lambda _answer, _content: None) -> Sample:
    mutations = (lambda content, random: content + random.randbytes(2),)
    return Sample("sample", {"a": b"x"}, "a", mutations, {"r": reader}, judge)


def test_an_exception_a_wrong_answer_and_a_message_of_two_lines_are_faults(tmp_path: Path) -> None:
    def two_lines(_path: Path) -> object:
        raise ValueError("a\nb")

    for sample in (sample_of(refuse), sample_of(two_lines), sample_of(Path.read_bytes, lambda *_: "it is wrong")):
        tally = Tally()
        run(sample, 1, 0, tmp_path, tally)
        assert (tally.inputs, tally.accepted, tally.refused, len(tally.faults)) == (1, 0, 0, 1)


def test_what_takes_long_only_the_first_time_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "SECONDS", 0.1)
    delays = [0.3, 0.3]

    def compile_first(path: Path) -> object:
        time.sleep(delays.pop() if delays else 0)
        return path.read_bytes()

    def hang(_path: Path) -> None:
        time.sleep(0.3)

    with harness.limits():
        for reader, faults in ((compile_first, 0), (hang, 1)):
            tally = Tally()
            run(sample_of(reader), 1, 0, tmp_path, tally)
            assert len(tally.faults) == faults


def test_inputs_depend_on_their_seed_and_number_alone() -> None:
    sample = sample_of(Path.read_bytes)
    assert input_of(sample, 1, 5) == input_of(sample, 1, 5)
    assert len({input_of(sample, seed, number) for seed in (1, 2) for number in range(5)}) == 10
