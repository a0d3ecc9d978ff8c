"""What Sang & Yoon (2019) say of their tables in words.

Their three questions are answered by these rows. (a) Can a network tell unsolvable deals, also those without an odd
bird? Tables 3 and 5 set it beside the odd-bird rule. (b) Does what was learnt on deals carry over to later states?
Table 4. (c) Which maps help? Table 3. Claims about networks hang on how long these are trained, so `--check` does not
compare them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boaf.papers.neural_study import ALL, BOAF, INIT, SETS
from boaf.papers.quantity import Quantity

NEGLIGIBLE = 0.01
"""What counts as a negligible difference between accuracies: one point."""


def of_networks(tests: Mapping[tuple[str, str], float]) -> list[Quantity]:
    """What Table 2 is to show; accuracies on the test part by data set and network."""
    quantities = []
    for condition in ("without convolution", "without shrinking"):
        gain = tests[INIT, "both"] - tests[INIT, condition]
        name = f"InitSet is predicted worse {condition}"
        quantities.append(Quantity.claim(name, gain > 0, _points(gain), is_exact=False))
    for name in (BOAF, ALL):
        gains = [tests[name, "both"] - tests[name, one] for one in ("without convolution", "without shrinking")]
        quantities.append(
            Quantity.claim(
                f"{name}: neither convolution nor shrinking matters much",
                max(map(abs, gains)) < NEGLIGIBLE,
                f"gains of {' and '.join(map(_points, gains))}",
                is_exact=False,
            )
        )
    return quantities


def of_layers(on_init: Mapping[int, float], on_all: Mapping[int, float]) -> list[Quantity]:
    """What Figure 5 is to show; accuracies on the test part by the number of layers."""
    best, worst = max(on_init, key=lambda layers: on_init[layers]), min(on_all, key=lambda layers: on_all[layers])
    best_note, worst_note = f"best with {best}", f"worst with {worst}"
    return [
        Quantity.claim("InitSet: one layer is best", best == 1, best_note, is_exact=False),
        Quantity.claim("All: one layer is worst", worst == 1, worst_note, is_exact=False),
    ]


def of_features(tests: Mapping[tuple[str, str], float]) -> list[Quantity]:
    """What Table 3 is to show; accuracies on the test part by data set and maps."""
    quantities = []
    for name in SETS:
        ranking = sorted((feature for one, feature in tests if one == name), key=lambda feature: -tests[name, feature])
        place, allowed = ranking.index("all maps") + 1, 2 if name == INIT else 1
        claim = f"{name}: all maps together are {'second best' if name == INIT else 'best'}"
        quantities.append(Quantity.claim(claim, place == allowed, f"place {place} here", is_exact=False))
        gain = tests[name, "all maps"] - tests[name, "odd bird"]
        claim = f"{name}: all maps are better than odd birds alone"
        quantities.append(Quantity.claim(claim, gain > 0, _points(gain), is_exact=False))
    return quantities


def of_trials(name: str, shares: Sequence[float]) -> Quantity:
    """What the text says of its trials."""
    spread = max(shares) - min(shares)
    claim = f"{name}: the variance over trials is negligible"
    return Quantity.claim(claim, spread < NEGLIGIBLE, f"{_points(spread)} from worst to best", is_exact=False)


def of_transfer(on_boaf: float, rule: float) -> Quantity:
    """What Table 4 is to show."""
    name = "trained on InitSet, BOAF is predicted better than by the odd-bird rule"
    return Quantity.claim(name, on_boaf > rule, _points(on_boaf - rule), is_exact=False)


def of_unsolvable(found: Mapping[str, float]) -> Quantity:
    """What Table 5 is to show; the shares of unsolvable deals recognised, by maps."""
    gain = found["all maps"] - found["odd bird"]
    name = "all maps recognise more unsolvable deals than odd birds alone"
    return Quantity.claim(name, gain > 0, _points(gain), is_exact=False)


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f} points"
