import os

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

SLOW = (
    "tests/census/test_dask.py",
    "tests/cli/test_play.py::test_ctrl_c_leaves_nobody_waiting_for_a_search",
    "tests/cli/test_train",
    "tests/learn/neural/",
    "tests/papers/",
    "tests/test_docs.py::test_a_page",
    "tests/test_examples.py",
    "tests/test_plain_python.py",
    "tests/web/test_page",
    "tests/web/test_schema.py",
)
"""How the names of slow tests begin: those that train, compile anew, start a browser or a cluster, or take seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
