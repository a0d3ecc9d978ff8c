"""The deal of a formula as a picture, with colours for the roles of the cards.

The deal is drawn as small squares, with a band for each clause and one for the rows of the variables. A drawing is a
list of boxes and labels, which is written as SVG, or as PNG with matplotlib (extra `research`).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from boaf.reduction.construction import Construction, Part
from boaf.render.board import document
from boaf.support.errors import require
from boaf.support.files import write_file

PAPER, BANDS, _LAST_BAND, _INK = "#ffffff", ("#f5f3ec", "#eae7dc"), "#ece2f2", "#2b2b2b"
COLOURS = {
    Part.ACTIVATOR: "#c8323c",
    Part.OPPOSITE: "#f0a62f",
    Part.RUNNER: "#008fa0",
    Part.CLAUSE: "#2c5f95",
    Part.EXIT: "#5d9440",
    Part.VARIABLE: "#7d3a91",
    Part.FILLER: BANDS[1],
}
_FONT = "'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif"
_SIDE, MARGIN, LEGEND = 800, 70, 46


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
        y, height = MARGIN + rows.start * cell, len(rows) * cell
        marks.append(Box(MARGIN, y, side, height, colour))
        marks.append(Label(MARGIN / 2, y + height / 2, 11, name))
    literals = 2 * deal.formula.variables * cell
    marks.append(Label(MARGIN + literals / 2, MARGIN - 12, 11, "literals"))
    marks.append(Box(MARGIN, MARGIN - 4, literals, 2, _INK))
    for (row, column), part in sorted(deal.parts.items()):
        if part is not Part.FILLER:
            x, y = MARGIN + column * cell, MARGIN + row * cell
            marks.append(Box(x + 0.5, y + 0.5, cell - 1, cell - 1, COLOURS[part]))
    width = max(side, LEGEND_WIDTH) + 2 * MARGIN
    marks += legend(MARGIN, side + MARGIN + LEGEND / 2)
    return Drawing(width, side + MARGIN + LEGEND, f"a deal of {deal.size} × {deal.size} cards", marks)


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
    return document(drawn.width, drawn.height, drawn.title, f'fill="{PAPER}"', lines, style)


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
        yield f"C{block + 1}", range(block * height, (block + 1) * height), BANDS[block % 2]
    yield "variables", range(below, deal.size), _LAST_BAND


def legend(x: float, y: float) -> Iterator[Box | Label]:
    """What the colours mean, in a line that begins at a point."""
    for part, colour in COLOURS.items():
        yield Box(x, y - 5, 10, 10, colour)
        yield Label(x + 16, y, 11, str(part), is_centred=False)
        x += _legend_step(part)


def _legend_step(part: Part) -> float:
    return 16 + 6.4 * len(part) + 14


LEGEND_WIDTH = sum(map(_legend_step, COLOURS))
