"""Wilson's interval, against values from the literature and from its definition."""

import pytest

from boaf.support.intervals import NORMAL_QUANTILE, Interval, wilson


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


def test_percentages_have_the_digits_that_the_interval_justifies() -> None:
    assert str(wilson(1880, 1_000_000)) == "0.1880 %, 95 % interval 0.1797 % … 0.1967 %"
    assert str(Interval(2e-8, 2e-8, 4e-5)) == "2e-06 %, 95 % interval 2e-06 % … 0.00400 %"
    assert wilson(0, 10**9).percentages() == ("0.000000000 %", "0.000000000 %", "0.000000384 %")
