"""What a researcher writes against boaf from outside, with public names only."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest

import boaf
from boaf.learn import extract, load, register_feature, save, train
from boaf.learn.data import LabelledMoves, make, numbered_deals, read


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
def test_a_feature_of_my_own_trains_a_model_that_can_be_saved(tmp_path: Path) -> None:
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


def test_the_observation_of_any_board_is_that_of_the_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from boaf.envs import observe

    for kind in ("match", "cards"):
        env = gymnasium.make("boaf.envs:BirdsOfAFeather-v0", observation=kind).unwrapped
        _, info = env.reset(options={"deal": 3})
        while info["action_mask"].any():
            seen, *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            heights = np.array([[len(stack) for stack in env.board.stacks]])
            assert np.array_equal(observe(env.board.cards()[None], 4, 4, kind, heights)[0], seen)


def test_a_data_set_of_moves_holds_every_move_of_the_positions_of_a_player(tmp_path: Path) -> None:
    recipe = LabelledMoves(0, 12, player="greedy", least_stacks=4, most_stacks=9)
    for name in ("moves.parquet", "moves.csv"):
        made = make(recipe, tmp_path / name)
        again = read(tmp_path / name)
        assert made.computed == 12
        assert np.array_equal(again.steps, made.data.steps)  # type: ignore[arg-type]
        assert make(recipe, tmp_path / name).computed == 0
    stacks = (again.cards != 255).sum(axis=1)
    assert (stacks.min(), stacks.max()) == (4, 9)
    for row in range(0, len(again), 97):
        board, move = again.board(row), again.move(row)
        board.push(move)
        assert (boaf.solve(board).verdict is boaf.Verdict.SOLVABLE) == again.solvable[row]
    first = again.cards == again.cards[0]
    assert first.all(axis=1).sum() == len(again.board(0).legal_moves)


@pytest.mark.parametrize(
    "settings",
    [
        {"player": "nobody"},
        {"least_stacks": 9, "most_stacks": 8},
        {"least_stacks": 1},
        {"iterations": 5},
        {"player": "flock", "iterations": -3},
    ],
)
def test_a_recipe_of_moves_that_makes_no_sense_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(boaf.BoafError):
        LabelledMoves(0, 5, **settings)  # type: ignore[arg-type]


@pytest.mark.slow
def test_moves_train_a_policy_that_plays_better_than_chance(tmp_path: Path) -> None:
    """Policy data, a model on features of the board after a move, and a match: what an outsider would try first."""
    pytest.importorskip("sklearn")
    from sklearn.ensemble import RandomForestClassifier

    names = ("moves", "min_degree", "connected", "stackability_isolated", "nw2")
    data = make(LabelledMoves(1000, 1060), tmp_path / "moves.parquet").data
    cells = np.arange(len(data))
    after = data.cards.copy()
    after[cells, data.steps & 255] = after[cells, data.steps >> 8]  # type: ignore[operator]
    after[cells, data.steps >> 8] = 255  # type: ignore[operator]
    forest = RandomForestClassifier(30, random_state=0).fit(extract(after, 4, 4, names), data.solvable)

    class Imitator:
        def choose(self, board: boaf.Board, _random: object) -> boaf.Move:
            children = []
            for move in board.legal_moves:
                board.push(move)
                children.append(board.cards())
                board.pop()
            likely = forest.predict_proba(extract(np.stack(children), 4, 4, names))[:, 1]
            return board.legal_moves[int(likely.argmax())]

    trained, random = boaf.match(Imitator(), range(15)), boaf.match("random", range(15))
    assert trained.mean_score > random.mean_score


@pytest.mark.slow
def test_moves_are_tensors_for_pytorch(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from boaf.learn.neural import torch_dataset

    data = make(LabelledMoves(0, 4), tmp_path / "moves.parquet").data
    loader = torch.utils.data.DataLoader(torch_dataset(data), batch_size=32)
    planes, actions, labels = next(iter(loader))
    assert (planes.shape, actions.shape, labels.shape) == ((32, 17, 4, 4), (32,), (32,))
    source, target = divmod(int(actions[0]), 16)
    assert data.board(0).is_legal(boaf.Move(data.board(0).tops[source], data.board(0).tops[target]))
