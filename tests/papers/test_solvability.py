"""Araki et al. (2019): what tables say of figures that differ, and the score that islands suggest."""

import ast
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, board_of, cards_of
from boaf.learn.board_features import ARAKI_GRAPH, SUBSETS
from boaf.learn.classifiers import TABLE_1
from boaf.papers import (
    in_old_python,
    plans_of,
    solvability,
    solvability_classifiers,
    solvability_defaults,
    solvability_models,
)
from boaf.papers.quantity import Table
from boaf.papers.runs import cards_of_states
from boaf.papers.solvability_algorithms import rise_of, stopped_at
from boaf.papers.solvability_classifiers import CONSTANT, PRINTED_ACCURACY
from boaf.papers.solvability_scores import estimates_of
from boaf.players.playout import play_out_many
from boaf.support.errors import BoafError


def _table(name: str, scale: str, values: dict[str, object]) -> Table:
    (plan,) = plans_of("solvability", scale, [name])
    return plan.table(values)


def test_a_variant_is_judged_on_as_many_states_as_the_paper_has_and_on_no_fewer() -> None:
    name = "defaults, random-forest, 10 trees"
    whole = f"{name}, 500000 states"
    few, all_states = _table("defaults", "paper", {name: [0.92, 0.921], whole: [0.935, 0.9365]}).quantities
    assert few.note == solvability_classifiers.FEWER
    assert all_states.note == "possible"
    few, all_states = _table("defaults", "paper", {name: [0.92, 0.921], whole: [0.93, 0.9301]}).quantities
    assert few.note == solvability_classifiers.IN_PART
    assert all_states.note == "excluded"


def test_what_has_not_changed_is_a_control() -> None:
    (row,) = _table("defaults", "paper", {"defaults, decision-tree, default, unchanged": [0.9, 0.91]}).quantities
    assert row.note.startswith("control")


@pytest.mark.parametrize(("folds", "note"), [([0.92, 0.95], ""), ([0.96, 0.961], "unexplained")])
def test_fewer_states_explain_only_what_is_lower(folds: list[float], note: str) -> None:
    (row,) = _table("defaults", "paper", {"defaults, random-forest, 10 trees": folds}).quantities
    assert row.note == note


def test_a_constant_answer_is_off_by_as_much_as_a_share_of_a_sample() -> None:
    folds = [0.5095] * 10
    (share,) = _table("table-1", "small", {"table 1, always-unsolvable, 2000 states": folds}).quantities
    assert share.holds_printed
    assert share.note == ""


@pytest.mark.parametrize(("states", "reason"), [(5_000, "fewer states"), (500_000, "unexplained")])
def test_a_claim_that_fails_has_a_reason(states: int, reason: str) -> None:
    values: dict[str, object] = {
        f"table 1, {name}, {states} states": [PRINTED_ACCURACY[name], PRINTED_ACCURACY[name]] for name in TABLE_1
    }
    holds = _table("table-1", "paper", values).quantities[-1]
    assert holds.computed == 1
    values[f"table 1, mlp, {states} states"] = [0.95, 0.95]
    fails = _table("table-1", "paper", values).quantities[-1]
    assert fails.computed == 0
    assert reason in fails.note


def test_the_most_accurate_classifier_is_found_among_equally_many_states() -> None:
    values: dict[str, object] = {f"table 1, {name}, 5000 states": [0.5, 0.5] for name in TABLE_1}
    values["table 1, lightgbm, 5000 states"] = [0.9, 0.9]
    values["table 1, sgd, 50000 states"] = [0.95, 0.95]
    claim = _table("table-1", "paper", values).quantities[-1]
    assert claim.name == "LightGBM is the most accurate, 5,000 states"
    assert claim.computed == 1


def test_triples_with_islands_are_out() -> None:
    triples = list(combinations(ARAKI_GRAPH, 3))
    values: dict[str, object] = {"triples, errors": [0.4] * len(triples), "triples, nodes": [1_000.0] * len(triples)}
    rows = _table("triples", "paper", values).quantities
    out = [row for row in rows if "excluded by the text" in row.note]
    assert len(out) == 28
    assert all("islands" in row.name for row in out)
    assert rows[-1].note.startswith(", ".join(SUBSETS["H"]))


def test_stopped_states_are_counted_in_words() -> None:
    assert stopped_at(50_000, 0) == ""
    assert stopped_at(50_000, 1) == "1 state stopped at 50,000 nodes"
    assert stopped_at(50_000, 1_187) == "1,187 states stopped at 50,000 nodes"


def test_a_rise_is_looked_for_below_ten_stacks() -> None:
    assert rise_of("rise", {1: 1.0, 2: 2.0, 9: 5.0, 10: 3.0}, "none").note == "none"
    assert rise_of("rise", {1: 3.0, 2: 2.0, 3: 4.0}).computed == 1


def test_the_constant_answers_are_those_of_table_1() -> None:
    assert set(CONSTANT) < set(TABLE_1)


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


@pytest.mark.slow
def test_a_classifier_in_another_interpreter_does_what_it_does_here(monkeypatch: pytest.MonkeyPatch) -> None:
    sklearn = pytest.importorskip("sklearn")
    monkeypatch.setenv(solvability_defaults.OLD_PYTHON, sys.executable)
    recipe = {"states": 200, "folds": 2}
    done: list[int] = []
    there = solvability_defaults._validate_old(done.append, "decision-tree", sklearn.__version__, **recipe)
    assert there == solvability_defaults._validate(lambda _units: None, "default, unchanged", **recipe)
    assert sum(done) == 200
    with pytest.raises(BoafError, match=r"BOAF_OLD_PYTHON .* scikit-learn 0.20.4 is wanted"):
        solvability_defaults._validate_old(done.append, "sgd", "0.20.4", **recipe)
    for other in ("no-such-python", "echo"):
        monkeypatch.setenv(solvability_defaults.OLD_PYTHON, other)
        with pytest.raises(BoafError, match="is not an interpreter"):
            solvability_defaults._validate_old(done.append, "sgd", "0.20.4", **recipe)


def test_what_runs_in_an_old_python_is_written_for_it() -> None:
    program = Path(in_old_python.__file__).read_text(encoding="utf-8")
    ast.parse(program, feature_version=(3, 7))
    imported = {
        line.split()[1].partition(".")[0] for line in program.splitlines() if line.startswith(("import", "from"))
    }
    assert imported == {"sys", "warnings", "importlib", "os", "numpy", "sklearn"}


def test_without_memory_island_merge_has_the_fewest_nodes() -> None:
    """The paper's claim, on the states of ten stacks among a few, each searched to the end."""
    means = {
        name: solvability._search_to_the_end(lambda _done: None, 200, name, [10])[10]
        for name in ("compatible", "ordered", "island-merge")
    }
    claim, best, worst = solvability._to_the_end(10, means | {"constrained": 10 * means["compatible"]})
    assert claim.computed == 1
    assert best.computed > worst.computed == pytest.approx(10)


def test_a_printed_error_is_rounded() -> None:
    for error, note in ((0.2561, ""), (0.3, "unexplained")):
        folds = [error - 1e-4, error, error + 1e-4]
        assert solvability_models._error_of("lightgbm, F", 0.256, folds, 500_000, "F").note == note
