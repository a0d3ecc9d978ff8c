"""The long form: `python -m tests.fuzz --inputs 100000 --seed 1`."""

import argparse
import math
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.harness import Sample, Tally, check_valid, limits, run
from tests.fuzz.table import GROUPS


def main() -> int:
    """Spoil files, give them to their readers, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Give spoiled files to all readers.")
    parser.add_argument("--inputs", type=int, default=100_000, help="how many, of all samples together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, help="how many of every sample, instead")
    parser.add_argument("--group", choices=GROUPS, help="only the samples of this group")
    parser.add_argument("--sample", default="", help="only samples whose names begin so")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input of each sample")
    chosen = parser.parse_args()
    groups = [chosen.group] if chosen.group else GROUPS
    found = [sample for group in groups for sample in GROUPS[group]()]
    samples = [sample for sample in found if sample.name.startswith(chosen.sample)]
    share = chosen.inputs / sum(sample.weight for sample in samples)
    print(f"{'sample':34} {'inputs':>7} {'refused':>8} {'accepted':>9} {'faults':>7} {'slowest':>9} {'seconds':>8}")
    tallies = []
    for sample in samples:
        inputs = chosen.each or math.ceil(share * sample.weight)
        tallies.append(_one(sample, chosen.seed, range(chosen.first, chosen.first + inputs)))
    faults = [fault for tally in tallies for fault in tally.faults]
    print(f"{sum(tally.inputs for tally in tallies):,} inputs, {len(faults):,} faults")
    return 1 if faults else 0


def _one(sample: Sample, seed: int, numbers: range) -> Tally:
    tally, started = Tally(), time.monotonic()
    with TemporaryDirectory(dir=_memory()) as place:
        check_valid(sample, Path(place))
        with limits():
            for number in numbers:
                run(sample, seed, number, Path(place), tally)
    print(
        f"{sample.name:34} {tally.inputs:7,} {tally.refused:8,} {tally.accepted:9,} {len(tally.faults):7,} "
        f"{1000 * tally.slowest:6.0f} ms {time.monotonic() - started:8.1f}",
        flush=True,
    )
    for fault in tally.faults[:20]:
        print(f"  {fault}", flush=True)
    return tally


def _memory() -> str | None:
    """A directory in memory, where there is one: files are synced to disk when they are written."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    sys.exit(main())
