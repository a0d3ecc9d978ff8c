"""The deal of a formula as a picture, with colours for the roles of the cards.

The whole deal is drawn as small squares, with a band for each clause and one for the rows of the variables. Some rows
and columns of it are drawn with the names of the cards. A drawing is a list of boxes and labels, which is written as
SVG, or as PNG with matplotlib (extra `research`).
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from boaf.reduction.construction import Construction, Part
from boaf.render.board import document
from boaf.support.errors import require
from boaf.support.files import write_file

_PAPER, _BANDS, _LAST_BAND, _INK = "#ffffff", ("#f5f3ec", "#eae7dc"), "#ece2f2", "#2b2b2b"
_COLOURS = {
    Part.ACTIVATOR: "#c8323c",
    Part.OPPOSITE: "#f0a62f",
    Part.RUNNER: "#008fa0",
    Part.CLAUSE: "#2c5f95",
    Part.EXIT: "#5d9440",
    Part.VARIABLE: "#7d3a91",
    Part.FILLER: _BANDS[1],
}
_FONT = "'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif"
_SIDE, _NAMED_WIDTH, _NAMED_HEIGHT, _MARGIN, _LEGEND, _FRAME = 800, 58, 26, 70, 46, 3


class Box(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


class Label(NamedTuple):
    """A text around a point, or to the right of it."""

    x: float
    y: float
    size: float
    text: str
    fill: str = _INK
    is_centred: bool = True


class Drawing(NamedTuple):
    """Boxes and labels, in the order in which they are drawn."""

    width: float
    height: float
    title: str
    marks: list[Box | Label]


def picture(deal: Construction) -> Drawing:
    """The whole deal, a square for each card."""
    cell = max(_SIDE // deal.size, 4)
    side = deal.size * cell
    marks: list[Box | Label] = []
    for name, rows, colour in _bands(deal):
        y, height = _MARGIN + rows.start * cell, len(rows) * cell
        marks.append(Box(_MARGIN, y, side, height, colour))
        marks.append(Label(_MARGIN / 2, y + height / 2, 11, name))
    literals = 2 * deal.formula.variables * cell
    marks.append(Label(_MARGIN + literals / 2, _MARGIN - 12, 11, "literals"))
    marks.append(Box(_MARGIN, _MARGIN - 4, literals, 2, _INK))
    for (row, column), part in sorted(deal.parts.items()):
        if part is not Part.FILLER:
            x, y = _MARGIN + column * cell, _MARGIN + row * cell
            marks.append(Box(x + 0.5, y + 0.5, cell - 1, cell - 1, _COLOURS[part]))
    width = max(side, _LEGEND_WIDTH) + 2 * _MARGIN
    marks += _legend(_MARGIN, side + _MARGIN + _LEGEND / 2)
    return Drawing(width, side + _MARGIN + _LEGEND, f"a deal of {deal.size} × {deal.size} cards", marks)


def close_up(
    deal: Construction, rows: Sequence[int], regions: Mapping[str, Collection[tuple[int, int]]] | None = None
) -> Drawing:
    """Some rows of a deal with the names of the cards, without the columns that hold fillers only.

    The cells of each of `regions`, which maps colours to cells, get a frame; one within the other if they overlap.
    """
    shown = {(row, column): part for (row, column), part in deal.parts.items() if part is not Part.FILLER}
    columns = sorted({column for row, column in shown if row in rows})
    marks: list[Box | Label] = []
    for x, column in enumerate(columns):
        left = _MARGIN / 2 + x * _NAMED_WIDTH
        if column < 2 * deal.formula.variables:
            head = f"{'¬' * (column % 2)}u{column // 2 + 1}"
            marks.append(Label(left + _NAMED_WIDTH / 2, _MARGIN / 2, 12, head))
        for y, row in enumerate(rows):
            part, top = shown.get((row, column)), _MARGIN + y * _NAMED_HEIGHT
            colour = _COLOURS[part] if part else _BANDS[0]
            frames = [frame for frame, cells in (regions or {}).items() if (row, column) in cells]
            for number, fill in enumerate([*frames, colour]):
                inset = 1 + _FRAME * number
                marks.append(Box(left + inset, top + inset, _NAMED_WIDTH - 2 * inset, _NAMED_HEIGHT - 2 * inset, fill))
            if part:
                name = deal.name(deal.cards[row, column])
                marks.append(Label(left + _NAMED_WIDTH / 2, top + _NAMED_HEIGHT / 2, 12, name, _PAPER))
    bottom = _MARGIN + len(rows) * _NAMED_HEIGHT
    marks += _legend(_MARGIN / 2, bottom + _LEGEND / 2)
    width = max(_MARGIN + len(columns) * _NAMED_WIDTH, _LEGEND_WIDTH + _MARGIN)
    return Drawing(width, bottom + _LEGEND, f"{len(rows)} rows of a deal", marks)


def to_svg(drawn: Drawing) -> str:
    """The picture as an SVG document."""
    lines = []
    for mark in drawn.marks:
        if isinstance(mark, Box):
            shape = f'x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}" height="{mark.height:g}"'
            lines.append(f'<rect {shape} fill="{mark.fill}"/>')
        else:
            where = f'x="{mark.x:g}" y="{mark.y + mark.size * 0.36:g}" font-size="{mark.size:g}"'
            anchor = ' text-anchor="middle"' * mark.is_centred
            lines.append(f'<text {where}{anchor} fill="{mark.fill}">{escape(mark.text)}</text>')
    style = f' font-family="{_FONT}"'
    return document(drawn.width, drawn.height, drawn.title, f'fill="{_PAPER}"', lines, style)


def write_png(drawn: Drawing, path: Path) -> None:
    """The picture as a PNG file of twice the size, drawn by matplotlib."""
    require("matplotlib", "research")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    dots = 144
    figure = Figure(figsize=(2 * drawn.width / dots, 2 * drawn.height / dots), dpi=dots)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, drawn.width)
    axes.set_ylim(drawn.height, 0)
    axes.axis("off")
    for mark in drawn.marks:
        if isinstance(mark, Box):
            axes.add_patch(Rectangle((mark.x, mark.y), mark.width, mark.height, facecolor=mark.fill, linewidth=0))
        else:
            points = mark.size * 2 * 72 / dots
            side = "center" if mark.is_centred else "left"
            axes.text(mark.x, mark.y, mark.text, size=points, color=mark.fill, ha=side, va="center")
    content = io.BytesIO()
    figure.savefig(content, format="png")
    write_file(path, content.getvalue())


def _bands(deal: Construction) -> Iterator[tuple[str, range, str]]:
    """The name, the rows and the colour of each part of the deal, from above."""
    clauses = len(deal.formula.clauses)
    below = next(row for row in range(deal.size) if not deal.is_runner_row(row))
    height = below // clauses
    for block in range(clauses):
        yield f"C{block + 1}", range(block * height, (block + 1) * height), _BANDS[block % 2]
    yield "variables", range(below, deal.size), _LAST_BAND


def _legend(x: float, y: float) -> Iterator[Box | Label]:
    for part, colour in _COLOURS.items():
        yield Box(x, y - 5, 10, 10, colour)
        yield Label(x + 16, y, 11, str(part), is_centred=False)
        x += _legend_step(part)


def _legend_step(part: Part) -> float:
    return 16 + 6.4 * len(part) + 14


_LEGEND_WIDTH = sum(map(_legend_step, _COLOURS))
