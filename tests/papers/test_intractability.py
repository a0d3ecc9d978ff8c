"""The boards that Hoshino & Notarangelo (2019) print."""

import pytest

from boaf_papers import reproduce
from boaf_papers.hoshino_notarangelo import examples


def test_every_board_is_what_the_paper_says() -> None:
    (table,) = reproduce("intractability", "small", ["examples"])
    assert [one.name for one in table.quantities if not one.computed] == []
    for number in range(1, 14):
        assert any(f"Table {number}" in one.name for one in table.quantities), number


@pytest.mark.parametrize(
    ("name", "wrong", "failing"),
    [
        ("TABLE_3", "JD 2D QC / 5D / KD / AD", "Table 2: eight more moves lead to Table 3"),
        ("TABLE_4", "2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 7S", "Table 4 has no move"),
        ("TABLE_8", "51.71 / 55.73 / 55.74", "Table 7: Table 8 can be reached"),
        ("TABLE_12", "4C 4H * / * * 3C 2C / * * * / AC * * *", "Table 12 has the side of 4H, and QH in turn"),
    ],
)
def test_a_board_that_is_printed_otherwise_fails(
    name: str, wrong: str, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, name, wrong)
    (table,) = reproduce("intractability", "small", ["examples"])
    assert failing in [one.name for one in table.quantities if not one.computed]
