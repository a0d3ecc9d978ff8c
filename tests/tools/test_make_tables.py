"""The tables that come with the package, computed again."""

from collections.abc import Callable
from types import ModuleType

import pytest

from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.tables import tables_of


@pytest.mark.thorough
def test_the_tables_that_come_with_the_package_are_what_the_rules_give(tool: Callable[[str], ModuleType]) -> None:
    built = tool("make_tables").build_tables(MAX_STACKS)
    for stacks in range(1, MAX_STACKS + 1):
        shipped = tables_of(stacks)
        assert shipped.stacks == stacks
        assert shipped.codes.tolist() == built.codes[: len(shipped.codes)].tolist()
        assert shipped.offsets.tolist() == built.offsets[: len(shipped.offsets)].tolist()
        assert shipped.bits.tobytes() == built.bits[: len(shipped.bits)].tobytes()
    assert shipped.bits.tobytes() == built.bits.tobytes()
