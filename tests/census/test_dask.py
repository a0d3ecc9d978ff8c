"""The same bytes from a Dask cluster, also when its workers die."""

import os
import signal
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from boaf.census.parameters import Parameters
from boaf.census.run import run_census
from boaf.errors import BoafError, MissingExtraError
from tests.census.helpers import SMALL, contents

pytestmark = pytest.mark.slow

distributed = pytest.importorskip("distributed")


def test_a_killed_worker_costs_nothing(undisturbed: Path, tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        killed = []

        def kill_one() -> None:
            while not (busy := [worker for worker in cluster.scheduler.workers.values() if worker.processing]):
                time.sleep(0.001)
            victim = next(nanny for nanny in cluster.workers.values() if nanny.worker_address == busy[0].address)
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        summary = run_census(SMALL, tmp_path, dask=cluster.scheduler_address)
        killer.join()
    assert killed
    assert summary.counts.deals == 2300
    assert contents(tmp_path) == contents(undisturbed)


def test_a_local_cluster_is_started_and_ended(tmp_path: Path) -> None:
    parameters = Parameters(0, 60, chunk_size=20)
    counted: list[int] = []
    run_census(parameters, tmp_path / "dask", dask="local", threads=1, watch=lambda _: nullcontext(counted.append))
    run_census(parameters, tmp_path / "here")
    assert counted == [20, 20, 20]
    assert contents(tmp_path / "dask") == contents(tmp_path / "here")


def test_a_cluster_that_does_not_answer_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.census.runners._CONNECT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(BoafError, match="no Dask cluster answers at"):
            run_census(SMALL, tmp_path, dask=address)


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"distributed is not installed: pip install 'boaf\[cluster\]'"):
        run_census(SMALL, tmp_path, dask="local")
