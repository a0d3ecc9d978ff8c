"""Samples of model files, networks and checkpoints."""

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

import boaf as library
from boaf.kernel.dealing import cards_of
from boaf.learn import load
from boaf.models import model_file
from boaf.models.learned import linear_body, read_learned
from boaf.models.model_file import Description
from tests.fuzz.harness import Answer, Reader, Sample, boaf
from tests.fuzz.mutations import Mutation, Resigned, spoil_bytes, spoil_json, spoil_numbers, spoil_words


def samples() -> list[Sample]:
    """All of them, as far as what they need is installed."""
    found = [_linear(), _trees(), _printed_tree()]
    if find_spec("skops"):
        found.append(_sklearn())
    if find_spec("torch") and find_spec("safetensors"):
        from tests.fuzz.networks import samples as networks

        found += networks()
    return found


def _linear() -> Sample:
    description = Description("linear-regression", "linear", ("min_degree", "mean_degree"), {"link": "clip"})
    return _archive(
        "model, linear", description, linear_body(np.array([0.25, -0.5]), 0.75), (spoil_json, spoil_numbers)
    )


def _trees() -> Sample:
    description, body = model_file.parse(model_file.read_bytes("lightgbm-F"), "lightgbm-F")
    trees = body.decode().split("\nTree=")
    few = "\nTree=".join(trees[:4]) + "\n\nend of trees\n"
    return _archive("model, trees", description, few.encode(), (spoil_words, spoil_numbers))


def _printed_tree() -> Sample:
    from boaf.learn.feature_models import PrintedTree

    tree = PrintedTree()
    return _archive("model, printed tree", tree.description, tree.body(), (spoil_bytes,), is_formula=False)


def _sklearn() -> Sample:
    from boaf.learn import train

    model = train("decision-tree", "states:60", ("min_degree", "max_degree"), folds=0, parameters={"max_depth": 2})
    return _archive("model, sklearn", model.description, model.body(), (_spoil_member,), is_formula=False)


def _archive(
    name: str, description: Description, body: bytes, of_body: tuple[Mutation, ...], *, is_formula: bool = True
) -> Sample:
    header = description.to_header()
    content = _packed(json.dumps(header).encode(), body)
    readers: dict[str, Reader] = {
        "predict": lambda path: boaf("predict", 1, "--model", path, "--json"),
        "load": likely_of,
    }
    if is_formula:
        readers["solve --solver ordered"] = lambda path: boaf(
            "solve", 1, "--solver", "ordered", "-o", f"model={path}", "--max-nodes", 5000, "--json"
        )
        readers["read_learned"] = lambda path: read_learned(str(path)) and None

    def with_header(_content: bytes, random: Random) -> bytes:
        spoiled = spoil_json(json.dumps(header | {"sha256": _digest(body)}).encode(), random)
        return Resigned(_packed(spoiled, body))

    def with_body(spoil: Mutation, _content: bytes, random: Random) -> bytes:
        return Resigned(_packed(json.dumps(header).encode(), spoil(body, random)))

    mutations = (spoil_bytes, with_header, *(partial(with_body, spoil) for spoil in of_body))
    judge = partial(judge_likely, cache(lambda: likely_in(content)))
    return Sample(name, {"m.boaf": content}, "m.boaf", mutations, readers, judge)


def likely_in(content: bytes) -> float:
    """What the model in a file with this content says of deal 1."""
    with TemporaryDirectory() as place:
        path = Path(place) / "model"
        path.write_bytes(content)
        return likely_of(path)


def likely_of(path: Path) -> float:
    """What a model says of deal 1."""
    board = library.deal(1)
    return float(load(path).probability(cards_of(board)[None], board.rows, board.cols)[0])


def judge_likely(valid: Callable[[], float], answer: object, content: bytes) -> str | None:
    """A model whose signature was not remade is the valid one; any model gives probabilities."""
    if isinstance(answer, Answer) and "verdict" in (found := json.loads(answer.out)):
        return "deal 1 is solvable" if found["verdict"] == "unsolvable" else None
    if answer is None:
        return None
    likely = json.loads(answer.out)["probability"] if isinstance(answer, Answer) else answer
    if not (isinstance(likely, float) and math.isfinite(likely) and 0 <= likely <= 1):
        return f"the probability is {likely}"
    if not isinstance(content, Resigned) and likely != valid():
        return f"the probability is {likely}, not {valid()}"
    return None


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _packed(header: bytes, body: bytes) -> bytes:
    """A model file; a header that is proper JSON and has no signature gets one."""
    try:
        values = json.loads(header)
        if "sha256" not in values:
            header = json.dumps(values | {"sha256": _digest(body)}).encode()
    except (ValueError, TypeError, RecursionError):
        pass
    return _zipped({"model.json": header, "body": body})


def _zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _spoil_member(body: bytes, random: Random) -> bytes:
    """A member of an archive spoiled, the archive itself being whole."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(sorted(members))
    spoil = random.choice((spoil_json, spoil_bytes)) if name.endswith(".json") else spoil_bytes
    return _zipped(members | {name: spoil(members[name], random)})
