"""The compatibility graph as a picture, with what it shows marked.

A proof's witness is marked as in Figures 1–3 of Hoshino & Notarangelo (2019), a solution is a spanning tree as in the
figure of Hoshino & Kahn (2019), and islands are drawn as in Figure 1 of Araki et al. (2019).

Cards are placed so that their distances in the picture approximate their distances in the graph ("stress majorization",
Gansner, Koren, North 2004), starting from a circle, so that the same board always gives the same picture. Groups of the
witness are drawn apart. If the reason is in the cells, as with stranded cards, the cards stay in their cells and the
position graph is drawn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import combinations
from math import atan2, cos, dist, pi, sin

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.graphs import compatibility_graph, compatibility_masks, position_masks
from boaf.prove.conditions import CONDITIONS
from boaf.prove.proof import Marks, Proof
from boaf.render.board import COLOURS, SYMBOLS, document, label

Point = tuple[float, float]
Spot = tuple[int, int]
"""A place in the picture, in whole points."""

_UNIT = 124
"""The length of an edge in the picture, if the layout can keep it."""
_WIDTH, _HEIGHT = 44, 54
_CLOSEST = 72
"""The smallest distance of two cards."""
_HALO = 92
_MARGIN = 46
_SMALLEST = 420
_ROUNDS = 300
_ASIDE = 1.45
"""The factor by which the groups of a witness are drawn farther apart."""
_BETWEEN_PARTS = 3.0
_PAPER, _CARD, _RIM, _EDGE, _TEXT = "#faf9f5", "#ffffff", "#b9b5a8", "#a9adb3", "#33373d"
_GROUP, _KEY = "#fbe3a4", "#d9480f"


def draw_graph(board: Board, proof: Proof | None = None) -> str:
    """The graph of a board as an SVG document, with the witness of `proof` marked and its text below."""
    return _drawn(board, marks_of(proof), proof.text if proof else "")


def draw_solution(board: Board, moves: Sequence[Move]) -> str:
    """The compatibility graph as an SVG document, with the moves of a solution as a spanning tree."""
    edges = tuple((str(move.source), str(move.target)) for move in moves)
    last = edges[-1][0] if edges else next(str(card) for card in board.tops if card is not None)
    return _drawn(board, Marks(keys=(last,), edges=edges), f"The solution as a spanning tree; {last} ends on top.")


def draw_islands(board: Board) -> str:
    """The compatibility graph as an SVG document, with its islands, and the cut edges that join them."""
    import networkx as nx

    graph = compatibility_graph(board)
    pairs = (sorted(edge, key=board.cell_of) for edge in nx.bridges(graph))
    cuts = sorted(pairs, key=lambda pair: [board.cell_of(card) for card in pair])
    graph.remove_edges_from(cuts)
    parts = (sorted(part, key=board.cell_of) for part in nx.connected_components(graph))
    groups = tuple(sorted(tuple(map(str, part)) for part in parts))
    words = f"{len(groups)} island{'s' * (len(groups) > 1)}, {len(cuts)} cut edge{'s' * (len(cuts) != 1)}"
    return _drawn(board, Marks(groups=groups, edges=tuple((str(a), str(b)) for a, b in cuts)), f"{words}.")


def _drawn(board: Board, marks: Marks, text: str) -> str:
    cards = {str(card): (cell, card) for cell, card in enumerate(board.tops) if card is not None}
    masks = position_masks(board) if marks.is_by_position else compatibility_masks(board)
    pairs = [(a, b) for a, b in combinations(cards, 2) if masks[cards[a][0]] >> cards[b][0] & 1]
    if marks.is_by_position:
        places = {
            name: (_UNIT * float(cell % board.cols), _UNIT * float(cell // board.cols))
            for name, (cell, _) in cards.items()
        }
    else:
        places = _on_paper(_spread(list(cards), pairs, marks))
    return _picture(board, cards, pairs, places, marks, text)


def marks_of(proof: Proof | None) -> Marks:
    """The marks for the witness of a proof."""
    return CONDITIONS[proof.reason].marks(proof.witness) if proof else Marks()


def _spread(names: list[str], pairs: list[tuple[str, str]], marks: Marks) -> dict[str, Point]:
    """A place for every card, in units of one edge."""
    count = len(names)
    wanted = _distances(names, pairs, marks)
    places = {name: (cos(2 * pi * k / count), sin(2 * pi * k / count)) for k, name in enumerate(names)}
    for _ in range(_ROUNDS):
        for name in names:
            x = y = total = 0.0
            for other in names:
                if other != name:
                    goal = wanted[name, other]
                    pull = goal**-2
                    apart = dist(places[name], places[other]) or 1e-6
                    x += pull * (places[other][0] + goal * (places[name][0] - places[other][0]) / apart)
                    y += pull * (places[other][1] + goal * (places[name][1] - places[other][1]) / apart)
                    total += pull
            if total:
                places[name] = (x / total, y / total)
    return places


def _distances(names: list[str], pairs: list[tuple[str, str]], marks: Marks) -> dict[tuple[str, str], float]:
    """The wanted distance of each two cards: the edges between them, and more between the groups of a witness."""
    far = _BETWEEN_PARTS
    wanted = {(a, b): far if a != b else 0.0 for a in names for b in names}
    joined = {frozenset(pair) for pair in pairs}
    steps = {key: 1.0 if frozenset(key) in joined else float("inf") for key in wanted}
    for middle in names:
        for a in names:
            for b in names:
                steps[a, b] = min(steps[a, b], steps[a, middle] + steps[middle, b])
    group_of = {name: number for number, group in enumerate(marks.groups) for name in group}
    for (a, b), edges in steps.items():
        if a != b:
            aside = _ASIDE if group_of.get(a) != group_of.get(b) else 1.0
            wanted[a, b] = far if edges == float("inf") else aside * edges
    return wanted


def _on_paper(places: dict[str, Point]) -> dict[str, Point]:
    """The places in points, turned so that the picture is wide, and with no card on another."""
    count = len(places)
    middle = [sum(place[k] for place in places.values()) / count for k in (0, 1)]
    centred = {name: (x - middle[0], y - middle[1]) for name, (x, y) in places.items()}
    skew = 2 * sum(x * y for x, y in centred.values())
    turn = -0.5 * atan2(skew, sum(x * x - y * y for x, y in centred.values()))
    turned = {
        name: (_UNIT * (x * cos(turn) - y * sin(turn)), _UNIT * (x * sin(turn) + y * cos(turn)))
        for name, (x, y) in centred.items()
    }
    for _ in range(_ROUNDS):
        for a, b in combinations(turned, 2):
            (ax, ay), (bx, by) = turned[a], turned[b]
            apart = dist((ax, ay), (bx, by)) or 1e-6
            if apart < _CLOSEST:
                dx, dy = ((_CLOSEST / apart - 1) * (q - p) / 2 for p, q in ((ax, bx), (ay, by)))
                turned[a], turned[b] = (ax - dx, ay - dy), (bx + dx, by + dy)
    return turned


def _picture(
    board: Board,
    cards: dict[str, tuple[int, Card]],
    pairs: list[tuple[str, str]],
    places: dict[str, Point],
    marks: Marks,
    text: str,
) -> str:
    left, right = (side(x for x, _ in places.values()) for side in (min, max))
    top = min(y for _, y in places.values())
    width = max(round(right - left) + _WIDTH + 2 * _MARGIN, _SMALLEST)
    start = (width - (right - left)) / 2
    at = {name: (round(x - left + start), round(y - top + _MARGIN + _HEIGHT / 2)) for name, (x, y) in places.items()}
    lines = textwrap.wrap(text, (width - 2 * _MARGIN + 40) // 7)
    bottom = max(y for _, y in at.values()) + _HEIGHT // 2 + _MARGIN
    height = bottom + (19 * len(lines) + 14 if lines else 0)
    parts = [
        *[_halo([at[name] for name in group]) for group in marks.groups],
        *[_segment(at[a], at[b], _EDGE, 1.4) for a, b in pairs],
        *[_segment(at[a], at[b], _KEY, 4.5) for a, b in marks.edges],
    ]
    for name, (_, card) in cards.items():
        parts += _card(card, *at[name], name in marks.keys)
    parts += [label(line, width // 2, bottom + 8 + 19 * k, 13, _TEXT, "normal") for k, line in enumerate(lines)]
    title = f"Graph of the Birds of a Feather board: {board.text(tops_only=True)}"
    return document(width, height, title, f'rx="14" fill="{_PAPER}"', parts)


def _halo(group: list[Spot]) -> str:
    """The background of a group: its convex hull with a broad rim."""
    corners = " ".join(f"{x},{y}" for x, y in _hull(group))
    return (
        f'<polygon points="{corners}" fill="{_GROUP}" stroke="{_GROUP}" stroke-width="{_HALO}" stroke-linejoin="round" '
        'stroke-linecap="round"/>'
    )


def _hull(spots: list[Spot]) -> list[Spot]:
    """The corners of the convex hull, around once (Andrew's monotone chain)."""
    ordered = sorted(set(spots))
    corners: list[Spot] = []
    for chain in (ordered, ordered[::-1]):
        first = len(corners)
        for x, y in chain:
            while len(corners) - first >= 2:
                (ax, ay), (bx, by) = corners[-2:]
                if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                    break
                corners.pop()
            corners.append((x, y))
    return corners


def _segment(start: Spot, end: Spot, colour: str, width: float) -> str:
    ends = f'x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _card(card: Card, x: int, y: int, is_key: bool) -> list[str]:
    rim, width = (_KEY, 3.5) if is_key else (_RIM, 1.2)
    face = (
        f'<rect x="{x - _WIDTH // 2}" y="{y - _HEIGHT // 2}" width="{_WIDTH}" height="{_HEIGHT}" rx="7" '
        f'fill="{_CARD}" stroke="{rim}" stroke-width="{width}"/>'
    )
    if not card.is_standard:
        return [face, label(str(card), x, y + 4, 11, COLOURS[-1])]
    colour = COLOURS[card.suit - 1]
    rank = str(card)[0].replace("T", "10")
    return [face, label(rank, x, y - 3, 19, colour), label(SYMBOLS[card.suit - 1], x, y + 20, 20, colour, "normal")]
