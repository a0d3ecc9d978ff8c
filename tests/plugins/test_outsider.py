"""What a researcher writes against boaf from outside, with public names only."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import boaf
from boaf.learn import extract, load, register_feature, save, train
from boaf.learn.data import numbered_deals


def corner_moves(board: boaf.Board) -> float:
    corners = {board.tops[0], board.tops[board.cols - 1], board.tops[-board.cols], board.tops[-1]}
    return float(sum(move.source in corners for move in board.legal_moves))


def broken(_board: boaf.Board) -> float:
    return float("nan")


def lonely_card(board: boaf.Board) -> str | None:
    graph = boaf.compatibility_graph(board)
    alone = [card for card in graph if not graph[card]]
    return f"{alone[0]} matches nothing." if alone and len(graph) > 1 else None


def pessimist(_board: boaf.Board) -> str:
    return "It never works out."


@pytest.mark.slow
def test_a_feature_of_my_own_trains_a_model_that_can_be_saved(tmp_path) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("sklearn")
    model = train("decision-tree", "states:400", ["moves", corner_moves], folds=2)
    assert model.description.features == ("moves", "corner_moves")
    save(model, tmp_path / "mine.boaf")
    again = load(tmp_path / "mine.boaf")
    cards = numbered_deals(0, 20).cards
    assert np.array_equal(model.probability(cards, 4, 4), again.probability(cards, 4, 4))


def test_features_of_my_own_stand_in_their_columns() -> None:
    cards = numbered_deals(0, 5).cards
    values = extract(cards, 4, 4, [corner_moves, "moves"])
    assert values[:, 1].tolist() == extract(cards, 4, 4, ["moves"])[:, 0].tolist()
    assert values[:, 0].tolist() == [corner_moves(boaf.deal(seed)) for seed in range(5)]
    assert boaf.features(boaf.deal(1), ["corner_moves"])["corner_moves"] == corner_moves(boaf.deal(1))
    with pytest.raises(boaf.PluginError, match="broken gave nan"):
        extract(cards, 4, 4, [broken])
    with pytest.raises(boaf.BoafError, match="boaf has a feature"):
        register_feature(corner_moves, "moves")


def test_a_condition_of_my_own_is_checked() -> None:
    assert dict(boaf.explain(boaf.deal(1), conditions=[lonely_card]).claims) == {}
    found = boaf.explain(boaf.deal(10), conditions=[lonely_card, pessimist])
    assert found.verdict is boaf.Verdict.UNSOLVABLE
    assert found.claims["pessimist"] == "It never works out."
    assert "<svg" in found.svg()
    with pytest.raises(boaf.PluginError, match="pessimist holds, but") as error:
        boaf.explain(boaf.deal(1), conditions=[pessimist])
    assert error.value.is_wrong


def test_every_move_of_many_boards_has_the_verdict_of_analyze() -> None:
    boards = [boaf.random_board(seed, 3, 4) for seed in range(40)]
    moves = boaf.analyze_many(boards, 3, 4)
    assert moves.to_frame().columns == ["board", "source", "target", "verdict"]
    for k, board in enumerate(boards):
        chosen = moves.boards == k
        pairs = zip(moves.sources[chosen].tolist(), moves.targets[chosen].tolist(), strict=True)
        found = dict(zip(pairs, moves.solvable[chosen].tolist(), strict=True))
        expected = {
            (board.cell_of(move.source), board.cell_of(move.target)): verdict is boaf.Verdict.SOLVABLE
            for move, verdict in boaf.analyze(board).moves
        }
        assert found == expected
    assert len(boaf.analyze_many([])) == 0


def test_a_review_finds_the_move_that_lost() -> None:
    found = boaf.review(boaf.deal(19), ["3D-2H"])
    assert (found.lost_at, str(found.losing_move)) == (1, "3D-2H")
    won = boaf.review(boaf.deal(1), boaf.solve(boaf.deal(1)).moves)
    assert (won.lost_at, won.losing_move) == (None, None)
    assert boaf.review(boaf.deal(10)).lost_at == 0
    with pytest.raises(boaf.IllegalMoveError):
        boaf.review(boaf.deal(1), ["AC-AD"])


def test_cards_have_the_numbers_of_arrays() -> None:
    for seed in range(20):
        board = boaf.deal(seed)
        assert boaf.Board.from_cards(board.cards(), board.cols) == board
        assert board.cards().tolist() == numbered_deals(seed, seed + 1).cards[0].tolist()
    assert [boaf.Card.from_number(number).number for number in range(52)] == list(range(52))
    with pytest.raises(boaf.BoafError, match="from 0 to 51"):
        boaf.Card.from_number(52)
    with pytest.raises(boaf.BoafError, match="has no number"):
        boaf.Card(57, 51).number  # noqa: B018


@pytest.mark.parametrize("card", [boaf.Card(0, 1), boaf.Card(1, 0), boaf.Card(1.5, 1), boaf.Card(True, 2)])  # type: ignore[arg-type]
def test_a_card_that_is_none_is_refused(card: boaf.Card) -> None:
    with pytest.raises(boaf.BoafError, match="whole number from 1 on"):
        boaf.Board.from_cells([card, boaf.Card(3, 1)], 2)


def test_a_link_holds_the_game() -> None:
    game = boaf.deal(1)
    game.push("7H-7C")
    link = game.link("https://example.org/")
    assert link.startswith("https://example.org/#board=JD+2D+9H+JC+/+5D")
    assert link.endswith("&moves=7H-7C")


def test_the_environment_has_gymnasium_s_usual_name_and_can_be_cloned() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import boaf.envs

    env = gymnasium.make("boaf/BirdsOfAFeather-v0").unwrapped
    _, info = env.reset(options={"deal": 1})
    clone = copy.deepcopy(env)
    action = int(np.flatnonzero(info["action_mask"])[0])
    assert np.array_equal(env.step(action)[0], clone.step(action)[0])
    assert boaf.players.PLAYERS
