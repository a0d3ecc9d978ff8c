"""The relaxations mean what they say: checked against the rules, the oracle and the proofs, board by board."""

from itertools import combinations

import numpy as np

import boaf
from boaf.board import Board
from boaf.kernel.dealing import EMPTY, board_of, cards_of, draw_deals
from boaf.learn.board_features import extract
from boaf.learn.prediction import probability_unless_won, suspects
from boaf.learn.relaxation_features import NAMES
from boaf.solvers.contract import Verdict


def relaxations(boards: list[Board]) -> dict[str, np.ndarray]:
    values = extract(np.stack([cards_of(board) for board in boards]), 4, 4, NAMES)
    return dict(zip(NAMES, values.T, strict=True))


def children(board: Board) -> list[Board]:
    found = []
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        found.append(child)
    return found


def test_triples_are_those_that_the_oracle_collapses() -> None:
    boards = [boaf.random_board(seed, stacks=3 + seed % 6) for seed in range(40)]
    found = relaxations(boards)
    for k, board in enumerate(boards):
        cards = cards_of(board)
        inside = dict.fromkeys(np.flatnonzero(cards != EMPTY).tolist(), 0)
        for triple in combinations(inside, 3):
            alone = np.full_like(cards, EMPTY)
            alone[list(triple)] = cards[list(triple)]
            if boaf.solve(board_of(alone, 4), "oracle").verdict is Verdict.SOLVABLE:
                for cell in triple:
                    inside[cell] += 1
        assert found["triples"][k] == sum(inside.values()) / 3
        assert found["least_triples"][k] == min(inside.values())


def test_a_board_that_is_given_up_is_unsolvable() -> None:
    boards = [boaf.random_board(seed) for seed in range(3000)]
    given_up = relaxations(boards)["given_up"] == 1
    solvable = boaf.solve_many(boards).solvable
    assert given_up.sum() > 1000
    assert not (given_up & solvable).any()


def test_an_open_move_leaves_a_board_that_is_not_given_up() -> None:
    boards = [boaf.random_board(seed) for seed in range(150)]
    found = relaxations(boards)
    for k, board in enumerate(boards):
        after = children(board)
        if not after or found["given_up"][k]:
            assert found["open_moves"][k] == 0
            continue
        moves = [tuple(map(board.cell_of, (move.source, move.target))) for move in board.legal_moves]
        lost = relaxations(after)["given_up"] == 1
        still = [move for move, gone in zip(moves, lost, strict=True) if not gone]
        assert found["open_moves"][k] == len(still)
        assert found["open_sources"][k] == len({source for source, _ in still})
        assert found["open_targets"][k] == len({target for _, target in still})
        left = [child for child, gone in zip(after, lost, strict=True) if not gone]
        mobile = [[len({m.source for m in child.legal_moves}), len(child.legal_moves)] for child in left]
        stuck = [child.stack_count - able for child, (able, _) in zip(left, mobile, strict=True)]
        assert found["least_stuck_open"][k] == min(stuck, default=board.stack_count)
        assert found["most_moves_open"][k] == max((moves for _, moves in mobile), default=0)


def test_lynchpins_are_the_stacks_without_which_others_are_stranded() -> None:
    import networkx

    from boaf.graphs import position_graph

    boards = [boaf.random_board(seed) for seed in range(150)]
    found = relaxations(boards)["lynchpins"]
    for k, board in enumerate(boards):
        graph = position_graph(board)
        cut = [
            node for node in graph if len(graph) > 1 and not networkx.is_connected(graph.subgraph(set(graph) - {node}))
        ]
        assert found[k] == len(cut)


def test_a_playout_that_wins_is_a_solution() -> None:
    boards = [boaf.random_board(seed) for seed in range(2000)]
    won = relaxations(boards)["fewest_left"] == 1
    solvable = boaf.solve_many(boards).solvable
    assert not (won & ~solvable).any()
    assert won.sum() > 0.9 * solvable.sum()


def test_the_sieve_catches_the_unsolvable_deals_below_ten_thousand() -> None:
    cards = draw_deals(np.arange(10_000), 16)
    unsolvable = boaf.solve_many(range(10_000)).unsolvable
    suspect = suspects(cards)
    assert not (unsolvable & ~suspect).any()
    assert (suspect & ~unsolvable).sum() < 14
    assert (probability_unless_won(cards)[~suspect] > 0.5).all()
