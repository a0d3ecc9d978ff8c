"""One battery over every condition: what is registered proves its board, is checked, drawn and described."""

import inspect
import json
from importlib import import_module
from pathlib import Path

import pytest

import boaf
from boaf.board import Board
from boaf.kernel.position import position_of
from boaf.prove.checker import check_proof
from boaf.prove.conditions import CONDITIONS, Condition
from boaf.prove.proof import Proof
from boaf.render.graph import draw_graph
from boaf.solvers.contract import Limits

BATTERY = {
    "odd-bird": boaf.deal(10),
    "multiple-flocks": boaf.deal(1264),
    "cut-edge": boaf.deal(221602),
    "lollipop-stick": boaf.deal(360528),
    "stranded": Board("7H 8H -- / 6H -- -- / -- -- 9H"),
    "lynchpin": Board("7H 7S / 2H --"),
    "cut-vertex": boaf.deal(687168),
    "collapse": boaf.deal(1163),
    "search": Board("9C JS / 5C TS"),
}
"""For each condition, a board that meets it and none before it."""
DOCS = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text()


def proved(condition: Condition) -> Proof:
    board = BATTERY[condition.reason]
    proof = condition.prove(board, position_of(board), *([Limits()] if condition.is_exhaustive else []))
    assert proof is not None
    return proof


def test_every_condition_is_in_the_battery() -> None:
    assert list(BATTERY) == list(CONDITIONS)


@pytest.mark.parametrize("reason", CONDITIONS)
def test_a_condition_proves_its_board_and_its_check_agrees(reason: str) -> None:
    proof = proved(CONDITIONS[reason])
    assert proof.reason == reason
    assert boaf.explain(BATTERY[reason]).proof == proof
    assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof
    check_proof(BATTERY[reason], proof)


@pytest.mark.parametrize("reason", CONDITIONS)
def test_a_check_takes_the_entries_of_the_witness_by_name(reason: str) -> None:
    context, *entries = inspect.signature(CONDITIONS[reason].check).parameters.values()
    assert context.name == "context"
    assert {entry.name for entry in entries} == set(proved(CONDITIONS[reason]).witness)
    assert all(entry.kind is entry.KEYWORD_ONLY for entry in entries)


@pytest.mark.parametrize("reason", CONDITIONS)
def test_a_condition_is_checked_by_a_function_of_its_own(reason: str) -> None:
    assert CONDITIONS[reason].check.__name__ == reason.replace("-", "_")
    assert CONDITIONS[reason].check.__module__ == "boaf.prove.checks"


@pytest.mark.parametrize("reason", CONDITIONS)
def test_the_marks_of_a_condition_are_cards_that_its_text_names(reason: str) -> None:
    proof = proved(CONDITIONS[reason])
    marks = CONDITIONS[reason].marks(proof.witness)
    groups = {card for group in (*marks.groups, *marks.edges) for card in group}
    named = groups.union(marks.keys)
    assert named or CONDITIONS[reason].is_exhaustive
    assert all(card in proof.text for card in named)
    assert named <= {str(card) for card in BATTERY[reason].tops}
    assert draw_graph(BATTERY[reason], proof) == proof._repr_svg_()


@pytest.mark.parametrize("reason", CONDITIONS)
def test_a_condition_is_described(reason: str) -> None:
    condition = CONDITIONS[reason]
    module = import_module(f"boaf.prove.{condition.prover.partition('.')[0]}")
    assert "Witness: " in module.__doc__
    assert f"| `{reason}` | {condition.claim} | {condition.source} |" in DOCS
