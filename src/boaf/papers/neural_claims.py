"""What Sang & Yoon (2019) say of their tables in words.

Their three questions are answered by these rows. (a) Can a network tell unsolvable deals, also those without an odd
bird? Tables 3 and 5 set it beside the odd-bird rule. (b) Does what was learnt on deals carry over to later states?
Table 4. (c) Which maps help? Table 3. Claims about networks hang on how long these are trained, so `--check` does not
compare them. A claim has a row once the networks it speaks of are finished.
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
    others = ("without convolution", "without shrinking")
    for condition in others:
        if {(INIT, "both"), (INIT, condition)} <= tests.keys():
            gain = tests[INIT, "both"] - tests[INIT, condition]
            name = f"InitSet is predicted worse {condition}"
            quantities.append(Quantity.claim(name, gain > 0, _points(gain), is_exact=False))
    for name in (BOAF, ALL):
        if {(name, "both"), *((name, one) for one in others)} <= tests.keys():
            gains = [tests[name, "both"] - tests[name, one] for one in others]
            claim = f"{name}: neither convolution nor shrinking matters much"
            note = f"gains of {' and '.join(map(_points, gains))}"
            quantities.append(Quantity.claim(claim, max(map(abs, gains)) < NEGLIGIBLE, note, is_exact=False))
    return quantities


def of_layers(name: str, tests: Mapping[int, float]) -> Quantity:
    """What Figure 5 is to show of InitSet and of All; accuracies on the test part by the number of layers."""
    if name == INIT:
        best = max(tests, key=lambda layers: tests[layers])
        return Quantity.claim(f"{name}: one layer is best", best == 1, f"best with {best}", is_exact=False)
    worst = min(tests, key=lambda layers: tests[layers])
    return Quantity.claim(f"{name}: one layer is worst", worst == 1, f"worst with {worst}", is_exact=False)


def of_features(tests: Mapping[tuple[str, str], float], features: Sequence[str]) -> list[Quantity]:
    """What Table 3 is to show; accuracies on the test part by data set and maps."""
    quantities = []
    for name in SETS:
        known = [feature for feature in features if (name, feature) in tests]
        if len(known) == len(features):
            place = sorted(known, key=lambda feature: -tests[name, feature]).index("all maps") + 1
            allowed = 2 if name == INIT else 1
            claim = f"{name}: all maps together are {'second best' if name == INIT else 'best'}"
            quantities.append(Quantity.claim(claim, place == allowed, f"place {place} here", is_exact=False))
        if {"all maps", "odd bird"} <= set(known):
            gain = tests[name, "all maps"] - tests[name, "odd bird"]
            claim = f"{name}: all maps are better than odd birds alone"
            quantities.append(Quantity.claim(claim, gain > 0, _points(gain), is_exact=False))
    return quantities


def of_trials(name: str, shares: Sequence[float]) -> Quantity:
    """What the text says of its trials."""
    spread = max(shares) - min(shares)
    claim = f"{name}: the variance over trials is negligible"
    return Quantity.claim(claim, spread < NEGLIGIBLE, f"{_points(spread)} from worst to best", is_exact=False)


def of_transfer(
    tests: Mapping[tuple[str, str, str], float], alone: Sequence[str], rule: float | None
) -> list[Quantity]:
    """What Table 4 is to show; accuracies on the test part by the sets of training and test and by maps.

    `alone` are the maps of networks trained on BOAF that the transfer is to beat, `rule` what the odd-bird rule scores.
    """
    quantities = []
    moved = tests.get((INIT, BOAF, "all maps"))
    if moved is not None and rule is not None:
        claim = "trained on InitSet, BOAF is predicted better than by the odd-bird rule"
        quantities.append(Quantity.claim(claim, moved > rule, _points(moved - rule), is_exact=False))
    for feature in alone:
        trained = tests.get((BOAF, BOAF, feature))
        if moved is not None and trained is not None:
            claim = f"trained on InitSet, BOAF is predicted better than by a network of {feature} trained on BOAF"
            note = f"{_points(moved - trained)}; the text does not say on what that network is trained"
            quantities.append(Quantity.claim(claim, moved > trained, note, is_exact=False))
    own, other = (tests.get((name, INIT, "all maps")) for name in (INIT, BOAF))
    if own is not None and other is not None:
        claim = "trained on BOAF, InitSet is predicted about as well as trained on InitSet"
        quantities.append(Quantity.claim(claim, abs(other - own) < NEGLIGIBLE, _points(other - own), is_exact=False))
    return quantities


def of_unsolvable(found: Mapping[str, float]) -> list[Quantity]:
    """What Table 5 is to show; the shares of unsolvable deals recognised, by maps."""
    if not {"all maps", "odd bird"} <= found.keys():
        return []
    gain = found["all maps"] - found["odd bird"]
    name = "all maps recognise more unsolvable deals than odd birds alone"
    return [Quantity.claim(name, gain > 0, _points(gain), is_exact=False)]


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f} points"
