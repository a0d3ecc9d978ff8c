"""Spoiled files are refused in one line, and never believed: the short form of `python -m tests.fuzz`."""

from pathlib import Path

import pytest

from tests.fuzz.harness import Judge, Reader, Sample, Tally, check_valid, input_of, limits, run
from tests.fuzz.table import GROUPS, READERS

INPUTS = 16


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_no_reader_breaks_or_believes_a_spoiled_file(group: str, tmp_path: Path) -> None:
    samples = GROUPS[group]()
    for sample in samples:
        check_valid(sample, tmp_path)
    with limits():
        for sample in samples:
            tally = Tally()
            for number in range(INPUTS):
                run(sample, 1, number, tmp_path, tally)
            assert tally.faults == []


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


def test_inputs_depend_on_their_seed_and_number_alone() -> None:
    sample = sample_of(Path.read_bytes)
    assert input_of(sample, 1, 5) == input_of(sample, 1, 5)
    assert len({input_of(sample, seed, number) for seed in (1, 2) for number in range(5)}) == 10
