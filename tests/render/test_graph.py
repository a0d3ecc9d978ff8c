from itertools import combinations
from xml.etree import ElementTree

import pytest

import boaf
from boaf.board import Board
from boaf.prove.explain import explain
from boaf.render.graph import draw_graph, draw_islands, draw_solution, marks_of

SVG = "{http://www.w3.org/2000/svg}"


def elements(document: str, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document).iter(f"{SVG}{kind}"))


def labels(document: str) -> list[str]:
    return [element.text or "" for element in elements(document, "text")]


def test_every_card_and_every_match_is_drawn() -> None:
    board = boaf.deal(1264)
    document = draw_graph(board)
    matches = sum(one.matches(other) for one, other in combinations(board.tops, 2))
    assert len(elements(document, "line")) == matches
    assert len(labels(document)) == 32
    assert not elements(document, "polygon")


def test_the_witness_is_marked_and_the_reason_written() -> None:
    board = boaf.deal(221602)
    proof = explain(board).proof
    assert proof is not None
    document = draw_graph(board, proof)
    assert len(elements(document, "polygon")) == 1
    assert [line.get("stroke-width") for line in elements(document, "line")].count("4.5") == 1
    assert [card.get("stroke-width") for card in elements(document, "rect")].count("3.5") == 2
    assert " ".join(labels(document)[32:]) == proof.text


def test_the_same_board_gives_the_same_picture() -> None:
    board = boaf.deal(360528)
    assert draw_graph(board, explain(board).proof) == draw_graph(board, explain(board).proof)


def test_stranded_cards_are_drawn_where_they_lie() -> None:
    board = Board("7H 8H -- / 6H -- -- / -- -- 9H")
    document = draw_graph(board, explain(board).proof)
    cards = elements(document, "rect")[1:]
    assert cards[0].get("y") == cards[1].get("y")
    assert cards[0].get("x") == cards[2].get("x")
    assert len(elements(document, "line")) == 2


@pytest.mark.parametrize("text", ["2H", "2H 3H", "57.51 2H / -- 3.4", "7H+6C 8H -- / -- -- AS"])
def test_small_and_odd_boards_are_drawn(text: str) -> None:
    board = Board(text)
    document = draw_graph(board, explain(board).proof)
    assert len(elements(document, "rect")) == 1 + board.stack_count


@pytest.mark.parametrize("seed", [10, 1264, 221602, 360528, 25482, 1163])
def test_marks_name_cards_of_the_board(seed: int) -> None:
    board = boaf.deal(seed)
    marks = marks_of(explain(board).proof)
    named = {
        *marks.keys,
        *(name for group in marks.groups for name in group),
        *(n for edge in marks.edges for n in edge),
    }
    assert named <= {str(card) for card in board.tops}


def test_a_solution_is_drawn_as_a_spanning_tree() -> None:
    board = boaf.deal(1)
    moves = boaf.solve(board).moves
    document = draw_solution(board, moves)
    assert [line.get("stroke-width") for line in elements(document, "line")].count("4.5") == 15
    assert labels(document)[-1] == f"The solution as a spanning tree; {moves[-1].source} ends on top."


@pytest.mark.parametrize(
    ("text", "islands", "cuts"),
    [("AH 2H 3H / 7C 8C 9C", 2, 0), ("AH 5H 9H / 9C JC KC", 2, 1), ("2H 3C", 2, 1), ("2H KC", 2, 0), ("2H", 1, 0)],
)
def test_islands_are_what_the_cut_edges_join(text: str, islands: int, cuts: int) -> None:
    document = draw_islands(Board(text))
    assert len(elements(document, "polygon")) == islands
    assert [line.get("stroke-width") for line in elements(document, "line")].count("4.5") == cuts
