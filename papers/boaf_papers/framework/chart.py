"""Charts for the pages: curves and grids of values as SVG that is small and always the same.

`boaf.render.figures` draws with matplotlib, whose output depends on its version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import cycle
from math import ceil, floor, log10

from boaf.render.board import document
from boaf.render.figures import Curve, Figure

_WIDTH, _HEIGHT = 640, 320
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 34, 190, 46
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
_TICKS = 5
_CELL = 22
_STYLE = ' font-family="Helvetica,Arial,sans-serif" font-size="12"'


@dataclass(frozen=True)
class Picture:
    """Grids of values from 0 to 1 side by side, each with its name."""

    title: str
    grids: list[tuple[str, list[list[float]]]]


def chart(figure: Figure | Picture) -> str:
    """The figure as an SVG document."""
    return _grids(figure) if isinstance(figure, Picture) else _curves(figure)


def _text(text: str, x: float, y: float, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.5g}" y="{y:.5g}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'


def _curves(figure: Figure) -> str:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    x_ticks = _ticks([x for curve in figure.curves for x in curve.x])
    y_values = [y for curve in figure.curves for y in curve.y if y > 0 or not figure.log_scale]
    y_ticks = _powers(y_values) if figure.log_scale else _ticks(y_values)

    def across(x: float) -> float:
        return _LEFT + (right - _LEFT) * (x - x_ticks[0]) / (x_ticks[-1] - x_ticks[0])

    def up(y: float) -> float:
        low, high, value = (log10(v) if figure.log_scale else v for v in (y_ticks[0], y_ticks[-1], y))
        return bottom - (bottom - _TOP) * (value - low) / (high - low)

    parts = [_text(figure.title, (_LEFT + right) / 2, 20, extra=' font-weight="bold"')]
    for tick in y_ticks:
        y = up(tick)
        parts.append(f'<path d="M{_LEFT} {y:.5g}H{right}" stroke="#ddd"/>')
        parts.append(_text(f"{tick:,.10g}", _LEFT - 6, y + 4, "end"))
    parts += [_text(f"{tick:,.10g}", across(tick), bottom + 16) for tick in x_ticks]
    parts.append(f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#333"/>')
    parts.append(_text(figure.x_label, (_LEFT + right) / 2, _HEIGHT - 10))
    middle = (_TOP + bottom) / 2
    parts.append(_text(figure.y_label, 14, middle, extra=f' transform="rotate(-90 14 {middle:.5g})"'))
    for number, (curve, colour) in enumerate(zip(figure.curves, cycle(_COLOURS), strict=False)):
        parts.append(f'<path d="{_path(curve, across, up, figure.log_scale)}" fill="none" stroke="{colour}"/>')
        y = _TOP + 10 + 18 * number
        parts.append(f'<path d="M{right + 12} {y - 4}h16" stroke="{colour}" stroke-width="3"/>')
        parts.append(_text(curve.name, right + 34, y, "start"))
    return document(_WIDTH, _HEIGHT, figure.title, 'fill="#fff"', parts, _STYLE)


def _path(curve: Curve, across: Callable[[float], float], up: Callable[[float], float], log_scale: bool) -> str:
    points = [(x, y) for x, y in zip(curve.x, curve.y, strict=True) if y > 0 or not log_scale]
    return "M" + "L".join(f"{across(x):.5g} {up(y):.5g}" for x, y in points)


def _ticks(values: list[float]) -> list[float]:
    """Round numbers from below the least value to above the largest."""
    low, high = min(values), max(values)
    span = high - low or abs(high) or 1.0
    unit = 10 ** floor(log10(span / _TICKS))
    step = next(unit * k for k in (1, 2, 5, 10) if span <= unit * k * _TICKS)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _powers(values: list[float]) -> list[float]:
    low = floor(log10(min(values)))
    return [10.0**k for k in range(low, max(ceil(log10(max(values))), low + 1) + 1)]


def _grids(picture: Picture) -> str:
    parts, x = [], 16
    rows = max(len(grid) for _, grid in picture.grids)
    for name, grid in picture.grids:
        width = _CELL * len(grid[0])
        parts.append(_text(name, x + width / 2, 46))
        for row, line in enumerate(grid):
            for col, value in enumerate(line):
                grey = f"#{round(255 * value):02x}" + f"{round(255 * value):02x}" * 2
                parts.append(
                    f'<rect x="{x + _CELL * col}" y="{54 + _CELL * row}" width="{_CELL}" height="{_CELL}" '
                    f'fill="{grey}" stroke="#888"/>'
                )
        x += width + 20
    parts.append(_text(picture.title, x / 2, 20, extra=' font-weight="bold"'))
    return document(x, 64 + _CELL * rows, picture.title, 'fill="#fff"', parts, _STYLE)
