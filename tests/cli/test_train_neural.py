"""`boaf train neural`, and `boaf predict` with what it makes."""

import json
import re
from pathlib import Path

import pytest

from boaf.cli import main

pytestmark = pytest.mark.slow

DATA = ["--data", "states:300"]


def setup_module() -> None:
    pytest.importorskip("torch")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_network_is_trained_and_used(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "neural", "--out", "net.safetensors", *DATA, "--layers", "1", "--epochs", "2", "--json"]
    assert main([*words, "--plot", "loss.png", "--maps", "rank,movability", "--weighted"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["network"], answer["boards"], answer["epochs"]) == ("maps", 300, 2)
    assert 0 <= answer["test_accuracy"] <= 1
    assert len((place / "net.safetensors.jsonl").read_text().splitlines()) == 2
    assert (place / "loss.png").stat().st_size > 1000
    assert not (place / "net.safetensors.checkpoint").exists()
    assert main(["predict", "--model", "net.safetensors", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["model"] == "net.safetensors"
    assert 0 <= found["probability"] <= 1


@pytest.mark.parametrize("name", ["maps", "layers", "width", "rounds"])
def test_the_help_has_the_defaults_of_the_plan(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from boaf.learn.neural import TrainingPlan

    assert main(["train", "neural", "--help"]) == 0
    told = re.search(rf"--{name} [A-Z]+ [^-]*default: ([^)]+)\)", " ".join(capsys.readouterr().out.split()))
    assert told
    default = getattr(TrainingPlan(), name)
    assert told[1] == (",".join(default) if isinstance(default, tuple) else str(default))


@pytest.mark.usefixtures("place")
def test_the_example_of_the_help_works(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "neural", "--help"]) == 0
    (example,) = [line.strip() for line in capsys.readouterr().out.splitlines() if "Example: " in line]
    assert main(example.removeprefix("Example: boaf ").split()) == 0


def test_our_network_is_known_by_name_and_takes_any_size(capsys: pytest.CaptureFixture[str]) -> None:
    for words, expected in ((["1"], True), (["1264"], False), (["2H 3H 9S / 4H 5H 6H"], False)):
        assert main(["predict", "--model", "stacks", *words, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["model"] == "stacks"
        assert (answer["probability"] > 0.5) == expected


@pytest.mark.usefixtures("place")
def test_our_network_looks_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", "--model", "stacks", "--lookahead", "1", "1264", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["model"] for answer in answers] == ["stacks"] * 2
    assert answers[0]["probability"] > 0.9 > 0.1 > answers[1]["probability"]
    assert main(["train", "neural", "--out", "maps", "--epochs", "1", *DATA]) == 0
    capsys.readouterr()
    for words, complaint in (
        (["--model", "maps"], "has no lookahead"),
        ([], "is not a network: --lookahead"),
    ):
        assert main(["predict", *words, "--lookahead", "1"]) == 2
        assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--maps", "colour"], "unknown map 'colour'"),
        (["--layers", "0"], "'layers' must be a whole number from 1 to 1,000"),
        (["--network", "magic"], "unknown network 'magic': choose from maps, stacks"),
        (["--epochs", "0"], "epochs must be above 0"),
        (["--split", "hand"], "unknown split 'hand'"),
        (["--network", "stacks", "--width", "48"], "multiple of the number of heads"),
        (["--network", "stacks", "--width", "0"], "'width' must be a whole number from 1 to 1,024"),
        (["--network", "stacks", "--rounds", "-3"], "'rounds' must be a whole number from 1 to 64"),
        (["--rate", "nan"], "'nan' is not a number"),
        (["--seed", "-1"], "seed must lie between"),
        (["--plot", "loss.xyz"], "cannot draw loss.xyz: its name must end in .png, .svg, .pdf"),
        (["--rate", "1e9", "--epochs", "2"], "the loss is not a number after epoch 1: choose a lower learning rate"),
    ],
)
@pytest.mark.usefixtures("place")
def test_bad_options_are_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "neural", "--out", "net.safetensors", *DATA, *words]) == 2
    complaint = capsys.readouterr().err
    assert message in complaint
    assert complaint.count("\n") == 1


def test_training_can_go_on_from_a_network(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "neural", *DATA, "--epochs", "1"]
    assert main([*words, "--out", str(place / "first"), "--layers", "1"]) == 0
    assert main([*words, "--out", str(place / "second"), "--from", str(place / "first")]) == 0
    assert main([*words, "--out", "third", "--from", str(place / "first"), "--network", "stacks"]) == 2
    assert "is a network of maps, not of stacks" in capsys.readouterr().err


def test_a_network_of_another_size_says_so(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "neural", "--out", str(place / "net"), *DATA, "--layers", "1", "--epochs", "1"]) == 0
    assert main(["predict", "--model", str(place / "net"), "1", "--rows", "3", "--cols", "3"]) == 2
    assert "made for 4 × 4 boards, not for 3 × 3" in capsys.readouterr().err
