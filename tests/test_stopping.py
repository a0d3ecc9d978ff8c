"""Work that is cancelled ends soon, whatever it is doing, and only in the thread concerned."""

from collections.abc import Callable
from threading import Event, Thread
from time import perf_counter

import pytest

import boaf
from boaf.board import Board
from boaf.solvers.contract import Limits
from boaf.support.errors import StoppedError
from boaf.support.threads import check_stopped, stopped_by
from tests.hard_boards import HARD

HARDEST = Board(HARD[0])


def test_work_goes_on_until_it_is_called_off() -> None:
    wanted = [True, True, False]
    with stopped_by(lambda: not wanted.pop(0)):
        check_stopped()
        assert Limits().seconds_left > 0
        with pytest.raises(StoppedError):
            Limits().nodes_left(0)
    check_stopped()


def test_an_outer_block_calls_off_what_an_inner_one_does() -> None:
    with stopped_by(lambda: True), stopped_by(lambda: False), pytest.raises(StoppedError):
        check_stopped()


def test_other_threads_are_not_concerned() -> None:
    went_on = Event()

    def work() -> None:
        check_stopped()
        went_on.set()

    with stopped_by(lambda: True):
        thread = Thread(target=work)
        thread.start()
        thread.join()
    assert went_on.is_set()


@pytest.mark.parametrize(
    "work",
    [
        lambda: boaf.solve(HARDEST),
        lambda: boaf.analyze(HARDEST),
        lambda: boaf.rate(HARDEST),
        lambda: boaf.explain(HARDEST),
        lambda: boaf.generate(5, 1000, 7, 7),
        lambda: boaf.generate(5, 1000, 7, 7, method="annealing"),
    ],
    ids=["solve", "analyze", "rate", "explain", "generate", "anneal"],
)
def test_long_work_can_be_called_off(work: Callable[[], object]) -> None:
    boaf.rate(boaf.deal(1, 5, 5))
    begun = perf_counter()
    with stopped_by(lambda: perf_counter() > begun + 0.1), pytest.raises(StoppedError):
        work()
