"""What makes a state solvable, a question that Roberson & Sperduto (2019) leave open.

The paper's checker recognises solvable states only with five stacks or fewer. Three sound conditions need no search:

- few stacks: a table of all boards with few stacks has the answer;
- one line: stacks that are all in one row or column can be collapsed if and only if their compatibility graph is
  connected (docs/boundaries.md has the proof);
- a playout wins: one of the few dozen that `boaf.learn.playout_features` plays, without going back, leaves one stack.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.board_features import extract
from boaf.learn.data.interesting import walk_with_parents
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER, TABLE = "mcts", "table-2"
SCALES = {"tiny": 6, "small": 150, "paper": 10_000}
"""The number of seeds."""
FEW = (5, 7)
"""Up to how many stacks the paper's checker knows some boards, and ours all."""
SIDE = 4


def plan(seeds: int) -> Plan:
    """The share of the solvable states that are recognised without a search."""
    cell = Cell("solvable", _count_solvable, {"seeds": seeds, "few": list(FEW)}, seeds, 2e-2)
    about = f"interesting states of the seeds below {seeds:,}"
    return Plan("What shows that a state is solvable", {"": cell}, _rows, about)


def _rows(values: dict[str, Any]) -> list[Quantity]:
    found = values[""]
    total, (large, won) = found["solvable"], found["large"]
    shares = {f"at most {few} stacks": (count, "by a table") for few, count in zip(FEW, found["few"], strict=True)}
    shares["in one line and connected"] = found["line"], "by theorem"
    shares["a playout wins"] = found["playout"], "what it played is a solution"
    shares |= {f"any of these, at most {few} stacks": (n, "") for few, n in zip(FEW, found["any"], strict=True)}
    return [
        *(Quantity(name, None, number / total, "%", note) for name, (number, note) in shares.items()),
        Quantity(_large(), None, won / large, "%", f"{large:,} states"),
        Quantity(
            "unsolvable states that are said to be solvable",
            None,
            found["wrong"],
            note=f"must be none; {found['unsolvable']:,} unsolvable states",
        ),
    ]


def _large() -> str:
    return f"a playout wins, of those with more than {FEW[-1]} stacks"


def _count_solvable(progress: Progress, seeds: int, few: list[int]) -> dict[str, Any]:
    """How many solvable states each condition shows to be so, and how many unsolvable ones."""
    totals = np.zeros(2 * len(few) + 6, np.int64)
    unsolvable = 0
    for states, _ in walk_with_parents(seeds, progress):
        stacks, connected, left = extract(states.cards, SIDE, SIDE, ("stacks", "connected", "fewest_left")).T
        line, playout = in_one_line(states.cards) & (connected == 1), left == 1
        small, shown, large = [stacks <= most for most in few], line | playout, stacks > few[-1]
        rows = [*small, line, playout, *(shown | one for one in small), large, large & playout]
        counts = [int((row & states.solvable).sum()) for row in rows]
        wrong = int((shown & ~states.solvable).sum())
        totals += [*counts, wrong, int(states.solvable.sum())]
        unsolvable += int((~states.solvable).sum())
    numbers, cut = totals.tolist(), len(few)
    return {
        "solvable": numbers[-1],
        "unsolvable": unsolvable,
        "few": numbers[:cut],
        "line": numbers[cut],
        "playout": numbers[cut + 1],
        "any": numbers[cut + 2 : 2 * cut + 2],
        "large": numbers[2 * cut + 2 : 2 * cut + 4],
        "wrong": numbers[-2],
    }


def in_one_line(cards: Cards) -> NDArray[np.bool_]:
    """Whether all stacks of a board are in one row or one column. Shape (boards,)."""
    occupied = (cards != EMPTY).reshape(-1, SIDE, SIDE)
    columns, rows = (occupied.any(axis=axis).sum(axis=1) for axis in (1, 2))
    found: NDArray[np.bool_] = np.minimum(columns, rows) == 1
    return found


def finding(table: Table) -> str:
    """What the page says."""
    found = {one.name: one.computed for one in table.quantities}
    return (
        f"A few dozen playouts solve {100 * found['a playout wins']:.1f} % of the solvable states, and "
        f"{100 * found[_large()]:.1f} % of those with more than {FEW[-1]} stacks."
    )


if __name__ == "__main__":
    main(__file__)
