import numpy as np

import boaf
from boaf.render.raster import draw


def test_every_card_looks_different() -> None:
    cards = [draw(boaf.Board(str(card))).tobytes() for card in boaf.STANDARD]
    assert len(set(cards)) == 52


def test_heights_look_different() -> None:
    stack = ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH"]
    pictures = [draw(boaf.Board("+".join(stack[:height]))).tobytes() for height in range(1, 14)]
    assert len(set(pictures)) == 13


def test_a_cell_is_drawn_in_its_place() -> None:
    picture = draw(boaf.Board("-- 8H / 7H+6H --"))
    upper, lower = np.split(picture[4:-4], 2)
    left, right = np.split(upper[:, 4:-4], 2, axis=1)
    paper = (253, 252, 248)
    assert not (left == paper).all(axis=2).any()
    assert (right == paper).all(axis=2).any()
    assert (lower[:, :52] == paper).all(axis=2).any()


def test_cards_of_other_decks_show_their_numbers() -> None:
    one, other = (draw(boaf.Board(f"{rank}.51 --")) for rank in (57, 58))
    assert (one != other).any()
