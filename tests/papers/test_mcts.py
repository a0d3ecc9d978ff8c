"""The tables of Roberson & Sperduto (2019)."""

from boaf_papers.framework.quantity import Quantity
from boaf_papers.roberson_sperduto.player import falls


def test_a_rate_falls_only_outside_the_intervals() -> None:
    before = Quantity.share("a", None, 990, 1_000)
    assert not falls(before, Quantity.share("b", None, 246, 249))
    assert falls(before, Quantity.share("b", None, 900, 1_000))
