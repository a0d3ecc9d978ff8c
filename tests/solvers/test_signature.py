"""The signature of the search."""

import json

import pytest

from boaf.cli import main
from boaf.solvers.signature import signature

NODES = {(4, 4): 114_947, (3, 4): 8_904, (5, 5): 9_255, (7, 7): 13_186}
"""Whoever changes the search on purpose changes these, and says so in the commit."""


@pytest.mark.parametrize("threads", [1, 3])
def test_the_search_takes_as_many_nodes_as_before_with_any_number_of_threads(threads: int) -> None:
    assert signature(threads).sizes == NODES


def test_the_shell_shows_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--signature", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["nodes"] == sum(NODES.values())
    assert {(size["rows"], size["cols"]): size["nodes"] for size in found["sizes"]} == NODES
    assert found["sizes"][0]["deals"] == 10_000
    assert main(["bench", "--signature"]) == 0
    assert f"all    {found['nodes']:10,} nodes\n" in capsys.readouterr().out
