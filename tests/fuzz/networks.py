"""Samples of safetensors files: networks of both kinds, and the checkpoint of a training."""

import json
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from safetensors.torch import load as load_tensors

from boaf.kernel.dealing import draw_deals
from boaf.learn.neural.network_files import load_network, read_tensors, save_network, write_tensors
from boaf.learn.neural.networks import new_network
from boaf.learn.neural.training import TrainingOptions, train
from boaf.learn.neural.training_data import LabelledBoards
from tests.fuzz.harness import Reader, Sample, boaf
from tests.fuzz.models import judge_likely, likely_in, likely_of
from tests.fuzz.mutations import Resigned, spoil_bytes, spoil_json

_LENGTH = 8


def samples() -> list[Sample]:
    """All of them."""
    return [
        _network("maps", {"rows": 4, "cols": 4, "maps": ["rank"], "layers": 2}, ()),
        _network("stacks", {"width": 8, "heads": 2, "rounds": 1}, (0.5, 0.25, 0.0)),
        _checkpoint(),
    ]


def _network(kind: str, options: dict[str, object], ahead: tuple[float, ...]) -> Sample:
    content = _written(lambda path: save_network(new_network(kind, options), path, {"seed": 0}, {}, ahead))
    readers: dict[str, Reader] = {
        "load": likely_of,
        "predict": lambda path: boaf("predict", 1, "--model", path, "--json"),
        "load_network": lambda path: load_network(path) and None,
    }
    if ahead:
        readers["predict --lookahead"] = lambda path: (
            boaf("predict", 1, "--model", path, "--lookahead", "--json") and None
        )
    judge = partial(judge_likely, cache(lambda: likely_in(content)))
    return Sample(f"network, {kind}", {"n.safetensors": content}, "n.safetensors", _MUTATIONS, readers, judge)


def _checkpoint() -> Sample:
    options = TrainingOptions(epochs=2, batch=8)
    boards = LabelledBoards(4, 4, draw_deals(np.arange(8), 16), np.array([True, False] * 4))
    whole: list[list[float]] = []

    def go_on(path: Path) -> object:
        """Train on from the checkpoint; what comes of it must be what comes of a training never stopped."""
        network = new_network("maps", {"maps": ["rank"], "layers": 2})
        trained = train(network, boards, boards, options, checkpoint=path)
        return [[epoch.train_loss, epoch.validation_loss] for epoch in trained.history]

    def stopped(path: Path) -> None:
        network = new_network("maps", {"maps": ["rank"], "layers": 2})
        train(network, boards, boards, options, checkpoint=path, stop_after=1)

    def judge(answer: object, content: bytes) -> str | None:
        if not whole:
            with TemporaryDirectory() as place:
                whole.append(go_on(Path(place) / "c"))  # type: ignore[arg-type]
        return (
            None
            if isinstance(content, Resigned) or answer == whole[0]
            else f"it went on to {answer}, not to {whole[0]}"
        )

    return Sample("checkpoint", {"c": _written(stopped)}, "c", _MUTATIONS, {"train": go_on}, judge)


def _written(write) -> bytes:  # type: ignore[no-untyped-def]
    with TemporaryDirectory() as place:
        path = Path(place) / "file"
        write(path)
        return path.read_bytes()


def _spoil_facts(content: bytes, random: Random) -> bytes:
    """The facts spoiled as JSON, and signed again where they still are JSON."""
    header = json.loads(content[_LENGTH : _LENGTH + int.from_bytes(content[:_LENGTH], "little")])
    facts = json.loads(header["__metadata__"]["facts"])
    facts.pop("sha256")
    text = spoil_json(json.dumps(facts).encode(), random)
    try:
        return Resigned(_written(lambda path: write_tensors(path, load_tensors(content), json.loads(text))))
    except (ValueError, TypeError, RecursionError):
        header["__metadata__"]["facts"] = text.decode()
        return _with_header(content, json.dumps(header).encode())


def _spoil_header(content: bytes, random: Random) -> bytes:
    """The table of the tensors spoiled; what is signed is then something else."""
    header = content[_LENGTH : _LENGTH + int.from_bytes(content[:_LENGTH], "little")]
    return _with_header(content, spoil_json(header, random))


def _spoil_tensors(content: bytes, random: Random) -> bytes:
    """A tensor with strange numbers, another size or type, or under another name, and signed again."""
    with TemporaryDirectory() as place:
        path = Path(place) / "file"
        path.write_bytes(content)
        tensors, facts = read_tensors(path)
        name = random.choice(sorted(tensors))
        value = tensors.pop(name)
        twice = value.repeat(2, *[1] * (value.ndim - 1)) if value.ndim else value
        strange = (value * 1e30, value * float("nan"), value.double(), value.long(), value.bfloat16(), twice)
        changed = random.choice((*strange, value.flatten()[:1]))
        write_tensors(path, tensors | {random.choice((name, name, "other")): changed}, facts)
        return Resigned(path.read_bytes())


def _with_header(content: bytes, header: bytes) -> bytes:
    rest = content[_LENGTH + int.from_bytes(content[:_LENGTH], "little") :]
    return len(header).to_bytes(_LENGTH, "little") + header + rest


_MUTATIONS = (spoil_bytes, _spoil_facts, _spoil_header, _spoil_tensors)
