from hypothesis import given
from hypothesis import strategies as st

import boaf
from boaf import graphs

boards = st.integers(0, 10**6).map(boaf.random_board)


def edges_of(board: boaf.Board, masks: list[int]) -> set[frozenset[boaf.Card | None]]:
    pairs = ((i, j) for i, mask in enumerate(masks) for j in range(len(masks)) if mask >> j & 1)
    return {frozenset((board.tops[i], board.tops[j])) for i, j in pairs}


def test_deal_1264_has_two_flocks() -> None:
    import networkx as nx

    graph = graphs.compatibility_graph(boaf.deal(1264))
    flocks = sorted((sorted(map(str, flock)) for flock in nx.connected_components(graph)), key=len)
    assert flocks[0] == ["9S", "TS"]
    assert len(flocks) == 2


@given(boards)
def test_stackability_is_compatibility_and_position(board: boaf.Board) -> None:
    by_card, by_position = graphs.compatibility_masks(board), graphs.position_masks(board)
    both = graphs.stackability_masks(board)
    assert both == [card & place for card, place in zip(by_card, by_position, strict=True)]
    assert edges_of(board, both) == {frozenset(move) for move in board.legal_moves}


@given(boards)
def test_masks_and_graph_say_the_same(board: boaf.Board) -> None:
    graph = graphs.compatibility_graph(board)
    assert edges_of(board, graphs.compatibility_masks(board)) == set(map(frozenset, graph.edges))
    assert all(board.tops[data["cell"]] == card for card, data in graph.nodes(data=True))
    assert len(graph) == board.stack_count


@given(boards)
def test_a_move_deletes_one_vertex_of_the_compatibility_graph(board: boaf.Board) -> None:
    before = graphs.compatibility_graph(board)
    for move in board.legal_moves[:3]:
        board.push(move)
        after = graphs.compatibility_graph(board)
        expected = before.subgraph(set(before) - {move.target})
        assert set(after) == set(expected)
        assert set(map(frozenset, after.edges)) == set(map(frozenset, expected.edges))
        board.pop()
