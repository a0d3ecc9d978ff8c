"""Values from a file are refused where they are not what they must be."""

import math

import pytest

from boaf.support.errors import BoafError
from boaf.support.schema import Shape, flag, listing, mapping, optional, real, record, text, whole

SIZE = record({"name": text()}, rows=whole(1, 52))


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (whole(0, 9), 9),
        (real(0, 1), 1),
        (real(), -1e300),
        (flag(), False),
        (text("a", "b"), "b"),
        (optional(flag()), None),
        (listing(whole(0, 9), least=1, most=2), [1, 2]),
        (mapping(flag()), {"a": True}),
        (SIZE, {"rows": 4}),
        (SIZE, {"rows": 4, "name": "n"}),
    ],
)
def test_values_of_a_shape_are_taken(shape: Shape, value: object) -> None:
    shape(value, "it")


@pytest.mark.parametrize(
    ("shape", "value", "complaint"),
    [
        (whole(0, 9), 10, "it must be a whole number from 0 to 9, but it is 10"),
        (whole(0, 9), 1.0, "it must be a whole number from 0 to 9, but it is 1.0"),
        (whole(0, 9), True, "it must be a whole number from 0 to 9, but it is True"),
        (real(), math.nan, "it must be a number, but it is nan"),
        (real(0, 1), 1.5, "it must be a number from 0 to 1, but it is 1.5"),
        (real(), "1", "it must be a number, but it is '1'"),
        (flag(), 0, "it must be true or false, but it is 0"),
        (text("a", "b"), "c", "it must be one of a, b, but it is 'c'"),
        (text(), None, "it must be a text, but it is None"),
        (optional(flag()), "no", "it must be true or false, but it is 'no'"),
        (listing(flag()), {}, "it must be a list, but it is {}"),
        (listing(flag(), least=3, most=3), [True], "it must be a list of 3 entries, but it is [True]"),
        (listing(flag()), [True, 1], "entry 2 of it must be true or false, but it is 1"),
        (mapping(flag()), {"a": 1}, "'a' must be true or false, but it is 1"),
        (mapping(), [], "it must be an object, but it is []"),
        (SIZE, [], "it must be an object, but it is []"),
        (SIZE, {}, "it has no entry 'rows'"),
        (SIZE, {"rows": 4, "colour": 1}, "it has an unknown entry 'colour'"),
    ],
)
def test_other_values_are_refused_with_what_they_must_be(shape: Shape, value: object, complaint: str) -> None:
    with pytest.raises(BoafError) as refused:
        shape(value, "it")
    assert str(refused.value) == complaint
