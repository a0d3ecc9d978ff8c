import os

import pytest
from hypothesis import settings

os.environ.setdefault("BOAF_KERNEL", "native")  # a call that the library lacks fails, here and in every process started
os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests that run at a time share the cores
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `thorough`, unless `-m` names it; slow tests first, so that all processes end as one."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if "thorough" in config.option.markexpr:
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))  # some build everything again, and the machine may be busy
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: page tests and commands that are started leave a core waiting."""
    return (os.cpu_count() or 1) + 1
