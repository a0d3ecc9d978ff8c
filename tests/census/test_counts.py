"""Wilson's interval, against values from the literature and from its definition."""

import pytest

from boaf.census.counts import NORMAL_QUANTILE, Counts, total, wilson


@pytest.mark.parametrize(
    ("found", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, Table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_the_literature(found: int, trials: int, low: float, high: float) -> None:
    interval = wilson(found, trials)
    assert interval.share == found / trials
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_the_bounds_are_shares_from_which_the_observation_is_just_so_far() -> None:
    share, low, high = wilson(1880, 1_000_000)
    for bound in (low, high):
        assert abs(share - bound) == pytest.approx(NORMAL_QUANTILE * (bound * (1 - bound) / 1_000_000) ** 0.5)


def test_nothing_and_everything_stay_within_zero_and_one() -> None:
    assert wilson(0, 0) == (0, 0, 1)
    assert wilson(0, 5).low == 0
    assert wilson(5, 5).high == 1


def test_unknown_deals_are_counted_both_ways() -> None:
    interval = Counts(solvable=90, unsolvable=6, unknown=4).unsolvable_share()
    assert interval.share == 6 / 96
    assert interval.low == wilson(6, 100).low
    assert interval.high == wilson(10, 100).high
    assert Counts(unknown=3).unsolvable_share().high == 1
    assert Counts(90, 6, 4).solvable_share().low == 1 - interval.high


def test_counts_add_up_in_order_of_precedence() -> None:
    parts = [Counts(1, 2, 3, {"collapse": 2}, 10), Counts(4, 1, 0, {"odd-bird": 1}, 5)]
    together = total(parts, reasons=True)
    assert together == Counts(5, 3, 3, {"odd-bird": 1, "collapse": 2}, 15)
    assert list(together.reasons or {}) == ["odd-bird", "collapse"]
    assert total(parts, reasons=False).reasons is None
