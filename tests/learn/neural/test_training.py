"""Training learns, is reproducible, and goes on after an interruption as if nothing had happened."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from boaf.learn.data.making import random_states
from boaf.learn.neural.training_data import LabelledBoards
from boaf.support.errors import BoafError

if TYPE_CHECKING:
    import torch

    from boaf.learn.neural.inference import loss_and_accuracy, probabilities
    from boaf.learn.neural.network_files import load_network, read_tensors, save_network, write_tensors
    from boaf.learn.neural.networks import new_network
    from boaf.learn.neural.training import TrainingOptions, train

pytestmark = pytest.mark.slow

STACKS: dict[str, Any] = {"width": 16, "heads": 8, "rounds": 2}
QUICK: TrainingOptions
PAPER: TrainingOptions


def setup_module() -> None:
    """Import what needs PyTorch when a test runs, not when tests are collected."""
    global torch, loss_and_accuracy, probabilities, load_network, read_tensors, save_network, write_tensors
    global new_network, train, QUICK, PAPER
    torch = pytest.importorskip("torch")
    from boaf.learn.neural.inference import loss_and_accuracy, probabilities
    from boaf.learn.neural.network_files import load_network, read_tensors, save_network, write_tensors
    from boaf.learn.neural.networks import new_network
    from boaf.learn.neural.training import TrainingOptions, train

    QUICK = TrainingOptions(batch=50, epochs=4, schedule="fall", optimizer="muon", averaging=0.9, warm_up=5)
    PAPER = TrainingOptions(batch=50, epochs=4)


@pytest.fixture(scope="module")
def boards() -> LabelledBoards:
    data = random_states(1_200, seed=3)
    return LabelledBoards(4, 4, data.cards, data.solvable)


def halves(boards: LabelledBoards) -> tuple[LabelledBoards, LabelledBoards]:
    half = len(boards.cards) // 2
    first = boards._replace(cards=boards.cards[:half], solvable=boards.solvable[:half])
    return first, boards._replace(cards=boards.cards[half:], solvable=boards.solvable[half:])


@pytest.mark.thorough
def test_a_tiny_network_of_stacks_learns(boards: LabelledBoards) -> None:
    training, test = halves(boards)
    network = new_network("stacks", STACKS)
    trained = train(network, training, test, replace(QUICK, epochs=8))
    most_frequent = max(test.solvable.mean(), 1 - test.solvable.mean())
    assert loss_and_accuracy(trained.network, test)[1] > most_frequent + 0.15
    assert trained.history[-1].train_loss < trained.history[0].train_loss


def test_the_network_of_the_paper_learns_one_map(boards: LabelledBoards) -> None:
    training, test = halves(boards)
    network = new_network("maps", {"maps": ["movability"], "layers": 1})
    trained = train(network, training, test, replace(PAPER, epochs=25, learning_rate=5e-3))
    most_frequent = max(test.solvable.mean(), 1 - test.solvable.mean())
    assert loss_and_accuracy(trained.network, test)[1] > most_frequent + 0.1


@pytest.mark.parametrize(("kind", "options", "recipe"), [("stacks", STACKS, "QUICK"), ("maps", {"layers": 3}, "PAPER")])
def test_an_interrupted_training_gives_the_same_bits(
    kind: str, options: dict[str, Any], recipe: str, boards: LabelledBoards, tmp_path: Path
) -> None:
    training, validation = halves(boards)
    plan = {"QUICK": QUICK, "PAPER": PAPER}[recipe]
    whole = train(new_network(kind, options), training, validation, plan, checkpoint=tmp_path / "whole")
    for _ in range(4):
        parts = train(
            new_network(kind, options), training, validation, plan, checkpoint=tmp_path / "parts", stop_after=1
        )
    first, second = read_tensors(tmp_path / "whole")[0], read_tensors(tmp_path / "parts")[0]
    assert first.keys() == second.keys()
    assert all(torch.equal(value, second[name]) for name, value in first.items())
    assert [epoch.validation_loss for epoch in whole.history] == [epoch.validation_loss for epoch in parts.history]


def test_training_twice_gives_the_same_bits(boards: LabelledBoards) -> None:
    training, validation = halves(boards)
    one, other = (train(new_network("stacks", STACKS), training, validation, QUICK) for _ in range(2))
    weights = other.network.state_dict()
    assert all(torch.equal(value, weights[name]) for name, value in one.network.state_dict().items())


def test_training_stops_early_and_keeps_the_best_weights(boards: LabelledBoards) -> None:
    training, validation = halves(boards)
    recipe = replace(PAPER, epochs=100, patience=2, learning_rate=0.05)
    trained = train(new_network("maps", {"layers": 1}), training, validation, recipe)
    assert len(trained.history) == trained.best + 2 < 100
    assert trained.history[trained.best - 1].validation_loss == min(e.validation_loss for e in trained.history)
    best = trained.history[trained.best - 1].validation_loss
    assert loss_and_accuracy(trained.network, validation)[0] == pytest.approx(best)


def test_metrics_are_lines_of_json(boards: LabelledBoards, tmp_path: Path) -> None:
    training, validation = halves(boards)
    recipe = replace(PAPER, epochs=2)
    train(new_network("maps", {"layers": 1}), training, validation, recipe, metrics=tmp_path / "metrics")
    lines = [json.loads(line) for line in (tmp_path / "metrics").read_text().splitlines()]
    assert [line["epoch"] for line in lines] == [1, 2]
    assert 0 < lines[1]["validation_accuracy"] <= 1


def test_a_checkpoint_of_another_training_is_refused(boards: LabelledBoards, tmp_path: Path) -> None:
    training, validation = halves(boards)
    file = tmp_path / "checkpoint"
    train(new_network("maps", {"layers": 1}), training, validation, PAPER, checkpoint=file, stop_after=1)
    with pytest.raises(BoafError, match="another training, with other recipe"):
        train(new_network("maps", {"layers": 1}), training, validation, replace(PAPER, seed=1), checkpoint=file)
    with pytest.raises(BoafError, match="another training, with other options"):
        train(new_network("maps", {"layers": 3}), training, validation, PAPER, checkpoint=file)
    turned = training._replace(solvable=~training.solvable)
    with pytest.raises(BoafError, match="another training, with other boards"):
        train(new_network("maps", {"layers": 1}), turned, validation, PAPER, checkpoint=file)
    with pytest.raises(BoafError, match="another training, with other first weights"):
        train(new_network("maps", {"layers": 1}, seed=1), training, validation, PAPER, checkpoint=file)


@pytest.mark.thorough
def test_the_number_of_epochs_may_change_until_the_rates_fall(boards: LabelledBoards, tmp_path: Path) -> None:
    training, validation = halves(boards)
    file = tmp_path / "checkpoint"
    train(new_network("stacks", STACKS), training, validation, QUICK, checkpoint=file, stop_after=1)
    longer = train(new_network("stacks", STACKS), training, validation, replace(QUICK, epochs=5), checkpoint=file)
    direct = train(new_network("stacks", STACKS), training, validation, replace(QUICK, epochs=5))
    assert [e.validation_loss for e in longer.history] == [e.validation_loss for e in direct.history]
    with pytest.raises(BoafError, match="another training"):
        train(new_network("stacks", STACKS), training, validation, replace(QUICK, epochs=9), checkpoint=file)


def test_a_saved_network_answers_the_same(boards: LabelledBoards, tmp_path: Path) -> None:
    network = new_network("stacks", STACKS, seed=5)
    save_network(network, tmp_path / "net.safetensors", {"seed": 5}, {"accuracy": 0.5})
    loaded, description = load_network(tmp_path / "net.safetensors")
    assert (probabilities(network, boards.cards, 4, 4) == probabilities(loaded, boards.cards, 4, 4)).all()
    assert description.recipe == {"seed": 5}
    assert description.kind == "stacks"


def test_a_file_that_holds_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BoafError, match="cannot read"):
        load_network(tmp_path / "text")
    with pytest.raises(BoafError, match="No such file"):
        load_network(tmp_path / "missing")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": None}, "'kind' must be a text"),
        ({"parameters": None}, "'parameters' must be an object"),
        ({"versions": 1}, "'versions' must be an object"),
        ({"parameters": {"layers": 1, "ahead": [1.0, "x", 0.0]}}, "entry 2 of 'ahead' must be a number"),
        ({"parameters": {"layers": 1, "ahead": [1.0]}}, "'ahead' must be a list of 3 entries"),
        ({"kind": "magic"}, "unknown network 'magic'"),
        ({"parameters": {"colour": 1}}, "does not fit its description"),
        ({"parameters": {"layers": "x"}}, "does not fit its description"),
        ({"parameters": {"layers": 1, "rows": -4}}, "does not fit its description"),
        ({"kind": "stacks", "parameters": {"heads": 0}}, "'heads' must be a whole number from 1 to 64"),
        ({"kind": "stacks", "parameters": {"rounds": 1_000_000}}, "'rounds' must be a whole number from 1 to 64"),
        ({"kind": "stacks", "parameters": {"rounds": 64, "width": 1000}}, "the tensor 'answer.0.bias' is missing"),
        ({"format": "another"}, "is not a boaf model file"),
    ],
)
def test_a_network_with_other_facts_is_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    save_network(new_network("maps", {"layers": 1}), file, {}, {})
    tensors, facts = read_tensors(file)
    write_tensors(file, tensors, facts | change)
    with pytest.raises(BoafError, match=message):
        load_network(file)


def test_a_network_without_numbers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    save_network(new_network("maps", {"layers": 1}), file, {}, {})
    tensors, facts = read_tensors(file)
    write_tensors(file, {name: value * float("nan") for name, value in tensors.items()}, facts)
    with pytest.raises(BoafError, match="values that are not finite"):
        load_network(file)


def _facts_replaced(file: Path, facts: str) -> None:
    """Put another text in place of the facts of a file, without a digest."""
    write_tensors(file, {"weight": torch.zeros(1)}, {"facts": "here"})
    content = file.read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    header["__metadata__"]["facts"] = facts
    text = json.dumps(header).encode()
    rest = content[8 + int.from_bytes(content[:8], "little") :]
    file.write_bytes(len(text).to_bytes(8, "little") + text + rest)


@pytest.mark.parametrize(
    "facts", ["[" * 100_000, '{"ahead": NaN}', "[]", "{}", '{"format": 1, "format": 2}', "1" * 400]
)
def test_facts_that_could_mislead_are_refused_in_one_line(facts: str, tmp_path: Path) -> None:
    _facts_replaced(tmp_path / "net", facts)
    with pytest.raises(BoafError, match=r"^cannot read \S+: ") as refused:
        load_network(tmp_path / "net")
    assert len(str(refused.value).splitlines()) == 1


def test_a_network_in_which_a_bit_has_fallen_over_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    save_network(new_network("maps", {"layers": 1}), file, {}, {})
    content = bytearray(file.read_bytes())
    content[-2] ^= 1
    file.write_bytes(content)
    with pytest.raises(BoafError, match="do not match their digest"):
        load_network(file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"best": 2}, "its epochs are inconsistent"),
        ({"steps": -1}, "'steps' must be a whole number"),
        ({"steps": 1000}, "its steps do not match its epochs"),
        ({"history": [1]}, "entry 1 of 'history' must be an object"),
        ({"recipe": None}, "'recipe' must be an object"),
    ],
)
def test_a_checkpoint_with_other_figures_is_refused(
    change: dict[str, Any], message: str, boards: LabelledBoards, tmp_path: Path
) -> None:
    file, network = tmp_path / "checkpoint", new_network("maps", {"layers": 1})
    train(network, boards, boards, PAPER, checkpoint=file, stop_after=1)
    tensors, facts = read_tensors(file)
    write_tensors(file, tensors, facts | change)
    with pytest.raises(BoafError, match=f"^cannot resume from .*{message}"):
        train(new_network("maps", {"layers": 1}), boards, boards, PAPER, checkpoint=file)


def test_a_checkpoint_with_moments_of_another_size_is_refused(boards: LabelledBoards, tmp_path: Path) -> None:
    """PyTorch's fused optimiser reads beyond the end of such a tensor."""
    file, network = tmp_path / "checkpoint", new_network("maps", {"layers": 1})
    train(network, boards, boards, PAPER, checkpoint=file, stop_after=1)
    tensors, facts = read_tensors(file)
    name = "moment.0.0.exp_avg"
    for wrong in (
        {name: tensors[name].flatten()[:1]},
        {name: tensors[name].double()},
        {"moment.0.99.step": torch.zeros(())},
    ):
        write_tensors(file, tensors | wrong, facts)
        with pytest.raises(BoafError, match=r"^cannot resume from .*the tensor 'moment\.0\."):
            train(new_network("maps", {"layers": 1}), boards, boards, PAPER, checkpoint=file)
    write_tensors(file, {key: value for key, value in tensors.items() if key != name}, facts)
    with pytest.raises(BoafError, match=r"the tensor 'moment\.0\.0\.exp_avg' is missing"):
        train(new_network("maps", {"layers": 1}), boards, boards, PAPER, checkpoint=file)
