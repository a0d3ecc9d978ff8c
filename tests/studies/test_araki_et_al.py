"""The studies of Araki et al. (2019)."""

import ast
import sys
from itertools import combinations
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import feature_triples
import old_defaults
import search_without_memory
from boaf.board import Board
from boaf.kernel.dealing import EMPTY, board_of, cards_of
from boaf.learn.board_features import ARAKI_GRAPH, SUBSETS
from boaf.players.playout import play_out_many
from boaf.support.errors import BoafError
from boaf_papers.araki_et_al import classifiers
from boaf_papers.framework.quantity import Table
from island_scores import estimates_of
from search_without_memory import cards_of_states
from study_runner import plans_of


def _table(study: ModuleType, scale: str, values: dict[str, object]) -> Table:
    (plan,) = plans_of(study, scale)
    return plan.table(values)


def test_a_variant_is_judged_on_as_many_states_as_the_paper_has_and_on_no_fewer() -> None:
    name = "defaults, random-forest, 10 trees"
    whole = f"{name}, 500000 states"
    few, all_states = _table(old_defaults, "paper", {name: [0.92, 0.921], whole: [0.935, 0.9365]}).quantities
    assert few.note == classifiers.FEWER
    assert all_states.note == "possible"
    few, all_states = _table(old_defaults, "paper", {name: [0.92, 0.921], whole: [0.93, 0.9301]}).quantities
    assert few.note == classifiers.IN_PART
    assert all_states.note == "excluded"


def test_what_has_not_changed_is_a_control() -> None:
    (row,) = _table(old_defaults, "paper", {"defaults, decision-tree, default, unchanged": [0.9, 0.91]}).quantities
    assert row.note.startswith("control")


@pytest.mark.parametrize(("folds", "note"), [([0.92, 0.95], ""), ([0.96, 0.961], "unexplained")])
def test_fewer_states_explain_only_what_is_lower(folds: list[float], note: str) -> None:
    (row,) = _table(old_defaults, "paper", {"defaults, random-forest, 10 trees": folds}).quantities
    assert row.note == note


def test_triples_with_islands_are_out() -> None:
    triples = list(combinations(ARAKI_GRAPH, 3))
    values: dict[str, object] = {"triples, errors": [0.4] * len(triples), "triples, nodes": [1_000.0] * len(triples)}
    rows = _table(feature_triples, "paper", values).quantities
    out = [row for row in rows if "excluded by the text" in row.note]
    assert len(out) == 28
    assert all("islands" in row.name for row in out)
    assert rows[-1].note.startswith(", ".join(SUBSETS["H"]))


def test_islands_are_what_cut_edges_leave() -> None:
    """Three eights; the queen hangs on one of them by its suit, and the king of a suit of its own on the queen."""
    board = Board("8C 8D 8H QH / KS -- -- -- / -- -- -- -- / -- -- -- --")
    assert estimates_of(cards_of(board)[None])[0].tolist() == [3**2 + 1 + 1, 3**2 + 2**2, 5**2]


def test_islands_of_random_states_are_those_found_plainly() -> None:
    cards = cards_of_states(60)
    for state, (islands, merged, parts) in zip(cards, estimates_of(cards), strict=True):
        assert (islands, parts) == _plainly(board_of(state, 4))
        assert islands <= merged <= parts


def test_no_game_scores_more_than_the_parts_of_the_graph_allow() -> None:
    cards = cards_of_states(300)
    best = play_out_many(cards, policy="random", games=50).scores.max(axis=1)
    assert np.all(best <= estimates_of(cards)[:, 2])
    assert np.all(best >= np.sum(cards != EMPTY, axis=1))


def _plainly(board: Board) -> tuple[int, int]:
    """The sums of squares of the sizes of islands and parts, by the words of their definitions."""
    tops = [card for card in board.tops if card]
    edges = {
        frozenset((a, b))
        for a, b in combinations(range(len(tops)), 2)
        if tops[a].suit == tops[b].suit or abs(tops[a].rank - tops[b].rank) <= 1
    }
    whole = _parts(len(tops), edges)
    cuts = {edge for edge in edges if len(_parts(len(tops), edges - {edge})) > len(whole)}
    islands = _parts(len(tops), edges - cuts)
    return sum(len(part) ** 2 for part in islands), sum(len(part) ** 2 for part in whole)


def _parts(nodes: int, edges: set[frozenset[int]]) -> list[set[int]]:
    parts = [{node} for node in range(nodes)]
    for edge in edges:
        joined = [part for part in parts if part & edge]
        parts = [part for part in parts if not part & edge] + [set().union(*joined)]
    return parts


@pytest.mark.thorough
def test_a_classifier_in_another_interpreter_does_what_it_does_here(monkeypatch: pytest.MonkeyPatch) -> None:
    sklearn = pytest.importorskip("sklearn")
    monkeypatch.setenv(old_defaults.OLD_PYTHON, sys.executable)
    recipe = {"states": 200, "folds": 2}
    done: list[int] = []
    there = old_defaults._validate_old(done.append, "decision-tree", sklearn.__version__, **recipe)
    assert there == old_defaults._validate(lambda _units: None, "default, unchanged", **recipe)
    assert sum(done) == 200
    with pytest.raises(BoafError, match=r"BOAF_OLD_PYTHON .* scikit-learn 0.20.4 is wanted"):
        old_defaults._validate_old(done.append, "sgd", "0.20.4", **recipe)
    for other in ("no-such-python", "echo"):
        monkeypatch.setenv(old_defaults.OLD_PYTHON, other)
        with pytest.raises(BoafError, match="is not an interpreter"):
            old_defaults._validate_old(done.append, "sgd", "0.20.4", **recipe)


def test_what_runs_in_an_old_python_is_written_for_it() -> None:
    program = Path(old_defaults.__file__).with_name("in_old_python.py").read_text(encoding="utf-8")
    ast.parse(program, feature_version=(3, 7))
    imported = {
        line.split()[1].partition(".")[0] for line in program.splitlines() if line.startswith(("import", "from"))
    }
    assert imported == {"sys", "warnings", "importlib", "os", "numpy", "sklearn"}


def test_without_memory_island_merge_has_the_fewest_nodes() -> None:
    """The paper's claim, on the states of ten stacks among a few, each searched to the end."""
    means = {
        name: search_without_memory._search_to_the_end(lambda _done: None, 200, name, [10])[10]
        for name in ("compatible", "ordered", "island-merge")
    }
    claim, best, worst = search_without_memory.to_the_end(10, means | {"constrained": 10 * means["compatible"]})
    assert claim.computed == 1
    assert best.computed > worst.computed == pytest.approx(10)
