"""Threads stop when their work is no longer wanted, and only those concerned."""

from collections.abc import Callable
from threading import Event, Thread, get_ident
from time import perf_counter, sleep

import pytest

import boaf
from boaf.board import Board
from boaf.solvers.contract import Limits
from boaf.support.errors import BoafError, StoppedError
from boaf.support.threads import PerThread, check_stopped, stopped_by, thread_count, thread_pool
from tests.hard_boards import HARD

HARDEST = Board(HARD[0])


def test_results_come_in_the_order_of_the_items() -> None:
    later = Event()

    def work(item: int) -> int:
        if item == 0:
            later.wait()
        else:
            later.set()
        return item

    with thread_pool(2) as pool:
        assert list(pool.map(work, range(5))) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_error_drops_what_is_queued(error: type[BaseException]) -> None:
    begun: list[int] = []
    started, dropped = Event(), Event()

    def work(item: int) -> None:
        begun.append(item)
        started.set()
        dropped.wait()

    def fail() -> None:
        with thread_pool(1) as pool:
            jobs = [pool.submit(work, item) for item in range(100)]
            jobs[-1].add_done_callback(lambda _: dropped.set())
            started.wait()
            raise error

    with pytest.raises(error):
        fail()
    assert begun == [0]


def test_an_error_of_a_thread_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError), thread_pool(2) as pool:
        list(pool.map(lambda item: 1 // item, [1, 0, 1]))


def test_each_thread_has_its_own_object() -> None:
    own = PerThread(lambda: [get_ident()])
    both_asked = Event()

    def work(item: int) -> tuple[int, int]:
        first = own()
        if item:
            both_asked.set()
        both_asked.wait()
        assert own() is first
        return first[0], get_ident()

    with thread_pool(2) as pool:
        found = list(pool.map(work, range(2)))
    assert all(made == asked for made, asked in found)
    assert len({made for made, _ in found}) == 2


def test_a_number_of_threads_has_bounds() -> None:
    assert thread_count(3) == 3
    assert thread_count() >= 1
    for number in (0, 1025):
        with pytest.raises(BoafError, match=f"threads must be from 1 to 1,024, not {number:,}"):
            thread_count(number)


def test_an_interrupt_calls_off_what_the_threads_have_begun() -> None:
    begun, called_off = Event(), Event()

    def work() -> None:
        begun.set()
        try:
            while True:
                check_stopped()
                sleep(0.01)
        except StoppedError:
            called_off.set()
            raise

    with pytest.raises(KeyboardInterrupt):
        _interrupt(work, begun)
    assert called_off.wait(10)


def test_an_interrupt_waits_for_nobody() -> None:
    begun, end = Event(), Event()

    def work() -> None:
        begun.set()
        end.wait()

    with pytest.raises(KeyboardInterrupt):
        _interrupt(work, begun)
    end.set()


def _interrupt(work: Callable[[], None], begun: Event) -> None:
    with thread_pool(1) as pool:
        pool.submit(work)
        begun.wait()
        raise KeyboardInterrupt


def test_threads_that_work_for_one_are_called_off_with_it() -> None:
    with stopped_by(lambda: True), pytest.raises(StoppedError), thread_pool(1) as pool:
        pool.submit(check_stopped).result()


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
