"""Samples of what boaf writes many boards to: data sets, chunks of them, and a census."""

import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

from boaf.bench import measure, read_result
from boaf.census import Parameters, read_census, run_census
from boaf.census.blocks import Blocks, report_blocks, run_blocks
from boaf.learn.data import NumberedDeals, make, read, write
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.files import FILE_DIGEST, UNSIGNED, read_recipe, sign, with_digest
from boaf.probability import count_grid
from boaf.probability.grid import read_size
from boaf.puzzles import generation
from boaf.support.files import json_bytes
from boaf_papers.framework.cell_store import CellStore, Finished
from tests.fuzz.harness import Answer, Reader, Sample, boaf
from tests.fuzz.mutations import Mutation, Resigned, spoil_bytes, spoil_json, spoil_numbers, spoil_words

DEALS = 24
_RECIPE = NumberedDeals(0, DEALS)


def samples() -> list[Sample]:
    """All of them."""
    return [
        _parquet(),
        _csv(),
        _sidecar(),
        _challenge(),
        *_chunks(),
        *_census(),
        _size(),
        _bench(),
        _cell(),
        _puzzles(),
        *_blocks(),
    ]


def _written(path: str, save: Callable[[Path], object]) -> dict[str, bytes]:
    """The files that are there once something has been saved under a path."""
    with TemporaryDirectory() as place:
        save(Path(place) / path)
        found = sorted(file for file in Path(place).rglob("*") if file.is_file())
        return {str(file.relative_to(place)): file.read_bytes() for file in found}


def _deals() -> DataSet:
    return make_deals().data


def make_deals() -> Any:
    """The deals of the sample, with their labels."""
    with TemporaryDirectory() as place:
        return make(_RECIPE, Path(place) / "d.parquet")


_READERS: dict[str, Reader] = {
    "read": read,
    "read_recipe": lambda path: read_recipe(path) and None,
    "train": lambda path: boaf("train", "linear-regression", "--data", path, "--folds", 0, "--features", "C", "--json"),
}
_MADE: dict[str, Reader] = _READERS | {
    "dataset deals": lambda path: boaf("dataset", "deals", "--seeds", 0, DEALS, "--out", path, "--json")
}


def _judge(answer: object, content: bytes) -> str | None:
    """Boards, labels and sizes are those that were written, unless the file was signed again."""
    if not isinstance(answer, DataSet) or isinstance(content, Resigned):
        return None
    true = _deals()
    if (answer.rows, answer.cols) != (4, 4) or not np.array_equal(answer.cards, true.cards):
        return "its boards are others"
    return None if np.array_equal(answer.solvable, true.solvable) else "its labels are others"


def _parquet() -> Sample:
    files = _written("d.parquet", lambda path: write(_deals(), path))
    mutations = (spoil_bytes, _spoil_frame, _spoil_frame, partial(_spoil_metadata, _spoil_facts))
    return Sample("data set, Parquet", files, "d.parquet", mutations, _MADE, _judge)


def _csv() -> Sample:
    files = _written("d.csv", lambda path: write(_deals(), path))
    return Sample("data set, CSV", files, "d.csv", (spoil_bytes, spoil_words, spoil_numbers), _MADE, _judge)


def _sidecar() -> Sample:
    files = _written("d.csv", lambda path: write(_deals(), path))
    readers = {name: partial(_beside, reader) for name, reader in _MADE.items()}
    mutations = (spoil_bytes, spoil_json, _spoil_facts)
    return Sample("data set, recipe", files, "d.csv.recipe.json", mutations, readers, _judge)


def _beside(reader: Reader, path: Path) -> object:
    return reader(path.with_name("d.csv"))


def _challenge() -> Sample:
    """A file of the challenge has no recipe: its labels are taken as they are."""
    text = "".join(f'"{row}",{int(label)}\n' for row, label in _rows())
    readers = {name: reader for name, reader in _READERS.items() if name != "read_recipe"}
    return Sample("data set, challenge", {"d.csv": text.encode()}, "d.csv", (spoil_bytes, spoil_words), readers)


def _rows() -> list[tuple[str, bool]]:
    data = _deals()
    texts = [data.board(k).text().replace(" / ", "").replace(" ", "") for k in range(len(data))]
    return list(zip(texts, data.solvable.tolist(), strict=True))


def _spoil_frame(content: bytes, random: Random) -> bytes:
    """Other columns, types or rows in a proper Parquet file, with its facts and signed again."""
    frame = pl.read_parquet(io.BytesIO(content))
    metadata = pl.read_parquet_metadata(io.BytesIO(content))["boaf"]
    return Resigned(_parquet_of(_other_frame(frame, random), metadata.encode()))


def _other_frame(frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    name = random.choice(frame.columns)
    kind = random.choice((pl.Int8, pl.Float64, pl.String, pl.Boolean, pl.Binary, pl.Null, pl.List(pl.Int64), pl.Date))
    try:
        return random.choice((
            lambda: frame.drop(name),
            lambda: frame.rename({name: "other"}),
            lambda: frame.with_columns(pl.lit(1).alias("other")),
            lambda: frame.with_columns(pl.col(name).cast(kind, strict=False)),
            lambda: frame.with_columns(pl.lit(None).cast(frame.schema[name]).alias(name)),
            lambda: frame.head(random.randrange(len(frame))),
            lambda: pl.concat([frame] * random.choice((2, 50))),
            frame.reverse,
            lambda: frame.select(reversed(frame.columns)),
            lambda: frame.with_columns(pl.lit(random.choice(("", "é" * 16, "--" * 16, "7H" * 16))).alias(name)),
            lambda: frame.with_columns(pl.lit(random.choice((-1, 2**63 - 1, 0))).alias(name)),
        ))()  # fmt: skip
    except pl.exceptions.PolarsError:
        return frame.clear()


def _spoil_facts(content: bytes, random: Random) -> bytes:
    """Facts spoiled as JSON, and signed again where they still have the place for it."""
    facts = json.loads(content)
    if FILE_DIGEST in facts:
        facts[FILE_DIGEST] = UNSIGNED
    return Resigned(sign(spoil_json(json.dumps(facts).encode(), random)))


def _spoil_metadata(spoil: Mutation, content: bytes, random: Random) -> bytes:
    frame = pl.read_parquet(io.BytesIO(content))
    metadata = pl.read_parquet_metadata(io.BytesIO(content))["boaf"]
    return Resigned(_parquet_of(frame, spoil(metadata.encode(), random)))


def _parquet_of(frame: pl.DataFrame, facts: bytes) -> bytes:
    text = with_digest(facts, UNSIGNED).decode(errors="replace")
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", metadata={"boaf": text})
    return sign(file.getvalue())


def _chunks() -> list[Sample]:
    """A data set half made: the recipe of its directory, and a chunk."""
    files = {"d.parquet.chunks/recipe.json": json_bytes(_RECIPE.to_json())}
    chunk = _written("d.parquet", lambda path: write(_deals(), path))["d.parquet"]
    files["d.parquet.chunks/chunk-000000.parquet"] = chunk

    def resume(path: Path) -> object:
        return make(_RECIPE, path.parent.parent / "d.parquet").data

    readers: dict[str, Reader] = {
        "make": resume,
        "dataset deals": lambda path: boaf(
            "dataset", "deals", "--seeds", 0, DEALS, "--out", path.parent.parent / "d.parquet", "--json"
        ),
    }
    recipe, chunk_file = files
    return [
        Sample("chunks, recipe", files, recipe, (spoil_bytes, spoil_json), readers, _judge),
        Sample("chunks, chunk", files, chunk_file, (spoil_bytes, _spoil_frame), readers, _judge),
    ]


def _census() -> list[Sample]:
    parameters = Parameters(0, 30, chunk_size=15, solutions=True, reasons=True)
    files = _written("c/x", lambda path: run_census(parameters, path.parent))
    with TemporaryDirectory() as place:
        run_census(parameters, Path(place) / "c")
        true = read_census(Path(place) / "c")
    readers: dict[str, Reader] = {
        "census report": lambda path: boaf("census", "report", path.parent, "--json"),
        "census verify": lambda path: boaf("census", "verify", path.parent, "--sample", 2, "--json"),
        "census run": lambda path: boaf(
            "census", 0, 30, "--chunk-size", 15, "--solutions", "--reasons", "--out", path.parent, "--json"
        ),
        "read_census": lambda path: read_census(path.parent),
    }

    def judge(answer: object, content: bytes) -> str | None:
        if isinstance(answer, pl.DataFrame):
            whole = true.filter(pl.col("seed").is_in(answer["seed"].implode()))
            return None if isinstance(content, Resigned) or answer.equals(whole) else "its deals are others"
        return _judge_counts(json.loads(answer.out)) if isinstance(answer, Answer) else None

    names = ("census.json", "chunk-000000.json")
    found = [
        Sample(f"census, {name}", files, f"c/{name}", (spoil_bytes, spoil_json, spoil_json), readers, judge)
        for name in names
    ]
    found.append(Sample("census, chunk", files, "c/chunk-000001.parquet", (spoil_bytes,), readers, judge))
    return found


def _judge_counts(found: dict[str, Any]) -> str | None:
    """Of the deals 0 … 29 one is unsolvable; a report may lack a chunk, and must then say so."""
    if "sound" in found or "solvable" not in found:
        return None
    counts = found["solvable"], found["unsolvable"], found["unknown"]
    if found.get("missing", 0) + sum(counts) != 30 or counts not in ((29, 1, 0), (14, 1, 0), (15, 0, 0), (0, 0, 0)):
        return f"the counts are {counts}, {found.get('missing')} missing"
    return None


def _size() -> Sample:
    """What is known of a board size, from which the grid goes on."""
    files = _written("g/2x3.json", lambda path: count_grid(10, sizes=[(2, 3)], directory=path.parent))
    true = count_grid(10, sizes=[(2, 3)])[0].solvable
    readers: dict[str, Reader] = {
        "read_size": read_size,
        "census grid": lambda path: boaf(
            "census", "grid", "--rows", 2, "--cols", 3, "--seeds", 0, 10, "--out", path.parent, "--json"
        ),
    }

    def judge(answer: object, _content: bytes) -> str | None:
        found = json.loads(answer.out)["sizes"][0]["solvable"] if isinstance(answer, Answer) else answer.solvable  # type: ignore[attr-defined]
        return None if found == true else f"{found} deals are solvable"

    return Sample("size of the grid", files, "g/2x3.json", (spoil_bytes, spoil_json), readers, judge)


def _bench() -> Sample:
    """Results of a benchmark, which are compared with others."""
    files = _written("r.json", lambda path: measure("easy", player="random").write(path))
    readers: dict[str, Reader] = {
        "read_result": read_result,
        "bench report": lambda path: boaf("bench", "report", path, "--json"),
    }

    def judge(answer: object, _content: bytes) -> str | None:
        found = json.loads(answer.out)["lines"][0]["boards"] if isinstance(answer, Answer) else len(answer.rows)  # type: ignore[attr-defined]
        return None if found == 200 else f"{found} boards"

    return Sample("results of a benchmark", files, "r.json", (spoil_bytes, spoil_json), readers, judge)


def _cell() -> Sample:
    """A cell of a study that was interrupted, from which the study goes on."""
    recipe, value = {"deals": 10, "seed": 0}, {"solvable": [9, 1], "share": 0.9}
    files = _written(
        "p/s/c.json", lambda path: CellStore("p", "s", path.parents[2]).keep("c", recipe, Finished(value, 1.0, 1.0, {}))
    )

    def find(path: Path) -> object:
        return CellStore("p", "s", path.parents[2]).find("c", recipe)

    def judge(answer: object, _content: bytes) -> str | None:
        is_same = isinstance(answer, Finished) and answer.value == value
        return None if is_same else f"the cell holds {answer}"

    return Sample("cell of a study", files, "p/s/c.json", (spoil_bytes, spoil_json), {"CellStore.find": find}, judge)


def _puzzles() -> Sample:
    """A file of puzzles, which the same command goes on with: it is refused, or becomes what it was to be."""

    def generate(path: Path) -> object:
        boaf("generate", "--rows", 3, "--cols", 3, "--difficulty", 1, "--count", 3, "--out", path, "--json")
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    files = _written("p.jsonl", generate)
    valid = [json.loads(line) for line in files["p.jsonl"].splitlines()]
    mutations = (spoil_bytes, spoil_words, partial(_spoil_lines, spoil_json))

    def judge(answer: object, content: bytes) -> str | None:
        is_whole = isinstance(content, Resigned) or answer == valid
        return None if is_whole else "it has become another file"

    return Sample("puzzles", files, "p.jsonl", mutations, {"generate --out": generate}, judge, 0.3)


def _spoil_lines(spoil: Mutation, content: bytes, random: Random) -> bytes:
    """A line spoiled, and all lines signed again that can be."""
    lines = [json.loads(line) for line in content.splitlines()]
    chosen, check, signed = random.randrange(len(lines)), "", []
    for number, values in enumerate(lines):
        del values["check"]
        text = spoil(json.dumps(values).encode(), random) if number == chosen else json.dumps(values).encode()
        try:
            found = json.loads(text)
            check = generation._digest(check, found)
            signed.append(json.dumps(found | {"check": check}).encode())
        except (ValueError, TypeError, RecursionError):
            signed.append(text)
    return Resigned(b"\n".join([*signed, b""]))


def _deals_after(*words: object) -> int:
    *options, path = words
    out = Path(str(path)).with_name("blocks.jsonl")
    return int(json.loads(boaf("census", "all", "--out", out, *options, "--json").out)["deals"])


def _blocks() -> list[Sample]:
    """Files of blocks; the digest is pinned by deciding a block again, so here only counts are judged."""
    files = _written("blocks.jsonl", lambda path: run_blocks(path, Blocks(size=300), chosen=range(2)))

    def judge(answer: object, _content: bytes) -> str | None:
        return None if isinstance(answer, int) and answer in (0, 300, 600) else f"it has {answer} deals"

    readers: dict[str, Reader] = {
        "report_blocks": lambda path: report_blocks(path.with_name("blocks.jsonl")).counts.deals,
        "census all": partial(_deals_after, "--block-size", 300, "--blocks", 0, 1),
    }
    mutations = {"blocks.jsonl": (spoil_bytes, spoil_numbers), "blocks.recipe.json": (spoil_json, spoil_bytes)}
    return [Sample(f"blocks, {name}", files, name, spoils, readers, judge) for name, spoils in mutations.items()]
