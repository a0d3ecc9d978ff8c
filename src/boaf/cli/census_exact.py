"""`boaf census exact`: chances that are counted, not estimated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from boaf.cli.boards import Json
from boaf.files import json_text

if TYPE_CHECKING:
    from boaf.census.exact import Hands


def exact(as_json: Json = False) -> None:
    """The exact chance that 1 … 52 random cards fall into several flocks, so that no board of them can be solved.

    An odd bird is a card that matches no other; flocks are the hands that are disconnected without one.

    JSON: {hands: [{cards, hands, odd_bird, flocks, disconnected, share}]}; the chance is disconnected / hands.

    Example: boaf census exact
    """
    from boaf.census.exact import count_hands

    found = count_hands()
    typer.echo(json_text({"hands": [hands.to_json() for hands in found]}) if as_json else _describe(found))


def _describe(found: list[Hands]) -> str:
    lines = [f"{'cards':>5}{'odd bird':>17}{'flocks':>16}{'disconnected':>17}{'of hands':>22}  chance"]
    for hands in found:
        kinds = f"{hands.odd_bird:17,}{hands.flocks:16,}{hands.disconnected:17,}"
        chance = f"{float(hands.disconnected_share):.6g}"
        lines.append(f"{hands.cards:5}{kinds}{hands.hands:22,}  {chance}")
    return "\n".join(lines)
