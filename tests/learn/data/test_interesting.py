from boaf.learn.data.interesting import JavaRandom, walk_with_parents


def test_the_generator_is_javas() -> None:
    random = JavaRandom(0)
    assert [random.below(10) for _ in range(6)] == [0, 8, 9, 7, 5, 3]
    random = JavaRandom(42)
    assert [random.below(16) for _ in range(3)] == [11, 0, 10]


def test_a_number_that_is_drawn_again_changes_nothing_but_the_draws() -> None:
    """Walks begin ahead of time on the guess that every draw takes one number; here the first one takes two."""
    highest = ((1 << 31) - 1) << 17
    begin = (highest - 0xB) * pow(0x5DEECE66D, -1, 1 << 48) % (1 << 48)
    together, alone = JavaRandom(0), JavaRandom(0)
    together.state = alone.state = begin
    side_by_side = list(walk_with_parents(4, random=together))
    one_by_one = [next(walk_with_parents(seed + 1, start=seed, random=alone)) for seed in range(4)]
    for (one, _), (other, _) in zip(side_by_side, one_by_one, strict=True):
        assert (one.cards == other.cards).all()
    plain = JavaRandom(0)
    plain.state = begin
    for _ in range(4 * 15 + 1):
        plain.below(1)
    assert together.state == alone.state == plain.state
