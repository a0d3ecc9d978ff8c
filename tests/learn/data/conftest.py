"""Data sets that several tests use."""

import pytest

from boaf.learn.data import DataSet, balanced_deals, interesting_states, random_states


@pytest.fixture(scope="module")
def states() -> DataSet:
    return random_states(3000)


@pytest.fixture(scope="module")
def walks() -> DataSet:
    return interesting_states(12)


@pytest.fixture(scope="module")
def split() -> DataSet:
    return balanced_deals(0, 2000, seed=1)
