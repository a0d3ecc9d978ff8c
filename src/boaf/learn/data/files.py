"""Data sets as files: Parquet, which holds the recipe too, or CSV.

The columns are `board` (two characters per cell, row by row, `--` for an empty one), `solvable`, `seed`, and `part` if
the data set is split. In rows of moves, `source` and `target` are cells, counted row by row from 0, and `solvable` is
the label of the board after the move. Interesting states have the challenge's own CSV: board and label, 1 or 0, without
a heading. The recipe of a CSV file is in `FILE.recipe.json`; without one its labels are trusted.

Two digests are kept with the recipe: one of the rows, and one of the file, computed with zeros in its own place. The
second is checked before a library sees the content: a Parquet reader allocates as much memory as the file says and ends
the process if there is not that much. It detects corruption, not forgery.
"""

from __future__ import annotations

import io
import json
import re
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from boaf.cards import STANDARD
from boaf.deals import cell_count
from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.data.data_set import PARTS, DataSet
from boaf.support.errors import BoafError
from boaf.support.files import MOST_JSON, parse_json, read_file, write_file
from boaf.support.files import digest_of as sha256_of
from boaf.support.schema import mapping, record, text, whole

SUFFIXES = (".parquet", ".csv")
_KEY = "boaf"
_FORMAT = 2
MOST_BYTES = 4 << 30
"""The most bytes of a data set."""
_MOST_BOARDS = 1 << 32
FILE_DIGEST = "file_sha256"
_DIGEST_ENTRY = re.compile(rf'"{FILE_DIGEST}": "([0-9a-f]{{64}})"'.encode())
UNSIGNED = "0" * 64
"""The place of the digest of a file that is not signed."""
_EMPTY_TEXT = "--"
_TEXTS = np.full(256, _EMPTY_TEXT, "S2")
_TEXTS[: len(STANDARD)] = [str(card) for card in STANDARD]
_PART_TYPE = pl.Enum(list(PARTS))
_COLUMNS = {"board": pl.String(), "solvable": pl.Boolean(), "seed": pl.Int64()}
_STEP_COLUMNS = {"source": pl.UInt8(), "target": pl.UInt8()}
_DESCRIPTION_SHAPE = record(
    format=whole(_FORMAT, _FORMAT),
    rows=whole(1, len(STANDARD)),
    cols=whole(1, len(STANDARD)),
    boards=whole(0, _MOST_BOARDS),
    sha256=text(),
    recipe=mapping(),
    **{FILE_DIGEST: text()},
)


def require_suffix(path: Path) -> None:
    """Refuse a file name without the suffix of a format."""
    if path.suffix not in SUFFIXES:
        raise BoafError(f"{path}: the name of a data set must end in {' or '.join(SUFFIXES)}")


def recipe_file(path: Path) -> Path:
    """The file with the recipe of a CSV file."""
    return path.with_name(f"{path.name}.recipe.json")


def write(data: DataSet, path: Path | str) -> None:
    """Write a data set to a file; nothing half-written is left behind.

    Parameters
    ----------
    data
        What to write.
    path
        The file; its suffix, `.parquet` or `.csv`, determines the format. A CSV file has its recipe in
        `FILE.recipe.json`.

    Raises
    ------
    BoafError
        If the suffix is unknown, or the file cannot be written.

    Examples
    --------
    >>> from boaf.learn.data import random_states
    >>> write(random_states(10), "states.csv")

    """
    path = Path(path)
    require_suffix(path)
    frame, description = _frame(data), _description(data)
    file = io.BytesIO()
    if path.suffix == ".parquet":
        frame.write_parquet(file, compression="zstd", metadata={_KEY: json.dumps(description)})
        write_file(path, sign(file.getvalue()))
        return
    bare = data.recipe.get("kind") == "interesting" and data.steps is None
    if bare:
        frame = frame.select("board", "solvable")
    frame = frame.with_columns(pl.col("solvable").cast(pl.Int8))
    frame.write_csv(file, include_header=not bare, quote_style="non_numeric" if bare else "necessary")
    write_file(recipe_file(path), sign((json.dumps(description, indent=1) + "\n").encode()))
    write_file(path, file.getvalue())


def read(path: Path | str) -> DataSet:
    """Read a data set from a file.

    Parameters
    ----------
    path
        A file of `write` or `boaf dataset`, or a CSV file in the format of the challenge.

    Returns
    -------
    DataSet
        The boards with their labels, and the recipe if the file has one.

    Raises
    ------
    BoafError
        If the file cannot be read, is not a data set or is damaged.

    Examples
    --------
    >>> from boaf.learn.data import numbered_deals
    >>> write(numbered_deals(0, 10), "deals.parquet")
    >>> read("deals.parquet").seeds.max().item()
    9

    """
    path = Path(path)
    require_suffix(path)
    content = read_file(path, MOST_BYTES)
    try:
        description = _read_description(path, content)
        frame = _read_parquet(content) if path.suffix == ".parquet" else _read_csv(content)
        return _data_set(frame, description)
    except (ValueError, KeyError, TypeError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        reason = " ".join(str(error).split()) if isinstance(error, BoafError) else "it cannot be read"
        raise BoafError(f"{path} is not a data set, or is damaged: {reason}") from None


def read_recipe(path: Path) -> dict[str, Any] | None:
    """The recipe of a file; None if it has none."""
    content = read_file(path, MOST_BYTES)
    try:
        description = _read_description(path, content)
    except (ValueError, KeyError, TypeError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    return description["recipe"] if description else None


def _description(data: DataSet) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "rows": data.rows,
        "cols": data.cols,
        "boards": len(data),
        "sha256": digest_of(data),
        "recipe": data.recipe,
        FILE_DIGEST: UNSIGNED,
    }


def digest_of(data: DataSet) -> str:
    """The SHA-256 of the rows: cards, labels, seeds, parts, moves."""
    steps = None if data.steps is None else data.steps.astype("<u2")
    columns = (data.cards, data.solvable.astype(np.uint8), data.seeds.astype("<i8"), data.parts, steps)
    return sha256_of(*(column.tobytes() for column in columns if column is not None))


def sign(content: bytes) -> bytes:
    """The content of a file with its digest in place of the zeros in its description."""
    return with_digest(content, sha256_of(content))


def require_signature(content: bytes) -> None:
    """Refuse a content that differs from what was signed."""
    found = _DIGEST_ENTRY.findall(content)
    if len(found) != 1:
        raise BoafError("it was not written by boaf, or by an earlier version: make it again")
    if sha256_of(with_digest(content, UNSIGNED)).encode() != found[0]:
        raise BoafError("its digest does not match its content")


def with_digest(content: bytes, digest: str) -> bytes:
    """The content of a file with another digest in its description."""
    return _DIGEST_ENTRY.sub(f'"{FILE_DIGEST}": "{digest}"'.encode(), content)


def _read_description(path: Path, content: bytes) -> dict[str, Any] | None:
    """The description about a data set in its file; None for a CSV file without a recipe."""
    if path.suffix == ".parquet":
        require_signature(content)
        metadata = pl.read_parquet_metadata(io.BytesIO(content))
        if _KEY not in metadata:
            raise BoafError("it was not written by boaf")
        written: bytes | str = metadata[_KEY]
    elif recipe_file(path).exists():
        written = read_file(recipe_file(path), MOST_JSON)
        require_signature(written)
    else:
        return None
    description: dict[str, Any] = parse_json(written, "what it says about itself")
    if isinstance(description, dict) and description.get("format") != _FORMAT:
        raise BoafError(f"its format is {description.get('format')!r}, and this version of boaf reads format {_FORMAT}")
    _DESCRIPTION_SHAPE(description, "what it says about itself")
    return description


def _frame(data: DataSet) -> pl.DataFrame:
    columns = [
        pl.Series("board", texts_of(data.cards), dtype=pl.String),
        pl.Series("solvable", data.solvable),
        pl.Series("seed", data.seeds),
    ]
    if data.parts is not None:
        columns.append(pl.Series("part", PARTS, dtype=_PART_TYPE).gather(data.parts.astype(np.uint32)))
    if data.steps is not None:
        columns += [pl.Series("source", data.steps >> 8, pl.UInt8), pl.Series("target", data.steps & 255, pl.UInt8)]
    return pl.DataFrame(columns)


def _read_parquet(content: bytes) -> pl.DataFrame:
    frame = pl.read_parquet(io.BytesIO(content))
    if dict(frame.schema) not in (_COLUMNS, _COLUMNS | {"part": _PART_TYPE}, _COLUMNS | _STEP_COLUMNS):
        raise BoafError(f"its columns are not {', '.join(_COLUMNS)} of their types, perhaps with part, or with a move")
    return frame


def _read_csv(content: bytes) -> pl.DataFrame:
    headed = content.startswith((b"board,", b'"board"'))
    if headed:
        kinds: dict[str, Any] = {"board": pl.String, "solvable": pl.Int8, "seed": pl.Int64, "part": _PART_TYPE}
        kinds |= _STEP_COLUMNS
        names = content.splitlines()[0].decode().replace('"', "").split(",")
        return pl.read_csv(io.BytesIO(content), schema={name: kinds[name] for name in names})
    frame = pl.read_csv(io.BytesIO(content), has_header=False, schema={"board": pl.String, "solvable": pl.Int8})
    # The rows that come from one deal begin with the deal, the only board without an empty cell.
    deals = (~frame["board"].str.contains(_EMPTY_TEXT, literal=True)).cast(pl.Int64).cum_sum() - 1
    return frame.with_columns(deals.alias("seed"))


def _data_set(frame: pl.DataFrame, description: dict[str, Any] | None) -> DataSet:
    texts = frame["board"]
    if description:
        rows, cols = description["rows"], description["cols"]
        if len(frame) != description["boards"]:
            raise BoafError(f"it holds {len(frame)} boards, not {description['boards']}")
    elif not len(texts):
        raise BoafError("it holds no board")
    else:
        rows = cols = isqrt(len(texts[0]) // 2)
    cell_count(rows, cols)
    labels = frame["solvable"].cast(pl.Int8)
    if frame.null_count().transpose().sum().item() or not labels.is_in([0, 1]).all():
        raise BoafError("a label is neither 0 nor 1")
    data = DataSet(
        rows,
        cols,
        cards_from(texts, rows * cols),
        labels.to_numpy() == 1,
        frame["seed"].cast(pl.Int64).to_numpy().copy(),
        frame["part"].cast(_PART_TYPE).to_physical().to_numpy().astype(np.int8) if "part" in frame.columns else None,
        description["recipe"] if description else {"kind": "csv"},
        _steps(frame, rows * cols) if "source" in frame.columns else None,
    )
    if description and digest_of(data) != description["sha256"]:
        raise BoafError("its rows do not match their digest")
    return data


def _steps(frame: pl.DataFrame, cells: int) -> NDArray[np.uint16]:
    """The moves of a frame; that they are legal is checked where they are used."""
    source, target = (frame[name].to_numpy().astype(np.uint16) for name in _STEP_COLUMNS)
    if len(frame) and max(int(source.max()), int(target.max())) >= cells:
        raise BoafError(f"a move names a cell past the last one, {cells - 1}")
    return source << np.uint16(8) | target


def texts_of(cards: Cards) -> list[str]:
    """The boards as texts, two characters per cell."""
    boards, cells = cards.shape
    joined = np.ascontiguousarray(_TEXTS[cards]).view(f"S{2 * cells}")
    return [text.decode() for text in joined.reshape(boards).tolist()]


def cards_from(texts: pl.Series, cells: int) -> Cards:
    """The boards of these texts. Shape (boards, cells)."""
    if not (texts.str.len_bytes() == 2 * cells).all():
        raise BoafError(f"a board does not have {cells} cells of two characters")
    pairs = np.frombuffer("".join(texts.to_list()).encode(), np.dtype("<u2")).reshape(len(texts), cells)
    numbers = np.full(1 << 16, EMPTY, np.uint8)
    known = np.zeros(1 << 16, np.bool_)
    for number, pair in enumerate([*_TEXTS[: len(STANDARD)].tolist(), _EMPTY_TEXT.encode()]):
        code = int.from_bytes(pair, "little")
        numbers[code] = number if number < len(STANDARD) else EMPTY
        known[code] = True
    if not known[pairs].all():
        row, cell = np.argwhere(~known[pairs])[0]
        raise BoafError(f"row {row + 1} has {texts[int(row)][2 * cell : 2 * cell + 2]!r} in place of a card")
    cards: Cards = numbers[pairs]
    ordered = np.sort(cards, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != EMPTY)
    if twice.any():
        raise BoafError(f"row {int(np.argwhere(twice)[0, 0]) + 1} has a card twice")
    if (ordered[:, 0] == EMPTY).any():
        raise BoafError(f"row {int(np.flatnonzero(ordered[:, 0] == EMPTY)[0]) + 1} has no card")
    return cards
