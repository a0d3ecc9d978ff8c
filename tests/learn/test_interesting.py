import hashlib

from boaf.learn.interesting import JavaRandom, csv_row, interesting_states


def test_the_first_hundred_seeds_are_those_of_the_challenge() -> None:
    digest, rows, solvable = hashlib.md5(), 0, 0
    for states in interesting_states(100):
        for cards, label in zip(states.cards, states.solvable, strict=True):
            digest.update(csv_row(cards, bool(label)).encode())
        rows += len(states.cards)
        solvable += int(states.solvable.sum())
    assert (rows, solvable) == (11_862, 5_719)
    assert digest.hexdigest() == "db131c2d3b21f1a8c8e37f976fba3bea"


def test_the_generator_is_javas() -> None:
    random = JavaRandom(0)
    assert [random.below(10) for _ in range(6)] == [0, 8, 9, 7, 5, 3]
    random = JavaRandom(42)
    assert [random.below(16) for _ in range(3)] == [11, 0, 10]
