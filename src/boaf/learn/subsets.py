"""The feature subsets A … L of Araki et al. (2019), Table 2, and the groups of features that `boaf train` names.

The copy of the paper that was read here lacks the table. Its text fixes one of the twelve, F: all graph features but
islands. Of H it says only that it has three features, all of the compatibility graph; Table 3 prints an error of 0.400
in a linear regression and 1,381 nodes. Islands are not among them, since the text speaks of "the others in subset F".
Which three is open: by error, two degree statistics with node connectivity come nearest; by nodes, none stands out
(`boaf reproduce solvability --table triples` has both for all triples). H is read as minimum, maximum and mean degree,
the cheapest to compute. The other ten are our reading of the rule that the text gives: what one pass over the board
yields belongs together, what needs the compatibility graph belongs together, expensive features (islands, node
connectivity) are left out in turn, and the number of stacks, which siblings share, is in none.
"""

from __future__ import annotations

from collections.abc import Sequence

from boaf.learn.board_features import ARAKI, ARAKI_CARD, ARAKI_GRAPH, FEATURES, HOSHINO_KAHN, KNOWN_FEATURES
from boaf.learn.relaxation_features import NAMES as RELAXATIONS
from boaf.support.errors import BoafError

_CARDS = tuple(name for name in ARAKI_CARD if name != "stacks")
_COUNTS = ("aces", "kings", "rank_deviation", "club_ratio", "diamond_ratio", "heart_ratio", "spade_ratio")
_LINES = tuple(name for name in ARAKI_CARD if name.startswith("rc_count"))
_MOVES = tuple(name for name in ARAKI_CARD if name.startswith("rc_compatibility"))
_DEGREES = tuple(name for name in ARAKI_GRAPH if name.endswith("_degree"))
_CHEAP = tuple(name for name in ARAKI_GRAPH if name not in ("islands", "node_connectivity"))

SUBSETS: dict[str, tuple[str, ...]] = {
    "A": (*ARAKI_GRAPH, *_CARDS),
    "B": (*(name for name in ARAKI_GRAPH if name != "islands"), *_CARDS),
    "C": (*_CHEAP, *_CARDS),
    "D": _CARDS,
    "E": ARAKI_GRAPH,
    "F": tuple(name for name in ARAKI_GRAPH if name != "islands"),
    "G": _CHEAP,
    "H": ("min_degree", "max_degree", "mean_degree"),
    "I": (*_DEGREES, *_MOVES),
    "J": (*_COUNTS, *_LINES),
    "K": _MOVES,
    "L": _LINES,
}
"""The subsets; A has everything."""
GROUPS = {
    "all": tuple(FEATURES),
    "known": tuple(KNOWN_FEATURES),
    "araki": ARAKI,
    "graph": ARAKI_GRAPH,
    "card": ARAKI_CARD,
    "hoshino-kahn": HOSHINO_KAHN,
    "relaxations": RELAXATIONS,
    **SUBSETS,
}
"""The features of each group, by the names that `train` and `boaf train --features` know: `GROUPS["araki"]` are the 25
of Araki et al. (2019), by our reading with the number of stacks, `GROUPS["hoshino-kahn"]` the three of Hoshino & Kahn
(2019)."""


def features_named(names: str | Sequence[str]) -> tuple[str, ...]:
    """The features that names stand for: groups, subsets and single features, in one text separated by commas."""
    found: dict[str, None] = {}
    for name in filter(None, (part.strip() for part in (names.split(",") if isinstance(names, str) else names))):
        if name not in GROUPS and name not in KNOWN_FEATURES:
            raise BoafError(
                f"unknown feature {name!r}: choose from {', '.join(GROUPS)}, or from what `boaf features --all 1` shows"
            )
        found |= dict.fromkeys(GROUPS.get(name, (name,)))
    if not found:
        raise BoafError("no feature is named")
    return tuple(found)
