"""What a sample shows: the chance of missing a wrong verdict is what drawing samples makes it."""

from itertools import combinations, product
from math import sqrt
from pathlib import Path
from random import Random

import polars as pl
import pytest

from boaf.census.chunks import ChunkRecord, Counts
from boaf.census.parameters import Parameters
from boaf.census.run import run_census
from boaf.census.verify import VerdictCheck, draw, drawn_rows, verify_census
from boaf.solvers.contract import Verdict
from tests.census.helpers import forge, verdict_of


def record(chunk: int, solvable: int, unsolvable: int, unknown: int = 0) -> ChunkRecord:
    return ChunkRecord(chunk, 0, 0, Counts(solvable, unsolvable, unknown), 0, "")


def miss_chance(deals: int, checked: int) -> float:
    return VerdictCheck(Verdict.SOLVABLE, deals, checked).miss_chance


def test_the_chance_of_missing_is_that_of_all_samples_counted() -> None:
    for members, drawn in product(range(1, 8), range(8)):
        if drawn <= members:
            samples = list(combinations(range(members), drawn))
            for wrong in range(members):
                missed = sum(wrong not in sample for sample in samples)
                assert miss_chance(members, drawn) == pytest.approx(missed / len(samples))


def test_the_draw_gives_every_deal_of_a_verdict_its_chance() -> None:
    records = [record(3, 5, 1), record(4, 0, 2), record(8, 9, 0, 3)]
    trials, size = 4000, 4
    seen = dict.fromkeys(product((3, 4, 8), Verdict, range(9)), 0)
    for seed in range(trials):
        for chunk, parts in draw(records, size, Random(seed)).items():
            for verdict, places in parts.items():
                for place in places:
                    seen[chunk, verdict, place] += 1
    for (chunk, verdict, place), times in seen.items():
        counts = {one.chunk: one.counts for one in records}
        if place >= getattr(counts[chunk], verdict):
            assert times == 0
            continue
        members = sum(getattr(one, verdict) for one in counts.values())
        chance = 1 - miss_chance(members, min(size, members))
        assert abs(times - trials * chance) <= 4.5 * sqrt(trials * chance * (1 - chance))


def test_drawn_rows_are_those_of_their_verdict() -> None:
    frame = pl.DataFrame({"seed": range(6), "verdict": ["solvable", "unsolvable", "solvable"] * 2})
    drawn = {Verdict.SOLVABLE: [1, 3], Verdict.UNSOLVABLE: [1]}
    assert drawn_rows(frame, drawn)["seed"].to_list() == [2, 5, 4]
    assert drawn_rows(frame, {}).is_empty()


@pytest.mark.parametrize(("verdict", "seed", "lie"), [("solvable", 10, "solvable"), ("unsolvable", 3, "unsolvable")])
def test_a_wrong_verdict_is_missed_as_often_as_verify_says(tmp_path: Path, verdict: str, seed: int, lie: str) -> None:
    """2 × 3 deals, of which three in ten can be solved, so that both groups are large."""
    run_census(Parameters(0, 30, 2, 3), tmp_path)
    truth = pl.read_parquet(tmp_path / "chunk-000000.parquet")["verdict"]
    wrong = next(k for k in range(seed, 30) if truth[k] != lie)
    forge(tmp_path, 0, verdict_of([wrong], lie))
    trials = 60
    found = [verify_census(tmp_path, sample=4, seed=k, threads=1) for k in range(trials)]
    chance = found[0].checks[Verdict(verdict)].miss_chance
    missed = sum(one.is_sound for one in found)
    assert 0 < chance < 1
    assert abs(missed - trials * chance) <= 4.5 * sqrt(trials * chance * (1 - chance))
    problems = [f"chunk-000000.parquet: deal {wrong} is {truth[wrong]}, not {lie}"]
    assert all(one.problems == problems for one in found if not one.is_sound)
    assert verify_census(tmp_path, every_deal=True).problems == problems
