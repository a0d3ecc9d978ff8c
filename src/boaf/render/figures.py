"""Figures drawn by matplotlib (extra `research`): plots of curves, and the histogram of a census.

The suffix of the file chooses the format (png, svg, pdf).
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boaf.support.errors import BoafError, require
from boaf.support.files import write_file

if TYPE_CHECKING:
    from boaf.census.report import CensusReport

_MARKERS = "osD^vP*X<>"


@dataclass(frozen=True)
class Curve:
    """A line of a figure."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


@dataclass(frozen=True)
class Figure:
    """A plot of curves."""

    title: str
    x_label: str
    y_label: str
    curves: list[Curve]
    log_scale: bool = False


def draw(figure: Figure, path: Path) -> None:
    """Draw the curves of a figure to a file."""
    with _axes(path) as axes:
        for curve, marker in zip(figure.curves, _MARKERS, strict=False):
            axes.plot(curve.x, curve.y, marker=marker, markersize=4, label=curve.name)
        axes.set(title=figure.title, xlabel=figure.x_label, ylabel=figure.y_label)
        if figure.log_scale:
            axes.set_yscale("log")
        axes.grid(alpha=0.3)
        axes.legend()


def draw_histogram(report: CensusReport, path: Path) -> None:
    """Draw the histogram of a census's unsolvable seeds to a file (Sang & Yoon 2019, Figure 4)."""
    parameters, edges = report.parameters, report.edges
    width = (parameters.stop - parameters.start) / len(report.bins)
    mean = float(report.bins.mean())
    with _axes(path) as axes:
        axes.bar(edges[:-1], report.bins, edges[1:] - edges[:-1], align="edge", edgecolor="white", linewidth=0.5)
        axes.axhline(mean, color="red", label=f"mean {mean:,.1f}")
        axes.set(
            title=f"Unsolvable {parameters.rows} × {parameters.cols} deals, {report.counts.unsolvable:,} in all",
            xlabel="seed",
            ylabel=f"unsolvable deals in a bin of {width:,.0f}",
        )
        axes.legend()


@contextmanager
def _axes(path: Path) -> Iterator[Any]:
    """Axes to draw on, saved to a file at the end."""
    require("matplotlib", "research").use("Agg")
    pyplot = require("matplotlib.pyplot", "research")
    picture, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    drawn = io.BytesIO()
    try:
        yield axes
        picture.savefig(drawn, dpi=150, format=path.suffix[1:])
    except ValueError as error:
        raise BoafError(f"cannot draw {path}: {error}") from None
    finally:
        pyplot.close(picture)
    write_file(path, drawn.getvalue())
