"""The same bytes from a Dask cluster, also when its workers die."""

import os
import signal
import sys
import threading
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from boaf.census.directory import read_census
from boaf.census.parameters import Parameters
from boaf.census.run import run_census
from boaf.support.errors import BoafError, MissingExtraError
from tests.census.helpers import SMALL, contents

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def distributed() -> ModuleType:
    return pytest.importorskip("distributed")


@pytest.mark.thorough
def test_a_worker_that_is_killed_at_its_work_costs_nothing(
    undisturbed: Path, tmp_path: Path, distributed: ModuleType
) -> None:
    """Each worker computes two chunks at a time, with reasons; one dies when some are finished and others are not."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        killed, finished = [], threading.Event()

        def kill_one() -> None:
            while not killed and not finished.wait(0.001):
                busy = [worker for worker in cluster.scheduler.workers.values() if worker.processing]
                if busy and any(tmp_path.glob("chunk-*.json")):
                    address = busy[0].address
                    victim = next(nanny for nanny in cluster.workers.values() if nanny.worker_address == address)
                    killed.append(victim.pid)
                    os.kill(victim.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        parameters = replace(SMALL, chunk_size=50)
        summary = run_census(parameters, tmp_path, dask=cluster.scheduler_address)
        finished.set()
        killer.join()
    assert killed
    assert summary.counts.deals == 2300
    assert (summary.counts.reasons or {}) == {"odd-bird": 6, "multiple-flocks": 1, "collapse": 1}
    here = tmp_path.parent / "here"
    run_census(parameters, here)
    assert contents(tmp_path) == contents(here)
    columns = ["seed", "verdict", "reason"]
    assert read_census(tmp_path).select(columns).equals(read_census(undisturbed).select(columns))


def test_a_local_cluster_is_started_and_ended(tmp_path: Path) -> None:
    parameters = Parameters(0, 60, chunk_size=20)
    counted: list[int] = []
    run_census(parameters, tmp_path / "dask", dask="local", threads=1, bar=lambda *_: nullcontext(counted.append))
    run_census(parameters, tmp_path / "here")
    assert counted == [20, 20, 20]
    assert contents(tmp_path / "dask") == contents(tmp_path / "here")


def test_a_cluster_that_does_not_answer_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.census.run._CONNECT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(BoafError, match="no Dask cluster answers at"):
            run_census(SMALL, tmp_path, dask=address)


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"distributed is not installed: .* -m pip install .*research"):
        run_census(SMALL, tmp_path, dask="local")
