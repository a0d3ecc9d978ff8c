"""Whatever takes `max_seconds` keeps it, on boards that are not decided within seconds."""

import gc
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import process_time

import pytest

import boaf
from boaf.board import Board
from boaf.kernel.position import position_of
from boaf.prove import collapse, search
from boaf.solvers.compare import compare
from boaf.solvers.contract import Limits
from boaf.solvers.single import SOLVERS
from boaf.support.errors import UndecidedError
from tests.hard_boards import HARD

pytestmark = pytest.mark.slow

LIMIT = 0.1
SLACK = 0.5
"""How much later than its limit work may end, in seconds of the processor, whatever else the machine does."""
BOARD = Board(HARD[0])
QUESTIONS: dict[str, Callable[[Board], object]] = {
    "analyze": lambda board: boaf.analyze(board, max_seconds=LIMIT),
    "explain": lambda board: boaf.explain(board, max_seconds=LIMIT),
    "rate": lambda board: boaf.rate(board, max_seconds=LIMIT),
    "best score": lambda board: boaf.best_score(board, max_seconds=LIMIT),
    "compare": lambda board: compare([board], ["endgame"], max_seconds=LIMIT),
    "generate": lambda board: boaf.generate(5, 1000, board.rows, board.cols, max_seconds=LIMIT),
    "proof by collapse": lambda board: collapse.prove(board, position_of(board), Limits(None, LIMIT)),
    "proof by search": lambda board: search.prove(board, position_of(board), Limits(None, LIMIT)),
    **{
        f"solve by {name}": lambda board, name=name: boaf.solve(board, name, max_seconds=LIMIT)  # type: ignore[misc]
        for name in SOLVERS
    },
}


@pytest.fixture(scope="module", autouse=True)
def _only_own_garbage() -> Iterator[None]:
    """What other tests of the process have left behind is not looked through while the time counts."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_time_limit_is_kept_on_hard_boards(name: str) -> None:
    for _ in range(2):  # the first time it imports what it needs
        begun = process_time()
        with suppress(UndecidedError):
            QUESTIONS[name](BOARD)
        taken = process_time() - begun
    assert taken < LIMIT + SLACK
