"""Proofs of unsolvable deals, one per line, in the format that the extracted checker reads (coq/README.md).

`python tools/export_proofs.py [--deals FILE]` writes the proofs of the deals whose numbers are in FILE to standard
output. By default these are the 1,880 unsolvable deals among the first million.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boaf

DEALS = Path(__file__).parents[1] / "tests" / "prove" / "unsolvable.txt"

FIELDS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "odd-bird": lambda witness: [witness["card"]],
    "multiple-flocks": lambda witness: [" ".join(witness["flock"])],
    "cut-edge": lambda witness: [" ".join(witness["edge"]), " ".join(witness["side"]), *witness["mini_boards"]],
    "lollipop-stick": lambda witness: [
        " ".join(witness["stick"]),
        str(witness["matches"]),
        "never" if witness["moves"] is None else str(witness["moves"]),
    ],
    "cut-vertex": lambda witness: [witness["card"], *(" ".join(part) for part in witness["parts"])],
    "collapse": lambda witness: [str(witness["sets"]), str(witness["states"]), witness["digest"]],
    "stranded": lambda witness: [" ".join(witness["part"])],
}
"""The fields of each reason that the checker knows; it rejects a proof of any other."""


def line_of(name: str, proof: boaf.Proof) -> str:
    """A proof as a line, under a name that the checker repeats if it rejects the proof.

    Examples
    --------
    >>> line_of("deal 10", boaf.explain(boaf.deal(10)).proof).split(" | ")[2:]
    ['odd-bird', '9C']

    """
    tops = boaf.Board(proof.board).text(tops_only=True)
    fields = FIELDS[proof.reason](proof.witness) if proof.reason in FIELDS else []
    return " | ".join([name, tops, proof.reason, *fields])


def main() -> None:
    """Write the lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=Path, default=DEALS, metavar="FILE", help="numbers of unsolvable deals")
    for seed in map(int, parser.parse_args().deals.read_text().split()):
        proof = boaf.explain(boaf.deal(seed)).proof
        if proof is None:
            raise SystemExit(f"deal {seed} is not unsolvable")
        print(line_of(f"deal {seed}", proof))


if __name__ == "__main__":
    main()
