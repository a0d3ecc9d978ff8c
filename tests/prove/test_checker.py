"""The checker stands alone, and no forged or damaged proof gets past it."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.cards import STANDARD
from boaf.kernel.bits import cells_of, parts_of
from boaf.kernel.position import position_of
from boaf.prove import collapse, cut_edge, cut_vertex
from boaf.prove.checker import check_proof
from boaf.prove.conditions import CONDITIONS
from boaf.prove.independent import CollapseFamily, PivotLives, closed_set, layout_of
from boaf.prove.proof import Proof
from boaf.solvers.contract import Limits, Verdict
from boaf.support.errors import BoafError, ProofError
from tests.prove.boards import judged_boards, proof_of, proof_of_deal

CARD_NAME = re.compile(r"(?<![\w.])(?:[A2-9TJQK][CDHS]|\d+\.\d+)(?![\w])")
PROVE = Path(boaf.__file__).parent / "prove"


@pytest.mark.parametrize("name", ["checks", "independent"])
def test_the_checks_import_no_prover_and_no_kernel(name: str) -> None:
    allowed = {"boaf.board", "boaf.cards", "boaf.rules", "boaf.support.errors", "boaf.prove.independent"}
    tree = ast.parse((PROVE / f"{name}.py").read_text())
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {module for module in imported | plain if module.startswith("boaf")} <= allowed
    assert not {module for module in imported | plain if module.startswith(("numba", "numpy", "networkx"))}


@pytest.mark.slow
def test_a_proof_is_checked_without_a_prover_the_kernel_or_a_solver() -> None:
    code = """
import json, sys
from boaf.board import Board
from boaf.prove.checker import check_proof
from boaf.prove.proof import Proof
for values in json.load(sys.stdin):
    check_proof(Board(values["board"]), Proof.from_json(values))
suspects = ("boaf.prove.", "boaf.solvers.", "boaf.kernel.", "numba", "numpy")
print(*(name for name in sys.modules if name.startswith(suspects)))
"""
    proofs = json.dumps([proof.to_json() for proof in examples()])
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, input=proofs, capture_output=True, text=True, check=True).stdout.split()
    own = {f"boaf.prove.{name}" for name in ("checker", "checks", "conditions", "independent", "proof")}
    assert set(loaded) == own


@cache
def examples() -> list[Proof]:
    """Three small proofs of every reason, and the papers' own."""
    found: dict[str, list[Proof]] = {reason: [] for reason in CONDITIONS}
    for seed in (10, 1264, 221602, 360528, 25482, 687168):
        found[proof_of_deal(seed).reason].append(proof_of_deal(seed))
    for board, verdict in judged_boards():
        if board.stack_count < 11 and verdict is Verdict.UNSOLVABLE:
            proof = proof_of(board)
            if len(found[proof.reason]) < 3:
                found[proof.reason].append(proof)
    assert all(len(proofs) == 3 for proofs in found.values())
    return [proof for proofs in found.values() for proof in proofs]


def rejected(board: Board, values: object) -> bool:
    try:
        check_proof(board, Proof.from_json(values))
    except ProofError:
        return True
    return False


def entries(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within a JSON value."""
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from entries(child, (*path, key))


def damaged(draw: st.DrawFn, value: Any) -> Any:
    """Another value in the place of this one."""
    card = st.sampled_from([str(card) for card in STANDARD])
    options: list[st.SearchStrategy[Any]] = [st.none(), st.integers(-1, 20), card, st.just([]), st.just({})]
    if isinstance(value, str):
        options += [st.text(max_size=5), st.just(value[:-1]), st.just(value + "0"), st.just(value.lower())]
    if isinstance(value, int):
        options += [st.sampled_from([value + 1, value - 1, float(value), str(value)])]
    if isinstance(value, list):
        options += [
            st.just(value[1:]),
            st.just(value[::-1]),
            st.just(value + value[:1]),
            card.map(lambda c: [*value, c]),
        ]
    if isinstance(value, dict):
        options += [st.just(value | {"more": 1}), st.just(dict(list(value.items())[1:]))]
    return draw(st.one_of(options))


@st.composite
def damaged_proofs(draw: st.DrawFn) -> tuple[Proof, Any]:
    proof = draw(st.sampled_from(examples()))
    values = json.loads(json.dumps(proof.to_json()))
    path = draw(st.sampled_from([path for path in entries(values) if path != ("text",)]))
    holder = values
    for key in path[:-1]:
        holder = holder[key]
    if draw(st.booleans()):
        holder[path[-1]] = damaged(draw, holder[path[-1]])
    else:
        del holder[path[-1]]
    return proof, values


@pytest.mark.slow
@settings(max_examples=400)
@given(damaged_proofs())
def test_a_damaged_proof_is_rejected(case: tuple[Proof, Any]) -> None:
    proof, values = case
    assume(json.dumps(values) != json.dumps(proof.to_json()))
    another = proof.to_json() | {"witness": values.get("witness")}
    assume(values != another or values["witness"] not in witnesses(proof))
    assert rejected(Board(proof.board), values), values


def witnesses(proof: Proof) -> list[dict[str, Any]]:
    """All witnesses of a board in parts, each of which is as good as the others; none for other reasons."""
    board = Board(proof.board)
    if proof.reason == "odd-bird":
        return [{"card": str(card)} for card, degree in boaf.compatibility_graph(board).degree() if degree == 0]
    kinds = {"multiple-flocks": ("flock", boaf.compatibility_graph), "stranded": ("part", boaf.position_graph)}
    if proof.reason not in kinds:
        return []
    name, graph_of = kinds[proof.reason]
    parts = networkx.connected_components(graph_of(board))
    return [{name: [str(card) for card in board.tops if card in part]} for part in parts]


@pytest.mark.parametrize(
    ("reason", "text", "number"),
    [("odd-bird", "TC 8S", 2), ("stranded", "6D -- / -- TD", 2), ("multiple-flocks", "7H 6H / 2C 3C", 2)],
)
def test_every_part_of_a_board_in_parts_is_a_witness(reason: str, text: str, number: int) -> None:
    proof = Proof(Board(text).text(), "unsolvable", reason, {}, "")
    found = witnesses(proof)
    assert len(found) == number
    for witness in found:
        check_proof(Board(text), replace(proof, witness=witness))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3 * len(CONDITIONS)))
def test_a_proof_is_for_one_board_only(number: int) -> None:
    proof = examples()[number]
    check_proof(Board(proof.board), proof)
    assert rejected(boaf.deal(1), proof.to_json())
    assert rejected(boaf.deal(1), proof.to_json() | {"board": boaf.deal(1).text()})


def test_the_text_of_a_proof_names_the_cards_of_its_witness() -> None:
    for proof in examples():
        witnessed = {text for text in texts_in(proof.witness) if CARD_NAME.fullmatch(text)}
        assert set(CARD_NAME.findall(proof.text)) == witnessed


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from texts_in(entry)


def test_the_witness_is_judged_and_not_its_wording() -> None:
    values = examples()[0].to_json()
    for text in ({"text": "Because."}, {}):
        plain = {name: value for name, value in values.items() if name != "text"}
        check_proof(Board(values["board"]), Proof.from_json(plain | text))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(4, 9))
def test_prover_and_checker_agree_on_what_a_part_and_its_pivot_can_do(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, 3, 4, stacks)
    position, layout = position_of(board), layout_of(board)
    for v, pivot in ((cell, card) for cell, card in enumerate(board.tops) if card is not None):
        parts = parts_of(position.match, int(position.occupied) & ~(1 << v))
        for part in parts if len(parts) > 1 else []:
            others = int(position.occupied) & ~part & ~(1 << v)
            masks = np.uint64(part), np.uint64(others)
            cards = {card for cell, card in enumerate(board.tops) if card is not None and part >> cell & 1}
            lives = PivotLives(layout, pivot, cards, len(parts) - 1)
            found = cut_vertex.ways_to_join(position.match, position.line, v, *masks, len(parts) - 1)
            assert found == (lives.can_cover_part(), lives.can_be_covered())


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 10))
def test_prover_and_checker_agree_on_the_sets_that_can_be_collapsed(seed: int, stacks: int) -> None:
    board = boaf.random_board(seed, 3, 4, stacks)
    found = {
        frozenset(board.tops[cell] for cell in cells_of(members)): {
            board.tops[v]: {divmod(cell, board.cols) for cell in cells_of(cells)} for v, cells in tops.items()
        }
        for members, tops in collapse.collapsible_sets(position_of(board), Limits()).items()
    }
    states = CollapseFamily(layout_of(board)).states
    assert {members: tops for members, tops in states.items() if len(members) > 1} == found


def forged_proofs(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Board, Proof]]:
    """What a prover would say of solvable boards if it could not solve mini-boards, or counted badly."""
    monkeypatch.setattr(cut_edge, "can_be_collapsed", lambda _: False)
    monkeypatch.setattr(cut_vertex, "ways_to_join", lambda *_: (False, False))
    for board, verdict in judged_boards():
        if verdict is Verdict.SOLVABLE and board.stack_count > 1:
            for condition in (cut_edge, cut_vertex):
                if proof := condition.prove(board, position_of(board)):
                    yield board, proof
            for reason, witness in (
                ("collapse", {"sets": 9, "states": 9, "digest": "00"}),
                ("search", {"positions": 10**6, "digest": "00"}),
            ):
                if board.stack_count < 7:
                    yield board, Proof(board.text(), "unsolvable", reason, witness, "It was tried.")


def test_no_forged_proof_of_a_solvable_board_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for board, proof in forged_proofs(monkeypatch):
        seen.add(proof.reason)
        assert rejected(board, proof.to_json()), proof
    assert seen == {"cut-edge", "cut-vertex", "collapse", "search"}


WRONG_WITNESSES: list[tuple[int, dict[str, Any], str]] = [
    (10, {"card": "5D"}, "5D is not an odd bird: it matches"),
    (1264, {"flock": ["TS"]}, "flock: TS matches 9S, which is outside it"),
    (221602, {"edge": ["4H", "3C"]}, "side: these are not the cards on the side of 4H"),
    (221602, {"mini_boards": []}, "mini_boards: they are not the side with QH in each cell"),
    (360528, {"moves": 2}, "moves: 5S needs 3, not 2"),
    (360528, {"matches": 3}, "matches: 5S matches 2 of the other cards, not 3"),
    (25482, {"card": "JC", "parts": [["AS"]]}, "parts: without JC, these are not a part"),
    (1163, {"sets": 1}, "sets: there are more than 1"),
    (1163, {"sets": 30_000}, r"sets: the checker finds \d+, not 30000"),
    (1163, {"sets": 10**18}, "sets: a whole number from 0 to 32,768 is needed, not 10"),
    (1163, {"sets": [1]}, "sets: a whole number from 0 to 32,768 is needed"),
    (1163, {"digest": ""}, "digest: the checker finds"),
]
"""Deals, what is changed in the witness of their proofs, and what the checker says of it."""


@pytest.mark.parametrize(("seed", "change", "complaint"), WRONG_WITNESSES)
def test_the_checker_says_what_is_wrong(seed: int, change: dict[str, Any], complaint: str) -> None:
    proof = proof_of_deal(seed)
    wrong = Proof(proof.board, proof.verdict, proof.reason, deepcopy(proof.witness) | change, proof.text)
    with pytest.raises(ProofError, match=complaint):
        check_proof(boaf.deal(seed), wrong)


@pytest.mark.parametrize(("board", "proof"), [(1264, None), (boaf.deal(1), None), (boaf.deal(1), {})])
def test_what_is_no_board_or_no_proof_is_named(board: Any, proof: Any) -> None:
    with pytest.raises(BoafError, match="expected a Board and a Proof, not"):
        check_proof(board, proof)


@pytest.mark.parametrize("values", [None, [], {}, {"board": 1}, "proof", 7])
def test_what_is_no_proof_is_refused(values: object) -> None:
    with pytest.raises(ProofError):
        Proof.from_json(values)


def test_a_search_of_a_solvable_board_ends_at_the_first_solution() -> None:
    """Whoever claims a million positions would have the checker look at as many."""
    layout = layout_of(boaf.deal(2))
    found = closed_set(layout, 1 << 20)
    assert len(found[-1]) == 1
    assert len(found) < 1000
