"""The three graphs of a board, as masks and as networkx graphs.

Vertices are the stacks. In the compatibility graph an edge is a match by card, in the position graph a match by
position, in the stackability graph both, that is, a legal move in either direction. As masks, a graph is a list with
one integer a cell: bit j of entry i is set when the stacks of cells i and j are joined (an empty cell has 0). As
networkx graphs, the vertices are the top cards, each with its `cell`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

from boaf.board import Board
from boaf.cards import Card

if TYPE_CHECKING:
    import networkx as nx


def compatibility_masks(board: Board) -> list[int]:
    """The matches by card."""
    return _masks(board, lambda one, other: board.rules.matches(one[1], other[1]))


def position_masks(board: Board) -> list[int]:
    """The matches by position."""
    return _masks(board, lambda one, other: board.rules.in_line(one[0], other[0], board.cols))


def stackability_masks(board: Board) -> list[int]:
    """The legal moves."""
    return [c & p for c, p in zip(compatibility_masks(board), position_masks(board), strict=True)]


def compatibility_graph(board: Board) -> nx.Graph[Card]:
    """The matches by card, as a networkx graph.

    Parameters
    ----------
    board
        Any board.

    Returns
    -------
    networkx.Graph
        Its vertices are the top cards, each with its `cell`.

    Examples
    --------
    >>> import boaf
    >>> sorted(map(str, compatibility_graph(boaf.Board("7H 6C / -- 2H"))[boaf.Card.parse("7H")]))
    ['2H', '6C']

    """
    return _graph(board, compatibility_masks(board))


def position_graph(board: Board) -> nx.Graph[Card]:
    """The matches by position, as a networkx graph.

    Parameters
    ----------
    board
        Any board.

    Returns
    -------
    networkx.Graph
        Its vertices are the top cards, each with its `cell`.

    Examples
    --------
    >>> import boaf
    >>> position_graph(boaf.Board("7H 6C / -- 2H")).number_of_edges()
    2

    """
    return _graph(board, position_masks(board))


def stackability_graph(board: Board) -> nx.Graph[Card]:
    """The legal moves, as a networkx graph.

    Parameters
    ----------
    board
        Any board.

    Returns
    -------
    networkx.Graph
        Its vertices are the top cards, each with its `cell`.

    Examples
    --------
    >>> import boaf
    >>> stackability_graph(boaf.Board("7H 6C / -- 2H")).number_of_edges()
    1

    """
    return _graph(board, stackability_masks(board))


def _masks(board: Board, joined: Callable[[tuple[int, Card], tuple[int, Card]], bool]) -> list[int]:
    """The graph in which two stacks, given as cell and top card, are joined when `joined` says so."""
    masks = [0] * (board.rows * board.cols)
    for one, other in combinations(_stacks(board), 2):
        if joined(one, other):
            masks[one[0]] |= 1 << other[0]
            masks[other[0]] |= 1 << one[0]
    return masks


def _stacks(board: Board) -> list[tuple[int, Card]]:
    return [(cell, card) for cell, card in enumerate(board.tops) if card is not None]


def _graph(board: Board, masks: list[int]) -> nx.Graph[Card]:
    import networkx as nx

    graph: nx.Graph[Card] = nx.Graph()
    stacks = _stacks(board)
    graph.add_nodes_from((card, {"cell": cell}) for cell, card in stacks)
    graph.add_edges_from((one, other) for (i, one), (j, other) in combinations(stacks, 2) if masks[i] >> j & 1)
    return graph
