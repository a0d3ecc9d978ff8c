"""What threads share is never written: many threads give the answers of one."""

import ast
from collections.abc import Callable
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.census.chunks import compute_chunk
from boaf.census.parameters import Parameters
from boaf.kernel.position import line_masks
from boaf.kernel.seen import words
from boaf.kernel.tables import tables_of
from boaf.prove import cut_edge
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.ordering import fitted_weights
from boaf.support.threads import thread_pool

PACKAGE = Path(boaf.__file__).parent
THREADS = 8
ARRAYS: list[Callable[[], Any]] = [
    lambda: tables_of(6),
    lambda: line_masks(4, 4),
    lambda: words(16),
    lambda: natural_steps(4, 4),
    fitted_weights,
]
"""What compiled code reads, made once in a process for all threads."""
CACHED = {
    "bench/sets.py": {"_recipes"},
    "census/deal_list.py": {"_content", "block_seeds"},
    "learn/neural/policy_player.py": {"evaluator"},
    "plugins/engine.py": {"require_start"},
    "plugins/names.py": {"installed"},
    "solvers/plugin_solver.py": {"_engine"},
    "kernel/library.py": {"_load_library"},
    "kernel/native.py": {"_fall_back", "_way"},
    "kernel/position.py": {"line_masks"},
    "kernel/seen.py": {"words"},
    "kernel/tables.py": {"tables_of"},
    "kernel/vectors.py": {"scratch_rows_type", "scratch_type"},
    "learn/prediction.py": {"shipped"},
    "learn/neural/graph_inputs.py": {"lines_of"},
    "models/learned.py": {"_parsed"},
    "probability/exact.py": {"_standard_hands"},
    "puzzles/difficulty.py": {"_model"},
    "solvers/depth_first.py": {"natural_steps"},
    "solvers/endgame.py": {"_rule_bits"},
    "solvers/ordering.py": {"fitted_weights"},
    "solvers/single.py": {"options_of"},
    "support/store.py": {"made_by"},
    "web/answers.py": {"load_models"},
}
"""Functions whose answer all threads share. Whoever adds one makes sure that nobody, compiled code least of all, writes
to what it returns; what is written, such as a look-up or a workspace, is made for each thread (`threads.PerThread`)."""


def cached_functions(file: Path) -> set[str]:
    """The functions of a module that remember their answer."""
    found: set[str] = set()
    source = file.read_text(encoding="utf-8")
    if "cache" not in source:
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            names = {part.id for line in node.decorator_list for part in ast.walk(line) if isinstance(part, ast.Name)}
            names |= {
                part.attr for line in node.decorator_list for part in ast.walk(line) if isinstance(part, ast.Attribute)
            }
            found |= {node.name} if names & {"cache", "lru_cache"} else set()
    return found


def test_what_threads_share_is_known() -> None:
    found = {file.relative_to(PACKAGE).as_posix(): cached_functions(file) for file in PACKAGE.rglob("*.py")}
    assert {name: functions for name, functions in found.items() if functions} == CACHED


def in_threads(work: Callable[[Any], Any], tasks: list[Any]) -> list[Any]:
    """The results of tasks that many threads begin at the same time."""
    start = Barrier(THREADS)

    def begin(task: Any) -> Any:
        start.wait()
        return work(task)

    with thread_pool(THREADS) as pool:
        return list(pool.map(begin, tasks))


def test_every_thread_has_look_ups_of_its_own() -> None:
    """A shared one could be read while its slot is half written, and call a mini-board dead that is not."""
    places = in_threads(lambda cols: cut_edge._lookups()(cols).known, [4] * THREADS)
    assert len({array.__array_interface__["data"] for array in places}) == THREADS


@pytest.mark.slow
def test_many_threads_explain_as_one_does() -> None:
    boards = [boaf.deal(seed) for seed in (10, 190, 397, 520, 1163, 1264, 1309, 1646)]
    boards += [boaf.random_board(seed, 4, 4, 9 + seed % 3) for seed in range(8)]
    before = [np.array(part, copy=True) for make in ARRAYS for part in np.atleast_1d(*as_arrays(make()))]
    alone = [boaf.explain(board) for board in boards]
    together = in_threads(lambda first: [boaf.explain(board) for board in boards[first:] + boards[:first]], [*range(8)])
    for first, found in enumerate(together):
        assert found == alone[first:] + alone[:first]
    after = [part for make in ARRAYS for part in np.atleast_1d(*as_arrays(make()))]
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def as_arrays(value: Any) -> list[Any]:
    return [part for part in value if isinstance(part, np.ndarray)] if isinstance(value, tuple) else [value]


@pytest.mark.slow
def test_many_threads_find_the_chunks_and_reasons_that_one_finds() -> None:
    """As the threads of a Dask worker do, each with a chunk of its own."""
    parameters = Parameters(0, 8 * 150, 3, 4, chunk_size=150, reasons=True)
    alone = [compute_chunk(parameters, chunk, threads=1) for chunk in parameters.chunks]
    assert in_threads(lambda chunk: compute_chunk(parameters, chunk, threads=1), [*parameters.chunks]) == alone
