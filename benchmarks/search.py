"""The search on deals 0 … 99,999 and on larger boards, as ratios to Hoshino & Notarangelo's ordering."""

from __future__ import annotations

import json

from boaf.solvers.bench import measure

SIZES = ((4, 4, 100_000), (5, 5, 10_000), (6, 6, 2_000), (7, 7, 1_000), (4, 13, 1_000))


def main() -> None:
    """Print one JSON object for each board size."""
    for rows, cols, deals in SIZES:
        print(json.dumps({"rows": rows, "cols": cols} | measure(deals, rows, cols).to_json()), flush=True)


if __name__ == "__main__":
    main()
