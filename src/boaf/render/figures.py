"""Plots, with matplotlib (extra `plots`)."""

from __future__ import annotations

from pathlib import Path

from boaf.errors import BoafError
from boaf.papers.quantity import Figure

_MARKERS = "osD^vP*X<>"


def draw(figure: Figure, path: Path) -> None:
    """Draw a figure to a file; the suffix chooses the format (png, svg, pdf)."""
    try:
        import matplotlib
    except ImportError:
        raise BoafError("plots need matplotlib: install boaf with the extra 'plots'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    picture, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for curve, marker in zip(figure.curves, _MARKERS, strict=False):
        axes.plot(curve.x, curve.y, marker=marker, markersize=4, label=curve.name)
    axes.set(title=figure.title, xlabel=figure.x_label, ylabel=figure.y_label)
    if figure.log_scale:
        axes.set_yscale("log")
    axes.grid(alpha=0.3)
    axes.legend()
    try:
        picture.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise BoafError(f"cannot draw {path}: {error}") from None
    finally:
        pyplot.close(picture)
