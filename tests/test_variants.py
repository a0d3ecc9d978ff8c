"""Variants of the rules, compared with brute force that is written here, with plain sets and dictionaries."""

import json
import pickle
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.census import Parameters, run_census, verify_census
from boaf.cli import main
from boaf.kernel.dealing import board_of, draw_deals
from boaf.players import think
from boaf.reduction.pddl import to_pddl
from boaf.rules import Rules
from boaf.solvers.contract import Outcome, Verdict
from boaf.solvers.single import ANY_RULES

Place = tuple[int, int]
RULES = ["standard", "wrap", "adjacent", "wrap+adjacent", "9x3", "wrap+9x3", "adjacent+9x3", "wrap+adjacent+15x2"]
SMALL = [("3x3", 3, 3, 9), ("2x4", 2, 4, 8), ("corner of 5x5", 5, 5, 9)]


def board_like(seed: int, rows: int, cols: int, stacks: int, rules: str) -> boaf.Board:
    """A deal with some stacks: all cells of a small board, or those in the corner of one of more than 16 cells."""
    deck = list(Rules.parse(rules).deck)
    cards = [deck[number] for number in np.random.default_rng(seed).permutation(len(deck))[:stacks]]
    if rows * cols == stacks:
        return boaf.Board.from_cells(cards, cols, rules=rules)
    grid = [[cards[3 * row + col] if max(row, col) < 3 else None for col in range(cols)] for row in range(rows)]
    return boaf.Board.from_grid(grid, rules=rules)


class BruteForce:
    """The game of a board: which positions can be collapsed to one stack."""

    def __init__(self, board: boaf.Board, wrap: bool, adjacent: bool, ranks: int) -> None:
        self.start = frozenset(
            (divmod(cell, board.cols), (card.rank, card.suit)) for cell, card in enumerate(board.tops) if card
        )
        places, cards = [place for place, _ in self.start], [card for _, card in self.start]
        self.near = {place: {other for other in places if self._sees(place, other, adjacent)} for place in places}
        next_ranks = {rank: {rank - 1, rank, rank + 1} for rank in range(1, ranks + 1)}
        if wrap:
            next_ranks[1].add(ranks)
            next_ranks[ranks].add(1)
        self.friends = {
            card: {other for other in cards if other[1] == card[1] or other[0] in next_ranks[card[0]]} for card in cards
        }
        self.can_be_solved = cache(self._can_be_solved)

    @staticmethod
    def _sees(place: Place, other: Place, adjacent: bool) -> bool:
        (row, col), (row2, col2) = place, other
        if adjacent:
            return other in {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        return place != other and (row == row2 or col == col2)

    def moves(self, position: frozenset[Any]) -> Iterator[tuple[Any, Any, frozenset[Any]]]:
        for source, card in position:
            for target, covered in position:
                if source != target and target in self.near[source] and covered in self.friends[card]:
                    yield card, covered, position - {(source, card), (target, covered)} | {(target, card)}

    def _can_be_solved(self, position: frozenset[Any]) -> bool:
        return len(position) == 1 or any(self.can_be_solved(after) for _, _, after in self.moves(position))


def brute_force(board: boaf.Board, rules: str) -> BruteForce:
    """Brute force, with the rules read from their name."""
    words = rules.split("+")
    ranks = next((int(word.split("x")[0]) for word in words if "x" in word), 13)
    return BruteForce(board, "wrap" in words, "adjacent" in words, ranks)


def compare(rules: str, size: tuple[str, int, int, int], seeds: range) -> tuple[set[Verdict], set[str]]:
    """Compare everything that decides a board with brute force; the verdicts and the reasons that occurred."""
    _, rows, cols, stacks = size
    boards = [board_like(seed, rows, cols, stacks, rules) for seed in seeds]
    batch = boaf.solve_many(boards, rows, cols, solutions=True)
    verdicts, reasons = set[Verdict](), set[str]()
    for k, board in enumerate(boards):
        brute = brute_force(board, rules)
        truth = Verdict.SOLVABLE if brute.can_be_solved(brute.start) else Verdict.UNSOLVABLE
        verdicts.add(truth)
        for solver in ("endgame", "collapse", "standard"):
            assert boaf.solve(board, solver).verdict is truth, (solver, board)
        assert batch.verdict(k) is truth
        assert board.is_solved_by(batch.moves(k, board)) == (truth is Verdict.SOLVABLE)
        after = {(card, covered): brute.can_be_solved(left) for card, covered, left in brute.moves(brute.start)}
        found = boaf.analyze(board)
        assert found.verdict is truth
        assert {move: fate is Verdict.SOLVABLE for move, fate in found.moves} == after
        explanation = boaf.explain(board)
        assert explanation.verdict is truth
        if truth is Verdict.UNSOLVABLE:
            proof = explanation.proof
            assert proof
            reasons.add(proof.reason)
            boaf.check_proof(board, proof)
            boaf.check_proof(board, boaf.Proof.from_json(json.loads(json.dumps(explanation.to_json()))))
    return verdicts, reasons


@pytest.mark.parametrize("rules", RULES)
def test_every_variant_agrees_with_brute_force(rules: str) -> None:
    for number, size in enumerate(SMALL):
        compare(rules, size, range(100 * number, 100 * number + 3))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [*RULES, "13x6", "adjacent+7x7", "wrap+6x6"])
def test_every_variant_agrees_with_brute_force_on_many_boards(rules: str) -> None:
    sizes = [*SMALL, ("corner of 7x7", 7, 7, 9), ("2x5", 2, 5, 10)]
    sizes = [size for size in sizes if size[1] * size[2] <= len(Rules.parse(rules).deck)]
    verdicts = {verdict for size in sizes for verdict in compare(rules, size, range(1_000, 1_030))[0]}
    # In a circle of few ranks most cards match, and no board of these is unsolvable.
    all_solvable = rules in ("wrap+9x3", "wrap+6x6")
    assert verdicts == {Verdict.SOLVABLE} | ({Verdict.UNSOLVABLE} if not all_solvable else set())


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["wrap", "adjacent", "wrap+adjacent", "13x5", "adjacent+8x4"])
def test_search_collapse_sets_and_a_sat_solver_agree_on_deals(rules: str) -> None:
    batch = boaf.solve_many(range(20), 3, 4, rules=rules)
    for seed in range(20):
        board = boaf.deal(seed, 3, 4, rules=rules)
        verdicts = {boaf.solve(board, solver).verdict for solver in ("endgame", "collapse", "sat")}
        assert verdicts == {batch.verdict(seed)}


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["wrap", "adjacent", "wrap+adjacent", "13x6", "wrap+adjacent+13x6"])
def test_every_unsolvable_deal_has_a_reason_that_the_checker_accepts(rules: str) -> None:
    batch, reasons = boaf.solve_many(range(2_000), rules=rules), set()
    for seed in np.flatnonzero(batch.unsolvable)[:60].tolist():
        board = boaf.deal(seed, rules=rules)
        proof = boaf.explain(board).proof
        assert proof
        boaf.check_proof(board, proof)
        reasons.add(proof.reason)
    assert len(reasons) > 1


@pytest.mark.parametrize("solver", ANY_RULES)
def test_a_solver_for_any_rules_agrees_with_brute_force(solver: str) -> None:
    for rules in ("wrap", "adjacent", "wrap+adjacent+9x3"):
        for seed in range(7, 10):
            board = board_like(seed, 2, 3, 6, rules)
            brute = brute_force(board, rules)
            is_solvable = brute.can_be_solved(brute.start)
            assert (boaf.solve(board, solver).verdict is Verdict.SOLVABLE) == is_solvable


def test_other_questions_follow_the_rules() -> None:
    board = boaf.Board("KH AS / -- KS", rules="wrap")
    assert boaf.count_solutions(board).solutions > boaf.count_solutions(boaf.Board(board.text())).solutions
    assert boaf.best_score(board).score == 9
    assert boaf.review(board, ["KH-AS", "KH-KS"]).verdicts == (Verdict.SOLVABLE,) * 3
    assert boaf.compatibility_graph(board).number_of_edges() == 3
    line = boaf.Board("7H 2S 7D", rules="adjacent")
    assert line.is_over
    assert boaf.best_score(line).score == 3
    assert boaf.position_graph(line).number_of_edges() == 2


def test_king_and_ace_match_by_wrap_alone() -> None:
    names = ("standard", "wrap")
    moves = {rules: [str(move) for move in boaf.Board("KH AS", rules=rules).legal_moves] for rules in names}
    assert moves == {"standard": [], "wrap": ["KH-AS", "AS-KH"]}
    assert boaf.Board("9H AS", rules="wrap+9x4").legal_moves
    assert not boaf.Board("9H AS", rules="wrap").legal_moves


def test_a_stack_moves_only_to_a_neighbour_by_adjacent() -> None:
    board = boaf.Board("7H 8C 7S / 6H -- 9S", rules="adjacent")
    moves = "7H-8C 8C-7H 8C-7S 7S-8C 7H-6H 6H-7H 7S-9S 9S-7S"
    assert " ".join(map(str, board.legal_moves)) == moves
    with pytest.raises(boaf.IllegalMoveError, match="7H-7S: 7H and 7S are not in neighbouring cells"):
        board.push("7H-7S")


@pytest.mark.parametrize("rules", ["wrap", "9x4", "adjacent+10x4", "15x5"])
def test_arrays_of_deals_are_those_of_deal(rules: str) -> None:
    seeds, deck = np.array([-5, 0, 1, 617, (1 << 31) + 1]), Rules.parse(rules).deck
    for seed, cards in zip(seeds, draw_deals(seeds, 16, deck), strict=True):
        assert board_of(cards, 4, Rules.parse(rules)) == boaf.deal(int(seed), rules=rules)


def test_a_deal_of_another_deck_draws_as_the_shuffler_does() -> None:
    drawn: list[tuple[int, int]] = []
    state = 617
    deck = [(rank, suit) for rank in range(1, 10) for suit in range(1, 5)]
    while len(drawn) < 16:
        state = (214013 * state + 2531011) % 2**31
        place = (state >> 16) % len(deck)
        drawn.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    assert list(boaf.deal(617, rules="9x4").tops) == drawn


@pytest.mark.parametrize("name", ["standard", "wrap", "adjacent", "wrap+adjacent", "9x4", "wrap+adjacent+9x4", "15x5"])
def test_rules_and_boards_go_around(name: str) -> None:
    assert str(Rules.parse(name)) == name
    assert Rules.parse("+".join(reversed(name.upper().split("+"))).lower()) == Rules.parse(name)
    board = boaf.deal(3, rules=name)
    board.push(board.legal_moves[0])
    assert board.copy() == board == pickle.loads(pickle.dumps(board)) == eval(repr(board), {"Board": boaf.Board})
    assert boaf.Board(board.to_json()["board"], rules=board.to_json().get("rules", "standard")) == board
    assert (board == boaf.Board(board.text())) == (name == "standard")


@pytest.mark.parametrize(
    "name", ["", "wrapped", "wrap+wrap", "9x4+8x4", "standard+wrap", "0x4", "9x", "99x99", "+", "wrap+", None, 3]
)
def test_what_are_no_rules_are_refused(name: Any) -> None:
    with pytest.raises(boaf.ParameterError, match="rules"):
        boaf.deal(1, rules=name)


def test_a_board_has_only_cards_of_its_deck() -> None:
    with pytest.raises(boaf.ParseError, match="card TS: the deck of the rules 9x4 has no such card"):
        boaf.Board("9H TS", rules="9x4")
    with pytest.raises(boaf.BoafError, match="36"):
        boaf.deal(1, 5, 8, rules="9x4")


def test_a_proof_holds_for_its_rules_only() -> None:
    board = boaf.Board("7H 2S 7D", rules="adjacent")
    proof = boaf.explain(board).proof
    assert proof
    with pytest.raises(boaf.ProofError, match="rules adjacent"):
        boaf.check_proof(boaf.Board(board.text()), proof)
    with pytest.raises(boaf.ProofError, match="rules standard"):
        boaf.check_proof(board, boaf.Proof.from_json({**proof.to_json(), "rules": "standard"}))
    stranded = boaf.explain(boaf.Board("7H -- 7D", rules="adjacent"))
    assert stranded.text == "7H is stranded: no other stack stands next to it."
    assert "<svg" in stranded.svg()


def in_environment(board: boaf.Board) -> None:
    from boaf.envs import BirdsOfAFeather

    BirdsOfAFeather(1, 2).reset(options={"board": board})


STANDARD_ONLY: dict[str, Callable[[boaf.Board], object]] = {
    "rate": boaf.rate,
    "features": boaf.features,
    "predict": boaf.predict,
    "link": boaf.Board.link,
    "analyze_many": lambda board: boaf.analyze_many([board], 1, 2),
    "greedy player": lambda board: think(board, "greedy"),
    "perfect player": lambda board: think(board, "perfect"),
    "Monte Carlo player": lambda board: think(board, "mcts"),
    "environment": in_environment,
    "planning problem": to_pddl,
    "plug-in": lambda board: boaf.solve(board, lambda *_, **__: Outcome(Verdict.UNSOLVABLE, (), 0)),
    "beam": lambda board: boaf.solve(board, "beam"),
    "batch of several rules": lambda board: boaf.solve_many([boaf.Board("KH AS"), board], 1, 2),
}


@pytest.mark.parametrize("name", STANDARD_ONLY)
def test_what_knows_the_standard_rules_only_says_so(name: str) -> None:
    with pytest.raises(boaf.BoafError, match="rules wrap"):
        STANDARD_ONLY[name](boaf.Board("KH AS", rules="wrap"))


def test_arrays_hold_cards_of_the_standard_deck() -> None:
    cards = boaf.Board("KH AS").cards()[None]
    assert boaf.solve_many(cards, 1, 2, rules="wrap").solvable.all()
    assert boaf.solve_many(cards, 1, 2).unsolvable.all()
    with pytest.raises(boaf.BoafError, match="arrays hold cards of the standard deck"):
        boaf.solve_many(cards, 1, 2, rules="9x4")


def test_a_census_by_other_rules_is_verified(tmp_path: Path) -> None:
    rules = "adjacent+9x3"
    parameters = Parameters(0, 60, 3, 3, solutions=True, reasons=True, best_score=True, rules=Rules.parse(rules))
    assert Parameters.from_json(json.loads(json.dumps(parameters.to_json()))) == parameters
    assert "rules" not in Parameters(0, 9).to_json()
    counts = run_census(parameters, tmp_path / "census").counts
    games = [brute_force(boaf.deal(seed, 3, 3, rules=rules), rules) for seed in range(60)]
    assert counts.solvable == sum(game.can_be_solved(game.start) for game in games)
    found = verify_census(tmp_path / "census", every_deal=True)
    assert found.is_sound
    assert sum(check.checked for check in found.checks.values()) == 60


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    return status, *capsys.readouterr()


def test_commands_take_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dealt = json.loads(run(capsys, "deal", "1", "--rules", "wrap+9x4", "--json")[1])
    assert (dealt["board"], dealt["rules"]) == (boaf.deal(1, rules="9x4").text(), "wrap+9x4")
    assert "solvable in 1 move" in run(capsys, "solve", "KH AS", "--rules", "wrap")[1]
    assert json.loads(run(capsys, "analyze", "KH AS", "--rules", "wrap", "--json")[1])["rules"] == "wrap"
    proof = tmp_path / "proof.json"
    proof.write_text(run(capsys, "explain", "7H 2S 7D", "--rules", "adjacent", "--json")[1])
    check = ("check", "7H 2S 7D", "--proof", str(proof))
    assert run(capsys, *check, "--rules", "adjacent")[1].startswith("the proof holds")
    assert "for the rules adjacent" in run(capsys, *check)[1]
    heading, census = "4 × 4, rules adjacent, deals 0 … 8", str(tmp_path / "census")
    assert run(capsys, "census", "run", "0", "9", "--rules", "adjacent", "--out", census)[1].startswith(f"{heading}: 9")
    assert run(capsys, "census", "report", census)[1].startswith(f"{heading}\n")


@pytest.mark.parametrize("command", [("solve", "1"), ("census", "run", "0", "9", "--out", "census")])
def test_unknown_rules_get_one_line(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    status, out, error = run(capsys, *command, "--rules", "upside-down")
    assert (status, out) == (2, "")
    assert error.startswith("boaf: rules 'upside-down': write standard, or wrap,")
    assert error.count("\n") == 1
