from xml.etree import ElementTree

import boaf
from boaf.board import Board
from boaf.render.board import draw

SVG = "{http://www.w3.org/2000/svg}"


def texts(document: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(document).iter(f"{SVG}text")]


def test_every_card_is_drawn_with_rank_and_suit() -> None:
    labels = texts(draw(boaf.deal(1264)))
    assert len(labels) == 32
    assert labels[:4] == ["2", "♥", "3", "♦"]
    assert "10" in labels


def test_a_stack_shows_its_height_and_an_empty_cell_its_outline() -> None:
    board = Board("7H 6C / -- 6H")
    board.push("7H-6C")
    document = draw(board)
    assert texts(document) == ["7", "♥", "2", "6", "♥"]
    assert document.count("stroke-dasharray") == 2


def test_a_notebook_shows_the_same_picture() -> None:
    board = boaf.deal(1)
    assert board._repr_svg_() == board.svg() == draw(board)


def test_cards_of_large_decks_are_drawn_as_numbers() -> None:
    assert texts(draw(Board("57.51 2H"))) == ["57.51", "2", "♥"]
