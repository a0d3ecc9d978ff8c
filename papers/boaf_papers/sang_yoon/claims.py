"""What Sang & Yoon (2019) say of their tables in words.

Their three questions are answered by these rows. (a) Can a network tell unsolvable deals, also those without an odd
bird? Tables 3 and 5 compare it with the odd-bird rule. (b) Does what was learnt on deals carry over to later states?
Table 4. (c) Which maps help? Table 3. Claims about networks depend on how long these are trained, so `--check` does not
compare them. A table has claims once all of its networks are finished; if one of them has died, so that it answers the
same for every board, the claim says that it shows little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.sang_yoon import ALL, BOAF, INIT, SETS
from boaf_papers.sang_yoon.rows import SAME, Score

NEGLIGIBLE = 0.01
"""What counts as a negligible difference between accuracies: less than one point, as the tables say."""
NOTED_ACROSS = {
    INIT: "printed: two of the authors' trials, noted as 58.7 to 68.1 %, each on all of BOAF",
    BOAF: "the authors' notes have 89.9 % in three trials, 61.1 % in one, and 49.9 % in two with a lower learning rate",
}
"""By the set that networks are trained on, what the authors' notes say of Table 4: Neural_Network/data/statistics in
github.com/yoonsejong/BirdsOfAFeatherNN."""
NOTED_TRIALS = "the authors' notes have ten trials of this network between 50.0 and 91.8 %"
"""In the same file, of 15 layers on InitSet."""
PRINTED_DEAD = f"printed, by Table 3: networks {SAME}"


def of_networks(tests: Mapping[tuple[str, str], Score]) -> list[Quantity]:
    """What Table 2 is to show; scores by data set and network."""
    quantities = []
    others = ("without convolution", "without shrinking")
    for condition in others:
        both, without = tests[INIT, "both"], tests[INIT, condition]
        gain = both.share - without.share
        claim = f"InitSet is predicted worse {condition}"
        quantities.append(_claim(claim, gain > 0, _points(gain), {"both": both, condition: without}))
    for name in (BOAF, ALL):
        scores = {condition: tests[name, condition] for condition in ("both", *others)}
        gains = [scores["both"].share - scores[one].share for one in others]
        claim = f"{name}: neither convolution nor shrinking improves it significantly"
        note = f"gains of {' and '.join(map(_points, gains))}"
        quantities.append(_claim(claim, max(gains) < NEGLIGIBLE, note, scores))
    return quantities


def of_layers(name: str, tests: Mapping[int, Score]) -> list[Quantity]:
    """What Figure 5 is to show of InitSet and of All; scores by the number of layers."""
    scores = {f"{layers} layer{'s' * (layers > 1)}": score for layers, score in tests.items()}
    shares = {layers: score.share for layers, score in tests.items()}
    if name == INIT:
        best = max(shares, key=lambda layers: shares[layers])
        extreme = _claim(f"{name}: one layer is best", best == 1, f"best with {best}", scores)
    else:
        worst = min(shares, key=lambda layers: shares[layers])
        extreme = _claim(f"{name}: one layer is worst", worst == 1, f"worst with {worst}", scores)
    several = [share for layers, share in shares.items() if layers > 1]
    spread = max(several) - min(several)
    note = f"{_points(spread)} from worst to best"
    claim = f"{name}: no significant difference among more than one layer"
    others = {layers: score for layers, score in scores.items() if layers != "1 layer"}
    return [extreme, _claim(claim, spread < NEGLIGIBLE, note, others)]


def of_features(
    tests: Mapping[tuple[str, str], Score], features: Sequence[str], rules: Mapping[str, float], printed_gain: float
) -> list[Quantity]:
    """What Table 3 is to show; scores by data set and maps, and what the odd-bird rule scores on each set.

    `printed_gain` is what all maps are better than the rule on InitSet by the paper's own figures.
    """
    quantities = []
    for name in SETS:
        known = {feature: tests[name, feature] for feature in features}
        place = sorted(known, key=lambda feature: -known[feature].share).index("all maps") + 1
        is_second = name == INIT
        claim = f"{name}: all maps together are {'second best' if is_second else 'best'}"
        quantities.append(_claim(claim, place == 1 + is_second, f"place {place} here", known))
        compared = {feature: known[feature] for feature in ("all maps", "odd bird")}
        gain = known["all maps"].share - known["odd bird"].share
        claim = f"{name}: all maps are better than odd birds alone"
        quantities.append(_claim(claim, gain > 0, _points(gain), compared))
        if name in rules:
            gain = known["all maps"].share - rules[name]
            note = _points(gain)
            why = f"nor in the printed figures: {_points(printed_gain)}" if name == INIT else UNEXPLAINED
            claim = f"{name}: all maps are well above the odd-bird rule"
            quantities.append(_claim(claim, gain >= NEGLIGIBLE, note, {"all maps": known["all maps"]}, why))
    return quantities


def of_trials(name: str, scores: Sequence[Score]) -> Quantity:
    """What the text says of its trials."""
    shares = [score.share for score in scores]
    spread = max(shares) - min(shares)
    claim = f'{name}: over trials "the variances were negligible in most cases"'
    note = (
        f"{_points(spread)} from worst to best, read as: less than one; the trials here differ in first weights and "
        "order, not in parts"
    )
    trials = {f"trial {number}": score for number, score in enumerate(scores, 1)}
    return _claim(claim, spread < NEGLIGIBLE, note, trials, NOTED_TRIALS if name == INIT else UNEXPLAINED)


def of_transfer(tests: Mapping[tuple[str, str, str], Score], alone: Sequence[str], rule: float) -> list[Quantity]:
    """What Table 4 is to show; scores by the sets of training and test and by maps.

    `alone` are the maps of networks trained on BOAF that the transfer is to beat, `rule` what the odd-bird rule scores.
    """
    moved = tests[INIT, BOAF, "all maps"]
    claim = "trained on InitSet, BOAF is predicted better than by the odd-bird rule"
    quantities = [_claim(claim, moved.share > rule, _points(moved.share - rule), {"the network": moved})]
    for feature in alone:
        trained = tests[BOAF, BOAF, feature]
        claim = f"trained on InitSet, BOAF is predicted better than by a network of {feature} trained on BOAF"
        gain = moved.share - trained.share
        note = f"{_points(gain)}; the paper does not say what that network was trained on"
        compared = {"the one trained on InitSet": moved, f"the one of {feature}": trained}
        quantities.append(_claim(claim, gain > 0, note, compared, PRINTED_DEAD))
    own, other = (tests[name, INIT, "all maps"] for name in (INIT, BOAF))
    claim = "trained on BOAF, InitSet is predicted about as well as trained on InitSet"
    gain = other.share - own.share
    compared = {"the one trained on InitSet": own, "the one trained on BOAF": other}
    return [*quantities, _claim(claim, abs(gain) < NEGLIGIBLE, _points(gain), compared, NOTED_ACROSS[BOAF])]


def of_unsolvable(found: Mapping[str, Score]) -> Quantity:
    """What Table 5 is to show; the shares of unsolvable deals recognised, by maps."""
    compared = {feature: found[feature] for feature in ("all maps", "odd bird")}
    gain = found["all maps"].share - found["odd bird"].share
    return _claim("all maps recognise more unsolvable deals than odd birds alone", gain > 0, _points(gain), compared)


def _claim(text: str, holds: bool, note: str, compared: Mapping[str, Score], why: str = UNEXPLAINED) -> Quantity:
    """A claim about some networks; `why` it fails, unless one of them has died."""
    dead = [name for name, score in compared.items() if score.is_dead]
    if dead:
        note += f"; shows little, since here {_joined(dead)} had networks {SAME}"
    if not holds:
        note += f"; {UNEXPLAINED if dead else why}"
    return Quantity.claim(text, holds, note, is_exact=False)


def _joined(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f} points"
