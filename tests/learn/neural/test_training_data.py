"""Lines of play, splits and their leak."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from boaf.kernel.dealing import EMPTY
from boaf.learn.data.making import interesting_states, make
from boaf.learn.data.recipes import Progress
from boaf.learn.neural.graph_inputs import stacks_of
from boaf.learn.neural.training_data import Mixture, boards_of, leak_of, lines_of_play, split
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError

pytestmark = pytest.mark.slow


def test_lines_of_play_are_labelled_rightly_and_have_both_kinds_of_children() -> None:
    cards, solvable, seeds = lines_of_play(1_000, 1_012)
    assert (solve_many(cards).solvable == solvable).all()
    families = seeds * 17 + stacks_of(cards)
    for family in np.unique(families):
        assert 0 < solvable[families == family].mean() < 1


def test_lines_of_play_of_a_seed_depend_on_the_seed_alone() -> None:
    cards, _, seeds = lines_of_play(1_000, 1_004)
    alone, _, _ = lines_of_play(1_003, 1_004)
    assert (cards[seeds == 1_003] == alone).all()


def test_a_split_by_seed_shares_no_deal_and_tells_nothing() -> None:
    data = split(interesting_states(12), "seed")
    assert data.parts is not None
    parts = [set(data.seeds[data.parts == part].tolist()) for part in range(3)]
    assert not parts[0] & parts[1] | parts[0] & parts[2] | parts[1] & parts[2]
    leak = leak_of(data)
    assert leak.shared_deals == leak.shared_siblings == 0


def test_a_split_by_state_leaks() -> None:
    data = interesting_states(12)
    by_seed, by_state = leak_of(split(data, "seed")), leak_of(split(data, "state"))
    assert by_state.shared_deals > 0.95
    assert by_state.shared_siblings > 0.9
    assert by_state.sibling_accuracy > by_seed.sibling_accuracy + 0.1


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(BoafError, match="unknown split 'hand': choose from seed, state"):
        split(interesting_states(1), "hand")


def test_a_mixture_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mixture, "chunk_size", 4)
    mixture = Mixture(lines=9, validation_lines=3, deals=20_000)
    whole = make(mixture, tmp_path / "whole.parquet").data

    @contextmanager
    def interrupted(_work: str, total: int | None, _unit: str) -> Iterator[Progress]:
        left = [(total or 0) // 2]

        def progress(done: int) -> None:
            left[0] -= done
            if left[0] < 0:
                raise KeyboardInterrupt

        yield progress

    with pytest.raises(KeyboardInterrupt):
        make(mixture, tmp_path / "again.parquet", interrupted)
    again = make(mixture, tmp_path / "again.parquet")
    assert again.computed < mixture.total
    for part in ("train", "validation"):
        assert (again.data.part(part).cards == whole.part(part).cards).all()
        assert (again.data.part(part).solvable == whole.part(part).solvable).all()
    deals = (whole.cards != EMPTY).all(axis=1)
    assert whole.solvable[deals].mean() == 0.5
    assert len(boards_of(whole, "train", 3).cards) == np.sum(whole.parts == 0) + 2 * np.sum(deals & (whole.parts == 0))
