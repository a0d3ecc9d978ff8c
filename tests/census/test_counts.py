"""Counts of verdicts: unknown ones are counted both ways."""

from boaf.census.chunks import Counts, total
from boaf.support.intervals import wilson


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
