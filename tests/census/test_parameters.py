import pytest

from boaf.census.parameters import Parameters, Shard
from boaf.support.errors import BoafError


def test_chunks_cover_the_range_once() -> None:
    parameters = Parameters(-5, 2300, chunk_size=500)
    seeds = [seed for chunk in parameters.chunks for seed in parameters.seeds(chunk)]
    assert seeds == list(range(-5, 2300))
    assert len(parameters.chunks) == 5


def test_all_numbered_deals_can_be_asked_for() -> None:
    assert len(Parameters(0, 1 << 31).chunks) == 21475


def test_shards_share_the_chunks() -> None:
    chunks = Parameters(0, 1050, chunk_size=100).chunks
    parts = [list(Shard.parse(f"{i}/4").of(chunks)) for i in range(1, 5)]
    assert parts[0] == [0, 4, 8]
    assert sorted(chunk for part in parts for chunk in part) == list(chunks)
    assert list(Shard.parse("9/9").of(range(3))) == []


@pytest.mark.parametrize("text", ["0/4", "5/4", "4", "1/0", "a/b", "-1/4", ""])
def test_a_bad_shard_is_refused(text: str) -> None:
    with pytest.raises(BoafError, match="write it as i/n"):
        Shard.parse(text)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"start": 5, "stop": 5}, "start must be below stop"),
        ({"start": 6, "stop": 5}, "start must be below stop"),
        ({"start": 0, "stop": (1 << 31) + 1}, "there are only 2\\^31"),
        ({"start": 1 << 62, "stop": (1 << 62) + 1}, "between −2\\^62 and 2\\^62"),
        ({"start": 0, "stop": 5, "rows": 8, "cols": 8}, "has 64 cells"),
        ({"start": 0, "stop": 5, "rows": 0}, "at least one row"),
        ({"start": 0, "stop": 5, "chunk_size": 0}, "a chunk holds 1 to"),
        ({"start": 0, "stop": 5, "max_nodes": -1}, "must not be negative"),
        ({"start": 0, "stop": 5, "max_nodes": 1 << 63}, "must be at most 2\\^62"),
        (
            {"start": 0, "stop": 1 << 31, "chunk_size": 1},
            "at most 1,000,000 chunks, not 2,147,483,648: make them larger",
        ),
    ],
)
def test_impossible_parameters_are_refused(values: dict[str, int], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        Parameters(**values)  # type: ignore[arg-type]


def test_parameters_survive_json() -> None:
    parameters = Parameters(3, 9, 5, 6, solutions=True, max_nodes=7)
    assert Parameters.from_json(parameters.to_json()) == parameters
    for wrong in (None, [], {}, parameters.to_json() | {"extra": 1}):
        with pytest.raises(BoafError):
            Parameters.from_json(wrong)
