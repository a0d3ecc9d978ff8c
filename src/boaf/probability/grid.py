"""The chance that a deal can be solved, by board size: question 1 of the challenge (Neller, 2018).

An r × c board is as likely to be solvable as a c × r board: reflecting a board in its diagonal exchanges rows and
columns, to which the rules are blind. The r × c deal and the c × r deal of one seed hold the same cards, so they are
not independent, and adding them up would count every hand twice. Hence only boards with r ≤ c are dealt, each seed
once.

With a directory, every size has a file in it, which is written anew after every block of deals, and the same call
resumes. `size` says what is kept, and what follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np

from boaf.census.chunks import best_scores as find_best_scores
from boaf.census.reasons import MULTIPLE_FLOCKS, ODD_BIRD, ONE_FLOCK, flocks_of
from boaf.deals import require_deals
from boaf.kernel.dealing import draw_deals
from boaf.probability.size import Size, file_of, read_size
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError, ParameterError
from boaf.support.progress import Progress, Watch
from boaf.support.store import difference

SIDES = range(2, 8)
SIZES = (*((r, c) for r in SIDES for c in SIDES if r <= c), (4, 13))
"""The sizes of the table: r ≤ c from 2 to 7, and 4 × 13, which takes the whole deck."""
DEALS = 1000
_BLOCK = 100_000
"""How many deals are solved between two records."""


def count_grid(
    deals: int = DEALS,
    start: int = 0,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
    best_scores: bool = False,
    max_nodes: int | None = None,
    directory: Path | str | None = None,
    threads: int | None = None,
    watch: Watch | None = None,
) -> list[Size]:
    """Count the solvable deals of several board sizes.

    Parameters
    ----------
    deals
        How many deals of each size, from the seed `start` on.
    start
        The first seed.
    sizes
        Rows and columns of the boards; r × c stands for c × r too, and the smaller number comes first.
    best_scores
        Whether to find the best score of every unsolvable deal.
    max_nodes
        The most nodes that a deal may take before its verdict is `unknown`; by default every deal is decided.
    directory
        Where to keep what is found; deals that are there are not solved again.
    threads
        How many threads share the work (default: all cores).
    watch
        Given the number of deals to solve, returns a context manager that yields a function to report progress to.

    Returns
    -------
    list[Size]
        The counts of each size; those of a directory may be of more deals than were asked for.

    Raises
    ------
    BoafError
        If there are no deals to solve, or the directory holds others.

    Examples
    --------
    >>> grid = count_grid(20)
    >>> grid[0].rows, grid[0].cols, grid[0].solvable
    (2, 2, 3)

    """
    if deals < 1:
        raise ParameterError(f"deals must be at least 1, but it is {deals}", "deals")
    for rows, cols in sizes:
        require_deals(start, start + deals, rows, cols)
    place = None if directory is None else Path(directory)
    begun = [_begin(min(size), max(size), start, max_nodes, best_scores, place) for size in sizes]
    left = [max(0, start + deals - size.stop) for size in begun]
    if not sum(left):
        return begun
    with watch(sum(left)) if watch else nullcontext() as progress:
        return [_complete(size, start + deals, place, threads, progress) for size in begun]


def _begin(rows: int, cols: int, start: int, max_nodes: int | None, best_scores: bool, directory: Path | None) -> Size:
    """What is known of a size so far."""
    fresh = Size(rows, cols, start, start, max_nodes, best_scores={} if best_scores else None)
    if directory is None or not (path := file_of(directory, rows, cols)).exists():
        return fresh
    found = read_size(path)
    names = ("rows", "cols", "start", *(("max_nodes",) if found.unknown else ()))
    theirs, ours = ({name: getattr(size, name) for name in names} for size in (found, fresh))
    if differing := difference(theirs, ours):
        raise BoafError(f"{path} holds other deals: {differing}; choose another directory")
    if best_scores and found.best_scores is None:
        raise BoafError(f"{path} holds no best scores: choose another directory")
    return replace(found, max_nodes=max_nodes)  # where nothing is unknown, no limit has mattered


def _complete(size: Size, stop: int, directory: Path | None, threads: int | None, progress: Progress | None) -> Size:
    """The size with all deals up to `stop`, kept block by block."""
    for first in range(size.stop, stop, _BLOCK):
        size = _with_deals(size, range(first, min(first + _BLOCK, stop)), threads, progress)
        if directory is not None:
            size.write(directory)
    return size


def _with_deals(size: Size, seeds: range, threads: int | None, progress: Progress | None) -> Size:
    """The size with more deals."""
    rows, cols = size.rows, size.cols
    started = process_time()
    batch = solve_many(seeds, rows, cols, max_nodes=size.max_nodes, tables=7, threads=threads, progress=progress)
    left = np.flatnonzero(~batch.solvable)
    flocks = flocks_of(draw_deals(left + seeds.start, rows * cols), rows, cols)
    is_known = batch.unsolvable[left] | (flocks != ONE_FLOCK)
    scores = size.best_scores
    if scores is not None:
        lost = (left[is_known] + seeds.start).tolist()
        scores = dict(Counter(scores) + Counter(score for score in find_best_scores(lost, rows, cols) if score))
    return replace(
        size,
        stop=seeds.stop,
        solvable=size.solvable + len(seeds) - len(left),
        odd_bird=size.odd_bird + int(np.sum(flocks == ODD_BIRD)),
        flocks=size.flocks + int(np.sum(flocks == MULTIPLE_FLOCKS)),
        other=size.other + int(np.sum(is_known & (flocks == ONE_FLOCK))),
        unknown=size.unknown + int(np.sum(~is_known)),
        nodes=size.nodes + int(batch.nodes.sum()),
        processor_seconds=size.processor_seconds + process_time() - started,
        best_scores=scores,
    )
